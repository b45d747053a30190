// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What extensions call of torch_musa's headers, bound to Python.
#include "torch_musa/csrc/aten/linalg/BatchLinearAlgebraLibBlas.h"
#include "torch_musa/csrc/aten/mudnn/Handle.h"
#include "torch_musa/csrc/aten/ops/Amp.h"
#include "torch_musa/csrc/aten/ops/Binary.h"
#include "torch_musa/csrc/aten/ops/Randperm.h"
#include "torch_musa/csrc/aten/ops/TensorFactory.h"
#include "torch_musa/csrc/aten/utils/Context.h"
#include "torch_musa/csrc/aten/utils/Utils.h"
#include "torch_musa/csrc/utils/Logging.h"
#include "torch_musa/csrc/utils/register_wrapper.h"

#include "stubs.h"

#include <torch/csrc/musa/device_set.h>
#include <torch/extension.h>

static_assert(at::kMUSA == c10::kPrivateUse1 && torch::kMUSA == at::musa::kMUSA);
static_assert(at::musa::kMUSAKey == c10::DispatchKey::PrivateUse1);
static_assert(at::musa::kMUSABackend == c10::Backend::PrivateUse1);

namespace at::native {
DEFINE_DISPATCH(first_stub);
DEFINE_DISPATCH(second_stub);
REGISTER_NO_CPU_DISPATCH(first_stub);
REGISTER_NO_CPU_DISPATCH(second_stub);
} // namespace at::native

namespace {

at::Tensor triple(const at::Tensor &self) { return self + self + self; }
void checkTypes(const at::Tensor &self) {
  TORCH_MUSA_CHECK_FLOATING_TYPES_AND_N(self.scalar_type(), "checkTypes", at::kInt);
}
void checkContiguous(const at::Tensor &self) { CheckContiguousWithName("checkContiguous", self); }
std::string dispatched(const at::Tensor &self) {
  return AT_DISPATCH_ALL_MTGPU_TYPES_AND_HALF(self.scalar_type(), "dispatched", [] {
    return c10::toString(c10::CppTypeToScalarType<scalar_t>::value);
  });
}
at::Tensor solve(const at::Tensor &a, const at::Tensor &b) {
  at::Tensor columns = b.clone(at::MemoryFormat::Contiguous).mT().contiguous().mT();
  at::native::triangular_solve_mublas(a.mT().contiguous().mT(), columns, true, false,
                                      at::native::TransposeType::NoTranspose, false);
  return columns;
}

/// The sizes and strides that muDNN sees.
std::pair<std::vector<int64_t>, std::vector<int64_t>> seen(const at::musa::muTensor &described) {
  std::vector<int64_t> sizes, strides;
  CHECK_MUDNN_STATUS(described.GetNdInfo(sizes, strides), "GetNdInfo");
  return {sizes, strides};
}
at::Tensor unary(const at::Tensor &self, bool fails) {
  at::Tensor result = at::empty_like(self);
  at::musa::muTensor in = at::musa::CreateMUTensorByCompressDim(self);
  at::musa::muTensor out = at::musa::CreateMUTensorByCompressDim(result);
  ::musa::dnn::Unary op;
  CHECK_MUDNN_STATUS(
      op.SetMode(fails ? static_cast<::musa::dnn::Unary::Mode>(-1) : ::musa::dnn::Unary::Mode::ABS),
      "SetMode");
  at::musa::muHandle &handle = at::GetMudnnHandle();
  CHECK_MUDNN_STATUS(op.Run(handle, out, in), "Run");
  return result;
}

} // namespace

TORCH_LIBRARY(header_test, m) {
  m.def("triple(Tensor self) -> Tensor");
  m.def("three_times(Tensor self) -> Tensor");
  m.def("again(Tensor self) -> Tensor");
}
ADVANCED_REGISTER(header_test, PrivateUse1, "triple", triple)
REDEFINE_REGISTER(header_test, PrivateUse1, "three_times", triple)
namespace other {
at::Tensor same(const at::Tensor &self) { return triple(self); }
} // namespace other
REGISTER_IMPL(header_test, PrivateUse1, "again", other::same, other_same)

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  using at::Tensor;
  m.def("is_musa", &at::musa::is_musa);
  m.def("create_out",
        [](const Tensor &like, std::vector<int64_t> sizes, std::vector<int64_t> strides) {
          return at::musa::create_out(sizes, strides, like.options());
        });
  m.def("check_inplace", [](const Tensor &self, const Tensor &like) {
    at::musa::check_inplace(self, like.sizes(), like.options());
  });
  m.def("resize_out", [](const Tensor &out, const Tensor &like) {
    at::musa::resize_out(out, like.sizes(), like.strides(), like.options());
  });
  m.def("maybe_create_proxy", [](const Tensor &out, const Tensor &like) {
    return at::musa::maybe_create_proxy(out, like.sizes(), like.strides(), like.options());
  });
  m.def("mat_contiguous", &at::musa::MatContiguous);
  m.def("is_transpose", &at::musa::IsTranspose);
  m.def("is_last_dim_contiguous", &at::musa::IsLastDimContiguous);
  m.def("channels_last", [](const Tensor &self) {
    return at::musa::FormatContiguous(self, at::MemoryFormat::ChannelsLast);
  });
  m.def("contiguous_if_zero_in_strides", &at::musa::ContiguousIfZeroInStrides);
  m.def("type_size", [](const Tensor &self) { return at::musa::DTypeSize(self.scalar_type()); });
  m.def("out_device",
        [](const Tensor &a, const Tensor &b) { return at::musa::OutDevice(a, b).str(); });
  m.def("check_types", &checkTypes);
  m.def("check_contiguous", &checkContiguous);
  m.def("dispatched", &dispatched);
  m.def("empty", [](std::vector<int64_t> sizes, const Tensor &like) {
    return at::musa::EmptyMUSA(sizes, like.scalar_type(), like.layout(), like.device(), false,
                               std::nullopt);
  });
  m.def("empty_strided",
        [](std::vector<int64_t> sizes, std::vector<int64_t> strides, const Tensor &like) {
          return at::musa::EmptyStridedMUSA(sizes, strides, like.scalar_type(), like.layout(),
                                            like.device(), false);
        });
  m.def("contiguous", [](const Tensor &self) {
    Tensor kept;
    const Tensor result = at::musa::ContiguousRef(self, kept);
    return std::make_pair(at::musa::Contiguous(self), result.is_same(kept));
  });
  m.def("resize_bytes", [](const Tensor &self, size_t bytes) {
    at::musa::resize_bytes_musa(self.storage().unsafeGetStorageImpl(), bytes);
  });
  m.def("maximum_out", &at::musa::MaximumTensorOut);
  m.def("minimum_out", &at::musa::MinimumTensorOut);
  m.def("randperm", [](int64_t n, Tensor result) {
    return at::musa::RandpermOutMusa(n, std::nullopt, result);
  });
  m.def("update_scale", [](Tensor scale, Tensor tracker, const Tensor &found) {
    return at::musa::AmpUpdateScaleMusa(scale, tracker, found, 2.0, 0.5, 1);
  });
  m.def("solve", &solve);
  m.def("seen", [](const Tensor &self, bool permutes) {
    return seen(at::musa::CreateMUTensor(self, permutes));
  });
  m.def("seen_compressed",
        [](const Tensor &self) { return seen(at::musa::CreateMUTensorByCompressDim(self)); });
  m.def("quantized", [](const Tensor &self, double scale, int64_t zeroPoint) {
    at::musa::muTensor described = at::musa::CreateMUTensor(self);
    at::musa::SetMudnnQuantizationInfo(described, scale, zeroPoint);
  });
  m.def("unary", &unary);
  m.def("workspace", [](size_t bytes) { return at::musa::InternalMemAlloc(bytes) != nullptr; });
  m.def("handle_of_this_thread", [] { return reinterpret_cast<uintptr_t>(&at::GetMudnnHandle()); });
  m.def("has_musa", &at::musa::HasMUSA);
  m.def("allow_tf32", [](bool value) {
    at::musa::GlobalContext().SetAllowTF32(value);
    return at::musa::GlobalContext().GetAllowTF32();
  });
  m.def("check_less", [](int a, int b) { TORCH_MUSA_CHECK_LT(a, b); });
  m.def("devices_in_a_set", [] { return torch::device_set().size(); });
  m.def("first",
        [](const Tensor &self) { return at::native::first_stub(self.device().type(), self); });
  m.def("second",
        [](const Tensor &self) { return at::native::second_stub(self.device().type(), self); });
  bindKernels(m);
}
