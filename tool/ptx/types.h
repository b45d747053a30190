//===- ptx/types.h - PTX types in C++ ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_PTX_TYPES_H
#define MUSAPORT_PTX_TYPES_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace musaport::ptx {

/// The type of a register's C++ variable.
enum class Storage { Predicate, Bits8, Bits16, Bits32, Bits64, Float, Double };

unsigned bitsOf(Storage storage);
llvm::StringRef nameOf(Storage storage);

/// The storage for a register of a PTX type, or for an operand of an asm statement.
std::optional<Storage> storageOf(llvm::StringRef type);
std::optional<Storage> storageOf(char constraint);

/// The C++ type that expressions in the table use for a PTX type.
llvm::StringRef typeName(llvm::StringRef type);

/// The size in bits of one element.
unsigned bitsOfType(llvm::StringRef type);
bool isIntegerType(llvm::StringRef type);

/// The element type of a packed type: f16 for f16x2. The parts of such a register are computed one
/// by one.
llvm::StringRef partType(llvm::StringRef type);

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_TYPES_H
