//===- ptx/operand_values.h - operands as C++ values ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_PTX_OPERAND_VALUES_H
#define MUSAPORT_PTX_OPERAND_VALUES_H

#include "ptx/draft.h"
#include "ptx/types.h"

#include "llvm/ADT/StringMap.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport::ptx {

/// An operand in C++: a variable of the generated block, or the user's expression.
struct Variable {
  std::string text;
  Storage storage = Storage::Bits32;
  bool isExact = false; ///< its C++ type is nameOf(storage), not the user's type
  int operand = -1;     ///< its index in the asm statement
  bool isLvalue = false;
};

/// Reads and writes operands. A function that returns nullopt has called Draft::fail() with the
/// reason.
class OperandValues {
public:
  explicit OperandValues(Draft &draft);

  /// Whether all constraints of the statement are understood.
  bool check();
  /// Whether an input shares the register of an output.
  bool isTied() const;
  /// Resets the state. `asBlock`: the translation is a block in which each operand is a variable.
  void begin(bool asBlock);

  std::optional<Variable> variableOf(const Operand &operand);
  /// `operand` as a value of `type`; `part`: which part of a register of two.
  std::optional<std::string> read(const Operand &operand, llvm::StringRef type, unsigned part = 0);
  /// An expression for the address `offset` bytes past `operand`; a cast turns it into a pointer.
  std::optional<std::string> address(const Operand &operand, llvm::StringRef space, size_t offset);
  /// Converts `value`, which has type `type`, to the form in which the register stores it.
  static std::string stored(const Variable &variable, llvm::StringRef type, std::string value);

  // About the statement's operand `index`:

  /// How often it has been used since begin().
  unsigned usesOf(size_t index) const { return uses[index]; }
  Storage storageOfOperand(size_t index) const;
  /// The user's expression. Parenthesised if it may contain a macro parameter, because that may
  /// stand for any expression.
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
  llvm::StringMap<llvm::StringRef> registers; ///< the type of each that is declared
  bool inBlock = true;
  std::vector<unsigned> uses; ///< per operand of the statement
};

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_OPERAND_VALUES_H
