//===- triple_chevron_launch.h - a kernel's launch as an object --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_CORE_TRIPLE_CHEVRON_LAUNCH_H
#define THRUST_SYSTEM_MUSA_DETAIL_CORE_TRIPLE_CHEVRON_LAUNCH_H

#include <thrust/detail/config.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub::launcher {

struct triple_chevron {
  dim3 grid;
  dim3 block;
  size_t shared_mem;
  musaStream_t stream;

  triple_chevron(dim3 grid, dim3 block, size_t shared_mem = 0, musaStream_t stream = nullptr)
      : grid(grid), block(block), shared_mem(shared_mem), stream(stream) {}

  template <typename Kernel, typename... Args>
  musaError_t doit(Kernel kernel, const Args &...args) const {
    kernel<<<grid, block, shared_mem, stream>>>(args...);
    return musaPeekAtLastError();
  }
};

} // namespace cuda_cub::launcher
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_CORE_TRIPLE_CHEVRON_LAUNCH_H
