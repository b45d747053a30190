//===- feature_check_test.cpp ----------------------------------*- C++ -*-===//
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
enum cudaLaunchAttributeID {
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeClusterDimension = 4,
  cudaLaunchAttributePriority = 8,
};
extern "C" cudaError_t cudaOccupancyMaxActiveClusters(int *, const void *);
typedef struct CUtensorMap_st { unsigned long long opaque[16]; } CUtensorMap;
namespace cooperative_groups {
inline namespace v1 {
struct grid_group { __device__ void sync() const; __device__ int thread_rank() const; };
__device__ grid_group this_grid();
struct cluster_group { __device__ void sync() const; };
__device__ cluster_group this_cluster();
}
}
)";
  return findingsIn("musa-feature", text, architecture, build);
}

TEST(FeatureCheck, WhatAnArchitectureDoesNotHave) {
  const char *text = "__global__ void k(const CUtensorMap map) {}\n"
                     "int f() {\n"
                     "  int n = cudaLaunchAttributeClusterDimension;\n"
                     "  cudaOccupancyMaxActiveClusters(&n, nullptr);\n"
                     "  return n;\n"
                     "}\n";
  EXPECT_THAT(
      find(text, "mp_22"),
      ElementsAre("1: 'CUtensorMap': bulk tensor copies, which mp_22 does not have",
                  "3: 'cudaLaunchAttributeClusterDimension': clusters of thread blocks, which "
                  "mp_22 does not have",
                  "4: 'cudaOccupancyMaxActiveClusters': clusters of thread blocks, which mp_22 "
                  "does not have"));
  EXPECT_THAT(find(text, "mp_31"),
              ElementsAre("1: 'CUtensorMap': bulk tensor copies, which differs on mp_31",
                          "3: 'cudaLaunchAttributeClusterDimension': clusters of thread blocks, "
                          "which mp_31 does not have",
                          "4: 'cudaOccupancyMaxActiveClusters': clusters of thread blocks, which "
                          "mp_31 does not have"));
}

TEST(FeatureCheck, AMember) {
  EXPECT_THAT(find("__global__ void k(int *p) {\n"
                   "  auto grid = cooperative_groups::this_grid();\n"
                   "  p[grid.thread_rank()] = 1;\n"
                   "  grid.sync();\n"
                   "}\n",
                   "mp_31"),
              ElementsAre("4: 'cooperative_groups::grid_group::sync': a cooperative launch, which "
                          "differs on mp_31"));
}

TEST(FeatureCheck, ATypeOnce) {
  EXPECT_THAT(find("namespace cg = cooperative_groups;\n"
                   "__global__ void k() {\n"
                   "  cg::cluster_group cluster =\n"
                   "      cg::this_cluster();\n"
                   "}\n",
                   "mp_31"),
              ElementsAre("3: 'cooperative_groups::cluster_group': clusters of thread blocks, "
                          "which mp_31 does not have",
                          "4: 'cooperative_groups::this_cluster': clusters of thread blocks, which "
                          "mp_31 does not have"));
}

TEST(FeatureCheck, WhatTheRulesSayAnyway) {
  EXPECT_THAT(find("int f() { return cudaLaunchAttributeCooperative; }\n", "mp_31"), IsEmpty());
}

TEST(FeatureCheck, WhatIsNotCudas) {
  EXPECT_THAT(find("namespace mine {\n"
                   "struct CUtensorMap {};\n"
                   "int cudaOccupancyMaxActiveClusters(int *);\n"
                   "enum { cudaLaunchAttributeClusterDimension };\n"
                   "}\n"
                   "int f(mine::CUtensorMap, int n) {\n"
                   "  return mine::cudaOccupancyMaxActiveClusters(&n) + "
                   "mine::cudaLaunchAttributeClusterDimension + cudaLaunchAttributePriority;\n"
                   "}\n",
                   "mp_21"),
              IsEmpty());
}

} // namespace
} // namespace musaport
