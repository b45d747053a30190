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

void declareMacros(StringRef, StringRef buffer, const RuleSet &, ScriptDeclarations &declarations) {
  for (StringRef macro : macrosOfTemplate(buffer))
    declarations.macros.insert(macro);
}

void declareMakefile(StringRef, StringRef buffer, const RuleSet &,
                     ScriptDeclarations &declarations) {
  declarations.makefiles.push_back(buffer.str());
}

constexpr ScriptKind kinds[] = {
    {ScriptType::CMakePresets, nullptr, portCMakePresets, CommentStyle::Script},
    {ScriptType::HeaderTemplate, declareMacros, portHeaderTemplate, CommentStyle::Cpp},
    {ScriptType::Makefile, declareMakefile, portMakefile, CommentStyle::Script},
    {ScriptType::CMake, collectDeclarations, portCMake, CommentStyle::Script},
};

} // namespace

const ScriptKind *findScriptKind(StringRef path) {
  const std::optional<ScriptType> type = scriptTypeOf(path);
  const ScriptKind *found =
      llvm::find_if(kinds, [&](const ScriptKind &kind) { return kind.type == type; });
  return found == std::end(kinds) ? nullptr : found;
}

void completeDeclarations(const RuleSet &rules, ScriptDeclarations &declarations) {
  growAlong(declarations.copies, declarations.compilers);
  growAlong(declarations.copies, declarations.toolkits);
  growAlong(declarations.elements, declarations.libraries);
  declarations.make = readMakeVariables(declarations.makefiles, rules);
}

bool isPythonFile(StringRef path) { return scriptTypeOf(path) == ScriptType::Python; }

} // namespace musaport
