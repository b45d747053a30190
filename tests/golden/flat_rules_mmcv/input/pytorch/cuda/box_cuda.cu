#include "box_kernel.cuh"
#include "../../common/box_helper.hpp"
#include "pytorch_cuda_helper.hpp"

void box_area_cuda(const Tensor boxes, Tensor areas) {
  at::cuda::CUDAGuard device_guard(boxes.device());
  cudaStream_t stream = at::cuda::getCurrentCUDAStream();
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(boxes.scalar_type(), "box_area", [&] {
    box_area_cuda_kernel<scalar_t><<<1, 512, 0, stream>>>(
        boxes.size(0), boxes.data_ptr<scalar_t>(), areas.data_ptr<scalar_t>());
  });
  AT_CUDA_CHECK(cudaGetLastError());
}
