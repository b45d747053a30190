//===- rewrite/headers.h - header names -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_HEADERS_H
#define MUSAPORT_REWRITE_HEADERS_H

#include "rewrite/level_header.h"
#include "rewrite/needed_headers.h"
#include "rewrite/source_port.h"

#include <string>

namespace musaport {

/// Ports the names in #include, and in macros that an #include uses.
class HeaderPorter {
public:
  HeaderPorter(SourcePort &port, LevelHeader &level, NeededHeaders &needed)
      : port(port), level(level), needed(needed) {}

  /// tokens[i] is a header_name.
  void visitName(size_t i);
  /// tokens[i] is the # of a #define. Ports what the macro stands for if includes are made of it.
  void visitMacro(size_t i);
  /// tokens[i] is the # of an include. Ports the arguments of `#include NAME(...)`.
  void visitInclude(size_t i);

private:
  /// A header's name as it stands in the file.
  struct Header {
    TokenRange tokens;
    llvm::StringRef text;    ///< with its delimiters, if it has any
    llvm::StringRef spelled; ///< without them
    llvm::StringRef name;    ///< the same with slashes, and without the toolkit's folder
  };
  /// `text`: with its delimiters, or with none, as an argument of a macro that adds them.
  void visit(TokenRange tokens, llvm::StringRef text);
  void visitParts(TokenRange tokens, llvm::ArrayRef<llvm::StringRef> parameters);
  llvm::StringRef behindToolkit(llvm::StringRef path) const;
  void followFile(const Header &header, const IncludeResolver::Resolution &file);
  void respell(const Header &header);
  void applyRule(const Header &header, const Rule &rule);
  bool applyParts(const Header &header);
  bool reportMadeOfRenamed(const Header &header);
  void reportUnknown(const Header &header);
  void edit(const Header &header, llvm::StringRef to, size_t use);

  SourcePort &port;
  LevelHeader &level;
  NeededHeaders &needed;
  std::string storage;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_HEADERS_H
