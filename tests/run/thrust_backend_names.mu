// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of thrust::cuda_cub, which is the backend's name too, and the default stream.
// MCC:
// MCC: -DMUSA_API_PER_THREAD_DEFAULT_STREAM -DOWN_STREAM
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/system/musa/detail/core/triple_chevron_launch.h>
#include <thrust/system/musa/detail/util.h>

#include "check.h"

__global__ void put(int *where, int value) { where[threadIdx.x] = value; }

int main() {
#ifdef OWN_STREAM
  const musaStream_t standard = musaStreamPerThread;
#else
  const musaStream_t standard = musaStreamLegacy;
#endif
  CHECK(thrust::cuda_cub::default_stream() == standard);
  CHECK(thrust::cuda_cub::stream(thrust::device) == standard);
  musaStream_t own = nullptr;
  CHECK_MUSA(musaStreamCreate(&own));
  CHECK(thrust::cuda_cub::stream(thrust::device.on(own)) == own);

  thrust::device_vector<int> data(32);
  const thrust::cuda_cub::launcher::triple_chevron launch(1, 32, 0, own);
  CHECK_MUSA(launch.doit(put, thrust::raw_pointer_cast(data.data()), 3));
  CHECK_EQUAL(thrust::reduce(thrust::device.on(own), data.begin(), data.end()), 96);
  CHECK_EQUAL(thrust::reduce(thrust::device, data.begin(), data.end()), 96);
  CHECK_MUSA(musaStreamDestroy(own));

  bool thrown = false;
  try {
    thrust::cuda_cub::throw_on_error(musaErrorInvalidValue, "as it should");
  } catch (const thrust::system_error &error) {
    thrown = error.code().value() == musaErrorInvalidValue;
  }
  CHECK(thrown);
  return CHECK_RESULT();
}
