# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""musa-port is killed behind a change of the file system, and run again: the tree is as if nothing had happened.

In `./dev test` behind every tenth change and at some random moments, in `./dev test --all` (KILL_STEP=1) behind each one
and at 200 moments."""

import os
import random
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from support import BINARY, ROOT, TEMPORARY_PREFIX, CliTest

KILL_AT_CHANGE = Path(os.environ.get("KILL_AT_CHANGE", ROOT / "build/bin/kill_at_change"))
CANNOT_TRACE = 77
STEP = int(os.environ.get("KILL_STEP", "10"))
SOURCE = "#include <cuda_runtime.h>\nvoid f(int *p) { cudaFree(p); }\n"
NAMES = ("a.cu", "cuda/b.cu", "cuda/deep/c.cuh", "d.cu", "e.h")


def everything(root):
    """Every file, link and folder below `root`: its kind, mode and content."""
    found = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name != ".git"]
        for name in names + folders:
            path = os.path.join(folder, name)
            key = os.path.relpath(path, root)
            if os.path.islink(path):
                found[key] = "-> " + os.readlink(path)
            elif os.path.isdir(path):
                found[key] = ("a folder", os.stat(path).st_mode & 0o7777)
            else:
                with open(path, "rb") as file:
                    found[key] = (os.stat(path).st_mode & 0o777, file.read())
    return found


class Killed(CliTest):
    """`prepare` makes the tree `self.work`; `command` is run there."""

    in_git = False

    def prepare(self):
        for name in NAMES:
            self.write(f"src/{name}", SOURCE)
        self.write("src/CMakeLists.txt", "find_package(CUDA)\ncuda_add_library(x a.cu cuda/b.cu)\n")
        self.write("src/run.sh", "nvcc a.cu\n", mode=0o755)
        (self.work / "src/link.cu").symlink_to("a.cu")
        (self.work / "tmp").mkdir()

    def environment(self, **more):
        return {**os.environ, "XDG_CACHE_HOME": str(self.cache), "TMPDIR": str(self.work / "tmp"), **more}

    def killed_at(self, change, command):
        """The process's exit status, and how many changes it made if it came to its end."""
        counted = self.cache / "changes"
        counted.unlink(missing_ok=True)
        result = self.run_port(str(change), counted, BINARY, *command, binary=KILL_AT_CHANGE, env=self.environment())
        if result.status == CANNOT_TRACE:
            self.skipTest(f"no ptrace here: {result.err}")
        return result, (int(counted.read_text()) if counted.exists() else 0)

    def start(self, saved):
        for path in self.work.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        shutil.copytree(saved, self.work, symlinks=True, dirs_exist_ok=True)

    def check(self, command, status=0):
        saved = self.cache / "saved"
        shutil.copytree(self.work, saved, symlinks=True)
        result, count = self.killed_at(0, command)
        self.assertEqual(result.status, status, result)
        expected = everything(self.work)
        self.assertFalse([path for path in expected if TEMPORARY_PREFIX in path])
        self.assertGreater(count, 3)
        for change in range(1, count + 1, STEP):
            with self.subTest(change=change, of=count):
                self.start(saved)
                result, _ = self.killed_at(change, command)
                self.assertEqual(result.status, -signal.SIGKILL, result)
                self.recover(command, expected)
        self.check_moments(command, saved, expected)

    def check_moments(self, command, saved, expected):
        """The same at random moments, by signals that musa-port can see, too."""
        self.start(saved)
        begin = time.monotonic()
        subprocess.run([BINARY, *command], cwd=self.work, env=self.environment(), capture_output=True, check=False)
        seconds = time.monotonic() - begin
        moments = random.Random(1)
        for number in range(50 if STEP == 1 else 6):
            name = ("KILL", "TERM", "INT")[number % 3]
            with self.subTest(signal=name, number=number):
                self.start(saved)
                process = subprocess.Popen([BINARY, *command], cwd=self.work, env=self.environment(),
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(moments.uniform(0, 1.2 * seconds))
                process.send_signal(signal.Signals[f"SIG{name}"])
                process.wait()
                self.recover(command, expected)

    def recover(self, command, expected):
        time.sleep(0.02) # a child that the killed process has just forked keeps its locks until it is another program
        result = self.run_port(*command, env=self.environment())
        found = everything(self.work)
        if self.in_git and found == expected:
            return # a whole port is a change that is not committed
        self.assertNotEqual(result.status, 2, result)
        self.assertEqual(set(found), set(expected))
        self.assertEqual(found, expected)

    def test_a_new_output(self):
        self.prepare()
        self.check(["src", "-o", "out"])

    def test_an_output_that_exists(self):
        self.prepare()
        self.port("src", "-o", "out")
        self.write("out/notes.txt", "by hand\n")
        self.write("src/a.cu", SOURCE + "void g() { cudaDeviceSynchronize(); }\n")
        self.write("src/new/n.cu", SOURCE)
        self.check(["src", "-o", "out"])

    def test_in_place(self):
        self.prepare()
        self.check(["src", "--in-place", "--rename-dirs"])

    def test_in_place_in_git(self):
        self.in_git = True
        self.prepare()
        for command in (["init", "-q"], ["add", "-A"], ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x"]):
            subprocess.run(["git", *command], cwd=self.work / "src", check=True)
        self.check(["src", "--in-place"])

    def test_an_update(self):
        self.prepare()
        self.port("src", "-o", "out")
        self.write("out/a.mu", self.read("out/a.mu") + "// by hand\n")
        shutil.copytree(self.work / "src", self.work / "new", symlinks=True)
        self.write("new/a.cu", "// new\n" + SOURCE)
        self.write("new/cuda/b.cu", SOURCE * 2)
        (self.work / "new/cuda/deep/c.cuh").unlink()
        self.write("new/more/m.cu", SOURCE)
        self.check(["update", "src", "new", "out"])

    def test_a_single_file(self):
        self.prepare()
        self.write("out.mu", "int old;\n")
        self.check(["src/a.cu", "-o", "out.mu", "--force", "--report", "report.json"])


class Edited(CliTest):
    """What somebody changes behind a kill is not lost."""

    def test_edits_behind_a_kill_are_kept(self):
        for name in NAMES:
            self.write(f"src/{name}", SOURCE)
        for change in range(1, 1000):
            result = self.run_port(str(change), self.cache / "changes", BINARY, "src", "--in-place", binary=KILL_AT_CHANGE)
            if result.status == CANNOT_TRACE:
                self.skipTest(f"no ptrace here: {result.err}")
            if (self.work / "src/d.mu").exists():
                break
        for command in (["src", "-o", "out"], ["check", "src"]):
            self.assertRegex(self.port(*command, status=2).err, "src' is half changed by .*; repeat that run")
        self.write("src/d.mu", "by hand\n")
        self.assertRegex(self.port("src", "--in-place", status=2).err,
                         "src/d.mu' was changed after a run that was killed; move it away")
        self.assertEqual(self.read("src/d.mu"), "by hand\n")
        (self.work / "src/d.mu").rename(self.work / "d.mu")
        self.port("src", "--in-place")
        self.assertIn("musaFree", self.read("src/d.mu"))
        self.assertFalse([path for path in self.tree("src") if path.endswith(".cu")])


    def test_edits_during_a_run_are_kept(self):
        """A stand-in for musa-converter edits, once all else has been ported."""
        for name in NAMES:
            self.write(f"src/{name}", SOURCE)
        self.write("src/setup.py", "import torch.utils.cpp_extension\n")
        for path, text in (("a.cu", "by hand"), ("e.h", "by hand"), ("d.mu", "new by hand")):
            before = self.tree("src")
            converter = self.write("converter", f"""#!/bin/sh
until [ "$(ls '{self.work}'/src/{TEMPORARY_PREFIX}changes/new-* 2>/dev/null | wc -l)" -ge {len(NAMES)} ]; do :; done
echo '{text}' > '{self.work}/src/{path}'
exit 1
""", mode=0o755)
            result = self.port("src", "--in-place", status=2, env={**os.environ, "XDG_CACHE_HOME": str(self.cache),
                                                                   "MUSA_CONVERTER": str(converter)})
            self.assertRegex(result.err, f"src/{path}' was changed while musa-port ran; nothing was written")
            self.assertEqual(self.tree("src"), {**before, path: f"{text}\n".encode()})
            self.write(f"src/{path}", SOURCE) if path in before else (self.work / "src" / path).unlink()


if __name__ == "__main__":
    unittest.main()
