# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Under which keys lint.py keeps clean results of clang-tidy, on a small tree."""

import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import lint

SOURCES = ("tool/a.cpp", "runtime/b.cpp", "runtime/host/c.cpp", "tests/unit/host/d.cpp")


class TidyKey(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.enterContext(mock.patch.object(lint, "ROOT", self.root))
        for path in (*SOURCES, ".clang-tidy", "runtime/.clang-tidy", "tests/unit/host/.clang-tidy", "tool/a.h"):
            self.write(path)

    def write(self, path, text=""):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text or path)
        return file

    def keys(self, version=b"19"):
        headers = {"tool/a.cpp": [self.root / "tool/a.h"]}
        return {path: lint.tidy_key({"file": str(self.root / path), "command": f"c++ {self.root / path}"},
                                    headers.get(path, []), version) for path in SOURCES}

    def changed_by(self, *edit):
        before = self.keys()
        self.write(*edit)
        after = self.keys()
        return [path for path in SOURCES if before[path] != after[path]]

    def test_a_configuration_is_for_what_is_below_it(self):
        self.assertEqual(self.changed_by(".clang-tidy", "new"), list(SOURCES))
        self.assertEqual(self.changed_by("runtime/.clang-tidy", "new"), ["runtime/b.cpp", "runtime/host/c.cpp"])
        self.assertEqual(self.changed_by("tests/unit/host/.clang-tidy", "new"), ["tests/unit/host/d.cpp"])

    def test_one_that_comes_and_goes(self):
        before = self.keys()
        self.assertEqual(self.changed_by("runtime/host/.clang-tidy", "new"), ["runtime/host/c.cpp"])
        (self.root / "runtime/host/.clang-tidy").unlink()
        self.assertEqual(self.keys(), before)

    def test_what_else_a_result_depends_on(self):
        self.assertEqual(self.changed_by("tool/a.cpp", "new"), ["tool/a.cpp"])
        self.assertEqual(self.changed_by("tool/a.h", "new"), ["tool/a.cpp"])
        self.assertFalse(set(self.keys().values()) & set(self.keys(b"20").values()))

    def test_the_project_may_lie_elsewhere(self):
        before = self.keys()
        moved = tempfile.TemporaryDirectory()
        self.addCleanup(moved.cleanup)
        new = Path(moved.name).resolve() / "project"
        self.root.rename(new)
        self.root.mkdir()  # the cleanup's
        self.root = new
        with mock.patch.object(lint, "ROOT", new):
            self.assertEqual(self.keys(), before)


class ChangedOnly(unittest.TestCase):
    def test_without_main_any_file_may_have_changed(self):
        with mock.patch.object(lint, "changed_files", side_effect=lint.NoBase("no main")):
            self.assertIsNone(lint.changed_since_main())
        with mock.patch.object(lint, "changed_files", return_value=["/a/b.cpp"]):
            self.assertEqual(lint.changed_since_main(), {Path("/a/b.cpp")})


class NewestFirst(unittest.TestCase):
    def test_what_changed_last_is_checked_first(self):
        root = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.enterContext(mock.patch.object(lint, "ROOT", root))
        git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run([*git, "init", "-q"], cwd=root, check=True)
        for path in ("tool/a.h", "runtime/b.cpp", "runtime/host/c.cpp"):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(path)
            subprocess.run([*git, "add", path], cwd=root, check=True)
            subprocess.run([*git, "commit", "-qm", path], cwd=root, check=True)
        names = ("tool/a.h", "runtime/host/c.cpp", "new.cpp", "runtime/b.cpp")
        self.assertEqual([str(path.relative_to(root)) for path in lint.newest_first(root / name for name in names)],
                         ["new.cpp", "runtime/host/c.cpp", "runtime/b.cpp", "tool/a.h"])


if __name__ == "__main__":
    unittest.main()
