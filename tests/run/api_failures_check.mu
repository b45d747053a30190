// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NO-SANITIZER: it faults, and they want to see that themselves
// With MUSA_HOST_CHECK=1 memory errors that a GPU may not notice are named.
// ENV: MUSA_HOST_CHECK=1
// STDERR: kernel 'write\(char\*, long\)', block 0 of 1: writes to 0x[0-9a-f]+, which is 256 bytes past the end of the 1024 bytes at 0x[0-9a-f]+
// STDERR: kernel 'write\(char\*, long\)' wrote 3 bytes past the end of the 1001 bytes at 0x[0-9a-f]+
// STDERR: kernel 'write\(char\*, long\)', block 0 of 1: writes to 0x[0-9a-f]+, which is byte 7 of the 64 bytes at 0x[0-9a-f]+, which were freed
// STDERR: found when it was freed: something wrote 1 bytes past the end of the 1000 bytes at
// STDERR: a stream is used that was destroyed or never created
// STDERR: an event is used that was destroyed or never created
// STDERR: musaFree of 0x[0-9a-f]+, which is byte 8 of the 100 bytes at
#include "check.h"

__global__ void write(char *p, long at) { p[at] = 1; }

static char *allocate(size_t size) {
  char *result = nullptr;
  CHECK_MUSA(musaMalloc(&result, size));
  return result;
}

int main() {
  char *p = allocate(1024);
  write<<<1, 1>>>(p, 1024 + 256);
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorIllegalAddress);
  CHECK_MUSA(musaDeviceReset());

  p = allocate(1001); // not all of it ends at the end of a page
  write<<<1, 1>>>(p, 1000);
  CHECK_MUSA(musaDeviceSynchronize());
  write<<<1, 1>>>(p, 1004);
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorIllegalAddress);
  CHECK_MUSA(musaDeviceReset());

  p = allocate(64);
  CHECK_MUSA(musaFree(p));
  write<<<1, 1>>>(p, 7);
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorIllegalAddress);
  CHECK_MUSA(musaDeviceReset());

  p = allocate(1000);
  p[1001] = 1; // the host
  CHECK_MUSA(musaFree(p));

  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_MUSA(musaStreamDestroy(stream));
  write<<<1, 1, 0, stream>>>(p, 0);
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidResourceHandle);
  CHECK_EQUAL(musaEventQuery(reinterpret_cast<musaEvent_t>(&stream)),
              musaErrorInvalidResourceHandle);
  p = allocate(100);
  CHECK_EQUAL(musaFree(p + 8), musaErrorInvalidValue);
  return CHECK_RESULT();
}
