# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/reference/operators.md, "Operators that write their arguments, in graphs"."""

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import support  # noqa: E402: it sets the environment

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "operators.md"
RUN = """
arguments = torch.arange(4.0, device="musa"), torch.ones(4, device="musa")
for backend in "eager", "aot_eager", "inductor":
    torch._dynamo.reset()
    print(backend, torch.compile(program, backend=backend, fullgraph=True)(*arguments).tolist())
"""
SWAPPED = """
def program(x, y):
    x, y = x + 1, y * 2
    torch.ops.mine.swap_scaled_(x, y, 3.0)
    return x - y
""" + RUN
DOUBLED = """
def program(x, y):
    x = x + y
    torch.ops.mine.double_(x)
    return torch.ops.mine.double_(x[1:])
""" + RUN
GRAPH = """
from torch.fx.experimental.proxy_tensor import make_fx
graph = make_fx(torch.func.functionalize(program))(*arguments).graph
print(*[node.target for node in graph.nodes if str(node.target).startswith("mine.")])
"""


def results(values):
    return [f"{backend} {values}" for backend in ("eager", "aot_eager", "inductor")]


class Functionalization(unittest.TestCase):
    def setUp(self):
        section = PAGE.read_text(encoding="utf-8").split("### Operators that write their arguments, in graphs\n")[1]
        self.of_schema, self.by_hand = re.findall(r"```python\n(.*?)```", section.split("\n## ")[0], re.DOTALL)
        self.library = self.of_schema.splitlines()[0] + "\n"

    def run_program(self, program):
        return support.run("import torch, torch_musa\n" + program)

    def printed(self, program):
        done = self.run_program(program)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    def test_by_the_schema(self):
        self.assertEqual(self.printed(self.of_schema + SWAPPED), results([3.0, 0.0, -3.0, -6.0]))

    def test_by_hand(self):
        self.assertEqual(self.printed(self.library + self.by_hand + DOUBLED + GRAPH),
                         [*results([8.0, 12.0, 16.0]), "mine.double.default mine.double.default"])

    def test_what_is_missing_is_an_error(self):
        first = self.by_hand.split("@torch.library.impl(library, \"double\"")[0]
        done = self.run_program(self.library + first + DOUBLED)
        self.assertEqual(done.stdout.splitlines(), results([8.0, 12.0, 16.0])[:1])
        self.assertIn("Found a custom (non-ATen) operator whose output has alias annotations", done.stderr)
        done = self.run_program(self.library + first.split("@torch.library.register_fake")[0] + DOUBLED)
        self.assertEqual(done.stdout, "")
        self.assertIn("unsupported operator: mine.double_.default", done.stderr)


if __name__ == "__main__":
    unittest.main()
