# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs that mean harm: each costs at most ten seconds of processor time and a gigabyte, and says what is wrong."""

import json
import os
import subprocess
import unittest

import support
from check_test import ENDLESS, KERNEL, MACROS
from support import CliTest

SECONDS, KILOBYTES = 10, 1 << 20
DEEP = 100_000


class Hostile(CliTest):
    def measured(self, *arguments, statuses=(0, 1)):
        """What is said, within the limits; those of the processes that parse count, too."""
        with (self.work / "said").open("wb") as said:
            process = subprocess.Popen([support.BINARY, *arguments], cwd=self.work, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                                       env={**os.environ, "XDG_CACHE_HOME": str(self.cache)})
            status, usage = os.wait4(process.pid, 0)[1:]
            process.returncode = os.waitstatus_to_exitcode(status)
        text = (self.work / "said").read_text(errors="surrogateescape")
        self.assertIn(process.returncode, statuses, text[-2000:])
        self.assertLess(usage.ru_utime + usage.ru_stime, SECONDS)
        self.assertLess(usage.ru_maxrss, KILOBYTES)
        return text

    def test_sources_for_the_parser(self):
        os.mkfifo(self.work / "pipe.h")
        (self.work / "zero.h").symlink_to("/dev/zero")
        (self.work / "itself.h").symlink_to("itself.h")
        asks = '#include "{}"\n'
        sources = {
            "device": (asks.format("/dev/zero"), "file not found"),
            "link": (asks.format("zero.h"), "file not found"),
            "pipe": (asks.format("pipe.h"), "file not found"),
            "loop": (asks.format("itself.h"), "Too many levels of symbolic links"),
            "recursion": ('#include "recursion.cu"\n#include "recursion.cu"\n', "nested too deeply"),
            "endless": (ENDLESS, "it takes more than 2 seconds of processor time"),
            "macros": (MACROS, "it takes more than"),
            "crash": ("#pragma clang __debug crash\n", "the parser crashed"),
            "loops": ("#pragma clang __debug overflow_stack\n", "it takes more than 2 seconds of processor time"),
            "templates": ("template <int N> struct A { A<N + 1> a; }; A<0> a;\n", "exceeded maximum depth"),
            "types": ("__global__ void k(nope_t *q, int n) {\n  __shfl_sync((q->n << 8) | 3, n, 0);\n}\n", "unknown type name 'nope_t'"),
        }
        for name, (text, says) in sources.items():
            with self.subTest(name):
                self.write(f"{name}.cu", text)
                self.write("good.cu", KERNEL + "void f(float *p) { fill<80000><<<1, 32>>>(p); }\n")
                limits = ["--timeout=2", "--memory=700"] if name in ("endless", "macros", "recursion", "loops") else []
                said = self.measured("check", f"{name}.cu", "good.cu", "--no-cache", "-j1", *limits)
                self.assertIn(says, said)
                self.assertIn("'fill<80000>' needs", said)

    def test_text_without_end(self):
        files = {
            "Makefile": "X = " + "$(" * DEEP + "\n",
            "CMakeLists.txt": "set(X " + "${" * DEEP + ")\n",
            "a/CMakeLists.txt": "set(X " + "$<IF:" * DEEP + ")\n",
            "b/CMakeLists.txt": "if(" + "(" * DEEP + "\n",
            "setup.py": "x = " + "(" * DEEP + "\n",
            "a.cu": "(" * DEEP,
            "b.cu": "#if 1\n" * DEEP,
            "c.cu": "template <" * DEEP,
            "d.cu": 'void f() { asm("bfe.u32 %0, %99999999999999999999999, 1, 2;" : "=r"(x)); }\n',
            "e.cu": "#define A A A\n#define cuda##A A\n" * 1000 + "A " * DEEP,
        }
        for path, text in files.items():
            with self.subTest(path):
                self.write(f"tree/{path}", text)
                self.measured("tree", "-o", "out", "--analyze" if path == "d.cu" else "--translate-ptx", "--force")
                (self.work / "tree" / path).unlink()

    def test_project_files(self):
        secret = self.write("secret", "the password")
        for name, value in ("output", "../../out"), ("rules", [str(secret)]), ("sources", ["/etc"]), ("rules", ["../secret"]):
            with self.subTest(name):
                self.write("a/tree/.git/HEAD")
                self.write("a/tree/.musa-port.json", json.dumps({name: value}))
                self.write("a/tree/x.cu", KERNEL)
                before = self.tree()
                said = self.measured("a/tree", statuses=(2,))
                self.assertIn(".musa-port.json", said)
                self.assertNotIn("password", said)
                self.assertEqual({**self.tree(), "said": b""}, {**before, "said": b""})


if __name__ == "__main__":
    unittest.main()
