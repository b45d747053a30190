//===- source/script_names.cpp - what build scripts are called ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/script_names.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringLiteral;
using llvm::StringRef;

namespace musaport {
namespace {

constexpr StringLiteral cmakePresets[] = {"CMakePresets.json", "CMakeUserPresets.json"};

// Before the names of Makefiles and of CMake's scripts: config.h.cmake is no script of CMake's.
constexpr StringLiteral headerTemplates[] = {
    "*.h.in",      "*.hh.in",      "*.hpp.in",      "*.hxx.in",      "*.cuh.in",
    "*.h.cmake",   "*.hh.cmake",   "*.hpp.cmake",   "*.hxx.cmake",   "*.cuh.cmake",
    "*.h.cmakein", "*.hh.cmakein", "*.hpp.cmakein", "*.hxx.cmakein", "*.cuh.cmakein"};

// Behind the names of all others: make.py is no part of a Makefile, as make.host.NAME is.
constexpr StringLiteral makefiles[] = {"Makefile",   "makefile",   "GNUmakefile", "Makefile.*",
                                       "makefile.*", "Makefile_*", "Make.*",      "make.*",
                                       "*.mk",       "*.mk.in",    "*.make",      "*.mak"};

// A template is of the type that its name without the suffix has.
constexpr StringLiteral cmakeScripts[] = {"CMakeLists.txt",         "*.cmake",
                                          "CMakeLists.txt.in",      "*.cmake.in",
                                          "CMakeLists.txt.cmakein", "*.cmake.cmakein"};

constexpr StringLiteral python[] = {"*.py", "setup.cfg", "pyproject.toml", "MANIFEST.in"};

constexpr StringLiteral copied[] = {"meson.build",
                                    "BUILD",
                                    "BUCK",
                                    "SConstruct",
                                    "SConscript",
                                    "wscript",
                                    "xmake.lua",
                                    "premake*.lua",
                                    "Jamfile",
                                    "Jamroot",
                                    "configure",
                                    "configure.ac",
                                    "configure.in",
                                    "build.rs",
                                    "justfile",
                                    "binding.gyp",
                                    "Dockerfile*",
                                    "Containerfile*",
                                    "meta.yaml",
                                    "requirements*.txt",
                                    "requirements*.in",
                                    "*.sh",
                                    "*.bazel",
                                    "*.bzl",
                                    "*.gn",
                                    "*.gni",
                                    "*.gyp",
                                    "*.gypi",
                                    "*.m4",
                                    "*.ninja",
                                    "*.pro",
                                    "*.pri",
                                    "*.qbs",
                                    "*.cabal",
                                    "*.bat",
                                    "*.cmd",
                                    "*.ps1",
                                    "*.yml",
                                    "*.yaml",
                                    "*.pl"};

constexpr StringLiteral visualStudio[] = {"*.vcxproj", "*.vcproj"};

constexpr ScriptNames table[] = {
    {ScriptType::CMakePresets, cmakePresets}, {ScriptType::HeaderTemplate, headerTemplates},
    {ScriptType::CMake, cmakeScripts},        {ScriptType::Python, python},
    {ScriptType::VisualStudio, visualStudio}, {ScriptType::Copied, copied},
    {ScriptType::Makefile, makefiles},
};

bool matches(StringRef pattern, StringRef name) {
  if (!pattern.contains('*'))
    return name == pattern;
  const auto [front, back] = pattern.split('*');
  return name.size() >= front.size() + back.size() && name.starts_with(front) &&
         name.ends_with(back);
}

} // namespace

llvm::ArrayRef<ScriptNames> scriptNames() { return table; }

std::optional<ScriptType> scriptTypeOf(StringRef path) {
  const StringRef name = path.substr(path.rfind('/') + 1);
  for (const ScriptNames &row : table)
    if (llvm::any_of(row.names, [&](StringRef pattern) { return matches(pattern, name); }))
      return row.type;
  return std::nullopt;
}

} // namespace musaport
