// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No visible device.
// ENV: MUSA_VISIBLE_DEVICES=
#include "check.h"

__global__ void nothing() {}

int main() {
  int count = -1;
  CHECK_EQUAL(musaGetDeviceCount(&count), musaErrorNoDevice);
  CHECK_EQUAL(count, 0);
  CHECK_EQUAL(musaGetLastError(), musaErrorNoDevice);
  void *memory = nullptr;
  CHECK_EQUAL(musaMalloc(&memory, 4), musaErrorNoDevice);
  CHECK_EQUAL(musaSetDevice(0), musaErrorNoDevice);
  nothing<<<1, 1>>>();
  CHECK_EQUAL(musaGetLastError(), musaErrorNoDevice);
  return CHECK_RESULT();
}
