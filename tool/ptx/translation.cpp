//===- ptx/translation.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One instruction with plain operands becomes an assignment, `x = __popc((unsigned)y)`. Everything
// else becomes a block with a variable for each operand and register, so that an operand is read
// once, before anything is written.
//===----------------------------------------------------------------------===//
#include "ptx/translation.h"

#include "ptx/draft.h"
#include "ptx/expressions.h"
#include "ptx/instruction_translation.h"
#include "ptx/operand_values.h"
#include "source/text_places.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <utility>

using llvm::StringRef;

namespace musaport::ptx {
namespace {

/// What holds an operand that is read and written, where it is not plain.
std::string referenceTo(size_t operand) { return "ptx_operand" + std::to_string(operand); }

class StatementTranslator {
public:
  StatementTranslator(const AsmStatement &statement, const Table &table, const Program &program,
                      const Surroundings &surroundings)
      : statement(statement), program(program), draft(statement, table, program, surroundings),
        values(draft), instructions(draft, values) {}

  Translation run() {
    if (!values.check())
      return std::move(draft.result);
    if (mayBeExpression()) {
      if (std::optional<std::string> text = expression())
        return translated(std::move(*text));
      if (draft.result.result == Translation::Result::Reported)
        return std::move(draft.result);
      draft.result = {};
    }
    if (std::optional<std::string> text = block())
      return translated(std::move(*text));
    return std::move(draft.result);
  }

private:
  Translation translated(std::string text) {
    draft.result.result = Translation::Result::Translated;
    draft.result.usesCarry = !draft.carryBetween.empty();
    draft.result.instruction = program.instructions.front().name();
    draft.result.text = std::move(text);
    return std::move(draft.result);
  }

  // --- As one expression ---------------------------------------------------------

  bool mayBeExpression() const {
    if (program.instructions.size() != 1 || !program.registers.empty() || values.isTied())
      return false;
    return llvm::count_if(statement.operands,
                          [](const AsmOperand &operand) { return !operand.isPlain; }) <= 1;
  }

  /// Nullopt if it takes a block, or if there is no translation.
  std::optional<std::string> expression() {
    values.begin(/*asBlock=*/false);
    std::vector<Piece> pieces;
    if (!instructions.translate(program.instructions.front(), pieces) ||
        !instructions.assertions().empty())
      return std::nullopt;
    if (pieces.size() > 1 &&
        (llvm::any_of(pieces, [](const Piece &piece) { return piece.isHelper; }) ||
         !mayBeInParts(pieces)))
      return std::nullopt;
    for (size_t i = 0; i < statement.operands.size(); ++i) {
      const AsmOperand &operand = statement.operands[i];
      const unsigned uses = values.usesOf(i);
      const bool once = uses == 1 || (uses == 0 && operand.isPlain);
      if (!once && (draft.inMacro || !operand.isPlain))
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
    llvm::StringSet<> written;
    bool allNames = true;
    for (const AsmOperand &operand : statement.operands) {
      allNames &= isOneToken(operand.expression) && !draft.inMacro;
      if (operand.isOutput)
        written.insert(StringRef(operand.expression).split('.').first);
    }
    return allNames &&
           llvm::none_of(statement.operands,
                         [&](const AsmOperand &operand) {
                           return !operand.isOutput &&
                                  written.contains(StringRef(operand.expression).split('.').first);
                         }) &&
           !pieces.empty();
  }

  // --- As a block ----------------------------------------------------------------

  /// Nullopt if there is no translation.
  std::optional<std::string> block() {
    values.begin(/*asBlock=*/true);
    instructions.begin();
    std::vector<std::string> lines;
    for (const Instruction &instruction : program.instructions)
      if (!addLine(instruction, lines))
        return std::nullopt;

    std::string text = "do {\n" + llvm::join(instructions.assertions(), "");
    for (size_t i = 0; i < statement.operands.size(); ++i)
      text += declaration(i);
    for (const RegisterDeclaration &declared : program.registers) {
      Operand name;
      name.text = declared.name;
      std::optional<Variable> variable = values.variableOf(name);
      text += (nameOf(variable->storage) + " " + variable->text + " = 0;\n").str();
    }
    if (instructions.writesCarry() && draft.carryBetween.empty())
      text += ("unsigned " + draft.carry() + " = 0;\n").str();
    for (const std::string &line : lines)
      text += line + "\n";
    for (size_t i = 0; i < statement.operands.size(); ++i)
      text += assignment(i);
    return text + "} while (0)";
  }

  bool addLine(const Instruction &instruction, std::vector<std::string> &lines) {
    draft.current = &instruction;
    std::string guard;
    if (instruction.guard) {
      std::optional<std::string> predicate = values.read(*instruction.guard, "pred");
      if (!predicate)
        return false;
      guard = "if (" + *predicate + ") ";
    }
    std::vector<Piece> pieces;
    if (!instructions.translate(instruction, pieces))
      return false;
    const bool hasHelpers = llvm::any_of(pieces, [](const Piece &piece) { return piece.isHelper; });
    const bool hasSeveral = llvm::count_if(pieces, isResult) > 1;
    const std::string line = lineOf(pieces, hasSeveral);
    const bool isCompound = hasSeveral || hasHelpers || (!guard.empty() && pieces.size() > 1);
    lines.push_back(guard + (isCompound ? "{ " + line + " }" : line));
    return true;
  }

  static bool isResult(const Piece &piece) { return !piece.destination.empty() && !piece.isHelper; }

  /// Of several results that read operands, all are there before the first is written.
  std::string lineOf(llvm::ArrayRef<Piece> pieces, bool hasSeveral) {
    std::string line, writes;
    for (const Piece &piece : pieces) {
      if (hasSeveral && isResult(piece) && piece.readsOperands) {
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
    return StringRef(line).rtrim().str();
  }

  /// The variable of the statement's operand: with its value, or empty for an output.
  std::string declaration(size_t index) const {
    const AsmOperand &operand = statement.operands[index];
    if (operand.letter() == 'n' || llvm::isDigit(operand.letter()))
      return {};
    if (values.usesOf(index) == 0 && (operand.isOutput || operand.isPlain) &&
        !operand.isReadWrite())
      return {};
    const Storage storage = values.storageOfOperand(index);
    std::string value = "0";
    std::string text;
    if (!operand.isOutput) {
      value = initial(storage, values.expressionOf(operand));
    } else if (operand.isReadWrite()) {
      std::string read = values.expressionOf(operand);
      if (!operand.isPlain || draft.inMacro) {
        read = referenceTo(index);
        text = "auto &" + read + " = " + operand.expression + ";\n";
      }
      value = initial(storage, read);
    } else if (const AsmOperand *tied = tiedTo(index)) {
      value = initial(storage, values.expressionOf(*tied));
    }
    return text + (operand.isOutput ? "" : "const ") + nameOf(storage).str() + " " +
           OperandValues::blockName(index) + " = " + value + ";\n";
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
    if (!operand.isOutput || (values.usesOf(index) == 0 && !operand.isReadWrite()))
      return {};
    std::string target = values.expressionOf(operand);
    if (operand.isReadWrite() && (!operand.isPlain || draft.inMacro))
      target = referenceTo(index);
    std::string value = OperandValues::blockName(index);
    if (values.storageOfOperand(index) == Storage::Bits64)
      value = "(__typeof__(" + target + "))" + value;
    return target + " = " + value + ";\n";
  }

  const AsmStatement &statement;
  const Program &program;
  Draft draft;
  OperandValues values;
  InstructionTranslator instructions;
  unsigned temporaries = 0;
};

/// Whether the template, which is not read, is PTX all the same: a type with its dot, or an
/// instruction in a function of the device; and constraints that mean something there.
bool looksLikePtx(const AsmStatement &statement, bool isDevice) {
  for (const AsmOperand &operand : statement.operands) {
    const char letter = operand.letter();
    if (!operand.constraint.empty() && letter != 'n' && !llvm::isDigit(letter) &&
        !storageOf(letter))
      return false;
  }
  StringRef text = statement.text;
  if (isDevice && text.contains(';') && llvm::any_of(text, llvm::isAlpha))
    return true;
  for (size_t dot = text.find('.'); dot != StringRef::npos; dot = text.find('.', dot + 1)) {
    StringRef word = text.substr(dot + 1).take_while(llvm::isAlnum);
    if (isType(word) && text.contains(';'))
      return true;
  }
  // A macro begins the instruction, and its operands follow.
  return !statement.unreadable.empty() && !statement.operands.empty() && text.contains('%') &&
         text.contains(';');
}

bool hasPtx(const Program &program, const Table &table) {
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

std::string whyNotRead(const AsmStatement &statement) {
  if (statement.isTooLong)
    return "the asm statement has more than " + std::to_string(longestAsmStatement) +
           " words, strings and signs";
  if (statement.hasAnother)
    return "the asm statement contains another one";
  if (StringRef(statement.unreadable).starts_with("#"))
    return "there is " + quote(statement.unreadable) +
           " within the asm statement: move it out, with a whole statement in each branch";
  return "a part of the instruction comes from " + quote(statement.unreadable);
}

/// The first word of a text that could not be read, for a message.
std::string firstWord(StringRef text) {
  return printable(
      text.ltrim("{ \t\r\n").take_until([](char c) { return c == ';' || llvm::isSpace(c); }));
}

Translation reported(std::string instruction, std::string reason) {
  Translation result;
  result.result = Translation::Result::Reported;
  result.instruction = std::move(instruction);
  result.reason = std::move(reason);
  return result;
}

/// The translation of the statement, whatever its alternatives are.
Translation translateAlone(const AsmStatement &statement, const Table &table,
                           const Surroundings &surroundings) {
  const auto reportedIfPtx = [&](std::string reason) {
    return looksLikePtx(statement, surroundings.isDevice)
               ? reported(firstWord(statement.text), std::move(reason))
               : Translation();
  };
  if (!statement.isRead())
    return reportedIfPtx(whyNotRead(statement));
  std::string error;
  const std::optional<Program> program = parseProgram(statement.text, error);
  if (!program)
    return reportedIfPtx(error);
  if (program->instructions.empty())
    return {};
  if (!hasPtx(*program, table))
    return reportedIfPtx("MUSA has no function for it");
  return StatementTranslator(statement, table, *program, surroundings).run();
}

/// Adds what `from`, which has the same text, tells of itself.
void add(Translation from, Translation &to) {
  for (std::string &used : from.used)
    if (!llvm::is_contained(to.used, used))
      to.used.push_back(std::move(used));
  for (Translation::Note &note : from.notes)
    if (llvm::none_of(to.notes,
                      [&](const Translation::Note &known) { return known.text == note.text; }))
      to.notes.push_back(std::move(note));
}

} // namespace

CarryUse carryUseOf(const Program &program, const Table &table) {
  CarryUse use;
  bool isFirst = true;
  for (const Instruction &instruction : program.instructions) {
    const Row *row = table.find(instruction).row;
    if (row == nullptr)
      continue;
    const bool reads =
        llvm::any_of(row->to, [](StringRef expression) { return expression.contains("$carry"); });
    const bool writes = !row->carry.empty();
    if (!reads && !writes)
      continue;
    // If its guard does not hold, the flag stays as it was.
    use.reads |= isFirst && (reads || instruction.guard);
    use.leaves = writes;
    isFirst = false;
  }
  return use;
}

CarryUse carryUseOf(const AsmStatement &statement, const Table &table) {
  std::string error;
  std::optional<Program> program;
  if (statement.isRead())
    program = parseProgram(statement.text, error);
  CarryUse use = program ? carryUseOf(*program, table) : CarryUse();
  for (const AsmStatement &alternative : statement.alternatives) {
    const CarryUse other = carryUseOf(alternative, table);
    use.reads |= other.reads;
    use.leaves |= other.leaves;
  }
  return use;
}

bool isPtx(const AsmStatement &statement, const Table &table, bool isDevice) {
  std::string error;
  std::optional<Program> program;
  if (statement.isRead())
    program = parseProgram(statement.text, error);
  const bool isKnown = program && hasPtx(*program, table);
  const bool isOther = program ? isDevice && !program->instructions.empty() : true;
  return isKnown || (isOther && looksLikePtx(statement, isDevice)) ||
         llvm::any_of(statement.alternatives, [&](const AsmStatement &alternative) {
           return isPtx(alternative, table, isDevice);
         });
}

Translation translate(const AsmStatement &statement, const Table &table,
                      const Surroundings &surroundings) {
  Translation result = translateAlone(statement, table, surroundings);
  for (const AsmStatement &alternative : statement.alternatives) {
    Translation other = translateAlone(alternative, table, surroundings);
    if (result.result == Translation::Result::Reported)
      return result;
    if (other.result == Translation::Result::Reported)
      return other;
    if (other.result != result.result || other.text != result.text)
      return reported((other.instruction.empty() ? result : other).instruction,
                      "the branches of an #if within the asm statement become different code: "
                      "write a whole statement into each branch");
    add(std::move(other), result);
  }
  return result;
}

std::vector<Message> messagesOf(const Translation &translation) {
  if (translation.result == Translation::Result::Reported)
    return {{Severity::Error, "PTX has no meaning in MUSA: '" + translation.instruction + "' stays",
             translation.reason}};
  std::vector<Message> messages;
  messages.reserve(translation.notes.size());
  for (const Translation::Note &note : translation.notes)
    messages.push_back({Severity::Warning,
                        "'" + note.instruction + "' becomes C++ that behaves differently",
                        note.text});
  return messages;
}

} // namespace musaport::ptx