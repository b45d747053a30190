# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutated Python files: the port never fails, stays Python, keeps comments, and changes nothing when it is made again.

MUSAPORT_FUZZ_EXAMPLES sets how many there are, each time others; without it they are always the same.
"""

import ast
import io
import json
import os
import sys
import tokenize
import unittest
import warnings
from pathlib import Path

from hypothesis import HealthCheck, given, settings, strategies

from support import PACKAGE, ROOT

sys.path.insert(0, str(PACKAGE))

from musa_converter.main import port  # noqa: E402
from musa_converter.rules import load_rules, rules_of  # noqa: E402

EXAMPLES = os.environ.get("MUSAPORT_FUZZ_EXAMPLES")
CASES = sorted(Path(__file__).with_name("cases").glob("*.py"))
ODD = ["\\\n", "# c\n", "\t", "\f", "ä", "'ä'", "(", ")", "[", "]", "{", "}", ",", ":", "=", "*", "**", ".", ";", "\n", " ", "lambda",
       "f'cuda:{x}'", "f'-gencode=arch={x}'", "b'cuda'", "r'-Xcompiler=\\a,b'", "'''cuda'''", "'-Xptxas'", "'-v'", "'-lineinfo'",
       "'-Xcompiler=-a,-b'", "'-O2 -lineinfo -Xptxas -v'", "'a.cu'", "'CUDA_HOME=1'", "'cudart'", "'-lcudart'", "'nvcc'", "'nvcc -lineinfo x.cu'", "'/usr/local/cuda/lib64'", "os.environ", "env=",
       "libraries =", "subprocess.run", "os.path.join", "torch.cuda", "import torch.cuda", "x.cuda()",
       "from torch import cuda, nn", "if x:", "try:", "pass", "del", "async", "match x:", "\r\n", "\ufeff", "\0"]
RULES = load_rules()
SERVED = rules_of(RULES.musa_port.command, in_tree=True)
# Each flag that nvcc's rules name, and what it becomes.
FLAGS = {name: rule if isinstance(rule, str) else rule.get("to")
         for rules in json.loads((ROOT / "rules/nvcc.json").read_text(encoding="utf-8"))["build"]["flags"].values() for name, rule in rules.items()}


def tokens(text):
    """The text in pieces, white space among them."""
    pieces, position = [], 0
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        start, end = starts[token.start[0] - 1] + token.start[1], starts[min(token.end[0], len(starts)) - 1] + token.end[1]
        pieces += [text[position:start], text[start:end]] if end > position else []
        position = max(position, end)
    return [piece for piece in (*pieces, text[position:]) if piece]


TOKENS = [tokens(case.read_text()) for case in CASES]
STRINGS = sorted({piece for pieces in TOKENS for piece in pieces if piece[-1:] in "\"'" and len(piece) < 60})


@strategies.composite
def mutated(draw):
    """A case in which a few tokens are left out, doubled, moved or replaced."""
    pieces = list(draw(strategies.sampled_from(TOKENS)))
    for _ in range(draw(strategies.integers(1, 6))):
        at = draw(strategies.integers(0, max(0, len(pieces) - 1)))
        length = draw(strategies.integers(1, 8))
        change = draw(strategies.sampled_from(["drop", "double", "move", "insert", "string"]))
        part = pieces[at:at + length]
        if change == "drop":
            del pieces[at:at + length]
        elif change == "double":
            pieces[at:at] = part
        elif change == "move":
            del pieces[at:at + length]
            to = draw(strategies.integers(0, len(pieces)))
            pieces[to:to] = part
        elif change == "insert":
            pieces.insert(at, draw(strategies.sampled_from(ODD)))
        else:
            strings = [i for i, piece in enumerate(pieces) if piece in STRINGS]
            if strings:
                pieces[draw(strategies.sampled_from(strings))] = draw(strategies.sampled_from(STRINGS + ODD[:45]))
    return "".join(pieces)


@strategies.composite
def lists_of_flags(draw):
    """A build script of one list, written in any way."""
    words = strategies.one_of(
        strategies.sampled_from([each for name in FLAGS for each in [
            name.replace("$value", "a,b"), name.replace("$value", "{x}"), name.partition(" ")[0]]]),
        strategies.builds(lambda name, words: name.replace("$value", ",".join(words)),  # what the host's compiler is given
                          strategies.sampled_from([name for name, to in FLAGS.items() if to == "$value"]),
                          strategies.lists(strategies.sampled_from([name.replace("$value", "a") for name in FLAGS] + ["-Wall"]),
                                           min_size=1, max_size=3)),
        strategies.sampled_from(["-O2", "a,b", "x.cu", "-DWITH_CUDA", "-lcudart", "-L/usr/local/cuda/lib64", "nvcc", "/opt/cuda/bin/nvcc"]))
    def element():
        word = " ".join(draw(strategies.lists(words, min_size=1, max_size=3)))
        form = draw(strategies.sampled_from(["'{}'", '"{}"', "f'{}'", "('{}')", "'''{}'''", "'{}' 'x'", "*['{}']", "'{}' + x", "r'{}'", "b'{}'"]))
        return form.replace("{}", word)
    separator = strategies.sampled_from([", ", ",", ",\n    ", ",  # c\n    ", "  # c\n  ,", " , ", ",\\\n", ",\r\n"])
    text = "".join(element() + draw(separator) for _ in range(draw(strategies.integers(0, 6))))
    if draw(strategies.booleans()):
        text += element()
    opening, closing = draw(strategies.sampled_from(["[]", "()", "{}", ("f(", ")"), ("x.append(", ")"), ("subprocess.run(", ")"), ("subprocess.run([", "])"), ("[\n    ", "\n]"), ("[  # c\n", "]")]))
    return f"import setuptools, subprocess\n{draw(strategies.sampled_from(['nvcc', 'flags']))} = {opening}{text}{closing}\n"


def parses(content):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(content)
        except (SyntaxError, ValueError, RecursionError):
            return False
    return True


def comments(content):
    return [token.string for token in tokenize.tokenize(io.BytesIO(content).readline) if token.type == tokenize.COMMENT]


many = settings(max_examples=int(EXAMPLES or 60), derandomize=EXAMPLES is None, database=None, deadline=None,
                suppress_health_check=list(HealthCheck))


class Fuzz(unittest.TestCase):
    def check(self, text, name, is_launched):
        content = text.encode("utf-8", "surrogatepass")
        first = port(Path(name), content, RULES, is_launched)
        served = port(Path(name), content, SERVED, is_launched)
        self.assertEqual(served.port.diagnostics, first.port.diagnostics)
        self.assertFalse([each for each in first.port.diagnostics if "would be no Python" in each.message], first.port.diagnostics)
        if not parses(content):
            return
        self.assertTrue(parses(first.after), first.after.decode())
        self.assertEqual(comments(first.after), comments(content))
        second = port(Path(name), first.after, RULES, is_launched)
        self.assertEqual(second.after.decode(), first.after.decode(), "porting it again changes it")

    @many
    @given(mutated(), strategies.sampled_from(["setup.py", "x.py"]), strategies.booleans())
    def test_mutated_files(self, text, name, is_launched):
        self.check(text, name, is_launched)

    @many
    @given(lists_of_flags())
    def test_lists_of_flags(self, text):
        self.check(text, "setup.py", False)


if __name__ == "__main__":
    unittest.main()
