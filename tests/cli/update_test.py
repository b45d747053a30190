# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""musa-port update: the source moved, and its port was edited."""

import json
import os
import random
import shutil
import stat
import subprocess
import unittest

from support import GOLDEN, MANIFEST, ROOT, CliTest, check_schema

LINES = [f"int line_{number};\n" for number in range(12)]


def text(changes=None):
    """A file of twelve lines, of which some are others."""
    lines = list(LINES)
    for number, line in (changes or {}).items():
        lines[number] = line
    return "".join(lines)


class UpdateTest(CliTest):
    def setUp(self):
        super().setUp()
        self.both("a.cu", text({5: "cudaFree(p);\n"}))
        self.both("same.h", "int same;\n")

    def both(self, path, content, mode=None):
        self.write(f"old/{path}", content, mode)
        self.write(f"new/{path}", content, mode)

    def remove(self, path):
        (self.work / path).unlink()

    def start(self, *options, status=0):
        """The port of the old source, which tests edit then."""
        self.port("old", "-o", "out", *options, status=status)

    def update(self, *options, status=0):
        return self.port("update", "old", "new", "out", *options, status=status)

    def manifest(self, folder):
        return (self.work / folder / MANIFEST).read_bytes()

    def assert_out_is_ported_new(self, *options):
        self.port("new", "-o", "fresh", *options)
        self.assertEqual(self.tree("out"), self.tree("fresh"))
        self.assertEqual(self.manifest("out"), self.manifest("fresh"))


class WithoutEdits(UpdateTest):
    def test_nothing_to_do(self):
        self.start()
        before = self.tree("out"), self.manifest("out")
        result = self.update()
        self.assertEqual((self.tree("out"), self.manifest("out")), before)
        self.assertIn("none to change", result.out)

    def test_out_becomes_the_port_of_new(self):
        self.both("gone/b.cu", "cudaMalloc();\n")
        self.both("data", bytes(range(256)))
        self.both("moved.cu", text({3: "cudaMemcpy(x);\n"}))
        (self.work / "old/link.cu").symlink_to("a.cu")
        (self.work / "new/link.cu").symlink_to("moved/to.cu")
        self.start()
        self.write("new/a.cu", text({5: "cudaFreeAsync(p);\n"}))
        shutil.rmtree(self.work / "new/gone")
        self.write("new/added/c.cu", "cudaFree(q);\n")
        self.write("new/data", bytes(range(255)))
        (self.work / "new/empty").mkdir()
        (self.work / "new/moved").mkdir()
        (self.work / "new/moved.cu").rename(self.work / "new/moved/to.cu")
        result = self.update()
        self.assert_out_is_ported_new()
        self.assertIn("4 updated, 1 added, 1 removed", result.out)
        self.assertTrue((self.work / "out/empty").is_dir())
        self.assertFalse((self.work / "out/gone").exists())
        self.assertIn("none to change", self.update().out)

    def test_files_that_do_not_change_are_left_untouched(self):
        self.start()
        before = (self.work / "out/same.h").stat().st_mtime_ns
        self.write("new/a.cu", text({5: "cudaFreeAsync(p);\n"}))
        self.update()
        self.assertEqual((self.work / "out/same.h").stat().st_mtime_ns, before)

    def test_golden_trees(self):
        """From one source to another with little in common."""
        for case in ("lexical", "includes", "links", "odd_names", "bytes"):
            with self.subTest(case):
                shutil.copytree(GOLDEN / case / "input", self.work / case / "new", symlinks=True)
                self.port("old", "-o", f"{case}/out")
                result = self.run_port("update", "../old", "new", "out", cwd=case)
                self.assertIn(result.status, (0, 1), result)
                self.assertNotIn("musa-merge-conflict", result.err)
                self.assertIn(self.run_port("new", "-o", "fresh", cwd=case).status, (0, 1))
                self.assertEqual(self.tree(f"{case}/out"), self.tree(f"{case}/fresh"))
                self.assertEqual(self.manifest(f"{case}/out"), self.manifest(f"{case}/fresh"))


class WithEdits(UpdateTest):
    def test_edits_are_kept(self):
        self.start()
        self.write("out/a.mu", text({5: "musaFree(p);\n", 1: "by hand\n"}))
        self.write("out/same.h", "int same;\nby hand\n")
        self.write("out/own.txt", "own\n")
        self.write("new/a.cu", text({5: "cudaFree(p);\n", 9: "cudaMalloc();\n"}))
        result = self.update()
        self.assertEqual(self.tree("out"), {
            "a.mu": text({5: "musaFree(p);\n", 1: "by hand\n", 9: "musaMalloc();\n"}).encode(),
            "same.h": b"int same;\nby hand\n", "own.txt": b"own\n"})
        self.assertIn("1 merged", result.out)
        self.assertEqual(result.err, "")
        # Of the next port, the edited files are in the way, as after any edit.
        result = self.port("new", "-o", "out", status=2)
        self.assertIn("out/a.mu: error: was changed since", result.err)
        self.assertIn("out/same.h: error: was changed since", result.err)
        # And the next update goes on from there.
        self.port("update", "new", "old", "out")
        self.assertEqual(self.read("out/a.mu"), text({5: "musaFree(p);\n", 1: "by hand\n"}))

    def test_conflict(self):
        self.start()
        self.write("out/a.mu", text({5: "musaFree(by_hand);\n", 11: "by hand\n"}))
        self.write("new/a.cu", text({5: "cudaFreeAsync(p);\n", 11: "upstream\n"}))
        result = self.update("--report", "report.json", status=1)
        self.assertEqual(self.read("out/a.mu"), text({
            5: "<<<<<<< out\nmusaFree(by_hand);\n=======\nmusaFreeAsync(p);\n>>>>>>> new\n",
            11: "<<<<<<< out\nby hand\n=======\nupstream\n>>>>>>> new\n"}))
        self.assertIn("out/a.mu:6:1: error: edited by hand and changed by 'new', here and in 1 more place "
                      "[musa-merge-conflict]\n", result.err)
        self.assertIn("1 with a conflict", result.out)
        report = json.loads(self.read("report.json"))
        self.assertEqual(check_schema(report, json.loads((ROOT / "docs/reference/report.schema.json").read_text())), [])
        self.assertEqual(report["update"], {"updated": 0, "merged": 0, "added": 0, "removed": 0, "conflicted": 1})
        # Once more: it is up to date, the conflict is a person's.
        before = self.tree("out")
        self.update()
        self.assertEqual(self.tree("out"), before)

    def test_line_endings_and_missing_final_newlines(self):
        self.both("crlf.cu", "a;\r\nb;\r\nc;\r\nd;\r\ncudaFree(p);")
        self.start()
        self.write("out/crlf.mu", "A;\r\nb;\r\nc;\r\nd;\r\nmusaFree(p);")
        self.write("new/crlf.cu", "a;\r\nb;\r\nC;\r\nd;\r\ncudaFree(p);")
        self.update()
        self.assertEqual((self.work / "out/crlf.mu").read_bytes(), b"A;\r\nb;\r\nC;\r\nd;\r\nmusaFree(p);")

    def test_edit_that_upstream_made_too(self):
        self.start()
        self.write("out/a.mu", text({5: "musaFreeAsync(p);\n"}))
        self.write("new/a.cu", text({5: "cudaFreeAsync(p);\n"}))
        self.assertIn("none to change", self.update().out)
        self.assert_out_is_ported_new()

    def test_edited_and_gone(self):
        self.both("b.cu", "cudaFree(p);\n")
        self.start()
        self.write("out/b.mu", "by hand\n")
        self.remove("new/b.cu")
        result = self.update(status=1)
        self.assertIn("out/b.mu: error: edited by hand, and 'new' no longer has it: kept [musa-merge-conflict]",
                      result.err)
        self.assertEqual(self.read("out/b.mu"), "by hand\n")
        # It is nobody's but the user's now.
        self.update()
        self.assertNotIn("b.mu", json.loads(self.manifest("out"))["files"])

    def test_removed_by_hand(self):
        self.both("changed.cu", "cudaFree(p);\n")
        self.both("kept/b.cu", "cudaFree(p);\n")
        self.both("gone.cu", "cudaFree(q);\n")
        self.start()
        self.remove("out/changed.mu")
        self.remove("out/gone.mu")
        shutil.rmtree(self.work / "out/kept")
        self.remove("new/gone.cu")
        self.write("new/changed.cu", "cudaFreeAsync(p);\n")
        result = self.update(status=1)
        self.assertIn("out/changed.mu: error: removed by hand and changed by 'new': written again", result.err)
        self.assertEqual(set(self.tree("out")), {"a.mu", "same.h", "changed.mu"})
        self.assertFalse((self.work / "out/kept").exists())

    def test_both_sides_added(self):
        self.start()
        self.write("out/same.txt", "text\n")
        self.write("out/other.mu", "int mine;\n")
        self.write("out/binary", b"\0mine")
        self.write("new/same.txt", "text\n")
        self.write("new/other.cu", "int theirs;\n")
        self.write("new/binary", b"\0theirs")
        result = self.update(status=1)
        self.assertEqual(self.read("out/other.mu"), "<<<<<<< out\nint mine;\n=======\nint theirs;\n>>>>>>> new\n")
        self.assertEqual((self.work / "out/binary").read_bytes(), b"\0mine")
        self.assertIn("out/other.mu:1:1: error: added by hand and changed by 'new' [musa-merge-conflict]", result.err)
        self.assertIn("2 with a conflict", result.out)

    def test_binary_files(self):
        for name in ("edited", "changed", "both"):
            self.both(name, b"\0 old\n")
        self.start()
        self.write("out/edited", b"\0 edited\n")
        self.write("new/changed", b"\0 changed\n")
        self.write("out/both", b"\0 edited\n")
        self.write("new/both", b"\0 changed\n")
        result = self.update(status=1)
        self.assertEqual({name: content for name, content in self.tree("out").items() if b"\0" in content},
                         {"edited": b"\0 edited\n", "changed": b"\0 changed\n", "both": b"\0 edited\n"})
        self.assertIn("out/both: error: edited by hand and changed by 'new'; it is not text and cannot be merged, so the edited file is kept",
                      result.err)

    def test_renamed_and_edited(self):
        self.both("b.cu", text({5: "cudaFree(p);\n"}) + "int b;\n")
        self.both("empty1.h", "")
        self.both("empty2.h", "")
        self.start()
        self.write("out/b.mu", text({5: "musaFree(by_hand);\n"}) + "int b;\n")
        self.write("out/empty1.h", "by hand\n")
        (self.work / "new/deep").mkdir()
        (self.work / "new/b.cu").rename(self.work / "new/deep/c.cu")
        for number in (1, 2):  # of two alike, it is not clear which is which
            (self.work / f"new/empty{number}.h").rename(self.work / f"new/deep/empty{number}.h")
        self.update(status=1)
        self.assertEqual(self.read("out/deep/c.mu"), text({5: "musaFree(by_hand);\n"}) + "int b;\n")
        self.assertEqual(set(self.tree("out")), {"a.mu", "same.h", "deep/c.mu", "deep/empty1.h", "deep/empty2.h", "empty1.h"})
        self.port("update", "new", "new", "out")

    def test_modes(self):
        for name in ("ours.sh", "theirs.sh", "both.sh", "text.sh"):
            self.both(name, "one\ntwo\nthree\n", mode=0o644)
        self.start()
        (self.work / "out/ours.sh").chmod(0o755)
        self.write("new/ours.sh", "one\ntwo\nTHREE\n")
        (self.work / "new/theirs.sh").chmod(0o755)
        (self.work / "out/both.sh").chmod(0o640)
        (self.work / "new/both.sh").chmod(0o744)
        self.write("out/text.sh", "ONE\ntwo\nthree\n")
        (self.work / "new/text.sh").chmod(0o755)
        self.update()
        modes = {name: stat.S_IMODE((self.work / "out" / name).stat().st_mode)
                 for name in ("ours.sh", "theirs.sh", "both.sh", "text.sh")}
        self.assertEqual(modes, {"ours.sh": 0o755, "theirs.sh": 0o755, "both.sh": 0o740, "text.sh": 0o755})
        self.assertEqual(self.read("out/text.sh"), "ONE\ntwo\nthree\n")

    def test_links(self):
        for name in ("ours", "theirs", "both"):
            (self.work / "old" / name).symlink_to("a.cu")
            (self.work / "new" / name).symlink_to("a.cu" if name == "ours" else "same.h")
        self.start()
        for name in ("ours", "both"):
            self.remove(f"out/{name}")
            self.write(f"out/{name}", "by hand\n")
        self.update(status=1)
        self.assertEqual(self.read("out/ours"), "by hand\n")
        self.assertEqual(os.readlink(self.work / "out/theirs"), "same.h")
        self.assertEqual(self.read("out/both"), "by hand\n")

    def test_agrees_with_git(self):
        """git merge of the three ports, in a repository."""
        if not shutil.which("git"):
            self.skipTest("there is no git")
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}

        def git(*arguments, check=True):
            return subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *arguments], check=check,
                                  cwd=self.work / "git", env=environment, capture_output=True)

        def commit(folder):
            for name, content in self.tree(folder).items():
                self.write(f"git/{name}", content)
            git("add", "-A")
            git("commit", "-q", "--allow-empty", "-m", folder)

        generator = random.Random(1)
        for number in range(60):
            lines = [f"int f{number}_{line}; cudaFree(p);\n" for line in range(generator.randrange(1, 30))]
            self.write(f"old/f{number}.cu", "".join(lines))
            self.write(f"new/f{number}.cu", "".join(self.change(generator, lines, "upstream")))
        self.start()
        (self.work / "git").mkdir()
        git("init", "-q", "-b", "old")
        commit("out")
        git("checkout", "-q", "-b", "theirs")
        self.port("new", "-o", "fresh")
        commit("fresh")
        git("checkout", "-q", "-b", "edited", "old")
        for number in range(60):
            lines = self.read(f"out/f{number}.mu").splitlines(keepends=True)
            self.write(f"out/f{number}.mu", "".join(self.change(generator, lines, "by hand")))
        commit("out")
        git("merge", "-q", "theirs", check=False)
        self.update(status=1)
        expected = {name: content.replace(b"<<<<<<< HEAD", b"<<<<<<< out").replace(b">>>>>>> theirs", b">>>>>>> new")
                    for name, content in self.tree("git").items() if not name.startswith(".git/")}
        self.assertEqual(self.tree("out"), expected)

    def change(self, generator, lines, who):
        return [line if generator.randrange(8) else f"// {who}: {line}" for line in lines]


class Findings(UpdateTest):
    def test_only_new_ones(self):
        self.both("b.cu", "cudaLaunchDevice(f);\n")
        self.start(status=1)
        self.write("out/b.mu", "// solved by hand\n")
        self.write("new/a.cu", text({5: "cudaLaunchCooperativeKernel(e);\n"}))
        result = self.update()
        self.assertNotIn("b.cu", result.err)
        self.assertIn("new/a.cu:6:1: warning: ", result.err)
        self.write("newer/a.cu", text({5: "cudaLaunchDevice(f);\n"}))
        self.write("newer/b.cu", "int x;\n\ncudaLaunchDevice(f);\n")
        self.remove("out/b.mu")
        self.port("new", "-o", "out", status=1)
        result = self.port("update", "new", "newer", "out", status=1)
        self.assertEqual(result.err.count("[musa-unsupported-api]"), 1)
        self.assertIn("newer/a.cu:6:1: error: ", result.err)


class Options(UpdateTest):
    def edit(self):
        self.write("out/a.mu", text({5: "musaFree(p);\n", 1: "by hand\n"}))
        self.write("new/a.cu", text({5: "cudaFree(p);\n", 9: "cudaMalloc();\n"}))

    def test_check_writes_nothing(self):
        self.start()
        self.update("--check")
        self.edit()
        before = self.tree()
        result = self.update("--check", status=1)
        self.assertEqual(self.tree(), before)
        self.assertIn("1 merged", result.out)

    def test_rules_and_settings(self):
        """Each tree's own .musa-port.json, and the command line over it."""
        self.write("old/.musa-port.json", '{"arch": "mp_22"}')
        self.write("new/.musa-port.json", '{"arch": "mp_22", "exclude": ["same.h"]}')
        self.write("rules.json", '{"line_3": "ruled"}')
        self.start("-r", "rules.json", "--rename-dirs")
        self.edit()
        self.update("-r", "rules.json", "--rename-dirs")
        self.assertEqual(self.read("out/a.mu"), text({5: "musaFree(p);\n", 1: "by hand\n", 9: "musaMalloc();\n",
                                                      3: "int line_3;\n"}))
        self.assertNotIn("same.h", self.tree("out"))

    def test_sources_of_the_project_file(self):
        """A tree's .musa-port.json says which of its folders are ported; new findings are told in all ways to name them."""
        for folder in ("old", "new"):
            self.write(f"{folder}/.musa-port.json", '{"sources": ["src", "include"], "output": "../out"}')
            self.write(f"{folder}/src/b.cu", '#include "c.cuh"\n' + text() + "cudaLaunchDevice(f);\n")
            self.write(f"{folder}/include/c.cuh", "#pragma once\n")
        self.port(cwd="old", status=1)
        self.assertEqual(set(self.tree("out")), {"src/b.mu", "include/c.muh"})
        self.write("out/src/b.mu", "// by hand\n" + self.read("out/src/b.mu"))
        self.write("new/src/b.cu", '#include "c.cuh"\n' + text({11: "cudaFree(p);\n"}) + "cudaLaunchDevice(f);\n")
        shutil.copytree(self.work / "out", self.work / "saved")
        for old, new, cwd in (("old", "new", "."), ("../old/", ".", "new"), (self.work / "old", "../new", "old")):
            with self.subTest(f"{old} {new}"):
                out = os.path.relpath(self.work / "out", self.work / cwd)
                using = [f"musa-port: using '{self.work}/{folder}/.musa-port.json'\n" for folder in ("old", "new")]
                self.assertEqual(self.port("update", old, new, out, cwd=cwd).err, "".join(using))
                self.assertIn("musaFree(p);", self.read("out/src/b.mu"))
                self.assertEqual(set(self.tree("out")), {"src/b.mu", "include/c.muh"})
                shutil.rmtree(self.work / "out")
                shutil.copytree(self.work / "saved", self.work / "out")

    def test_other_options_than_those_of_the_port(self):
        self.start()
        self.edit()
        self.write("rules.json", '{"same": "ruled"}')
        self.assert_refuses("update", "old", "new", "out", "-r", "rules.json",
                            says=["'out' is not the port of 'old' with these settings", "'same.h'", "--force"])
        self.assert_refuses("update", "old", "new", "out", "--exclude", "*.h", says="'same.h'")
        self.update("-r", "rules.json", "--force")
        self.assertIn("by hand", self.read("out/a.mu"))
        self.assertEqual(self.read("out/same.h"), "int same;\n")

    def test_another_tree_than_that_of_the_port(self):
        self.start()
        self.edit()
        self.write("other/a.cu", "int a;\n")
        self.write("other/same.h", "int same;\n")
        self.assert_refuses("update", "other", "new", "out", says="'a.mu' differently")
        self.write("other/same.h", "int other;\n")
        self.write("new/same.h", "int new;\n")
        self.assert_refuses("update", "other", "new", "out", says="'a.mu' and 1 more file differently")

    def test_python_and_launch(self):
        self.both("train.py", "import torch\nx = 1\n")
        self.start("--python=off")
        self.write("new/train.py", "import torch\nx = 2\n")
        self.update("--python=off", "-l", "old/train.py", "-l", "new/train.py")
        self.assertEqual(self.read("out/train.py"), "import torch\nx = 2\n")


class Refusals(UpdateTest):
    def test_no_port(self):
        self.assert_refuses("update", "old", "new", "out", says="'out' is not a port")
        self.write("out/a.mu", "x")
        self.assert_refuses("update", "old", "new", "out", says=["'out' is not a port", MANIFEST])
        self.write(f"out/{MANIFEST}", "{}")
        self.assert_refuses("update", "old", "new", "out", says=["'out' is not a port", "[musa-manifest]"])

    def test_arguments(self):
        self.start()
        self.assert_refuses("update", "old", "out", says="OLD_SRC NEW_SRC OUT")
        self.assert_refuses("update", "old", "none", "out", says="no such folder: 'none'")
        self.assert_refuses("update", "old", "out", "out", says="the output is the source itself")
        for option in (["-o", "x"], ["--in-place"], ["--diff"], ["--list"], ["--depfile", "x.d"]):
            self.assert_refuses("update", "old", "new", "out", *option, says="update")

    def test_what_is_in_the_way(self):
        self.start()
        self.write("out/deep", "own\n")
        self.write("new/deep/x.cu", "int x;\n")
        self.assert_refuses("update", "old", "new", "out", says=["out/deep: error: is not a folder", "[musa-output-exists]"])

    def test_no_temporary_folder_is_left(self):
        self.start()
        (self.work / "tmp").mkdir()
        environment = {**os.environ, "TMPDIR": str(self.work / "tmp")}
        self.port("update", "old", "new", "out", env=environment)
        self.port("update", "old", "none", "out", env=environment, status=2)
        self.assertEqual(list((self.work / "tmp").iterdir()), [])


if __name__ == "__main__":
    unittest.main()
