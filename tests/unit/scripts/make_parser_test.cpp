//===- make_parser_test.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/make/parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

using Kind = MakeStatement::Kind;

/// "kind name|targets|value|recipe|comment" of each statement; what there is none of is left out.
std::vector<std::string> statements(llvm::StringRef text) {
  const MakeScript script = parseMake(text);
  EXPECT_FALSE(script.fault) << script.fault->message;
  std::vector<std::string> all;
  std::string joined;
  for (const MakeStatement &statement : script.statements) {
    joined += statement.text;
    std::string shown;
    switch (statement.kind) {
    case Kind::Blank:
      shown = "blank";
      break;
    case Kind::Assignment:
      shown = "set";
      break;
    case Kind::Define:
      shown = "define";
      break;
    case Kind::Conditional:
      shown = "if";
      break;
    case Kind::Include:
      shown = "include";
      break;
    case Kind::Names:
      shown = "names";
      break;
    case Kind::Rule:
      shown = "rule";
      break;
    case Kind::Recipe:
      shown = "recipe";
      break;
    case Kind::Expression:
      shown = "expression";
      break;
    }
    for (llvm::StringRef part :
         {statement.name, statement.targets, statement.value, statement.recipe, statement.comment})
      if (!part.empty())
        shown += "|" + part.str();
    all.push_back(shown);
  }
  EXPECT_EQ(joined, text);
  return all;
}

std::string fault(llvm::StringRef text) {
  const MakeScript script = parseMake(text);
  return script.fault ? std::to_string(script.fault->offset) + " " + script.fault->message : "";
}

/// The words, each behind "function#argument " if it stands in one.
std::vector<std::string> words(llvm::StringRef text) {
  std::vector<std::string> all;
  for (const MakeWord &word : splitMakeWords(text))
    all.push_back((word.function.empty()
                       ? ""
                       : word.function.str() + "#" + std::to_string(word.argument) + " ") +
                  word.text.str());
  return all;
}

TEST(MakeParser, Assignments) {
  EXPECT_THAT(statements("A = b c # d\nA:=b\nA ::= b\nA :::= b\nA+=b\nA ?= b\nA != b\nA=\n"),
              ElementsAre("set|A|b c|# d", "set|A|b", "set|A|b", "set|A|b", "set|A|b", "set|A|b",
                          "set|A|b", "set|A"));
  EXPECT_THAT(statements("export A := b\noverride export A = b\nexport = b\n$(X)_A = b"),
              ElementsAre("set|A|b", "set|A|b", "set|export|b", "set|$(X)_A|b"));
  EXPECT_THAT(statements("A = b\\#c $(X#d) # e\n"), ElementsAre("set|A|b\\#c $(X#d)|# e"));
}

TEST(MakeParser, LinesThatABackslashJoins) {
  EXPECT_THAT(statements("A = b \\\n  c \\\\\nB = \\\r\n c\r\n# d \\\n e\n"),
              ElementsAre("set|A|b \\\n  c \\\\", "set|B|c", "blank|# d \\\n e"));
}

TEST(MakeParser, Rules) {
  EXPECT_THAT(
      statements("a b: c | d\n\t@x $< # y\n\nz:: ; cmd # e\n\t# f\n"),
      ElementsAre("rule|a b|c | d", "recipe|@x $< # y", "blank", "rule|z|cmd # e", "recipe|# f"));
  EXPECT_THAT(statements(".cu.o:\n\tx\n%.o %.d &: %.cu\n"),
              ElementsAre("rule|.cu.o", "recipe|x", "rule|%.o %.d|%.cu"));
  EXPECT_THAT(statements("a: B = c; d\na: ;b = c\n"), ElementsAre("set|B|a|c; d", "rule|a|b = c"));
  EXPECT_THAT(statements("debug: CFLAGS += -g\na: private B := c\n"),
              ElementsAre("set|CFLAGS|debug|-g", "set|B|a|c"));
}

TEST(MakeParser, ATabBeginsACommandOnlyBehindARule) {
  EXPECT_THAT(statements("ifdef X\n\tA = b\nendif\n"),
              ElementsAre("if|ifdef|X", "set|A|b", "if|endif"));
  EXPECT_THAT(statements("a:\nifdef X\n\tB = c\nelse\n\td\nendif\n\te\n"),
              ElementsAre("rule|a", "if|ifdef|X", "recipe|B = c", "if|else", "recipe|d", "if|endif",
                          "recipe|e"));
  EXPECT_THAT(statements("ifdef X\na:\n\tb\nelse\n\tA = b\nendif\n\tc\n"),
              ElementsAre("if|ifdef|X", "rule|a", "recipe|b", "if|else", "set|A|b", "if|endif",
                          "recipe|c"));
}

TEST(MakeParser, Directives) {
  EXPECT_THAT(
      statements("ifeq ($(A),b)\nelse ifneq \"a\" \"b\"\nelse\nendif # c\n"),
      ElementsAre("if|ifeq|($(A),b)", "if|else ifneq|\"a\" \"b\"", "if|else", "if|endif|# c"));
  EXPECT_THAT(statements("-include a.mk b.mk\nvpath %.cu src\nexport A B\nunexport\n"),
              ElementsAre("include|-include|a.mk b.mk", "include|vpath|%.cu src",
                          "names|export|A B", "names|unexport"));
  EXPECT_THAT(statements("$(eval $(call F,a:b))\n@SET_MAKE@\n"),
              ElementsAre("expression|$(eval $(call F,a:b))", "expression|@SET_MAKE@"));
}

TEST(MakeParser, ConditionsOfAutomake) {
  EXPECT_THAT(statements("if WITH_GPU\nA = b\nelse !WITH_GPU\nA = c\nendif WITH_GPU\n"),
              ElementsAre("if|if|WITH_GPU", "set|A|b", "if|else|!WITH_GPU", "set|A|c",
                          "if|endif|WITH_GPU"));
  EXPECT_EQ(fault("if !A\n"), "0 this conditional has no endif");
  EXPECT_EQ(fault("if [ -f x ]\n"), "0 this is neither a rule nor an assignment");
}

TEST(MakeParser, Definitions) {
  EXPECT_THAT(statements("define A\nb: c\n\td\nendef\ne:\n"),
              ElementsAre("define|A|b: c\n\td\n", "rule|e"));
  EXPECT_THAT(statements("define A =\ndefine B\nendef\n# c\nendef\n"),
              ElementsAre("define|A|define B\nendef\n# c\n"));
}

TEST(MakeParser, Faults) {
  EXPECT_EQ(fault("A = b \\\r\n  c\r\n"), "");
  EXPECT_EQ(fault("A = b \\\r c\n"), "7 a carriage return inside of a line");
  EXPECT_EQ(fault("A = $(B\n"), "4 this reference has no end");
  EXPECT_EQ(fault("a:\n\techo ${B)\n"), "9 this reference has no end");
  EXPECT_EQ(fault("a: b; echo # ${B)\n"), "13 this reference has no end");
  EXPECT_EQ(fault("define A\n${B\nendef\n"), "9 this reference has no end");
  EXPECT_EQ(fault("a\n"), "0 this is neither a rule nor an assignment");
  EXPECT_EQ(fault("\ta: b\n"), "1 this is a command, and belongs to no rule");
  EXPECT_EQ(fault("endif\n"), "0 'endif' without a conditional");
  EXPECT_EQ(fault("a:\nifdef A\n"), "3 this conditional has no endif");
  EXPECT_EQ(fault("define A\n"), "0 this define has no endef");
  EXPECT_EQ(fault(".RECIPEPREFIX = >\n"),
            "0 recipe lines that do not begin with a tab are not supported");
}

TEST(MakeParser, Words) {
  EXPECT_THAT(words("a  b\\\n\tc;d|e && f >g"), ElementsAre("a", "b", "c", "d", "e", "f", "g"));
  EXPECT_THAT(words("$(A)/b -I${C D} \\;e"), ElementsAre("$(A)/b", "-I${C D}", "\\;e"));
  EXPECT_THAT(words("\"a b\" c'd' e\"f"), ElementsAre("\"a b\"", "c'd'", "e\"f", "a", "b"));
  EXPECT_THAT(words("`a b`c"), ElementsAre("`a b`c", "shell#0 a", "shell#0 b"));
  EXPECT_THAT(words("x$(patsubst %.cu, %.o,$(S))"),
              ElementsAre("x$(patsubst %.cu, %.o,$(S))", "patsubst#0 %.cu", "patsubst#1 %.o",
                          "patsubst#2 $(S)"));
  EXPECT_THAT(words("$(S:.cu=.o)"), ElementsAre("$(S:.cu=.o)", ":#0 .cu", ":#1 .o"));
  EXPECT_THAT(words("$(eval A += a,b)"),
              ElementsAre("$(eval A += a,b)", "eval#0 A", "eval#0 +=", "eval#0 a,b"));
}

TEST(MakeParser, CommandsAndTheirParts) {
  const std::vector<MakeWord> all = splitMakeWords("a $(if x,y); b");
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[0].command, all[1].command);
  EXPECT_EQ(all[0].group, all[2].group);
  EXPECT_NE(all[1].command, all[2].command);
  EXPECT_EQ(all[3].outer, all[0].command);
}

TEST(MakeParser, References) {
  auto names = [](llvm::StringRef text) {
    std::vector<std::string> all;
    for (const MakeReference &reference : findMakeReferences(text))
      all.push_back(reference.name.str());
    return all;
  };
  EXPECT_THAT(names("$(A)${B}$@ $$(c) $(sort $(D)) $(E:.a=.b) $"),
              ElementsAre("A", "B", "@", "sort", "E", ""));
  EXPECT_THAT(names("$$HOME $${HOME}/x $$$$"), ElementsAre("HOME", "HOME"));
  EXPECT_THAT(names("$(A_$(B)) $(info)"), ElementsAre("A_$(B)", "info"));
  EXPECT_THAT(names("$(A"), IsEmpty());
}

TEST(MakeParser, DeepNestingIsNotFollowed) {
  std::string text;
  for (int i = 0; i < 5000; ++i)
    text += "$(sort ";
  text += "a.cu" + std::string(5000, ')');
  EXPECT_LT(splitMakeWords(text).size(), 100u);
  EXPECT_EQ(statements("A = " + text).size(), 1u);
}

} // namespace
} // namespace musaport
