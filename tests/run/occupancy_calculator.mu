// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// musa_occupancy.h: the calculator agrees with the runtime about the device that it is told of.
// MCC:
// MCC: --offload-arch=mp_22
#include "check.h"

#include <musa_occupancy.h>
#include <musa_runtime.h>
#include <string>

template <int Bytes> __global__ void taking(char *p) {
  __shared__ char all[Bytes];
  all[threadIdx.x % Bytes] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = all[0];
}
__global__ void __launch_bounds__(256) bounded(char *p) { *p = 1; }

namespace {

void agrees(const void *kernel, const musaDeviceProp &device) {
  const musaOccDeviceProp properties(device);
  musaFuncAttributes attributes;
  CHECK_MUSA(musaFuncGetAttributes(&attributes, kernel));
  const musaOccFuncAttributes described(attributes);
  const musaOccDeviceState state;
  for (int size : {1, 32, 33, 96, 128, 255, 256, 257, 512, 1000, 1024, 1025})
    for (size_t dynamic : {size_t(0), size_t(100), size_t(4096), size_t(20'000), size_t(65'536)}) {
      musaOccResult result;
      int expected = -1;
      CHECK_EQUAL(musaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &described, &state,
                                                          size, dynamic),
                  MUSA_OCC_SUCCESS);
      CHECK_MUSA(musaOccupancyMaxActiveBlocksPerMultiprocessor(&expected, kernel, size, dynamic));
      CHECK_EQUAL(result.activeBlocksPerMultiprocessor, expected);
      CHECK(result.limitingFactors != 0);
    }
  int grid = 0, block = 0, expectedGrid = 0, expectedBlock = 0;
  CHECK_EQUAL(musaOccMaxPotentialOccupancyBlockSize(&grid, &block, &properties, &described, &state),
              MUSA_OCC_SUCCESS);
  CHECK_MUSA(musaOccupancyMaxPotentialBlockSize(&expectedGrid, &expectedBlock, kernel, 0, 0));
  CHECK_EQUAL(grid, expectedGrid);
  CHECK_EQUAL(block, expectedBlock);
  auto bytesFor = [](int threads) { return static_cast<size_t>(threads) * 16; };
  CHECK_EQUAL(musaOccMaxPotentialOccupancyBlockSizeVariableSMem(&grid, &block, &properties,
                                                                &described, &state, bytesFor),
              MUSA_OCC_SUCCESS);
  CHECK_MUSA(musaOccupancyMaxPotentialBlockSizeVariableSMem(&expectedGrid, &expectedBlock, kernel,
                                                            bytesFor, 0));
  CHECK_EQUAL(grid, expectedGrid);
  CHECK_EQUAL(block, expectedBlock);
  for (int blocks : {1, 2, 4}) {
    size_t left = 0, expected = 0;
    CHECK_EQUAL(
        musaOccAvailableDynamicSMemPerBlock(&left, &properties, &described, &state, blocks, 128),
        MUSA_OCC_SUCCESS);
    CHECK_MUSA(musaOccupancyAvailableDynamicSMemPerBlock(&expected, kernel, blocks, 128));
    CHECK_EQUAL(left, expected);
  }
}

/// A device that is described by hand, with registers.
void ofAnotherDevice() {
  musaOccDeviceProp properties;
  properties.maxThreadsPerBlock = 1024;
  properties.maxThreadsPerMultiprocessor = 2048;
  properties.regsPerBlock = properties.regsPerMultiprocessor = 65'536;
  properties.warpSize = 32;
  properties.sharedMemPerBlock = 49'152;
  properties.sharedMemPerBlockOptin = properties.sharedMemPerMultiprocessor = 98'304;
  properties.numSms = 10;
  musaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = 1024;
  attributes.numRegs = 64;
  const musaOccDeviceState state;
  musaOccResult result;
  auto blocks = [&](int size, size_t dynamic) {
    CHECK_EQUAL(musaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state,
                                                        size, dynamic),
                MUSA_OCC_SUCCESS);
    return result.activeBlocksPerMultiprocessor;
  };
  CHECK_EQUAL(blocks(256, 0), 4); // 65536 / (64 * 256)
  CHECK_EQUAL(result.limitingFactors, unsigned(OCC_LIMIT_REGISTERS));
  CHECK_EQUAL(result.allocatedRegistersPerBlock, 64 * 256);
  attributes.numRegs = 16;
  CHECK_EQUAL(blocks(256, 0), 8); // 2048 / 256
  CHECK_EQUAL(result.limitingFactors, unsigned(OCC_LIMIT_WARPS));
  CHECK_EQUAL(blocks(16, 0), 32);
  CHECK_EQUAL(result.limitingFactors, unsigned(OCC_LIMIT_BLOCKS));
  CHECK_EQUAL(blocks(256, 40'000), 2); // 98304 / 40000
  CHECK_EQUAL(result.limitingFactors, unsigned(OCC_LIMIT_SHARED_MEMORY));
  CHECK_EQUAL(blocks(256, 60'000), 0); // has not opted in
  attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  CHECK_EQUAL(blocks(256, 60'000), 1);
  CHECK_EQUAL(blocks(2048, 0), 0);
  CHECK_EQUAL(
      musaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state, 0, 0),
      MUSA_OCC_ERROR_INVALID_INPUT);
  CHECK_EQUAL(musaOccMaxActiveBlocksPerMultiprocessor(&result, nullptr, &attributes, &state, 1, 0),
              MUSA_OCC_ERROR_INVALID_INPUT);
}

} // namespace

int main() {
  musaDeviceProp device;
  CHECK_MUSA(musaGetDeviceProperties(&device, 0));
  agrees(reinterpret_cast<const void *>(taking<16>), device);
  agrees(reinterpret_cast<const void *>(taking<9000>), device);
  agrees(reinterpret_cast<const void *>(bounded), device);
  ofAnotherDevice();
  return CHECK_RESULT();
}
