//===- value_flow_test.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dataflow/value_flow.h"

#include "analysis/parse.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "gmock/gmock.h"

using namespace clang::ast_matchers;
using testing::ElementsAre;

namespace musaport {
namespace {

llvm::StringRef calleeOf(const clang::CallExpr &call) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  return callee != nullptr && callee->getIdentifier() != nullptr ? callee->getName() : "";
}

/// Evaluates what see(...) is given where source() is 7, and write(&x, ...) makes x 7.
class Seer : public ParseVisitor, public MatchFinder::MatchCallback {
public:
  Seer()
      : flow([](const ValueFlow::Source &source, int64_t number) -> std::optional<int64_t> {
          const auto *call = llvm::dyn_cast<clang::CallExpr>(source.expression);
          const bool is = call != nullptr &&
                          (source.argument ? calleeOf(*call) == "write" && *source.argument == 0
                                           : calleeOf(*call) == "source");
          return is ? std::optional(number) : std::nullopt;
        }) {}

  void visit(clang::ASTContext &ast) override {
    MatchFinder finder;
    ValueFlow::registerMatchers(finder, *this);
    finder.addMatcher(callExpr(callee(functionDecl(hasName("see")))).bind("see"), this);
    finder.matchAST(ast);
  }
  void run(const MatchFinder::MatchResult &result) override {
    flow.see(result);
    if (const auto *call = result.Nodes.getNodeAs<clang::CallExpr>("see"))
      calls.push_back(call);
  }
  void onEndOfTranslationUnit() override {
    for (const clang::CallExpr *call : calls)
      seen.push_back(shown(*call->getArg(0)));
  }

  std::vector<std::string> seen;

private:
  /// "7" with a source, "(7)" without; "?" if it is not known, "? free" if no source can be in it.
  std::string shown(const clang::Expr &expression) {
    flow.firstSource();
    std::string text;
    do {
      const std::optional<int64_t> value = flow.evaluate(expression, 7);
      text += text.empty() ? "" : ", ";
      if (value)
        text += flow.depends() ? std::to_string(*value) : "(" + std::to_string(*value) + ")";
      else
        text += flow.isIndependent(expression) ? "? free" : "?";
    } while (flow.nextSource());
    return text;
  }

  ValueFlow flow;
  std::vector<const clang::CallExpr *> calls;
};

std::vector<std::string> see(llvm::StringRef text) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const std::string all = ("constexpr int source() { return 0; } void write(int *, int = 0); void "
                           "see(long); int unknown();\n" +
                           text)
                              .str();
  files->addFile("/cuda/musa_port/nvcc.h", 0, llvm::MemoryBuffer::getMemBuffer(""));
  files->addFile("/src/a.cpp", 0, llvm::MemoryBuffer::getMemBuffer(all));
  Seer seer;
  const TranslationUnit unit{
      .folder = "/src", .file = "a.cpp", .arguments = {}, .language = Language::Cxx};
  llvm::Expected<std::vector<ParseError>> errors =
      parse(unit, View::Host, 800, {files, "/cuda", "/clang"}, seer);
  if (!errors)
    ADD_FAILURE() << llvm::toString(errors.takeError());
  else
    for (const ParseError &error : *errors)
      ADD_FAILURE() << error.line << ": " << error.message;
  return seer.seen;
}

TEST(ValueFlow, Expressions) {
  EXPECT_THAT(see("void f(bool b) {\n"
                  "  see(source() * 100 + 5);\n"
                  "  see(source() >= 7 && !(source() == 8));\n"
                  "  see(source() > 5 ? 1 : unknown());\n"
                  "  see(2 << 3);\n"
                  "  see(source() / (source() - 7));\n"
                  "  see(source() + unknown());\n"
                  "}\n"),
              ElementsAre("705", "1", "1", "(16)", "?", "?"));
}

TEST(ValueFlow, Variables) {
  EXPECT_THAT(see("enum { least = 3 };\n"
                  "int changed = source();\n"
                  "const int table[] = {1, 2};\n"
                  "void f(int i) {\n"
                  "  const int once = source(); see(once + least);\n"
                  "  int written = 0; write(&written); see(written);\n"
                  "  int same; if (i) same = source(); else same = source(); see(same);\n"
                  "  int other; if (i) other = source(); else other = 1; see(other);\n"
                  "  int counted = source(); ++counted; see(counted);\n"
                  "  see(changed);\n"
                  "  see(table[unknown()]);\n"
                  "}\n"),
              ElementsAre("10", "7", "7", "?", "?", "?", "? free"));
}

TEST(ValueFlow, FunctionsAndTemplates) {
  EXPECT_THAT(see("int twice(int x) { return x * 2; }\n"
                  "int endless(int x) { return endless(x + 1); }\n"
                  "template <int N> void f() { see(N + 1); }\n"
                  "void g() {\n"
                  "  see(twice(source()));\n"
                  "  see(twice(4));\n"
                  "  see(endless(source()));\n"
                  "  f<source()>();\n"
                  "  f<8>();\n"
                  "}\n"),
              ElementsAre("?", "8", "(9)", "14", "(8)", "?"));
}

TEST(ValueFlow, WhatCallersHandOver) {
  EXPECT_THAT(see("void f(int x, int y) { see(x); see(y); }\n"
                  "void g() { f(source(), 1); f(source() + 1, 2); f(unknown(), 3); }\n"),
              ElementsAre("7, 8", "? free"));
}

} // namespace
} // namespace musaport
