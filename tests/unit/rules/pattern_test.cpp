//===- pattern_test.cpp - token patterns ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace musaport;

namespace {

/// Applies one pattern wherever it matches, from left to right.
std::string apply(llvm::StringRef from, llvm::StringRef to, const std::string &source,
                  Status status = Status::Supported, size_t *matches = nullptr) {
  Rule rule;
  rule.kind = RuleKind::Pattern;
  rule.status = status;
  rule.from = from;
  rule.to = to;
  llvm::Expected<Pattern> pattern = compilePattern(rule);
  if (!pattern) {
    ADD_FAILURE() << llvm::toString(pattern.takeError());
    return source;
  }
  std::vector<Token> tokens = tokenize(source);
  std::string result;
  size_t copied = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    std::optional<PatternMatch> match = matchPattern(*pattern, source, tokens, i);
    if (!match)
      continue;
    if (matches)
      ++*matches;
    EXPECT_LE(match->begin, i);
    EXPECT_GT(match->end, i);
    for (const PatternEdit &edit : match->edits) {
      size_t begin = tokens[edit.first].offset;
      size_t end = edit.first == edit.last ? begin : tokens[edit.last - 1].end();
      if (begin < copied)
        return "overlap";
      result += source.substr(copied, begin - copied) + edit.text;
      copied = end;
    }
  }
  return result + source.substr(copied);
}

std::string reason(llvm::StringRef from, llvm::StringRef to = "x") {
  Rule rule;
  rule.from = from;
  rule.to = to;
  llvm::Expected<Pattern> pattern = compilePattern(rule);
  return pattern ? "" : llvm::toString(pattern.takeError());
}

TEST(Pattern, EditsOnlyWhatDiffers) {
  Rule rule;
  rule.kind = RuleKind::Pattern;
  rule.from = ".is_cuda()";
  rule.to = ".is_privateuseone()";
  llvm::Expected<Pattern> pattern = compilePattern(rule);
  ASSERT_TRUE(bool(pattern));
  EXPECT_EQ(pattern->from[pattern->anchor].spelling, "is_cuda");
  const std::string source = "x . is_cuda /* why */ ( )";
  std::vector<Token> tokens = tokenize(source);
  std::optional<PatternMatch> match = matchPattern(*pattern, source, tokens, 2);
  ASSERT_TRUE(match.has_value());
  EXPECT_EQ(match->begin, 1u);
  EXPECT_EQ(match->end, 5u);
  ASSERT_EQ(match->edits.size(), 1u);
  EXPECT_EQ(match->edits[0].first, 2u);
  EXPECT_EQ(match->edits[0].last, 3u);
  EXPECT_EQ(match->edits[0].text, "is_privateuseone");
  EXPECT_FALSE(matchPattern(*pattern, source, tokens, 1).has_value());
  EXPECT_FALSE(matchPattern(*pattern, source, tokens, 99).has_value());
}

TEST(Pattern, TheRulesOfTheMmcvPort) {
  EXPECT_EQ(apply(", CUDA,", ", PrivateUse1,", "IMPL(a, CUDA, b) f(CUDA, b)"),
            "IMPL(a, PrivateUse1, b) f(CUDA, b)");
  EXPECT_EQ(apply("::cuda::", "::musa::", "at::cuda::f; ::cuda :: g; cuda::h"),
            "at::musa::f; ::musa :: g; cuda::h");
  EXPECT_EQ(apply("::cuda::", "::musa:", "at::cuda::f"), "at::musa:f");
  EXPECT_EQ(apply(".is_cuda()", ".device().type() == DeviceType::PrivateUse1", "if (t.is_cuda())"),
            "if (t.device().type() == DeviceType::PrivateUse1)");
  EXPECT_EQ(apply("#ifdef CUDART_VERSION", "#if 0", "x\n# ifdef /* a */ CUDART_VERSION\n#endif"),
            "x\n# if 0\n#endif");
  EXPECT_EQ(apply("TORCH_INTERNAL_ASSERT(d.is_cuda()", "TORCH_INTERNAL_ASSERT(d.is_musa()",
                  "TORCH_INTERNAL_ASSERT(d.is_cuda() && x);"),
            "TORCH_INTERNAL_ASSERT(d.is_musa() && x);");
}

TEST(Pattern, CommentsStringsAndPartsOfWordsDoNotMatch) {
  const std::string source = "// .is_cuda()\n\".is_cuda()\"; R\"(.is_cuda())\"; x.is_cuda_v()";
  EXPECT_EQ(apply(".is_cuda()", ".is_musa()", source), source);
}

TEST(Pattern, SpellingsThatAreTheSameToken) {
  EXPECT_EQ(apply("a[cuda]", "a[musa]", "a<:cuda:> a[cu\\\nda]"), "a<:musa:> a[musa]");
}

TEST(Pattern, WildcardsStayAsTheyAre) {
  const char *from = "TORCH_LIBRARY_IMPL($ns, CUDA, $m)",
             *to = "TORCH_LIBRARY_IMPL($ns, PrivateUse1, $m)";
  EXPECT_EQ(apply(from, to, "TORCH_LIBRARY_IMPL( aten /*n*/, CUDA ,m) {"),
            "TORCH_LIBRARY_IMPL( aten /*n*/, PrivateUse1 ,m) {");
  EXPECT_EQ(apply(from, to, "TORCH_LIBRARY_IMPL(f(a, b)[c, d], CUDA, m)"),
            "TORCH_LIBRARY_IMPL(f(a, b)[c, d], PrivateUse1, m)");
  EXPECT_EQ(apply(from, to, "TORCH_LIBRARY_IMPL(aten, CPU, m) CUDA, m)"),
            "TORCH_LIBRARY_IMPL(aten, CPU, m) CUDA, m)");
  EXPECT_EQ(apply(from, to, "TORCH_LIBRARY_IMPL(aten) f(x, CUDA, m)"),
            "TORCH_LIBRARY_IMPL(aten) f(x, CUDA, m)");
  EXPECT_EQ(apply(from, to, "TORCH_LIBRARY_IMPL(aten, CUDA, m"),
            "TORCH_LIBRARY_IMPL(aten, CUDA, m");
  EXPECT_EQ(apply("f($x)", "g($x)", "f() f(1)"), "g() g(1)");
}

TEST(Pattern, SeveralChangesLeaveTheWildcardsBetweenThem) {
  Rule rule;
  rule.from = "cu_f($a, CUDA, $b) cu_g";
  rule.to = "mu_f($a, MUSA, $b) mu_g";
  llvm::Expected<Pattern> pattern = compilePattern(rule);
  ASSERT_TRUE(bool(pattern));
  const std::string source = "cu_f(cudaX, CUDA, y) cu_g";
  std::vector<Token> tokens = tokenize(source);
  std::optional<PatternMatch> match = matchPattern(*pattern, source, tokens, pattern->anchor);
  ASSERT_TRUE(match.has_value());
  ASSERT_EQ(match->edits.size(), 3u);
  EXPECT_EQ(match->edits[0].text, "mu_f");
  EXPECT_EQ(match->edits[1].first, 4u);
  EXPECT_EQ(match->edits[2].text, "mu_g");
  EXPECT_EQ(apply(rule.from, rule.to, source), "mu_f(cudaX, MUSA, y) mu_g");
}

TEST(Pattern, WildcardsThatMoveAreCopied) {
  EXPECT_EQ(apply("cu_f($a, $b)", "mu_f($b, $a)", "cu_f( x+1 , g(y, z) );"),
            "mu_f(g(y, z), x+1 );");
  EXPECT_EQ(apply("cu_f($a)", "mu_f($a, $a)", "cu_f(x)"), "mu_f(x, x)");
  EXPECT_EQ(apply("cu_f($a, $b)", "mu_f($a)", "cu_f(x /*c*/, y)"), "mu_f(x)");
}

TEST(Pattern, AWildcardGivenTwiceMatchesTheSameTwice) {
  EXPECT_EQ(apply("cu_f($a, $a)", "mu_f($a)", "cu_f(x+1, x + 1) cu_f(x, y)"),
            "mu_f( x + 1) cu_f(x, y)");
}

TEST(Pattern, DoesNotCrossDirectives) {
  const char *from = "f($a, CUDA)", *to = "f($a, MUSA)";
  // In a directive a match ends where the directive does; a backslash continues it.
  EXPECT_EQ(apply(from, to, "#define X f(a\n, CUDA)"), "#define X f(a\n, CUDA)");
  EXPECT_EQ(apply(from, to, "#define X f(a \\\n, CUDA)"), "#define X f(a \\\n, MUSA)");
  EXPECT_EQ(apply("f CUDA", "f MUSA", "#define X f\n#define CUDA"), "#define X f\n#define CUDA");
  EXPECT_EQ(apply("f CUDA", "f MUSA", "f\n#pragma x\nCUDA"), "f\n#pragma x\nCUDA");
  EXPECT_EQ(apply("X CUDA", "X MUSA", "#define X\nCUDA"), "#define X\nCUDA");
  // Around arguments a directive is skipped, whatever brackets it has.
  EXPECT_EQ(apply(from, to, "f(a\n#if X(\n+b\n#endif\n, CUDA)"),
            "f(a\n#if X(\n+b\n#endif\n, MUSA)");
}

TEST(Pattern, BracketsOfARunMatch) {
  EXPECT_EQ(apply("f($a, CUDA)", "f($a, MUSA)", "f((a], CUDA)"), "f((a], CUDA)");
  EXPECT_EQ(apply("f<$a>", "g<$a>", "f<a, b> f<(x > y)>"), "g<a, b> g<(x > y)>");
  EXPECT_EQ(apply("f<$a>", "g<$a>", "f<h<a>>"), "f<h<a>>"); // >> is one token
}

TEST(Pattern, Insertions) {
  EXPECT_EQ(apply("f(cuda)", "f(cuda, musa)", "f( cuda )"), "f( cuda , musa)");
  EXPECT_EQ(apply("f()", "f(musa)", "f()"), "f(musa)");
  EXPECT_EQ(apply("a b", "a x b", "a b"), "a x b");
  EXPECT_EQ(apply("cuda", "cuda, musa", "f(cuda)"), "f(cuda, musa)");
  EXPECT_EQ(apply("x cuda", "x cuda musa", "x  cuda;"), "x  cuda musa;");
}

TEST(Pattern, Deletions) {
  EXPECT_EQ(apply(", CUDA,", ",", "f(a, CUDA, b)"), "f(a, b)");
  EXPECT_EQ(apply("f(CUDA)", "f()", "f(CUDA)"), "f()");
  EXPECT_EQ(apply("f(x, CUDA)", "f(x)", "f(x, CUDA)"), "f(x)");
  EXPECT_EQ(apply("CUDA_API()", "", "int/**/CUDA_API()f"), "int/**/f");
  EXPECT_EQ(apply("+ CUDA +", "+ +", "a+CUDA+b"), "a+ +b"); // not the one token ++
}

TEST(Pattern, NeverJoinsTokens) {
  EXPECT_EQ(apply("(cuda)", "cuda", "return(cuda);"), "return cuda;");
  EXPECT_EQ(apply("cuda ->", "-", "a-cuda->b"), "a- -b");
}

TEST(Pattern, KeepsTheWhiteSpaceOfTheReplacement) {
  EXPECT_EQ(apply("cuda_f", "mu :: f", "cuda_f()"), "mu :: f()");
  EXPECT_EQ(apply("f(cuda_x, 1)", "f(static_cast<int>(x) + 2, 1)", "f( cuda_x,1 )"),
            "f( static_cast<int>(x) + 2,1 )");
}

TEST(Pattern, RulesThatDoNotEditMatchAllTheSame) {
  size_t matches = 0;
  EXPECT_EQ(apply("at::cuda", "", "at::cuda", Status::Keep, &matches), "at::cuda");
  EXPECT_EQ(apply("at::cuda($x)", "", "at::cuda(1)", Status::Unsupported, &matches), "at::cuda(1)");
  EXPECT_EQ(matches, 2u);
}

TEST(Pattern, ChoosesARareAnchor) {
  auto anchor = [](llvm::StringRef from, llvm::StringRef to) {
    Rule rule;
    rule.from = from;
    rule.to = to;
    llvm::Expected<Pattern> pattern = compilePattern(rule);
    return pattern ? pattern->from[pattern->anchor].spelling : llvm::toString(pattern.takeError());
  };
  EXPECT_EQ(anchor("DispatchKey::CUDA", "DispatchKey::PrivateUse1"), "CUDA");
  EXPECT_EQ(anchor("#ifdef CUDART_VERSION", "#if 0"), "CUDART_VERSION");
  EXPECT_EQ(anchor("IMPL($x, CUDA)", "IMPL($x, MUSA)"), "IMPL");
}

TEST(Pattern, SaysWhyItCanNeverMatch) {
  EXPECT_EQ(reason("f(cuda)"), "");
  EXPECT_EQ(reason(""), "it has no tokens");
  EXPECT_EQ(reason("// f"), "it has no tokens");
  EXPECT_EQ(reason("<<< 1"), "it has no name in it");
  EXPECT_EQ(reason("($x) f"), "no name stands before its first wildcard");
  EXPECT_EQ(reason("f $x"), "nothing follows the wildcard '$x' to say where it ends");
  EXPECT_EQ(reason("f $x $y g"), "nothing stands between the wildcards '$x' and '$y'");
  EXPECT_EQ(reason("f($x)", "g($z)"), "the wildcard '$z' is not in the pattern");
  EXPECT_EQ(reason("f `"), "'`' is not a C++ token");
}

TEST(Pattern, SurvivesThousandsOfUnclosedBrackets) {
  std::string source;
  for (int i = 0; i < 5000; ++i)
    source += "f(";
  size_t matches = 0;
  apply("f($a)", "g($a)", source, Status::Supported, &matches);
  EXPECT_EQ(matches, 0u);
}

} // namespace
