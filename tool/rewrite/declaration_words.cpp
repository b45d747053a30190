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

bool isTypeOfNumbers(llvm::StringRef word) {
  if (llvm::StringSwitch<bool>(word)
          .Cases("half", "__half", "half2", "__half2", true)
          .Cases("nv_bfloat16", "__nv_bfloat16", "nv_bfloat162", "__nv_bfloat162", true)
          .Cases("uchar", "ushort", "uint", "ulong", true)
          .Cases("u_int8_t", "u_int16_t", "u_int32_t", "u_int64_t", true)
          .Default(false))
    return true;
  // float4, ulonglong2
  const llvm::StringRef element = word.drop_back();
  return !word.empty() && word.back() >= '1' && word.back() <= '4' &&
         llvm::StringSwitch<bool>(element)
             .Cases("char", "uchar", "short", "ushort", "int", "uint", true)
             .Cases("long", "ulong", "longlong", "ulonglong", "float", "double", true)
             .Default(false);
}

bool isOperatorWord(llvm::StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("sizeof", "alignof", "typeid", "and", "or", "not", "xor", "bitand", "bitor", true)
      .Cases("compl", "not_eq", "and_eq", "or_eq", "xor_eq", true)
      .Default(false);
}

} // namespace musaport
