// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NO-SANITIZER: it faults, and they want to see that themselves
// What a kernel must not do with memory that the program maps by itself.
// ENV: MUSA_HOST_CHECK=1
// STDERR: kernel 'set\(int\*\)', block 0 of 1: writes to 0x[0-9a-f]+, which is byte 0 of the 2097152 bytes at 0x[0-9a-f]+, to which no device has access
// STDERR: kernel 'set\(int\*\)', block 0 of 1: writes to 0x[0-9a-f]+, which is byte 0 of the 2097152 bytes at 0x[0-9a-f]+, which may only be read
// STDERR: kernel 'set\(int\*\)', block 0 of 1: writes to 0x[0-9a-f]+, which is byte 0 of the 2097152 bytes at 0x[0-9a-f]+, which were freed
#include "check.h"

#include <musa.h>

#define CHECK_MU(call) CHECK_EQUAL(call, MUSA_SUCCESS)

__global__ void set(int *p) { *p = 1; }

static void expectFault(MUdeviceptr at) {
  set<<<1, 1>>>(reinterpret_cast<int *>(at));
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorIllegalAddress);
  CHECK_MUSA(musaDeviceReset());
}

int main() {
  CHECK_MUSA(musaSetDevice(0));
  MUmemAllocationProp properties = {};
  properties.type = MU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {MU_MEM_LOCATION_TYPE_DEVICE, 0};
  size_t chunk = 0;
  CHECK_MU(muMemGetAllocationGranularity(&chunk, &properties, MU_MEM_ALLOC_GRANULARITY_MINIMUM));
  MUdeviceptr range = 0;
  CHECK_MU(muMemAddressReserve(&range, chunk, 0, 0, 0));
  MUmemGenericAllocationHandle handle = 0;
  CHECK_MU(muMemCreate(&handle, chunk, &properties, 0));
  CHECK_MU(muMemMap(range, chunk, 0, handle, 0));
  expectFault(range);
  MUmemAccessDesc access = {properties.location, MU_MEM_ACCESS_FLAGS_PROT_READ};
  CHECK_MU(muMemSetAccess(range, chunk, &access, 1));
  expectFault(range);
  access.flags = MU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  CHECK_MU(muMemSetAccess(range, chunk, &access, 1));
  set<<<1, 1>>>(reinterpret_cast<int *>(range));
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_MU(muMemUnmap(range, chunk));
  CHECK_MU(muMemRelease(handle));
  expectFault(range);
  CHECK_MU(muMemAddressFree(range, chunk));
  expectFault(range); // other memory does not take its place
  return CHECK_RESULT();
}
