#include <ATen/ATen.h>
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/Exceptions.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAStream.h>

template <typename T> __global__ void scaleKernel(T *data, T factor, int n) {
  CUDA_KERNEL_LOOP(i, n) { data[i] *= factor; }
}

at::Tensor scale_cuda(const at::Tensor &input, double factor) {
  at::Tensor result = input.clone();
  cudaStream_t stream = at::cuda::getCurrentCUDAStream();
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(result.scalar_type(), "scale_cuda", [&] {
    scaleKernel<scalar_t><<<1, 256, 0, stream>>>(result.data_ptr<scalar_t>(), factor, result.numel());
  });
  AT_CUDA_CHECK(cudaGetLastError());
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  c10::cuda::CUDAStream side = c10::cuda::getStreamFromPool();
  return result.cuda();
}

at::Tensor halve_cuda(const std::vector<at::Tensor> &inputs) {
  at::Tensor result = at::empty_like(inputs[0]);
  AT_DISPATCH_FLOATING_TYPES(inputs[0].type(), "halve_cuda", ([&] {
    scaleKernel<scalar_t><<<1, 256>>>(result.data_ptr<scalar_t>(), scalar_t(0.5), result.numel());
  }));
  AT_DISPATCH_ALL_TYPES_AND(at::kHalf, result.type(), "count_cuda", [&] { C10_CUDA_CHECK(cudaGetLastError()); });
  return result;
}
