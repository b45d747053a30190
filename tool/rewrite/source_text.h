//===- rewrite/source_text.h - a source's bytes and tokens ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers questions about a token and its surroundings. All answers are lexical and look no further
// than necessary.
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
  /// The bytes without backslash-newlines: what a message calls the token.
  std::string spelling(size_t i) const {
    std::string storage;
    return musaport::spelling(buffer, tokens[i], storage).str();
  }
  /// False past the last token.
  bool is(size_t i, clang::tok::TokenKind kind) const {
    return i < tokens.size() && tokens[i].is(kind);
  }
  bool startsLine(size_t i) const { return tokens[i].flags & Token::StartOfLine; }
  bool isInDirective(size_t i) const { return tokens[i].flags & Token::InDirective; }
  bool isStringLiteral(size_t i) const;

  /// If tokens[i] is a # that begins a directive: the word after it, or "#" if there is none.
  /// Otherwise empty.
  llvm::StringRef directiveAt(size_t i) const;
  /// The first token behind the line of the directive that tokens[i] stands in; `i` itself if it
  /// begins the next line.
  size_t behindDirective(size_t i) const {
    while (i < tokens.size() && isInDirective(i) && !startsLine(i))
      ++i;
    return i;
  }
  /// Whether `name::` precedes tokens[i]. In `__device__ ::f`, `__device__` is not a qualifier.
  bool isQualified(size_t i) const;
  /// Whether tokens[i] is the name of a macro or function that is declared here: #define or a type
  /// precedes it, or its parameter list is followed by something that cannot follow a call.
  bool isDeclared(size_t i) const;
  /// Whether tokens[i] is the name of a function being called.
  bool isCall(size_t i) const { return is(i + 1, clang::tok::l_paren) && !isDeclared(i); }
  /// The same, without an object or a scope before it.
  bool isPlainCall(size_t i) const;
  /// Whether `rule` applies at a place like tokens[i].
  bool isPlaceOf(const Rule &rule, size_t i) const;
};

/// The backslash-newlines inside the bytes of a spliced token.
std::string splicesOf(llvm::StringRef bytes);

/// Whether `text` is only white space and backslash-newlines.
bool isBlank(llvm::StringRef text);

} // namespace musaport

#endif // MUSAPORT_REWRITE_SOURCE_TEXT_H
