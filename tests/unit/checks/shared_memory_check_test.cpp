//===- shared_memory_check_test.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> find(llvm::StringRef text, llvm::StringRef architecture = "mp_21") {
  return findingsIn("musa-shared-memory", text, architecture);
}

TEST(SharedMemoryCheck, WhatIsReservedCounts) {
  EXPECT_THAT(find("__global__ void k() { __shared__ char a[28672 - 16]; a[0] = 1; }\n"),
              IsEmpty());
  EXPECT_THAT(find("__global__ void k() { __shared__ char a[28672 - 15]; a[0] = 1; }\n"),
              ElementsAre("1: 'k' needs 28673 bytes of shared memory; a block of mp_21 has 28672"));
  EXPECT_THAT(find("__global__ void k() { __shared__ char a[28672]; a[0] = 1; }\n", "mp_22"),
              IsEmpty());
}

TEST(SharedMemoryCheck, EachInstantiationCountsByItself) {
  EXPECT_THAT(find("template <typename T, int N> __global__ void k(T *p) {\n"
                   "  __shared__ T a[N][N];\n"
                   "  a[0][0] = *p;\n"
                   "}\n"
                   "template <typename T> void launch(T *p) {\n"
                   "  k<T, 64><<<1, 1>>>(p);\n"
                   "  k<T, 80><<<1, 1>>>(p);\n"
                   "}\n"
                   "void all(float *f, double *d) { launch(f); launch(d); }\n"),
              ElementsAre("1: 'k<double, 64>' needs 32784 bytes of shared memory; a block of "
                          "mp_21 has 28672",
                          "1: 'k<double, 80>' needs 51216 bytes of shared memory; a block of "
                          "mp_21 has 28672"));
}

TEST(SharedMemoryCheck, VariablesOfCalledFunctionsCount) {
  EXPECT_THAT(find("struct S { __device__ void f() { __shared__ double d[2000]; d[0] = 1; } };\n"
                   "__device__ int g() { __shared__ char c; return S().f(), c; }\n"
                   "__shared__ int unused[20000], used[3500];\n"
                   "__global__ void k() { g(); g(); used[0] = 1; }\n"
                   "__global__ void fits() { g(); }\n"),
              ElementsAre("4: 'k' needs 30017 bytes of shared memory; a block of mp_21 has 28672"));
}

TEST(SharedMemoryCheck, DynamicSizesThatAreConstant) {
  EXPECT_THAT(find("__global__ void k(int n) {\n"
                   "  extern __shared__ char a[];\n"
                   "  __shared__ int b[1000];\n"
                   "  a[0] = b[0] = n;\n"
                   "}\n"
                   "constexpr int size = 12000;\n"
                   "template <typename T> void launch(int n) {\n"
                   "  k<<<1, 1, size * sizeof(T)>>>(n);\n"
                   "  k<<<1, 1, n>>>(n);\n"
                   "  k<<<1, 1>>>(n);\n"
                   "}\n"
                   "void all(int n) { launch<short>(n); launch<double>(n); }\n"),
              ElementsAre("8: this launch of 'k' needs 100016 bytes of shared memory, 96000 of "
                          "them dynamic; a block of mp_21 has 28672"));
  EXPECT_THAT(find("__global__ void k();\n"
                   "void f() { k<<<1, 1, 28656>>>(); k<<<1, 1, 28657>>>(); }\n"),
              ElementsAre("2: this launch of 'k' needs 28673 bytes of shared memory, 28657 of "
                          "them dynamic; a block of mp_21 has 28672"));
}

TEST(SharedMemoryCheck, VariablesWithoutASizeDoNotCount) {
  const std::string text = "template <typename T> struct Any { T value; };\n"
                           "struct Later;\n"
                           "__global__ void kernel() {\n"
                           "  __shared__ auto a = missing;\n"
                           "  __shared__ Any b;\n"
                           "  __shared__ Later c;\n"
                           "  __shared__ char d[30000];\n"
                           "}\n";
  std::vector<std::string> errors;
  EXPECT_THAT(
      findingsIn("musa-shared-memory", text, "mp_21", {}, &errors),
      ElementsAre("3: 'kernel' needs 30016 bytes of shared memory; a block of mp_21 has 28672"));
  EXPECT_FALSE(errors.empty());
}

TEST(SharedMemoryCheck, CodeThatIsIncompleteIsCheckedAsFarAsItGoes) {
  std::vector<std::string> errors;
  EXPECT_THAT(findingsIn("musa-shared-memory",
                         "#include <missing.h>\n"
                         "template <int N> __global__ void k() { __shared__ int a[N]; a[0] = 1; }\n"
                         "void f(missing::Tensor t) { k<10000><<<1, 1>>>(); t.g(); }\n",
                         "mp_21", {}, &errors),
              ElementsAre("2: 'k<10000>' needs 40016 bytes of shared memory; a block of mp_21 has "
                          "28672"));
  EXPECT_THAT(errors, ElementsAre("1: 'missing.h' file not found",
                                  "3: use of undeclared identifier 'missing'"));
}

} // namespace
} // namespace musaport
