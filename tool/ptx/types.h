//===- ptx/types.h - PTX's types in C++ -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_PTX_TYPES_H
#define MUSAPORT_PTX_TYPES_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace musaport::ptx {

/// What the C++ variable of a register is.
enum class Storage { Predicate, Bits8, Bits16, Bits32, Bits64, Float, Double };

unsigned bitsOf(Storage storage);
llvm::StringRef nameOf(Storage storage);

/// The variable for a register of one of PTX's types, or for an operand of an asm statement.
std::optional<Storage> storageOf(llvm::StringRef type);
std::optional<Storage> storageOf(char constraint);

/// The C++ type that an expression of the table has for one of PTX's types.
llvm::StringRef typeName(llvm::StringRef type);

/// Of one element.
unsigned bitsOfType(llvm::StringRef type);
bool isIntegerType(llvm::StringRef type);

/// Of f16x2: f16. The parts of such a register are computed one by one.
llvm::StringRef partType(llvm::StringRef type);

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_TYPES_H
