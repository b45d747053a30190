//===- script_kinds_test.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/script_kinds.h"

#include "scripts/cmake/port.h"
#include "scripts/make/port.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// The function that ports the script; null if there is none.
auto portOf(llvm::StringRef path) {
  const ScriptKind *kind = findScriptKind(path);
  return kind ? kind->port : nullptr;
}

TEST(ScriptKinds, CMake) {
  for (const char *name : {"a/CMakeLists.txt", "CMakeLists.txt.in", "a.cmake", "a.cmake.in",
                           "a.cmake.cmakein", "CMakeLists.txt.cmakein"})
    EXPECT_EQ(portOf(name), portCMake) << name;
  for (const char *name : {"a/CMakePresets.json", "CMakeUserPresets.json"})
    EXPECT_EQ(portOf(name), portCMakePresets) << name;
  for (const char *name : {"a.h.in", "x/a.hpp.cmake", "a.h.cmakein"})
    EXPECT_EQ(portOf(name), portHeaderTemplate) << name;
  for (const char *name : {"CMakeLists.txt.bak", "cmakein", "a.cmakein", "a.in", "a.c.cmakein"})
    EXPECT_EQ(portOf(name), nullptr) << name;
}

TEST(ScriptKinds, Makefiles) {
  for (const char *name :
       {"Makefile", "a/makefile", "GNUmakefile", "x.mk", "Makefile.gpu", "Makefile_nvidia",
        "Makefile.in", "Make.inc", "make.config", "x.make", "builds/make.host.name"})
    EXPECT_EQ(portOf(name), portMakefile) << name;
  for (const char *name :
       {"Makefiles", "makefile2", "mk", "CMakeLists.txt", "make.py", "make.sh", "make.bat"})
    EXPECT_NE(portOf(name), portMakefile) << name;
}

TEST(ScriptKinds, EachTypeIsPortedByOnePart) {
  for (const ScriptNames &row : scriptNames()) {
    std::string name = row.names.front().str();
    if (name.front() == '*')
      name.front() = 'x';
    const bool isPortedHere = findScriptKind(name) != nullptr;
    EXPECT_EQ(isPortedHere + isPythonFile(name) +
                  (row.type == ScriptType::Copied || row.type == ScriptType::VisualStudio),
              1)
        << name;
  }
}

TEST(ScriptKinds, Python) {
  for (const char *name : {"setup.py", "a/b.py", "setup.cfg", "x/pyproject.toml", "MANIFEST.in"}) {
    EXPECT_TRUE(isPythonFile(name)) << name;
    EXPECT_EQ(findScriptKind(name), nullptr) << name;
  }
  for (const char *name : {"a.pyc", "py", "setup.cfg.in", "CMakeLists.txt"})
    EXPECT_FALSE(isPythonFile(name)) << name;
}

TEST(Scripts, SplitOutsideReferences) {
  using testing::ElementsAre;
  EXPECT_THAT(splitOutsideReferences("a:$(B:x=y)/c:${D:E}", ':'),
              ElementsAre("a", "$(B:x=y)/c", "${D:E}"));
  EXPECT_THAT(splitOutsideReferences("-a,,-b,", ','), ElementsAre("-a", "", "-b", ""));
  EXPECT_THAT(splitOutsideReferences(")a:b", ':'), ElementsAre(")a", "b"));
  EXPECT_THAT(splitOutsideReferences("", ':'), ElementsAre(""));
}

/// What the scripts declare together, read one after the other.
ScriptDeclarations declarationsOf(std::initializer_list<std::pair<StringRef, StringRef>> scripts) {
  static const RuleSet rules({}, {});
  ScriptDeclarations declarations;
  for (const auto &[path, text] : scripts)
    findScriptKind(path)->declare(path, text, rules, declarations);
  completeDeclarations(rules, declarations);
  return declarations;
}

TEST(ScriptDeclarations, MakefilesMayBeReadInAnyOrder) {
  const std::pair<StringRef, StringRef> config = {"config.mk", "NVCC := $(TOOLKIT)/bin/nvcc\n"
                                                               "TOOLKIT := $(ROOT)\n"
                                                               "ROOT := $(CUDA_PATH)\n"
                                                               "SM := $(firstword $(ALL))\n"};
  const std::pair<StringRef, StringRef> main = {"Makefile",
                                                "include config.mk\n"
                                                "HOME_OF_IT = $(ROOT)\n"
                                                "a.o: a.cu\n"
                                                "\t$(NVCC) $(DEBUG) -arch=sm_$(SM) -c $<\n"};
  for (const ScriptDeclarations &found :
       {declarationsOf({config, main}), declarationsOf({main, config})}) {
    EXPECT_TRUE(found.make.compilers.contains("NVCC"));
    for (const char *toolkit : {"ROOT", "TOOLKIT", "HOME_OF_IT"})
      EXPECT_TRUE(found.make.toolkits.contains(toolkit)) << toolkit;
    EXPECT_TRUE(found.make.givenToNvcc.contains("DEBUG"));
    EXPECT_FALSE(found.make.givenToOthers.contains("DEBUG"));
    for (const char *variable : {"SM", "ALL"})
      EXPECT_TRUE(found.make.architectures.contains(variable)) << variable;
  }
}

TEST(ScriptDeclarations, CMakeScriptsMayBeReadInAnyOrder) {
  const std::pair<StringRef, StringRef> set = {"a.cmake", "set(ROOT ${CUDA_TOOLKIT_ROOT_DIR})"};
  const std::pair<StringRef, StringRef> copy = {"CMakeLists.txt", "set(AGAIN ${COPY})\n"
                                                                  "set(COPY ${ROOT})\n"
                                                                  "set(OTHER ${PLACE})\n"
                                                                  "set(NVCC bin/nvcc)\n"
                                                                  "set(CC ${NVCC})\n"};
  for (const ScriptDeclarations &found :
       {declarationsOf({set, copy}), declarationsOf({copy, set})}) {
    for (const char *toolkit : {"ROOT", "COPY", "AGAIN"})
      EXPECT_TRUE(found.toolkits.contains(toolkit)) << toolkit;
    EXPECT_FALSE(found.toolkits.contains("OTHER"));
    for (const char *compiler : {"NVCC", "CC"})
      EXPECT_TRUE(found.compilers.contains(compiler)) << compiler;
    EXPECT_FALSE(found.compilers.contains("ROOT"));
  }
}

} // namespace
} // namespace musaport
