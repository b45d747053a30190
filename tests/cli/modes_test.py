# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ways to run: a tree, one file, standard input, in place, as a diff, as a check."""

import os
import shutil
import stat
import subprocess
import unittest

from support import MANIFEST, CliTest

CUDA = "#include <cuda_runtime.h>\ncudaFree(p);\n"
MUSA = "#include <musa_runtime.h>\nmusaFree(p);\n"


class OneFile(CliTest):
    def test_standard_input_to_standard_output(self):
        result = self.port("-", stdin=CUDA.encode())
        self.assertEqual((result.out, result.err), (MUSA, ""))
        self.assertEqual(self.tree(), {})

    def test_assumed_name(self):
        guard = b"#ifndef X_CUH\n#define X_CUH\n#endif\n"
        self.assertEqual(self.port("-", "--assume-filename", "x.cuh", stdin=guard).out.encode(),
                         guard.replace(b"CUH", b"MUH"))
        self.assertEqual(self.port("-", "--assume-filename", "x.h", stdin=guard).out.encode(), guard)
        result = self.port("-", "--assume-filename", "deep/name.cu", stdin=b"cudaLaunchCooperativeKernel(e);\n")
        self.assertIn("deep/name.cu:1:1: warning: ", result.err)

    def test_standard_input_that_is_odd(self):
        self.assertEqual(self.port("-", stdin=b"").out, "")
        latin = b"cudaFree(p); // \xe4\r\n\r"
        result = self.port("-", stdin=latin)
        self.assertEqual(result.out.encode("utf-8", "surrogateescape"), latin.replace(b"cuda", b"musa"))
        zero = b"cudaFree(p);\0cudaFree(p);"
        self.assertEqual(self.port("-", stdin=zero).out.encode(), zero, "no text: as in a tree")

    def test_diagnostics_and_status(self):
        result = self.port("-", stdin=b"cudaLaunchDevice(f);\n", status=1)
        self.assertEqual(result.out, "cudaLaunchDevice(f);\n")
        self.assertIn("stdin.cu:1:1: error: ", result.err)

    def test_file_to_standard_output(self):
        self.write("a.cu", CUDA)
        result = self.port("a.cu")
        self.assertEqual((result.out, result.err), (MUSA, ""))
        self.assertEqual(set(self.tree()), {"a.cu"})

    def test_file_to_file(self):
        self.write("a.cu", CUDA, mode=0o755)
        self.port("a.cu", "-o", "b.mu")
        self.assertEqual(self.read("b.mu"), MUSA)
        self.assertEqual(stat.S_IMODE((self.work / "b.mu").stat().st_mode), 0o755)
        self.write("c.mu", "mine\n")
        self.assert_refuses("a.cu", "-o", "c.mu", says=["'c.mu' exists", "--force"])
        self.port("a.cu", "-o", "c.mu", "--force")
        self.assertEqual(self.read("c.mu"), MUSA)

    def test_file_to_folder(self):
        self.write("a.cu", CUDA)
        (self.work / "out").mkdir()
        self.write("src/b.cu", CUDA)
        self.port("src/b.cu", "-o", "out")
        self.assertEqual(self.tree("out"), {"b.mu": MUSA.encode()})
        self.port("src/b.cu", "-o", "new/")
        self.assertEqual(self.tree("new"), {"b.mu": MUSA.encode()})

    def test_file_over_itself(self):
        self.write("a.h", CUDA)
        self.assert_refuses("a.h", "-o", "a.h", says="a.h")

    def test_file_that_says_what_it_includes(self):
        """Its folder's other files are not ported, so what it includes of them keeps its name."""
        self.write("a.cu", '#include "b.cuh"\n')
        self.write("b.cuh", "#pragma once\n")
        result = self.port("a.cu")
        self.assertEqual(result.out, '#include "b.cuh"\n')

    def test_file_in_place(self):
        self.write("src/a.cu", CUDA)
        self.write("src/b.cu", CUDA)
        self.port("src/a.cu", "--in-place")
        self.assertEqual(self.tree("src"), {"a.mu": MUSA.encode(), "b.cu": CUDA.encode()})

    def test_several_files(self):
        self.write("src/a.cu", '#include "b.cuh"\n')
        self.write("src/b.cuh", "#pragma once\n")
        self.write("src/c.cuh", "#pragma once\n")
        self.port("src/a.cu", "src/b.cuh", "-o", "out")
        self.assertEqual(self.tree("out"), {"a.mu": b'#include "b.muh"\n', "b.muh": b"#pragma once\n"})

    def test_source_inside_of_another(self):
        self.write("src/deep/a.cu", CUDA)
        self.port("src", "src/deep", "-o", "out")
        self.assertEqual(self.tree("out"), {"deep/a.mu": MUSA.encode()})


class Tree(CliTest):
    def test_modes_are_kept(self):
        for name, mode in {"a.cu": 0o444, "b.h": 0o400, "run.sh": 0o755, "data": 0o640, "c.cu": 0o600}.items():
            self.write(f"src/{name}", CUDA, mode=mode)
        self.port("src", "-o", "out")
        modes = {path.name: stat.S_IMODE(path.stat().st_mode)
                 for path in (self.work / "out").iterdir() if path.name != MANIFEST}
        self.assertEqual(modes, {"a.mu": 0o444, "b.h": 0o400, "run.sh": 0o755, "data": 0o640, "c.mu": 0o600})
        self.port("src", "-o", "out")
        (self.work / "src/a.cu").chmod(0o644)
        self.write("src/a.cu", CUDA + CUDA)
        (self.work / "src/a.cu").chmod(0o444)
        self.port("src", "-o", "out")
        self.assertEqual(self.read("out/a.mu"), MUSA + MUSA)

    def test_modes_are_kept_in_place(self):
        self.write("src/a.cu", CUDA, mode=0o444)
        self.write("src/b.h", CUDA, mode=0o750)
        self.port("src", "--in-place")
        self.assertEqual(stat.S_IMODE((self.work / "src/a.mu").stat().st_mode), 0o444)
        self.assertEqual(stat.S_IMODE((self.work / "src/b.h").stat().st_mode), 0o750)
        self.assertEqual(self.read("src/a.mu"), MUSA)

    def test_umask_does_not_matter(self):
        self.write("src/a.cu", CUDA, mode=0o664)
        self.port("src", "-o", "out", preexec_fn=lambda: os.umask(0o077))
        self.assertEqual(stat.S_IMODE((self.work / "out/a.mu").stat().st_mode), 0o664)

    def test_links_are_kept_and_never_followed_out(self):
        self.write("outside/secret.cu", CUDA)
        self.write("src/a.cu", CUDA)
        (self.work / "src/in.cu").symlink_to("a.cu")
        (self.work / "src/out.cu").symlink_to("../outside/secret.cu")
        (self.work / "src/folder").symlink_to("../outside")
        (self.work / "src/up").symlink_to("..")
        (self.work / "src/self").symlink_to(".")
        result = self.port("src", "-o", "port")
        self.assertEqual(self.tree("port"), {"a.mu": MUSA.encode(), "in.mu": "-> a.mu", "self": "-> ."})
        for name in ("out.cu", "folder", "up"):
            self.assertIn(f"{name}: a link that leads out of the tree", result.out)
        self.port("src", "--in-place")
        self.assertEqual(self.read("outside/secret.cu"), CUDA)
        self.assertEqual(os.readlink(self.work / "src/in.mu"), "a.mu")
        self.assertEqual(os.readlink(self.work / "src/out.cu"), "../outside/secret.cu")

    def test_root_may_be_a_link(self):
        self.write("real/a.cu", CUDA)
        (self.work / "link").symlink_to("real")
        self.port("link", "-o", "out")
        self.assertEqual(self.tree("out"), {"a.mu": MUSA.encode()})

    def test_empty_tree_and_empty_folders(self):
        (self.work / "src/empty/deeper").mkdir(parents=True)
        self.port("src", "-o", "out")
        self.assertTrue((self.work / "out/empty/deeper").is_dir())
        (self.work / "none").mkdir()
        self.port("none", "-o", "out2")
        self.assertEqual(self.tree("out2"), {})

    def test_file_name_that_is_no_utf8(self):
        name = os.fsdecode(b"gr\xf6\xdfe.cu")
        self.write(f"src/{name}", CUDA)
        self.write("src/use.cu", b'#include "gr\xf6\xdfe.cu"\n')
        self.port("src", "-o", "out", "--report", "report.json")
        self.assertEqual(self.tree("out"), {os.fsdecode(b"gr\xf6\xdfe.mu"): MUSA.encode(),
                                            "use.mu": b'#include "gr\xf6\xdfe.mu"\n'})
        self.port("src", "-o", "out")  # the manifest knows its own files

    def test_long_paths(self):
        deep = "/".join(["folder" * 8] * 20)
        self.write(f"src/{deep}/a.cu", CUDA)
        self.port("src", "-o", "out")
        self.assertEqual(self.read(f"out/{deep}/a.mu"), MUSA)
        longest = "n" * 252 + ".cu"
        self.write(f"names/{longest}", CUDA)
        self.port("names", "-o", "out2")
        self.assertEqual(set(self.tree("out2")), {"n" * 252 + ".mu"})


class CheckAndDiff(CliTest):
    def setUp(self):
        super().setUp()
        self.write("src/ops/a.cu", '#include "a.cuh"\n\n\n\n\n\n\n\n\n\n// end\ncudaFree(p);')
        self.write("src/ops/a.cuh", "#pragma once\r\ncudaError_t f();\r\n")
        self.write("src/b.cpp", b"// \xe4\ncudaFree(p);\n")
        self.write("src/same.cpp", "int main() {}\n")
        self.write("src/data", bytes(range(256)))

    def test_check_writes_nothing(self):
        before = self.tree()
        self.port("src", "--check", status=1)
        self.assertEqual(self.tree(), before)
        self.port("src", "-o", "out")
        self.port("out", "--check", status=0)

    def test_check_of_errors(self):
        self.write("one/a.cpp", "cudaLaunchDevice(f);\n")
        self.port("one", "--check", status=3) # nothing is left to port, and an error stands
        self.write("one/b.cpp", "cudaFree(p);\n")
        self.port("one", "--check", status=1)
        self.port("one", "-o", "two", status=1)
        self.port("two", "--dry-run", status=3)

    def test_check_of_a_name_only(self):
        self.write("one/a.cu", "int x;\n")
        self.port("one", "--check", status=1)

    def test_check_of_one_file(self):
        self.port("src/b.cpp", "--check", status=1)
        self.port("src/same.cpp", "--check")

    def test_diff_writes_nothing(self):
        before = self.tree()
        result = self.port("src", "--diff")
        self.assertEqual(self.tree(), before)
        self.assertIn("+musaFree(p);", result.out)
        self.assertIn("rename to src/ops/a.mu", result.out)
        self.assertNotIn("same.cpp", result.out)

    def test_diff_of_a_ported_tree_is_empty(self):
        self.port("src", "-o", "out")
        self.assertEqual(self.port("out", "--diff").out, "")

    def test_diff_of_one_file(self):
        result = self.port("src/b.cpp", "--diff")
        self.assertIn("-cudaFree(p);\n+musaFree(p);\n", result.out)

    def test_git_applies_the_diff(self):
        if not shutil.which("git"):
            self.skipTest("there is no git")
        self.port("src", "-o", "out")
        diff = self.port("src", "--diff").out.encode("utf-8", "surrogateescape")
        subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], cwd=self.work, input=diff, check=True,
                       env={**os.environ, "GIT_CEILING_DIRECTORIES": str(self.work.parent), "GIT_CONFIG_GLOBAL": "/dev/null"})
        self.assertEqual(self.tree("src"), self.tree("out"))


class InPlace(CliTest):
    def setUp(self):
        super().setUp()
        self.write("src/ops/a.cu", '#include "a.cuh"\n')
        self.write("src/ops/a.cuh", "#pragma once\n")
        self.write("src/same.cpp", "int main() {}\n")
        self.ported = {"ops/a.mu": b'#include "a.muh"\n', "ops/a.muh": b"#pragma once\n", "same.cpp": b"int main() {}\n"}

    def git(self, *arguments):
        if not shutil.which("git"):
            self.skipTest("there is no git")
        subprocess.run(["git", "-c", "user.name=test", "-c", "user.email=test@example.org", *arguments],
                       cwd=self.work / "src", check=True, capture_output=True,
                       env={**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"})

    def commit(self):
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "all")

    def source(self):
        return {name: content for name, content in self.tree("src").items() if not name.startswith(".git/")}

    def test_without_git(self):
        same = (self.work / "src/same.cpp").stat().st_mtime_ns
        self.port("src", "--in-place")
        self.assertEqual(self.tree("src"), self.ported)
        self.assertEqual((self.work / "src/same.cpp").stat().st_mtime_ns, same)
        self.assertFalse((self.work / "src" / MANIFEST).exists())
        self.port("src", "--in-place")
        self.assertEqual(self.tree("src"), self.ported)

    def test_clean_work_tree(self):
        self.commit()
        self.port("src", "--in-place")
        self.assertEqual(self.source(), self.ported)

    def test_changed_file(self):
        self.commit()
        self.write("src/same.cpp", "int main() { return 1; }\n")
        self.assert_refuses("src", "--in-place", says=["not committed", "--force"])
        self.port("src", "--in-place", "--force")
        self.assertIn("ops/a.mu", self.source())

    def test_new_file(self):
        self.commit()
        self.write("src/new.cpp", "int x;\n")
        self.assert_refuses("src", "--in-place", says="not committed")

    def test_ignored_file_does_not_count(self):
        self.write("src/.gitignore", "*.o\n")
        self.commit()
        self.write("src/a.o", "object\n")
        self.port("src", "--in-place")

    def test_changes_elsewhere_do_not_count(self):
        self.commit()
        self.write("src/same.cpp", "int main() { return 1; }\n")
        self.port("src/ops", "--in-place")
        self.assertIn("ops/a.mu", self.source())

    def test_git_that_cannot_be_run(self):
        self.commit()
        (self.work / "nothing").mkdir()
        self.assert_refuses("src", "--in-place", says=["git", "--force"],
                            env={**os.environ, "PATH": str(self.work / "nothing")})

    def test_in_the_working_folder(self):
        self.write("k.cu", "cudaFree(p);\n")
        self.port("--in-place", "--force", ".")
        self.assertEqual((self.work / "k.mu").read_text(), "musaFree(p);\n")
        self.write("m.cu", "cudaFree(p);\n")
        self.port("--in-place", "--force", "m.cu")
        self.assertEqual((self.work / "m.mu").read_text(), "musaFree(p);\n")

    def test_rename_dirs_takes_the_old_folder_away(self):
        self.write("src/cuda/k.cu", CUDA)
        self.port("src", "--in-place", "--rename-dirs")
        self.assertEqual(self.read("src/musa/k.mu"), MUSA)
        self.assertFalse((self.work / "src/cuda").exists())

    def test_rename_dirs_leaves_what_is_left_out(self):
        self.write("src/cuda/k.cu", CUDA)
        self.write("src/cuda/keep.txt", "mine\n")
        self.port("src", "--in-place", "--rename-dirs", "--exclude", "*.txt")
        self.assertEqual(self.read("src/cuda/keep.txt"), "mine\n")

    def test_two_inputs_for_one_output(self):
        self.write("src/b.cu", CUDA)
        self.write("src/b.mu", "mine\n")
        self.port("src", "--in-place", status=1)
        self.assertEqual((self.read("src/b.cu"), self.read("src/b.mu")), (CUDA, "mine\n"))


class ForBuildSystems(CliTest):
    def setUp(self):
        super().setUp()
        self.write("src/a.cu", CUDA)
        self.write("src/cuda/b.cuh", "int b;\n")
        self.write("src/notes.txt", "text\n")
        (self.work / "src/link.cu").symlink_to("a.cu")
        (self.work / "src/empty").mkdir()
        (self.work / "src/elsewhere").symlink_to("/")

    def list(self, *arguments, **options):
        lines = self.port("src", "--list", *arguments, **options).out.splitlines()
        return [tuple(line.split("\t")) for line in lines]

    def test_list_is_what_a_port_writes(self):
        before = self.tree()
        listed = self.list()
        self.assertEqual(self.tree(), before)
        self.assertEqual(listed, [("a.cu", "a.mu"), ("cuda/b.cuh", "cuda/b.muh"), ("link.cu", "link.mu"),
                                  ("notes.txt", "notes.txt"), ("empty/", "empty/")])
        self.port("src", "-o", "out")
        self.assertEqual({output for _, output in listed} - {"empty/"}, set(self.tree("out")))

    def test_list_by_options(self):
        self.assertEqual(self.list("--exclude", "*.cu", "--exclude", "empty/", "--rename-dirs"),
                         [("cuda/b.cuh", "musa/b.muh"), ("notes.txt", "notes.txt")])

    def test_list_of_two_inputs_for_one_output(self):
        self.write("src/a.mu", "mine\n")
        listed = self.list(status=1)
        self.assertIn(("a.mu", "a.mu"), listed)
        self.assertNotIn("a.cu", dict(listed))

    def test_depfile(self):
        self.write("my rules.json", '{"mine": "ours"}')
        self.write("src/.musa-port.json", '{"exclude": ["notes.txt"]}')
        self.port("src", "-o", "out", "-r", "my rules.json", "--depfile", "out.stamp.d")
        target, _, files = self.read("out.stamp.d").partition(": \\\n  ")
        self.assertEqual(target, "out.stamp")
        project = str(self.work / "src/.musa-port.json")
        self.assertEqual(files.rstrip("\n").split(" \\\n  "),
                         ["src/.musa-port.json", "src/a.cu", "src/cuda/b.cuh", "src/link.cu", "my\\ rules.json", project])

    def test_depfile_of_one_file(self):
        self.port("src/a.cu", "-o", "a.mu", "--depfile", "a.mu.d")
        self.assertEqual(self.read("a.mu.d"), "a.mu: \\\n  src/a.cu\n")


if __name__ == "__main__":
    unittest.main()
