//===- warp_size_check_test.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "warp_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> findings(llvm::StringRef text, llvm::StringRef architecture = "mp_22") {
  return warpFindings("musa-warp-size", text, architecture);
}

constexpr const char *warpsForGroupsOf32 =
    "__global__ void k(int *sums) {\n"
    "  int sum = threadIdx.x;\n"
    "  for (int offset = warpSize / 2; offset > 0; offset /= 2)\n"
    "    sum += __shfl_down_sync(all, sum, offset);\n"
    "  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;\n"
    "}\n";

TEST(WarpSizeCheck, ASumOfWarpsForGroupsOf32) {
  EXPECT_THAT(
      findings(warpsForGroupsOf32),
      ElementsAre("5: 'threadIdx.x % 32' is for groups of 32 threads, but '__shfl_down_sync(all, "
                  "sum, offset)' in line 4 is for the whole warp, which has 128 lanes on mp_22"));
}

TEST(WarpSizeCheck, OnlyWhereWarpsAreLarger) {
  EXPECT_THAT(findings(warpsForGroupsOf32, "mp_21").size(), 1U);
  EXPECT_THAT(findings(warpsForGroupsOf32, "mp_10").size(), 1U);
  EXPECT_THAT(findings(warpsForGroupsOf32, "mp_31"), IsEmpty());
}

TEST(WarpSizeCheck, ASumOf32ForWarps) {
  EXPECT_THAT(
      findings("template <int N> __device__ int sum(int v) {\n"
               "  for (int offset = N / 2; offset > 0; offset >>= 1)\n"
               "    v += __shfl_xor_sync(all, v, offset);\n"
               "  return v;\n"
               "}\n"
               "__global__ void k(int *sums) {\n"
               "  const int lane = threadIdx.x & (warpSize - 1);\n"
               "  int v = sum<32>(threadIdx.x);\n"
               "  if (lane == 0) atomicAdd(sums, v);\n"
               "}\n"),
      ElementsAre("8: 'sum<32>(threadIdx.x)' is for groups of 32 threads, but 'threadIdx.x & "
                  "(warpSize - 1)' in line 7 is for the whole warp, which has 128 lanes on mp_22"));
}

TEST(WarpSizeCheck, LanesOf32InWarps) {
  EXPECT_THAT(
      findings("constexpr int LANES = 32;\n"
               "__global__ void k(int *p) {\n"
               "  const int lane = threadIdx.x % LANES;\n"
               "  if (lane == 0) p[threadIdx.x / warpSize] = 1;\n"
               "}\n"),
      ElementsAre("3: 'threadIdx.x % LANES' is for groups of 32 threads, but 'threadIdx.x / "
                  "warpSize' in line 4 is for the whole warp, which has 128 lanes on mp_22"));
  EXPECT_THAT(
      findings("__device__ int laneId() {\n"
               "  int id;\n"
               "  asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(id));\n"
               "  return id;\n"
               "}\n"
               "__global__ void k(int *p) { if (laneId() == 0) p[threadIdx.x / 32] = 1; }\n"),
      ElementsAre("6: 'threadIdx.x / 32' is for groups of 32 threads, but 'laneId()' in line 6 is "
                  "for the whole warp, which has 128 lanes on mp_22"));
}

TEST(WarpSizeCheck, WhatIsOneWayIsRight) {
  EXPECT_THAT(findings("__global__ void of32(int *sums) {\n"
                       "  __shared__ int partial[32];\n"
                       "  int sum = threadIdx.x;\n"
                       "  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;\n"
                       "  for (int offset = 16; offset > 0; offset /= 2)\n"
                       "    sum += __shfl_down_sync(all, sum, offset);\n"
                       "  if (lane == 0) partial[warp] = sum;\n"
                       "  __syncthreads();\n"
                       "  sum = threadIdx.x < blockDim.x / 32 ? partial[lane] : 0;\n"
                       "  if (warp == 0) sums[lane] = partial[lane];\n"
                       "}\n"
                       "__global__ void ofWarps(int *sums) {\n"
                       "  int sum = threadIdx.x;\n"
                       "  for (int offset = warpSize / 2; offset > 0; offset /= 2)\n"
                       "    sum += __shfl_down_sync(all, sum, offset);\n"
                       "  if (threadIdx.x % warpSize == 0) sums[threadIdx.x / warpSize] = sum;\n"
                       "}\n"),
              IsEmpty());
}

TEST(WarpSizeCheck, A32ThatIsNoLaneIsNone) {
  EXPECT_THAT(
      findings("__global__ void tile(float *p, int n) {\n"
               "  __shared__ float tile[32][33];\n"
               "  for (int i = 0; i < 32; i += 8)\n"
               "    tile[threadIdx.y + i][threadIdx.x] = p[n % 32 + n / 32 + (n & 31) + i];\n"
               "  const int lane = threadIdx.x % warpSize;\n"
               "  if (lane == 0) p[blockIdx.x % 32] = tile[blockIdx.x & 31][n >> 5];\n"
               "}\n"
               "void host(int tid) { int lane = tid % 32, warps = tid / 32; }\n"),
      IsEmpty());
}

TEST(WarpSizeCheck, ALaneTakenModulo32IsRight) {
  EXPECT_THAT(
      findings("__device__ int laneId() {\n"
               "  int id;\n"
               "  asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(id));\n"
               "  return id;\n"
               "}\n"
               "__global__ void k(int *p) { if (laneId() % 32 == 0) p[threadIdx.x / 32] = 1; }\n"),
      IsEmpty());
}

TEST(WarpSizeCheck, ArraysOf32ElementsForAWarp) {
  EXPECT_THAT(findings("__global__ void k(int *p, int n) {\n"
                       "  __shared__ int partial[32], large[128];\n"
                       "  const int lane = threadIdx.x % warpSize;\n"
                       "  partial[lane] = 0;\n"
                       "  large[lane] = 0;\n"
                       "  if (lane < n) partial[lane] = 1;\n"
                       "  *p = threadIdx.x < blockDim.x / warpSize ? partial[lane] : 0;\n"
                       "  partial[threadIdx.x / warpSize] = 1;\n"
                       "  if (threadIdx.x >= 32) return;\n"
                       "  partial[lane] = 2;\n"
                       "}\n"),
              ElementsAre("4: 'partial[lane]' has 32 elements, but a warp of mp_22 has 128 lanes"));
}

TEST(WarpSizeCheck, BlocksThatAreNoMultipleOfAWarp) {
  EXPECT_THAT(
      findings("__global__ void sums(int *p) {\n"
               "  int sum = 1;\n"
               "  for (int o = warpSize / 2; o; o >>= 1) sum += __shfl_xor_sync(all, sum, o);\n"
               "  p[threadIdx.x] = sum;\n"
               "}\n"
               "__global__ void others(int *p) { *p = 1; }\n"
               "constexpr int threads = 64;\n"
               "void f(int *p, int n) {\n"
               "  sums<<<1, threads>>>(p);\n"
               "  dim3 block(32, 4);\n"
               "  sums<<<1, block>>>(p);\n"
               "  const dim3 half(32, 2);\n"
               "  sums<<<1, half>>>(p);\n"
               "  sums<<<1, n>>>(p);\n"
               "  sums<<<1, 256>>>(p);\n"
               "  sums<<<1, 100>>>(p);\n" // nor is it of a warp of CUDA's
               "  others<<<1, 32>>>(p);\n"
               "}\n"),
      ElementsAre("9: a block of 64 threads has an incomplete warp on mp_22, and 'sums' shuffles "
                  "over all 128 lanes",
                  "13: a block of 64 threads has an incomplete warp on mp_22, and 'sums' shuffles "
                  "over all 128 lanes"));
}

} // namespace
} // namespace musaport
