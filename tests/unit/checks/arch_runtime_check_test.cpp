//===- arch_runtime_check_test.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "llvm/Support/FormatVariadic.h"
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
         "' is false on mp_31, which reports 3.1, but true on the NVIDIA GPUs that it stands for, "
         "which report 9.0";
}

TEST(ArchRuntimeCheck, MembersOfTheProperties) {
  EXPECT_THAT(
      reported("bool a(cudaDeviceProp p) { return p.major >= 8; }\n"
               "bool b() { return properties()->major > 7 && properties()->minor >= 0; }\n"
               "bool c(cudaDeviceProp *p) { return 10 * p->major + p->minor >= 80; }\n"
               "bool d(const cudaDeviceProp &p) { return 0x35 <= (p.major << 4) + p.minor; }\n"
               "bool e(cudaDeviceProp p) { return !(p.major < 8) && p.minor >= 0; }\n"),
      ElementsAre(isFalse(2, "p.major >= 8"),
                  isFalse(3, "properties()->major > 7 && properties()->minor >= 0"),
                  isFalse(4, "10 * p->major + p->minor >= 80"),
                  isFalse(5, "0x35 <= (p.major << 4) + p.minor"),
                  isFalse(6, "!(p.major < 8) && p.minor >= 0")));
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

std::string goesTo(unsigned line, llvm::StringRef text, llvm::StringRef ported,
                   llvm::StringRef meant) {
  return llvm::formatv("{0}: the switch on '{1}' goes to {2} on mp_31, which reports 3.1, but to "
                       "{3} on the NVIDIA GPUs that it stands for, which report 9.0",
                       line, text, ported, meant)
      .str();
}

TEST(ArchRuntimeCheck, Switches) {
  EXPECT_THAT(
      reported(
          "int f(cudaDeviceProp p) { switch (p.major) { case 9: return 1; default: return 2; } }\n"
          "int g(cudaDeviceProp p) { int n = 0;\n"
          "  switch (10 * p.major + p.minor) { case 80 ... 90: n = 1; break; case 31: n = 2; }\n"
          "  switch (p.major) { case 9: n = 3; }\n"
          "  return n; }\n"
          "int h(int major) {\n"
          "  switch (major) { case 3: return 1; case 9: return 2; }\n"
          "  return 3; }\n"
          "int i(cudaDeviceProp p) { return h(p.major); }\n"),
      ElementsAre(goesTo(2, "p.major", "'default'", "'case 9'"),
                  goesTo(4, "10 * p.major + p.minor", "'case 31'", "'case 80 ... 90'"),
                  goesTo(5, "p.major", "none of its cases", "'case 9'"),
                  goesTo(8, "major", "'case 3'", "'case 9'")));
}

TEST(ArchRuntimeCheck, SwitchesOfMacrosAndTemplates) {
  EXPECT_THAT(
      reported("#define CASES case 9: return 1; case 3: return 2;\n"
               "#define SWITCH(p) switch ((p).major) { case 9: return 1; }\n"
               "int f(cudaDeviceProp p) { switch (int v = p.major; v) { CASES } return 0; }\n"
               "int g(cudaDeviceProp p) { SWITCH(p) return 0; }\n"
               "template <int N> int h(cudaDeviceProp p) {\n"
               "  switch (p.major) { case N: return 1; } return 2; }\n"
               "int i(cudaDeviceProp p) { return h<9>(p); }\n"),
      ElementsAre(goesTo(4, "v", "'case 3'", "'case 9'"), testing::HasSubstr("5: the switch on "),
                  goesTo(7, "p.major", "none of its cases", "'case 9'")));
}

TEST(ArchRuntimeCheck, SwitchesOnComparisons) {
  EXPECT_THAT(reported("int f(cudaDeviceProp p) { switch (p.major >= 8 ? 1 : 0) { case 1: return "
                       "1; } return 2; }\n"),
              ElementsAre(isFalse(2, "p.major >= 8")));
}

TEST(ArchRuntimeCheck, SwitchesWithTheSameResult) {
  EXPECT_THAT(
      reported(
          "int f(cudaDeviceProp p) { switch (p.major) { case 7: return 1; default: return 2; } }\n"
          "int g(cudaDeviceProp p) { switch (p.major) { case 3: case 9: return 1; } return 2; }\n"
          "int h(cudaDeviceProp p) { switch (p.minor) { case 0: return 1; } return 2; }\n"
          "int n(cudaDeviceProp p) { switch (p.major) { case 3: break; case 7: return 1; } return "
          "2; }\n"
          "int i(cudaDeviceProp p) { switch (p.count) { case 9: return 1; } return 2; }\n"
          "template <int N> int j() { switch (N) { case 9: return 1; } return 2; }\n"
          "int k() { return j<9>(); }\n"
          "template <int N> int l(cudaDeviceProp p) { switch (p.major) { case N: return 1; } "
          "return 2; }\n"
          "int m(cudaDeviceProp p) { return l<8>(p); }\n"),
      IsEmpty());
}

TEST(ArchRuntimeCheck, VariablesWrittenTwice) {
  EXPECT_THAT(
      reported(
          "bool f(cudaDeviceProp p, bool again) {\n"
          "  int major = 0, other = 0, sum = 0;\n"
          "  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);\n"
          "  if (again) cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 1);\n"
          "  cudaDeviceGetAttribute(&other, cudaDevAttrComputeCapabilityMajor, 0);\n"
          "  if (again) cudaDeviceGetAttribute(&other, cudaDevAttrClockRate, 0);\n"
          "  sum = p.major; sum = sum * 10;\n"
          "  return major >= 8 || other >= 8 || sum >= 80;\n"
          "}\n"),
      ElementsAre(isFalse(9, "major >= 8")));
}

TEST(ArchRuntimeCheck, TheArchitectureDecides) {
  llvm::StringRef text = "bool f(cudaDeviceProp p) { return p.major < 3; }\n";
  EXPECT_THAT(reported(text), IsEmpty());
  EXPECT_THAT(reported(text, "mp_21"),
              ElementsAre("2: 'p.major < 3' is true on mp_21, which reports 2.1, but false on the "
                          "NVIDIA GPUs that it stands for, which report 7.5"));
  const std::vector<Finding> found =
      analyzed("musa-arch-runtime",
               (api + "bool f(cudaDeviceProp p) { return p.major >= 8; }\n"
                      "bool g(cudaDeviceProp p) { return p.major == 9; }\n")
                   .str(),
               "mp_31", {}, nullptr);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_THAT(found[0].notes, ElementsAre("mp_22 and newer have what compute capability 8.0 stands "
                                          "for: in the port, compare with 2.2"));
  EXPECT_THAT(found[1].notes, ElementsAre("decide which MUSA GPUs are meant, and compare with "
                                          "what they report (docs/reference/guards.md)"));
}

TEST(ArchRuntimeCheck, WhatIsCalledByAPointer) {
  EXPECT_THAT(
      reported(
          "typedef int Query(int *, int *, int);\n"
          "Query *cuDeviceComputeCapability_;\n"
          "struct Driver { Query *cuDeviceComputeCapability; } driver;\n"
          "bool f() { int a, b; driver.cuDeviceComputeCapability(&a, &b, 0); return a >= 6; }\n"
          "bool g() { int a, b; cuDeviceComputeCapability_(&a, &b, 0); return a >= 6; }\n"),
      ElementsAre(isFalse(5, "a >= 6")));
}

std::string isOpen(unsigned line, llvm::StringRef text) {
  return std::to_string(line) + ": '" + text.str() +
         "' compares a compute capability with an unknown value; mp_31 reports 3.1, but the NVIDIA "
         "GPUs that it stands for report 9.0";
}

TEST(ArchRuntimeCheck, ParametersOfFunctions) {
  EXPECT_THAT(
      reported("bool isNew(int major, int n) { return major >= 8 && n > 0 || major == 7; }\n"
               "bool isOld(int major) { return major < 4; }\n"
               "bool many(int major, int again) { again = major; return again >= 8; }\n"
               "bool f(cudaDeviceProp p, int n) { many(p.major, p.major); isOld(3); return "
               "isNew(p.major, n); }\n"
               "bool query(int &major) {\n"
               "  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);\n"
               "  return major >= 7;\n"
               "}\n"),
      ElementsAre(isFalse(2, "major >= 8"), isFalse(8, "major >= 7")));
}

TEST(ArchRuntimeCheck, FunctionsThatCallThemselves) {
  std::string text = "bool f0(int a, int b) { return f0(a, b) && f0(b, a) && a >= 8; }\n";
  for (int i = 1; i < 20; ++i)
    text += llvm::formatv("bool f{0}(int a, int b) { return f{0}(a, b) && f{0}(b, a) && f{1}(a, b) "
                          "&& f{1}(b, a); }\n",
                          i, i - 1);
  EXPECT_THAT(reported(text), IsEmpty());
  text += "bool g(cudaDeviceProp p) { return f19(p.major, 7); }\n";
  EXPECT_THAT(reported(text), ElementsAre(isFalse(2, "a >= 8")));
}

TEST(ArchRuntimeCheck, ComparedWithWhatIsNotKnown) {
  EXPECT_THAT(
      reported(
          "struct Row { int sm, cores; };\n"
          "int cores(int major, int minor) {\n"
          "  Row table[] = {{0x80, 64}, {0x90, 128}, {-1, -1}};\n"
          "  for (int i = 0; table[i].sm != -1; ++i)\n"
          "    if (table[i].sm == ((major << 4) + minor)) return table[i].cores;\n"
          "  return 0;\n"
          "}\n"
          "bool isAtLeast(cudaDeviceProp p, int major, int minor) {\n"
          "  return (p.minor >= minor && p.major == major) || p.major > major;\n"
          "}\n"
          "int f(cudaDeviceProp p) { return cores(p.major, p.minor) + isAtLeast(p, 8, 0); }\n"),
      ElementsAre(isOpen(6, "table[i].sm == ((major << 4) + minor)"),
                  isOpen(10, "p.major > major")));
}

TEST(ArchRuntimeCheck, EachOfSeveralCalls) {
  EXPECT_THAT(
      reported(
          "bool isAtLeast(int a, int b) { return a >= b; }\n"
          "bool isNew(int a) { return a >= 8; }\n"
          "bool f(cudaDeviceProp p) { return isAtLeast(p.minor, 5) && isAtLeast(p.major, 8); }\n"
          "bool g(cudaDeviceProp p) { return isNew(p.minor) && isNew(p.major); }\n"),
      ElementsAre(isOpen(2, "a >= b"), isFalse(3, "a >= 8")));
}

TEST(ArchRuntimeCheck, Operators) {
  EXPECT_THAT(reported("struct Less { bool operator()(int a, int b) const { return b >= 4; } };\n"
                       "bool f(cudaDeviceProp p, Less less) {\n"
                       "  auto isNew = [](int sm) { return sm >= 8; };\n"
                       "  return less(p.major, 3) || isNew(p.major);\n"
                       "}\n"),
              ElementsAre(isFalse(4, "sm >= 8"), isFalse(5, "less(p.major, 3) || isNew(p.major)")));
}

TEST(ArchRuntimeCheck, DevicesComparedWithEachOther) {
  EXPECT_THAT(
      reported("struct Best { int major; };\n"
               "int capabilityOf(int device);\n"
               "int best(cudaDeviceProp *all, int n, Best kept) {\n"
               "  int most = 0, majors[4], first = capabilityOf(0);\n"
               "  for (int i = 0; i < n; ++i) {\n"
               "    const int major = all[i].major;\n"
               "    majors[i] = major;\n"
               "    if (major > most) most = major;\n"
               "    if (majors[0] != major || kept.major < major || first != major) return 0;\n"
               "    if (major != capabilityOf(1)) kept.major = major;\n"
               "  }\n"
               "  return most;\n"
               "}\n"
               "bool same(int major, int other) { return major == other; }\n"
               "bool f(cudaDeviceProp p, cudaDeviceProp q) { return same(p.major, q.major); }\n"),
      IsEmpty());
}

TEST(ArchRuntimeCheck, WhatSaysNothingOfTheArchitecture) {
  EXPECT_THAT(
      reported("struct Other { int major; };\n"
               "bool a(Other o) { return o.major >= 8; }\n"
               "bool b(cudaDeviceProp p, cudaDeviceProp q) { return p.major == q.major; }\n"
               "bool c(cudaDeviceProp p, int n) { return p.minor >= n; }\n"
               "bool d(cudaDeviceProp p) { return p.major == 9999 || p.count >= 8; }\n"
               "struct Fake { int cuDeviceComputeCapability(int *, int *, int); };\n"
               "bool i(Fake fake) { int a, b; fake.cuDeviceComputeCapability(&a, &b, 0); return a "
               ">= 6; }\n"
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
