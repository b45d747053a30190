// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB and Thrust: the project's headers in front of the installed ones.
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/config.h>
#include <thrust/system/cuda/detail/core/triple_chevron_launch.h>
#include <thrust/transform_reduce.h>

__global__ void sum(const float *in, float *out) {
  using Reduce = cub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage storage;
  const float total = Reduce(storage).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0)
    *out = total;
}

void all(void *memory, size_t bytes, float *in, float *out, int n, cudaStream_t stream) {
  cub::DeviceReduce::Sum(memory, bytes, in, out, n);
  cub::DeviceRadixSort::SortKeys(memory, bytes, in, out, n);
  thrust::device_vector<float> values(in, in + n);
  thrust::sort(thrust::cuda::par.on(stream), values.begin(), values.end());
  thrust::sequence(values.begin(), values.end());
  thrust::reduce(thrust::device, values.begin(), values.end());
  sum<<<1, 128, 0, stream>>>(in, out);
}
