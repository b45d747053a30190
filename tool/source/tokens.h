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
    LeadingSpace = 2, ///< white space or a comment precedes it
    Spliced = 4,      ///< contains a backslash-newline: its spelling differs from its bytes
    InDirective = 8,  ///< part of a preprocessor directive, including the #
  };
  uint32_t offset = 0;
  uint32_t length = 0;
  uint16_t kind = clang::tok::unknown; ///< a clang::tok::TokenKind
  uint8_t flags = 0;

  bool is(clang::tok::TokenKind k) const { return kind == k; }
  bool isIdentifier() const { return kind == clang::tok::raw_identifier; }
  uint32_t end() const { return offset + length; }
};

/// Whether `text` begins with UTF-16's byte order mark, in either order.
bool isUtf16(llvm::StringRef text);

/// Why `text` cannot be lexed, or empty if it can. Reasons: UTF-16, NUL bytes (a binary file), more
/// than 2 GiB, or a run of backslash-newlines so long that Clang's Lexer, which recurses on
/// them, would overflow the stack.
llvm::StringRef whyNotTokenized(llvm::StringRef text);

/// Lexes `buffer`, for which whyNotTokenized() must be empty. A NUL byte must follow it, as in a
/// std::string or llvm::MemoryBuffer. The name in an #include or __has_include is one token,
/// tok::header_name, including its delimiters. In "x"__name the literal and the name are two
/// tokens, as nvcc and GCC take them where the name is a macro's.
std::vector<Token> tokenize(llvm::StringRef buffer);

/// The token's characters without backslash-newlines. Allocates only into
/// `storage`, and only for a Spliced token.
llvm::StringRef spelling(llvm::StringRef buffer, const Token &token, std::string &storage);

} // namespace musaport

#endif // MUSAPORT_SOURCE_TOKENS_H
