// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function's handle for the driver API is a first call: it makes the context.
// MCC: -lmusa
#include "check.h"

#include <musa.h>

__device__ int called;
__global__ void call() { called = 7; }

int main() {
  musaFunction_t function = nullptr;
  CHECK_MUSA(musaGetFuncBySymbol(&function, call));
  CHECK_EQUAL(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr),
              MUSA_SUCCESS);
  int value = 0;
  CHECK_MUSA(musaMemcpyFromSymbol(&value, called, sizeof value));
  CHECK_EQUAL(value, 7);
  return CHECK_RESULT();
}
