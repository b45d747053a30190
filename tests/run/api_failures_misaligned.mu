// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NO-SANITIZER: it faults, and they want to see that themselves
// A vector at an address that is not a multiple of its size, and an address that no memory can
// have.
// MCC: -O1
// MCC: -O3
// MCC: -O3 -march=x86-64
// STDERR: musa: error: kernel 'copy\(float4\*, float4 const\*\)', block .*: uses a vector at an address that is not a multiple
// STDERR: musa: error: kernel 'set\(int\*\)', block .*: uses an address that no memory can have
#include "check.h"

#include <cstdint>

__global__ void copy(float4 *to, const float4 *from) { *to = *from; }
__global__ void copyWhole(longlong2 *to, const longlong2 *from) { *to = *from; }
__global__ void set(int *p) { *p = 1; }

template <typename T> static T *shifted(void *p, size_t bytes) {
  return reinterpret_cast<T *>(static_cast<char *>(p) + bytes);
}

int main() {
  void *p = nullptr;
  CHECK_MUSA(musaMalloc(&p, 256));
  copy<<<1, 1>>>(shifted<float4>(p, 64), shifted<float4>(p, 4));
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorMisalignedAddress);
  CHECK_EQUAL(static_cast<int>(musaErrorMisalignedAddress), 716);
  CHECK_MUSA(musaDeviceReset());

  CHECK_MUSA(musaMalloc(&p, 256));
  copyWhole<<<1, 1>>>(shifted<longlong2>(p, 68), shifted<longlong2>(p, 32));
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorMisalignedAddress);
  CHECK_MUSA(musaDeviceReset());

  CHECK_MUSA(musaMalloc(&p, 256));
  copy<<<1, 1>>>(shifted<float4>(p, 32), shifted<float4>(p, 16));
  CHECK_MUSA(musaDeviceSynchronize());

  set<<<1, 1>>>(reinterpret_cast<int *>(uintptr_t{0x8badf00d8badf00d}));
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorIllegalAddress);
  CHECK_MUSA(musaDeviceReset());
  return CHECK_RESULT();
}
