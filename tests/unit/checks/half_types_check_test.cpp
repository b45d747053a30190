//===- half_types_check_test.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> find(llvm::StringRef text, llvm::StringRef architecture) {
  TestBuild build;
  build.cuda = R"(
struct __nv_bfloat16 { unsigned short bits; };
typedef __nv_bfloat16 nv_bfloat16;
struct __half { unsigned short bits; };
struct __nv_bfloat162 { __nv_bfloat16 x, y; };
__host__ __device__ __nv_bfloat16 operator+(__nv_bfloat16, __nv_bfloat16);
__host__ __device__ __half operator+(__half, __half);
__device__ __nv_bfloat162 __hfma2(__nv_bfloat162, __nv_bfloat162, __nv_bfloat162);
__device__ __nv_bfloat16 hexp(__nv_bfloat16);
__device__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162);
__device__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16, __nv_bfloat16);
__device__ float __bfloat162float(__nv_bfloat16);
__device__ __nv_bfloat16 __float2bfloat16(float);
struct __nv_fp8_e4m3 { unsigned char bits; __host__ __device__ explicit __nv_fp8_e4m3(float); };
)";
  return findingsIn("musa-half-types", text, architecture, build);
}

TEST(HalfTypesCheck, ArithmeticOfBfloat16) {
  const char *text = "__global__ void k(__nv_bfloat16 *x, __nv_bfloat162 *y) {\n"
                     "  x[0] = x[0] + x[1];\n"
                     "  y[0] = __hfma2(y[0], y[1], y[2]);\n"
                     "  x[1] = hexp(x[2]);\n"
                     "}\n";
  EXPECT_THAT(
      find(text, "mp_21"),
      ElementsAre("2: 'operator+' computes with '__nv_bfloat16'; mp_21 has no bfloat16 arithmetic",
                  "3: '__hfma2' computes with '__nv_bfloat162'; mp_21 has no bfloat16 arithmetic",
                  "4: 'hexp' computes with '__nv_bfloat16'; mp_21 has no bfloat16 arithmetic"));
  EXPECT_THAT(find(text, "mp_22"), IsEmpty());
}

TEST(HalfTypesCheck, WhatIsOnlyMovedOrConverted) {
  EXPECT_THAT(find("__global__ void k(nv_bfloat16 *x, __nv_bfloat162 *y, __half *h) {\n"
                   "  x[0] = x[1];\n"
                   "  x[2] = __float2bfloat16(__bfloat162float(x[3]) + 1.0f);\n"
                   "  x[4] = __high2bfloat16(__halves2bfloat162(x[5], x[6]));\n"
                   "  h[0] = h[1] + h[2];\n"
                   "}\n",
                   "mp_21"),
              IsEmpty());
}

TEST(HalfTypesCheck, CodeOfOtherArchitectures) {
  EXPECT_THAT(find("__host__ __device__ inline nv_bfloat16 add(nv_bfloat16 a, nv_bfloat16 b) { "
                   "return a + b; }\n"
                   "nv_bfloat16 host(nv_bfloat16 a) { return add(a, a); }\n"
                   "__global__ void k(nv_bfloat16 *x) {\n"
                   "#if __CUDA_ARCH__ >= 800\n"
                   "  x[0] = x[1] + x[2];\n"
                   "#endif\n"
                   "}\n",
                   "mp_21"),
              IsEmpty());
}

TEST(HalfTypesCheck, UsersOwnTypes) {
  EXPECT_THAT(
      find("namespace mine {\n"
           "struct __nv_bfloat16 { float x; };\n"
           "__device__ __nv_bfloat16 operator*(__nv_bfloat16 a, __nv_bfloat16) { return a; }\n"
           "}\n"
           "__global__ void k(mine::__nv_bfloat16 *x) { *x = *x * *x; }\n",
           "mp_21"),
      IsEmpty());
}

TEST(HalfTypesCheck, Fp8) {
  const char *text = "__nv_fp8_e4m3 host(float x) { return __nv_fp8_e4m3(x); }\n"
                     "__global__ void k(unsigned char *x, float y) {\n"
                     "  *x = __nv_fp8_e4m3(y).bits;\n"
                     "}\n";
  EXPECT_THAT(find(text, "mp_22"),
              ElementsAre("3: '__nv_fp8_e4m3' in device code; mp_22 has no FP8"));
  EXPECT_THAT(find(text, "mp_31"), IsEmpty());
}

} // namespace
} // namespace musaport
