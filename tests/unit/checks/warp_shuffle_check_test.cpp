//===- warp_shuffle_check_test.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "warp_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> findings(llvm::StringRef text, llvm::StringRef architecture = "mp_22") {
  return warpFindings("musa-warp-shuffle", text, architecture);
}

TEST(WarpShuffleCheck, ALaneOfAMask) {
  const llvm::StringRef text = "__device__ int add(int *p) {\n"
                               "  const unsigned active = __activemask();\n"
                               "  const int leader = __ffs(active) - 1;\n"
                               "  return __shfl_sync(active, *p, leader);\n"
                               "}\n";
  EXPECT_THAT(findings(text),
              ElementsAre("4: '__shfl_sync' reads lane 'leader', one of the first 32 lanes, in all "
                          "128 lanes of a warp of mp_22"));
  EXPECT_THAT(findings(text, "mp_31"), IsEmpty());
  EXPECT_THAT(findings("__device__ int f(unsigned mask, int v) {\n"
                       "  return __shfl_sync(mask, v, 31 - __clz(mask));\n"
                       "}\n")
                  .size(),
              1U);
}

TEST(WarpShuffleCheck, ALaneComputedOfOneOf32) {
  EXPECT_THAT(
      findings("__device__ int next(int v) {\n"
               "  const int lane = threadIdx.x & 31;\n"
               "  return __shfl_sync(all, v, lane + 1);\n"
               "}\n"),
      ElementsAre(
          "3: '__shfl_sync' reads lane 'lane + 1', one of the first 32 lanes, in all 128 lanes "
          "of a warp of mp_22"));
}

TEST(WarpShuffleCheck, AConstantLaneWhere32ThreadsAreAWarp) {
  EXPECT_THAT(
      findings("__global__ void k(int *p) {\n"
               "  int value = threadIdx.x % 32 == 0 ? atomicAdd(p, 32) : 0;\n"
               "  p[threadIdx.x] = __shfl_sync(all, value, 0);\n"
               "}\n"),
      ElementsAre(
          "3: '__shfl_sync' reads lane '0', one of the first 32 lanes, in all 128 lanes of a "
          "warp of mp_22"));
  EXPECT_THAT(findings("__device__ int total(int v) {\n"
                       "  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(all, v, o);\n"
                       "  for (int i = 0; i < 32; ++i) v += __shfl_sync(all, v, i);\n"
                       "  return v;\n"
                       "}\n")
                  .size(),
              1U);
}

TEST(WarpShuffleCheck, ThroughAFunctionThatShuffles) {
  EXPECT_THAT(
      findings("template <typename T>\n"
               "__device__ T shuffle(T v, int lane, int width = warpSize) {\n"
               "  return __shfl_sync(all, v, lane, width);\n"
               "}\n"
               "__device__ int f(int v) {\n"
               "  v += shuffle(v, __ffs(__activemask()) - 1);\n"
               "  return shuffle(v, __ffs(__activemask()) - 1, 32);\n"
               "}\n"),
      ElementsAre("6: 'shuffle' reads one of the first 32 lanes, in all 128 lanes of a warp of "
                  "mp_22"));
}

TEST(WarpShuffleCheck, FartherThanTheWidth) {
  EXPECT_THAT(findings("__device__ int sum(int v) {\n"
                       "  for (int o = warpSize / 2; o > 0; o /= 2)\n"
                       "    v += __shfl_xor_sync(all, v, o, 32);\n"
                       "  return v;\n"
                       "}\n"),
              ElementsAre("3: '__shfl_xor_sync' reaches 64 lanes far, but its groups have 32"));
}

TEST(WarpShuffleCheck, GroupsOf32AreRightWithTheirWidth) {
  EXPECT_THAT(
      findings("__global__ void k(int *p, int n) {\n"
               "  const int lane = threadIdx.x % 32;\n"
               "  int v = __shfl_sync(all, *p, 0, 32) + __shfl_sync(all, *p, lane ^ 1, WARP);\n"
               "  v += __shfl_sync(all, *p, __ffs(__activemask()) - 1, 32);\n"
               "  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(all, v, o, 32);\n"
               "  *p = v;\n"
               "}\n"),
      IsEmpty());
}

TEST(WarpShuffleCheck, ExchangesBetweenNeighboursAreRightWithoutAWidth) {
  EXPECT_THAT(findings("__global__ void k(int *p) {\n"
                       "  const int lane = threadIdx.x % 32;\n"
                       "  int v = *p;\n"
                       "  for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(all, v, o);\n"
                       "  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(all, v, o);\n"
                       "  for (int o = 1; o < 32; o *= 2) {\n"
                       "    const int other = __shfl_up_sync(all, v, o);\n"
                       "    if (lane >= o) v += other;\n"
                       "  }\n"
                       "  if (lane == 0) p[threadIdx.x / 32] = v;\n"
                       "}\n"),
              IsEmpty());
}

TEST(WarpShuffleCheck, LanesOfTheWholeWarpAreRight) {
  EXPECT_THAT(findings("__global__ void k(int *p, int n) {\n"
                       "  const int lane = threadIdx.x % warpSize;\n"
                       "  int v = __shfl_sync(all, *p, 0) + __shfl_sync(all, *p, warpSize - 1);\n"
                       "  v += __shfl_sync(all, *p, lane ^ 1) + __shfl_sync(all, v, n);\n"
                       "  p[lane] = v;\n"
                       "}\n"
                       "__device__ int first(int v) { return __shfl_sync(all, v, 0); }\n"),
              IsEmpty());
}

} // namespace
} // namespace musaport
