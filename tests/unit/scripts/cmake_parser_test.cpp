//===- cmake_parser_test.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

using Kind = CMakeToken::Kind;

/// The tokens put together again.
std::string joined(llvm::StringRef text, const CMakeScript &script) {
  std::string all;
  for (const CMakeToken &token : script.tokens) {
    EXPECT_EQ(token.offset, all.size());
    all += text.substr(token.offset, token.length);
  }
  return all;
}

/// The arguments of the only command, with what they are.
std::vector<std::string> arguments(llvm::StringRef text) {
  const CMakeScript script = parseCMake(text);
  EXPECT_FALSE(script.fault) << script.fault->message;
  EXPECT_EQ(script.commands.size(), 1u);
  std::vector<std::string> all;
  if (script.commands.size() != 1)
    return all;
  for (uint32_t i = script.commands[0].open + 1; i < script.commands[0].close; ++i) {
    const CMakeToken &token = script.tokens[i];
    if (token.isArgument())
      all.push_back((token.kind == Kind::Quoted    ? "quoted "
                     : token.kind == Kind::Bracket ? "bracket "
                                                   : "") +
                    contentOf(text, token).str());
  }
  return all;
}

std::string fault(llvm::StringRef text) {
  const CMakeScript script = parseCMake(text);
  if (!script.fault)
    return "";
  return std::to_string(script.fault->offset) + " " + script.fault->message;
}

std::vector<std::string> words(llvm::StringRef text) {
  std::vector<std::string> all;
  const CMakeWords split = splitWords(text);
  for (const CMakeWord &word : split.words) {
    std::string shown = word.text.str();
    if (word.isExpressionName)
      shown.insert(0, "name ");
    else if (!word.expression.empty())
      shown += " of " + word.expression.str() + " " + std::to_string(word.parameter);
    if (word.guard != CMakeWord::noGuard)
      shown += " if " + split.guards[word.guard].condition.str();
    all.push_back(shown);
  }
  return all;
}

std::vector<std::string> references(llvm::StringRef text) {
  std::vector<std::string> all;
  for (const CMakeReference &reference : findReferences(text))
    all.push_back(text.slice(reference.begin, reference.end).str() + " " +
                  text.slice(reference.nameBegin, reference.nameEnd).str());
  return all;
}

TEST(CMakeParser, KeepsEveryByte) {
  for (llvm::StringRef text : {
           "",
           "\n",
           "# only a comment",
           "\xEF\xBB\xBFset(a b)\r\n\tset( a\n  b # c\n )\n",
           "#[[ a\nb ]] set(a [==[ ]] ]=] ]==] \"x\\\"\n#y\" #[=[ in ]=] z)  # end",
           "if((A AND (B)) OR C)\nendif()",
           "set(x a\"b c\"d $(MAKE) -Da=\"b\")",
           "@PACKAGE_INIT@\n${CODE}\nset(a @b@)",
           "set(a \\; \\( \\\" \\\\)",
       }) {
    const CMakeScript script = parseCMake(text);
    EXPECT_FALSE(script.fault) << text.str() << ": " << script.fault->message;
    EXPECT_EQ(joined(text, script), text);
  }
}

TEST(CMakeParser, Arguments) {
  EXPECT_THAT(arguments("f()"), IsEmpty());
  EXPECT_THAT(arguments("f ( a;b \"c d\" [[e\nf]] [=[]]]=] )"),
              ElementsAre("a;b", "quoted c d", "bracket e\nf", "bracket ]]"));
  EXPECT_THAT(arguments("f(a#[[x]]b # y\nc)"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(arguments("f(\"a\\\"b\\\nc\" d\\ e)"), ElementsAre("quoted a\\\"b\\\nc", "d\\ e"));
  EXPECT_THAT(arguments("f(-Da=\"b c\" $(X)y [a] [=x)"),
              ElementsAre("-Da=\"b c\"", "$(X)y", "[a]", "[=x"));
  EXPECT_THAT(arguments("f((a b) c)"), ElementsAre("a", "b", "c"));
}

TEST(CMakeParser, Faults) {
  EXPECT_EQ(fault("set(a"), "3 this '(' has no ')'");
  EXPECT_EQ(fault("set(a \"b)"), "6 this string has no end");
  EXPECT_EQ(fault("set(a [=[b]])"), "6 this bracket has no end ']=]'");
  EXPECT_EQ(fault("#[[ a"), "0 this bracket has no end ']]'");
  EXPECT_EQ(fault("set"), "0 'set' is not a command: no '(' follows it");
  EXPECT_EQ(fault("set\n(a)"), "0 'set' is not a command: no '(' follows it");
  EXPECT_EQ(fault("set(a))"), "6 a command was expected here");
  EXPECT_EQ(fault("set(a) set(b)"), "7 a command must begin on a new line");
  EXPECT_EQ(fault("set(a\\\n)"), "5 a backslash stands at the end of the line");
  EXPECT_EQ(fault("1 + 1"), "0 a command was expected here");
  EXPECT_EQ(fault("@A"), "0 a command was expected here");
}

TEST(CMakeParser, AnyDepth) {
  const std::string deep(100000, '(');
  EXPECT_EQ(parseCMake("f(" + deep + std::string(100000, ')') + ")").commands.size(), 1u);
  EXPECT_EQ(fault("f(" + deep), "1 this '(' has no ')'");
  std::string expressions;
  for (int i = 0; i < 50000; ++i)
    expressions += "$<";
  EXPECT_THAT(words(expressions), IsEmpty());
  EXPECT_THAT(references(std::string(50000, '$') + std::string(50000, '{')), IsEmpty());
}

TEST(CMakeWords, Lists) {
  EXPECT_THAT(words("a b;c\n\td;;"), ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(words("${a b}c ${d;${e f}}"), ElementsAre("${a b}c", "${d;${e f}}"));
  EXPECT_THAT(words("a\\;b \\$<c"), ElementsAre("a\\;b", "\\$<c"));
  EXPECT_THAT(words("a>b:c,d"), ElementsAre("a>b:c,d"));
}

TEST(CMakeWords, GeneratorExpressions) {
  EXPECT_THAT(words("$<TARGET_FILE:A::b>x"),
              ElementsAre("name TARGET_FILE", "A::b of TARGET_FILE 0", "x"));
  EXPECT_THAT(words("$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>"),
              ElementsAre("name COMPILE_LANG_AND_ID", "CUDA of COMPILE_LANG_AND_ID 0",
                          "NVIDIA of COMPILE_LANG_AND_ID 1"));
  EXPECT_THAT(words("$<$<CONFIG:Debug>:-a,b;-c>"),
              ElementsAre("name CONFIG", "Debug of CONFIG 0", "-a,b if $<CONFIG:Debug>",
                          "-c if $<CONFIG:Debug>"));
  EXPECT_THAT(words("$<1:a:b>$<${X}:c>"),
              ElementsAre("name 1", "a:b if 1", "name ${X}", "c if ${X}"));
}

TEST(CMakeWords, ExpressionsGoOnInTheNextArgument) {
  const llvm::StringRef list[] = {"$<$<A:b>:-c", "-d", "-e>", "f"};
  const CMakeWords split = splitWords(list);
  ASSERT_EQ(split.words.size(), 6u);
  EXPECT_EQ(split.words[3].text, "-d");
  EXPECT_EQ(split.words[3].argument, 1u);
  EXPECT_EQ(split.words[3].guard, 0u);
  EXPECT_EQ(split.words[2].group, split.words[4].group);
  EXPECT_EQ(split.words[5].text, "f");
  EXPECT_EQ(split.words[5].guard, CMakeWord::noGuard);
}

TEST(CMakeReferences, All) {
  EXPECT_THAT(references("a${b}$ENV{c}$CACHE{d}@e@"),
              ElementsAre("${b} b", "$ENV{c} c", "$CACHE{d} d", "@e@ e"));
  EXPECT_THAT(references("${a_${b}_c}"), ElementsAre("${a_${b}_c} a_${b}_c", "${b} b"));
  EXPECT_THAT(references("\\${a} $a {b} ${c a@b.c @ @"), IsEmpty());
}

} // namespace
} // namespace musaport
