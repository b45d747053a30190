//===- rewrite/directives.h - which directive a token stands in -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_DIRECTIVES_H
#define MUSAPORT_REWRITE_DIRECTIVES_H

#include "rewrite/include_guard.h"
#include "rewrite/source_text.h"

namespace musaport {

/// Tracks the preprocessor directives of a file, token by token.
class DirectiveTracker {
public:
  explicit DirectiveTracker(const SourceText &text)
      : text(text), isGuarded(!findIncludeGuard(text.buffer, text.tokens).empty()) {}

  /// Call this once per token, in order.
  void visit(size_t i) {
    if (text.startsLine(i))
      beginLine(i);
    else if (!text.isInDirective(i))
      current = {};
  }

  /// The word after the # of the directive that the token stands in; empty in ordinary code.
  llvm::StringRef word() const { return current; }
  /// Whether the token is the # of `directive`.
  bool begins(llvm::StringRef directive, size_t i) const {
    return text.startsLine(i) && current == directive;
  }
  /// #error and #warning.
  bool isProse() const { return current == "error" || current == "warning"; }
  /// The number of open #if here. An include guard does not count.
  int depth() const { return conditions; }
  bool hasIncludeGuard() const { return isGuarded; }

private:
  void beginLine(size_t i) {
    current = text.directiveAt(i);
    if (current == "if" || current == "ifdef" || current == "ifndef")
      conditions += i != 0 || !isGuarded;
    else if (current == "endif" && conditions > 0)
      --conditions;
  }

  const SourceText &text;
  const bool isGuarded;
  llvm::StringRef current;
  int conditions = 0;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_DIRECTIVES_H
