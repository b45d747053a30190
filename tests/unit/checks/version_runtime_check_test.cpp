//===- version_runtime_check_test.cpp --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> reported(llvm::StringRef text) {
  return findingsIn("musa-version-runtime", ("cudaError_t cudaRuntimeGetVersion(int *); "
                                             "cudaError_t cudaDriverGetVersion(int *); "
                                             "size_t cudnnGetVersion(); int ownGetVersion();\n" +
                                             text)
                                                .str());
}

std::string compares(unsigned line, llvm::StringRef text, llvm::StringRef query) {
  return std::to_string(line) + ": '" + text.str() + "' compares what '" + query.str() +
         "' reports, which in the port is MUSA's own version";
}

TEST(VersionRuntimeCheck, AnswersThatAreCompared) {
  EXPECT_THAT(reported("bool a() { int v; cudaDriverGetVersion(&v); return v >= 11040; }\n"
                       "bool b() { return cudnnGetVersion() / 1000 == 8; }\n"
                       "bool c() { int v = 0; if (cudaRuntimeGetVersion(&v)) return false;\n"
                       "  const int major = v / 1000; return 10 < major; }\n"),
              ElementsAre(compares(2, "v >= 11040", "cudaDriverGetVersion"),
                          compares(3, "cudnnGetVersion() / 1000 == 8", "cudnnGetVersion"),
                          compares(5, "10 < major", "cudaRuntimeGetVersion")));
}

TEST(VersionRuntimeCheck, WhatIsCalledByAPointer) {
  EXPECT_THAT(reported("struct Library { int (*nvrtcVersion)(int *, int *); } library;\n"
                       "bool f(int &major, int &minor) {\n"
                       "  library.nvrtcVersion(&major, &minor);\n"
                       "  return major == 11 && minor < 8;\n"
                       "}\n"),
              ElementsAre(compares(5, "major == 11 && minor < 8", "nvrtcVersion")));
}

TEST(VersionRuntimeCheck, ParametersAndWhatIsNotKnown) {
  EXPECT_THAT(reported("bool isNew(int version) { return version >= 11000; }\n"
                       "bool isAtLeast(int version, int least) { return version >= least; }\n"
                       "bool f(int n) { int v; cudaDriverGetVersion(&v); return isNew(v) && "
                       "isAtLeast(v, n); }\n"),
              ElementsAre(compares(2, "version >= 11000", "cudaDriverGetVersion"),
                          compares(3, "version >= least", "cudaDriverGetVersion")));
}

TEST(VersionRuntimeCheck, WhatIsNoGuard) {
  EXPECT_THAT(
      reported("bool a() { int v; return cudaDriverGetVersion(&v) == 0 && v > 0; }\n"
               "bool b() { return ownGetVersion() > 8; }\n"
               "bool d() { int r, v; cudaRuntimeGetVersion(&r); cudaRuntimeGetVersion(&v);\n"
               "  return v < r; }\n"
               "int e() { int v; cudaDriverGetVersion(&v); return v / 1000; }\n"),
      IsEmpty());
}

} // namespace
} // namespace musaport
