"""The counter must see each fault that a port can have: one faulty port for each count, and a right one."""

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import count
from declared import declarations, include_guard
from names import FrozenNames, is_regular
from tokenizer import HEADER, Source

RULES = Path(__file__).resolve().parent.parent / "data/mmcv_rules.json"

KERNEL = r"""// nms_cuda from https://example.org/cuda/nms.cu: cudaMalloc, __CUDA_ARCH__
#ifndef NMS_CUDA_KERNEL_CUH
#define NMS_CUDA_KERNEL_CUH
#include <cuda_runtime.h>
#include <THC/THCAtomics.cuh>
#ifdef MMCV_WITH_CUDA
#include "helper.cuh"
#endif
#define CUDA_KERNEL_LOOP(i, n) for (int i = 0; i < n; ++i)
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 && \
    CUDA_VERSION >= 11000
enum AccumulateMode { kAccumulate, kInvalid };
#elif __CUDA_ARCH__ < 600
#endif
__global__ void nms_cuda(float *x) {
  CUDA_KERNEL_LOOP(i, 1'000) x[i] = kAccumulate; /* CUDA */
}
#endif  // NMS_CUDA_KERNEL_CUH
"""
KERNEL_PORT = r"""// nms_cuda from https://example.org/cuda/nms.cu: cudaMalloc, __CUDA_ARCH__
#include <musa_port/cuda_level.h>
#ifndef NMS_CUDA_KERNEL_MUH
#define NMS_CUDA_KERNEL_MUH
#include <musa_runtime.h>
#include <THC/THCAtomics.muh>
#ifdef MMCV_WITH_MUSA
#include "helper.muh"
#endif
#define CUDA_KERNEL_LOOP(i, n) for (int i = 0; i < n; ++i)
#if defined(__MUSA_ARCH__) && __MUSA_ARCH__ >= 220 && \
    MUSAPORT_CUDA_LEVEL >= 11000
enum AccumulateMode { kAccumulate, kInvalid };
#elif __MUSA_ARCH__ < 210
#endif
__global__ void nms_cuda(float *x) {
  CUDA_KERNEL_LOOP(i, 1'000) x[i] = kAccumulate; /* CUDA */
}
#endif  // NMS_CUDA_KERNEL_CUH
"""
LAUNCH = r"""#include <ATen/cuda/CUDAContext.h>
#include <nms.cuh>
#include "../csrc/nms.cuh"
const char *text = R"(cudaMalloc "CUDA")";
void launch(at::Tensor x) {
  auto stream = at::cuda::getCurrentCUDAStream();
  cudaStream_t raw = stream;
  TORCH_CHECK(x.is_cuda(), "x is no CUDA tensor");
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "nms", [&] { nms_cuda<<<1, 32, 0, raw>>>(x.data<float>()); });
  AT_CUDA_CHECK(cudaGetLastError());
}
REGISTER_DEVICE_IMPL(nms_impl, CUDA, nms_cuda);
"""
LAUNCH_PORT = r"""#include "torch_musa/csrc/aten/musa/MUSAContext.h"
#include <nms.muh>
#include "../csrc/nms.muh"
const char *text = R"(cudaMalloc "CUDA")";
void launch(at::Tensor x) {
  auto stream = at::musa::getCurrentMUSAStream();
  musaStream_t raw = stream;
  TORCH_CHECK(x.is_privateuseone(), "x is no CUDA tensor");
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "nms", [&] { nms_cuda<<<1, 32, 0, raw>>>(x.data<float>()); });
  AT_MUSA_CHECK(musaGetLastError());
}
REGISTER_DEVICE_IMPL(nms_impl, PrivateUse1, nms_cuda);
"""
INPUT = {"csrc/nms.cuh": KERNEL, "csrc/helper.cuh": "#pragma once\n", "src/launch.cu": LAUNCH, "build.sh": "cuda = 1\n"}
OUTPUT = {
    "csrc/nms.muh": KERNEL_PORT,
    "csrc/helper.muh": "#pragma once\n",
    "src/launch.mu": LAUNCH_PORT,
    "build.sh": "cuda = 1\n",
    ".musa-port-manifest.json": "{}",
}


def write_tree(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("latin-1"))


def run_counter(before, after, *arguments, remaining=None, diagnostics=(), rules=RULES):
    """The exit status and what the counter printed as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_tree(root / "in", before)
        write_tree(root / "out", after)
        command = [str(root / "in"), str(root / "out"), *arguments]
        if rules:
            command += ["--rules", str(rules)]
        if remaining is not None or diagnostics:
            report = {"remaining": remaining or [], "diagnostics": diagnostics}
            (root / "report.json").write_text(json.dumps(report))
            command += ["--report", str(root / "report.json")]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            status = count.main(command + ["--json"])
        return status, json.loads(printed.getvalue())


class CounterTest(unittest.TestCase):
    def found(self, before, after, *arguments, **named):
        """The counts that are not 0."""
        status, result = run_counter(before, after, *arguments, **named)
        found = {name: number for name, number in result["counts"].items() if number}
        self.assertEqual(status, 1 if found else 0)
        return found

    def fault(self, file, right, wrong, **named):
        """The counts that are not 0 when `right` is `wrong` in an output that is right otherwise."""
        self.assertIn(right, OUTPUT[file])
        return self.found(INPUT, OUTPUT | {file: OUTPUT[file].replace(right, wrong)}, **named)


class CleanPort(CounterTest):
    def test_is_clean(self):
        self.assertEqual(self.found(INPUT, OUTPUT), {})

    def test_each_rule_is_expected(self):
        _, result = run_counter(INPUT, OUTPUT)
        made = {rule["from"]: (rule["expected"], rule["made"]) for rule in result["rules"]}
        self.assertEqual(made["_CUH"], (2, 2))
        self.assertEqual(made["MMCV_WITH_CUDA"], (1, 1))
        self.assertEqual(made["::cuda::"], (1, 1))
        self.assertEqual(made[", CUDA,"], (1, 1))
        self.assertEqual(made[".is_cuda()"], (1, 1))
        self.assertEqual(made[".cuh"], (1, 1))
        self.assertEqual(made["#include <ATen/cuda/CUDAContext.h>"], (1, 1))

    def test_rule_of_unequal_length(self):
        rules = '{"at::kCUDA": "at::musa::kMUSA"}'
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rules.json"
            path.write_text(rules)
            before = {"a.cu": "f(at::kCUDA, 1);\n"}
            self.assertEqual(self.found(before, {"a.mu": "f(at::musa::kMUSA, 1);\n"}, rules=path), {})
            self.assertIn("rule edits not made", self.found(before, {"a.mu": "f(at::kMUSA, 1);\n"}, rules=path))

    def test_ignored_folders(self):
        before = INPUT | {"mlu/x.cu": "cudaMalloc();\n"}
        self.assertEqual(self.found(before, OUTPUT, "--ignored", "mlu"), {})

    def test_half_ported_tree(self):
        before = {"x.cu": "int a;\n", "x.mu": "int b;\n", "y.cu": "cudaError_t e;\n", "cuda/z.h": "int c;\n"}
        after = {"x.cu": "int a;\n", "x.mu": "int b;\n", "y.mu": "musaError_t e;\n", "cuda/z.h": "int c;\n"}
        self.assertEqual(self.found(before, after), {})


class Faults(CounterTest):
    def test_rule_edits(self):
        for file, right, wrong in (
            ("csrc/nms.muh", "NMS_CUDA_KERNEL_MUH", "NMS_CUDA_KERNEL_CUH"),
            ("csrc/nms.muh", "MMCV_WITH_MUSA", "MMCV_WITH_CUDA"),
            ("csrc/nms.muh", "THCAtomics.muh", "THCAtomics.cuh"),
            ("src/launch.mu", "AT_DISPATCH_FLOATING_TYPES(", "AT_DISPATCH_FLOATING_TYPES_AND_HALF("),
            ("src/launch.mu", '"torch_musa/csrc/aten/musa/MUSAContext.h"', "<torch_musa/csrc/aten/musa/MUSAContext.h>"),
            ("src/launch.mu", "at::musa::", "at::cuda::"),
            ("src/launch.mu", ", PrivateUse1,", ", CUDA,"),
            ("src/launch.mu", ".is_privateuseone()", ".is_cuda()"),
        ):
            with self.subTest(wrong):
                self.assertIn("rule edits not made", self.fault(file, right, wrong))

    def test_cuda_name_left(self):
        self.assertEqual(self.fault("src/launch.mu", "musaGetLastError", "cudaGetLastError"), {"cuda names left": 1})

    def test_cuda_name_is_not_the_trees_by_a_define(self):
        before = {"a.cu": "#define cudaMalloc hipMalloc\n"}
        self.assertEqual(self.found(before, {"a.mu": before["a.cu"]}), {"cuda names left": 1})

    def test_what_a_tree_declares_of_nvtx_is_its_own(self):
        use = "char c = *NVTX_STR(0);\n"
        own = "#define NVTX_STR(x) x\n" + use
        self.assertEqual(self.found({"a.cpp": own}, {"a.cpp": own}), {})
        self.assertEqual(self.found({"a.cpp": use}, {"a.cpp": use}), {"cuda names left": 1})

    def test_a_macro_of_its_own_name_is_left_out(self):
        before = {"a.h": "#define cudaFree musaFree // ours\n#define cudaMalloc(p, n) musaMalloc(p, n)\nint i;\n"}
        self.assertEqual(self.found(before, {"a.h": " // ours\n\nint i;\n"}), {})
        after = {"a.h": "#define musaFree musaFree // ours\n\nint i;\n"}
        self.assertIn("unexpected edits", self.found(before, after))
        before = {"a.h": "#define cudaFree musaMalloc\n"}
        self.assertIn("unexpected edits", self.found(before, {"a.h": "\n"}))

    def test_report_explains_as_many_as_it_counts(self):
        before = {"a.cu": "cudaLaunchDevice(1);\ncudaLaunchDevice(2);\n"}
        after = {"a.mu": before["a.cu"]}
        entry = {"name": "cudaLaunchDevice", "reason": "no counterpart", "file": "a.cu", "line": 1}
        self.assertEqual(self.found(before, after, remaining=[entry | {"count": 2}]), {})
        self.assertEqual(self.found(before, after, remaining=[entry | {"count": 1}]), {"cuda names left": 1})
        self.assertEqual(
            self.found(before, after, remaining=[entry | {"count": 2, "reason": ""}]), {"cuda names left": 2}
        )

    def test_a_pasted_name_that_is_reported_is_explained_everywhere(self):
        source = "#define LOAD(x) t##x *x = find(#x)\nLOAD(cuInit);\ntcuInit *a, *b;\ntcuInit *c;\n"
        before, after = {"a.cu": source}, {"a.mu": source.replace("LOAD(cuInit)", "LOAD(muInit)")}
        self.assertEqual(self.found(before, after), {"cuda names left": 2})
        said = {
            "id": "musa-pasted-name",
            "severity": "error",
            "file": "a.cu",
            "line": 2,
            "message": "'LOAD' makes 'tcuInit' here but 'tmuInit' in the port",
            "notes": [],
        }
        self.assertEqual(self.found(before, after, diagnostics=[said]), {})

    def test_cuda_include_left(self):
        self.assertEqual(self.fault("csrc/nms.muh", "musa_runtime.h", "cuda_runtime.h"), {"cuda includes left": 1})
        before = {"a.cu": "#include <cudss.h>\n"}
        entry = {"name": "cudss.h", "count": 1, "reason": "no counterpart", "file": "a.cu", "line": 1}
        self.assertEqual(self.found(before, {"a.mu": before["a.cu"]}, remaining=[entry]), {})

    def test_torch_name_left(self):
        self.assertEqual(self.fault("src/launch.mu", "AT_MUSA_CHECK", "AT_CUDA_CHECK"), {"torch names left": 1})
        for code in (
            "auto d = at::kCUDA;\n",
            "f(c10::DeviceType::CUDA);\n",
            "TORCH_LIBRARY_IMPL(mine, CUDA, m) {}\n",
            "t->is_cuda();\n",
            "at::cuda::f();\n",
        ):
            with self.subTest(code):
                self.assertIn("torch names left", self.found({"a.cu": code}, {"a.mu": code}, rules=None))

    def test_comment_changed(self):
        self.assertEqual(self.fault("csrc/nms.muh", "org/cuda", "org/musa"), {"comments changed": 1})
        self.assertEqual(self.fault("csrc/nms.muh", "/* CUDA */", "/* MUSA */"), {"comments changed": 1})

    def test_string_changed(self):
        self.assertEqual(self.fault("src/launch.mu", "no CUDA tensor", "no MUSA tensor"), {"strings changed": 1})
        self.assertEqual(self.fault("src/launch.mu", '(cudaMalloc "', '(musaMalloc "'), {"strings changed": 1})

    def test_variable_in_a_string(self):
        before = {"a.cpp": 'auto a = getenv("CUDA_VISIBLE_DEVICES"), b = getenv("NCCL_ALGO"), c = "CUDA";\n'}
        right = before["a.cpp"].replace("CUDA_VISIBLE", "MUSA_VISIBLE").replace("NCCL_ALGO", "MCCL_ALGOS")
        for after, found in ((right, {}), (right.replace('"CUDA"', '"MUSA"'), {"strings changed": 1})):
            self.assertEqual(self.found(before, {"a.cpp": after}), found)

    def test_program_in_a_string(self):
        program = 'const char *k = R"x(// cudaFree\n__global__ void f(cudaStream_t s, int nms) { puts("cuda"); })x";\n'
        for became, expected in (
            (program.replace("cudaStream_t", "musaStream_t"), {}),
            (program.replace("int nms", "int nns"), {"words changed in part": 1, "unexpected edits": 1}),
            (program.replace('puts("cuda")', 'puts("musa")'), {"strings changed": 1}),
            (program.replace("__global__", "__host__"), {"strings changed": 1}),
            (program.replace('R"x(', 'R"y(').replace(')x"', ')y"'), {"strings changed": 1}),
            (program.replace("// cudaFree", "// musaFree"), {"comments changed": 1}),
        ):
            with self.subTest(became):
                self.assertEqual(self.found({"a.cu": program}, {"a.mu": became}, rules=None), expected)

    def test_declared_name_changed(self):
        self.assertEqual(
            self.fault("csrc/nms.muh", "CUDA_KERNEL_LOOP", "MUSA_KERNEL_LOOP"), {"declared names changed": 2}
        )
        self.assertEqual(self.fault("src/launch.mu", "nms_cuda<<<", "nms_musa<<<"), {"declared names changed": 1})

    def test_word_changed_in_part(self):
        found = self.fault("csrc/nms.muh", "kAccumulate", "kAcmumulate")
        self.assertEqual(found["words changed in part"], 2)
        self.assertIn("words changed in part", self.fault("csrc/nms.muh", "kInvalid", "kImtalid"))

    def test_unexpected_edit(self):
        self.assertEqual(self.fault("src/launch.mu", "x.scalar_type", "x.dtype"), {"unexpected edits": 1})
        self.assertEqual(self.fault("csrc/nms.muh", "1'000", "1'001"), {"unexpected edits": 1})
        self.assertIn("unexpected edits", self.fault("src/launch.mu", "auto stream", "const auto stream"))
        self.assertIn("unexpected edits", self.fault("src/launch.mu", "auto stream", "stream"))

    def test_unknown_target(self):
        self.assertEqual(self.fault("src/launch.mu", "musaStream_t", "muskStream_t"), {"unknown targets": 1})

    def test_white_space_changed(self):
        self.assertEqual(self.fault("src/launch.mu", "  musaStream_t", "\tmusaStream_t"), {"white space changed": 1})
        crlf = {"a.cu": "int a;\r\nint b;\r\n"}
        self.assertEqual(self.found(crlf, {"a.mu": crlf["a.cu"]}), {})
        self.assertEqual(self.found(crlf, {"a.mu": "int a;\nint b;\n"}), {"white space changed": 2})
        before = {"a.cu": "// c\nint a;  // d\n/* e */ int b;\n"}
        for wrong in ("// c\n\nint a;  // d\n/* e */ int b;\n", "// c\nint a; // d\n/* e */ int b;\n"):
            self.assertEqual(self.found(before, {"a.mu": wrong}), {"white space changed": 1})
        self.assertEqual(self.found(before, {"a.mu": before["a.cu"].rstrip()}), {"white space changed": 1})
        self.assertEqual(self.found({"a.cu": "// c\n"}, {"a.mu": "// c"}), {"white space changed": 1})

    def test_dangling_include(self):
        self.assertEqual(
            self.fault("csrc/nms.muh", '"helper.muh"', '"helper.cuh"'), {"includes dangling": 1, "includes unknown": 1}
        )
        self.assertIn("includes dangling", self.fault("src/launch.mu", "../csrc/nms.muh", "../csrc/helper.muh"))
        self.assertIn("includes dangling", self.fault("src/launch.mu", "<nms.muh>", "<musa/nms.muh>"))

    def test_unknown_include(self):
        self.assertEqual(self.fault("csrc/nms.muh", "musa_runtime.h", "musa_runtimes.h"), {"includes unknown": 1})

    def test_lost_extra_and_changed_files(self):
        without = {name: text for name, text in OUTPUT.items() if name != "build.sh"}
        self.assertEqual(self.found(INPUT, without), {"lost files": 1})
        self.assertEqual(self.found(INPUT, OUTPUT | {"new.mu": ""}), {"extra files": 1})
        self.assertEqual(self.found(INPUT, OUTPUT | {"build.sh": "musa = 1\n"}), {"copied files changed": 1})

    def test_guards(self):
        against, meaning = "guards against NVIDIA's numbers", "guards changed in meaning"
        self.assertEqual(self.fault("csrc/nms.muh", ">= 220", ">= 800"), {against: 1, meaning: 1})
        self.assertEqual(self.fault("csrc/nms.muh", ">= 220", ">= 310"), {meaning: 1})
        self.assertEqual(self.fault("csrc/nms.muh", "< 210", "< 600"), {against: 1, meaning: 1})
        self.assertEqual(self.fault("csrc/nms.muh", "MUSAPORT_CUDA_LEVEL", "MUSA_VERSION"), {against: 1})
        code = "int f() { return 11080 <= (CUSPARSE_VERSION / 10); }\n"
        self.assertEqual(self.found({"a.cu": code}, {"a.mu": code.replace("CUSPARSE", "MUSPARSE")}), {against: 1})

    def test_level_macros(self):
        before = {"a.cu": "#if __CUDACC_VER_MAJOR__ >= 11 && CUSPARSE_VERSION > 11000\n#endif\n"}
        right = (
            "#include <musa_port/cuda_level.h>\n"
            "#if MUSAPORT_CUDACC_VER_MAJOR >= 11 && MUSAPORT_CUSPARSE_LEVEL > 11000\n#endif\n"
        )
        self.assertEqual(self.found(before, {"a.mu": right}), {})
        without = right.partition("\n")[2]
        self.assertEqual(self.found(before, {"a.mu": without}), {"levels without their header": 2})
        for wrong in ("MUSAPORT_CUSPARSE_NONSENSE", "MUSAPORT_CUBLAS_LEVEL"):
            self.assertEqual(
                self.found(before, {"a.mu": right.replace("MUSAPORT_CUSPARSE_LEVEL", wrong)}), {"unknown targets": 1}
            )

    def test_standard_headers(self):
        before = {"a.h": "#ifdef X\n#include <vector>\n#endif\nstd::vector<int> v;\n"}
        self.assertEqual(self.found(before, {"a.h": "#include <vector>\n" + before["a.h"]}), {})
        self.assertEqual(self.found(before, {"a.h": "#include <string.h>\n#include <vector>\n" + before["a.h"]}), {})
        self.assertIn("unexpected edits", self.found(before, {"a.h": '#include "vector"\n' + before["a.h"]}))

    def test_level_where_a_build_may_be_without_cuda(self):
        before = {"a.h": "  #if CUDA_VERSION >= 11000\nint n;\n#endif\n"}
        condition = "  #if defined(__MUSACC__) || defined(MUSA_VERSION) || defined(MUSART_VERSION)\n"
        level = condition + "  #include <musa_port/cuda_level.h>\n  #endif\n"
        right = level + before["a.h"].replace("CUDA_VERSION", "MUSAPORT_CUDA_LEVEL")
        self.assertEqual(self.found(before, {"a.h": right}), {})
        found = right.replace("defined(MUSA_VERSION) || defined(MUSART_VERSION)", "__has_include(<musa_port/cuda_level.h>)")
        self.assertEqual(self.found(before, {"a.h": found}), {})
        other = right.replace("__MUSACC__", "WITH_MUSA")
        self.assertIn("unexpected edits", self.found(before, {"a.h": other}))

    def test_names_put_together_by_macros(self):
        before = {"a.cu": "#define MEMBER(n) decltype(&n) n##_;\nMEMBER(cuMemMap)\nint a = t.cuMemMap_();\n"}
        after = before["a.cu"].replace("cuMem", "muMem")
        self.assertEqual(self.found(before, {"a.mu": after}), {})
        self.assertEqual(self.found(before, {"a.mu": after.replace("muMemMap_", "cuMemMap_")}), {"cuda names left": 1})
        self.assertEqual(
            self.found(before, {"a.mu": after.replace("muMemMap_", "muMemUnmap_")}), {"unexpected edits": 1}
        )

    def test_calls_that_name_the_device_otherwise(self):
        before = {"a.cu": "f(t.cuda(), g(x));\n"}
        self.assertEqual(self.found(before, {"a.mu": "f(t.to(at::kPrivateUse1), g(x));\n"}), {})
        self.assertEqual(self.found(before, {"a.mu": before["a.cu"]}), {"torch names left": 1})
        self.assertIn("unexpected edits", self.found(before, {"a.mu": "f(t.to(at::kCPU), g(x));\n"}))

    def test_names_of_cutlass(self):
        before = {"a.cu": "#include <cutlass/array.h>\nCUTLASS_DEVICE cutlass::half_t f();\n"}
        after = "#include <mutlass/array.h>\nMUTLASS_DEVICE mutlass::half_t f();\n"
        self.assertEqual(self.found(before, {"a.mu": after}), {})
        self.assertEqual(self.found(before, {"a.mu": after.replace("array", "warp/mma")}), {"includes unknown": 1})
        self.assertEqual(
            self.found(before, {"a.mu": after.replace("MUTLASS_DEVICE", "MUTLASS_HOST_DEVICE")}),
            {"unexpected edits": 1},
        )

    def test_renamed_files(self):
        before = {"CuFFTPlan.h": "#pragma once\n", "a.cpp": '#include "CuFFTPlan.h"\n', "LazyNVRTC.cpp": "\n"}
        after = {"MuFFTPlan.h": "#pragma once\n", "a.cpp": '#include "MuFFTPlan.h"\n', "LazyMTRTC.cpp": "\n"}
        self.assertEqual(self.found(before, after), {})
        self.assertEqual(self.found(before, after | {"a.cpp": before["a.cpp"]})["includes dangling"], 1)
        after["LazyMtRTC.cpp"] = after.pop("LazyMTRTC.cpp")
        self.assertEqual(self.found(before, after), {"lost files": 1, "extra files": 1})


class PytorchPort(CounterTest):
    BEFORE = {
        "c10/cuda/CUDAStream.h": "namespace c10::cuda {\nclass CUDAStream {};\nvoid shared_cuda();\n}\n"
        "namespace at::native { namespace cuda { void g(); } }\n",
        "c10/cuda/CUDAStream.cpp": "#include <c10/cuda/CUDAStream.h>\nvoid f() { at::detail::getCUDAHooks(); }\n"
        "static int a_cuda() { shared_cuda(); }\n"
        "void h(int cudaStreams) { at::native::cuda::g(cudaStreams); c10::cuda::shared_cuda(); }\n"
        "C10_REGISTER_GUARD_IMPL(CUDA, Impl);\n",
    }
    AFTER = {
        "c10/musa/MUSAStream.h": "namespace c10::musa {\nclass MUSAStream {};\nvoid shared_cuda();\n}\n"
        "namespace at::native { namespace cuda { void g(); } }\n",
        "c10/musa/MUSAStream.cpp": "#include <c10/musa/MUSAStream.h>\nvoid f() { at::detail::getCUDAHooks(); }\n"
        "static int a_cuda() { shared_cuda(); }\n"
        "void h(int cudaStreams) { at::native::cuda::g(cudaStreams); c10::musa::shared_cuda(); }\n"
        "C10_REGISTER_GUARD_IMPL(PrivateUse1, Impl);\n",
    }

    def pytorch(self, right="", wrong=""):
        after = {name: text.replace(right, wrong) if right else text for name, text in self.AFTER.items()}
        return self.found(self.BEFORE, after, "--profile", "pytorch", rules=None)

    def test_is_clean(self):
        self.assertEqual(self.pytorch(), {})

    def test_names_of_headers(self):
        self.assertEqual(self.pytorch("shared_cuda", "shared_musa"), {})
        self.assertEqual(self.pytorch("void shared_cuda", "void shared_musa"), {"names changed in places": 1})

    def test_namespaces_of_the_tree(self):
        before = {name: f"namespace own {{ namespace cuda {{ int {name}; }} }}\n" for name in ("a", "b")}
        before = {f"{name}.h": text for name, text in before.items()}
        self.assertEqual(self.found(before, before, "--profile", "pytorch"), {})
        after = before | {"b.h": before["b.h"].replace("cuda", "musa")}
        self.assertIn("namespaces in disagreement", self.found(before, after, "--profile", "pytorch"))
        self.assertEqual(self.pytorch("native::cuda::g", "native::musa::g"), {"namespaces in disagreement": 1})
        self.assertEqual(
            self.pytorch("native { namespace cuda", "native { namespace musa"), {"namespaces in disagreement": 1}
        )

    def test_faults(self):
        self.assertEqual(self.pytorch("getCUDAHooks", "getMUSAHooks"), {"exported names changed": 1})
        self.assertEqual(self.pytorch("a_cuda()", "a_musa()"), {"declared names changed": 1})
        self.assertEqual(self.pytorch("cudaStreams", "musaStreams"), {"unexpected edits": 2})
        self.assertIn("torch names left", self.pytorch("PrivateUse1", "CUDA"))
        self.assertEqual(self.pytorch("class MUSAStream", "class CUDAStream"), {"torch names left": 1})
        self.assertEqual(self.pytorch("namespace c10::musa", "namespace c10::cuda")["torch names left"], 1)
        self.assertIn("includes dangling", self.pytorch("<c10/musa/MUSAStream.h>", "<c10/musa/CUDAStream.h>"))


class Tokens(unittest.TestCase):
    def texts(self, code):
        return [token.text for token in Source(code).code]

    def test_tokens(self):
        self.assertEqual(self.texts("cuda\\\nMalloc"), ["cudaMalloc"])
        self.assertEqual(self.texts("1'000'000u 0x1p-3 .5f"), ["1'000'000u", "0x1p-3", ".5f"])
        self.assertEqual(self.texts("f<<<a, b>>>(c)"), ["f", "<<<", "a", ",", "b", ">>>", "(", "c", ")"])
        self.assertEqual(self.texts('u8R"x(a)" // )x" b'), ['u8R"x(a)" // )x"', "b"])
        self.assertEqual(self.texts("'\\'' '\"' a"), ["'\\''", "'\"'", "a"])
        self.assertEqual(self.texts("#error don't\nb"), ["#", "error", "don", "'", "t", "b"])
        self.assertEqual(self.texts("a // b \\\n c\nd /* e\n */ f"), ["a", "d", "f"])

    def test_headers_and_rows(self):
        code = Source("# include <a b.h> // c\n#if X && \\\n  __has_include(<d.h>)\ne").code
        self.assertEqual([token.text for token in code if token.kind == HEADER], ["<a b.h>", "<d.h>"])
        self.assertEqual({token.row for token in code if token.directive == "if"}, {1})


class DeclaredNames(unittest.TestCase):
    def test_declarations(self):
        found = declarations(
            Source(r"""
#define CUDA_LOOP(i) i
namespace mine { namespace cuda {
template <typename T = decltype(f())> class API(x) Stream final : Base {
  int member_; bool is_cuda() const { return local_; }
};
enum class Mode : int { kCuda = (1, 2), kOther };
using Alias = int; typedef struct S *Pointer; typedef void (*Callback)(int);
#if A
template <class T> __global__ void __launch_bounds__(256) kernel_cuda(T *x) {
#else
template <class T> __global__ void kernel_cuda(T *x, int n) {
#endif
  int local; called();
}
static constexpr int kThreads = f(1), kMore{2}; extern std::vector<int> list;
REGISTER(something, CUDA);
extern "C" { int c_function(void); }
}}
""")
        )
        self.assertEqual(found.macros, {"CUDA_LOOP"})
        self.assertLessEqual({"mine", "cuda"}, found.namespaces)
        expected = {
            "Stream",
            "Mode",
            "kCuda",
            "kOther",
            "Alias",
            "Pointer",
            "Callback",
            "kernel_cuda",
            "kThreads",
            "kMore",
            "list",
            "c_function",
        }
        self.assertLessEqual(expected, found.names)
        self.assertLessEqual({"member_", "is_cuda"}, found.members)
        self.assertFalse({"local", "called", "something", "CUDA", "f", "local_"} & (found.names | found.members))

    def test_types(self):
        found = declarations(
            Source(r"""
typedef enum { A_CUDA, B_CUDA } Anonymous;
typedef enum tag : int { C_CUDA = 1 } Named DEPRECATED_TYPE;
typedef struct ATTRIBUTE(8) { int member; } __attribute__((packed)) Packed, *Pointer;
struct { int x; } variable = {1}, *other;
ALIGNED(16) struct { int x; } aligned;
typedef RESULT CALL FunctionType(int *x, struct S); typedef RESULT (CALL *FunctionPointer)(int);
typedef int Attributed __attribute__((aligned(8)));
#if A
inline int table[] = {
#else
static int table[] = {
#endif
  1, [] { return 2; }() };
QUALIFIERS unsigned int after_table(int *state) { return 1; }
""")
        )
        types = (
            "A_CUDA C_CUDA Anonymous tag Named Packed Pointer variable table after_table"
            " FunctionType FunctionPointer Attributed"
        ).split()
        self.assertLessEqual(set(types), found.names)
        self.assertFalse({"DEPRECATED_TYPE", "CALL", "RESULT", "member", "x"} & found.names)

    def test_macros_that_declare(self):
        found = declarations(
            Source("PROBE(x)\nnamespace a { namespace cuda {\nC10_DECLARE_REGISTRY(Registry, T);\nint f();\n}}")
        )
        self.assertEqual(found.names, {"Registry", "f"})
        self.assertEqual(found.homes, {"Registry": {("a", "cuda")}, "f": {("a", "cuda")}})
        self.assertIn(("a", "cuda"), found.namespace_tokens.values())

    def test_include_guard(self):
        self.assertEqual(include_guard(Source("// c\n#ifndef X_CUH\n#define X_CUH\nint a;\n#endif")), "X_CUH")
        self.assertEqual(include_guard(Source("#if !defined(X_CUH)\n#define X_CUH 1\n#endif")), "X_CUH")
        self.assertIsNone(include_guard(Source("#ifndef X_CUH\nint a;\n#endif")))


class Names(unittest.TestCase):
    def test_regular(self):
        for old, new in (
            ("cudaMalloc", "musaMalloc"),
            ("CUBLAS_OP_N", "MUBLAS_OP_N"),
            ("__nv_bfloat16", "__mt_bfloat16"),
            ("ncclSend", "mcclSend"),
            ("getCurrentCUDAStream", "getCurrentMUSAStream"),
        ):
            self.assertTrue(is_regular(old, new), old)
        for old, new in (
            ("Accumulate", "Acmumulate"),
            ("cudaErrorInvalidValue", "musaErrorImtalidValue"),
            ("cudaMalloc", "musaAlloc"),
            ("cudaMalloc", "cudaMalloc"),
        ):
            self.assertFalse(is_regular(old, new), old)

    def test_frozen_lists(self):
        names = FrozenNames()
        self.assertLessEqual(
            set(
                """cudaMalloc cudaBindTexture cublasSgemm CUDA_VERSION __CUDA_ARCH__ ncclSend cublasOperation_t CUresult
                cusolverEigMode_t cusparseSolvePolicy_t cudaDataType cudaIpcMemHandle_t nvrtcResult cudnnStatus_t
                cublasLtMatmulDescOpaque_t CUtensorMap CUBLAS_STATUS_INTERNAL_ERROR curand curand4 curand_poisson
                __NV_NOSAT nvmlInit_v2 cudssCreate""".split()
            ),
            names.cuda_api.plain,
        )
        self.assertFalse(
            {"threadIdx", "dim3", "__half", "atomicAdd", "__syncthreads", "CUDA_KERNEL_LOOP"} & names.cuda_api.plain
        )
        self.assertLessEqual({"getCUDAHooks", "hasCuDNN"}, names.libtorch_exported)
        self.assertEqual(names.mutlass["CUTLASS_DEVICE"], "MUTLASS_DEVICE")
        self.assertIn("ATen/musa/MUSAContext.h", names.backend_headers)
        self.assertIn("musolver.h", names.musa_headers)
        self.assertFalse({"musa_nonsense.h", "murand_philox4x32_x.h", "mutlass/warp/mma.h"} & names.musa_headers.exact)

    def test_known_targets(self):
        names = FrozenNames()
        for old, new in (
            ("nvrtcGetPTX", "mtrtcGetMUSA"),
            ("CUDART_VERSION", "MUSAPORT_CUDA_LEVEL"),
            ("NCCL_VERSION_CODE", "MUSAPORT_NCCL_LEVEL"),
            ("__CUDACC_VER_MINOR__", "MUSAPORT_CUDACC_VER_MINOR"),
        ):
            self.assertTrue(names.is_known_target(old, new), old)
        self.assertFalse(names.is_known_target("CUDNN_VERSION", "MUSAPORT_NCCL_LEVEL"))
        self.assertFalse(names.is_known_target("cudaMalloc", "MUSAPORT_CUDA_LEVEL"))


if __name__ == "__main__":
    unittest.main()
