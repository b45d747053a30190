// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cluster's barrier that is used wrongly: the error says who and where, and the device is lost.
// MCC: -DWAYS=neverArrives
// MCC: -O2 -DWAYS=arrivesTwice
// MCC: -O0 -DWAYS=waitsAlone
// MCC: -O2 -DWAYS=mapsTooFar
// MCC: -O2 -DWAYS=mapsGlobal
// STDERR: kernel '(neverArrives\(int\*\)': no thread can run:\n  block \(1, 0, 0\), thread \(0, 0, 0\) waits for the block at .*\n  block \(0, 0, 0\), thread \(0, 0, 0\) waits for its cluster at .*clusters_stuck\.mu:\d+\n  64 threads wait in all|arrivesTwice\(int\*\)', block \(0, 0, 0\), thread \(0, 0, 0\): arrives at its cluster's barrier at .*, but has not waited for it since it last did|waitsAlone\(int\*\)', block \(0, 0, 0\), thread \(0, 0, 0\): waits for its cluster at .*, but has not arrived|maps\w+\(int\*\)', .*: maps to shared memory of its cluster what is not there, or to a block that the cluster does not have at .*clusters_stuck\.mu:\d+)
// NO-SANITIZER: a kernel that fails leaves its stacks
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void neverArrives(int *) {
  if (blockIdx.x == 0)
    cg::this_cluster().sync();
  else if (threadIdx.x < 31)
    __syncthreads();
  else
    cg::this_cluster().sync();
}
__global__ void arrivesTwice(int *) {
  cg::this_cluster().barrier_arrive();
  cg::this_cluster().barrier_arrive();
  cg::this_cluster().barrier_wait();
}
__global__ void waitsAlone(int *) { cg::this_cluster().barrier_wait(); }
__global__ void mapsTooFar(int *out) {
  __shared__ int mine;
  *cg::this_cluster().map_shared_rank(&mine, 2) = 1;
  *out = mine;
}
__global__ void mapsGlobal(int *out) { *cg::this_cluster().map_shared_rank(out, 1) = 1; }

int main() {
  int *out = nullptr;
  CHECK_MUSA(musaMalloc(&out, sizeof(int)));
  musaLaunchAttribute attribute = {};
  attribute.id = musaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {2, 1, 1};
  musaLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  config.blockDim = dim3(32);
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK_MUSA(musaLaunchKernelEx(&config, WAYS, out));
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorLaunchFailure);
  return CHECK_RESULT();
}
