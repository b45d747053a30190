//===- scripts/script_kinds.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/script_kinds.h"

#include "scripts/cmake/port.h"
#include "scripts/make/port.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

StringRef fileName(StringRef path) { return path.substr(path.rfind('/') + 1); }

bool isCMakePresets(StringRef name) {
  return name == "CMakePresets.json" || name == "CMakeUserPresets.json";
}

bool isCMakeScript(StringRef name) {
  // A template is of the kind that its name without the suffix has.
  if (!name.consume_back(".in"))
    name.consume_back(".cmakein");
  return name == "CMakeLists.txt" || name.ends_with(".cmake");
}

void declareMacros(StringRef, StringRef buffer, const RuleSet &, ScriptDeclarations &declarations) {
  for (StringRef macro : macrosOfTemplate(buffer))
    declarations.macros.insert(macro);
}

void declareMakefile(StringRef, StringRef buffer, const RuleSet &,
                     ScriptDeclarations &declarations) {
  declarations.makefiles.push_back(buffer.str());
}

/// The first that matches counts: config.h.cmake is no script.
constexpr ScriptKind kinds[] = {
    {isCMakePresets, nullptr, portCMakePresets, CommentStyle::Script},
    {isHeaderTemplate, declareMacros, portHeaderTemplate, CommentStyle::Cpp},
    {isMakefile, declareMakefile, portMakefile, CommentStyle::Script},
    {isCMakeScript, collectDeclarations, portCMake, CommentStyle::Script},
};

} // namespace

const ScriptKind *findScriptKind(StringRef path) {
  const StringRef name = fileName(path);
  const ScriptKind *found =
      llvm::find_if(kinds, [&](const ScriptKind &kind) { return kind.matches(name); });
  return found == std::end(kinds) ? nullptr : found;
}

void completeDeclarations(const RuleSet &rules, ScriptDeclarations &declarations) {
  growAlong(declarations.copies, declarations.toolkits);
  declarations.make = readMakeVariables(declarations.makefiles, rules);
}

bool isPythonFile(StringRef path) {
  const StringRef name = fileName(path);
  return name.ends_with(".py") || name == "setup.cfg" || name == "pyproject.toml" ||
         name == "MANIFEST.in";
}

} // namespace musaport
