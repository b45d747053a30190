//===- scripts/script_kinds.h - the kinds of build scripts ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One table: which scripts are of a kind, what they declare, how one is ported. A new kind is a new
// row.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_SCRIPT_KINDS_H
#define MUSAPORT_SCRIPTS_SCRIPT_KINDS_H

#include "report/ignore_comment.h"
#include "scripts/script.h"

namespace musaport {

struct ScriptKind {
  /// By the name without folders.
  bool (*matches)(llvm::StringRef name);
  /// Adds what the script at `path` declares. Null: nothing that another file's port asks for.
  void (*declare)(llvm::StringRef path, llvm::StringRef buffer, const RuleSet &rules,
                  ScriptDeclarations &declarations);
  /// `file`: its number in the tree. `shownPath`: how diagnostics name it.
  FileResult (*port)(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
                     const ScriptContext &context);
  CommentStyle comments;
};

/// The kind by the name alone; null for a script that no function ports.
const ScriptKind *findScriptKind(llvm::StringRef path);

/// Adds what follows from the scripts' declarations together. Once, when all scripts are known.
void completeDeclarations(const RuleSet &rules, ScriptDeclarations &declarations);

/// What musa-converter ports (scripts/port_python.h).
bool isPythonFile(llvm::StringRef path);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_SCRIPT_KINDS_H
