//===- script_kinds_test.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/script_kinds.h"

#include "scripts/port_cmake.h"
#include "scripts/port_makefile.h"

#include "gtest/gtest.h"

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
  for (const char *name : {"Makefile", "a/makefile", "GNUmakefile", "x.mk", "Makefile.gpu",
                           "Makefile_nvidia", "Makefile.in", "Make.inc", "make.config", "x.make"})
    EXPECT_EQ(portOf(name), portMakefile) << name;
  for (const char *name : {"Makefiles", "makefile2", "mk", "CMakeLists.txt"})
    EXPECT_NE(portOf(name), portMakefile) << name;
}

TEST(ScriptKinds, Python) {
  for (const char *name : {"setup.py", "a/b.py", "setup.cfg", "x/pyproject.toml", "MANIFEST.in"}) {
    EXPECT_TRUE(isPythonFile(name)) << name;
    EXPECT_EQ(findScriptKind(name), nullptr) << name;
  }
  for (const char *name : {"a.pyc", "py", "setup.cfg.in", "CMakeLists.txt"})
    EXPECT_FALSE(isPythonFile(name)) << name;
}

} // namespace
} // namespace musaport
