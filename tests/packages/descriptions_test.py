# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Manual pages and completions: each option is in them, and those who read them take them."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = {"musa-port": Path(os.environ.get("MUSA_PORT", ROOT / "build/bin/musa-port")), "mcc": ROOT / "build/bin/mcc"}


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"{command}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class Descriptions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.table = {"musa-port": run(PROGRAMS["musa-port"], "--print-options"), "mcc": run(PROGRAMS["mcc"], "--help")}
        for program, table in cls.table.items():
            run(sys.executable, ROOT / "packaging/describe_options.py", program, "1.2", cls.folder, input=table)

    def read(self, name):
        return (self.folder / name).read_text()

    def flags(self):
        for line in self.table["musa-port"].splitlines():
            command, name, letter, _, _ = line.split("\t")
            yield command, f"--{name}"
            if letter:
                yield command, f"-{letter}"

    def test_the_table_is_what_help_says(self):
        for command in ("port", "check", "update", "explain", "rules"):
            text = run(PROGRAMS["musa-port"], *(() if command == "port" else (command,)), "--help")
            said = set(re.findall(r"^  (?:-\w \[ )?(--[a-z-]+)", text, re.MULTILINE)) - {"--check"}
            self.assertEqual({flag for of, flag in self.flags() if of == command and flag.startswith("--")}, said)

    def test_each_option_is_there(self):
        manual, zsh, fish = self.read("musa-port.1").replace(r"\-", "-"), self.read("_musa-port"), self.read("musa-port.fish")
        for command, flag in self.flags():
            with self.subTest(command=command, flag=flag):
                self.assertIn(rf"\fB{flag}\fR", manual)
                self.assertRegex(zsh, rf"'\*{flag}[=+]?\[")
                self.assertRegex(fish, rf" -l {flag[2:]} " if flag.startswith("--") else rf" -s {flag[1:]} ")
                self.assertIn(flag, self.completed("musa-port", *(() if command == "port" else (command,)), flag))

    def test_options_of_mcc(self):
        manual, zsh, fish = self.read("mcc.1").replace(r"\-", "-"), self.read("_mcc"), self.read("mcc.fish")
        own = self.table["mcc"].split("All other options")[0]
        flags = re.findall(r"^  (-[\w-]+)", own, re.MULTILINE)
        self.assertGreater(len(flags), 10)
        for flag in flags:
            with self.subTest(flag=flag):
                for text in (manual, zsh, fish, "\n".join(self.completed("mcc", flag))):
                    self.assertIn(flag.lstrip("-"), text)

    def completed(self, program, *words):
        """What bash offers for the last word."""
        script = (f"source {self.folder / program}.bash; COMP_WORDS=({' '.join((program, *words))}); "
                  f"COMP_CWORD={len(words)}; _{program.replace('-', '_')}; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
        return run("bash", "-c", script).splitlines()

    def test_commands_and_options_of_each(self):
        self.assertEqual(self.completed("musa-port", "ch"), ["check"])
        self.assertIn("--baseline", self.completed("musa-port", "check", "src", "--b"))
        self.assertNotIn("--in-place", self.completed("musa-port", "check", "--in"))

    def test_shells_take_them(self):
        for shell, name in (("bash", "{}.bash"), ("zsh", "_{}"), ("fish", "{}.fish")):
            for program in PROGRAMS:
                with self.subTest(shell=shell, program=program):
                    if not shutil.which(shell):
                        self.skipTest(f"there is no {shell}")
                    run(shell, "-n", self.folder / name.format(program))

    def test_man_renders_them(self):
        if not shutil.which("groff"):
            self.skipTest("there is no groff")
        for program in PROGRAMS:
            text = run("groff", "-man", "-ww", "-Tascii", "-P-cbou", self.folder / f"{program}.1")
            self.assertIn("OPTIONS", text)


if __name__ == "__main__":
    unittest.main()
