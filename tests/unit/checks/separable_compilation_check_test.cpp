//===- separable_compilation_check_test.cpp --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> find(llvm::StringRef text) {
  TestBuild build;
  build.cuda = "extern \"C\" __device__ float sinf(float);\n";
  return findingsIn("musa-separable-compilation", text, "mp_31", build);
}

TEST(SeparableCompilationCheck, WhatAnotherFileDefines) {
  EXPECT_THAT(
      find("__device__ int far(int x);\n"
           "extern __device__ int total;\n"
           "extern __constant__ int table[4];\n"
           "__global__ void k(int *p) {\n"
           "  p[0] = far(p[1]);\n"
           "  p[2] = total + table[1];\n"
           "}\n"),
      ElementsAre(
          "5: 'far' is defined in another file, and device code of several files cannot be linked",
          "6: 'total' is defined in another file, and device code of several files cannot be "
          "linked",
          "6: 'table' is defined in another file, and device code of several files cannot be "
          "linked"));
}

TEST(SeparableCompilationCheck, WhatThisFileDefines) {
  EXPECT_THAT(find("__device__ int late(int x);\n"
                   "extern __device__ int total;\n"
                   "template <typename T> __device__ T generic(T x);\n"
                   "struct S { __device__ int get() const; };\n"
                   "__global__ void k(int *p) {\n"
                   "  extern __shared__ int tile[];\n"
                   "  tile[0] = late(p[0]) + total + generic(p[1]) + S().get() + sinf(1.0f);\n"
                   "}\n"
                   "__device__ int late(int x) { return x; }\n"
                   "__device__ int total;\n"
                   "template <typename T> __device__ T generic(T x) { return x; }\n"
                   "__device__ int S::get() const { return 1; }\n"),
              IsEmpty());
}

TEST(SeparableCompilationCheck, AMembersDefinitionThatClangRefusesIsThere) {
  std::vector<std::string> errors;
  EXPECT_THAT(findingsIn("musa-separable-compilation",
                         "struct S { __device__ int get(); };\n"
                         "__global__ void k(int *p) { *p = S().get(); }\n"
                         "int S::get() { return 1; }\n",
                         "mp_31", {}, &errors),
              IsEmpty());
  EXPECT_EQ(errors.size(), 1U);
}

TEST(SeparableCompilationCheck, WhatTheDeviceDoesNotRun) {
  EXPECT_THAT(find("__device__ int far(int x);\n"
                   "int host();\n"
                   "extern int counter;\n"
                   "__global__ void child(int *p);\n"
                   "__global__ void k(int *p) { *p = sizeof(far(1)); }\n"
                   "template <typename T> __device__ T never(T x) { return far(x); }\n"
                   "void f(int *p) { k<<<1, 1>>>(p); child<<<1, 1>>>(p); counter = host(); }\n"),
              IsEmpty());
}

} // namespace
} // namespace musaport
