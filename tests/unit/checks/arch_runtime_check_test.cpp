//===- arch_runtime_check_test.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

/// On one line, before what is tested.
constexpr llvm::StringRef api =
    "struct cudaDeviceProp { int major, minor, count; }; "
    "enum cudaDeviceAttr { cudaDevAttrClockRate, cudaDevAttrComputeCapabilityMajor, "
    "cudaDevAttrComputeCapabilityMinor }; "
    "cudaError_t cudaDeviceGetAttribute(int *, cudaDeviceAttr, int); "
    "int cuDeviceComputeCapability(int *, int *, int); "
    "cudaDeviceProp *properties();\n";

std::vector<std::string> reported(llvm::StringRef text, llvm::StringRef architecture = "mp_31") {
  return findingsIn("musa-arch-runtime", (api + text).str(), architecture);
}

std::string isFalse(unsigned line, llvm::StringRef text) {
  return std::to_string(line) + ": '" + text.str() +
         "' is false on mp_31, which reports 3.1, and true on the GPUs it is ported as, which "
         "report 9.0";
}

TEST(ArchRuntimeCheck, MembersOfTheProperties) {
  EXPECT_THAT(
      reported("bool a(cudaDeviceProp p) { return p.major >= 8; }\n"
               "bool b() { return properties()->major > 7 && properties()->minor >= 0; }\n"
               "bool c(cudaDeviceProp *p) { return 10 * p->major + p->minor >= 80; }\n"
               "bool d(const cudaDeviceProp &p) { return 0x35 <= (p.major << 4) + p.minor; }\n"),
      ElementsAre(isFalse(2, "p.major >= 8"),
                  isFalse(3, "properties()->major > 7 && properties()->minor >= 0"),
                  isFalse(4, "10 * p->major + p->minor >= 80"),
                  isFalse(5, "0x35 <= (p.major << 4) + p.minor")));
}

TEST(ArchRuntimeCheck, LocalsAndFunctions) {
  EXPECT_THAT(
      reported("int version(const cudaDeviceProp &p) { return p.major * 100 + p.minor * 10; }\n"
               "int encode(int major, int minor) { return major * 10 + minor; }\n"
               "bool f(cudaDeviceProp p) {\n"
               "  const int sm = version(p);\n"
               "  int major = 0, minor;\n"
               "  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);\n"
               "  minor = p.minor;\n"
               "  if (sm >= 750) return encode(p.major, p.minor) >= 53;\n"
               "  return major >= 7;\n"
               "}\n"
               "bool g() { int a, b; cuDeviceComputeCapability(&a, &b, 0); return a >= 6; }\n"),
      ElementsAre(isFalse(9, "sm >= 750"), isFalse(9, "encode(p.major, p.minor) >= 53"),
                  isFalse(10, "major >= 7"), isFalse(12, "a >= 6")));
}

TEST(ArchRuntimeCheck, TheArchitectureDecides) {
  llvm::StringRef text = "bool f(cudaDeviceProp p) { return p.major < 3; }\n";
  EXPECT_THAT(reported(text), IsEmpty());
  EXPECT_THAT(reported(text, "mp_21"),
              ElementsAre("2: 'p.major < 3' is true on mp_21, which reports 2.1, and false on the "
                          "GPUs it is ported as, which report 7.5"));
  const std::vector<Finding> found =
      analyzed("musa-arch-runtime",
               (api + "bool f(cudaDeviceProp p) { return p.major >= 8; }\n"
                      "bool g(cudaDeviceProp p) { return p.major == 9; }\n")
                   .str(),
               "mp_31", {}, nullptr);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_THAT(found[0].notes, ElementsAre("what compute capability 8.0 stands for, mp_22 and newer "
                                          "have: in the port, compare with 2.2"));
  EXPECT_THAT(found[1].notes, ElementsAre("decide which GPUs of MUSA's are meant, and compare with "
                                          "what they report (docs/guards.md)"));
}

TEST(ArchRuntimeCheck, WhatSaysNothingOfTheArchitecture) {
  EXPECT_THAT(
      reported("struct Other { int major; };\n"
               "bool a(Other o) { return o.major >= 8; }\n"
               "bool b(cudaDeviceProp p, cudaDeviceProp q) { return p.major == q.major; }\n"
               "bool c(cudaDeviceProp p, int n) { return p.major * 10 + p.minor >= n; }\n"
               "bool d(cudaDeviceProp p) { return p.major == 9999 || p.count >= 8; }\n"
               "bool e(cudaDeviceProp p) { return p.major > 0 && p.major >= 2; }\n"
               "bool f() { int n; cudaDeviceGetAttribute(&n, cudaDevAttrClockRate, 0); return n >= "
               "8; }\n"
               "bool g(int n) {\n"
               "  int major = 8;\n"
               "  if (n) cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);\n"
               "  else major = n;\n"
               "  return major >= 7;\n" // written twice
               "}\n"
               "void h(cudaDeviceProp &p) { p.major = 8; }\n"),
      IsEmpty());
}

} // namespace
} // namespace musaport
