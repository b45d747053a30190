//===- version_guard_check_test.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

/// CUDA_VERSION comes from CUDA's headers, of which there are none here.
std::vector<std::string> reported(llvm::StringRef text) {
  const TestBuild build{.cuda = "",
                        .arguments = {"-DCUDA_VERSION=12000", "-DCUBLAS_VERSION=111103"}};
  return findingsIn("musa-version-guard", text, "mp_31", build);
}

TEST(VersionGuardCheck, ValuesThatAreCompared) {
  EXPECT_THAT(
      reported("#define TOOLKIT CUDA_VERSION\n"
               "#if TOOLKIT >= 11000\n"
               "#endif\n"
               "constexpr int major = CUDA_VERSION / 1000;\n"
               "int f() { return major < 11 || (major == 11 && major > 3); }\n"),
      ElementsAre("2: 'TOOLKIT >= 11000' compares MUSA's own version in the port: the value of "
                  "'CUDA_VERSION' becomes that of 'MUSA_VERSION'",
                  "5: 'major < 11 || (major == 11 && major > 3)' compares MUSA's own version in "
                  "the port: the value of 'CUDA_VERSION' becomes that of 'MUSA_VERSION'"));
}

TEST(VersionGuardCheck, WhatThePortDecidesIsRight) {
  EXPECT_THAT(reported("#define HAS_GRAPHS (CUDA_VERSION >= 11040)\n"
                       "#define TOOLKIT CUDA_VERSION\n"
                       "#define BLAS CUBLAS_VERSION\n" // becomes the level
                       "#if HAS_GRAPHS && defined(CUDA_VERSION) && CUDA_VERSION < 13000\n"
                       "#endif\n"
                       "#if BLAS >= 110000 && CUDA_VERSION / 1000 >= 11\n"
                       "#endif\n"
                       "#if defined(TOOLKIT) && TOOLKIT > 0\n"
                       "#endif\n"
                       "int version() { return CUDA_VERSION; }\n"
                       "bool f(int n) { return CUDA_VERSION >= 11040 && n == TOOLKIT; }\n"),
              IsEmpty());
}

/// A macro's expansion asks what only a directive may ask. That is no error of the program's.
TEST(VersionGuardCheck, ConditionsThatAskForHeaders) {
  EXPECT_THAT(reported("#define HAS_INCLUDE(x) __has_include(x)\n"
                       "#define HAS(x) HAS_INCLUDE(x)\n"
                       "#if HAS(<no_such_header>) || HAS_INCLUDE(\"b.h\") || CUDA_VERSION > 11000\n"
                       "#endif\n"),
              IsEmpty());
}

} // namespace
} // namespace musaport
