//===- shown_values_test.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/shown_values.h"

#include "port_test.h"

namespace musaport {
namespace {

std::vector<Severity> severitiesIn(llvm::StringRef text) {
  std::vector<Severity> all;
  for (const Diagnostic &diagnostic : port(text).result.diagnostics)
    all.push_back(diagnostic.severity);
  return all;
}

using testing::Each;
using testing::ElementsAre;

TEST(ShownValues, ATextThatIsOnlyShownNeedsNoNote) {
  for (const char *text :
       {"void f(cudaError_t e) { std::cerr << cudaGetErrorName(e) << std::endl; }",
        "void f(cudaError_t e) { throw std::runtime_error(\"no: \" + ::cudaGetErrorName(e)); }",
        "void f(cudaError_t e) { throw Failed(std::string(\"no: \") + cudaGetErrorName(e)); }",
        "void f(cudaError_t e) { fprintf(stderr, \"%s %d\", cudaGetErrorName(e), g(1, e)); }",
        "#define CHECK(e) LOG_ERROR(\"%s\", __FILE__, cudaGetErrorName(e))\n",
        "void f(cudaError_t e) { puts(cudaGetErrorName(e)); }"})
    EXPECT_THAT(severitiesIn(text), Each(Severity::Remark)) << text;
}

TEST(ShownValues, OneThatMayBeComparedDoes) {
  for (const char *text :
       {"bool f(cudaError_t e) { return strcmp(cudaGetErrorName(e), \"cudaSuccess\") == 0; }",
        "bool f(cudaError_t e) { return std::string(cudaGetErrorName(e)) == \"cudaSuccess\"; }",
        "const char *f(cudaError_t e) { return cudaGetErrorName(e); }",
        "void f(cudaError_t e) { const char *name = cudaGetErrorName(e); print(name); }",
        "void f(cudaError_t e) { print(1); g(cudaGetErrorName(e)); }",
        "void f(cudaError_t e) { if (e) print(0, [&] { return cudaGetErrorName(e); }); }",
        "cudaGetErrorName"})
    EXPECT_THAT(severitiesIn(text), ElementsAre(Severity::Warning)) << text;
}

TEST(ShownValues, BothInOneFile) {
  EXPECT_THAT(
      severitiesIn("void f(cudaError_t e) { puts(cudaGetErrorName(e)); g(cudaGetErrorName(e)); }"),
      ElementsAre(Severity::Remark, Severity::Warning));
}

} // namespace
} // namespace musaport
