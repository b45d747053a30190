//===- ptx/types.cpp --------------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ptx/types.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace musaport::ptx {

unsigned bitsOf(Storage storage) {
  switch (storage) {
  case Storage::Predicate:
    return 1;
  case Storage::Bits8:
    return 8;
  case Storage::Bits16:
    return 16;
  case Storage::Bits32:
  case Storage::Float:
    return 32;
  case Storage::Bits64:
  case Storage::Double:
    return 64;
  }
  return 0;
}

StringRef nameOf(Storage storage) {
  switch (storage) {
  case Storage::Predicate:
    return "bool";
  case Storage::Bits8:
    return "unsigned char";
  case Storage::Bits16:
    return "unsigned short";
  case Storage::Bits32:
    return "unsigned";
  case Storage::Bits64:
    return "unsigned long long";
  case Storage::Float:
    return "float";
  case Storage::Double:
    return "double";
  }
  return {};
}

std::optional<Storage> storageOf(StringRef type) {
  return llvm::StringSwitch<std::optional<Storage>>(type)
      .Case("pred", Storage::Predicate)
      .Cases("b8", "u8", "s8", Storage::Bits8)
      .Cases("b16", "u16", "s16", "f16", "bf16", Storage::Bits16)
      .Cases("b32", "u32", "s32", "f16x2", "bf16x2", Storage::Bits32)
      .Cases("b64", "u64", "s64", Storage::Bits64)
      .Case("f32", Storage::Float)
      .Case("f64", Storage::Double)
      .Default(std::nullopt);
}

std::optional<Storage> storageOf(char constraint) {
  switch (constraint) {
  case 'h':
    return Storage::Bits16;
  case 'r':
    return Storage::Bits32;
  case 'l':
    return Storage::Bits64;
  case 'f':
    return Storage::Float;
  case 'd':
    return Storage::Double;
  default:
    return std::nullopt;
  }
}

StringRef typeName(StringRef type) {
  return llvm::StringSwitch<StringRef>(type)
      .Case("pred", "bool")
      .Cases("b8", "u8", "unsigned char")
      .Case("s8", "signed char")
      .Cases("b16", "u16", "unsigned short")
      .Case("s16", "short")
      .Cases("b32", "u32", "unsigned")
      .Case("s32", "int")
      .Cases("b64", "u64", "unsigned long long")
      .Case("s64", "long long")
      .Case("f32", "float")
      .Case("f64", "double")
      .Case("f16", "__half")
      .Case("bf16", "__mt_bfloat16")
      .Default({});
}

unsigned bitsOfType(StringRef type) {
  unsigned bits = 0;
  if (type == "pred")
    return 1;
  type.take_until([](char c) { return c == 'x'; })
      .drop_while([](char c) { return !llvm::isDigit(c); })
      .getAsInteger(10, bits);
  return bits;
}

bool isIntegerType(StringRef type) {
  return type.starts_with("u") || type.starts_with("s") ||
         (type.starts_with("b") && !type.starts_with("bf"));
}

StringRef partType(StringRef type) {
  return type.ends_with("x2") ? type.drop_back(2) : StringRef();
}

} // namespace musaport::ptx
