# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the documents say is there is there."""

import json
import re
import subprocess
import os
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# "musa-..." strings of the tool that are no diagnostics.
NO_DIAGNOSTICS = {"musa-port", "musa-port-child", "musa-port-python", "musa-port-update",
                  "musa-converter"}


class Documents(unittest.TestCase):
    def test_every_diagnostic_has_a_page_and_the_reverse(self):
        used = set()
        for path in (ROOT / "tool").rglob("*.cpp"):
            used |= set(re.findall(r'"(musa-[a-z-]+)"', path.read_text()))
        pages = {path.stem for path in (ROOT / "docs/reference/diagnostics").glob("*.md")}
        self.assertEqual(used - NO_DIAGNOSTICS, pages)

    def test_features_are_those_of_the_table(self):
        gpu = ROOT / "rules/gpu"
        architectures = json.loads((gpu / "architectures.json").read_text())["architectures"]

        def status(feature):
            """As the table says it: a status, and where it becomes another one."""
            if column := feature.get("column"):
                changes = {each["name"]: "works" if each[column] else "unsupported" for each in architectures}
            else:
                changes = feature.get("from", {})
            said = [changes.get(architectures[0]["name"], "unknown")]
            for name, word in changes.items():
                if word != said[-1].split()[0]:
                    said.append(f"{word} from {name} on")
            return ", ".join(said)

        table = "| feature | status |\n|---|---|\n"
        for feature in json.loads((gpu / "features.json").read_text())["features"]:
            table += f"| `{feature['name']}`: {feature['title']} | {status(feature)} |\n"
        self.assertIn(table, (ROOT / "docs/reference/features.md").read_text())

    def test_the_checks_are_those_of_the_tool(self):
        listed = subprocess.run([os.environ["MUSA_PORT"], "--list-checks"], capture_output=True, text=True, check=True).stdout
        rows = re.findall(r"^\| \[(musa-[a-z-]+)\]\(diagnostics/\1\.md\) \| (.*) \|$", (ROOT / "docs/reference/checks.md").read_text(), re.M)
        # Those that parse; the others report what the port finds.
        table = (ROOT / "tool/checks/check_table.cpp").read_text()
        parsing = re.findall(r'\{"(musa-[a-z-]+)",\s*"(?:[^"\\]|\\.)*",\s*make<', table)
        self.assertGreater(len(parsing), 20)
        self.assertEqual([name for name, _ in rows], parsing)
        for name, summary in rows:
            self.assertRegex(listed, rf"(?m)^{name}: {re.escape(summary)}$")

    def test_manuals_name_every_option(self):
        for program, page, fewest in (("MUSA_PORT", "manual.md", 15), ("MCC", "mcc.md", 12)):
            text = subprocess.run([os.environ[program], "--help"], capture_output=True, text=True, check=True).stdout
            # What follows in mcc's is Clang's.
            own = text.split("All other options are Clang's")[0]
            options = set(re.findall(r"(?<![\w-])--?[A-Za-z][\w-]+", own))
            self.assertGreater(len(options), fewest)
            manual = (ROOT / "docs/reference" / page).read_text()
            for option in sorted(options):
                with self.subTest(f"{page}: {option}"):
                    self.assertRegex(manual, rf"(?<![\w-]){re.escape(option)}(?![\w-])")

    def test_thresholds_of_the_helpers_are_those_of_the_rules(self):
        """A header that is installed cannot read rules/: it repeats the numbers, and this compares them."""
        header = (ROOT / "runtime/include/musa_port/helper_cuda.h").read_text()
        written = re.search(r"thresholds\[\]\[2\] = \{(.*)\};", header)[1]
        pairs = [(int(cuda), int(musa)) for cuda, musa in re.findall(r"\{(\d+), (\d+)\}", written)]
        rules = json.loads((ROOT / "rules/gpu/architectures.json").read_text())["thresholds"]
        self.assertEqual(pairs, [(rule["cuda"] // 10, rule["musa"] // 10) for rule in rules])


if __name__ == "__main__":
    unittest.main()
