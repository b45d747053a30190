# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What rules/pytorch.json writes is in the backend's headers, or in the table of docs/reference/extensions.md with a reason.

A name is there if a header has it outside of comments: many are macros, and many stand in classes and namespaces.
"""

import importlib.util
import json
import re
import runpy
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/reference/extensions.md"
# The package itself is not imported: its libraries need not be built.
PACKAGE = Path(importlib.util.find_spec("torch_musa").submodule_search_locations[0])
OWN = [PACKAGE / "csrc", PACKAGE / "share/generated_cuda_compatible/include"]
# Where libtorch's own headers are.
SYSTEM = Path("/usr/include")
HEADERS = {".h", ".hpp", ".inc", ".cuh", ".muh"}


def written(kind):
    """The names or headers that the rules write. One with a * is a family, and no name."""
    rules = json.loads((ROOT / "rules/pytorch.json").read_text())[kind]
    entries = [entry for status, names in rules.items() if status != "keep" for entry in names.values()]
    texts = [entry.get("to") if isinstance(entry, dict) else entry for entry in entries]
    return {text.strip('<>"') for text in texts if text and "*" not in text}


def folders():
    """What an extension's compiler finds headers in."""
    info = runpy.run_path(str(PACKAGE / "_build_info.py"))
    return [PACKAGE / folder for folder in (*info["include_dirs"], *info["torch_include_dirs"])]


def words(folder):
    found = set()
    for path in folder.resolve().rglob("*"):  # in the build folder csrc is a link
        if path.suffix in HEADERS and path.is_file():
            text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", path.read_text(errors="replace"), flags=re.DOTALL)
            found.update(re.findall(r"[A-Za-z_]\w*", text))
    return found


def table():
    """The page's rows: {name: reason}."""
    section = PAGE.read_text().split("## What the backend lacks", 1)[1].split("\n## ", 1)[0]
    return {name: reason for names, reason in re.findall(r"^\| (`.+`) \| (.+) \|$", section, re.MULTILINE)
            for name in re.findall(r"`([^`]+)`", names)}


class Rules(unittest.TestCase):
    maxDiff = None

    def test_what_is_written_is_there_or_listed(self):
        places = folders()
        lacking = {name for name in written("headers") if not any((folder / name).is_file() for folder in (*places, SYSTEM))}
        there = set().union(*(words(folder) for folder in (*OWN, *(SYSTEM / name for name in ("ATen", "c10", "torch")))))
        self.assertIn("MUSAStream", there)
        lacking |= written("identifiers") - there
        self.assertEqual(sorted(lacking), sorted(table()), "the table of extensions.md is not what the headers lack")


if __name__ == "__main__":
    unittest.main()
