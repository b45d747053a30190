// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/project_file.h"

#include <gmock/gmock.h>

using namespace musaport;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class ProjectFileTest : public testing::Test {
protected:
  bool parse(llvm::StringRef text, llvm::StringRef path = "dir/.musa-port.json") {
    file = {};
    diagnostics.clear();
    return parseProjectFile(path, text, file, diagnostics);
  }

  ProjectFile file;
  std::vector<Diagnostic> diagnostics;
};

TEST_F(ProjectFileTest, AllSettings) {
  ASSERT_TRUE(parse(R"({
    "sources": ["csrc", "/absolute", "."],
    "rules": ["rules/a.json"],
    "exclude": ["third_party/"],
    "include": ["*.cu"],
    "extensions": [".cu.in"],
    "arch": "mp_22",
    "output": "../out",
    "default-rules": false,
    "rename-dirs": true
  })"));
  EXPECT_EQ(file.path, "dir/.musa-port.json");
  EXPECT_THAT(file.sources, ElementsAre("dir/csrc", "/absolute", "dir"));
  EXPECT_THAT(file.rules, ElementsAre("dir/rules/a.json"));
  EXPECT_THAT(file.exclude, ElementsAre("third_party/"));
  EXPECT_THAT(file.include, ElementsAre("*.cu"));
  EXPECT_THAT(file.extensions, ElementsAre(".cu.in"));
  EXPECT_EQ(file.arch, "mp_22");
  EXPECT_EQ(file.output, "out");
  EXPECT_EQ(file.defaultRules, false);
  EXPECT_EQ(file.renameDirs, true);
}

TEST_F(ProjectFileTest, NothingIsAlsoASetting) {
  ASSERT_TRUE(parse("{}", ".musa-port.json"));
  EXPECT_THAT(file.sources, testing::IsEmpty());
  EXPECT_EQ(file.arch, std::nullopt);
  EXPECT_EQ(file.defaultRules, std::nullopt);
}

TEST_F(ProjectFileTest, InTheCurrentFolder) {
  ASSERT_TRUE(parse(R"({"sources": [".", "a"]})", ".musa-port.json"));
  EXPECT_THAT(file.sources, ElementsAre(".", "a"));
}

struct Fault {
  const char *text;
  uint32_t line, column;
  const char *message;
};

TEST_F(ProjectFileTest, FaultsHaveAPlace) {
  const Fault faults[] = {
      {"{\n  \"arch\": }", 2, 11, "unexpected"},
      {"{\n  \"arc\": \"mp_31\"\n}", 2, 3, "unknown setting 'arc'"},
      {"{\"arch\": 31}", 1, 10, "'arch' must be a string, not a number"},
      {"{\"rules\": \"a.json\"}", 1, 11, "'rules' must be an array of strings, not a string"},
      {"{\"rules\":\n[\"a\", true]}", 2, 7, "'rules' must be an array of strings"},
      {"{\"rename-dirs\": \"yes\"}", 1, 17, "'rename-dirs' must be true or false, not a string"},
      {"{\"arch\": \"a\", \"arch\": \"b\"}", 1, 15, "twice"},
      {"{\"output\": \"\"}", 1, 12, "'output' must not be empty"},
      {"[]", 1, 1, "expected an object, found an array"},
  };
  for (const Fault &fault : faults) {
    EXPECT_FALSE(parse(fault.text)) << fault.text;
    ASSERT_FALSE(diagnostics.empty()) << fault.text;
    const Diagnostic &diagnostic = diagnostics.front();
    EXPECT_EQ(diagnostic.id, "musa-project-file");
    EXPECT_EQ(diagnostic.severity, Severity::Error);
    EXPECT_EQ(diagnostic.place.file, "dir/.musa-port.json");
    EXPECT_EQ(diagnostic.place.line, fault.line) << fault.text;
    EXPECT_EQ(diagnostic.place.column, fault.column) << fault.text;
    EXPECT_THAT(diagnostic.message, HasSubstr(fault.message));
  }
}

TEST_F(ProjectFileTest, PathsInARootAndBesideIt) {
  auto mayName = [&](const std::string &path) {
    file = {};
    diagnostics.clear();
    return parseProjectFile("/nowhere/root/sub/.musa-port.json", "{\"output\": \"" + path + "\"}",
                            file, diagnostics, "/nowhere/root");
  };
  for (const char *path : {"a", ".", "..", "../a/../b", "../../beside", "/nowhere/root/a"})
    EXPECT_TRUE(mayName(path)) << path;
  for (const char *path : {"../..", "/", "../../beside/a", "../../../a", "/nowhere/rootless/a"})
    EXPECT_FALSE(mayName(path)) << path;
}

TEST_F(ProjectFileTest, UnknownSettingNamesTheKnownOnes) {
  parse(R"({"source": []})");
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_THAT(
      diagnostics[0].notes,
      ElementsAre("the settings are arch, default-rules, exclude, extensions, include, launch, "
                  "output, python, rename-dirs, rules, sources, without"));
}

TEST_F(ProjectFileTest, AnyBytes) {
  for (llvm::StringRef text : {"", "\xFF", "\"", "{\"\xE4\": 1}", "{\"arch\": \"\\ud800\"}"})
    EXPECT_FALSE(parse(text)) << text.str();
}

} // namespace
