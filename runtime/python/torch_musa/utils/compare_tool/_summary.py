# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What became of each operator, the largest error first."""

import dataclasses


@dataclasses.dataclass
class OperatorResult:
    """`ratio` is the largest error in units of what atol and rtol allow: more than 1 fails."""

    name: str
    calls: int = 0
    failed: int = 0
    not_tested: int = 0
    absolute: float = 0.0
    relative: float = 0.0
    ratio: float = 0.0


class Summary:
    def __init__(self):
        self.results = {}

    def of(self, name):
        return self.results.setdefault(name, OperatorResult(name))

    def add(self, name, difference):
        """What a comparison found; None if there was none."""
        result = self.of(name)
        result.calls += 1
        if difference is None:
            result.not_tested += 1
            return
        result.failed += not difference.close
        result.absolute = max(result.absolute, difference.absolute)
        result.relative = max(result.relative, difference.relative)
        result.ratio = max(result.ratio, difference.ratio)

    def by_error(self):
        return sorted(self.results.values(), key=lambda it: (-it.ratio, -it.absolute, -it.not_tested, it.name))

    def __str__(self):
        rows = [("operator", "calls", "failed", "not tested", "max abs error", "max rel error", "error/tolerance")]
        rows += [(it.name, str(it.calls), str(it.failed), str(it.not_tested), f"{it.absolute:.3g}", f"{it.relative:.3g}",
                  f"{it.ratio:.3g}") for it in self.by_error()]
        widths = [max(map(len, column)) for column in zip(*rows)]
        return "\n".join(
            "  ".join(cell.rjust(width) if index else cell.ljust(width)
                      for index, (cell, width) in enumerate(zip(row, widths)))
            for row in rows)
