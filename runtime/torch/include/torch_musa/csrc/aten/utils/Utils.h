//===- torch_musa/csrc/aten/utils/Utils.h - what operators of one's own call -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TORCH_MUSA_ATEN_UTILS_H
#define MUSAPORT_TORCH_MUSA_ATEN_UTILS_H

#include "torch_musa/csrc/aten/mudnn/Handle.h"
#include "torch_musa/csrc/core/MUSAException.h"

#include <ATen/Dispatch.h>
#include <ATen/core/Tensor.h>
#include <c10/core/Backend.h>
#include <c10/core/DeviceType.h>
#include <c10/core/DispatchKey.h>

#include <initializer_list>
#include <optional>

#define UNUSED(x) (void)(x)

#define CheckContiguous(input)                                                                     \
  TORCH_CHECK((input).is_contiguous() && (input).storage_offset() == 0,                            \
              "a contiguous tensor without a storage offset is expected");

#define CheckContiguousWithName(op_name, input)                                                    \
  TORCH_CHECK((input).is_contiguous() && (input).storage_offset() == 0, (op_name),                 \
              ": a contiguous tensor without a storage offset is expected, but it has strides ",   \
              (input).strides(), " and offset ", (input).storage_offset());

#define MUSA_TENSOR_TYPE_CHECK(self)                                                               \
  TORCH_MUSA_CHECK_DTYPES((self).scalar_type(), __func__, at::kDouble, at::kFloat, at::kHalf,      \
                          at::kBFloat16, at::kInt, at::kLong)

#define AT_DISPATCH_ALL_MTGPU_TYPES_AND_HALF(TYPE, NAME, ...)                                      \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                                                   \
                     AT_DISPATCH_CASE_ALL_TYPES_AND2(at::kHalf, at::kBFloat16, __VA_ARGS__))

/// An error if a type is not among those that are listed.
#define TORCH_MUSA_CHECK_DTYPES(input_dtype, func_name, ...)                                       \
  TORCH_CHECK(at::musa::IsAllowedDtype(input_dtype, __VA_ARGS__), '"', func_name,                  \
              "\" not implemented for '", c10::toString(input_dtype), "'")
#define TORCH_MUSA_CHECK_FLOATING_TYPES(input_dtype, func_name)                                    \
  TORCH_MUSA_CHECK_DTYPES(input_dtype, func_name, at::kFloat, at::kHalf, at::kBFloat16)
#define TORCH_MUSA_CHECK_FLOATING_TYPES_AND_N(input_dtype, func_name, ...)                         \
  TORCH_MUSA_CHECK_DTYPES(input_dtype, func_name, at::kFloat, at::kHalf, at::kBFloat16, __VA_ARGS__)

/// An error if a call of muDNN has not returned SUCCESS.
#define CHECK_MUDNN_STATUS(rst, msg)                                                               \
  TORCH_CHECK((rst) == ::musa::dnn::Status::SUCCESS, __func__, ": muDNN failed in ", (msg))

namespace at::musa {

using muTensor = ::musa::dnn::Tensor;
using muHandle = ::musa::dnn::Handle;

constexpr c10::Backend kMUSABackend = c10::Backend::PrivateUse1;
constexpr c10::DeviceType kMUSA = c10::DeviceType::PrivateUse1;
constexpr c10::DispatchKey kMUSAKey = c10::DispatchKey::PrivateUse1;

inline bool is_musa(const Tensor &tensor) { return tensor.is_privateuseone(); }

/// What a structured operator's set_output_... calls: a new output, ...
Tensor create_out(IntArrayRef sizes, IntArrayRef strides, const TensorOptions &options);
/// ... an error if an operator in place would give another type, device or size, ...
void check_inplace(const Tensor &self, IntArrayRef sizes, const TensorOptions &options);
/// ... a given output, which gets the sizes, and the strides if its sizes were others, ...
void resize_out(const Tensor &out, IntArrayRef sizes, IntArrayRef strides,
                const TensorOptions &options);
/// ... and a tensor to compute in, if a given output has other strides.
std::optional<Tensor> maybe_create_proxy(const Tensor &out, IntArrayRef sizes, IntArrayRef strides,
                                         const TensorOptions &options);

/// Whether all dimensions follow each other without gaps, those of size 1 included.
bool MatContiguous(const Tensor &mat);
/// Whether the tensor is a contiguous one with its last two dimensions swapped. If not `strict`,
/// the strides of dimensions of size 1 do not matter.
bool IsTranspose(const Tensor &mat, bool strict = true);
inline bool IsLastDimContiguous(const Tensor &input) {
  return input.dim() > 0 && input.stride(-1) == 1;
}
/// The tensor in the memory format, with the strides of this format in dimensions of size 1, too.
Tensor FormatContiguous(const Tensor &tensor, MemoryFormat format);
/// A contiguous copy of a tensor that is expanded, and any other tensor itself.
Tensor ContiguousIfZeroInStrides(const Tensor &tensor);

/// What muDNN is to see of a tensor: its memory, type, sizes and strides. muDNN owns nothing of it.
/// A tensor in a channels-last format gets muDNN's format for it, unless
/// `permute_if_not_contiguous` is false: then its strides say it.
muTensor CreateMUTensor(const Tensor &tensor, bool permute_if_not_contiguous = true);
inline muTensor CreateEmptyMUTensor() { return {}; }
/// The same, with those dimensions as one that follow each other without gaps: muDNN takes eight.
muTensor CreateMUTensorByCompressDim(const Tensor &tensor);
/// Parts of that. A type that muDNN lacks is an error.
void ConfigFormat(const Tensor &tensor, muTensor &described, bool permute_if_not_contiguous = true);
void SetMUTensorDType(ScalarType type, muTensor &described);
void SetMUTensorAddr(void *address, muTensor &described);
/// Symmetric ones: a zero point other than 0 is an error.
void SetMudnnQuantizationInfo(muTensor &described, double scale, int64_t zero_point);

/// A workspace of muDNN, from PyTorch's allocator.
::musa::dnn::MemoryHandler InternalMemAlloc(size_t bytes);
void InternalMemFree(void *memory);

inline size_t DTypeSize(ScalarType type) { return c10::elementSize(type); }

template <typename... Types> constexpr bool IsAllowedDtype(ScalarType type, Types... allowed) {
  static_assert(sizeof...(allowed) != 0, "no type is allowed");
  return (... || (type == allowed));
}

/// The device of the first argument that is not on the CPU; the CPU, if all are.
template <typename... Tensors> Device OutDevice(const Tensors &...tensors) {
  for (const Device device : {tensors.device()...}) {
    if (!device.is_cpu())
      return device;
  }
  return c10::DeviceType::CPU;
}

} // namespace at::musa

namespace at {
using musa::kMUSA;
} // namespace at
namespace c10::musa {
using at::musa::kMUSA;
} // namespace c10::musa

#endif
