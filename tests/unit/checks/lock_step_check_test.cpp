//===- lock_step_check_test.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "warp_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> findings(llvm::StringRef text) {
  return warpFindings("musa-lock-step",
                      ("__device__ void __syncwarp(unsigned = all); " + text).str(), "mp_31");
}

/// The lines of the findings in a kernel with this body.
std::vector<std::string> linesIn(llvm::StringRef body) {
  std::vector<std::string> lines =
      findings(("__global__ void k(float *x, int n) {\n" + body + "}\n").str());
  for (std::string &line : lines)
    line.resize(line.find(':'));
  return lines;
}

TEST(LockStepCheck, ASumInSteps) {
  EXPECT_THAT(
      findings("__global__ void k(float *x) {\n"
               "  __shared__ float s[64];\n"
               "  const int t = threadIdx.x;\n"
               "  s[t] = x[t];\n"
               "  __syncthreads();\n"
               "  if (t < 32) {\n"
               "    s[t] += s[t + 32];\n"
               "    s[t] += s[t + 16];\n"
               "    s[t] += s[t + 8];\n"
               "  }\n"
               "}\n"),
      ElementsAre("8: 's[t + 16]' may be another lane's 's[t]' in line 7, and no barrier is "
                  "between the write and this read"));
}

TEST(LockStepCheck, ALoopHalvesTheDistance) {
  const std::string before = "__shared__ float s[32]; int t = threadIdx.x; s[t] = x[t];\n"
                             "__syncthreads();\n"
                             "for (int d = 16; d > 0; d /= 2) {\n"
                             "  if (t < d) s[t] = s[t] + s[t + d];\n";
  EXPECT_THAT(linesIn(before + "}\n"), ElementsAre("5"));
  EXPECT_THAT(linesIn(before + "  __syncwarp();\n}\n"), IsEmpty());
}

TEST(LockStepCheck, AScanOfTheLanesBefore) {
  EXPECT_THAT(linesIn("__shared__ volatile int s[64]; unsigned lane = threadIdx.x & 31;\n"
                      "s[lane] = n;\n"
                      "if (lane >= 1) s[lane] += s[lane - 1];\n"),
              ElementsAre("4"));
  EXPECT_THAT(linesIn("__shared__ int s[32];\n"
                      "s[threadIdx.x] = n;\n"
                      "for (int d = 1; d < 32; d <<= 1) {\n"
                      "  int v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;\n"
                      "  __syncwarp();\n"
                      "  s[threadIdx.x] += v;\n"
                      "}\n"),
              ElementsAre("5"));
}

TEST(LockStepCheck, ATranspose) {
  EXPECT_THAT(linesIn("__shared__ float s[4][4]; int i = threadIdx.x / 4, j = threadIdx.x % 4;\n"
                      "s[i][j] = x[threadIdx.x];\n"
                      "x[threadIdx.x] = s[j][i];\n"),
              ElementsAre("4"));
  EXPECT_THAT(linesIn("__shared__ float s[64];\n"
                      "s[threadIdx.y * 8 + threadIdx.x] = x[n];\n"
                      "x[n] = s[threadIdx.x * 8 + threadIdx.y];\n"),
              ElementsAre("4"));
}

TEST(LockStepCheck, OneWritesAndAllRead) {
  EXPECT_THAT(linesIn("__shared__ int first[2];\n"
                      "if (threadIdx.x % 32 == 0) first[threadIdx.x / 32] = n;\n"
                      "x[threadIdx.x] = first[threadIdx.x / 32];\n"),
              ElementsAre("4"));
  EXPECT_THAT(linesIn("__shared__ int first;\n"
                      "if (!threadIdx.x) { first = n; x[first] = 1; }\n"
                      "if (threadIdx.x == 0) x[first] = 2;\n"
                      "__syncthreads();\n"
                      "x[threadIdx.x] = first;\n"),
              IsEmpty());
}

TEST(LockStepCheck, AllWriteAndOneReadsAll) {
  const std::string before = "__shared__ float s[32]; s[threadIdx.x] = x[threadIdx.x];\n";
  EXPECT_THAT(linesIn(before + "if (threadIdx.x == 0)\n"
                               "  for (int i = 0; i < 32; ++i) x[0] += s[i];\n"),
              ElementsAre("4"));
  EXPECT_THAT(linesIn(before + "x[threadIdx.x] = s[0];\n"), ElementsAre("3"));
  for (const char *one : {"threadIdx.x == 0", "threadIdx.x < 1", "threadIdx.x <= 0"})
    EXPECT_THAT(linesIn(before + "if (" + one + ") x[0] = s[0];\n"), IsEmpty()) << one;
}

TEST(LockStepCheck, LanesAboveABoundDoNotWriteWhatIsBelowIt) {
  for (const char *above : {"threadIdx.x > k", "threadIdx.x >= k", "k < threadIdx.x"})
    EXPECT_THAT(linesIn((llvm::Twine("__shared__ float s[32];\n"
                                     "for (int k = 0; k < n; ++k) {\n"
                                     "  if (") +
                         above +
                         ")\n"
                         "    for (int j = 0; j < k; ++j) s[threadIdx.x] -= s[j];\n"
                         "  __syncthreads();\n"
                         "}\n")
                            .str()),
                IsEmpty())
        << above;
}

TEST(LockStepCheck, InAFunctionThatAKernelCalls) {
  EXPECT_THAT(
      findings("__device__ void sum(volatile float *s, int t) {\n"
               "  s[t] += s[t + 16];\n"
               "  s[t] += s[t + 8];\n"
               "}\n"
               "template <typename T, int N> __device__ void add(T *s, unsigned t) {\n"
               "  if (N >= 8) s[t] += s[t + 4];\n"
               "  if (N >= 4) s[t] += s[t + 2];\n"
               "}\n"
               "__device__ void outside(float *s, int t) { s[t] = 1; s[t + 1] += s[t - 1]; }\n"
               "__global__ void k(float *x) {\n"
               "  __shared__ float s[64];\n"
               "  sum(s, threadIdx.x);\n"
               "  __syncthreads();\n"
               "  add<float, 8>(s, threadIdx.x);\n"
               "  outside(x, threadIdx.x);\n"
               "}\n")
          .size(),
      2U);
}

TEST(LockStepCheck, WhatATemplatesArgumentsRuleOut) {
  const std::string before =
      "template <int N> __device__ void add(volatile float *s, unsigned t) {\n"
      "  if (N >= 16) s[t] += s[t + 8];\n"
      "  if (N >= 2) s[t] += s[t + 1];\n"
      "}\n"
      "__global__ void k() { __shared__ float s[64]; add<";
  EXPECT_THAT(findings(before + "2>(s, threadIdx.x); }\n"), IsEmpty());
  EXPECT_THAT(findings(before + "16>(s, threadIdx.x); }\n").size(), 1U);
}

TEST(LockStepCheck, AFunctionThatMeets) {
  EXPECT_THAT(findings("__device__ void meet() { __syncthreads(); }\n"
                       "__device__ void unknown();\n"
                       "__global__ void k(float *x) {\n"
                       "  __shared__ float s[64];\n"
                       "  s[threadIdx.x] = 1;\n"
                       "  meet();\n"
                       "  x[0] = s[threadIdx.x + 1];\n"
                       "  s[threadIdx.x] = 2;\n"
                       "  unknown();\n"
                       "  x[0] = s[threadIdx.x + 1];\n"
                       "  s[threadIdx.x] = 3;\n"
                       "  x[0] = __shfl_sync(all, 1, 2);\n"
                       "  x[0] = s[threadIdx.x + 1];\n"
                       "}\n"),
              IsEmpty());
}

TEST(LockStepCheck, AThreadsOwnPlaces) {
  EXPECT_THAT(linesIn("__shared__ float s[1024], other[64]; int t = threadIdx.x;\n"
                      "s[t] = x[t]; x[t] = s[t] + other[t + 1];\n"
                      "__syncthreads();\n"
                      "for (int i = t; i < 1024; i += blockDim.x) s[i] = 1;\n"
                      "for (int j = t; j < 1024; j += blockDim.x) x[j] = s[j];\n"
                      "__syncthreads();\n"
                      "for (int j = 1; j < 4; ++j) s[4 * t + j] = s[4 * t + j - 1];\n"
                      "__syncthreads();\n"
                      "for (int j = 1; j < 4; ++j) s[16 * j + t] = s[16 * (j - 1) + t];\n"
                      "__syncthreads();\n"
                      "for (int j = 1; j < n; ++j) s[n * t + j] = s[n * t + j - 1];\n"),
              IsEmpty());
  EXPECT_THAT(linesIn("__shared__ struct { float re, im; } s[64];\n"
                      "s[threadIdx.x].re = x[0];\n"
                      "x[1] = s[threadIdx.x + 1].im;\n"),
              IsEmpty());
}

TEST(LockStepCheck, PairsOfALaneInATree) {
  const std::string tree = "__shared__ float s[64]; int t = threadIdx.x, d = 1;\n"
                           "for (int left = n; left > 0; left /= 2, d *= 2) {\n"
                           "  __syncthreads();\n"
                           "  int a = d * (2 * t + 1) - 1, b = d * (2 * t + 2) - 1;\n"
                           "  float v = s[a];\n"
                           "  s[a] = s[b];\n"
                           "  s[b] += v;\n";
  EXPECT_THAT(linesIn(tree + "}\n"), IsEmpty());
  EXPECT_THAT(linesIn(tree + "  x[n] = s[d * (2 * t + 4) - 1];\n}\n"), ElementsAre("9"));
}

TEST(LockStepCheck, LanesBelowTheDistanceDoNotReadWhatTheyWrite) {
  const std::string before = "__shared__ float s[2][64]; int t = threadIdx.x;\n";
  EXPECT_THAT(linesIn(before + "for (int d = 32; d > 0; d /= 2) {\n"
                               "  if (t < d)\n"
                               "    for (int i = 0; i < 2; ++i) s[i][t] += s[i][t + d];\n"
                               "  __syncthreads();\n"
                               "}\n"),
              IsEmpty());
  EXPECT_THAT(linesIn(before + "if (t < 16)\n"
                               "  for (int i = 0; i < 2; ++i) s[0][2 * t] += s[0][2 * t + 32];\n"
                               "if (t <= 7) s[0][2 * t] += s[0][2 * t + 16];\n"),
              ElementsAre("5"));
}

TEST(LockStepCheck, ArraysThatArePartsOfOne) {
  EXPECT_THAT(linesIn("extern __shared__ float s[];\n"
                      "float *sums = s + blockDim.x, *last = s + 64;\n"
                      "sums[threadIdx.x] = s[0];\n"
                      "last[threadIdx.x] = s[1];\n"
                      "for (int i = 0; i < n; ++i) x[threadIdx.x] += s[i];\n"
                      "__syncthreads();\n"
                      "sums[threadIdx.x] = 2;\n"
                      "x[threadIdx.x] = sums[3];\n"),
              ElementsAre("9"));
}

TEST(LockStepCheck, TwoBuffersAndTwoBranches) {
  EXPECT_THAT(linesIn("__shared__ float s[64]; int t = threadIdx.x, in = 0, out = 1;\n"
                      "for (int d = 1; d < 32; d *= 2) {\n"
                      "  s[out * 32 + t] = s[in * 32 + t];\n"
                      "  in = out; out = 1 - out;\n"
                      "  __syncthreads();\n"
                      "}\n"
                      "if (t < 16) s[t] = 1; else x[t] = s[t - 16];\n"),
              IsEmpty());
}

TEST(LockStepCheck, AnElementOfMemoryThatIsNotShared) {
  EXPECT_THAT(linesIn("float s[8]; int t = threadIdx.x;\n"
                      "s[t] = 1; x[t] = s[t + 1]; x[t] = x[t + 1];\n"),
              IsEmpty());
}

/// The lines of the findings in a kernel that locks.
std::vector<std::string> linesOfLocks(llvm::StringRef body, llvm::StringRef before = "") {
  const TestBuild build{.cuda = "__device__ int atomicCAS(int *, int, int);\n"
                                "__device__ int atomicExch(int *, int);\n"
                                "__device__ void __threadfence(); __device__ void __syncwarp();\n",
                        .arguments = {}};
  const std::string text =
      (llvm::Twine(cudaWarps) + before + "__device__ int mutex;\n" +
       "__global__ void k(int *lock, volatile int *data, int n) {\n" +
       "const int lane = threadIdx.x % 32; const bool leads = lane == 0; __shared__ int held;\n" +
       body + "}\n")
          .str();
  std::vector<std::string> lines = findingsIn("musa-lock-step", text, "mp_31", build);
  for (std::string &line : lines)
    line.resize(line.find(':'));
  return lines;
}

TEST(LockStepCheck, ALockThatAnotherLaneReleases) {
  const std::string take = "if (lane == 0) { while (atomicCAS(lock, 0, 1) != 0) ; data[n] = 1; }\n";
  EXPECT_THAT(linesOfLocks(take + "if (lane == 1) { __threadfence(); atomicExch(lock, 0); }\n"),
              ElementsAre("5"));
  EXPECT_THAT(linesOfLocks(take + "if (lane == 1) lock[0] = 0;\n"), ElementsAre("5"));
  EXPECT_THAT(linesOfLocks(take + "if (lane == 0) atomicExch(lock, 0);\n"), IsEmpty());
  EXPECT_THAT(linesOfLocks(take + "__syncwarp();\nif (lane == 1) atomicExch(lock, 0);\n"),
              IsEmpty());
  EXPECT_THAT(linesOfLocks(take + "if (lane == 1) atomicExch(lock + 1, 0);\n"), IsEmpty());
}

TEST(LockStepCheck, ALockThatIsReleasedBeforeAllHaveWritten) {
  for (const char *taken : {"if (leads) while (atomicExch(&mutex, 1) == 1) ;\n",
                            "if (lane < 1) for (bool is = false; !is;) {\n"
                            "  int old = atomicCAS(&mutex, 0, 1); if (old == 0) is = true; }\n",
                            "if (!lane) do {} while (atomicCAS(&mutex, 0, 1));\n"}) {
    const std::string before = taken;
    const std::string write = "__syncwarp();\ndata[lane] = n;\n";
    EXPECT_EQ(linesOfLocks(before + write + "if (leads) mutex = 0;\n").size(), 1U) << taken;
    EXPECT_EQ(linesOfLocks(before + write + "if (leads) atomicCAS(&mutex, 1, 0);\n").size(), 1U);
    EXPECT_THAT(linesOfLocks(before + write + "__syncwarp();\nif (leads) mutex = 0;\n"), IsEmpty());
    EXPECT_THAT(linesOfLocks(before + "if (leads) { data[n] = 1; mutex = 0; }\n"), IsEmpty());
  }
  EXPECT_THAT(linesOfLocks("if (threadIdx.x == 0) while (atomicCAS(&held, 0, 1)) ;\n"
                           "__syncthreads();\n"
                           "if (lane < 8) data[lane] += n;\n"
                           "if (threadIdx.x == 0) held = 0;\n"),
              ElementsAre("7"));
}

TEST(LockStepCheck, ALockOfAFunctionThatAKernelCalls) {
  const std::string function = "__device__ void locked(int *a, int *b, int i) {\n"
                               "if (i == 0) { while (atomicCAS(a, 0, 1)) ; }\n";
  EXPECT_THAT(linesOfLocks("locked(lock, lock + 1, lane);\n",
                           function + "b[i] = 1;\nif (i == 0) *a = 0; }\n"),
              ElementsAre("4"));
  EXPECT_THAT(linesOfLocks("int own[32]; locked(lock, own, lane);\n",
                           function + "b[i] = 1;\nif (i == 0) *a = 0; }\n"),
              IsEmpty());
}

TEST(LockStepCheck, ALockThatFunctionsTakeAndRelease) {
  const std::string functions =
      "__device__ void lock_it(int *m) { while (atomicCAS(m, 0, 1) != 0) ; }\n"
      "__device__ void unlock_it(int *m) { atomicExch(m, 0); }\n"
      "__device__ void enter(int &m) {\n"
      "  if (threadIdx.x % 32 == 0) while (atomicCAS(&m, 0, 1) != 0) ;\n"
      "  __syncthreads(); }\n"
      "__device__ void leave(int &m) { if (threadIdx.x % 32 == 0) atomicExch(&m, 0); }\n"
      "__device__ void both(int *m) { while (atomicCAS(m, 0, 1) != 0) ; atomicExch(m, 0); }\n";
  const auto lines = [&](const char *body) { return linesOfLocks(body, functions); };
  EXPECT_THAT(lines("if (leads) lock_it(lock + 1);\n"
                    "__syncwarp();\n"
                    "data[lane] = 1;\n"
                    "if (leads) unlock_it(&lock[1]);\n"),
              ElementsAre("14"));
  EXPECT_THAT(lines("if (leads) lock_it(lock);\n"
                    "__syncwarp();\n"
                    "data[lane] = 1;\n"
                    "__syncwarp();\n"
                    "if (leads) unlock_it(lock);\n"),
              IsEmpty());
  EXPECT_THAT(lines("if (leads) { lock_it(lock); data[n] = 1; unlock_it(lock); }\n"), IsEmpty());
  EXPECT_THAT(lines("if (leads) both(lock); data[lane] = 1; if (leads) unlock_it(lock);\n"),
              IsEmpty());
  EXPECT_THAT(lines("enter(mutex);\ndata[lane] = 1;\nleave(mutex);\n"), ElementsAre("13"));
  EXPECT_THAT(lines("enter(mutex);\ndata[lane] = 1;\n__syncthreads();\nleave(mutex);\n"),
              IsEmpty());
}

TEST(LockStepCheck, WhatMayBeOneLanesWorkUnderALock) {
  const std::string take = "if (lane == 0) while (atomicCAS(lock, 0, 1)) ;\n";
  const std::string release = "if (lane == 0) *lock = 0;\n";
  EXPECT_THAT(linesOfLocks(take + "if (data[n] == lane) data[lane] = n;\n" + release), IsEmpty());
  EXPECT_THAT(linesOfLocks("if (lane != 0) return;\n" + take + "data[n] = 1;\n" + release),
              IsEmpty());
  EXPECT_THAT(linesOfLocks("if (lane > 0) return;\n" + take + "data[n] = 1;\n" + release),
              IsEmpty());
  EXPECT_THAT(linesOfLocks("if (threadIdx.x >= n) return;\n" + take + "data[n] = 1;\n" + release),
              ElementsAre("7"));
  // Every lane takes the lock, or waits for nothing.
  EXPECT_THAT(linesOfLocks("while (atomicCAS(lock, 0, 1)) ;\ndata[n] = 1;\n" + release), IsEmpty());
  EXPECT_THAT(linesOfLocks("data[lane] = 1;\n" + take + "data[n] = lane ? 1 : 2;\n"), IsEmpty());
  EXPECT_THAT(linesOfLocks("data[lane] = 1;\n" + take + release + "data[lane] = 1;\n"), IsEmpty());
  EXPECT_THAT(
      linesOfLocks("for (int i = 0; i < n; ++i) {\ndata[lane] = 1;\n" + take + release + "}\n"),
      IsEmpty());
}

TEST(LockStepCheck, AWarpIsNotOneThread) {
  EXPECT_THAT(linesIn("__shared__ float s[64]; const int warp = threadIdx.x / 32;\n"
                      "if (warp == 0) {\n"
                      "  s[threadIdx.x] = 1;\n"
                      "  x[threadIdx.x] = s[threadIdx.x + 1];\n"
                      "}\n"),
              ElementsAre("5"));
}

} // namespace
} // namespace musaport
