//===- scripts/script_kinds.h - the kinds of build scripts ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table with a row for each kind that is ported here: what such a script declares, and how to
// port it. The names of its files are a row of source/script_names.cpp.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_SCRIPT_KINDS_H
#define MUSAPORT_SCRIPTS_SCRIPT_KINDS_H

#include "report/ignore_comment.h"
#include "scripts/script.h"
#include "source/script_names.h"

namespace musaport {

struct ScriptKind {
  ScriptType type;
  /// Adds what the script at `path` declares. Null if it declares nothing that other files need.
  void (*declare)(llvm::StringRef path, llvm::StringRef buffer, const RuleSet &rules,
                  ScriptDeclarations &declarations);
  /// `file`: index in the tree. `shownPath`: its name in diagnostics.
  FileResult (*port)(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
                     const ScriptContext &context);
  CommentStyle comments;
};

/// The kind, by name alone; null if no function ports such a script.
const ScriptKind *findScriptKind(llvm::StringRef path);

/// Adds what follows from all scripts' declarations together. Call it once, when all are read.
void completeDeclarations(const RuleSet &rules, ScriptDeclarations &declarations);

/// Whether musa-converter ports the file (scripts/python/port.h).
bool isPythonFile(llvm::StringRef path);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_SCRIPT_KINDS_H
