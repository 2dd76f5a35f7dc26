"""What is known about where spaces lie: some in one column or row, some left of or above others.

``Axis`` is one direction: classes of spaces with the same place, and an order between classes that never becomes a circle.
"""

from __future__ import annotations

from attrs import define, field


@define
class Axis:
    """The columns (or rows) of ``size`` spaces."""

    size: int
    of: list[int] = field(init=False)
    """Space -> its class, named after one of its members."""
    behind: dict[int, set[int]] = field(factory=dict)
    """Class -> the classes that come behind it at once."""

    def __attrs_post_init__(self) -> None:
        self.of = list(range(self.size))

    def copy(self) -> Axis:
        """An axis of its own that knows the same."""
        other = Axis(self.size)
        other.of = self.of[:]
        other.behind = {k: set(v) for k, v in self.behind.items()}
        return other

    def reaches(self, a: int, b: int) -> bool:
        """Whether class b comes behind class a, or is it."""
        stack, seen = [a], {a}
        while stack:
            now = stack.pop()
            if now == b:
                return True
            for after in self.behind.get(now, ()):
                if after not in seen:
                    seen.add(after)
                    stack.append(after)
        return False

    def join(self, a: int, b: int) -> bool:
        """Put two spaces at the same place; no if one lies behind the other."""
        a, b = self.of[a], self.of[b]
        if a == b:
            return True
        if self.reaches(a, b) or self.reaches(b, a):
            return False
        self.of = [a if k == b else k for k in self.of]
        self.behind.setdefault(a, set()).update(self.behind.pop(b, set()))
        for after in self.behind.values():
            if b in after:
                after.discard(b)
                after.add(a)
        return True

    def order(self, a: int, b: int) -> bool:
        """Put space b behind space a; no if that can't be."""
        a, b = self.of[a], self.of[b]
        if a == b or self.reaches(b, a):
            return False
        self.behind.setdefault(a, set()).add(b)
        return True

    def places(self) -> list[int]:
        """Space -> its place from 0: as far to the front as the order allows."""
        depth: dict[int, int] = {}
        before: dict[int, int] = dict.fromkeys(self.of, 0)
        for later in self.behind.values():
            for k in later:
                before[k] += 1
        ready = [k for k, n in before.items() if not n]
        for k in ready:
            depth[k] = 0
        while ready:
            k = ready.pop()
            for after in self.behind.get(k, ()):
                depth[after] = max(depth.get(after, 0), depth[k] + 1)
                before[after] -= 1
                if not before[after]:
                    ready.append(after)
        return [depth[k] for k in self.of]
