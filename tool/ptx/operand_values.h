//===- ptx/operand_values.h - operands as values of C++ ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_PTX_OPERAND_VALUES_H
#define MUSAPORT_PTX_OPERAND_VALUES_H

#include "ptx/draft.h"
#include "ptx/types.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport::ptx {

/// What an operand is in C++: a variable of the block, or what the user wrote.
struct Variable {
  std::string text;
  Storage storage = Storage::Bits32;
  bool isExact = false; ///< its C++ type is nameOf(storage), and not the user's
  int operand = -1;     ///< of the asm statement
  bool isLvalue = false;
};

/// Reads and writes operands. A function that returns nullopt has said why (Draft::fail()).
class OperandValues {
public:
  explicit OperandValues(Draft &draft) : draft(draft) {}

  /// Whether all constraints of the statement can be read.
  bool check();
  /// Some input begins in the register of an output.
  bool isTied() const;
  /// Begins anew. In a block each operand of the statement is a variable.
  void begin(bool asBlock);

  std::optional<Variable> variableOf(const Operand &operand);
  /// `operand` as a value of `type`; of a register of two parts, the one numbered `part`.
  std::optional<std::string> read(const Operand &operand, llvm::StringRef type, unsigned part = 0);
  /// An address as something that a cast makes a pointer of: `offset` bytes behind `operand`.
  std::optional<std::string> address(const Operand &operand, llvm::StringRef space, size_t offset);
  /// `value`, of `type`, as the register keeps it.
  static std::string stored(const Variable &variable, llvm::StringRef type, std::string value);

  // Of the statement's operand `index`:

  /// How often it was asked for since begin().
  unsigned usesOf(size_t index) const { return uses[index]; }
  Storage storageOfOperand(size_t index) const;
  /// What the user wrote; in parentheses where a macro's parameter may stand for any expression.
  std::string expressionOf(const AsmOperand &operand) const;
  static std::string blockName(size_t index) { return "ptx_" + std::to_string(index); }

private:
  std::optional<size_t> operandIndex(const Operand &operand);
  std::optional<Variable> variableOfStatement(const Operand &operand);
  std::optional<Variable> variableOfRegister(const Operand &operand);
  std::optional<std::string> convert(const Variable &variable, llvm::StringRef type, unsigned part);
  std::optional<std::string> readHalf(const Variable &variable, llvm::StringRef type,
                                      const std::string &bits, unsigned part);
  std::optional<std::string> readSpecial(const Operand &operand, llvm::StringRef type);

  Draft &draft;
  bool inBlock = true;
  std::vector<unsigned> uses; ///< of the statement's operands
};

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_OPERAND_VALUES_H
