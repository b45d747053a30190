//===- torch_musa/csrc/aten/ops/TensorFactory.h - new tensors ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TORCH_MUSA_TENSOR_FACTORY_H
#define MUSAPORT_TORCH_MUSA_TENSOR_FACTORY_H

#include "torch_musa/csrc/core/MUSAGuard.h"

#include <ATen/core/Tensor.h>
#include <ATen/musa/EmptyTensor.h>
#include <ATen/native/musa/Resize.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>

#include <optional>

namespace at::musa {

inline Tensor EmptyMUSA(IntArrayRef size, std::optional<ScalarType> dtype,
                        std::optional<Layout> layout, std::optional<Device> device,
                        std::optional<bool> pinned, std::optional<MemoryFormat> format) {
  return at::detail::empty_musa(size, dtype, layout, device, pinned, format);
}

inline Tensor EmptyStridedMUSA(IntArrayRef size, IntArrayRef stride,
                               std::optional<ScalarType> dtype, std::optional<Layout> layout,
                               std::optional<Device> device, std::optional<bool> pinned) {
  return at::detail::empty_strided_musa(size, stride, dtype, layout, device, pinned);
}

inline Tensor Contiguous(const Tensor &self, MemoryFormat format = MemoryFormat::Contiguous) {
  return self.contiguous(format);
}

/// Also keeps the result in `result`.
inline Tensor ContiguousRef(const Tensor &self, Tensor &result,
                            MemoryFormat format = MemoryFormat::Contiguous) {
  result = self.contiguous(format);
  return result;
}

inline void resize_bytes_musa(StorageImpl *storage, size_t bytes) {
  native::resize_bytes_cuda(storage, bytes);
}

} // namespace at::musa

#endif
