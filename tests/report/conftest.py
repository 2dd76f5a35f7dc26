"""Made-up games come from the tests of the promises."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "promises"))
