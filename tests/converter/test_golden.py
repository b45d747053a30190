# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the converter makes of a file, byte for byte, and that porting the result again changes nothing.

cases/NAME.py is ported into cases/expected/NAME.py, with diagnostics in cases/expected/NAME.stderr. The first line may
name options: `# options: -l`, and `# options: setup.py` for a file that is one. UPDATE=1 (`./dev test --update`)
rewrites what is expected.
"""

import os
import re
import unittest
from pathlib import Path

from support import run_converter, ConverterTest

CASES = Path(__file__).with_name("cases")
UPDATE = os.environ.get("UPDATE") == "1"


class Golden(ConverterTest):
    maxDiff = None

    def check(self, case):
        content = case.read_bytes()
        first = content.splitlines()[0].decode()
        options = re.sub(r"^# options: *|^.*", lambda match: "" if match.group().startswith("# options") else "", first, count=1).split()
        name = "setup.py" if "setup.py" in options else "script.py"
        (self.work / name).write_bytes(content)
        arguments = ["-r", name, *(["-l", name] if "-l" in options else [])]
        if "rules" in options:
            (self.work / "rules.json").write_text('{"MY_WITH_CUDA": "MY_WITH_MUSA"}')
            arguments += ["--rules", "rules.json"]
        result = run_converter(*arguments, cwd=self.work)
        actual = {f"{case.stem}.py": (self.work / name).read_bytes(), f"{case.stem}.stderr": result.stderr.encode()}
        for file, text in actual.items():
            path = CASES / "expected" / file
            if UPDATE:
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(text)
            self.assertEqual(text.decode(), path.read_text(), f"{path}: ./dev test --update converter.test_golden accepts the new result")
        ported = (self.work / name).read_bytes()
        run_converter(*arguments, cwd=self.work)
        self.assertEqual((self.work / name).read_bytes(), ported, "porting it again changes it")


def add_cases():
    for case in sorted(CASES.glob("*.py")):
        setattr(Golden, f"test_{case.stem}", lambda self, case=case: self.check(case))


add_cases()

if __name__ == "__main__":
    unittest.main()
