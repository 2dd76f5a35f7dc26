"""Makes the benchmarks importable: they are no installed package."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))  # the benchmarks are no installed package

