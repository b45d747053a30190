// Without operators and conversions, as PyTorch compiles: only functions are left.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define __MUSA_NO_HALF_OPERATORS__
#define __MUSA_NO_HALF_CONVERSIONS__
#define __MUSA_NO_BFLOAT16_OPERATORS__
#define __MUSA_NO_BFLOAT16_CONVERSIONS__
#define MUSA_NO_HALF
#define MUSA_NO_BFLOAT16
#include <musa_fp8.h>

#include "check.h"

#include <type_traits>

static_assert(!std::is_convertible<float, __half>::value, "");
static_assert(!std::is_convertible<__half, float>::value, "");
static_assert(!std::is_convertible<float, __mt_bfloat16>::value, "");
static_assert(!std::is_convertible<__mt_bfloat16, float>::value, "");

struct half { // the name is free
  __half value;
};
using mt_bfloat16 = __mt_bfloat16;

__host__ __device__ __half operator+(const __half &a, const __half &b) {
  return __hsub(a, b); // so that it is seen which operator is called
}
__host__ __device__ __mt_bfloat162 operator*(const __mt_bfloat162 &a, const __mt_bfloat162 &b) {
  return __hadd2(a, b);
}

struct Results {
  float sum, product, halves, fp8;
};
__host__ __device__ Results compute() {
  const half a = {__float2half(5.0f)}, b = {__float2half(3.0f)};
  const mt_bfloat16 two = __float2bfloat16(2.0f);
  Results results;
  results.sum = __half2float(a.value + b.value);
  results.product = __low2float(__halves2bfloat162(two, two) * __float2bfloat162_rn(4.0f));
  results.halves = __high2float(__hfma2(__float2half2_rn(2.0f), __halves2half2(b.value, a.value),
                                        __half2half2(__int2half_rn(1))));
  results.fp8 = static_cast<float>(__mt_fp8_e4m3(a.value));
  return results;
}
__global__ void computeOnDevice(Results *results) { *results = compute(); }

int main() {
  Results *device = nullptr;
  CHECK_MUSA(musaMallocManaged(&device, sizeof *device));
  computeOnDevice<<<1, 1>>>(device);
  CHECK_MUSA(musaDeviceSynchronize());
  for (const Results &results : {compute(), *device}) {
    CHECK_EQUAL(results.sum, 2.0f);
    CHECK_EQUAL(results.product, 6.0f);
    CHECK_EQUAL(results.halves, 11.0f);
    CHECK_EQUAL(results.fp8, 5.0f);
  }
  CHECK_MUSA(musaFree(device));
  return CHECK_RESULT();
}
