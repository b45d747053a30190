//===- ptx/instruction.h - the text of an asm template ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX in the template of an asm statement: %0 or %[name] is an operand of the statement, %%laneid a
// special register, and #name, in a macro, the text of a parameter.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_PTX_INSTRUCTION_H
#define MUSAPORT_PTX_INSTRUCTION_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport::ptx {

struct Operand {
  enum class Kind {
    Statement, ///< %0, %[name]: an operand of the asm statement; `text` is "0" or "name"
    Register,  ///< declared in the template, or a name from outside it
    Special,   ///< `text` is "%laneid"
    Immediate, ///< `text` is the literal
    Address,   ///< [a], [a+4]: `elements` are the base and, if there is one, the offset
    Vector,    ///< {a, b}
    Pair,      ///< d|p
    Discard,   ///< _
  };
  Kind kind = Kind::Register;
  std::string text;
  bool negated = false; ///< !p, or a negative offset
  std::vector<Operand> elements;
};

struct Instruction {
  std::optional<Operand> guard;       ///< p in @p or @!p
  std::string opcode;                 ///< "ld"
  std::vector<std::string> modifiers; ///< "global"; "#name" for a macro parameter
  std::vector<Operand> operands;

  /// "ld.global.u32"
  std::string name() const;
};

struct RegisterDeclaration {
  std::string type; ///< "pred", "b32"
  std::string name;
};

struct Program {
  std::vector<RegisterDeclaration> registers;
  std::vector<Instruction> instructions;
  std::vector<std::string> labels;
};

/// Nullopt if `text` is not valid PTX; `error` then says where. All scopes count as one, so
/// declaring a register in two of them is an error too.
std::optional<Program> parseProgram(llvm::StringRef text, std::string &error);

/// Whether `name` is one of PTX's types ("u32", "f16x2", "pred").
bool isType(llvm::StringRef name);

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_INSTRUCTION_H
