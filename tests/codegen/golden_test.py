# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ways to implement a function: what is declared for the developer, and what is registered.

golden/CASE/functions.yaml is the list; expected/ holds the headers in at::musa, byte for byte, and
registered.txt, which tells of each wrapper what matters in it. `golden_test.py --update` writes them.
"""

import re
import sys
import tempfile
import unittest
from pathlib import Path

from support import CodegenTest, registered, registration, resolve, tree

CASES = sorted((Path(__file__).parent / "golden").iterdir())
# What matters in a wrapper: checks and guards of devices, the class, the calls. Rest: torchgen's.
LINES = re.compile(
    r"(.*check_and_update_common_device.*|.*[dD]evice_?[gG]uard device_guard.*|.*lazyInitDevice.*"
    r"|structured_\w+ op.*|.*\bop\.(meta|impl)\(.*|return .*|\s+return .*)"
)


def summary(source):
    lines = []
    for definition in re.findall(r"TORCH_LIBRARY_FRAGMENT\(.*?\n\}", source, re.DOTALL):
        lines.append(definition)
    for (place, function), wrapper in registered(source).items():
        lines.append(f"{place}: {function}")
        body = re.search(rf"^\S[^\n]* {wrapper}\([^\n]*\) \{{\n(.*?)\n\}}", source, re.DOTALL | re.MULTILINE)[1]
        for line in body.splitlines():
            if LINES.fullmatch(line):
                lines.append("  " + line.strip())
            if made := re.fullmatch(r"(structured_\w+) op.*", line):
                lines.append("    " + re.search(rf"struct {made[1]} final : (.*) \{{", source)[1])
    direct = re.search(r"namespace musa \{\n(.*?)\} // namespace musa", source, re.DOTALL)[1]
    lines += ["", *re.findall(r"^\S.* \w+\(.*\)(?= \{$)", direct, re.MULTILINE)]
    return "\n".join(lines) + "\n"


def outcome(files):
    """Of generated files: those that the golden cases hold."""
    shown = {name: text for name, text in files.items() if name.startswith("ATen/musa/ops/")}
    shown["registered.txt"] = summary(files["RegisterMUSA_0.cpp"])
    return shown


class Golden(CodegenTest):
    def test_cases(self):
        self.assertTrue(CASES)
        for case in CASES:
            with self.subTest(case.name), tempfile.TemporaryDirectory() as folder:
                self.work = Path(folder)
                files = self.generate((case / "functions.yaml").read_text())
                self.assertEqual(outcome(files), tree(case / "expected"))


def update():
    for case in CASES:
        with tempfile.TemporaryDirectory() as folder:
            found, errors = resolve((case / "functions.yaml").read_text())
            if errors:
                sys.exit(f"{case.name}:\n{errors}")
            registration.write(found, folder, 1)
            for name, text in outcome(tree(folder)).items():
                path = case / "expected" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        update()
    else:
        unittest.main()
