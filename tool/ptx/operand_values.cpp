//===- ptx/operand_values.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ptx/operand_values.h"

#include "ptx/expressions.h"
#include "source/text_places.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport::ptx {
namespace {

/// The literal of PTX in C++. Bits of numbers are given as 0f3F800000 and 0d...
std::string literal(StringRef text, StringRef type) {
  if (text == "WARP_SZ")
    return "warpSize";
  const bool negative = text.consume_front("-");
  std::string number = text.rtrim("Uu").str();
  if (text.starts_with_insensitive("0f") && text.size() == 10)
    number = ("__uint_as_float(0x" + text.drop_front(2) + "u)").str();
  else if (text.starts_with_insensitive("0d") && text.size() == 18)
    number = ("__longlong_as_double(0x" + text.drop_front(2) + "ll)").str();
  else if (type == "f32" && text.contains('.'))
    number += "f";
  else if (isIntegerType(type) && bitsOfType(type) == 64)
    number += "ull";
  else if (isIntegerType(type))
    number += "u";
  if (negative)
    number = "-" + number;
  if (isIntegerType(type) && (negative || !type.starts_with("u") || bitsOfType(type) < 32) &&
      !(type.starts_with("b") && !negative && bitsOfType(type) >= 32))
    return cast(typeName(type), number);
  return number;
}

std::string exact(const Variable &variable, const std::string &bits, StringRef type) {
  return variable.isExact ? bits : cast(type, bits);
}

} // namespace

OperandValues::OperandValues(Draft &draft) : draft(draft) {
  for (const RegisterDeclaration &declared : draft.program.registers)
    registers[declared.name] = declared.type;
}

//===--- Variables -----------------------------------------------------------//

bool OperandValues::check() {
  for (const AsmOperand &operand : draft.statement.operands) {
    const char letter = operand.letter();
    if (!llvm::isDigit(letter) && letter != 'n' && !operand.constraint.empty() &&
        !storageOf(letter))
      return draft.fail("the constraint \"" + printable(operand.constraint) +
                        "\" is not supported");
  }
  return true;
}

bool OperandValues::isTied() const {
  return llvm::any_of(draft.statement.operands,
                      [](const AsmOperand &operand) { return llvm::isDigit(operand.letter()); });
}

void OperandValues::begin(bool asBlock) {
  inBlock = asBlock;
  uses.assign(draft.statement.operands.size(), 0);
}

/// A macro for a constraint stands for a pointer.
Storage OperandValues::storageOfOperand(size_t index) const {
  const AsmOperand &operand = draft.statement.operands[index];
  return storageOf(operand.letter()).value_or(Storage::Bits64);
}

std::string OperandValues::expressionOf(const AsmOperand &operand) const {
  return draft.inMacro ? "(" + operand.expression + ")" : operand.expression;
}

std::optional<size_t> OperandValues::operandIndex(const Operand &operand) {
  const std::vector<AsmOperand> &operands = draft.statement.operands;
  size_t index = 0;
  if (llvm::isDigit(operand.text.front())) {
    if (llvm::StringRef(operand.text).getAsInteger(10, index))
      index = operands.size(); // too large for any
  } else {
    index = static_cast<size_t>(
        llvm::find_if(operands,
                      [&](const AsmOperand &other) { return other.name == operand.text; }) -
        operands.begin());
  }
  if (index < operands.size()) {
    // "0"(x) is in the register of %0.
    const char letter = operands[index].letter();
    return llvm::isDigit(letter) && size_t(letter - '0') < index ? size_t(letter - '0') : index;
  }
  draft.fail("there is no operand %" + operand.text);
  return std::nullopt;
}

std::optional<Variable> OperandValues::variableOf(const Operand &operand) {
  if (operand.kind == Operand::Kind::Statement)
    return variableOfStatement(operand);
  if (operand.kind == Operand::Kind::Register)
    return variableOfRegister(operand);
  draft.fail("an operand of an unsupported kind");
  return std::nullopt;
}

std::optional<Variable> OperandValues::variableOfStatement(const Operand &operand) {
  std::optional<size_t> index = operandIndex(operand);
  if (!index)
    return std::nullopt;
  ++uses[*index];
  const AsmOperand &of = draft.statement.operands[*index];
  Variable variable;
  variable.operand = static_cast<int>(*index);
  variable.storage = storageOfOperand(*index);
  variable.isLvalue = of.isOutput;
  if (inBlock && of.letter() != 'n') {
    variable.text = blockName(*index);
    variable.isExact = true;
  } else {
    variable.text = expressionOf(of);
  }
  return variable;
}

std::optional<Variable> OperandValues::variableOfRegister(const Operand &operand) {
  const auto declared = registers.find(operand.text);
  if (declared == registers.end()) {
    draft.fail("'" + operand.text + "' is declared elsewhere");
    return std::nullopt;
  }
  Variable variable;
  variable.text = "ptx_" + operand.text;
  std::replace(variable.text.begin(), variable.text.end(), '$', '_');
  variable.storage = *storageOf(declared->second);
  variable.isExact = variable.isLvalue = true;
  return variable;
}

//===--- Reading -------------------------------------------------------------//

std::optional<std::string> OperandValues::read(const Operand &operand, StringRef type,
                                               unsigned part) {
  if (operand.kind == Operand::Kind::Immediate) {
    if (type.starts_with("f16") || type.starts_with("bf16"))
      return draft.fail("a literal of type ." + type), std::nullopt;
    return literal(operand.text, type);
  }
  if (operand.kind == Operand::Kind::Special)
    return readSpecial(operand, type);
  std::optional<Variable> variable = variableOf(operand);
  if (!variable)
    return std::nullopt;
  if (operand.kind == Operand::Kind::Statement &&
      draft.statement.operands[size_t(variable->operand)].letter() == 'n')
    return cast(typeName(partType(type).empty() ? type : "b32"), variable->text);
  std::optional<std::string> value = convert(*variable, type, part);
  if (value && operand.negated)
    return "!" + *value;
  return value;
}

std::optional<std::string> OperandValues::convert(const Variable &variable, StringRef type,
                                                  unsigned part) {
  const Storage storage = variable.storage;
  if (storage == Storage::Predicate || type == "pred") {
    if (storage == Storage::Predicate && type == "pred")
      return variable.text;
    return draft.fail("a predicate and a register are mixed"), std::nullopt;
  }
  std::string bits = variable.text;
  if (storage == Storage::Float) {
    if (type == "f32")
      return parenthesised(bits);
    bits = "__float_as_uint(" + bits + ")";
  } else if (storage == Storage::Double) {
    if (type == "f64")
      return parenthesised(bits);
    bits = "(unsigned long long)__double_as_longlong(" + bits + ")";
  }
  const bool wasFloat = storage == Storage::Float || storage == Storage::Double;
  if (isIntegerType(type)) {
    if (!partType(type).empty())
      return draft.fail("values of type ." + type), std::nullopt;
    StringRef wanted = typeName(type);
    if ((variable.isExact && wanted == nameOf(storage)) ||
        (wasFloat && !type.starts_with("s") && bitsOfType(type) == bitsOf(storage)))
      return bits;
    return wasFloat ? castOf(wanted, bits) : cast(wanted, bits);
  }
  if (type == "f32")
    return "__uint_as_float(" + exact(variable, bits, "unsigned") + ")";
  if (type == "f64")
    return "__longlong_as_double(" + cast("long long", bits) + ")";
  return readHalf(variable, type, bits, part);
}

std::optional<std::string> OperandValues::readHalf(const Variable &variable, StringRef type,
                                                   const std::string &bits, unsigned part) {
  StringRef parts = partType(type);
  StringRef element = parts.empty() ? type : parts;
  if (element != "f16" && element != "bf16")
    return draft.fail("values of type ." + type), std::nullopt;
  std::string half = cast("unsigned short", bits);
  if (!parts.empty() && part == 1)
    half = "(unsigned short)(" + exact(variable, bits, "unsigned") + " >> 16)";
  else if (variable.isExact && variable.storage == Storage::Bits16)
    half = bits;
  return (element == "f16" ? "__ushort_as_half(" : "__ushort_as_bfloat16(") + half + ")";
}

std::optional<std::string> OperandValues::readSpecial(const Operand &operand, StringRef type) {
  const SpecialRegister *special = draft.table.findSpecial(operand.text);
  if (special == nullptr)
    return draft.fail("no rule knows the special register " + operand.text), std::nullopt;
  if (!special->reported.empty()) {
    draft.fail(operand.text + ": " + special->reported);
    return std::nullopt;
  }
  draft.use(operand.text);
  draft.note(operand.text, special->note);
  if (draft.hasWideWarps)
    draft.note(operand.text, special->wideWarps);
  // mov.s32 and mov.b32 read the same bits.
  if (bitsOfType(type) == bitsOfType(special->type) && isIntegerType(type))
    return special->to;
  return castOf(typeName(type), special->to);
}

std::optional<std::string> OperandValues::address(const Operand &operand, StringRef space,
                                                  size_t offset) {
  std::optional<Variable> variable = variableOf(operand.elements.front());
  if (!variable)
    return std::nullopt;
  std::string added;
  if (operand.elements.size() == 2) {
    const Operand &second = operand.elements[1];
    std::optional<std::string> text =
        second.kind == Operand::Kind::Immediate ? std::optional(second.text) : read(second, "s32");
    if (!text)
      return std::nullopt;
    if (*text != "0")
      added = (second.negated ? " - " : " + ") + *text;
  }
  if (offset != 0)
    added += " + " + std::to_string(offset);
  const bool isShared =
      space.empty() && llvm::any_of(draft.current->modifiers, [](StringRef modifier) {
        return modifier.split("::").first == "shared";
      });
  if (isShared)
    return "__cvta_shared_to_generic(" + parenthesised(variable->text) + added + ")";
  if (variable->isExact)
    return added.empty() ? variable->text : "(" + variable->text + added + ")";
  return added.empty() ? parenthesised(variable->text)
                       : "(" + cast("char *", variable->text) + added + ")";
}

//===--- Writing -------------------------------------------------------------//

std::string OperandValues::stored(const Variable &variable, StringRef type, std::string value) {
  const Storage storage = variable.storage;
  if (type == "pred")
    return value;
  if (type == "f16" || type == "bf16")
    value = (type == "f16" ? "__half_as_ushort(" : "__bfloat16_as_ushort(") + value + ")";
  else if (type == "f32" && storage != Storage::Float)
    value = "__float_as_uint(" + value + ")";
  else if (type == "f64" && storage != Storage::Double)
    value = "(unsigned long long)__double_as_longlong(" + value + ")";
  else if (storage == Storage::Float && type != "f32")
    return "__uint_as_float(" + value + ")";
  else if (storage == Storage::Double && type != "f64")
    return "__longlong_as_double((long long)(" + value + "))";
  else if (isIntegerType(type) && bitsOfType(type) < bitsOf(storage))
    value = castOf(typeName(type), value); // extended by its sign
  // A 64-bit operand may be a pointer.
  if (!variable.isExact && storage == Storage::Bits64)
    value = castOf("__typeof__(" + variable.text + ")", value);
  return value;
}

} // namespace musaport::ptx
