//===- source/tokens.h - a source file as tokens ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tokens of a C, C++ or CUDA file as Clang's raw Lexer sees them: every branch
// of every #if, macro bodies, templates; no comments, no macro expansion.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SOURCE_TOKENS_H
#define MUSAPORT_SOURCE_TOKENS_H

#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace musaport {

/// One token: a byte range of its buffer. 12 bytes, since a tree has millions.
struct Token {
  enum Flags : uint8_t {
    StartOfLine = 1,  ///< first on its (logical) line
    LeadingSpace = 2, ///< white space or a comment stands before it
    Spliced = 4,      ///< has a backslash-newline inside: its spelling is not its bytes
    InDirective = 8,  ///< belongs to a preprocessor directive, the # included
  };
  uint32_t offset = 0;
  uint32_t length = 0;
  uint16_t kind = clang::tok::unknown; ///< a clang::tok::TokenKind
  uint8_t flags = 0;

  bool is(clang::tok::TokenKind k) const { return kind == k; }
  bool isIdentifier() const { return kind == clang::tok::raw_identifier; }
  uint32_t end() const { return offset + length; }
};

/// Why `text` cannot be lexed, or empty: NUL bytes (no text, or UTF-16), more than 2 GiB, or so
/// many backslash-newlines in a row that Clang's Lexer, which recurses on them, would run out of
/// stack.
llvm::StringRef whyNotTokenized(llvm::StringRef text);

/// Lexes `buffer`, for which whyNotTokenized() is empty. It must be followed by a NUL byte (as a
/// std::string and llvm::MemoryBuffer are). The name of an #include or of __has_include is one
/// token, tok::header_name, its delimiters included.
std::vector<Token> tokenize(llvm::StringRef buffer);

/// The token's characters without backslash-newlines. Allocates only into
/// `storage`, and only for a Spliced token.
llvm::StringRef spelling(llvm::StringRef buffer, const Token &token, std::string &storage);

} // namespace musaport

#endif // MUSAPORT_SOURCE_TOKENS_H
