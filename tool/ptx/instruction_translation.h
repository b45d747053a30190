//===- ptx/instruction_translation.h - translates one instruction to C++ -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_PTX_INSTRUCTION_TRANSLATION_H
#define MUSAPORT_PTX_INSTRUCTION_TRANSLATION_H

#include "ptx/draft.h"
#include "ptx/operand_values.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport::ptx {

/// A part of an instruction's translation.
struct Piece {
  std::string destination; ///< if empty, `value` is a statement
  std::string value;
  bool isHelper = false; ///< the carry, or a variable of the translation's own: no result
  bool readsOperands = true;
};

/// Translates an instruction by filling in the expressions of the table row that matches it.
class InstructionTranslator {
public:
  InstructionTranslator(Draft &draft, OperandValues &values) : draft(draft), values(values) {}

  /// Resets the state, before the statement's first instruction.
  void begin() { hasWrittenCarry = false; }
  /// Appends the translation of the instruction; false if there is none.
  bool translate(const Instruction &instruction, std::vector<Piece> &pieces);

  /// Whether an instruction since begin() sets the carry for a later one.
  bool writesCarry() const { return hasWrittenCarry; }
  /// Statements that assert what the translation assumes about macro parameters used inside
  /// instructions.
  llvm::ArrayRef<std::string> assertions() const { return required; }

private:
  /// What the expressions of a row may refer to.
  struct Binding {
    const OperandForm *form = nullptr;
    const Operand *operand = nullptr;
  };
  void bind(const OperandForm &form, const Operand &operand, std::vector<Binding> &outputs);
  bool translateRow(const Row &row, llvm::ArrayRef<Binding> outputs, size_t elements,
                    std::vector<Piece> &pieces);
  bool add(llvm::StringRef text, size_t element, std::string destination,
           std::vector<Piece> &pieces);
  bool write(const Row &row, size_t output, const Binding &binding, size_t element,
             std::vector<Piece> &pieces);
  std::optional<std::string> inParts(llvm::StringRef expression, llvm::StringRef part,
                                     size_t element);
  std::optional<std::string> expand(llvm::StringRef text, size_t element, unsigned part);
  std::optional<std::string> expandName(llvm::StringRef name, size_t element, unsigned part);
  std::optional<std::string> expandOperand(llvm::StringRef name, size_t element, unsigned part);
  std::string typeOf(const OperandForm &form) const;
  size_t elementsOf(const Instruction &instruction) const;
  void requireParameter();

  Draft &draft;
  OperandValues &values;
  Match match;
  llvm::StringMap<Binding> bindings;
  OperandForm pairForm;
  bool hasWrittenCarry = false;
  std::vector<std::string> required;
};

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_INSTRUCTION_TRANSLATION_H
