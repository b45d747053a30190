//===- judged_names_test.cpp - what is said of names ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "port_test.h"

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace musaport {
namespace {

/// The findings of an analyzed port by `rules`: "2: ID".
std::vector<std::string> judged(llvm::StringRef text, bool analyze = true) {
  const llvm::StringRef rules = R"json({
    "format": "musa-port-rules-1", "library": "mine", "identifiers": {
      "supported": {"old": {"to": "mine", "deprecated": "use newer()"}},
      "unverified": {"odd": "mine_odd"},
      "unsupported": {"gone": {"note": "is not there", "deprecated": "use newer()"}},
      "keep": {"same": {"note": "stays", "deprecated": "use newer()"}}}})json";
  std::vector<std::string> all;
  for (const Diagnostic &found :
       port(text, rules, "x.cu", true, Direction::CudaToMusa, analyze).result.diagnostics)
    all.push_back(std::to_string(found.place.line) + ": " + found.id.str());
  return all;
}

TEST(JudgedNames, DeprecatedNamesAreSaidOnceAFile) {
  EXPECT_THAT(judged("old();\nold();\nsame();\n"),
              ElementsAre("1: musa-deprecated-api", "3: musa-deprecated-api"));
  EXPECT_THAT(judged("old();\n", /*analyze=*/false), IsEmpty());
}

TEST(JudgedNames, DeprecatedNamesBehindAConditionAreForOthers) {
  EXPECT_THAT(judged("#if OLD\nold();\n#else\nold();\n#endif\n"), IsEmpty());
  EXPECT_THAT(judged("#ifndef A_H\n#define A_H\nold();\n#endif\n"),
              ElementsAre("3: musa-deprecated-api"));
}

TEST(JudgedNames, WhoDeclaresADeprecatedNameDoesNotUseIt) {
  EXPECT_THAT(judged("int old(int);\nstatic pointer *old;\nload(&old, \"old\");\n"), IsEmpty());
  EXPECT_THAT(judged("int f() { return old(); }\n"), ElementsAre("1: musa-deprecated-api"));
  EXPECT_THAT(judged("int a = old(), b = check(old());\n"), ElementsAre("1: musa-deprecated-api"));
}

TEST(JudgedNames, WhatIsNotThereIsSaidWithWhatItIsDeprecatedFor) {
  EXPECT_THAT(judged("gone();\n"), ElementsAre("1: musa-unsupported-api"));
  const Ported ported = port("gone();\n", R"json({
    "format": "musa-port-rules-1", "library": "mine", "identifiers": {
      "unsupported": {"gone": {"note": "is not there", "deprecated": "use newer()"}}}})json");
  ASSERT_EQ(ported.result.diagnostics.size(), 1u);
  EXPECT_THAT(ported.result.diagnostics[0].notes,
              ElementsAre("is not there", "deprecated in CUDA: use newer()"));
}

TEST(JudgedNames, WhatTheTreeDeclaresIsItsOwn) {
  EXPECT_THAT(judged("#define gone\n"), IsEmpty());
  EXPECT_THAT(judged("#define f(x) gone(x)\n"), ElementsAre("1: musa-unsupported-api"));
  EXPECT_THAT(judged("struct A {\n  bool gone() const override;\n};\n"
                     "bool A::gone() const {\n  return true;\n}\n"
                     "const char *gone(int) {\n  return 0;\n}\nint gone(int);\n"),
              IsEmpty());
  EXPECT_THAT(judged("bool A::has() const {\n  return gone() || a->gone(1);\n}\n"),
              ElementsAre("2: musa-unsupported-api"));
  EXPECT_THAT(judged("int A::cudaOdd() const {\n  return 0;\n}\n"), IsEmpty());
  EXPECT_THAT(judged("int x = a->cudaOdd();\n"), ElementsAre("1: musa-unknown-name"));
  EXPECT_THAT(judged("if (gone(f())) {\n}\n"), ElementsAre("1: musa-unsupported-api"));
  EXPECT_THAT(judged("auto x = a * gone(2);\n"), ElementsAre("1: musa-unsupported-api"));
}

TEST(JudgedNames, UnverifiedNamesAreSaidOnceAFile) {
  EXPECT_THAT(judged("odd();\nodd();\n"), ElementsAre("1: musa-unverified-api"));
  EXPECT_THAT(judged("odd();\n", /*analyze=*/false), IsEmpty());
}

TEST(JudgedNames, UnverifiedHeadersAreAWarningOnceAFile) {
  const Ported ported = port("#include <cuda_gl_interop.h>\n#include <cuda_gl_interop.h>\n"
                             "#include <cutlass/gemm/device/gemm_grouped.h>\n"
                             "#include <cutlass/array.h>\n#include <math_functions.h>\n"
                             "#include <crt/mma.h>\n#if __has_include(<nvrtc.h>)\n#endif\n");
  std::vector<std::string> said;
  for (const Diagnostic &each : ported.result.diagnostics)
    said.push_back(each.message);
  EXPECT_THAT(said, ElementsAre(HasSubstr("'musa_gl_interop.h', which is not verified"),
                                HasSubstr("gemm_grouped.h', which is not verified")));
  EXPECT_EQ(ported.result.diagnostics[0].severity, Severity::Warning);
}

TEST(JudgedNames, WhatIsSaidOfAHeaderIsWhatItBecomes) {
  const Ported ported = port("#include <cuda/std/array>\n", R"json({
    "format": "musa-port-rules-1", "library": "mine", "headers": {
      "differs": {"cuda/std/*": {"to": "musa/std/*", "note": "is not all there"}}}})json");
  ASSERT_EQ(ported.result.diagnostics.size(), 1u);
  EXPECT_EQ(ported.result.diagnostics[0].message,
            "'cuda/std/array' becomes 'musa/std/array', which differs");
}

TEST(JudgedNames, SaysWhatStaysOfALibraryWithoutCounterpart) {
  EXPECT_THAT(port("auto handle = at::native::getCudnnHandle();\n").ids(),
              testing::ElementsAre("musa-unsupported-api"));
  for (llvm::StringRef use :
       {"nvshmem_barrier_all();\n", "nvshmemx_init_attr(f, a);\n", "team = NVSHMEM_TEAM_WORLD;\n"})
    EXPECT_THAT(port(use).ids(), testing::ElementsAre("musa-unknown-name")) << use.str();
}

std::vector<Severity> severitiesIn(llvm::StringRef text) {
  std::vector<Severity> all;
  for (const Diagnostic &diagnostic : port(text).result.diagnostics)
    all.push_back(diagnostic.severity);
  return all;
}

TEST(JudgedNames, TextsAreComparedWithNamesInQuotes) {
  using testing::ElementsAre;
  for (const char *text :
       {"void f(cudaError_t e) { std::cerr << cudaGetErrorName(e) << \"cuda Success\"; }",
        "const char *f(CUresult e) { const char *s; cuGetErrorName(e, &s); return s; } // "
        "\"CUDA_SUCCESS\""})
    EXPECT_THAT(severitiesIn(text), ElementsAre(Severity::Remark)) << text;
  for (const char *text :
       {"bool f(cudaError_t e) { return strcmp(cudaGetErrorName(e), \"cudaSuccess\") == 0; }",
        "bool f(cudaError_t e) { return name(cudaGetErrorName(e)) == \"cudaErrorNotReady\"s; }",
        "bool f(cudaError_t e) { return strncmp(name(cudaGetErrorName(e)), \"cuda\", 4) == 0; }",
        "const char *f(cudaError_t e) { return cudaGetErrorName(e); }"})
    EXPECT_THAT(severitiesIn(text), ElementsAre(Severity::Warning)) << text;
  EXPECT_THAT(severitiesIn("void f(cudaError_t e) { puts(cudaGetErrorName(e)); }\n"
                           "const char *g(cudaError_t e) { return cudaGetErrorName(e); }"),
              ElementsAre(Severity::Remark, Severity::Warning));
}

} // namespace
} // namespace musaport
