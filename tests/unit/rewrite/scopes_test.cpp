//===- scopes_test.cpp -----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/scopes.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

namespace musaport {
namespace {

/// What `answer` says at each identifier HERE, one after the other.
std::string answersAt(const std::string &text,
                      llvm::function_ref<std::string(const ScopeTracker &)> answer) {
  std::vector<Token> tokens = tokenize(text);
  ScopeTracker scopes(text, tokens);
  std::string result;
  llvm::StringRef directive;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const Token &token = tokens[i];
    llvm::StringRef word = llvm::StringRef(text).substr(token.offset, token.length);
    if (token.flags & Token::StartOfLine)
      directive = token.is(clang::tok::hash) && i + 1 < tokens.size()
                      ? llvm::StringRef(text).substr(tokens[i + 1].offset, tokens[i + 1].length)
                      : llvm::StringRef();
    scopes.visit(i, directive);
    if (word == "HERE") {
      result += result.empty() ? "" : " ";
      result += answer(scopes);
      if (result.empty())
        result = "-";
    }
  }
  return result;
}

/// The namespaces, such as "a::b".
std::string pathsAt(const std::string &text) {
  return answersAt(text,
                   [](const ScopeTracker &scopes) { return llvm::join(scopes.path(), "::"); });
}

/// Whether the file has had `using namespace` with `used`.
std::string usedAt(const std::string &text, llvm::StringRef used) {
  return answersAt(text, [used](const ScopeTracker &scopes) {
    return std::string(scopes.isUsed(used) ? "yes" : "no");
  });
}

/// Whether each identifier HERE is in device code: "yes no".
std::string deviceCodeAt(const std::string &text) {
  return answersAt(text, [](const ScopeTracker &scopes) {
    return std::string(scopes.isDeviceCode() ? "yes" : "no");
  });
}

TEST(Scopes, NestedNamespaces) {
  EXPECT_EQ(pathsAt("namespace a { HERE namespace b { HERE } HERE } HERE"), "a a::b a ");
  EXPECT_EQ(pathsAt("namespace a::b { HERE namespace c { HERE } HERE }"), "a::b a::b::c a::b");
  EXPECT_EQ(pathsAt("namespace a { inline namespace b { HERE } }"), "a::b");
  EXPECT_EQ(pathsAt("namespace a::inline b { HERE }"), "a::b");
}

TEST(Scopes, AnonymousNamespacesAreLeftOut) {
  EXPECT_EQ(pathsAt("namespace { HERE } namespace a { namespace { HERE } HERE }"), "- a a");
}

TEST(Scopes, OtherBraces) {
  EXPECT_EQ(
      pathsAt("namespace a { void f() { if (x) { HERE } } struct S { int i{}; HERE }; HERE } HERE"),
      "a a a ");
}

TEST(Scopes, Attributes) {
  EXPECT_EQ(pathsAt("namespace a({ b; c) { HERE }"), "-") << "no attribute";
  EXPECT_EQ(pathsAt("namespace [[deprecated]] a { HERE }"), "a");
  EXPECT_EQ(pathsAt("namespace a __attribute__((visibility(\"default\"))) { HERE }"), "a");
}

TEST(Scopes, AliasesAndDirectivesOpenNothing) {
  EXPECT_EQ(pathsAt("namespace x = a::b; HERE using namespace a; HERE"), "- ");
}

TEST(Scopes, UsingDirectives) {
  EXPECT_EQ(usedAt("HERE using namespace at; HERE", "at"), "no yes");
  EXPECT_EQ(
      usedAt("using namespace at::native; HERE using at::x; HERE using namespace att; HERE", "at"),
      "no no no");
}

TEST(Scopes, BranchesOfAnIf) {
  // Each branch opens the brace that is closed once.
  EXPECT_EQ(
      pathsAt("namespace a {\n#if X\nvoid f() {\n#else\nvoid g() {\n#endif\n}\nHERE\n}\nHERE"),
      "a ");
  EXPECT_EQ(
      pathsAt("#if X\nnamespace a {\nHERE\n#else\nnamespace b {\nHERE\n#endif\nHERE\n}\nHERE"),
      "a b b ");
  EXPECT_EQ(pathsAt("#ifdef X\nnamespace a {\n#endif\nHERE\n#ifdef X\n}\n#endif\nHERE"), "a ");
}

TEST(Scopes, BracesInMacrosDoNotCount) {
  EXPECT_EQ(
      pathsAt(
          "#define OPEN namespace a {\nHERE\n#define CLOSE }\nnamespace b {\n#define X }\nHERE }"),
      "- b");
}

TEST(Scopes, UnbalancedInput) {
  EXPECT_EQ(pathsAt("} } } namespace a { HERE } } HERE"), "a ");
  EXPECT_EQ(pathsAt("#endif\n#else\nnamespace a { HERE"), "a");
  EXPECT_EQ(pathsAt("HERE namespace"), "-");
  EXPECT_EQ(pathsAt("namespace a::"), "");
  EXPECT_EQ(pathsAt("#if X\n#elif\n#elif\n#else\n#else\nHERE"), "-");
}

TEST(Scopes, DeviceCodeIsTheBodyOfAFunctionOfTheDevice) {
  EXPECT_EQ(deviceCodeAt("__global__ void f(int n) { HERE if (n) { HERE } HERE } HERE"),
            "yes yes yes no");
  EXPECT_EQ(deviceCodeAt("template <int n> static __device__ S f() { HERE } void g() { HERE }"),
            "yes no");
  EXPECT_EQ(deviceCodeAt("__global__ void f(); void g() { HERE }"), "no");
  EXPECT_EQ(deviceCodeAt("__host__ __device__ void f() { HERE }"), "no");
  EXPECT_EQ(deviceCodeAt("__device__ int t[] = {1, 2}; void g() { HERE }"), "no");
  EXPECT_EQ(deviceCodeAt("void g() { each([=] __device__(int i) { HERE }); HERE }"), "yes no");
  EXPECT_EQ(deviceCodeAt("struct S { __device__ void f() { HERE } void g() { HERE } };"), "yes no");
}

TEST(Scopes, DeviceCodeInBranches) {
  EXPECT_EQ(deviceCodeAt("#ifdef A\n__global__ void f() {\n#else\nvoid f() {\n#endif\nHERE }\n"
                         "HERE"),
            "no no");
  EXPECT_EQ(deviceCodeAt("__global__ void f() {\n#ifdef A\nif (a) {\n#else\nif (b) {\n#endif\n"
                         "HERE } HERE } HERE"),
            "yes yes no");
}

} // namespace
} // namespace musaport
