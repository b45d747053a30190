// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Freeing nothing is a use of the runtime like any other: the driver API has its context from then
// on.
#include "check.h"

#include <musa.h>
#include <musa_runtime.h>

int main() {
  MUcontext context = nullptr;
  CHECK_EQUAL(muCtxGetCurrent(&context), MUSA_ERROR_NOT_INITIALIZED);
  CHECK_MUSA(musaFree(nullptr));
  CHECK_EQUAL(muCtxGetCurrent(&context), MUSA_SUCCESS);
  CHECK(context != nullptr);
  MUdeviceptr memory = 0;
  CHECK_EQUAL(muMemAlloc(&memory, 4), MUSA_SUCCESS);
  CHECK_EQUAL(muMemFree(memory), MUSA_SUCCESS);
  return CHECK_RESULT();
}
