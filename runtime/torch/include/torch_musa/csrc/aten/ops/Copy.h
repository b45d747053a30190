// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <ATen/native/musa/Copy.h>

namespace at::musa {
inline void direct_copy_kernel_musa(TensorIteratorBase &iterator) {
  native::direct_copy_kernel_cuda(iterator);
}
} // namespace at::musa
