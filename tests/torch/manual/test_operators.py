# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chapter 6.3 of the manual, and the page on how an operator is adapted: Lerp, Tril and abs, the manual's code word for word.

What the manual leaves out ("....") is filled in. A library with the operators is loaded into a process of its own, where they come
before those of the backend, and count their calls.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import support  # noqa: E402: it sets the environment

import torch  # noqa: E402
import torch_musa  # noqa: E402
from torch_musa import _build_info  # noqa: E402
from torch_musa.utils import musa_extension  # noqa: E402

setUpModule, tearDownModule = support.setUpModule, support.tearDownModule

ROOT = Path(__file__).resolve().parents[3]
COUNT = """
#include <torch/library.h>
static int64_t calls = 0;
TORCH_LIBRARY(manual, m) { m.def("calls", [] { return calls; }); }
"""
# 6.3.1: torch_musa/csrc/aten/ops/musa/Lerp.mu
LERP = """
#include <ATen/Dispatch.h>
#include <ATen/native/Lerp.h>
#include <ATen/native/musa/Loops.muh>

namespace at::native {
namespace {

// lerp.Tensor group MUSA kernel
void lerp_tensor_kernel(at::TensorIteratorBase& iter) {
  ++calls;
  AT_DISPATCH_FLOATING_TYPES(iter.common_dtype(), "lerp", [&] {
    gpu_kernel(iter, [] GPU_LAMBDA(scalar_t a, scalar_t b, scalar_t weight) { return a + weight * (b - a); });
  });
}

// lerp.Scalar group MUSA kernel
void lerp_scalar_kernel(at::TensorIteratorBase& iter, const c10::Scalar& weight) {
  ++calls;
  AT_DISPATCH_FLOATING_TYPES(iter.common_dtype(), "lerp", [&] {
    const auto w = weight.to<scalar_t>();
    gpu_kernel(iter, [w] GPU_LAMBDA(scalar_t a, scalar_t b) { return a + w * (b - a); });
  });
}

} // namespace

// lerp.Tensor group stub
REGISTER_DISPATCH(lerp_kernel_tensor_weight, &lerp_tensor_kernel);
// lerp.Scalar group stub
REGISTER_DISPATCH(lerp_kernel_scalar_weight, &lerp_scalar_kernel);
} // namespace at::native
"""
# 6.3.2
TRIL_LIST = """
- func: tril
- func: tril_
- func: tril.out
  dispatch:
    PrivateUse1: MusaTril
"""
# 6.3.2: torch_musa/csrc/aten/ops/Tril.cpp
TRIL = """
#include <ATen/TensorOperators.h>
#include <ATen/musa/ops/tril_native.h>
#include <ATen/ops/triu.h>

namespace at::musa {

TORCH_IMPL_FUNC(MusaTril)(const Tensor& self, int64_t k, const Tensor &result) {
    ++calls;
    result.copy_(self - at::triu(self, k + 1));
}

} // namespace at::musa
"""
# 6.3.3
CUSTOMIZED_LIST = """
- func: tril
- func: tril_
- func: tril.out
  structured_inherits: MyMetaBase
  precomputed:
    - diagonal -> int var
  dispatch:
    PrivateUse1: MusaTril
"""
META_BASE = """
#pragma once
#include <ATen/TensorMeta.h>
namespace at::musa {
// What sets an output has made it; a base class only hears of it.
struct MyMetaBase : at::impl::MetaBase {
  void set_output_strided(int64_t, IntArrayRef, IntArrayRef, TensorOptions, DimnameList) override {}
  void set_output_raw_strided(int64_t, IntArrayRef, IntArrayRef, TensorOptions, DimnameList) override {}
};
} // namespace at::musa
"""
# The manual returns TORCH_PRECOMPUTE_META_FUNC(tril).set_var(var), which is the head of a function.
CUSTOMIZED = """
#include <ATen/TensorOperators.h>
#include <ATen/musa/ops/tril_native.h>
#include <ATen/ops/triu.h>

namespace at::musa {

TORCH_PRECOMPUTE_META_FUNC(tril)(const Tensor& self, int64_t diagonal) {
    TORCH_CHECK(self.dim() >= 2, "the manual's tril needs a matrix");
    set_output_raw_strided(0, self.sizes(), {}, self.options(), {});
    int64_t var = diagonal + 1;
    return TORCH_PRECOMPUTE_STRUCT(tril)().set_var(var);
}

TORCH_IMPL_FUNC(MusaTril)(const Tensor& self, int64_t var, const Tensor &result) {
    ++calls;
    result.copy_(self - at::triu(self, var));
}

} // namespace at::musa
"""
# The page on how an operator is adapted: abs and tril, registered by hand, and one that is computed on the CPU.
ADAPTED = """
#include <ATen/ops/abs_native.h>
#include <ATen/ops/addcdiv.h>
#include <ATen/ops/empty.h>

#include "torch_musa/csrc/core/MUSAGuard.h"
at::Tensor& MusaAbsout(const at::Tensor& self, at::Tensor& out) {
c10::musa::MUSAGuard device_gaurd(self.device());
++calls;
return at::native::abs_out(self, out);
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("abs.out", &MusaAbsout);
}

#include <ATen/ops/tril_native.h>

#include "torch_musa/csrc/aten/utils/Utils.h"
#include "torch_musa/csrc/core/MUSAGuard.h"

namespace at {
namespace musa {

namespace {
struct structured_tril_musa_functional final
    : public at::native::structured_tril_cuda {
  void set_output_strided(
      int64_t output_idx,
      IntArrayRef sizes,
      IntArrayRef strides,
      TensorOptions options,
      DimnameList names) override {
    auto current_device = guard_.current_device();
    if (C10_UNLIKELY(current_device.has_value())) {
      TORCH_INTERNAL_ASSERT(
          *current_device == options.device(),
          "structured kernels don't support multi-device outputs");
    } else {
      guard_.reset_device(options.device());
    }
    outputs_[output_idx] = create_out(sizes, strides, options);
  }
  void set_output_raw_strided(
      int64_t output_idx,
      IntArrayRef sizes,
      IntArrayRef strides,
      TensorOptions options,
      DimnameList names) override {
    auto current_device = guard_.current_device();
    if (C10_UNLIKELY(current_device.has_value())) {
      TORCH_INTERNAL_ASSERT(
          *current_device == options.device(),
          "structured kernels don't support multi-device outputs");
    } else {
      guard_.reset_device(options.device());
    }
    outputs_[output_idx] = create_out(sizes, strides, options);
  }
  const Tensor& maybe_get_output(int64_t output_idx) override {
    return *outputs_[output_idx];
  }
  std::array<c10::ExclusivelyOwned<Tensor>, 1> outputs_;
  c10::musa::OptionalMUSAGuard guard_;
};
} // namespace

Tensor Tril(const Tensor& self, int64_t diagonal) {
  ++calls;
  structured_tril_musa_functional op;
  op.meta(self, diagonal);
  op.impl(self, diagonal, *op.outputs_[0]);
  return std::move(op.outputs_[0]).take();
}
} // namespace musa
} // namespace at

namespace at {
namespace musa {

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("tril", Tril);  // 'Tril' is a function implemented somewhere
}

} // namespace musa
} // namespace at

namespace at {
Tensor& AddcDivOut(const Tensor& base, const Tensor& tensor1,
                     const Tensor& tensor2, const Scalar& value, Tensor& out) {
  auto cpu_base =
      at::empty(base.sizes(), base.options().device(DeviceType::CPU));
  auto cpu_factor1 =
      at::empty(tensor1.sizes(), tensor1.options().device(DeviceType::CPU));
  auto cpu_factor2 =
      at::empty(tensor2.sizes(), tensor2.options().device(DeviceType::CPU));
  auto cpu_out =
      at::empty(out.sizes(), out.options().device(DeviceType::CPU));
  cpu_base.copy_(base);
  cpu_factor1.copy_(tensor1);
  cpu_factor2.copy_(tensor2);
  auto result = addcdiv_out(cpu_out, cpu_base, cpu_factor1, cpu_factor2);
  out.copy_(cpu_out);
  return out;
}
TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) { m.impl("addcdiv.out", &AddcDivOut); }
} // namespace at
"""
# 6.4.2, and the page on how an operator is adapted to muDNN.
MUDNN = """
#include <ATen/ExpandUtils.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/mul.h>
#include "torch_musa/csrc/aten/mudnn/Handle.h"
#include "torch_musa/csrc/aten/utils/Utils.h"
#include "torch_musa/csrc/core/MUSAGuard.h"
#include <mudnn.h>

namespace at::musa {
using TERNARY_MODE = ::musa::dnn::Ternary::Mode;

Tensor AddTensor(
    const Tensor& self, const Tensor& other, Scalar const& alpha_scalar) {
    ++calls;
    TORCH_CHECK(self.device().type() == kMUSA, ".....");
    TORCH_CHECK(self.device().type() == other.device().type(), ".....");

    TORCH_CHECK(
        self.scalar_type() == at::ScalarType::Float, ".....");

    const c10::musa::MUSAGuard guard(self.device());

    auto self_contig = self.contiguous();
    auto other_contig = at::mul(other, alpha_scalar);
    other_contig = other_contig.contiguous();

    auto output = at::empty(
        infer_size_dimvector(self.sizes(), other.sizes()),
        self.options());

    muTensor lhs = CreateMUTensor(self_contig);
    muTensor rhs = CreateMUTensor(other_contig);
    muTensor out = CreateMUTensor(output);

    auto& h = GetMudnnHandle();
    ::musa::dnn::Binary op;
    CHECK_MUDNN_STATUS(op.SetMode(::musa::dnn::Binary::Mode::ADD), "SetMode");
    CHECK_MUDNN_STATUS(op.Run(h, out, lhs, rhs), "Run Add.Tensor");

    return output;
}

Tensor& AddcDivOut(const Tensor& base, const Tensor& tensor1,
                   const Tensor& tensor2, const Scalar& value, Tensor& out) {
    ++calls;
    Tensor tensor_cong = tensor1.contiguous();
    Tensor base_cong = base.contiguous();
    Tensor tensor2_cong = tensor2.contiguous();
    muTensor musa_tensor1 = CreateMUTensor(tensor_cong);
    muTensor musa_base = CreateMUTensor(base_cong);
    muTensor musa_tensor2 = CreateMUTensor(tensor2_cong);
    muTensor om_mt = CreateMUTensor(out);
    ::musa::dnn::Handle h;
    ::musa::dnn::Ternary mop;

    const Scalar& alpha_scalar = value;
    if (!alpha_scalar.equal(1)) {
      if (base.is_floating_point()) {
        CHECK_MUDNN_STATUS(mop.SetAlpha(alpha_scalar.toDouble()), "SetAlpha");
      } else {
        CHECK_MUDNN_STATUS(mop.SetAlpha(alpha_scalar.toLong()), "SetAlpha");
      }
    }
    CHECK_MUDNN_STATUS(mop.SetMode(TERNARY_MODE::ADDCDIV_ALPHA), "SetMode");
    CHECK_MUDNN_STATUS(mop.Run(h, om_mt, musa_base, musa_tensor1, musa_tensor2), "Run");
    return out;
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m){
   m.impl("add.Tensor", &AddTensor);
   m.impl("addcdiv.out", &AddcDivOut);
}
} // namespace at::musa
"""
TRIL_CALLS = """
    for diagonal in (-1, 0, 2):
        torch.testing.assert_close(torch.tril(y, diagonal).cpu(), torch.tril(x, diagonal))
        out = torch.empty(0, device="musa")
        torch.testing.assert_close(torch.tril(y, diagonal, out=out).cpu(), torch.tril(x, diagonal))
        torch.testing.assert_close(y.clone().tril_(diagonal).cpu(), x.clone().tril_(diagonal))
    print(torch.ops.manual.calls())
    try:
        torch.tril(y[0])
    except RuntimeError as error:
        print(error)
"""


class Operators(unittest.TestCase):
    def setUp(self):
        self.work = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()

    def write(self, name, text):
        path = self.work / name
        path.write_text(text)
        return path

    def generate(self, text):
        """Sources that the code generator makes of the manual's list, and the folder of their headers."""
        folder = self.work / "generated"
        subprocess.run([sys.executable, "-B", ROOT / "kernels/codegen/gen.py", "--functions", self.write("musa_functions.yaml", text),
                        "--output-dir", folder, "--shards", "1"], check=True)
        return folder / "RegisterMUSA_0.cpp"

    def run_with(self, sources, program):
        """What a program prints that has loaded the library of these sources. `x` is on the CPU, `y` the same on the device."""
        options = ["-O1", "-DAT_PER_OPERATOR_HEADERS"]
        path = self.work / "build"
        path.mkdir()
        musa_extension._ninja.build(musa_extension._library(
            "operators", str(self.work / "operators.so"), [str(it) for it in sources],
            [str(self.work / "generated"), str(self.work)], options, options, []), str(path), show=False)
        done = support.run(f"""
    import sys, torch, torch_musa
    torch.ops.load_library(sys.argv[1])
    torch.manual_seed(0)
    x = torch.randn(4, 5)
    y = x.to("musa")
{program}""", self.work / "operators.so")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    def test_lerp_of_ones_own(self):
        printed = self.run_with([self.write("Lerp.mu", COUNT + LERP)], """
    for weight in (0.25, torch.full((4, 5), 0.75)):
        on_musa = weight.to("musa") if isinstance(weight, torch.Tensor) else weight
        torch.testing.assert_close(torch.lerp(y, y * 2, on_musa).cpu(), torch.lerp(x, x * 2, weight))
        torch.testing.assert_close(y.clone().lerp_(y * 2, on_musa).cpu(), torch.lerp(x, x * 2, weight))
    print(torch.ops.manual.calls())
    """)
        self.assertEqual(printed, ["4"])

    def test_tril_with_pytorchs_meta_function(self):
        printed = self.run_with([self.generate(TRIL_LIST), self.write("Tril.cpp", COUNT + TRIL)], TRIL_CALLS)
        self.assertEqual(printed[0], "9")
        self.assertIn("tril: input tensor must have at least 2 dimensions", printed[1])

    def test_tril_with_its_own_meta_function(self):
        self.write("MyMetaBase.h", META_BASE)
        printed = self.run_with([self.generate(CUSTOMIZED_LIST), self.write("Tril.cpp", COUNT + CUSTOMIZED)], TRIL_CALLS)
        self.assertEqual(printed[0], "9")
        self.assertIn("the manual's tril needs a matrix", printed[1])

    def test_adapted_by_hand(self):
        printed = self.run_with([self.write("Adapted.cpp", COUNT + ADAPTED)], """
    torch.testing.assert_close(torch.abs(y, out=torch.empty_like(y)).cpu(), x.abs())
    for diagonal in (-1, 0, 2):
        torch.testing.assert_close(torch.tril(y, diagonal).cpu(), torch.tril(x, diagonal))
    out = torch.empty_like(y)
    torch.testing.assert_close(torch.addcdiv(y, y, y + 9, out=out).cpu(), torch.addcdiv(x, x, x + 9))
    print(torch.ops.manual.calls())
    """)
        self.assertEqual(printed, ["4"])


    def test_adapted_to_mudnn(self):
        printed = self.run_with([self.write("Mudnn.cpp", COUNT + MUDNN)], """
    torch.testing.assert_close((y + y[0]).cpu(), x + x[0])
    torch.testing.assert_close(torch.add(y, y.t().contiguous().t(), alpha=3).cpu(), torch.add(x, x, alpha=3))
    for value in (1, 2.5):
        out = torch.empty_like(y)
        torch.addcdiv(y, y, y.exp(), value=value, out=out)
        torch.testing.assert_close(out.cpu(), torch.addcdiv(x, x, x.exp(), value=value))
    before = torch.ops.manual.calls()
    try:
        y.double() + y.double()
    except RuntimeError as error:
        print(error)
    print(before)
    """)
        self.assertTrue(printed[0].startswith("....."), printed)
        self.assertGreaterEqual(int(printed[1]), 4)


class Folder(unittest.TestCase):
    """Where docs/reference/operators.md says that the files go, they are compiled by themselves, and a ported Lerp.mu is not."""

    def test_files_of_ones_own(self):
        work = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        for folder in ("kernels", "runtime"):
            shutil.copytree(ROOT / folder, work / folder, ignore=shutil.ignore_patterns("__pycache__"))
        for folder in ("packaging", "rules", "tests"):
            (work / folder).symlink_to(ROOT / folder)
        ops = work / "runtime/torch/ops"
        (ops / "Lerp.mu").write_text("static int64_t calls = 0;\n" + LERP)
        (ops / "Tril.cpp").write_text("#include <cstdint>\nstatic int64_t calls = 0;\n" + TRIL)
        functions = work / "kernels/musa_functions.yaml"
        text, count = re.subn(r"^- func: tril(_|\.out)?\n(?=- func|\n)", "", functions.read_text(), flags=re.MULTILINE)
        self.assertEqual(count, 3)
        functions.write_text(text.rstrip("\n") + "\n" + TRIL_LIST)
        # What the backend of this build is made with.
        cache = Path(torch_musa.__file__).parents[2] / "CMakeCache.txt"
        source, toolkit = (re.search(rf"^{name}:PATH=(.*)$", cache.read_text(), re.MULTILINE).group(1)
                           for name in ("PYTORCH_SOURCE_DIR", "MUSAPORT_ROOT"))
        build = work / "build"
        done = subprocess.run(
            ["cmake", "-S", work / "kernels", "-B", build, "-G", "Ninja", f"-DMUSAPORT_ROOT={toolkit}",
             f"-DPYTORCH_SOURCE_DIR={source or self.fetched()}", f"-DCMAKE_CXX_COMPILER={_build_info.cxx_compiler}"],
            capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        compiled = [row["file"] for row in json.loads((build / "compile_commands.json").read_text())]
        self.assertEqual([path for path in compiled if path.endswith("/Lerp.mu")], [str(ops / "Lerp.mu")])
        self.assertIn(str(ops / "Tril.cpp"), compiled)
        objects = [row["output"] for row in json.loads((build / "compile_commands.json").read_text())
                   if row["file"] in (str(ops / "Lerp.mu"), str(ops / "Tril.cpp"))]
        done = subprocess.run(["ninja", "-C", build, *objects], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)

    def fetched(self):
        return subprocess.run([sys.executable, ROOT / "tests/external/fetch.py", "pytorch-aten"], capture_output=True, text=True,
                              check=True).stdout.strip()


if __name__ == "__main__":
    unittest.main()
