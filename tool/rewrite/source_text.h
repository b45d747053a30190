//===- rewrite/source_text.h - a source's bytes and tokens ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands at a token and around it. All of this is lexical, and looks no further than it has
// to.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_SOURCE_TEXT_H
#define MUSAPORT_REWRITE_SOURCE_TEXT_H

#include "rules/rule.h"
#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace musaport {

/// Tokens [first, last).
struct TokenRange {
  size_t first = 0, last = 0;
};

struct SourceText {
  llvm::StringRef buffer;
  llvm::ArrayRef<Token> tokens;

  llvm::StringRef bytes(size_t i) const {
    return buffer.substr(tokens[i].offset, tokens[i].length);
  }
  /// False behind the last token.
  bool is(size_t i, clang::tok::TokenKind kind) const {
    return i < tokens.size() && tokens[i].is(kind);
  }
  bool startsLine(size_t i) const { return tokens[i].flags & Token::StartOfLine; }
  bool isInDirective(size_t i) const { return tokens[i].flags & Token::InDirective; }
  bool isStringLiteral(size_t i) const;

  /// The word after a # that begins a line; "#" if there is none; empty in ordinary code.
  llvm::StringRef directiveAt(size_t i) const;
  /// Whether `name::` stands before tokens[i]. In `__device__ ::f` the word is no qualifier.
  bool isQualified(size_t i) const;
  /// Whether tokens[i] is the name of a macro or function that is declared here: #define or a type
  /// stands before it, or behind its parameters what no call has there.
  bool isDeclared(size_t i) const;
  /// Whether a function is called there.
  bool isCall(size_t i) const { return is(i + 1, clang::tok::l_paren) && !isDeclared(i); }
  /// Whether `rule` is for places like this one.
  bool isPlaceOf(const Rule &rule, size_t i) const;
};

/// The backslash-newlines inside the bytes of a spliced token.
std::string splicesOf(llvm::StringRef bytes);

/// Nothing but white space and backslash-newlines.
bool isBlank(llvm::StringRef text);

} // namespace musaport

#endif // MUSAPORT_REWRITE_SOURCE_TEXT_H
