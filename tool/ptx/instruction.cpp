//===- ptx/instruction.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ptx/instruction.h"

#include "source/text_places.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace musaport::ptx {
namespace {

/// A template declares a handful of registers; a number beyond this is a mistake.
constexpr unsigned mostNumbered = 1024;
/// No operand of PTX's has more brackets around it.
constexpr unsigned deepestOperand = 8;

bool isNameStart(char c) { return llvm::isAlpha(c) || c == '_' || c == '$'; }
bool isNamePart(char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; }

class Parser {
public:
  Parser(StringRef text, std::string &error) : rest(text), error(error) {}

  std::optional<Program> parse() {
    for (skip(); !rest.empty(); skip())
      if (!parseStatement())
        return std::nullopt;
    if (depth != 0)
      return fail("a { is not closed"), std::nullopt;
    return std::move(program);
  }

private:
  /// Says `message` and what stands here.
  bool failBefore(const llvm::Twine &message) {
    return fail(message + " " + quote(rest.take_front(20)));
  }

  bool fail(const llvm::Twine &message) {
    if (error.empty())
      error = message.str();
    return false;
  }

  /// White space and comments.
  void skip() {
    while (!rest.empty()) {
      rest = rest.ltrim(" \t\r\n\f\v");
      if (rest.starts_with("//"))
        rest = rest.substr(rest.find('\n'));
      else if (rest.starts_with("/*"))
        rest = rest.drop_front(2).split("*/").second;
      else
        return;
    }
  }

  bool accept(char c) {
    skip();
    return rest.consume_front(StringRef(&c, 1));
  }
  bool expect(char c) {
    if (accept(c))
      return true;
    return failBefore("'" + llvm::Twine(c) + "' expected before");
  }

  /// Of a macro's parameter that is anything but a modifier, nothing is known.
  bool failAtParameter() {
    rest = rest.drop_front();
    return fail("a part of the instruction comes from '" + name() + "'");
  }

  StringRef take(size_t length) {
    StringRef taken = rest.take_front(length);
    rest = rest.drop_front(length);
    return taken;
  }

  StringRef name() {
    skip();
    if (rest.empty() || !isNameStart(rest.front()))
      return {};
    return take(rest.take_while(isNamePart).size());
  }

  bool parseStatement() {
    if (accept('{')) {
      ++depth;
      return true;
    }
    if (accept('}'))
      return depth-- > 0 || fail("one } too many");
    if (accept(';')) // an empty statement
      return true;
    if (rest.starts_with("."))
      return parseDirective();
    Instruction instruction;
    if (accept('@')) {
      const bool negated = accept('!');
      instruction.guard.emplace();
      if (!parseSimple(*instruction.guard))
        return false;
      instruction.guard->negated = negated;
    }
    if (rest.starts_with("#"))
      return failAtParameter();
    StringRef opcode = name();
    if (rest.starts_with("#"))
      return failAtParameter();
    if (opcode.empty())
      return failBefore("expected an instruction at");
    if (!instruction.guard && labelEnds(opcode))
      return true;
    instruction.opcode = opcode.str();
    while (rest.starts_with(".")) {
      rest = rest.drop_front();
      // #name: what a macro's parameter says
      const size_t begin = rest.starts_with("#") ? 1 : 0;
      size_t length = rest.drop_front(begin)
                          .take_while([](char c) { return isNamePart(c) || c == ':'; })
                          .size();
      if (length == 0)
        return failBefore("expected a modifier at");
      instruction.modifiers.push_back(take(begin + length).str());
    }
    if (!accept(';')) {
      do
        if (!parseOperand(instruction.operands.emplace_back()))
          return false;
      while (accept(','));
      if (!expect(';'))
        return false;
    }
    program.instructions.push_back(std::move(instruction));
    return true;
  }

  /// LABEL: or LABEL_%=:
  bool labelEnds(StringRef first) {
    StringRef saved = rest;
    rest.consume_front("%=");
    if (!rest.starts_with("::") && accept(':')) {
      program.labels.push_back(first.str());
      return true;
    }
    rest = saved;
    return false;
  }

  bool parseDirective() {
    if (!rest.consume_front(".reg"))
      return fail("the directive '" + rest.take_until([](char c) { return llvm::isSpace(c); }) +
                  "'");
    skip();
    if (!rest.consume_front("."))
      return fail("expected a type after .reg");
    std::string type = name().str();
    if (!isType(type))
      return fail("'" + type + "' is not a register type");
    do {
      StringRef declared = registerName();
      if (declared.empty())
        return failBefore("expected a register name at");
      if (!accept('<')) {
        if (!declare(type, declared.str()))
          return false;
        continue;
      }
      unsigned count = 0;
      skip();
      if (rest.consumeInteger(10, count) || count > mostNumbered || !expect('>'))
        return fail("expected a number of registers");
      for (unsigned i = 0; i < count; ++i)
        if (!declare(type, declared.str() + std::to_string(i)))
          return false;
    } while (accept(','));
    return expect(';');
  }

  bool declare(const std::string &type, std::string declared) {
    if (!declaredNames.insert(declared).second)
      return fail("the register '" + declared + "' is declared twice");
    program.registers.push_back({type, std::move(declared)});
    return true;
  }

  /// r1, or %r1 (%%r1 in the template): the percent sign is part of PTX's name, and says nothing.
  StringRef registerName() {
    skip();
    rest.consume_front("%");
    rest.consume_front("%");
    return name();
  }

  bool parseOperand(Operand &operand, unsigned level = 0) {
    if (level > deepestOperand)
      return failBefore("too many brackets around");
    if (accept('{')) {
      operand.kind = Operand::Kind::Vector;
      do
        if (!parseOperand(operand.elements.emplace_back(), level + 1))
          return false;
      while (accept(','));
      return expect('}');
    }
    if (accept('['))
      return parseAddress(operand, level);
    if (accept('!')) {
      if (!parseSimple(operand))
        return false;
      operand.negated = true;
      return true;
    }
    if (!parseSimple(operand))
      return false;
    if (!accept('|'))
      return true;
    Operand pair;
    pair.kind = Operand::Kind::Pair;
    pair.elements.push_back(std::move(operand));
    if (!parseSimple(pair.elements.emplace_back()))
      return false;
    operand = std::move(pair);
    return true;
  }

  bool parseAddress(Operand &operand, unsigned level) {
    operand.kind = Operand::Kind::Address;
    if (!parseSimple(operand.elements.emplace_back()))
      return false;
    if (accept('+')) {
      if (!parseSimple(operand.elements.emplace_back()))
        return false;
    } else if (accept('-')) {
      if (!parseSimple(operand.elements.emplace_back()))
        return false;
      operand.elements.back().negated = true;
    } else if (accept(',')) { // coordinates of a tensor or texture
      do
        if (!parseOperand(operand.elements.emplace_back(), level + 1))
          return false;
      while (accept(','));
      operand.elements.resize(std::max<size_t>(operand.elements.size(), 3));
    }
    return expect(']');
  }

  bool parseSimple(Operand &operand) {
    skip();
    if (rest.consume_front("%[")) {
      operand.kind = Operand::Kind::Statement;
      operand.text = name().str();
      return expect(']');
    }
    if (rest.starts_with("%") && rest.size() > 1 && llvm::isDigit(rest[1])) {
      operand.kind = Operand::Kind::Statement;
      rest = rest.drop_front();
      operand.text = take(rest.take_while(llvm::isDigit).size()).str();
      return true;
    }
    if (rest.starts_with("%")) {
      rest.consume_front("%");
      rest.consume_front("%");
      StringRef named = name();
      if (named.empty())
        return failBefore("expected a register at");
      if (declaredNames.contains(named)) {
        operand.text = named.str();
        return true;
      }
      operand.kind = Operand::Kind::Special;
      operand.text = ("%" + named).str();
      while (rest.starts_with(".") && rest.size() > 1 && llvm::isAlpha(rest[1])) {
        operand.text += '.';
        rest = rest.drop_front();
        operand.text += name();
      }
      return true;
    }
    if (!rest.empty() && (llvm::isDigit(rest.front()) || rest.front() == '-'))
      return parseNumber(operand);
    if (rest.starts_with("#"))
      return failAtParameter();
    StringRef named = name();
    if (named.empty())
      return failBefore("expected an operand at");
    rest.consume_front("%="); // the end of a label
    if (named == "_")
      operand.kind = Operand::Kind::Discard;
    else if (named == "WARP_SZ")
      operand.kind = Operand::Kind::Immediate;
    operand.text = named.str();
    return true;
  }

  bool parseNumber(Operand &operand) {
    operand.kind = Operand::Kind::Immediate;
    operand.text = accept('-') ? "-" : "";
    skip();
    size_t length =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '.' || c == '_'; }).size();
    StringRef digits = take(length);
    if (digits.empty() || !llvm::isDigit(digits.front()))
      return failBefore("expected a number at");
    // 1.0e-5
    if (llvm::toLower(digits.back()) == 'e' && digits.contains('.') &&
        (rest.starts_with("-") || rest.starts_with("+"))) {
      operand.text += digits;
      digits = take(1 + rest.drop_front().take_while(llvm::isDigit).size());
    }
    operand.text += digits;
    return true;
  }

  StringRef rest;
  std::string &error;
  Program program;
  llvm::StringSet<> declaredNames;
  int depth = 0;
};

} // namespace

std::string Instruction::name() const {
  std::string all = opcode;
  for (const std::string &modifier : modifiers)
    all += "." + modifier;
  return all;
}

bool isType(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", true)
      .Cases("b8", "b16", "b32", "b64", "b128", "f16", "f32", "f64", true)
      .Cases("f16x2", "bf16", "bf16x2", "tf32", "u16x2", "s16x2", "pred", true)
      .Cases("e4m3x2", "e5m2x2", true)
      .Default(false);
}

std::optional<Program> parseProgram(StringRef text, std::string &error) {
  error.clear();
  return Parser(text, error).parse();
}

} // namespace musaport::ptx
