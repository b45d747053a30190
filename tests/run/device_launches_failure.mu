// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What device code has launched fails: the message says what that was, and the device is lost,
// whether a block waits for it or not.
// MCC: -DWAITS=false
// MCC: -DWAITS=true
// MCC: -DWAITS=false -DFILLS
// MCC: -DWAITS=true -DFILLS
// NO-SANITIZER: it reports the fault itself
// STDERR: kernel '(child\(int\*\)|musaMemsetAsync)', .*writes to
#include "check.h"

__global__ void child(int *memory) { *memory = 1; }

__global__ void parent(int *reached) {
#ifdef FILLS
  musaMemsetAsync(reinterpret_cast<void *>(16), 1, 100);
#else
  child<<<1, 1>>>(nullptr);
#endif
  if (WAITS)
    musaDeviceSynchronize();
  *reached = 1;
}

int main() {
  int *reached = nullptr;
  CHECK_MUSA(musaMallocManaged(&reached, sizeof *reached));
  *reached = 0;
  parent<<<1, 1>>>(reached);
  CHECK_EQUAL(static_cast<int>(musaDeviceSynchronize()), static_cast<int>(musaErrorIllegalAddress));
  CHECK_EQUAL(*reached, WAITS ? 0 : 1);
  return CHECK_RESULT();
}
