//===- rewrite/computed_includes.h - includes made by macros ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `#include SORT_HEADER` with `#define SORT_HEADER <ROOT/sort.cuh>`: the names of files and folders
// stand in macros, in parts.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_COMPUTED_INCLUDES_H
#define MUSAPORT_REWRITE_COMPUTED_INCLUDES_H

#include "rewrite/source_port.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace musaport {

/// Makes a path that is made in parts follow the files and folders that the port renames. What it
/// cannot follow, it says.
class ComputedIncludes {
public:
  /// Ports the name of a header that stands there whole: `"a.h"`, `<a.h>` or a.h.
  using VisitHeader = llvm::function_ref<void(TokenRange tokens, llvm::StringRef text)>;

  /// `parameters`: of the macro whose text is visited.
  ComputedIncludes(SourcePort &port, llvm::ArrayRef<llvm::StringRef> parameters,
                   VisitHeader visitHeader)
      : port(port), text(port.text), parameters(parameters), visitHeader(visitHeader) {}

  /// `tokens`: what a macro stands for that an include is made of, or the arguments of one.
  void visit(TokenRange tokens);

private:
  bool isParameter(size_t i) const;
  bool isMacro(size_t i) const;
  bool isKnownHeader(llvm::StringRef name) const;
  /// The tokens between the < at tokens[i] and its >; none if there is no such in `tokens`.
  TokenRange betweenAngles(TokenRange tokens, size_t i) const;
  /// Whether a path may go on behind tokens[i - 1], with tokens[i].
  bool isJoined(size_t i) const;
  void visitPath(TokenRange tokens);
  llvm::StringRef bytes(TokenRange tokens) const;
  /// The path with each word as $ that is a parameter; and that is a macro, if `macros`.
  std::string spell(TokenRange tokens, bool macros) const;
  /// Returns where the name begins that the file has in `path`; its end, if no file is found.
  size_t renameFile(TokenRange tokens, llvm::StringRef path);
  void renameFolders(TokenRange tokens, llvm::StringRef path, size_t end);
  /// If the path's file is one that gets another name.
  void nameUnknown(TokenRange tokens);
  /// A macro that stands for one word, which is a folder's name and may be a namespace's, too.
  void nameFolder(size_t i);
  /// The bytes [begin, end) of the path that begins with tokens.first become `to`.
  void replace(TokenRange tokens, size_t begin, size_t end, llvm::StringRef to);

  SourcePort &port;
  const SourceText &text;
  const llvm::ArrayRef<llvm::StringRef> parameters;
  const VisitHeader visitHeader;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_COMPUTED_INCLUDES_H
