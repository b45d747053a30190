// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector types, built-in variables, and what a .mu file may use without an include.
// MCC:
// MCC: --offload-arch=mp_22
#include "check.h"
#include <cstddef>

// Sizes and alignments as CUDA's documentation gives them.
#define LAYOUT(type, size, align)                                                                  \
  static_assert(sizeof(type) == (size) && alignof(type) == (align), #type)
LAYOUT(char1, 1, 1);
LAYOUT(uchar2, 2, 2);
LAYOUT(char3, 3, 1);
LAYOUT(uchar4, 4, 4);
LAYOUT(short1, 2, 2);
LAYOUT(ushort2, 4, 4);
LAYOUT(short3, 6, 2);
LAYOUT(ushort4, 8, 8);
LAYOUT(int1, 4, 4);
LAYOUT(uint2, 8, 8);
LAYOUT(int3, 12, 4);
LAYOUT(uint4, 16, 16);
LAYOUT(long1, 8, 8);
LAYOUT(ulong2, 16, 16);
LAYOUT(long3, 24, 8);
LAYOUT(ulong4, 32, 16);
LAYOUT(longlong1, 8, 8);
LAYOUT(ulonglong2, 16, 16);
LAYOUT(longlong3, 24, 8);
LAYOUT(ulonglong4, 32, 16);
LAYOUT(float1, 4, 4);
LAYOUT(float2, 8, 8);
LAYOUT(float3, 12, 4);
LAYOUT(float4, 16, 16);
LAYOUT(double1, 8, 8);
LAYOUT(double2, 16, 16);
LAYOUT(double3, 24, 8);
LAYOUT(double4, 32, 16);
LAYOUT(double4_32a, 32, 32);
LAYOUT(dim3, 12, 4);

template <typename T> __device__ unsigned componentOf(T v) { return v.y; }
__device__ unsigned takesUint3(uint3 v) { return v.x + v.y + v.z; }
__device__ unsigned takesDim3(dim3 v) { return v.x * v.y * v.z; }

__global__ void variables(unsigned *out, int *wrong, int *lanes) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  out[block * takesDim3(blockDim) + thread] = block * 1000 + thread;
  if (block == 0 && thread == 0)
    *lanes = warpSize;

  dim3 copied = blockDim;
  const dim3 constructed(gridDim);
  uint3 index = threadIdx;
  dim3 fromIndex(blockIdx);
  const auto mine = threadIdx;
  dim3 assigned;
  assigned = blockDim;
  ++copied.x;
  ++index.x;
  if (copied.x != blockDim.x + 1 || constructed.z != gridDim.z || index.x != threadIdx.x + 1 ||
      fromIndex.y != blockIdx.y || mine.z != threadIdx.z || assigned.y != blockDim.y)
    *wrong = 1;
  if (takesUint3(threadIdx) != threadIdx.x + threadIdx.y + threadIdx.z ||
      componentOf(blockDim) != blockDim.y || max(threadIdx.x, 1) < 1)
    *wrong = 2;
}

__global__ void standard(char *text, double *sum, size_t *size) {
  memcpy(text, "device", 7);
  memset(text + 3, '!', 2);
  *size = strlen(text);
  int *values = static_cast<int *>(malloc(4 * sizeof(int)));
  for (int i = 0; i < 4; ++i)
    values[i] = i + 1;
  *sum = std::sqrt(16.0) + fabs(-1.5) + values[3] + std::max(1, 2) + abs(-3LL);
  free(values);
  assert(*size == 6);
}

struct Both {
  float4 v;
  __host__ __device__ Both() : v(make_float4(1, 2, 3, 4)) {}
};

int main() {
  const dim3 grid(2, 3, 2);
  const dim3 block(5, 2, 3);
  const unsigned threads = 12 * 30;
  static unsigned out[threads];
  static int wrong;
  static int lanes;
  variables<<<grid, block>>>(out, &wrong, &lanes);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned i = 0; i < threads; ++i)
    CHECK_EQUAL(out[i], i / 30 * 1000 + i % 30);
  CHECK_EQUAL(wrong, 0);
  CHECK(lanes == 32 || lanes == 128);

  static char text[16];
  static double sum;
  static size_t size;
  standard<<<1, 1>>>(text, &sum, &size);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK(strcmp(text, "dev!!e") == 0);
  CHECK_EQUAL(sum, 4 + 1.5 + 4 + 2 + 3);

  const Both both;
  CHECK_EQUAL(both.v.w, 4.0f);
  const uchar4 bytes = make_uchar4(1, 2, 255, 4);
  CHECK_EQUAL(static_cast<int>(bytes.z), 255);
  const dim3 fromVector(uint3{7, 8, 9});
  const uint3 back = fromVector;
  CHECK_EQUAL(back.z, 9U);
  CHECK_EQUAL(dim3().y, 1U);
  CHECK_EQUAL(make_double4_16a(1, 2, 3, 4).w, 4.0);
  return CHECK_RESULT();
}
