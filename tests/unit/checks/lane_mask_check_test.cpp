//===- lane_mask_check_test.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "warp_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> findings(llvm::StringRef text, llvm::StringRef architecture = "mp_22") {
  return warpFindings("musa-lane-mask", text, architecture);
}

TEST(LaneMaskCheck, BitsThatAMaskDoesNotHave) {
  const llvm::StringRef text = "__device__ bool f(unsigned votes, int n) {\n"
                               "  const int lane = threadIdx.x % warpSize;\n"
                               "  unsigned m = 0xffffffff >> (warpSize - n);\n"
                               "  m |= votes >> lane;\n"
                               "  votes >>= lane;\n"
                               "  return m & ((1ull << lane) - 1);\n"
                               "}\n";
  EXPECT_THAT(
      findings(text),
      ElementsAre("3: '0xffffffff >> (warpSize - n)' shifts 32 bits by up to 127: a warp of "
                  "mp_22 has 128 lanes",
                  "4: 'votes >> lane' shifts 32 bits by up to 127: a warp of mp_22 has 128 "
                  "lanes",
                  "5: 'votes >>= lane' shifts 32 bits by up to 127: a warp of mp_22 has 128 "
                  "lanes",
                  "6: '1ull << lane' shifts 64 bits by up to 127: a warp of mp_22 has 128 "
                  "lanes"));
  EXPECT_THAT(findings(text, "mp_31"), IsEmpty());
}

TEST(LaneMaskCheck, NumbersOfBitsAndOfLanes) {
  EXPECT_THAT(findings("__device__ bool f(bool p) {\n"
                       "  const unsigned votes = __ballot_sync(all, p);\n"
                       "  int lane;\n"
                       "  asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));\n"
                       "  return lane == __ffs(votes) - 1 ||\n"
                       "         __popc(votes) == warpSize;\n"
                       "}\n"),
              ElementsAre("5: 'lane == __ffs(votes) - 1' compares a bit number below 32 with a "
                          "lane number: a warp of mp_22 has 128 lanes",
                          "6: '__popc(votes) == warpSize' compares a count of at most 32 bits with "
                          "128: a warp of mp_22 has 128 lanes"));
}

TEST(LaneMaskCheck, AllOf32ForAllOfTheWarp) {
  EXPECT_THAT(findings("__global__ void k(int *p, bool q) {\n"
                       "  if (__ballot_sync(all, q) == 0xffffffff && threadIdx.x % warpSize == 0)\n"
                       "    p[threadIdx.x / warpSize] = 1;\n"
                       "}\n"),
              ElementsAre("2: '__ballot_sync(all, q) == 0xffffffff' covers only the thread's own "
                          "32 lanes: a warp of mp_22 has 128"));
}

TEST(LaneMaskCheck, MasksOf32LanesAreRightFor32) {
  EXPECT_THAT(
      findings("__global__ void k(int *p, bool q, int n) {\n"
               "  const unsigned votes = __ballot_sync(all, q);\n"
               "  const int lane = threadIdx.x & 31;\n"
               "  if (votes == 0xffffffff || votes == ~0u || __popc(votes) == 32 || lane == "
               "__ffs(votes) - 1)\n"
               "    p[threadIdx.x / 32] = __popc(votes & ((1u << lane) - 1)) + (votes >> lane);\n"
               "  *p = 1 << n % 32;\n"
               "}\n"),
      IsEmpty());
}

TEST(LaneMaskCheck, BitsOfAWordAreNoLanes) {
  EXPECT_THAT(findings("__global__ void k(unsigned *words, int n) {\n"
                       "  words[n / 32] |= 1u << (n % 32);\n"
                       "  words[n >> 5] |= 1u << (n & 31);\n"
                       "  words[0] = n << warpSize / 32;\n"
                       "  if (words[1] == 0xffffffff && threadIdx.x % warpSize == 0) words[1] = "
                       "__popc(words[2]);\n"
                       "}\n"),
              IsEmpty());
}

TEST(LaneMaskCheck, AnOperandThatCouldNotBeParsed) {
  const std::string text = "__device__ unsigned f() {\n"
                           "  unsigned m = missing >> warpSize;\n"
                           "  return m | (1u << warpSize);\n"
                           "}\n";
  std::vector<std::string> errors;
  EXPECT_THAT(findingsIn("musa-lane-mask", cudaWarps + text, "mp_22", {}, &errors),
              ElementsAre("3: '1u << warpSize' shifts 32 bits by up to 128: a warp of mp_22 has "
                          "128 lanes"));
  EXPECT_FALSE(errors.empty());
}

TEST(LaneMaskCheck, TypesThatAreMissing) {
  for (const char *shift :
       {"g((qp->n << 8) | 3)", "qp->n >> warpSize", "x <<= qp->f(3)", "((nope_t)x).n << warpSize",
        "nope_t::n << warpSize", "incomplete->n << warpSize", "*incomplete << warpSize",
        "g(__popc(qp->n) == warpSize)", "V<nope_t>().x << warpSize", "V<Incomplete>().x << 40",
        "[=](nope_t z) { return z << warpSize; }(x)"}) {
    const std::string text = "struct Incomplete;\n"
                             "template <class T> struct V { T x; };\n"
                             "__device__ int g(int);\n"
                             "__device__ void f(nope_t *qp, Incomplete *incomplete, int x) {\n  " +
                             std::string(shift) + ";\n}\n";
    std::vector<std::string> errors;
    EXPECT_THAT(findingsIn("musa-lane-mask", cudaWarps + text, "mp_22", {}, &errors), IsEmpty())
        << shift;
    EXPECT_FALSE(errors.empty()) << shift;
  }
}

} // namespace
} // namespace musaport
