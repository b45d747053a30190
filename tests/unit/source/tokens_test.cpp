//===- tokens_test.cpp -----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/tokens.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using testing::ElementsAre;

namespace musaport {
namespace {

std::vector<std::string> words(llvm::StringRef text) {
  std::vector<std::string> all;
  std::string storage;
  for (const Token &token : tokenize(text))
    all.push_back(spelling(text, token, storage).str());
  return all;
}

TEST(Tokens, AreRangesOfTheBuffer) {
  llvm::StringRef text = "int a = 1; // cuda\n/* cuda */ b";
  std::vector<Token> tokens = tokenize(text);
  ASSERT_EQ(tokens.size(), 6u);
  EXPECT_EQ(text.substr(tokens[5].offset, tokens[5].length), "b");
  EXPECT_TRUE(tokens[5].flags & Token::StartOfLine);
  EXPECT_TRUE(tokens[5].flags & Token::LeadingSpace);
  EXPECT_TRUE(tokens[0].isIdentifier());
}

TEST(Tokens, TakeHeaderNamesWhole) {
  EXPECT_THAT(words("#include <a/b.h>\n"), ElementsAre("#", "include", "<a/b.h>"));
  EXPECT_THAT(words("# include/**/\"it's.h\" // c\nx"),
              ElementsAre("#", "include", "\"it's.h\"", "x"));
  EXPECT_THAT(words("#include \\\n <a.h>\n"), ElementsAre("#", "include", "<a.h>"));
  EXPECT_THAT(words("#include_next <a//b.h>\n"), ElementsAre("#", "include_next", "<a//b.h>"));
  EXPECT_THAT(words("#if __has_include(<cuda.h>)\n"),
              ElementsAre("#", "if", "__has_include", "(", "<cuda.h>", ")"));
}

TEST(Tokens, LeaveAnIncludeOfAMacroAsAnIdentifier) {
  EXPECT_THAT(words("#include CUDA_HEADER\n"), ElementsAre("#", "include", "CUDA_HEADER"));
  EXPECT_THAT(words("#include\nx"), ElementsAre("#", "include", "x"));
  EXPECT_THAT(words("#include <a\nx"), ElementsAre("#", "include", "<", "a", "x"));
}

TEST(Tokens, KnowDirectivesAcrossSplices) {
  llvm::StringRef text = "#define A \\\n b\nc";
  std::vector<Token> tokens = tokenize(text);
  ASSERT_EQ(tokens.size(), 5u);
  EXPECT_TRUE(tokens[3].flags & Token::InDirective);
  EXPECT_FALSE(tokens[4].flags & Token::InDirective);
  EXPECT_TRUE(tokens[4].flags & Token::StartOfLine);
}

TEST(Tokens, JoinSplicedSpellings) {
  EXPECT_THAT(words("cuda\\\nMalloc(x)"), ElementsAre("cudaMalloc", "(", "x", ")"));
  EXPECT_THAT(words("cuda\\\r\nMal\\ \nloc"), ElementsAre("cudaMalloc"));
  EXPECT_THAT(words("cuda\\\rMal\\ \n\rloc"), ElementsAre("cudaMalloc"));
  EXPECT_THAT(words("#include <a\\\r.h>\n"), ElementsAre("#", "include", "<a.h>"));
}

TEST(Tokens, ManySplicesInARowAreNotLexed) {
  for (const char *splice : {"\\\n", "\\\r\n", "\\\n\r", "\\\r", "\\ \t\r"}) {
    std::string text = "a";
    for (int i = 0; i < 10'001; ++i)
      text += splice;
    EXPECT_EQ(whyNotTokenized(text), "has more than 10000 backslash-newlines in a row");
    EXPECT_EQ(whyNotTokenized("a" + text.substr(std::string(splice).size() + 1) + "b"), "");
  }
}

TEST(Tokens, SeeDigraphsRawStringsAndLaunches) {
  EXPECT_THAT(words("%:include <a.h>\n"), ElementsAre("%:", "include", "<a.h>"));
  EXPECT_THAT(words("R\"x(cudaMalloc )\" )x\" y"), ElementsAre("R\"x(cudaMalloc )\" )x\"", "y"));
  EXPECT_THAT(words("k<<<1, 2>>>()"), ElementsAre("k", "<<<", "1", ",", "2", ">>>", "(", ")"));
  EXPECT_THAT(words("1'000 'a'"), ElementsAre("1'000", "'a'"));
}

TEST(Tokens, SeparateALiteralAndTheNameBehindIt) {
  EXPECT_THAT(words("extern \"C\"__global__ void"),
              ElementsAre("extern", "\"C\"", "__global__", "void"));
  EXPECT_THAT(words("R\"(a\"__b)\"__c 'd'__e"), ElementsAre("R\"(a\"__b)\"", "__c", "'d'", "__e"));
  EXPECT_THAT(words("\"a\"_own 1__x \"b\"sv"), ElementsAre("\"a\"_own", "1__x", "\"b\"sv"));
}

TEST(Tokens, SurviveWhatIsNotCode) {
  EXPECT_THAT(words(""), ElementsAre());
  EXPECT_THAT(words("\xEF\xBB\xBFint"), ElementsAre("int"));
  EXPECT_THAT(words("#if 0\ndon't cuda\n#endif\nx"),
              ElementsAre("#", "if", "0", "don", "'t cuda", "#", "endif", "x"));
  EXPECT_THAT(words("/* open"), ElementsAre());
  EXPECT_THAT(words("x \"open"), ElementsAre("x", "\"open"));
  EXPECT_THAT(words("\xC4\xE3 x"), testing::Contains("x")); // GBK
}

} // namespace
} // namespace musaport
