//===- ptx/translation.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One instruction with plain operands becomes an assignment, `x = __popc((unsigned)y)`. Everything
// else becomes a block with a variable for each operand and register, so that an operand is read
// once, before anything is written.
//===----------------------------------------------------------------------===//
#include "ptx/translation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <optional>
#include <utility>

using llvm::StringRef;
using llvm::Twine;

namespace musaport::ptx {
namespace {

/// Of a warp of NVIDIA's.
constexpr unsigned cudaLanes = 32;

/// What the C++ variable of a register is.
enum class Storage { Predicate, Bits8, Bits16, Bits32, Bits64, Float, Double };

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

/// The variable for a register of one of PTX's types.
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

/// The C++ type that an expression of the table has for one of PTX's types.
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

/// Of f16x2: f16. The parts of such a register are computed one by one.
StringRef partType(StringRef type) {
  return type.ends_with("x2") ? type.drop_back(2) : StringRef();
}

bool isOneToken(StringRef text) {
  return !text.empty() &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
}

/// Whether a pair of parentheses is around all of `text`.
bool isParenthesised(StringRef text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0)
      return i > 0 && i + 1 == text.size();
  }
  return false;
}

std::string parenthesised(StringRef text) {
  return isOneToken(text) || isParenthesised(text) ? text.str() : ("(" + text + ")").str();
}

std::string cast(StringRef type, StringRef text) {
  return ("(" + type + ")" + parenthesised(text)).str();
}

/// Whether `text` is one call, cast or name, so that a cast binds to all of it.
bool isUnary(StringRef text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(';
    depth -= text[i] == ')';
    const bool ends = text[i] == ')' && text.substr(i + 1).starts_with(" ");
    if (depth == 0 && (ends || text[i] == ' ' || text[i] == '?'))
      return false;
  }
  return true;
}

std::string castOf(StringRef type, StringRef expression) {
  return isUnary(expression) ? ("(" + type + ")" + expression).str()
                             : ("(" + type + ")(" + expression + ")").str();
}

struct Variable {
  std::string text;
  Storage storage = Storage::Bits32;
  bool isExact = false; ///< its C++ type is nameOf(storage), and not the user's
  int operand = -1;     ///< of the asm statement
  bool isLvalue = false;
};

/// A part of what an instruction becomes.
struct Piece {
  std::string destination; ///< empty: `value` is a statement
  std::string value;
  bool isCarry = false;
};

class Translator {
public:
  Translator(const AsmStatement &statement, const Table &table, const Program &program,
             const Surroundings &surroundings)
      : statement(statement), table(table), program(program), inMacro(surroundings.inMacro),
        hasWideWarps(surroundings.lanes > cudaLanes), uses(statement.operands.size(), 0) {}

  Translation run() {
    if (!declareOperands())
      return std::move(result);
    if (mayBeExpression()) {
      std::optional<std::string> text = expression();
      if (text)
        return translated(std::move(*text));
      if (result.result == Translation::Result::Reported)
        return std::move(result);
      result = {};
    }
    return block();
  }

private:
  Translation translated(std::string text) {
    result.result = Translation::Result::Translated;
    result.instruction = program.instructions.front().name();
    result.text = std::move(text);
    return std::move(result);
  }

  bool fail(const Twine &reason) {
    result.result = Translation::Result::Reported;
    result.reason = reason.str();
    if (current != nullptr)
      result.instruction = current->name();
    return false;
  }

  // --- Variables ---------------------------------------------------------------

  bool declareOperands() {
    for (const AsmOperand &operand : statement.operands) {
      const char letter = operand.letter();
      if (llvm::isDigit(letter)) // the register of an output
        isTied = true;
      else if (letter != 'n' && !operand.constraint.empty() && !storageOf(letter))
        return fail("the constraint \"" + operand.constraint + "\" is not read");
    }
    return true;
  }

  /// The storage of the statement's operand `index`; a macro for a constraint stands for a pointer.
  Storage storageOfOperand(size_t index) const {
    const AsmOperand &operand = statement.operands[index];
    return storageOf(operand.letter()).value_or(Storage::Bits64);
  }

  std::optional<size_t> operandIndex(const Operand &operand) {
    size_t index = 0;
    if (llvm::isDigit(operand.text.front()))
      index = std::stoul(operand.text);
    else
      index = static_cast<size_t>(
          llvm::find_if(statement.operands,
                        [&](const AsmOperand &other) { return other.name == operand.text; }) -
          statement.operands.begin());
    if (index < statement.operands.size()) {
      // "0"(x) is in the register of %0.
      const char letter = statement.operands[index].letter();
      return llvm::isDigit(letter) && size_t(letter - '0') < index ? size_t(letter - '0') : index;
    }
    fail("there is no operand %" + operand.text);
    return std::nullopt;
  }

  std::optional<Variable> variableOf(const Operand &operand) {
    if (operand.kind == Operand::Kind::Statement) {
      std::optional<size_t> index = operandIndex(operand);
      if (!index)
        return std::nullopt;
      ++uses[*index];
      const AsmOperand &of = statement.operands[*index];
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
    if (operand.kind == Operand::Kind::Register) {
      for (const RegisterDeclaration &declared : program.registers)
        if (declared.name == operand.text) {
          Variable variable;
          variable.text = "ptx_" + operand.text;
          std::replace(variable.text.begin(), variable.text.end(), '$', '_');
          variable.storage = *storageOf(declared.type);
          variable.isExact = variable.isLvalue = true;
          return variable;
        }
      fail("'" + operand.text + "' is declared elsewhere");
      return std::nullopt;
    }
    fail("an operand that is not read");
    return std::nullopt;
  }

  /// What a macro's parameter stands for may be any expression.
  std::string expressionOf(const AsmOperand &operand) const {
    return inMacro ? "(" + operand.expression + ")" : operand.expression;
  }

  std::string blockName(size_t index) const { return "ptx_" + std::to_string(index); }

  // --- Reading and writing -------------------------------------------------------

  /// The literal of PTX in C++. Bits of numbers are given as 0f3F800000 and 0d...
  static std::string immediate(StringRef text, StringRef type) {
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

  /// `operand` as a value of `type`; of a register of two parts, the one numbered `part`.
  std::optional<std::string> read(const Operand &operand, StringRef type, unsigned part = 0) {
    if (operand.kind == Operand::Kind::Immediate) {
      if (type.starts_with("f16") || type.starts_with("bf16"))
        return fail("a literal of type ." + type), std::nullopt;
      return immediate(operand.text, type);
    }
    if (operand.kind == Operand::Kind::Special)
      return readSpecial(operand, type);
    std::optional<Variable> variable = variableOf(operand);
    if (!variable)
      return std::nullopt;
    if (operand.kind == Operand::Kind::Statement &&
        statement.operands[size_t(variable->operand)].letter() == 'n')
      return cast(typeName(partType(type).empty() ? type : "b32"), variable->text);
    std::optional<std::string> value = convert(*variable, type, part);
    if (value && operand.negated)
      return "!" + *value;
    return value;
  }

  std::optional<std::string> convert(const Variable &variable, StringRef type, unsigned part) {
    const Storage storage = variable.storage;
    if (storage == Storage::Predicate || type == "pred") {
      if (storage == Storage::Predicate && type == "pred")
        return variable.text;
      return fail("a predicate and a register are mixed"), std::nullopt;
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
        return fail("values of type ." + type), std::nullopt;
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
    StringRef parts = partType(type);
    StringRef element = parts.empty() ? type : parts;
    if (element != "f16" && element != "bf16")
      return fail("values of type ." + type), std::nullopt;
    std::string half = cast("unsigned short", bits);
    if (!parts.empty() && part == 1)
      half = "(unsigned short)(" + exact(variable, bits, "unsigned") + " >> 16)";
    else if (variable.isExact && storage == Storage::Bits16)
      half = bits;
    return (element == "f16" ? "__ushort_as_half(" : "__ushort_as_bfloat16(") + half + ")";
  }

  static std::string exact(const Variable &variable, const std::string &bits, StringRef type) {
    return variable.isExact ? bits : cast(type, bits);
  }

  std::optional<std::string> readSpecial(const Operand &operand, StringRef type) {
    const SpecialRegister *special = table.findSpecial(operand.text);
    if (special == nullptr)
      return fail("no rule knows the special register " + operand.text), std::nullopt;
    if (!special->reported.empty()) {
      fail(operand.text + ": " + special->reported);
      return std::nullopt;
    }
    use(operand.text);
    note(operand.text, special->note);
    if (hasWideWarps)
      note(operand.text, special->wideWarps);
    // mov.s32 and mov.b32 read the same bits.
    if (bitsOfType(type) == bitsOfType(special->type) && isIntegerType(type))
      return special->to;
    return castOf(typeName(type), special->to);
  }

  /// `value`, of `type`, as the register keeps it.
  std::string stored(const Variable &variable, StringRef type, std::string value) const {
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

  // --- Instructions ---------------------------------------------------------------

  void use(const std::string &name) {
    if (!llvm::is_contained(result.used, name))
      result.used.push_back(name);
  }

  void note(const std::string &instruction, StringRef text) {
    if (!text.empty() && llvm::none_of(result.notes, [&](const Translation::Note &other) {
          return other.text == text;
        }))
      result.notes.push_back({instruction, text.str()});
  }

  /// What the macro's parameter says is seen where the macro is used: by the compiler alone.
  void requireParameter() {
    std::string condition;
    for (const std::string &choice : match.parameterForm->choices)
      condition += (condition.empty() ? "!__builtin_strcmp(#" : " || !__builtin_strcmp(#") +
                   match.parameter + ", \"" + choice + "\")";
    const std::string text = "static_assert(" + condition + ", \"PTX is translated for these\");\n";
    if (!llvm::is_contained(assertions, text))
      assertions.push_back(text);
  }

  /// The type of an operand of the row.
  std::string typeOf(const OperandForm &form) const {
    if (!form.type.empty())
      return form.type;
    return form.isOutput() ? match.first : match.last;
  }

  /// What the expressions of a row may name.
  struct Binding {
    const OperandForm *form = nullptr;
    const Operand *operand = nullptr;
  };

  bool translate(const Instruction &instruction, std::vector<Piece> &pieces) {
    current = &instruction;
    match = table.find(instruction);
    if (match.row == nullptr)
      return fail(table.knowsOpcode(instruction.opcode) ? "no rule knows this form"
                                                        : "no rule knows this instruction");
    const Row &row = *match.row;
    if (!row.reported.empty())
      return fail(row.reported);
    use(row.form);
    note(instruction.name(), row.note);
    if (hasWideWarps)
      note(instruction.name(), row.wideWarps);
    if (match.parameterForm != nullptr)
      requireParameter();

    bindings.clear();
    std::vector<Binding> outputs;
    for (size_t i = 0; i < row.operands.size(); ++i)
      bind(row.operands[i], instruction.operands[i], outputs);

    const size_t elements = elementsOf(instruction);
    if (!row.before.empty()) {
      std::optional<std::string> before = expand(row.before, 0, 0);
      if (!before)
        return false;
      pieces.push_back({{}, *before});
    }
    if (outputs.empty()) {
      for (size_t element = 0; element < elements; ++element) {
        std::optional<std::string> value = expand(row.to.front(), element, 0);
        if (!value)
          return false;
        pieces.push_back({{}, std::move(*value)});
      }
    }
    if (!row.carry.empty()) {
      std::optional<std::string> carry = expand(row.carry, 0, 0);
      if (!carry)
        return false;
      pieces.push_back({"const unsigned ptx_next", std::move(*carry), true});
      writesCarry = true;
    }
    for (size_t i = 0; i < outputs.size(); ++i)
      for (size_t element = 0; element < elements; ++element)
        if (!write(row, i, outputs[i], element, pieces))
          return false;
    if (!row.carry.empty()) {
      pieces.push_back({"ptx_carry", "ptx_next", true});
      hasCarry = true;
    }
    if (!row.after.empty()) {
      std::optional<std::string> after = expand(row.after, 0, 0);
      if (!after)
        return false;
      pieces.push_back({{}, *after});
    }
    current = nullptr;
    return true;
  }

  void bind(const OperandForm &form, const Operand &operand, std::vector<Binding> &outputs) {
    if (form.kind == OperandForm::Kind::Vector) {
      for (size_t i = 0; i < form.elements.size(); ++i)
        bind(form.elements[i], operand.elements[i], outputs);
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

  /// Of v2, v4: the elements, each of which is an instruction of its own.
  size_t elementsOf(const Instruction &instruction) const {
    for (size_t i = 0; i < instruction.operands.size(); ++i)
      if (instruction.operands[i].kind == Operand::Kind::Vector &&
          match.row->operands[i].kind != OperandForm::Kind::Vector)
        return instruction.operands[i].elements.size();
    return 1;
  }

  static const Operand &elementOf(const Operand &operand, size_t element) {
    return operand.kind == Operand::Kind::Vector ? operand.elements[element] : operand;
  }

  bool write(const Row &row, size_t output, const Binding &binding, size_t element,
             std::vector<Piece> &pieces) {
    const Operand &operand = elementOf(*binding.operand, element);
    if (output >= row.to.size())
      return fail("no rule knows the second result");
    const std::string type = typeOf(*binding.form);
    if (operand.kind == Operand::Kind::Discard) {
      std::optional<std::string> value = expand(row.to[output], element, 0);
      if (!value)
        return false;
      if (output == 0)
        pieces.push_back({{}, "(void)(" + *value + ")"});
      return true;
    }
    std::optional<Variable> variable = variableOf(operand);
    if (!variable)
      return false;
    if (!variable->isLvalue)
      return fail("a result goes to an operand that is no output");
    if ((type == "pred") != (variable->storage == Storage::Predicate))
      return fail("a predicate and a register are mixed");
    std::string value;
    const StringRef part = partType(type);
    for (unsigned i = 0; i < (part.empty() ? 1u : 2u); ++i) {
      std::optional<std::string> expanded = expand(row.to[output], element, i);
      if (!expanded)
        return false;
      if (part.empty()) {
        value = stored(*variable, type, std::move(*expanded));
      } else {
        Variable half;
        half.storage = Storage::Bits16;
        half.isExact = true;
        std::string bits = stored(half, part, std::move(*expanded));
        value.append(i == 0 ? "" : " | (unsigned)").append(bits).append(i == 0 ? "" : " << 16");
      }
    }
    pieces.push_back({variable->text, std::move(value)});
    return true;
  }

  /// The expression of a row with its $names filled in.
  std::optional<std::string> expand(StringRef text, size_t element, unsigned part) {
    std::string expanded;
    while (true) {
      const size_t dollar = text.find('$');
      expanded += text.take_front(dollar);
      if (dollar == StringRef::npos)
        return expanded;
      text = text.substr(dollar + 1);
      StringRef name = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
      text = text.drop_front(name.size());
      if (name == "type") {
        expanded += typeName(match.last);
      } else if (name == "volatile") {
        expanded += statement.isVolatile && statement.clobbersMemory ? "volatile " : "";
      } else if (name == "carry") {
        if (!hasCarry) {
          fail("it takes a carry that another asm statement leaves");
          return std::nullopt;
        }
        expanded += "ptx_carry";
      } else {
        std::optional<std::string> value = expandOperand(name, element, part);
        if (!value)
          return std::nullopt;
        expanded += *value;
      }
    }
  }

  std::optional<std::string> expandOperand(StringRef name, size_t element, unsigned part) {
    auto found = bindings.find(name);
    if (found == bindings.end()) {
      fail("its rule names $" + name + ", which is no operand");
      return std::nullopt;
    }
    const Binding &binding = found->second;
    if (binding.form->kind == OperandForm::Kind::Address)
      return address(*binding.operand, binding.form->type, element);
    return read(elementOf(*binding.operand, element), typeOf(*binding.form), part);
  }

  /// An address as something that a cast makes a pointer of.
  std::optional<std::string> address(const Operand &operand, StringRef space, size_t element) {
    const Operand &base = operand.elements.front();
    std::optional<Variable> variable = variableOf(base);
    if (!variable)
      return std::nullopt;
    std::string offset;
    if (operand.elements.size() == 2) {
      const Operand &added = operand.elements[1];
      std::optional<std::string> text;
      if (added.kind == Operand::Kind::Immediate) {
        text = added.text;
      } else {
        text = read(added, "s32");
      }
      if (!text)
        return std::nullopt;
      if (*text != "0")
        offset = (added.negated ? " - " : " + ") + *text;
    }
    if (element != 0)
      offset += " + " + std::to_string(element * bitsOfType(match.last) / 8);
    const bool isShared = space.empty() && llvm::any_of(current->modifiers, [](StringRef modifier) {
                            return modifier.split("::").first == "shared";
                          });
    if (isShared)
      return "__cvta_shared_to_generic(" + parenthesised(variable->text) + offset + ")";
    if (variable->isExact)
      return offset.empty() ? variable->text : "(" + variable->text + offset + ")";
    return offset.empty() ? parenthesised(variable->text)
                          : "(" + cast("char *", variable->text) + offset + ")";
  }

  // --- The statement as one expression ------------------------------------------

  bool mayBeExpression() const {
    if (program.instructions.size() != 1 || !program.registers.empty() || isTied)
      return false;
    return llvm::count_if(statement.operands,
                          [](const AsmOperand &operand) { return !operand.isPlain; }) <= 1;
  }

  /// Nullopt if it takes a block, or if there is no translation.
  std::optional<std::string> expression() {
    inBlock = false;
    std::vector<Piece> pieces;
    if (!translate(program.instructions.front(), pieces) || !assertions.empty())
      return std::nullopt;
    if (pieces.size() > 1 && (writesCarry || !mayBeInParts(pieces)))
      return std::nullopt;
    for (size_t i = 0; i < uses.size(); ++i) {
      const AsmOperand &operand = statement.operands[i];
      const bool once = uses[i] == 1 || (uses[i] == 0 && operand.isPlain);
      if (!once && (inMacro || !operand.isPlain))
        return std::nullopt;
    }
    std::string text;
    for (const Piece &piece : pieces) {
      if (!text.empty())
        text += ", ";
      if (!piece.destination.empty())
        text += piece.destination + " = ";
      else if (StringRef(piece.value).starts_with("for"))
        return std::nullopt;
      text += piece.value;
    }
    return text;
  }

  /// Whether nothing that is written can be part of what is read later: names alone.
  bool mayBeInParts(llvm::ArrayRef<Piece> pieces) const {
    llvm::StringMap<bool> written;
    bool allNames = true;
    for (const AsmOperand &operand : statement.operands) {
      allNames &= isOneToken(operand.expression) && !inMacro;
      if (operand.isOutput)
        written[StringRef(operand.expression).split('.').first] = true;
    }
    return allNames &&
           llvm::none_of(statement.operands,
                         [&](const AsmOperand &operand) {
                           return !operand.isOutput &&
                                  written.contains(StringRef(operand.expression).split('.').first);
                         }) &&
           !pieces.empty();
  }

  // --- The statement as a block ----------------------------------------------------

  Translation block() {
    inBlock = true;
    uses.assign(uses.size(), 0);
    writesCarry = hasCarry = false;
    std::vector<std::string> lines;
    for (const Instruction &instruction : program.instructions)
      if (!blockLines(instruction, lines))
        return std::move(result);

    std::string text = "do {\n" + llvm::join(assertions, "");
    for (size_t i = 0; i < statement.operands.size(); ++i)
      text += declaration(i);
    for (const RegisterDeclaration &declared : program.registers) {
      Operand name;
      name.text = declared.name;
      std::optional<Variable> variable = variableOf(name);
      text += (nameOf(variable->storage) + " " + variable->text + " = 0;\n").str();
    }
    if (writesCarry)
      text += "unsigned ptx_carry = 0;\n";
    for (const std::string &line : lines)
      text += line + "\n";
    for (size_t i = 0; i < statement.operands.size(); ++i)
      text += assignment(i);
    return translated(text + "} while (0)");
  }

  bool blockLines(const Instruction &instruction, std::vector<std::string> &lines) {
    current = &instruction;
    std::string guard;
    if (instruction.guard) {
      std::optional<std::string> predicate = read(*instruction.guard, "pred");
      if (!predicate)
        return false;
      guard = "if (" + *predicate + ") ";
    }
    std::vector<Piece> pieces;
    if (!translate(instruction, pieces))
      return false;
    const bool writesCarryNow =
        llvm::any_of(pieces, [](const Piece &piece) { return piece.isCarry; });
    // All results of an instruction are there before the first is written.
    const bool hasSeveral = llvm::count_if(pieces, [](const Piece &piece) {
                              return !piece.destination.empty() && !piece.isCarry;
                            }) > 1;
    std::string line, writes;
    for (const Piece &piece : pieces) {
      if (hasSeveral && !piece.destination.empty() && !piece.isCarry) {
        const std::string temporary = "ptx_value" + std::to_string(temporaries++);
        line += "const auto " + temporary + " = " + piece.value + "; ";
        writes += piece.destination + " = " + temporary + "; ";
        continue;
      }
      line += std::exchange(writes, {});
      if (!piece.destination.empty())
        line += piece.destination + " = ";
      line += piece.value + "; ";
    }
    line += writes;
    StringRef trimmed = StringRef(line).rtrim();
    const bool isCompound = hasSeveral || writesCarryNow || (!guard.empty() && pieces.size() > 1);
    lines.push_back(guard + (isCompound ? "{ " + trimmed.str() + " }" : trimmed.str()));
    return true;
  }

  /// The variable of the statement's operand: with its value, or empty for an output.
  std::string declaration(size_t index) {
    const AsmOperand &operand = statement.operands[index];
    if (operand.letter() == 'n' || llvm::isDigit(operand.letter()))
      return {};
    if (uses[index] == 0 && (operand.isOutput || operand.isPlain) && !operand.isReadWrite())
      return {};
    const Storage storage = storageOfOperand(index);
    std::string value = "0";
    std::string text;
    if (!operand.isOutput) {
      value = initial(storage, expressionOf(operand));
    } else if (operand.isReadWrite()) {
      std::string read = expressionOf(operand);
      if (!operand.isPlain || inMacro) {
        read = "ptx_operand" + std::to_string(index);
        text = "auto &" + read + " = " + operand.expression + ";\n";
      }
      value = initial(storage, read);
    } else if (const AsmOperand *tied = tiedTo(index)) {
      value = initial(storage, expressionOf(*tied));
    }
    return text + (operand.isOutput ? "" : "const ") + nameOf(storage).str() + " " +
           blockName(index) + " = " + value + ";\n";
  }

  static std::string initial(Storage storage, StringRef expression) {
    if (storage == Storage::Float || storage == Storage::Double)
      return expression.str();
    return cast(nameOf(storage), expression);
  }

  /// The input that begins in the register of output `index`.
  const AsmOperand *tiedTo(size_t index) const {
    for (const AsmOperand &operand : statement.operands)
      if (llvm::isDigit(operand.letter()) && size_t(operand.letter() - '0') == index)
        return &operand;
    return nullptr;
  }

  /// The assignment to what the user named as an output.
  std::string assignment(size_t index) const {
    const AsmOperand &operand = statement.operands[index];
    if (!operand.isOutput || (uses[index] == 0 && !operand.isReadWrite()))
      return {};
    std::string target = expressionOf(operand);
    if (operand.isReadWrite() && (!operand.isPlain || inMacro))
      target = "ptx_operand" + std::to_string(index);
    std::string value = blockName(index);
    if (storageOfOperand(index) == Storage::Bits64)
      value = "(__typeof__(" + target + "))" + value;
    return target + " = " + value + ";\n";
  }

  const AsmStatement &statement;
  const Table &table;
  const Program &program;
  bool inMacro;
  bool hasWideWarps;

  Translation result;
  std::vector<unsigned> uses;          ///< of the statement's operands
  std::vector<std::string> assertions; ///< before the block's instructions
  const Instruction *current = nullptr;
  Match match;
  llvm::StringMap<Binding> bindings;
  OperandForm pairForm;
  bool inBlock = true;
  bool isTied = false;
  bool writesCarry = false, hasCarry = false;
  unsigned temporaries = 0;
};

/// Whether the template, which is not read, is PTX all the same: a type with its dot, and
/// constraints that mean something there.
bool looksLikePtx(const AsmStatement &statement) {
  for (const AsmOperand &operand : statement.operands) {
    const char letter = operand.letter();
    if (!operand.constraint.empty() && letter != 'n' && !llvm::isDigit(letter) &&
        !storageOf(letter))
      return false;
  }
  StringRef text = statement.text;
  for (size_t dot = text.find('.'); dot != StringRef::npos; dot = text.find('.', dot + 1)) {
    StringRef word = text.substr(dot + 1).take_while(llvm::isAlnum);
    if (isType(word) && text.contains(';'))
      return true;
  }
  // A macro begins the instruction, and its operands follow.
  return !statement.unreadable.empty() && !statement.operands.empty() && text.contains('%') &&
         text.contains(';');
}

bool isPtx(const Program &program, const Table &table) {
  return llvm::any_of(program.instructions,
                      [&](const Instruction &instruction) {
                        return table.knowsOpcode(instruction.opcode) &&
                               (!instruction.modifiers.empty() ||
                                table.find(instruction).row != nullptr);
                      }) ||
         llvm::any_of(program.instructions, [](const Instruction &instruction) {
           return llvm::any_of(instruction.modifiers, [](StringRef word) { return isType(word); });
         });
}

} // namespace

Translation translate(const AsmStatement &statement, const Table &table,
                      const Surroundings &surroundings) {
  Translation result;
  if (!statement.unreadable.empty()) {
    if (looksLikePtx(statement)) {
      result.result = Translation::Result::Reported;
      result.instruction = StringRef(statement.text)
                               .trim()
                               .take_until([](char c) { return c == ';' || c == '\n' || c == ' '; })
                               .str();
      result.reason = "'" + statement.unreadable + "' makes a part of the instruction";
    }
    return result;
  }
  std::string error;
  const std::optional<Program> program = parseProgram(statement.text, error);
  if (!program) {
    if (looksLikePtx(statement)) {
      result.result = Translation::Result::Reported;
      result.instruction = StringRef(statement.text).trim().split(' ').first.str();
      result.reason = error;
    }
    return result;
  }
  if (program->instructions.empty() || !isPtx(*program, table))
    return result;
  return Translator(statement, table, *program, surroundings).run();
}

std::vector<Message> messagesOf(const Translation &translation) {
  if (translation.result == Translation::Result::Reported)
    return {{Severity::Error, "PTX has no meaning in MUSA: '" + translation.instruction + "' stays",
             translation.reason}};
  std::vector<Message> messages;
  messages.reserve(translation.notes.size());
  for (const Translation::Note &note : translation.notes)
    messages.push_back(
        {Severity::Warning, "'" + note.instruction + "' becomes C++ that differs", note.text});
  return messages;
}

} // namespace musaport::ptx
