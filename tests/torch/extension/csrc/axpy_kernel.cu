// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "axpy.cuh"

#include <ATen/Dispatch.h>
#include <ATen/OpMathType.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime.h>

namespace {

constexpr int THREADS = 256;

template <typename T>
__global__ void axpyKernel(T *out, const T *x, const T *y, double a, int64_t n) {
  using Computed = at::opmath_type<T>;
  const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = static_cast<T>(static_cast<Computed>(a) * x[i] + y[i]);
}

} // namespace

at::Tensor axpyOnCuda(double a, const at::Tensor &x, const at::Tensor &y) {
  const c10::cuda::CUDAGuard guard(x.device());
  at::Tensor out = at::empty_like(x);
  if (x.numel() == 0)
    return out;
  const auto blocks = static_cast<unsigned>((x.numel() + THREADS - 1) / THREADS);
  cudaStream_t stream = at::cuda::getCurrentCUDAStream();
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "axpy", [&] {
    axpyKernel<scalar_t><<<blocks, THREADS, 0, stream>>>(
        out.data_ptr<scalar_t>(), x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), a, x.numel());
  });
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return out;
}
