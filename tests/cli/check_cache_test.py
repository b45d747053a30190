# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What musa-port check keeps for the next run."""

import json
import os
import subprocess
import unittest

from support import BINARY, CliTest

HEADER = """#pragma once
template <int N> __global__ void fill(float *p) {
  __shared__ float tile[N];
  tile[threadIdx.x] = p[threadIdx.x];
}
"""
SOURCE = '#include "fill.cuh"\nvoid NAME(float *p) { fill<8000><<<1, 32>>>(p); }\n'


class CheckCache(CliTest):
    def setUp(self):
        super().setUp()
        self.write("src/include/fill.cuh", HEADER)
        for name in "ab":
            self.write(f"src/{name}.cu", SOURCE.replace("NAME", name))

    def check(self, *arguments, parsed, cached, finds=True, status=None, **options):
        done = self.port("check", "src", "--arch=mp_21", "--stats", *arguments,
                         status=int(finds) if status is None else status, **options)
        self.assertEqual(done.out.splitlines()[0], f"{parsed + cached} units: {parsed} parsed "
                                                   f"(0 of them for the host, too), {cached} from the cache")
        self.assertEqual("'fill<8000>' needs 32016 bytes" in done.err, finds, done)
        return done

    def test_a_second_run_says_the_same_and_parses_nothing(self):
        self.write("src/c.cu", "Missing m;\n")
        first = self.check(parsed=3, cached=0)
        self.assertIn("unknown type name 'Missing'", first.err)
        self.assertEqual(self.check(parsed=0, cached=3).err, first.err)

    def test_where_it_is(self):
        self.check(parsed=2, cached=0)
        self.assertTrue(any((self.cache / "musa-port/check").iterdir()))
        self.check("--cache=elsewhere", parsed=2, cached=0)
        self.check("--cache=elsewhere", parsed=0, cached=2)
        self.check("--no-cache", parsed=2, cached=0)
        self.write("file", "")
        self.assert_refuses("check", "src", "--cache=file/below", says="file/below")
        self.assert_refuses("check", "src", "--cache=c", "--no-cache", says="contradict each other")
        # Where none can be made there is none.
        self.check(parsed=2, cached=0, env={**os.environ, "XDG_CACHE_HOME": str(self.work / "file")})

    def test_what_changed_is_parsed(self):
        self.check(parsed=2, cached=0)
        self.write("src/a.cu", SOURCE.replace("NAME", "other"))
        self.check(parsed=1, cached=1)
        self.write("src/include/fill.cuh", HEADER.replace("float tile", "char tile"))
        self.check(parsed=2, cached=0, finds=False)
        self.write("src/include/fill.cuh", HEADER)
        self.check(parsed=2, cached=0)
        # A time stamp is nothing.
        os.utime(self.work / "src/include/fill.cuh")
        self.check(parsed=0, cached=2)

    def write_flags(self, *words):
        self.write("build/compile_commands.json", json.dumps([
            {"directory": str(self.work), "file": f"src/{name}.cu", "arguments": ["nvcc", *words, f"src/{name}.cu"]}
            for name in "ab"]))

    def test_a_header_that_comes_before_another(self):
        self.write_flags("-Ifirst", "-Isrc/include")
        self.check("-p", "build", parsed=2, cached=0)
        self.write("first/fill.cuh", HEADER.replace("float tile", "char tile"))
        self.check("-p", "build", parsed=2, cached=0, finds=False)
        (self.work / "first/fill.cuh").unlink()
        self.check("-p", "build", parsed=2, cached=0)

    def test_a_missing_header_that_appears(self):
        self.write("src/a.cu", '#if __has_include("more.cuh")\n#include "more.cuh"\n#endif\n')
        self.write("src/b.cu", "#include <more.cuh>\n")
        self.assertIn("'more.cuh' file not found", self.check(parsed=2, cached=0, finds=False).err)
        self.check(parsed=0, cached=2, finds=False)
        self.write("src/more.cuh", "")
        self.assertEqual(self.check(parsed=2, cached=0, finds=False).err, "")

    def test_another_file_of_the_tree_changes_nothing(self):
        self.check(parsed=2, cached=0)
        self.write("src/c.cuh", "")
        self.write("src/c.cu", "")
        self.check(parsed=1, cached=2)

    def test_a_header_that_is_no_longer_of_the_tree(self):
        self.write("src/a.cu", SOURCE.replace("fill.cuh", "include/fill.cuh"))
        (self.work / "src/b.cu").unlink()
        self.check(parsed=1, cached=0)
        self.check("--exclude=include/", parsed=1, cached=0, finds=False)

    def test_other_arguments(self):
        self.write_flags("-Isrc/include")
        self.check("-p", "build", parsed=2, cached=0)
        self.check("-p", "build", parsed=0, cached=2)
        self.write_flags("-Isrc/include", "-DX")
        self.check("-p", "build", parsed=2, cached=0)

    def test_other_settings(self):
        self.check(parsed=2, cached=0)
        self.assertIn("2 parsed", self.port("check", "src", "--arch=mp_22", "--stats").out)
        self.check("--checks=-*,musa-ptx", parsed=2, cached=0, finds=False)
        self.write("rules.json", '{"cudaFoo": "musaFoo"}')
        self.check("-r", "rules.json", parsed=2, cached=0)
        self.check("-r", "rules.json", parsed=0, cached=2)
        self.write("rules.json", '{"cudaFoo": "musaBar"}')
        self.check("-r", "rules.json", parsed=2, cached=0)
        self.check(parsed=0, cached=2)
        self.check(parsed=2, cached=0, env={**os.environ, "XDG_CACHE_HOME": str(self.cache), "CPATH": "/nowhere"})

    def test_broken_entries(self):
        first = self.check(parsed=2, cached=0)
        entries = sorted((self.cache / "musa-port/check").glob("llvmcache-*"))
        self.assertEqual(len(entries), 2)
        whole = entries[0].read_bytes()
        for broken in (b"", whole[:-1], whole[:40], whole.replace(b"missing", b"folder", 1), b"\0" * 100):
            entries[0].write_bytes(broken)
            self.assertEqual(self.check(parsed=1, cached=1).err, first.err)
            self.assertEqual(self.check(parsed=0, cached=2).err, first.err)

    def test_two_runs_at_once(self):
        command = [BINARY, "check", self.work / "src", "--arch=mp_21", f"--cache={self.work}/cache"]
        runs = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(4)]
        said = [run.communicate(timeout=120)[1] for run in runs]
        self.assertEqual(len(set(said)), 1)
        self.assertIn(b"'fill<8000>' needs", said[0])
        self.check("--cache=cache", parsed=0, cached=2)


if __name__ == "__main__":
    unittest.main()
