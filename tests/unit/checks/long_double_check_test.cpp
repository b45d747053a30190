//===- long_double_check_test.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> find(llvm::StringRef text) { return findingsIn("musa-long-double", text); }

TEST(LongDoubleCheck, InDeviceCode) {
  EXPECT_THAT(find("__global__ void k(float *x) {\n"
                   "  long double sum = *x;\n"
                   "  *x = float(sum * 0.5L);\n"
                   "}\n"),
              ElementsAre("2: 'long double' is a double in device code",
                          "3: '0.5L' is a double in device code"));
}

TEST(LongDoubleCheck, MemoryOfBothSides) {
  EXPECT_THAT(
      find("struct Part { int n; long double sum[2]; };\n"
           "struct Whole { Part *parts; Whole *next; };\n"
           "struct None { None *next; double sum; };\n"
           "__global__ void k(Whole a, const Part *b, None c) {}\n"),
      ElementsAre("4: 'a' contains a long double, whose size differs between host and device",
                  "4: 'b' contains a long double, whose size differs between host and device"));
}

TEST(LongDoubleCheck, OfTheHost) {
  EXPECT_THAT(find("struct Part { long double sum; };\n"
                   "long double host(Part p) { return p.sum * 2.0L; }\n"
                   "__host__ __device__ inline long double unused(long double x) { return x; }\n"
                   "__global__ void k(double *x) { *x = sizeof(long double); }\n"),
              IsEmpty());
}

} // namespace
} // namespace musaport
