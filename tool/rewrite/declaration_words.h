//===- rewrite/declaration_words.h - words that begin no name ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_DECLARATION_WORDS_H
#define MUSAPORT_REWRITE_DECLARATION_WORDS_H

#include "llvm/ADT/StringRef.h"

namespace musaport {

/// Words that no declaration of a variable or function begins with.
bool isStatementWord(llvm::StringRef word);

/// Words of a declaration that are not its type: `struct X;` and `: public X {` declare no X.
bool isSpecifier(llvm::StringRef word);

/// Words that are a type, or a part of one, and never a pointer or a class.
bool isArithmeticType(llvm::StringRef word);

/// Whether `word` is a type of numbers that CUDA's headers or libc's bring: half, uint4, u_int32_t.
bool isTypeOfNumbers(llvm::StringRef word);

/// Words that stand before an operand.
bool isOperatorWord(llvm::StringRef word);

} // namespace musaport

#endif // MUSAPORT_REWRITE_DECLARATION_WORDS_H
