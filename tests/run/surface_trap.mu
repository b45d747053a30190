// A write past a surface ends the kernel, as its boundary mode says, and is reported with its line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// STDERR: trap at .*surface_trap\.mu:7
#include "check.h"

__global__ void writePast(musaSurfaceObject_t surface) {
  surf2Dwrite(1.0f, surface, 4 * static_cast<int>(threadIdx.x), 0);
}

int main() {
  const musaChannelFormatDesc format = musaCreateChannelDesc<float>();
  musaResourceDesc resource = {};
  resource.resType = musaResourceTypeArray;
  CHECK_MUSA(musaMallocArray(&resource.res.array.array, &format, 4, 4, musaArraySurfaceLoadStore));
  musaSurfaceObject_t surface = 0;
  CHECK_MUSA(musaCreateSurfaceObject(&surface, &resource));
  writePast<<<1, 4>>>(surface);
  CHECK_MUSA(musaDeviceSynchronize());
  writePast<<<1, 5>>>(surface);
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorLaunchFailure);
  return CHECK_RESULT();
}
