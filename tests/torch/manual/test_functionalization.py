# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/reference/operators.md, "Operators that write their arguments, in graphs"."""

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import support  # noqa: E402: it sets the environment

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "operators.md"
PROGRAM = """
def program(x, y):
    x, y = x + 1, y * 2
    torch.ops.mine.swap_scaled_(x, y, 3.0)
    return x - y

arguments = torch.arange(4.0, device="musa"), torch.ones(4, device="musa")
for backend in "eager", "aot_eager", "inductor":
    torch._dynamo.reset()
    print(backend, torch.compile(program, backend=backend)(*arguments).tolist())
"""
GRAPH = """
from torch.fx.experimental.proxy_tensor import make_fx
graph = make_fx(torch.func.functionalize(program))(*arguments).graph
print(*[node.target for node in graph.nodes if str(node.target).startswith("mine.")])
"""
RESULTS = [f"{backend} [3.0, 0.0, -3.0, -6.0]" for backend in ("eager", "aot_eager", "inductor")]


class Functionalization(unittest.TestCase):
    def setUp(self):
        section = PAGE.read_text(encoding="utf-8").split("### Operators that write their arguments, in graphs\n")[1]
        self.automatic, self.by_hand = re.findall(r"```python\n(.*?)```", section.split("\n## ")[0], re.DOTALL)

    def run_program(self, program):
        done = support.run("import torch, torch_musa\n" + program)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    def test_pytorch_does_it(self):
        self.assertEqual(self.run_program(self.automatic + PROGRAM), RESULTS)

    def test_by_hand(self):
        self.assertEqual(self.run_program(self.automatic + self.by_hand + PROGRAM + GRAPH),
                         [*RESULTS, "mine.swap_scaled.default"])

    def test_by_hand_without_a_fake(self):
        without = self.automatic.split("@torch.library.register_fake")[0]
        self.assertEqual(self.run_program(without + self.by_hand + PROGRAM + GRAPH),
                         [*RESULTS, "mine.swap_scaled.default"])


if __name__ == "__main__":
    unittest.main()
