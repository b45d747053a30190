//===- source/name_characters.h - what a name is made of --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of C, of CMake's and Make's variables and of the shell's are made of the same
// characters.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SOURCE_NAME_CHARACTERS_H
#define MUSAPORT_SOURCE_NAME_CHARACTERS_H

#include "llvm/ADT/StringExtras.h"

namespace musaport {

inline bool isNameStart(char c) { return llvm::isAlpha(c) || c == '_'; }
inline bool isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

} // namespace musaport

#endif // MUSAPORT_SOURCE_NAME_CHARACTERS_H
