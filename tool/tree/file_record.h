//===- tree/file_record.h - a file on its way through the port --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TREE_FILE_RECORD_H
#define MUSAPORT_TREE_FILE_RECORD_H

#include "edits/result.h"
#include "report/diagnostic.h"
#include "report/ignore_comment.h"
#include "report/source_view.h"
#include "rewrite/declarations.h"
#include "source/tokens.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace musaport {

struct FileRecord {
  size_t number = 0;     ///< index in the tree
  std::string shownPath; ///< as diagnostics name it

  // The text, as long as it is in memory.
  bool isLoaded = false;
  std::string bytes;
  std::vector<Token> tokens; ///< of a source
  uint32_t mode = 0;         ///< permission bits

  /// Why it is not read as text, and so not ported; see whyNotTokenized().
  llvm::StringRef unreadable;
  Declarations declarations; ///< of a source

  bool isCopied = false; ///< as it is, whatever is said of it
  FileResult result;
  std::vector<Diagnostic> notes; ///< about the file, beside the result's
  std::vector<IgnoreComment> ignores;
  std::unique_ptr<SourceView> view;

  // For the statistics; of files that are ported.
  uint64_t size = 0, tokenCount = 0;

  /// Says something of the file as a whole.
  void note(llvm::StringRef id, std::string message, std::string advice);
  /// Whether the text can be ported; a note says so if not, with `advice`.
  bool isText(llvm::StringRef advice);
  /// Forgets the text.
  void release();
};

} // namespace musaport

#endif // MUSAPORT_TREE_FILE_RECORD_H
