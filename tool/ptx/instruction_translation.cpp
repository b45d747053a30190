//===- ptx/instruction_translation.cpp --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ptx/instruction_translation.h"

#include "source/name_characters.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport::ptx {
namespace {

const Operand &elementOf(const Operand &operand, size_t element) {
  return operand.kind == Operand::Kind::Vector ? operand.elements[element] : operand;
}

} // namespace

bool InstructionTranslator::translate(const Instruction &instruction, std::vector<Piece> &pieces) {
  draft.current = &instruction;
  match = draft.table.find(instruction);
  if (match.row == nullptr)
    return draft.fail(draft.table.knowsOpcode(instruction.opcode)
                          ? "no rule knows this form"
                          : "no rule knows this instruction");
  const Row &row = *match.row;
  if (!row.reported.empty())
    return draft.fail(row.reported);
  draft.use(row.form);
  for (const std::string &modifier : instruction.modifiers)
    draft.useHeader(draft.table.headerOf(modifier));
  draft.useHeader(row.header);
  draft.note(instruction.name(), row.note);
  if (draft.hasWideWarps)
    draft.note(instruction.name(), row.wideWarps);
  if (match.parameterForm != nullptr)
    requireParameter();

  bindings.clear();
  std::vector<Binding> outputs;
  for (size_t i = 0; i < row.operands.size(); ++i)
    bind(row.operands[i], instruction.operands[i], outputs);
  if (!translateRow(row, outputs, elementsOf(instruction), pieces))
    return false;
  draft.current = nullptr;
  return true;
}

bool InstructionTranslator::translateRow(const Row &row, llvm::ArrayRef<Binding> outputs,
                                         size_t elements, std::vector<Piece> &pieces) {
  if (!row.before.empty() && !add(row.before, 0, {}, pieces))
    return false;
  if (!row.value.empty()) {
    if (!add(row.value, 0, "const auto ptx_whole", pieces))
      return false;
    pieces.back().isHelper = true;
  }
  if (outputs.empty())
    for (size_t element = 0; element < elements; ++element)
      if (!add(row.to.front(), element, {}, pieces))
        return false;
  if (!row.carry.empty()) {
    if (!add(row.carry, 0, "const unsigned ptx_next", pieces))
      return false;
    pieces.back().isHelper = true;
  }
  for (size_t i = 0; i < outputs.size(); ++i)
    for (size_t element = 0; element < elements; ++element)
      if (!write(row, i, outputs[i], element, pieces))
        return false;
  if (!row.carry.empty()) {
    pieces.push_back({draft.carry().str(), "ptx_next", true});
    hasWrittenCarry = true;
  }
  return row.after.empty() || add(row.after, 0, {}, pieces);
}

bool InstructionTranslator::add(StringRef text, size_t element, std::string destination,
                                std::vector<Piece> &pieces) {
  std::optional<std::string> value = expand(text, element, 0);
  if (value)
    pieces.push_back({std::move(destination), std::move(*value)});
  return value.has_value();
}

/// What the macro's parameter says is seen where the macro is used: by the compiler alone.
void InstructionTranslator::requireParameter() {
  std::string condition;
  for (const std::string &choice : match.parameterForm->choices)
    condition += (condition.empty() ? "!__builtin_strcmp(#" : " || !__builtin_strcmp(#") +
                 match.parameter + ", \"" + choice + "\")";
  const std::string text =
      "static_assert(" + condition + ", \"the PTX is translated for these values only\");\n";
  if (!llvm::is_contained(required, text))
    required.push_back(text);
}

//===--- Operands ------------------------------------------------------------//

void InstructionTranslator::bind(const OperandForm &form, const Operand &operand,
                                 std::vector<Binding> &outputs) {
  if (form.kind == OperandForm::Kind::Vector) {
    for (size_t i = 0; i < form.elements.size(); ++i)
      bind(form.elements[i], elementOf(operand, i), outputs);
    return;
  }
  const Operand *first = &operand;
  if (operand.kind == Operand::Kind::Pair)
    first = operand.elements.data();
  bindings[form.name] = {&form, first};
  if (form.kind == OperandForm::Kind::Value && form.isOutput())
    outputs.push_back({&form, first});
  if (operand.kind == Operand::Kind::Pair) {
    pairForm.name = "p";
    pairForm.type = "pred";
    outputs.push_back({&pairForm, &operand.elements[1]});
  }
}

/// The type of an operand of the row.
std::string InstructionTranslator::typeOf(const OperandForm &form) const {
  if (!form.type.empty())
    return form.type;
  return form.isOutput() ? match.first : match.last;
}

/// Of v2, v4: the elements, each of which is an instruction of its own.
size_t InstructionTranslator::elementsOf(const Instruction &instruction) const {
  for (size_t i = 0; i < instruction.operands.size(); ++i)
    if (instruction.operands[i].kind == Operand::Kind::Vector &&
        match.row->operands[i].kind != OperandForm::Kind::Vector)
      return instruction.operands[i].elements.size();
  return 1;
}

//===--- Results -------------------------------------------------------------//

bool InstructionTranslator::write(const Row &row, size_t output, const Binding &binding,
                                  size_t element, std::vector<Piece> &pieces) {
  const Operand &operand = elementOf(*binding.operand, element);
  if (output >= row.to.size())
    return draft.fail("no rule knows the second result");
  const std::string &expression = row.to[output], type = typeOf(*binding.form);
  if (operand.kind == Operand::Kind::Discard) {
    std::optional<std::string> value = expand(expression, element, 0);
    if (value && output == 0)
      pieces.push_back({{}, "(void)(" + *value + ")"});
    return value.has_value();
  }
  std::optional<Variable> variable = values.variableOf(operand);
  if (!variable)
    return false;
  if (!variable->isLvalue)
    return draft.fail("a result goes to an operand that is not an output");
  if ((type == "pred") != (variable->storage == Storage::Predicate))
    return draft.fail("a predicate and a register are mixed");
  std::optional<std::string> value;
  if (const StringRef part = partType(type); !part.empty())
    value = inParts(expression, part, element);
  else if (std::optional<std::string> expanded = expand(expression, element, 0))
    value = OperandValues::stored(*variable, type, std::move(*expanded));
  if (value)
    pieces.push_back({variable->text, std::move(*value), false, row.value.empty()});
  return value.has_value();
}

/// The bits of a register with two values of the type `part`.
std::optional<std::string> InstructionTranslator::inParts(StringRef expression, StringRef part,
                                                          size_t element) {
  Variable half;
  half.storage = Storage::Bits16;
  half.isExact = true;
  std::optional<std::string> low = expand(expression, element, 0);
  std::optional<std::string> high = low ? expand(expression, element, 1) : std::nullopt;
  if (!high)
    return std::nullopt;
  return OperandValues::stored(half, part, std::move(*low)) + " | (unsigned)" +
         OperandValues::stored(half, part, std::move(*high)) + " << 16";
}

//===--- The expressions of a row --------------------------------------------//

/// `text` with its $names filled in.
std::optional<std::string> InstructionTranslator::expand(StringRef text, size_t element,
                                                         unsigned part) {
  std::string expanded;
  while (true) {
    const size_t dollar = text.find('$');
    expanded += text.take_front(dollar);
    if (dollar == StringRef::npos)
      return expanded;
    text = text.substr(dollar + 1);
    StringRef name = text.take_while(isNameCharacter);
    text = text.drop_front(name.size());
    std::optional<std::string> value = expandName(name, element, part);
    if (!value)
      return std::nullopt;
    expanded += *value;
  }
}

std::optional<std::string> InstructionTranslator::expandName(StringRef name, size_t element,
                                                             unsigned part) {
  const AsmStatement &statement = draft.statement;
  if (name == "type")
    return typeName(match.last).str();
  if (name == "value")
    return "ptx_whole";
  if (name == "volatile")
    return statement.isVolatile && statement.clobbersMemory ? "volatile " : "";
  if (name != "carry")
    return expandOperand(name, element, part);
  if (hasWrittenCarry || !draft.carryBetween.empty())
    return draft.carry().str();
  draft.fail("it uses the carry flag of another asm statement");
  return std::nullopt;
}

std::optional<std::string> InstructionTranslator::expandOperand(StringRef name, size_t element,
                                                                unsigned part) {
  auto found = bindings.find(name);
  if (found == bindings.end()) {
    draft.fail("its rule names $" + name + ", which is no operand");
    return std::nullopt;
  }
  const Binding &binding = found->second;
  if (binding.form->kind == OperandForm::Kind::Address)
    return values.address(*binding.operand, binding.form->type,
                          element * bitsOfType(match.last) / 8);
  return values.read(elementOf(*binding.operand, element), typeOf(*binding.form), part);
}

} // namespace musaport::ptx
