#include <cuda/atomic>
#include <cuda/std/tuple>
#include <mma.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>

__device__ cuda::std::tuple<int, float> pair;
__device__ ::cuda::std::tuple<int, float> same;

__global__ void multiply(const __half *a, float *c) {
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sum;
  using namespace nvcuda;
  wmma::fill_fragment(sum, 0.f);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

void sort(int *begin, int *end, cudaStream_t stream) {
  thrust::sort(thrust::cuda::par.on(stream), begin, end);
  cub::DeviceScan::InclusiveSum(nullptr, *begin, begin, end, 1, stream);
  cuda::atomic<int, cuda::thread_scope_device> counter;
}

using namespace cuda;
using cuda::newer_than_the_rules;
namespace groups = cooperative_groups;

__device__ int last(cuda::atomic<int> &counter) {
  return counter.load(cuda::memory_order_acquire) + cuda::ceil_div(3, 2);
}
