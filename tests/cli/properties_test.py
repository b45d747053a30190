# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What holds for every tree; the inputs of the golden cases are the trees."""

import json
import os
import random
import re
import resource
import shutil
import unittest

from support import GOLDEN, CliTest

CASES = sorted(path.parent for path in GOLDEN.glob("*/input"))


class Properties(CliTest):
    def prepare(self, case):
        """Copies a golden case; returns its arguments, without those that make it write nothing new."""
        folder = self.work / case.name
        shutil.copytree(case / "input", folder / "input", symlinks=True)
        arguments = []
        if (case / "args").exists():
            arguments = (case / "args").read_text().splitlines()
            silent = ("--check", "--dry-run", "--list", "--diff", "--in-place")
            arguments = [word for word in arguments if word not in silent]
        if (case / "rules.json").exists():
            arguments += ["-r", case / "rules.json"]
        return arguments

    def edits(self, report):
        return json.loads((self.work / report).read_text())["edits"]["total"]

    def test_porting_the_port_changes_nothing(self):
        """By spelling, where --analyze left a name by its declaration: it cannot decide that of MUSA code again."""
        for case in CASES:
            with self.subTest(case=case.name):
                arguments = self.prepare(case)
                first = self.run_port("input", "-o", "once", "--report", "first.json", *arguments, cwd=case.name)
                found = json.loads(self.read(f"{case.name}/first.json"))["diagnostics"]
                if any(each["id"] == "musa-own-name" and each["message"].endswith("keeps its name") for each in found):
                    arguments.remove("--analyze")
                    first = self.run_port("input", "-o", "once", "--force", *arguments, cwd=case.name)
                self.assertIn(first.status, (0, 1), first)
                arguments = [word.replace("input/", "once/") for word in map(str, arguments)]
                second = self.run_port("once", "-o", "twice", "--report", "report.json", *arguments, cwd=case.name)
                self.assertIn(second.status, (0, 1), second)
                self.assertEqual(self.tree(f"{case.name}/twice"), self.tree(f"{case.name}/once"))
                self.assertEqual(self.edits(f"{case.name}/report.json"), 0)
                self.assertIn(self.run_port("once", "--check", *arguments, cwd=case.name).status, (0, 3) if first.status == 1 else (0,))

    def test_comments_and_lines_are_kept(self):
        """But for the headers of levels, of the carry flag and of what asm becomes, torch_musa's import and CMake's language, an edit never adds or takes away a line; in build scripts it adds none."""
        for case in CASES:
            with self.subTest(case=case.name):
                arguments = self.prepare(case)
                self.run_port("input", "-o", "out", "--report", "report.json", *arguments, cwd=case.name)
                renamed = json.loads(self.read(f"{case.name}/report.json"))["renamed"]
                names = {entry["from"]: entry["to"] for entry in renamed}
                after = self.tree(f"{case.name}/out")
                for name, content in self.tree(f"{case.name}/input").items():
                    ported = after.get(names.get(name, name))
                    if isinstance(content, bytes) and isinstance(ported, bytes) and name not in names.values():
                        lines = ported.count(b"\n")
                        if "m2c" not in arguments:
                            lines -= ported.count(b"#include <musa_port/cuda_level.h>") + ported.count(b"#include <musa_port/carry_flag.h>")
                            lines -= ported.count(b"#include <musa_port/matrix_instructions.h>")
                            lines -= 2 * len(re.findall(rb"(?:defined\(MUSART_VERSION\)|\.h>\))\n *#include <musa_port/", ported))
                            lines += content.count(b"#include <musa_port/cuda_level.h>")
                            for kind in (b"fp16", b"bf16", b"fp8"):
                                there = [ported.count(b"#include <%s_%s.h>" % (of, kind)) for of in (b"musa", b"cuda")]
                                lines -= sum(there) - content.count(b"#include <cuda_%s.h>" % kind)
                            lines -= 2 * (len(re.findall(rb"#if defined\(__MUSACC__\)\n *#include <musa_", ported))
                                          - len(re.findall(rb"#if defined\(__CUDACC__\)\n *#include <cuda_", content)))
                        if case.name == "standard_headers":
                            lines -= ported.count(b"#include <") - content.count(b"#include <")
                        lines -= ported.count(b"import torch_musa\n") - content.count(b"import torch_musa\n")
                        lines -= ported.count(b"find_package(MUSALanguage QUIET)")
                        if name.endswith((".cmake", "CMakeLists.txt", "Makefile", ".mk")):
                            self.assertLessEqual(lines, content.count(b"\n"), name)
                        else:
                            self.assertEqual(lines, content.count(b"\n"), name)

    def all_inputs(self):
        for case in CASES:
            shutil.copytree(case / "input", self.work / "all" / case.name, symlinks=True)

    def test_threads_and_order_do_not_matter(self):
        self.all_inputs()
        results = {}
        for threads in (1, 2, 7):
            out = f"out{threads}"
            result = self.run_port("all", "-o", "out", "-j", threads, "--report", "report.json", "--verbose")
            self.assertEqual(result.status, 1)
            os.rename(self.work / "out", self.work / out)
            results[threads] = (result.out, result.err, self.read("report.json"), self.tree(out),
                                (self.work / out / ".musa-port-manifest.json").read_bytes())
        self.assertEqual(results[1], results[2])
        self.assertEqual(results[1], results[7])

    def test_ways_to_write_agree(self):
        self.all_inputs()
        self.run_port("all", "-o", "out")
        shutil.copytree(self.work / "all", self.work / "copy", symlinks=True)
        self.run_port("copy", "--in-place")
        skipped = {name for name, content in self.tree("all").items() if isinstance(content, str)}
        ported, in_place = self.tree("out"), self.tree("copy")
        for name, content in ported.items():
            self.assertEqual(in_place[name], content, name)
        # In place, what is not ported stays: links that lead out, files that give way to others.
        before = self.tree("all")
        for name in in_place.keys() - ported.keys():
            self.assertEqual(in_place[name], before[name], name)
            self.assertTrue(name in skipped or name.endswith((".cu", ".cuh")) or "build" in name, name)

    def test_without_matching_rules_the_tree_is_the_same(self):
        for name, content in {
            "a.cpp": "#include <cuda_runtime.h>\ncudaMalloc(p, 1); // x\r\n#if __CUDA_ARCH__ >= 800\n#endif",
            "b.h": "#ifndef B_CUH\n#define B_CUH\nnamespace at::cuda {}\n#endif\n",
            "latin.c": b"// \xe4\xff cudaFree\n\tcudaFree();",
            "data.bin": bytes(range(256)) * 10,
            "CMakeLists.txt": "project(x CUDA)\n",
            "cuda/c.hpp": '#include "../b.h"\n',
        }.items():
            self.write(f"src/{name}", content)
        (self.work / "src/link").symlink_to("cuda/c.hpp")
        self.port("src", "-o", "out", "--no-default-rules")
        self.assertEqual(self.tree("out"), self.tree("src"))
        self.write("own.json", '{"neverSeen": "other", "/never/": "/other/", "f($a, NEVER)": "g($a, NEVER)"}')
        self.port("src", "-o", "out2", "--no-default-rules", "-r", "own.json")
        self.assertEqual(self.tree("out2"), self.tree("src"))
        self.port("src", "--in-place", "--no-default-rules")
        self.assertEqual(self.tree("src"), self.tree("out"))

    def test_random_bytes_without_cuda_are_the_same(self):
        generator = random.Random(1)
        words = [b"Accumulate", b"barracuda", b"\"", b"'", b"//", b"/*", b"*/", b"R\"(", b")\"", b"\\\n", b"\n", b"#if",
                 b"#include <", b">", b"\xff", b"{", b"}", b"(", b")", b"<:", b"%:", b" ", b"\r\n", b"\t", b"current", b"??/"]
        for index in range(200):
            self.write(f"src/{index}.cpp", b"".join(generator.choice(words) for _ in range(200)))
        self.port("src", "-o", "out")
        self.assertEqual(self.tree("out"), self.tree("src"))


class Size(CliTest):
    def test_generated_file_of_50_megabytes(self):
        block = "".join(f"static const float table_{i}[] = {{1.5f, 2.25f}}; // cudaMalloc\n"
                        f"cudaMemcpyAsync(d{i}, table_{i}, 8, cudaMemcpyHostToDevice, stream);\n" for i in range(40))
        count = 50_000_000 // len(block) + 1
        self.write("src/generated.cu", block * count)
        self.port("src", "-o", "out", "-j2")
        ported = block.replace("cudaMemcpy", "musaMemcpy")
        self.assertTrue((self.work / "out/generated.mu").read_bytes() == (ported * count).encode())

    def assert_ported(self, text, name="odd.cu", *options, seconds=60):
        """Within half a GiB, and so much processor time: what takes the square of the size does not end by then."""
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (512 << 20, 512 << 20))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

        self.write(f"src/{name}", text)
        result = self.run_port("src", "-o", "out", "-j1", "--quiet", "--force", *options, preexec_fn=limit)
        self.assertIn(result.status, (0, 1), result.err[:1000])

    def test_one_long_line(self):
        self.assert_ported("cudaFree(p); " * 200_000)

    def test_one_long_line_with_many_names(self):
        self.assert_ported("".join(f"cudaName{i}; " for i in range(100_000)))

    def test_one_long_line_with_many_findings(self):
        self.assert_ported("f(__CUDA_ARCH__); " * 10_000)

    def test_deep_nesting(self):
        for text in ("(" * 200_000 + "cudaFree" + "{" * 200_000,
                     "#if CUDA_VERSION >= 11000\n" * 20_000 + "#endif\n" * 20_000,
                     "namespace at { " * 20_000 + "cuda::f();"):
            with self.subTest(text=text[:20]):
                self.assert_ported(text)

    def test_brackets_that_nothing_closes(self):
        for text in ("enum E { kCUDA" * 20_000, "TORCH_LIBRARY_IMPL(" * 50_000, "int kCUDA(" * 100_000):
            with self.subTest(text=text[:20]):
                self.assert_ported(text)

    def assert_all_ported(self, name, texts, *options):
        for text in texts:
            with self.subTest(text=text[:60]):
                self.assert_ported(text, name, *options, seconds=20)

    def test_macros_and_pragmas(self):
        n = 100_000
        self.assert_all_ported("odd.cu", ("#define F(x) cuda##x\n" * n + "F(Malloc)(&p, 1);",
                                          "".join(f"#define F(x) cuda##x##{i}\n" for i in range(n)) + "F(Malloc);\n" * n,
                                          "#pragma unroll\n" * n + "for (;;);\n"))

    def test_asm_statements(self):
        n = 100_000
        registers = "".join(f".reg .u32 r{i}; " for i in range(n)) + "".join(f"mov.u32 r{i}, %1; " for i in range(n))
        self.assert_all_ported("odd.cu", ("asm(\"mov.u32 %0, 1;\" : \"=r\"((" * n,
                                          "asm(\"mov.u32 %0, 1;\" : \"=r\"(({" * n + "x" + "})));" * n,
                                          f"asm(\"{{{registers}}}\" : \"=r\"(x) : \"r\"(y));",
                                          *(f"asm(\"mov.u32 %0, {bracket * n}1;\" : \"=r\"(x));" for bracket in "{[(-")),
                               "--translate-ptx")

    def test_makefiles(self):
        n = 100_000
        self.assert_all_ported("Makefile", (
            *("A = " + call * n + "x" + end * n for call, end in (
                ("$(", ")"), ("${", "}"), ("$(if x,", ")"), ("$(call f,", ")"), ("$(shell nvcc ", ")"), ("$(sort ", ")"),
                ("$(subst .cu,.o,", ")"), ("$(foreach x,y,", ")"), ("$(A:", "=.o)"))),
            "A = " + "-lcudart " * n, "a:\n\t" + "nvcc -c a.cu && " * n + "true\n",
            "a:\n\t" + "for i in x; do nvcc -c a.cu; " * n + "done; " * n, "define X\n" + "# nvcc\n" * n + "endef\n"))

    def test_cmake_scripts(self):
        n = 100_000
        self.assert_all_ported("CMakeLists.txt", (
            *("set(A " + open_ * n + "x" + end * n + ")" for open_, end in (
                ("${", "}"), ("$ENV{", "}"), ("$<IF:", ">"), ("$<$<COMPILE_LANGUAGE:CUDA>:", ">"))),
            "foreach(x IN LISTS y)\n" * n + "endforeach()\n" * n, "foreach(x IN LISTS y)\n" * n,
            "if(" + "CUDA_VERSION VERSION_GREATER 9 OR " * n + "x)\nendif()",
            "set_target_properties(a PROPERTIES CUDA_ARCHITECTURES \"" + "70;" * n + "\")",
            "set_target_properties(a PROPERTIES " + "CUDA_ARCHITECTURES 70 " * n + ")",
            "find_library(A b HINTS ${CUDA_TOOLKIT_ROOT_DIR} PATH_SUFFIXES " + "lib64 " * n + ")",
            "add_custom_command(OUTPUT a " + "COMMAND nvcc -c a.cu " * n + ")"))

    def test_many_backslash_newlines(self):
        self.assert_ported("\\\n" * 200_000 + "cudaFree")


if __name__ == "__main__":
    unittest.main()
