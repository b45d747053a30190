# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mcc as a compiler driver: what it writes, says and returns for each kind of command line."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

MCC = os.environ["MCC"]
ROOT = pathlib.Path(__file__).resolve().parents[2]

PROGRAM = """#include "value.h"
#ifdef __MUSA_ARCH__
#include "device.h"
#else
#include "host.h"
#endif
__global__ void kernel(int *out) { *out = VALUE; }
extern "C" int twice(int);
int main() {
  int out = 0;
  kernel<<<1, 1>>>(&out);
  musaDeviceSynchronize();
  return out == VALUE && twice(2) == 4 ? 0 : 1;
}
"""
BIG = """__global__ void small(int *out) { *out = 1; }
template <int N> __global__ void big(int *out) {
  __shared__ char bytes[N];
  bytes[threadIdx.x] = 1;
  __syncthreads();
  *out = bytes[0];
}
void launch(int *out) { big<BYTES><<<1, 1>>>(out); }
"""
SHARED_ATOMICS = """__device__ void count(int *out) {
  __shared__ int counts[64], last;
  extern __shared__ int more[];
  out[threadIdx.x] = atomicAdd(&counts[threadIdx.x % 7], 1) + atomicExch(&last, threadIdx.x) +
                     atomicCAS(&more[threadIdx.x % 5], 1, 2);
}
__global__ void inLoop(int *out) { count(out); }
__global__ void split(int *out) {
  count(out);
  __syncthreads();
  count(out);
}
"""


class Driver(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.write("a.mu", PROGRAM)
        self.write("value.h", "#define VALUE 7\n")
        self.write("device.h", "")
        self.write("host.h", "")
        self.write("twice.c", "int twice(int new) { return 2 * new; }\n")
        self.write("plain.cpp", "#include <vector>\nint f() { return std::vector<int>{1}.front(); }\n")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def mcc(self, *arguments, status=0, stdin=""):
        done = subprocess.run([MCC, *arguments], cwd=self.folder, capture_output=True, text=True,
                              input=stdin, check=False, timeout=300)
        self.assertEqual(done.returncode, status, f"{arguments}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def run_program(self, name="./a.out", status=0):
        done = subprocess.run([name], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)

    def files(self):
        return {path.name for path in self.folder.iterdir()}

    def ir(self, source, *flags):
        return self.mcc("-S", "-emit-llvm", source, *flags, "-o", "-")

    def functions(self, source, *flags):
        return dict(re.findall(r"^define [^@]*@(\S+?)\((.*?)^}", self.ir(source, *flags),
                               re.MULTILINE | re.DOTALL))


class Outputs(Driver):
    def test_several_sources_are_linked(self):
        self.assertEqual(self.mcc("-O2", "a.mu", "twice.c", "plain.cpp"), "")
        self.run_program()

    def test_objects(self):
        self.mcc("-c", "a.mu", "twice.c")
        self.assertLessEqual({"a.o", "twice.o"}, self.files())
        self.mcc("a.o", "twice.o", "-o", "program", "-Wl,--as-needed", "-Xlinker", "-z", "-Xlinker",
                 "now", "-pthread", "-lm", "-L.")
        self.run_program("./program")

    def test_language(self):
        self.write("b.txt", PROGRAM)
        self.write("b.cu", PROGRAM)
        self.mcc("-x", "musa", "b.txt", "-x", "none", "twice.c")
        self.run_program()
        self.mcc("-x", "musa", "b.cu", "-xc", "twice.c")
        self.run_program()

    def test_standard_input(self):
        self.mcc("-x", "musa", "-c", "-", "-o", "stdin.o", stdin=PROGRAM)
        self.mcc("stdin.o", "twice.c")
        self.run_program()

    def test_assembly_and_ir(self):
        self.assertIn("main:", self.mcc("-S", "a.mu", "-o", "-"))
        self.mcc("-S", "-emit-llvm", "a.mu")
        self.assertIn("define dso_local", self.read("a.ll"))
        self.write("f.s", ".globl f\nf: ret\n")
        self.mcc("-c", "f.s")
        self.assertIn("f.o", self.files())

    def test_shared_library(self):
        self.mcc("-shared", "-fPIC", "twice.c", "plain.cpp", "-o", "libtwice.so")
        self.mcc("a.mu", "-L.", "-ltwice", "-Wl,-rpath,$ORIGIN", "-static-libstdc++")
        self.run_program()

    def test_devices_are_of_the_executable_s_architecture(self):
        self.write("library.mu", "__global__ void none() {}\n"
                   "int use() { none<<<1, 1>>>(); return musaGetLastError(); }\n")
        self.write("main.mu", "int use();\n__global__ void lanes(int *out) { *out = warpSize; }\n"
                   "int main() { int out = 0; lanes<<<1, 1>>>(&out); musaDeviceSynchronize();"
                   " return out == 128 ? use() : 1; }\n")
        no_kernel_image = 209
        for arch, status in (("mp_31", no_kernel_image), ("any", 0)):
            self.mcc("-shared", "-fPIC", f"--offload-arch={arch}", "library.mu", "-o", "libuse.so")
            self.mcc("--offload-arch=mp_22", "main.mu", "libuse.so", f"-Wl,-rpath,{self.folder}")
            self.run_program(status=status)

    def test_openmp(self):
        self.write("omp.mu", "#include <omp.h>\n__global__ void kernel() {}\nint main() {\n  int n = 0;\n"
                   "#pragma omp parallel reduction(+ : n) num_threads(3)\n  n += 1;\n"
                   "  return n == 3 ? 0 : 1;\n}\n")
        self.mcc("-fopenmp", "omp.mu")
        self.run_program()

    def test_nothing_called_cuda_is_exported(self):
        self.mcc("a.mu", "twice.c")
        symbols = subprocess.run(["nm", "-g", str(self.folder / "a.out")], capture_output=True,
                                 text=True, check=True).stdout
        self.assertIn("musaLaunchKernel", symbols)
        self.assertNotRegex(symbols, r"(?i)\bt?_*cuda[A-Z_]")

    def test_debug_information_of_kernels(self):
        self.mcc("-g", "-c", "a.mu")
        lines = subprocess.run(["objdump", "--dwarf=info", str(self.folder / "a.o")],
                               capture_output=True, text=True, check=True).stdout
        self.assertRegex(lines, r"DW_AT_name.*: kernel\b")


class Preprocessing(Driver):
    def test_dependencies_are_of_both_sides(self):
        self.assertEqual(self.mcc("-MM", "a.mu").split(),
                         ["a.o:", "a.mu", "value.h", "device.h", "host.h"])
        self.assertIn("musa_runtime.h", self.mcc("-M", "a.mu"))
        self.mcc("-c", "-MMD", "-MP", "-MT", "target", "-MF", "deps", "a.mu")
        deps = self.read("deps")
        self.assertEqual(deps.splitlines()[0].split(),
                         ["target:", "a.mu", "value.h", "device.h", "host.h"])
        self.assertIn("device.h:", deps)
        self.mcc("-c", "-MD", "a.mu")
        self.assertIn("musa_runtime.h", self.read("a.d"))

    def test_both_sides_are_printed(self):
        places = re.compile(r'^# 1 "\./(\w+)\.h"', re.MULTILINE)
        self.assertEqual(places.findall(self.mcc("-E", "a.mu")), ["value", "device", "value", "host"])
        self.mcc("-E", "a.mu", "-o", "a.i")
        self.assertEqual(places.findall(self.read("a.i")), ["value", "device", "value", "host"])
        self.assertEqual(places.findall(self.mcc("-E", "--cuda-host-only", "a.mu")), ["value", "host"])

    def macros(self, *arguments):
        text = self.mcc("-E", "-dM", "-x", "musa", "/dev/null", *arguments)
        return dict(re.findall(r"^#define (\w+) ?(.*)$", text, re.MULTILINE))

    def test_macros(self):
        device = self.macros("--cuda-device-only", "--offload-arch=mp_22")
        host = self.macros("--cuda-host-only", "--offload-arch=mp_22")
        for side in (device, host):
            self.assertEqual([side[name] for name in ("__MUSACC__", "__MUSA__", "__CUDA__")], ["1"] * 3)
            self.assertEqual(side["__MUSA_ARCH_LIST__"], "220")
            for name in side:
                self.assertNotRegex(name, "^(__CUDACC.*|__NVCC__|__CUDA_ARCH.*|__NV.*|CUDA.*|cuda.*)$")
        self.assertEqual([device[name] for name in ("__MUSA_ARCH__", "__MUSA_PORT_WARP_SIZE__")], ["220", "128"])
        for name in ("__MUSA_ARCH__", "__MUSA_PORT_WARP_SIZE__"):
            self.assertNotIn(name, host)

    def test_each_architecture(self):
        """A new one needs a row of the table, and nothing else."""
        table = json.loads((ROOT / "rules/gpu/architectures.json").read_text(encoding="utf-8"))
        said = self.mcc("--help")
        for row in table["architectures"]:
            with self.subTest(row["name"]):
                is_default = row["name"] == table["default"]
                self.assertRegex(said, rf"\b{row['name']}{re.escape(' (default)') if is_default else ''}[,\n]")
                device = self.macros("--cuda-device-only", f"--offload-arch={row['name']}")
                self.assertEqual(device["__MUSA_ARCH__"], str(row["musa_arch"]))
                if is_default:
                    self.assertEqual(device, self.macros("--cuda-device-only"))
                self.write("w.mu", f"#ifdef __MUSA_ARCH__\n__device__ char lanes[warpSize == {row['warp_size']} ? 1 : -1];\n#endif\n")
                self.mcc("-fsyntax-only", f"--offload-arch={row['name']}", "w.mu")


class Messages(Driver):
    def test_once(self):
        self.write("e.mu", "int f() { return x; }\n__device__ int g() { return y; }\n"
                   "static int h() { int q; return 1; }\n")
        said = self.mcc("-Wall", "-c", "e.mu", status=1)
        self.assertEqual(re.findall(r"(error|warning): (.*)", said),
                         [("error", "use of undeclared identifier 'x'"),
                          ("error", "use of undeclared identifier 'y'"),
                          ("warning", "unused variable 'q' [-Wunused-variable]")])
        self.assertTrue(said.endswith("\n1 warning and 2 errors generated.\n"), said)
        self.assertNotIn("e.o", self.files())

    def test_warnings(self):
        self.write("w.mu", "int f() { int unused; return 1; }\n")
        self.assertIn("1 warning generated.", self.mcc("-Wall", "-c", "w.mu"))
        self.assertIn("[-Werror,-Wunused-variable]", self.mcc("-Wall", "-Werror", "-c", "w.mu", status=1))
        self.assertEqual(self.mcc("-Wall", "-w", "-c", "w.mu"), "")
        self.assertEqual(self.mcc("-Wall", "-Wno-unused-variable", "-fsyntax-only", "w.mu"), "")

    def test_what_nvcc_only_warns_of(self):
        self.write("lax.mu", "\n".join((
            "#include <cmath>",
            "#include <cstdio>",
            "struct Pair { unsigned char a; float b; };",
            "enum Bit { zero, one };",
            "constexpr Bit bit = static_cast<Bit>(7);",
            '#define UNIT "m"',
            "constexpr double third() { return std::exp(1.0 / 3); }",
            "template <class T> int get(T t) { return t.template get(1); }",
            "__global__ void kernel(int *p, int n, double d) { register int i = threadIdx.x; Pair q{n, d}; p[i] = q.a; }",
            "int main() { unsigned list[] = {-1}; register int n = 1; std::printf(\"%u\"UNIT\"\\n\", list[0] - n); }\n")))
        said = self.mcc("-c", "lax.mu")
        for warning in ("register", "c++11-narrowing", "enum-constexpr-conversion", "reserved-user-defined-literal", "invalid-constexpr",
                        "missing-template-arg-list-after-template-kw"):
            self.assertIn(f"[-W{warning}]", said)
        self.assertIn("error: ISO C++17 does not allow 'register'", self.mcc("-Werror=register", "-c", "lax.mu", status=1))
        self.assertEqual(self.mcc("-w", "-c", "lax.mu"), "")

    def errors(self, name, *lines):
        """What mcc says of a file of `lines`: {line: error}."""
        self.write(name, "\n".join(lines) + "\n")
        said = self.mcc("-c", name, "-ferror-limit=0", status=1)
        return {int(line): error for line, error in re.findall(rf"^{re.escape(name)}:(\d+):\d+: (?:fatal )?error: (.*)$", said, re.M)}

    def test_headers_of_a_project_that_are_called_like_the_system_s(self):
        """What mcc includes by itself does not find them."""
        for name in ("malloc", "string", "time"):
            self.write(f"own/{name}.h", f"#pragma once\n#include <string>\nstruct own_{name} {{}};\n")
        self.write("uses.mu", '#include "malloc.h"\n#include "string.h"\n#include "time.h"\n'
                              "__global__ void kernel(char *p) { memcpy(p, p + 1, 1); *p = clock(); }\n"
                              "own_malloc a; own_string b; own_time c;\n")
        self.assertEqual(self.mcc("-Iown", "-c", "uses.mu"), "")

    def test_names_of_graphics(self):
        """Those of EGL and of VDPAU: each is named where it is used, and so is its header."""
        def written(section, library):
            rules = json.loads((ROOT / f"rules/{library}.json").read_text())[section]
            return [to for status in ("supported", "unverified") for to in rules.get(status, {}).values() if isinstance(to, str)]

        names = sorted(name for library in ("cuda-driver", "cuda-runtime") for name in written("identifiers", library)
                       if re.match("(mu|musa)(EGL|VDPAU|Graphics(EGL|VDPAU))|MUegl|MU_EGL", name))
        self.assertGreater(len(names), 100)
        what = "of MUSA that the host backend does not have; see docs/reference/host_names.md"
        self.assertEqual(self.errors("graphics.mu", "#include <musa.h>", "void f() {", *(f"  {name};" for name in names), "}"),
                         {line: f"'{name}' is a name {what}" for line, name in enumerate(names, 3)})
        for header in ("musaEGL.h", "musaVDPAU.h", "musa_egl_interop.h", "musa_vdpau_interop.h"):
            self.assertIn(header, written("headers", "cuda-driver") + written("headers", "cuda-runtime"))
            self.assertEqual(self.errors("header.mu", f"#include <{header}>"), {1: f"'{header}' is a header {what}"})

    def test_names_that_only_the_sdk_has(self):
        """The rules and rules/host/names.tsv say which these are: here those of EGL and VDPAU, of newer MCCLs and of MUPTI's counters."""
        def lacks(name, kind="name"):
            return f"'{name}' is a {kind} of MUSA that the host backend does not have; see docs/reference/host_names.md"

        self.assertEqual(self.errors(
            "l.mu",
            "namespace ours { struct S {}; }",
            "template <class T> void f(T t) { musaVDPAUGetDevice(t); }",
            "void g(musaEvent_t event, ours::S s) {",
            "  musaEGLStreamConsumerConnect(1);",
            "  ::musaEGLStreamConsumerConnect(1);",
            "  musaEventRecordWithFlags_ptsz(event, 0, 0);",  # Clang suggests the name without _ptsz
            "  f(1);",
            "  s.musaEGLStreamConsumerConnect();",  # a member is no name of MUSA
            "  mufftHandle plan;",  # mufft.h has it
            "  musaMaloc(1);",
            "}",
            "mcclWindow_t window;",
            "__device__ mcclWindow_t inKernels;"), {
                2: lacks("musaVDPAUGetDevice"),
                4: lacks("musaEGLStreamConsumerConnect"),
                5: lacks("musaEGLStreamConsumerConnect"),
                6: lacks("musaEventRecordWithFlags_ptsz"),
                8: "no member named 'musaEGLStreamConsumerConnect' in 'ours::S'",
                9: "unknown type name 'mufftHandle'",
                10: "use of undeclared identifier 'musaMaloc'",
                12: lacks("mcclWindow_t"),
                13: lacks("mcclWindow_t")})
        self.assertNotIn("'musaEventRecordWithFlags' declared here", self.mcc("-c", "l.mu", "-ferror-limit=0", status=1))
        self.assertEqual(self.errors("l.c", "void f(void) { musaEGLStreamConsumerConnect(1); }"),
                         {1: lacks("musaEGLStreamConsumerConnect") + " [-Wimplicit-function-declaration]"})
        self.assertEqual(self.errors("h.mu", "#include <mupti_pcsampling.h>"), {1: lacks("mupti_pcsampling.h", "header")})
        self.assertEqual(self.errors("m.mu", "#include <mute/none.hpp>"), {
            1: "'mute/none.hpp' is a header of MUTLASS that is not there; `./dev build mutlass` makes those that CUTLASS has; "
               "see docs/reference/libraries.md"})
        self.assertEqual(self.errors("h.cpp", '#include "mupti_pcsampling.h"'), {1: lacks("mupti_pcsampling.h", "header")})
        self.assertEqual(self.errors("o.mu", '#include "ours.h"'), {1: "'ours.h' file not found"})

    def test_loops_that_passes_leave_alone(self):
        self.write("loop.mu", """__global__ void kernel(float *x, int n) {
        #pragma unroll
          for (int i = 0; i < n; i++) { if (x[i] > 3) break; x[i] += 1; }
        }
        """)
        self.assertEqual(self.mcc("-O1", "-c", "loop.mu"), "")

    def test_the_driver_s(self):
        self.assertEqual(self.mcc(status=1), "mcc: error: no input files\n")
        self.assertEqual(self.mcc("-fno", "a.mu", status=1), "mcc: error: unknown argument: '-fno'\n")
        self.assertIn("no such file or directory: 'no.mu'", self.mcc("no.mu", status=1))
        self.assertIn("cannot specify -o when generating multiple output files",
                      self.mcc("-c", "a.mu", "plain.cpp", "-o", "x.o", status=1))
        self.assertIn("linker command failed", self.mcc("a.mu", status=1))
        self.assertIn("mcc: note: '-mathx-disable-fp64'", self.mcc("-mathx-disable-fp64", "-c", "a.mu"))

    def test_standard_of_cpp_for_sources_in_c(self):
        """As nvcc has it: the standard is for the others."""
        said = self.mcc("-std=c++20", "a.mu", "twice.c", "plain.cpp")
        self.assertEqual(said, "mcc: warning: '-std=c++20' is not for C, and is ignored for 'twice.c'\n")
        self.run_program()
        self.assertIn("'-std=gnu++17' is not for C", self.mcc("-std=gnu++17", "-c", "twice.c"))
        self.assertIn("'--std=c++17' is not for C", self.mcc("--std=c++17", "-x", "c", "-c", "twice.c"))
        self.assertEqual(self.mcc("-std=c11", "-c", "twice.c"), "")

    def test_versions_of_the_language(self):
        self.write("v.mu", "#include <musa_port/nvtx3.hpp>\n__global__ void k(int *p) { *p = 1; }\n"
                           "void f(int *p) { NVTX3_FUNC_RANGE(); nvtx3::scoped_range range{\"f\"}; k<<<1, 1>>>(p); }\n")
        for version in ("c++11", "gnu++11", "c++14", "c++17", "c++20", "c++23"):
            self.assertEqual(self.mcc(f"-std={version}", "-Wall", "-Werror", "-c", "v.mu"), "", version)

    def test_what_only_device_code_uses_is_used(self):
        self.write("used.mu", "namespace {\n__device__ int helper() { return 1; }\nconst int table[2] = {1, 2};\n"
                              "class Image {\n  int width;\npublic:\n  explicit Image(int w) : width(w) {}\n"
                              "  __device__ int last() const { return width - 1; }\n};\n"
                              "__global__ void k(Image image, int *out) { *out = image.last() + helper() + table[1]; }\n}\n"
                              "void f(int *out) { k<<<1, 1>>>(Image(3), out); }\n")
        self.assertEqual(self.mcc("-Wall", "-Wextra", "-Werror", "-c", "used.mu"), "")
        self.write("unused.mu", "static int none() { return 1; }\nint main() { int local; }\n")
        said = self.mcc("-Wall", "-c", "unused.mu")
        self.assertIn("unused function 'none'", said)
        self.assertIn("unused variable 'local'", said)

    def test_information(self):
        self.assertRegex(self.mcc("--version"), r"^mcc \(musa-port\) [\d.]+ .*\nTarget: x86_64")
        # What scripts look for.
        self.assertRegex(self.mcc("--version"), r"clang version \d+\.\d+\.\d+")
        self.assertEqual(self.mcc("-V"), self.mcc("--version"))
        self.assertIn("--offload-arch=ARCH", self.mcc("--help"))
        self.assertIn("lib/clang/19", self.mcc("-print-resource-dir"))
        said = self.mcc("-###", "a.mu")
        self.assertIn('"-triple" "nvptx64-nvidia-cuda"', said)
        self.assertIn('"-lmusart"', said)
        self.assertNotIn("a.out", self.files())

    def test_calls_of_the_host_that_no_kernel_reaches(self):
        """nvcc checks what it makes code of."""
        self.write("calls.mu", "void h();\n"
                   "__device__ inline void a() { h(); }\n"
                   "static __device__ void b() { h(); }\n"
                   "struct S {\n  int n;\n  __device__ void c() const {\n    float *p;\n    musaMallocManaged((void **)&p, n);\n    h();\n  }\n"
                   "  template <class T> __device__ void d(T) { h(); }\n};\n"
                   "template <class T> __device__ void e(T) { h(); }\n"
                   "#ifdef REACHED\n__global__ void k(S s) { a(); b(); s.c(); s.d(1); e(1); }\n#endif\n"
                   "#ifdef MADE\n__device__ void f() { h(); }\n#endif\n")
        self.assertEqual(self.mcc("-c", "calls.mu"), "")
        said = self.mcc("-c", "-DREACHED", "calls.mu", status=1)
        lines = re.findall(r"calls\.mu:(\d+):\d+: error: reference to __host__ function", said)
        self.assertEqual(lines, ["2", "3", "8", "9", "11", "13"])
        self.assertEqual(said.count("called by 'k'"), 5)
        self.assertIn("calls.mu:18:23: error: no matching function for call to 'h'", self.mcc("-c", "-DMADE", "calls.mu", status=1))

    def test_builtin_variables_in_host_code(self):
        """What is never executed may name them: macros for device code that say where something went wrong."""
        self.write("names.mu", "#include <cstdio>\n"
                   "#define SAY(good) if (!(good)) printf(\"%d %d\\n\", threadIdx.x, blockDim.y)\n"
                   "template <int N> void host() { SAY(N > 0); }\n"
                   "__global__ void k(int *p) { SAY(*p > 0); dim3 d = blockDim; uint3 u = threadIdx; *p = d.x + u.x; }\n"
                   "int main() { host<1>(); SAY(2 > 1); }\n"
                   "#ifdef USED\nunsigned f() { return threadIdx.x; }\ndim3 g() {\n  return blockDim;\n}\n#endif\n")
        self.mcc("names.mu")
        self.run_program()
        for level in ("-O0", "-O2"):
            said = self.mcc("-c", level, "-DUSED", "names.mu", status=1)
            self.assertEqual(re.findall(r"names\.mu:(\d+:\d+): error: .*: host code has no threadIdx", said), ["7:23", "9:10"])
            self.assertEqual(said.count("error:"), 2)

    def test_launch_from_device_code(self):
        """Of a kernel of the same file, and with <<<>>>; not called like a function."""
        for code in ("__global__ void a() {}\n__global__ void b() { a<<<1, 1>>>(); }\n", "__global__ void a();\nint main() { a<<<1, 1>>>(); }\n"):
            self.write("l.mu", code)
            self.assertEqual(self.mcc("-c", "l.mu"), "", code)
        self.write("e.mu", "__global__ void a();\n__global__ void b() { a<<<1, 1>>>(); }\n")
        self.assertIn("e.mu:1:17: error: the device function 'a()' is not defined in this file; compile and link with -fmusa-rdc",
                      self.mcc("-c", "e.mu", status=1))
        self.write("c.mu", "__global__ void a() {}\n__global__ void b() { a(); }\n")
        self.assertIn("c.mu:2:24: error: call to global function 'a' not configured", self.mcc("-c", "c.mu", status=1))

    def test_what_another_file_defines(self):
        self.write("f.mu", "__device__ int f(int);\n__device__ int unused(int);\n__global__ void kernel(int *p) { *p = f(1); }\n")
        said = self.mcc("-c", "f.mu", status=1)
        self.assertIn("f.mu:1:16: error: the device function 'f(int)' is not defined in this file; compile and link with -fmusa-rdc", said)
        self.assertEqual(said.count("error:"), 1)
        self.write("both.mu", "__host__ __device__ int f(int);\n__global__ void kernel(int *p) { *p = f(1); }\n")
        self.assertIn("the device function 'f(int)'", self.mcc("-c", "both.mu", status=1))
        self.write("v.mu", "extern __device__ int v[4];\nextern __constant__ int unused;\n"
                   "__global__ void kernel(int *p) { *p = v[1]; }\n")
        said = self.mcc("-c", "v.mu", status=1)
        self.assertIn("v.mu:1:23: error: the device variable 'v' is not defined in this file", said)
        self.assertEqual(said.count("error:"), 1)

    def test_assembly_that_is_left(self):
        """Of a GPU, wherever it stands: once, at its place, and the host's own passes."""
        self.write("a.mu", "template <class T> __device__ T lane(T base) {\n"
                   "  unsigned id;\n"
                   '  asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));\n'
                   "  return base + id;\n}\n"
                   "__device__ void unused(float x) { asm(\"ex2.approx.f32 %0, %0;\" : \"+f\"(x)); }\n"
                   "__global__ void kernel(int *p, long long *q) {\n"
                   "  *p = lane(1); *q = lane(1LL);\n"
                   '  asm volatile("" ::: "memory");\n'
                   '  asm("{ .reg .pred p; "\n'
                   '      "setp.eq.s32 p, %0, 0; @p trap; }" :: "r"(*p));\n}\n'
                   'int main() { int x; asm("movl $3, %0" : "=r"(x)); return x; }\n')
        for flags in (("-O0",), ("-O2",), ("-S", "-o", "-")):
            said = self.mcc("-c", "a.mu", *flags, status=1)
            self.assertEqual(re.findall(r"^a\.mu:(\d+):\d+: error: the host has no assembler .*--analyze", said, re.M),
                             ["3", "10"])
            self.assertEqual(said.count("error"), 3, said)
        self.assertNotIn("a.o", self.files())

    def test_assembly_of_the_host(self):
        """What its assembler does not take: at its place, and no file stays."""
        self.write("a.mu", 'asm(".popsection");\n'
                   "__host__ __device__ inline int next(int x) {\n"
                   '  asm("add.s32 %0, %0, 1;" : "+r"(x));\n'
                   "  return x;\n}\n"
                   "__global__ void kernel(int *p) { *p = 1; }\n"
                   'int main() {\n  asm("mov.u32 %eax, %laneid;");\n  return next(1);\n}\n')
        before = self.files()
        for level in ("-O0", "-O2"):
            said = self.mcc("-c", "a.mu", level, status=1)
            self.assertEqual(sorted(set(re.findall(r"^a\.mu:(\d+):\d+: error: .*--analyze", said, re.M))),
                             ["1", "3", "8"], said)
            self.assertEqual(self.files(), before)

    def test_foreign_headers(self):
        """NVIDIA's, of the system, are none of the host backend's; a tree's own copy of them is the tree's."""
        kernel = "__global__ void kernel(int *p) { *p = 1; }\n"
        for name in ("cub/agent/agent_reduce.cuh", "cub/block/specializations/block_reduce_raking.cuh",
                     "thrust/system/cuda/execution_policy.h", "cuda/barrier"):
            with self.subTest(name):
                self.assertTrue(pathlib.Path("/usr/include", name).exists(), "a header of the system")
                self.write("a.mu", f"#include <cub/version.cuh>\n#include <{name}>\n{kernel}")
                self.assertIn(f"a.mu:2:10: error: '{name}' is NVIDIA's header, which the host backend does not have",
                              self.mcc("-c", "a.mu", status=1))
        self.write("a.mu", "#include <cub/agent/agent_reduce.cuh>\n#include <thrust/sort.h>\n"
                   f"#include <cuda/std/array>\n#include <musa/atomic>\nint x = OWN;\n{kernel}")
        (self.folder / "own/cub/agent").mkdir(parents=True)
        (self.folder / "own/cub/agent/agent_reduce.cuh").write_text("#define OWN 1\n", encoding="utf-8")
        for option in ("-I", "-isystem"):
            self.mcc("-c", "a.mu", option, "own")

    def test_a_killed_compilation_leaves_no_file(self):
        self.write("slow.mu", "#include <thrust/sort.h>\n#include <thrust/device_vector.h>\nint main() {\n"
                   "  thrust::device_vector<int> v(9);\n  thrust::sort(v.begin(), v.end());\n}\n")
        before = self.files()
        for seconds in (1, 2, 3, 4):
            with subprocess.Popen([MCC, "-O2", "-c", "slow.mu", "-o", "slow.o"], cwd=self.folder) as process:
                try:
                    process.wait(timeout=seconds)
                except subprocess.TimeoutExpired:
                    process.terminate()
            self.assertLessEqual(self.files(), before | {"slow.o"})

    def test_shared_memory(self):
        self.write("big.mu", BIG)
        table = json.loads((ROOT / "rules/gpu/architectures.json").read_text(encoding="utf-8"))
        for arch, limit in ((row["name"], row["shared_memory_per_block"]) for row in table["architectures"]):
            # 16 bytes of each kernel are the compiler's.
            self.mcc(f"--offload-arch={arch}", f"-DBYTES={limit - 16}", "-c", "big.mu")
            said = self.mcc(f"--offload-arch={arch}", f"-DBYTES={limit - 15}", "-c", "big.mu", status=1)
            self.assertIn(f"big.mu:2:34: error: shared memory ({limit + 1}) exceeds limit ({limit}) of "
                          f"{arch} in kernel 'void big<{limit - 15}>(int*)'", said)
            self.assertIn("1 error generated.", said)
        for arch, status in (("mp_10", 1), ("mp_21", 1), ("mp_31", 0)):
            said = self.mcc(f"--offload-arch={arch}", "-DBYTES=42888", "-c", "big.mu", status=status)
            self.assertEqual("shared memory (42904) exceeds limit (28672)" in said, status == 1)


class DeviceCode(Driver):
    def test_features_of_the_cpu(self):
        self.assertIn('"target-cpu"="x86-64-v3"', self.ir("a.mu"))
        for flag, feature in (("-mavx512f", "+avx512f"), ("-mno-fma", "-fma")):
            device = [line for line in self.ir("a.mu", flag).splitlines()
                      if '"target-cpu"="x86-64-v3"' in line]
            self.assertTrue(device)
            for line in device:
                self.assertIn(feature, line)
        self.assertNotIn('"target-cpu"="x86-64-v3"', self.ir("a.mu", "-march=x86-64-v2"))

    def test_what_a_sanitizer_passes_over(self):
        self.write("list", "src:*a.mu\n")
        def entry(*flags):
            return self.functions("a.mu", "-fsanitize=address", *flags)["_Z6kernelPi.entry"]

        self.assertTrue("__asan_report" in entry())
        self.assertFalse("__asan_report" in entry("-fsanitize-ignorelist=list"))

    def test_files_that_a_sanitizer_checks(self):
        """Each has an image of its own, of the same name."""
        self.write("b.mu", "__global__ void other(int *p) { *p = 1; }\n")
        self.mcc("-fsanitize=address", "-fPIC", "-c", "a.mu", "b.mu")
        self.mcc("-fsanitize=address", "-shared", "-shared-libasan", "a.o", "b.o", "-o", "both.so")

    def test_fast_math_of_each_side(self):
        """Only host code is told that there are no infinities."""
        self.write("f.mu", "__device__ float of(float a, float b) { return (a + b) / (1 - b); }\n"
                   "__global__ void kernel(float *p) { *p = of(*p, p[1]); }\n"
                   "float host(float a, float b) { return (a + b) / (1 - b); }\n"
                   "#if defined(__MUSA_ARCH__) != defined(__MUSA_USE_FAST_MATH__) ||"
                   " defined(__MUSA_ARCH__) == defined(__FAST_MATH__)\n#error\n#endif\n")
        for flag in ("-ffast-math", "-Ofast"):
            found = self.functions("f.mu", "-O2", flag)
            entry = next(body for name, body in found.items() if name.startswith("_Z6kernelPf.entry"))
            self.assertNotRegex(entry, r"\b(fast|nnan|ninf|reassoc)\b")
            self.assertIn(" fast ", found["_Z4hostff"])
        self.write("g.mu", self.read("f.mu").split("#if")[0])
        for flag in ("-use_fast_math", "--use_fast_math"):
            self.assertNotRegex(self.ir("g.mu", "-O2", flag), r" (fast|nnan|ninf|reassoc) ")

    def test_atomics_on_shared_memory_are_plain(self):
        self.write("s.mu", SHARED_ATOMICS)
        device = {name: body for name, body in self.functions("s.mu").items() if re.search(r"\.(entry|all|some)$", name)}
        self.assertIn("_Z6inLoopPi.entry", device)
        self.assertIn("_Z5splitPi.segment1.all", device)
        for name, body in device.items():
            self.assertNotRegex(body, "atomicrmw|cmpxchg", name)


class PrecompiledHeaders(Driver):
    def test_used_by_include(self):
        self.write("pre.muh", "#include <map>\n#include <vector>\n#include <string>\n#include <algorithm>\n#include <cstdarg>\n"
                   "#include <functional>\n#include <iostream>\n#include <regex>\n"
                   "template <typename T> __host__ __device__ T two() { return 2; }\n"
                   "struct S { char a; double b; };\n"
                   "__device__ inline double last(int n, ...) {"
                   " va_list l; va_start(l, n); S s = va_arg(l, S); va_end(l); return s.b; }\n")
        self.write("use.mu", '#include "pre.muh"\n__global__ void kernel(int *p) { *p = last(1, S{1, two<double>()}); }\n'
                   "int main() { int v = 0; kernel<<<1, 1>>>(&v); musaDeviceSynchronize();"
                   " return v - two<int>(); }\n")
        header = self.read("pre.muh")
        self.write("pre.muh", "#pragma once\n" + header)

        def entered(*flags):
            """How many files are parsed for the device, and for the host."""
            said = self.mcc("-c", "use.mu", "-Xclang", "-print-stats", *flags)
            return [int(count) for count in re.findall(r"^ *(\d+) source files entered", said, re.MULTILINE)]

        plain = entered()
        self.assertEqual(len(plain), 2)
        self.assertGreater(min(plain), 100)
        self.mcc("-x", "musa-header", "pre.muh", "-o", "pre.muh.pch")
        self.assertLessEqual({"pre.muh.pch", "pre.muh.pch.device"}, self.files())
        # The source, and what Clang defines before it.
        self.assertEqual(entered("-include", "pre.muh"), [2, 2])
        self.mcc("use.mu", "-include", "pre.muh")
        self.run_program()
        self.mcc("use.mu", "-include-pch", "pre.muh.pch")
        self.run_program()


if __name__ == "__main__":
    unittest.main()
