//===- double_check_test.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> find(llvm::StringRef text, bool hasFp64 = false) {
  TestBuild build;
  build.hasFp64 = hasFp64;
  build.cuda = "__device__ double pow(double, double);\n"
               "__device__ float pow(float, float);\n"
               "__device__ double fmax(double, double);\n";
  return findingsIn("musa-double", text, "mp_31", build);
}

/// `text` as the fixes leave it.
std::string fixed(llvm::StringRef text) {
  TestBuild build;
  build.hasFp64 = false;
  return fixedBy("musa-double", text, "mp_31", build);
}

std::string literal(const std::string &line, const std::string &text) {
  return line + ": '" + text + "' is a double, so what is computed with it becomes double too";
}

TEST(DoubleCheck, ABuildWithFp64IsSilent) {
  EXPECT_THAT(find("__global__ void k(double *x, float y) { *x = y * 0.5; }\n", true), IsEmpty());
}

TEST(DoubleCheck, TheWordOnceALine) {
  EXPECT_THAT(find("__global__ void k(double x, double *y) {\n"
                   "  *y = static_cast<double>(x);\n"
                   "}\n"),
              ElementsAre("1: 'double' in device code, which the build compiles without fp64",
                          "2: 'double' in device code, which the build compiles without fp64"));
}

TEST(DoubleCheck, TheWordInDeviceCode) {
  EXPECT_THAT(find("void host(double x);\n"
                   "__global__ void k(float *x) {\n"
                   "  double sum = *x;\n"
                   "  *x = static_cast<float>(sum);\n"
                   "}\n"),
              ElementsAre("3: 'double' in device code, which the build compiles without fp64"));
}

TEST(DoubleCheck, LiteralsThatPromote) {
  EXPECT_THAT(find("__global__ void k(float *x, int n) {\n"
                   "  x[0] = x[0] * 0.5;\n"
                   "  x[1] = -1.0 + x[1];\n"
                   "  x[2] *= 0.1;\n"
                   "  if (x[3] > 0.5) x[4] = x[5] > 0 ? 0.0 : x[6];\n"
                   "  n = n * 2.0;\n"
                   "  x[7] = x[7] * 0.25 + 1.;\n"
                   "}\n"),
              ElementsAre(literal("2", "0.5"), literal("3", "1.0"), literal("4", "0.1"),
                          literal("5", "0.5"), literal("5", "0.0"), literal("6", "2.0"),
                          literal("7", "0.25"), literal("7", "1.")));
}

TEST(DoubleCheck, LiteralsThatNothingIsComputedWith) {
  EXPECT_THAT(find("__global__ void k(float *x) {\n"
                   "  x[0] = 0.5;\n"
                   "  x[1] = 1.0 / 3.0;\n"
                   "  x[2] = x[2] * 0.5f + float(0.1);\n"
                   "  x[3] = sizeof(x[0] * 0.5);\n"
                   "  if constexpr (sizeof(float) == 8) x[4] *= 0.5;\n"
                   "}\n"),
              IsEmpty());
}

TEST(DoubleCheck, FunctionsThatComputeInDouble) {
  EXPECT_THAT(find("__global__ void k(float *x) {\n"
                   "  x[0] = pow(x[0], 2.0f);\n"
                   "  x[1] = fmax(x[1], 0.0);\n"
                   "}\n"),
              ElementsAre("3: 'fmax' computes in double, though it is given a float"));
}

TEST(DoubleCheck, WhatATemplateMakesOfItsParameter) {
  EXPECT_THAT(
      find("template <typename T> __global__ void k(T *x) { T sum = x[0]; x[1] = sum * T(0.5); }\n"
           "void f(double *x, float *y) { k<<<1, 1>>>(x); k<<<1, 1>>>(y); }\n"),
      IsEmpty());
  EXPECT_THAT(find("template <typename T> __global__ void k(T *x) {\n"
                   "  x[0] = x[1] * 0.5;\n"
                   "}\n"
                   "void f(double *x, float *y) { k<<<1, 1>>>(x); k<<<1, 1>>>(y); }\n"),
              ElementsAre(literal("2", "0.5")));
  EXPECT_THAT(
      find("template <typename T> __global__ void k(T *x, int n) { x[0] = n * 0.5 + x[1]; }\n"
           "void f(double *x) { k<<<1, 1>>>(x, 2); }\n"),
      IsEmpty());
  EXPECT_THAT(find("template <typename T> __global__ void k(T *x) { x[0] = x[1] * 0.5; }\n"
                   "void f(double *x) { k<<<1, 1>>>(x); }\n"),
              IsEmpty());
}

TEST(DoubleCheck, OnlyWhatTheDeviceRuns) {
  EXPECT_THAT(find("__host__ __device__ float unused(float x) { return x * 0.5; }\n"
                   "__host__ __device__ float half(float x) { return x * 0.25; }\n"
                   "float host(float x) { return unused(x) * 0.5; }\n"
                   "__global__ void k(float *x) { *x = half(*x); }\n"),
              ElementsAre(literal("2", "0.25")));
}

TEST(DoubleCheck, PlacesInMacros) {
  EXPECT_THAT(find("#define HALF 0.5\n"
                   "#define SCALE(x) ((x) * 0.5)\n"
                   "__global__ void k(float *x) {\n"
                   "  x[0] *= HALF;\n"
                   "  x[1] = SCALE(x[1]);\n"
                   "}\n"),
              ElementsAre(literal("4", "HALF"), literal("5", "SCALE")));
  EXPECT_THAT(
      find(
          "#define BOTH(...) { using T = float; __VA_ARGS__; } { using T = double; __VA_ARGS__; }\n"
          "__global__ void k(float *x, int n) {\n"
          "  BOTH(T y = n * 0.5; x[0] = y * y)\n"
          "  BOTH(T y = x[1]; y *= 0.25; x[1] = y)\n"
          "}\n"),
      testing::IsSupersetOf({literal("3", "0.5"), literal("4", "0.25")}));
}

TEST(DoubleCheck, FixesWhereTheResultIsTheSame) {
  EXPECT_EQ(fixed("__global__ void k(float *x, int n) {\n"
                  "  x[0] = x[0] * 0.5;\n"
                  "  x[1] += -1.;\n"
                  "  x[2] = x[2] * 0.1;\n"
                  "  x[3] = x[3] * 0.5 + 1.0;\n"
                  "  x[4] = n * 0.5;\n"
                  "  x[5] = x[5] > 1e3;\n"
                  "}\n"),
            "__global__ void k(float *x, int n) {\n"
            "  x[0] = x[0] * 0.5f;\n"
            "  x[1] += -1.f;\n"
            "  x[2] = x[2] * 0.1;\n"
            "  x[3] = x[3] * 0.5 + 1.0;\n"
            "  x[4] = n * 0.5;\n"
            "  x[5] = x[5] > 1e3f;\n"
            "}\n");
  const std::string generic = "template <typename T> __global__ void k(T *x) { *x = *x * 0.5; }\n"
                              "void f(float *x) { k<<<1, 1>>>(x); }\n";
  EXPECT_EQ(fixed(generic), generic);
}

} // namespace
} // namespace musaport
