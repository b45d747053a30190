// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/asm_statement.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace musaport::ptx {
namespace {

std::optional<AsmStatement> statementOf(const std::string &source) {
  const std::vector<Token> tokens = tokenize(source);
  for (size_t i = 0; i < tokens.size(); ++i) {
    llvm::StringRef word = llvm::StringRef(source).substr(tokens[i].offset, tokens[i].length);
    if (word == "asm" || word == "__asm__")
      return readAsmStatement(source, tokens, i);
  }
  return std::nullopt;
}

TEST(AsmStatement, TemplateOperandsAndClobbers) {
  auto statement =
      statementOf("asm volatile(\"add.u32 %0,\\t\"\n  \"%1, %[c];\\n\" : \"=r\"(x.y) : "
                  "\"r\"(f(a, b)), [c] \"n\"(4) : \"memory\");");
  ASSERT_TRUE(statement);
  EXPECT_TRUE(statement->isVolatile);
  EXPECT_TRUE(statement->clobbersMemory);
  EXPECT_EQ(statement->text, "add.u32 %0,\t%1, %[c];\n");
  ASSERT_EQ(statement->operands.size(), 3u);
  EXPECT_TRUE(statement->operands[0].isOutput);
  EXPECT_EQ(statement->operands[0].letter(), 'r');
  EXPECT_EQ(statement->operands[0].expression, "x.y");
  EXPECT_TRUE(statement->operands[0].isPlain);
  EXPECT_EQ(statement->operands[1].expression, "f(a, b)");
  EXPECT_FALSE(statement->operands[1].isPlain);
  EXPECT_EQ(statement->operands[2].name, "c");
}

TEST(AsmStatement, EmptySections) {
  auto statement = statementOf("__asm__ __volatile__(\"st.u32 [%0], %1;\" :: \"l\"(p), \"r\"(1));");
  ASSERT_TRUE(statement);
  ASSERT_EQ(statement->operands.size(), 2u);
  EXPECT_FALSE(statement->operands[0].isOutput);
  statement = statementOf("asm(\"membar.gl;\" ::: \"memory\");");
  ASSERT_TRUE(statement);
  EXPECT_TRUE(statement->clobbersMemory);
  statement = statementOf("asm(\"trap;\");");
  ASSERT_TRUE(statement);
  EXPECT_TRUE(statement->operands.empty());
}

TEST(AsmStatement, PlainOperands) {
  auto plain = [](const std::string &expression) {
    auto statement = statementOf("asm(\"x\" : \"=r\"(" + expression + "));");
    return statement && statement->operands[0].isPlain;
  };
  EXPECT_TRUE(plain("a"));
  EXPECT_TRUE(plain("a->b[2]"));
  EXPECT_TRUE(plain("(unsigned)a"));
  EXPECT_TRUE(plain("reinterpret_cast<unsigned &>(a)"));
  EXPECT_FALSE(plain("a++"));
  EXPECT_FALSE(plain("f()"));
  EXPECT_FALSE(plain("f<int>(a)"));
  EXPECT_FALSE(plain("a = b"));
}

TEST(AsmStatement, RawStringsAndMacros) {
  auto statement = statementOf("asm(R\"(exit;)\");");
  ASSERT_TRUE(statement);
  EXPECT_EQ(statement->text, "exit;");
  statement = statementOf("asm(LOAD \" %0, [%1];\" : \"=r\"(x) : CUB_PTR(p));");
  ASSERT_TRUE(statement);
  EXPECT_EQ(statement->unreadable, "LOAD");
  EXPECT_EQ(statement->operands[1].constraint, "");
  statement = statementOf("#define LOAD(m, x) asm(\"ld.\" #m \".u32 %0;\" : \"=r\"(x))\n");
  ASSERT_TRUE(statement);
  EXPECT_EQ(statement->text, "ld.#m.u32 %0;");
  EXPECT_EQ(statement->unreadable, "");
}

TEST(AsmStatement, BranchesWithin) {
  auto statement = statementOf("asm volatile(\n#if WIDE\n\"a;\"\n#elif LONG\n\"b;\"\n#else\n"
                               "\"c;\"\n#endif\n:: \"r\"(x));");
  ASSERT_TRUE(statement);
  EXPECT_EQ(statement->text, "a;");
  ASSERT_EQ(statement->alternatives.size(), 2u);
  EXPECT_EQ(statement->alternatives[0].text, "b;");
  EXPECT_EQ(statement->alternatives[1].text, "c;");
  EXPECT_EQ(statement->alternatives[1].last, statement->last);
  EXPECT_EQ(statement->alternatives[1].operands.size(), 1u);
}

TEST(AsmStatement, BranchesOfTheSameConditionAreChosenTogether) {
  auto statement = statementOf("asm(\"a\"\n#ifdef X\n\"b\"\n#endif\n:\n#ifdef X\n\"=r\"(x)\n"
                               "#endif\n#ifdef Y\n: \"r\"(y)\n#endif\n);");
  ASSERT_TRUE(statement);
  std::vector<std::pair<std::string, size_t>> all = {{statement->text, statement->operands.size()}};
  for (const AsmStatement &alternative : statement->alternatives)
    all.emplace_back(alternative.text, alternative.operands.size());
  EXPECT_THAT(all, testing::UnorderedElementsAre(testing::Pair("ab", 2), testing::Pair("ab", 1),
                                                 testing::Pair("a", 1), testing::Pair("a", 0)));
}

TEST(AsmStatement, BranchesThatCannotBeChosen) {
  auto unreadable = [](const std::string &source) {
    auto statement = statementOf(source);
    return statement ? statement->unreadable : "none";
  };
  EXPECT_EQ(unreadable("asm(\n#if A\n\"a;\");\n#else\n\"b;\");\n#endif\n"), "#if");
  EXPECT_EQ(unreadable("asm(\n#include \"text\"\n);"), "#include");
  EXPECT_EQ(unreadable("asm(\n#if A\n#define Q 1\n#else\n#define Q 2\n#endif\n\"a;\");"), "#if");
  EXPECT_EQ(unreadable("asm(\n#if A\n\"a;\"\n#else\n#error none\n#endif\n);"), "#if");
  std::string many = "asm(";
  for (int i = 0; i < 5; ++i)
    many += "\n#if A" + std::to_string(i) + "\n\"a;\"\n#endif\n";
  EXPECT_EQ(unreadable(many + ");"), "#if");
}

TEST(AsmStatement, WhatIsNone) {
  EXPECT_FALSE(statementOf("int asm;"));
  EXPECT_FALSE(statementOf("asm(\"exit;\""));
  EXPECT_FALSE(statementOf("#define X asm(\nint y;)"));
}

TEST(AsmStatement, ALiteralWithoutEndIsNone) {
  EXPECT_FALSE(statementOf("asm(\"mov.u32 %0, 1;\" : \"=r\"(_\"(x));\n asm t] \"=r\"(lane));"));
  EXPECT_FALSE(statementOf("asm(\"exit;\" ::: \"m);\n asm(\"bar.sync 0;\"); }"));
  EXPECT_FALSE(statementOf("asm(\"exit;);\n asm(\"bar.sync 0;\"); )"));
}

TEST(AsmStatement, OfALongOneTheBeginningIsRead) {
  const auto ofLines = [](size_t lines) {
    std::string source = "asm(";
    for (size_t i = 0; i < lines; ++i)
      source += "\"add.u32 %0, %0, 1;\"\n";
    return statementOf(source + ": \"+r\"(x)); int y;");
  };
  // Its bracket, the lines, and : "+r" ( x ).
  const auto whole = ofLines(longestAsmStatement - 7);
  ASSERT_TRUE(whole);
  EXPECT_FALSE(whole->isTooLong);
  EXPECT_EQ(whole->operands.size(), 1U);
  for (const size_t lines : {longestAsmStatement - 6, 2 * longestAsmStatement}) {
    const auto longer = ofLines(lines);
    ASSERT_TRUE(longer);
    EXPECT_TRUE(longer->isTooLong);
    EXPECT_TRUE(llvm::StringRef(longer->text).starts_with("add.u32 %0, %0, 1;"));
    EXPECT_LE(longer->last, longestAsmStatement + 2);
  }
}

TEST(AsmStatement, EveryEndOfASourceIsSurvived) {
  const std::string source =
      "asm volatile(R\"(a)\" \"b\" M : [n] \"=r\"(x[1]) : \"l\"((T *)f(y)), M(z) "
      ": \"memory\", \"cc\");";
  for (size_t length = 0; length <= source.size(); ++length)
    statementOf(source.substr(0, length));
}

/// What the statement's text may be if each condition with an A is true, and each with a B false.
std::vector<std::string> textsOf(const std::string &source) {
  const std::vector<Token> tokens = tokenize(source);
  const auto statement = readAsmStatement(
      source, tokens, 0, [&](const Token &hash, llvm::StringRef word) -> std::optional<bool> {
        const llvm::StringRef line = llvm::StringRef(source).substr(hash.offset).split('\n').first;
        const bool isNegated = word.ends_with("ndef");
        if (line.contains('A'))
          return !isNegated;
        return line.contains('B') ? std::optional(isNegated) : std::nullopt;
      });
  std::vector<std::string> texts = {statement->text};
  for (const AsmStatement &alternative : statement->alternatives)
    texts.push_back(alternative.text);
  return texts;
}

TEST(AsmStatement, BranchesThatAreNeverTaken) {
  using testing::ElementsAre;
  EXPECT_THAT(textsOf("asm(\n#if A\n\"a\"\n#else\n\"b\"\n#endif\n);"), ElementsAre("a"));
  EXPECT_THAT(textsOf("asm(\n#if B\n\"a\"\n#else\n\"b\"\n#endif\n);"), ElementsAre("b"));
  EXPECT_THAT(textsOf("asm(\"x\"\n#ifdef B\n\"a\"\n#endif\n);"), ElementsAre("x"));
  EXPECT_THAT(textsOf("asm(\"x\"\n#ifndef B\n\"a\"\n#endif\n);"), ElementsAre("xa"));
  EXPECT_THAT(
      textsOf("asm(\n#if C\n\"a\"\n#elif B\n\"b\"\n#elif A\n\"c\"\n#else\n\"d\"\n#endif\n);"),
      ElementsAre("a", "c"));
  EXPECT_THAT(textsOf("asm(\n#if B\n#if C\n\"a\"\n#endif\n#else\n#if C\n\"b\"\n#endif\n#endif\n);"),
              ElementsAre("b", ""));
}

} // namespace
} // namespace musaport::ptx
