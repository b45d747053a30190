# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""musa-port check."""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import unittest
from pathlib import Path

import support
from support import CliTest

KERNEL = """#include <cuda_runtime.h>
template <int N> __global__ void fill(float *p) {
  __shared__ float tile[N];
  tile[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = tile[N - 1 - threadIdx.x];
}
"""

# Minutes of constants, of which each is a declaration.
ENDLESS = ("constexpr int slow(int n) { int sum = 0; for (int i = 0; i < 200000; ++i) sum ^= i + n; return sum; }\n"
           + "".join(f"constexpr int a{i} = slow({i});\n" for i in range(20000)))

# As many members as no memory holds: 20^8.
MACROS = ("#define A0 int x;\n" + "".join(f"#define A{i} {f'A{i - 1} ' * 20}\n" for i in range(1, 9)) + "struct S { A8 };\n")


class Check(CliTest):
    def test_what_it_finds(self):
        self.write("src/fill.cuh", KERNEL)
        self.write("src/a/a.cu", '#include "fill.cuh"\nvoid a(float *p) { fill<8000><<<1, 32>>>(p); }\n')
        self.write("src/b/b.cu", '#include "fill.cuh"\nvoid b(float *p) { fill<8000><<<1, 32>>>(p); fill<80><<<1, 32>>>(p); }\n')
        done = self.port("check", "src", "--arch=mp_21", status=1)
        self.assertEqual(done.out, "")
        self.assertEqual(
            done.err.splitlines()[0],
            "src/fill.cuh:2:34: error: 'fill<8000>' needs 32016 bytes of shared memory; a block of mp_21 has 28672"
            " [musa-shared-memory]",
        )
        self.assertEqual(done.err.count("error:"), 1)
        self.assertEqual(self.port("check", "src").err, "")
        self.assertEqual(sorted(self.tree("src")), ["a/a.cu", "b/b.cu", "fill.cuh"])

    def test_report(self):
        self.write("a.cu", KERNEL + "void a(float *p) { fill<8000><<<1, 32>>>(p); }\n")
        self.port("check", "a.cu", "--arch=mp_21", "--report=r.json", "-q", status=1)
        report = json.loads((self.work / "r.json").read_text())
        self.assertEqual([found["id"] for found in report["diagnostics"]], ["musa-shared-memory"])

    def test_silenced(self):
        kernel = KERNEL.replace("template", "// musa-port: ignore(musa-shared-memory) for other GPUs\ntemplate")
        self.write("a.cu", kernel + "void a(float *p) { fill<8000><<<1, 32>>>(p); }\n")
        self.assertEqual(self.port("check", "a.cu", "--arch=mp_21").err, "")

    def test_arguments_of_a_build(self):
        self.write("src/a.cu", KERNEL + '#include <far.h>\nvoid a(float *p) { fill<COUNT><<<1, 32>>>(p); }\n')
        self.write("elsewhere/far.h", "#define COUNT FAR\n")
        self.assertIn("'far.h' file not found", self.port("check", "src").err)
        self.write(
            "build/compile_commands.json",
            json.dumps([{
                "directory": str(self.work / "build"),
                "file": "../src/a.cu",
                "command": "nvcc -ccbin g++ -DFAR=8000 -I../elsewhere -gencode arch=compute_80,code=sm_80 -c ../src/a.cu",
            }]),
        )
        self.assertIn("'fill<8000>' needs", self.port("check", "src", "-p", "build", "--arch=mp_21", status=1).err)

    def test_where_the_parser_crashes(self):
        self.write("src/a.cu", "#pragma clang __debug crash\n")
        self.write("src/b.cu", KERNEL + "void b(float *p) { fill<8000><<<1, 32>>>(p); }\n")
        for jobs in "1", "2":
            done = self.port("check", "src", "--arch=mp_21", "-j", jobs, "--no-cache", status=1)
            self.assertIn("src/a.cu: error: not checked, since it could not be parsed [musa-parse-incomplete]\n"
                          "src/a.cu: note: the parser crashed\n", done.err)
            self.assertIn("'fill<8000>' needs", done.err)

    def test_guards_select_as_in_the_port(self):
        self.write("a.cu", "__global__ void k(int *p) {\n"
                           "#if __CUDA_ARCH__ >= 900\n"
                           "  __shared__ int tile[60000000];\n"
                           "#elif __CUDA_ARCH__ >= 800\n"
                           "  __shared__ int tile[20000000];\n"
                           "#else\n"
                           "  __shared__ int tile[8000000];\n"
                           "#endif\n"
                           "  tile[0] = *p;\n"
                           "}\n")
        table = json.loads((Path(__file__).resolve().parents[2] / "rules/gpu/architectures.json").read_text())
        for row in table["architectures"]:
            with self.subTest(row["name"]):
                cuda = max(each["cuda"] for each in table["thresholds"] if each["musa"] <= row["musa_arch"])
                size = 240000016 if cuda >= 900 else 80000016 if cuda >= 800 else 32000016
                done = self.port("check", "a.cu", f"--arch={row['name']}", status=1)
                self.assertIn(f"'k' needs {size} bytes", done.err)

    def test_what_a_device_and_a_library_report(self):
        self.write("a.cu", "#include <cuda.h>\n#include <cuda_runtime.h>\n"
                           "bool f(cudaDeviceProp p) { return p.major >= 8; }\n"
                           "bool g(int d) {\n"
                           "  int major;\n"
                           "  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, d);\n"
                           "  return major >= 7;\n"
                           "}\n"
                           "bool h() { int v; return cuDriverGetVersion(&v) == CUDA_SUCCESS && v >= 11040; }\n"
                           "#define TOOLKIT CUDA_VERSION\n"
                           "#if TOOLKIT >= 11000\n"
                           "#endif\n")
        self.port("check", "a.cu", "--report=r.json", "-q", status=1)
        found = json.loads((self.work / "r.json").read_text())["diagnostics"]
        self.assertEqual([(one["line"], one["id"]) for one in found], [
            (3, "musa-arch-runtime"), (7, "musa-arch-runtime"), (9, "musa-version-runtime"),
            (10, "musa-version-value"), (11, "musa-version-guard"),
        ])

    def test_cxx_that_uses_cuda(self):
        runtime = "#include <cuda_runtime.h>\nbool f(cudaDeviceProp p) { return p.major >= 8; }\n"
        self.write("src/a.cpp", runtime + "#ifdef __CUDACC__\n#error parsed as CUDA\n#endif\n")
        self.write("src/b.cc", "#include <cuda_runtime_api.h>\n"
                                "bool h() { int v; return cudaRuntimeGetVersion(&v) == cudaSuccess && v < 11040; }\n")
        self.write("src/c.cpp", "#error is not about CUDA\n")
        done = self.port("check", "src", "--stats", "--no-cache", "--report=r.json")
        self.assertIn("2 units: 2 parsed (0 of them for the host, too)", done.out)
        found = json.loads((self.work / "r.json").read_text())["diagnostics"]
        self.assertEqual([(one["file"], one["line"], one["id"]) for one in found], [
            ("src/a.cpp", 2, "musa-arch-runtime"), ("src/b.cc", 2, "musa-version-runtime"),
        ])

    def test_c_that_uses_cuda(self):
        self.write("src/a.c", "#include <cuda_runtime.h>\n#include <stdlib.h>\n#ifdef __cplusplus\n#error parsed as C++\n#endif\n"
                              "int f(void) { struct cudaDeviceProp *p = malloc(sizeof *p);\n"
                              "  return cudaGetDeviceProperties(p, 0) == cudaSuccess && p->major >= 8; }\n")
        self.write("src/b.c", "#error is not about CUDA\n")
        self.port("check", "src", "--report=r.json", "-q")
        found = json.loads((self.work / "r.json").read_text())["diagnostics"]
        self.assertEqual([(one["file"], one["line"], one["id"]) for one in found], [("src/a.c", 7, "musa-arch-runtime")])

    def test_what_cannot_be_parsed_is_said(self):
        self.write("a.cu", KERNEL + "Missing m;\nvoid a(float *p) { fill<80000><<<1, 32>>>(p); }\n")
        done = self.port("check", "a.cu", status=1)
        self.assertIn("a.cu: warning: checked as far as it could be parsed [musa-parse-incomplete]", done.err)
        self.assertIn("a.cu:8:1: unknown type name 'Missing'", done.err)
        self.assertIn("'fill<80000>' needs 320016 bytes", done.err)

    def test_sources_in_cxx20(self):
        self.write("CMakeLists.txt", "project(x LANGUAGES CXX CUDA)\nset(CMAKE_CUDA_STANDARD 20)\nadd_library(x a.cu b.cu)\n")
        for name in ("a", "b"):
            self.write(f"{name}.cu", f"#include <new>\n#include <vector>\n__global__ void {name}(int *p) {{ *p = __CUDA_ARCH__ > 600; }}\n"
                                     f"static_assert(__cplusplus >= 202002L);\nstd::vector<int> {name}s;\n")
        self.assertNotIn("parse", self.port("check", ".").err)

    def test_an_interrupt_ends_the_parser(self):
        self.write("slow.cu", ENDLESS)
        check = subprocess.Popen([support.BINARY, "check", "slow.cu"], cwd=self.work, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        with check:
            with self.assertRaises(subprocess.TimeoutExpired):
                check.wait(2)
            check.terminate()
            try:
                said = check.communicate(timeout=60)[1]
            finally:
                check.kill()
        self.assertEqual((check.returncode, said),
                         (128 + signal.SIGTERM, b"musa-port: error: interrupted: 0 of 1 sources were parsed\n"))

    def test_findings_come_as_they_are_found(self):
        """What no source can refute first, then each source's as it has been parsed. An interrupt leaves what was found."""
        for i in range(20):
            self.write(f"{i:02}.cu", KERNEL + f"void f(float *p) {{ fill<{20000 + i}><<<1, 32>>>(p); }}\n")
        self.write("05.cu", ENDLESS)
        self.write("19.cu", "#include <cuda_of_nobody.h>\n")
        check = subprocess.Popen([support.BINARY, "check", ".", "--arch=mp_21", "-j1", "--no-cache", "--color=never"], cwd=self.work,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        with check:
            found = []
            try:
                while not found or not found[-1].startswith("04.cu"):
                    line = check.stderr.readline()
                    self.assertTrue(line, found)
                    if "[musa-" in line:
                        found.append(line)
                check.terminate()
                rest = check.communicate(timeout=60)[1]
            finally:
                check.kill()
        self.assertEqual([line[:5] for line in found], ["19.cu", *(f"{i:02}.cu" for i in range(5))])
        self.assertIn("error: interrupted: 5 of 20 sources were parsed\n", rest)
        self.assertEqual(check.returncode, 128 + signal.SIGTERM)

    def test_a_source_may_take_so_much_time_and_memory(self):
        self.write("a/endless.cu", ENDLESS)
        self.write("a/good.cu", KERNEL + "void b(float *p) { fill<8000><<<1, 32>>>(p); }\n")
        done = self.port("check", "a", "--arch=mp_21", "--timeout=2", "--no-cache", status=1)
        self.assertIn("a/endless.cu: error: not checked, since it could not be parsed [musa-parse-incomplete]\n"
                      "a/endless.cu: note: it takes more than 2 seconds of processor time (--timeout)\n", done.err)
        self.assertIn("'fill<8000>' needs", done.err)
        self.write("b/heap.cu", MACROS)
        done = self.port("check", "b", "--timeout=60", "--memory=300", "--no-cache", status=1)
        self.assertIn("b/heap.cu: note: it takes more than 300 MB of memory (--memory)\n", done.err)

    def test_the_users_own_limit_is_said(self):
        self.write("endless.cu", ENDLESS)
        done = self.run_port("check", "endless.cu", "--no-cache",
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (2, 2)))
        self.assertIn("endless.cu: note: it takes more than 2 seconds of processor time", done.err)
        self.assertEqual(done.status, 1)

    def test_limits_are_numbers(self):
        for limit in "--timeout", "--memory":
            self.assertIn(f"{limit} takes a number from 1 on", self.port("check", ".", f"{limit}=0", status=2).err)

    def test_what_is_shown_is_what_is_reported(self):
        """Nothing that is shown early is refuted later."""
        for case in support.GOLDEN.iterdir():
            if (case / "input").is_dir():
                shutil.copytree(case / "input", self.work / "all" / case.name, symlinks=True)
        done = self.run_port("check", "all", "--python=off", "--verbose", "--no-cache", "--report=report.json")
        shown = re.findall(r"^(.*?): (?:remark|warning|error): (.*) \[(musa-[a-z-]+)\]$", done.err, re.MULTILINE)
        reported = [(one["file"] + (f":{one['line']}:{one['column']}" if one.get("line") else ""), one["message"], one["id"])
                    for one in json.loads(self.read("report.json"))["diagnostics"]]
        self.assertGreater(len(reported), 200)
        self.assertEqual(sorted(shown), sorted(reported))
        self.assertNotEqual(shown, reported) # or nothing was early

    def test_only_files_are_read(self):
        # A pipe never ends, and a device has no end.
        os.mkfifo(self.work / "pipe.h")
        (self.work / "zero.h").symlink_to("/dev/zero")
        self.write("a.cu", '#include "pipe.h"\n#include "zero.h"\n#include "/dev/zero"\n')
        done = self.port("check", "a.cu")
        self.assertIn("a.cu:1:10: 'pipe.h' file not found", done.err)

    def test_a_link_to_nothing_is_no_header(self):
        self.write("tree/src/a.cu", '#include "gone.h"\n#include "gone.cuh"\n__global__ void k() {}\n')
        (self.work / "tree/src/gone.h").symlink_to("../lib/gone.h")
        (self.work / "tree/src/gone.cuh").symlink_to("lost.cuh")
        self.assertIn("tree/src/a.cu:1:10: 'gone.h' file not found", self.port("check", "tree").err)
        self.port("--analyze", "tree", "-o", "out")
        self.assertEqual(os.readlink(self.work / "out/src/gone.h"), "../lib/gone.h")
        # Once the target is there, the port finds it, too.
        self.assertEqual(os.readlink(self.work / "out/src/gone.muh"), "lost.cuh")
        self.assertIn('#include "gone.muh"', self.read("out/src/a.mu"))

    def test_the_report_says_what_was_parsed_and_how(self):
        self.write("src/kernels/a.cu", "#include <detail/b.h>\nMissing m;\nOther o;\n")
        self.write("src/include/detail/b.h", "int b;\n")
        self.write("src/c.cu", "int c;\n")
        root = str((self.work / "src").resolve())
        units = [
            {"file": "src/c.cu", "language": "cuda", "folder": root, "arguments": [f"-I{root}", f"-I{root}/include"],
             "errors": []},
            {"file": "src/kernels/a.cu", "language": "cuda", "folder": root, "arguments": [f"-I{root}", f"-I{root}/include"],
             "errors": [{"file": "src/kernels/a.cu", "line": line, "column": 1, "message": f"unknown type name '{name}'"}
                        for line, name in ((2, "Missing"), (3, "Other"))]},
        ]
        for command in (["check", "src"], ["check", "src"], ["--parse", "src", "-o", "out"]):
            said = self.port(*command, "--cache", "cache", "--report", "r.json", status=1).err
            self.assertIn("src/kernels/a.cu:2:1: error: Clang refuses this, and so does mcc: unknown type name 'Missing'", said)
            self.assertEqual(json.loads(self.read("r.json"))["units"], units)
        self.port("src", "-o", "out", "--report", "r.json")
        self.assertEqual(json.loads(self.read("r.json"))["units"], [])

    def test_headers_that_come_with_it(self):
        self.write("a.cu", "#include <new>\n#include <cmath>\n#include <complex>\n#include <algorithm>\n#include <mma.h>\n"
                           "#include <cublas_v2.h>\n#include <nvtx3/nvToolsExt.h>\n"
                           "#include <cutil_inline.h>\n#include <cutil_math.h>\n"
                           "__global__ void k(float *p, std::complex<float> *z) {\n"
                           "  float *one = new (p) float(std::min(1.5f, std::fabs(*p)));\n"
                           "  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sum;\n"
                           "  nvcuda::wmma::fill_fragment(sum, *one);\n"
                           "  *z = *z * *z;\n"
                           "}\n"
                           "void f(cublasHandle_t h, float *x) { cublasSscal(h, 1, x, x, 1); nvtxRangePushA(\"f\"); }\n")
        self.assertEqual(self.port("check", "a.cu", "--checks=musa-long-double", "--arch=mp_31").err, "")
        self.write("b.cu", "#include <none.h>\n#include <cub/cub.cuh>\n")
        notes = [line for line in self.port("check", "b.cu").err.splitlines() if "note:" in line]
        self.assertEqual(notes, ["b.cu: note: b.cu:1:10: 'none.h' file not found"])

    def test_which_checks(self):
        self.write("a.cu", KERNEL + "void a(float *p) { fill<80000><<<1, 32>>>(p); }\n")
        self.assertEqual(self.port("check", "a.cu", "--checks=*,-musa-shared-*").err, "")
        self.assertIn("no check is called 'musa-none'", self.port("check", "a.cu", "--checks=musa-none", status=2).err)
        self.assertIn("--build needs musa-port check or --parse", self.port("a.cu", "-p", ".", status=2).err)
        self.assertIn("compile_commands.json' cannot be read", self.port("check", "a.cu", "-p", ".", status=2).err)

    def test_a_build_of_another_machine(self):
        self.write("src/a.cu", KERNEL)
        self.write("build/compile_commands.json", json.dumps([{
            "directory": str(self.work / "gone"), "file": str(self.work / "src/a.cu"), "command": "nvcc -c a.cu"}]))
        self.assertIn("gone', which does not exist", self.port("check", "src", "-p", "build", status=2).err)

    def test_what_does_not_go_with_it(self):
        self.write("src/a.cu", KERNEL)
        for option, name in (("-oout", "--output"), ("--in-place",) * 2, ("--diff",) * 2, ("--dry-run",) * 2,
                             ("--check",) * 2, ("--list",) * 2, ("--depfile=x.d", "--depfile")):
            self.assert_refuses("check", "src", option,
                                says=f"{name} is not an option of musa-port check; it belongs to musa-port SRC")
        for words in (["src", "--direction=m2c"], ["-"]):
            self.assert_refuses("check", *words, says="check reads CUDA sources")

    def test_builds_without_fp64(self):
        self.write("src/a.cu", "__global__ void k(float *x) { *x *= 0.5; }\n")
        found = "src/a.cu:1:37: error: '0.5' is a double"
        self.assertEqual(self.port("check", "src").err, "")
        self.assertIn(found, self.port("check", "src", "--without", "fp64", status=1).err)
        self.write("build/compile_commands.json", json.dumps([{
            "directory": str(self.work / "build"), "file": "../src/a.cu",
            "command": "nvcc -mathx-disable-fp64 -c ../src/a.cu"}]))
        self.assertIn(found, self.port("check", "src", "-p", "build", status=1).err)
        self.write("src/.musa-port.json", '{"without": ["fp64"]}')
        self.assertIn(found, self.port("check", "src", status=1).err)
        self.assertIn("not 'fp16'", self.port("check", "src", "--without=fp16", status=2).err)

    def test_names_that_are_the_trees_own(self):
        self.write("src/pool.cuh", "struct Pool { void cudaFree(void *); int cudaLaunchDevice; };\n")
        self.write("src/a.cu", '#include "pool.cuh"\nvoid f(Pool p) { p.cudaFree(0); cudaMalloc(0, p.cudaLaunchDevice); }\n')
        stays = ["src/pool.cuh:1:20: remark: 'Pool::cudaFree' is the tree's own, not CUDA's, and keeps its name [musa-own-name]",
                 "src/pool.cuh:1:42: remark: 'Pool::cudaLaunchDevice' is the tree's own, not CUDA's, and keeps its name [musa-own-name]"]
        for command in (["check", "src"], ["--analyze", "src", "-o", "out"], ["check", "src", "--stats"]):
            done = self.port(*command, "--verbose", "--cache", "cache")
            self.assertEqual([line for line in done.err.splitlines() if line.startswith("src/")], stays)
        self.assertIn("0 parsed", done.out)
        ported = "void f(Pool p) { p.cudaFree(0); musaMalloc(0, p.cudaLaunchDevice); }"
        self.assertIn(ported, (self.work / "out/a.mu").read_text())
        self.assertIn(ported.replace("cudaFree", "musaFree"), self.port("src/a.cu", status=1).out)
        # Which checks are shown changes no port.
        self.port("--analyze", "src", "-o", "other", "--checks=*,-musa-own-name")
        self.assertIn(ported, (self.work / "other/a.mu").read_text())
        # A file that is not parsed may mean CUDA's.
        self.write("src/b.h", "inline void g() { cudaFree(0); }\n")
        self.assertIn("is renamed to 'musaFree', as CUDA's", self.port("check", "src", "--verbose").err)


if __name__ == "__main__":
    unittest.main()
