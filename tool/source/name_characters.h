//===- source/name_characters.h - the characters of names -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names in C consist of the same characters as variables in CMake, Make and the shell.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SOURCE_NAME_CHARACTERS_H
#define MUSAPORT_SOURCE_NAME_CHARACTERS_H

#include "llvm/ADT/StringExtras.h"

namespace musaport {

inline bool isNameStart(char c) { return llvm::isAlpha(c) || c == '_'; }
inline bool isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

/// The same for C++ identifiers as compilers take them: with `$`, and with the bytes of letters
/// beyond ASCII.
inline bool isIdentifierByte(char c) { return isNameCharacter(c) || c == '$' || (c & 0x80) != 0; }

} // namespace musaport

#endif // MUSAPORT_SOURCE_NAME_CHARACTERS_H
