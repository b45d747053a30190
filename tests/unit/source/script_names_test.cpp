//===- script_names_test.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/script_names.h"

#include "source/tree.h"

#include "gtest/gtest.h"

#include <set>

namespace musaport {
namespace {

TEST(ScriptNames, AreScriptsOfATree) {
  for (const ScriptNames &row : scriptNames())
    for (llvm::StringRef pattern : row.names) {
      std::string name = "folder/" + pattern.str();
      if (const size_t star = name.find('*'); star != std::string::npos)
        name.replace(star, 1, "x");
      EXPECT_EQ(scriptTypeOf(name), row.type) << name;
      EXPECT_EQ(classifyFile(name, {}), FileKind::BuildScript) << name;
    }
}

TEST(ScriptNames, EachTypeHasOneRow) {
  std::set<ScriptType> types;
  for (const ScriptNames &row : scriptNames())
    EXPECT_TRUE(types.insert(row.type).second);
}

TEST(ScriptNames, TheFirstRowCounts) {
  EXPECT_EQ(scriptTypeOf("config.h.cmake"), ScriptType::HeaderTemplate);
  EXPECT_EQ(scriptTypeOf("Makefile.h.in"), ScriptType::HeaderTemplate);
  EXPECT_EQ(scriptTypeOf("Dockerfile.py"), ScriptType::Python);
  EXPECT_EQ(scriptTypeOf(".github/workflows/makefile.yml"), ScriptType::Copied);
  EXPECT_EQ(scriptTypeOf("bin/make.pl"), ScriptType::Copied);
  EXPECT_EQ(scriptTypeOf("Dockerfile.cu"), ScriptType::Copied);
  EXPECT_EQ(scriptTypeOf("win/a.vcxproj"), ScriptType::VisualStudio);
}

TEST(ScriptNames, OthersAreNone) {
  for (const char *name : {"", "x.cu", "x.pyc", "Makefiles", "CMakeLists.txt.bak", "setup.py/x",
                           "requirements_func.html"})
    EXPECT_EQ(scriptTypeOf(name), std::nullopt) << name;
}

} // namespace
} // namespace musaport
