//===- rewrite/declaration_words.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/declaration_words.h"

#include "llvm/ADT/StringSwitch.h"

namespace musaport {

bool isStatementWord(llvm::StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("return", "else", "new", "delete", "throw", "goto", "case", true)
      .Cases("if", "for", "while", "switch", "do", "using", "namespace", "operator", true)
      .Cases("co_return", "co_await", "co_yield", "friend", true)
      .Default(false);
}

bool isSpecifier(llvm::StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("inline", "static", "extern", "const", "constexpr", "virtual", "template", true)
      .Cases("class", "struct", "union", "enum", "typename", true)
      .Cases("public", "protected", "private", true)
      .Default(false);
}

bool isArithmeticType(llvm::StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("bool", "char", "double", "float", "int", "long", "short", "signed", "unsigned", true)
      .Cases("int8_t", "int16_t", "int32_t", "int64_t", "ptrdiff_t", true)
      .Cases("uint8_t", "uint16_t", "uint32_t", "uint64_t", "size_t", true)
      .Default(false);
}

bool isOperatorWord(llvm::StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("sizeof", "alignof", "typeid", "and", "or", "not", "xor", "bitand", "bitor", true)
      .Cases("compl", "not_eq", "and_eq", "or_eq", "xor_eq", true)
      .Default(false);
}

} // namespace musaport
