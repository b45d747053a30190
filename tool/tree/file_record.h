//===- tree/file_record.h - the state of a file during a port ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TREE_FILE_RECORD_H
#define MUSAPORT_TREE_FILE_RECORD_H

#include "edits/result.h"
#include "report/diagnostic.h"
#include "report/ignore_comment.h"
#include "report/source_view.h"
#include "rewrite/carry_chains.h"
#include "rewrite/declarations.h"
#include "rewrite/device_members.h"
#include "rewrite/free_functions.h"
#include "rewrite/pasted_names.h"
#include "rewrite/path_macros.h"
#include "rewrite/variable_macros.h"
#include "source/tokens.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace musaport {

struct FileRecord {
  size_t number = 0;     ///< index in the tree
  std::string shownPath; ///< its name in diagnostics

  // The text, while it is in memory.
  bool isLoaded = false;
  std::string bytes;
  std::vector<Token> tokens; ///< of a source
  uint32_t mode = 0;         ///< permission bits

  /// Why the file cannot be read as text, and so is not ported; see whyNotTokenized().
  llvm::StringRef unreadable;
  Declarations declarations; ///< of a source
  std::vector<Pasting> pastings;
  std::vector<Affixes> affixes;
  std::vector<DeviceMember> deviceMembers;
  DeviceMacros deviceMacros;
  VariableMacros variableMacros;
  std::vector<PathMacro> pathMacros;
  std::vector<DeclaredFunction> declaredFunctions;
  CarryFacts carryFacts;
  bool includesLibcudacxx = false;

  bool isCopied = false; ///< copied unchanged, whatever diagnostics it has
  FileResult result;
  std::vector<Diagnostic> notes; ///< about the file, in addition to those in `result`
  std::vector<IgnoreComment> ignores;
  std::unique_ptr<SourceView> view;

  // For the statistics; set for ported files.
  uint64_t size = 0, tokenCount = 0;

  /// Adds a diagnostic about the file as a whole.
  void note(llvm::StringRef id, std::string message, std::string advice,
            Severity severity = Severity::Warning);
  /// Whether the text can be ported. If not, adds a note with `advice`.
  bool isText(llvm::StringRef advice);
  /// Frees the text.
  void release();
};

} // namespace musaport

#endif // MUSAPORT_TREE_FILE_RECORD_H
