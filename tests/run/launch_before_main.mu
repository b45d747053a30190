// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constructors of global objects launch kernels and use variables of the same file, as nvcc's
// programs may.
// MCC:
// MCC: -fmusa-rdc
#include "check.h"

__device__ int stored = 3;
__managed__ int shared = 4;
__global__ void store(int value) { stored += value + shared; }

namespace {

struct Early {
  Early() {
    store<<<1, 1>>>(5);
    CHECK_MUSA(musaGetLastError());
    CHECK_MUSA(musaMemcpyFromSymbol(&found, stored, sizeof found));
  }
  int found = 0;
};

const Early early;

} // namespace

int main() {
  CHECK_EQUAL(early.found, 12);
  return CHECK_RESULT();
}
