//===- ptx/instruction_translation.h - one instruction in C++ ---*- C++ -*-===//
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

/// A part of what an instruction becomes.
struct Piece {
  std::string destination; ///< empty: `value` is a statement
  std::string value;
  bool isCarry = false;
};

/// Fills in the row of the table that fits an instruction.
class InstructionTranslator {
public:
  InstructionTranslator(Draft &draft, OperandValues &values) : draft(draft), values(values) {}

  /// Begins anew with the statement's first instruction.
  void begin() { hasWrittenCarry = false; }
  /// Adds what the instruction becomes; false if there is no translation.
  bool translate(const Instruction &instruction, std::vector<Piece> &pieces);

  /// Some instruction since begin() leaves a carry for the next one.
  bool writesCarry() const { return hasWrittenCarry; }
  /// What has to hold where a macro's parameter is a part of an instruction: statements.
  llvm::ArrayRef<std::string> assertions() const { return required; }

private:
  /// What the expressions of a row may name.
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
