# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Words of command lines become the same in a CMake script, a Makefile and a setup.py; words.json says what.

Each row's words stand once in a list of each kind of script: in `device` rows in one for nvcc, in `host` rows in one for
any compiler. A row's result is the words that are left, in quotes where blanks are parts of one, or {"said": TEXT} with `becomes` if they change: a diagnostic of
the line has the text. Where scripts differ the result is by script: {"cmake": ..., "make": ..., "python": ...}.
"""

import ast
import json
import re
import subprocess
import unittest
from pathlib import Path

from support import MUSA_PORT, ROOT, ConverterTest

TABLE = json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8"))


class CMake:
    file = "CMakeLists.txt"
    variables = {"device": "CUDA_NVCC_FLAGS", "host": "MY_FLAGS"}

    @staticmethod
    def write(where, words):
        return f"list(APPEND {CMake.variables[where]} -first {' '.join(words)} -last)"

    @staticmethod
    def read(line):
        return line.removesuffix(")").replace(";", " ").split()[2:]


class Make:
    file = "Makefile"
    variables = {"device": "NVCCFLAGS", "host": "MY_FLAGS"}

    @staticmethod
    def write(where, words):
        return f"{Make.variables[where]} += -first {' '.join(words)} -last"

    @staticmethod
    def read(line):
        return line.split()[2:]


class Python:
    file = "setup.py"
    variables = {"device": "nvcc", "host": "cxx"}
    head = "from torch.utils.cpp_extension import CUDAExtension"

    @staticmethod
    def write(where, words):
        return f"flags = {{{Python.variables[where]!r}: {['-first', *(word.strip('"') for word in words), '-last']!r}}}"

    @staticmethod
    def read(line):
        (words,) = ast.literal_eval(line.removeprefix("flags = ")).values()
        return [f'"{word}"' if " " in word else word for word in words]


SCRIPTS = {"cmake": CMake, "make": Make, "python": Python}


def words_of(text):
    """Blanks within double quotes are parts of a word."""
    parts = text.split('"')
    return [part.replace("\0", " ") for part in
            "\"".join(part.replace(" ", "\0") if number % 2 else part for number, part in enumerate(parts)).split(" ")]


def pattern_of(flag):
    return re.compile(".+".join(map(re.escape, flag.split("$value"))))


class WordsEverywhere(ConverterTest):
    maxDiff = None

    def port(self, script, where):
        """(what is left of its words, what is said of it) for each row."""
        rows = list(TABLE[where])
        lines = [script.write(where, words_of(row)) for row in rows]
        head = [getattr(script, "head", "#")]
        self.write("in/src/add.cu", "")
        self.write(f"in/{script.file}", "\n".join([*head, *lines, ""]))
        subprocess.run([MUSA_PORT, "in", "-o", "out", "--report", "report.json", "-q"], cwd=self.work, capture_output=True, check=False)
        ported = (self.work / "out" / script.file).read_text().splitlines()[-len(rows):]
        said = {}
        for each in json.loads((self.work / "report.json").read_text())["diagnostics"]:
            said.setdefault(each["line"] - len(head), []).append(each["message"])
        results = {}
        for number, (row, line) in enumerate(zip(rows, ported), 1):
            words = script.read(line)
            first, last = words.index("-first"), words.index("-last")
            self.assertEqual((first, last), (0, len(words) - 1), line)
            results[row] = " ".join(words[1:-1]), said.get(number, [])
        return results

    def check(self, where):
        for name, script in SCRIPTS.items():
            for row, (words, said) in self.port(script, where).items():
                expected = TABLE[where][row]
                if isinstance(expected, dict) and "cmake" in expected:
                    expected = expected[name]
                if isinstance(expected, str):
                    expected = {"becomes": expected}
                with self.subTest(script=name, words=row):
                    self.assertEqual(words, expected.get("becomes", row))
                    if "said" in expected:
                        self.assertTrue(any(expected["said"] in each for each in said), said)
                    else:
                        self.assertEqual(said, [])
            for path in ("in", "out"):
                subprocess.run(["rm", "-r", self.work / path], check=True)

    def test_where_only_nvccs_flags_stand(self):
        self.check("device")

    def test_where_any_compilers_flags_stand(self):
        self.check("host")

    def test_every_flag_of_the_rules_is_in_the_table(self):
        statuses = json.loads((ROOT / "rules/nvcc.json").read_text(encoding="utf-8"))["build"]["flags"].values()
        flags = {name: pattern_of(name) for names in statuses for name in names}
        covered = set()
        for row in TABLE["device"]:
            fitting = [name for name, pattern in flags.items() if pattern.fullmatch(row)]
            # The one that says most about the row is the one that ports it.
            covered.update(sorted(fitting, key=lambda name: len(name.replace("$value", "")))[-1:])
        self.assertEqual(set(flags) - covered, set(), "flags of the rules that no row of words.json shows")


if __name__ == "__main__":
    unittest.main()
