//===- ptx/table.cpp -------------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ptx/table.h"

#include "source/json_schema.h"
#include "source/name_characters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::ArrayRef;
using llvm::StringRef;

namespace musaport::ptx {
namespace {

constexpr StringRef faultId = "musa-rule-file";

/// Reads "ld[.{ca,cg}].{u32,s32} d, [m]" and "ld.#{ca,global.nc}.u32 d, [m]".
class FormParser {
public:
  FormParser(StringRef text, Row &row) : rest(text), row(row) {}

  bool parse() {
    row.opcode = word();
    while (!rest.empty() && rest.front() != ' ') {
      if (rest == ".*") {
        row.isAnything = true;
        return true;
      }
      ModifierForm &modifier = row.modifiers.emplace_back();
      modifier.optional = rest.consume_front("[");
      if (!rest.consume_front("."))
        return false;
      if (rest.consume_front("#{")) {
        modifier.isParameter = true;
        llvm::SmallVector<StringRef, 8> choices;
        rest.take_until([](char c) { return c == '}'; }).split(choices, ',');
        modifier.choices.assign(choices.begin(), choices.end());
        rest = rest.substr(rest.find('}')).drop_front();
      } else if (rest.consume_front("{")) {
        do
          modifier.choices.push_back(word());
        while (rest.consume_front(","));
        if (!rest.consume_front("}"))
          return false;
      } else {
        modifier.choices.push_back(word());
      }
      if ((modifier.optional && !rest.consume_front("]")) ||
          llvm::any_of(modifier.choices, [](const std::string &choice) { return choice.empty(); }))
        return false;
    }
    if (rest.trim().empty())
      return !row.opcode.empty();
    do
      if (!operand(row.operands.emplace_back()))
        return false;
    while (rest.consume_front(","));
    return rest.empty() && !row.opcode.empty();
  }

private:
  std::string word() {
    StringRef taken = rest.take_while([](char c) { return isNameCharacter(c) || c == ':'; });
    rest = rest.drop_front(taken.size());
    return taken.str();
  }
  std::string identifier() {
    StringRef taken = rest.take_while(isNameCharacter);
    rest = rest.drop_front(taken.size());
    return taken.str();
  }

  bool operand(OperandForm &form) {
    rest = rest.ltrim();
    if (rest.consume_front("[")) {
      form.kind = OperandForm::Kind::Address;
      form.name = identifier();
      if (rest.consume_front(":"))
        form.type = identifier();
      return !form.name.empty() && rest.consume_front("]");
    }
    if (rest.consume_front("{")) {
      form.kind = OperandForm::Kind::Vector;
      do
        if (!operand(form.elements.emplace_back()))
          return false;
      while (rest.consume_front(","));
      return rest.consume_front("}");
    }
    if (!rest.empty() && llvm::isDigit(rest.front())) {
      form.kind = OperandForm::Kind::Literal;
      form.name = identifier();
      return true;
    }
    form.name = identifier();
    if (rest.consume_front("|"))
      form.predicate = identifier();
    if (rest.consume_front(":"))
      form.type = identifier();
    return !form.name.empty() && (form.type.empty() || isType(form.type));
  }

  StringRef rest;
  Row &row;
};

std::string stringOf(const JsonValue &object, StringRef key) {
  const JsonValue *value = object.find(key);
  return value ? value->string : std::string();
}

std::vector<std::string> stringsOf(const JsonValue &value) {
  if (value.isString())
    return {value.string};
  std::vector<std::string> strings;
  strings.reserve(value.elements.size());
  for (const JsonValue &element : value.elements)
    strings.push_back(element.string);
  return strings;
}

/// Whether the operand is of the form's shape.
bool fits(const OperandForm &form, const Operand &operand) {
  switch (form.kind) {
  case OperandForm::Kind::Literal:
    return operand.kind == Operand::Kind::Immediate && operand.text == form.name;
  case OperandForm::Kind::Address:
    return operand.kind == Operand::Kind::Address && operand.elements.size() <= 2;
  case OperandForm::Kind::Vector:
    if (operand.kind != Operand::Kind::Vector) // a register alone needs no braces
      return form.elements.size() == 1 && fits(form.elements.front(), operand);
    return operand.elements.size() == form.elements.size();
  case OperandForm::Kind::Value:
    if (operand.kind == Operand::Kind::Pair)
      return !form.predicate.empty();
    return operand.kind != Operand::Kind::Address;
  }
  return false;
}

bool matches(const ModifierForm &form, StringRef modifier) {
  return form.isParameter ? modifier.starts_with("#") : llvm::is_contained(form.choices, modifier);
}

bool fits(const Row &row, const Instruction &instruction, Match &match) {
  match = {};
  match.row = &row;
  size_t at = 0;
  for (const ModifierForm &form : row.modifiers) {
    const bool here = at < instruction.modifiers.size() && matches(form, instruction.modifiers[at]);
    if (!here && !form.optional)
      return false;
    if (!here)
      continue;
    const std::string &modifier = instruction.modifiers[at++];
    if (form.isParameter) {
      match.parameter = modifier.substr(1);
      match.parameterForm = &form;
    }
    if (isType(modifier)) {
      if (match.first.empty())
        match.first = modifier;
      match.last = modifier;
    }
  }
  if (at != instruction.modifiers.size() || row.operands.size() != instruction.operands.size())
    return false;
  bool hasVector = false, splitsVector = false;
  for (size_t i = 0; i < row.operands.size(); ++i) {
    if (!fits(row.operands[i], instruction.operands[i]))
      return false;
    splitsVector |= row.operands[i].kind == OperandForm::Kind::Vector;
    hasVector |= instruction.operands[i].kind == Operand::Kind::Vector &&
                 instruction.operands[i].elements.size() > 1;
  }
  // A vector that the row does not take apart is one value for each of v2, v4.
  return !hasVector || splitsVector || llvm::any_of(instruction.modifiers, [](StringRef modifier) {
    return modifier == "v2" || modifier == "v4" || modifier == "v8";
  });
}

/// The modifiers in the order of the row's form; nullopt if some of them are not of the form. Types
/// keep their order, because it says which is the result's.
std::optional<std::vector<std::string>> inOrderOf(const Row &row, ArrayRef<std::string> modifiers) {
  std::vector<std::string> ordered, left(modifiers);
  for (const ModifierForm &form : row.modifiers) {
    bool isBehindType = false;
    auto found = llvm::find_if(left, [&](StringRef modifier) {
      const bool is = isType(modifier);
      const bool fits = matches(form, modifier) && !(is && isBehindType);
      isBehindType |= is;
      return fits;
    });
    if (found != left.end()) {
      ordered.push_back(*found);
      left.erase(found);
    }
  }
  if (!left.empty())
    return std::nullopt;
  return ordered;
}

} // namespace

const Table &Table::embedded() {
  static const Table instance = [] {
    Table table;
    std::vector<Diagnostic> diagnostics;
    for (const EmbeddedFile &file : embeddedFiles())
      table.add(file.path, file.text, {}, diagnostics); // embed_ptx has found no faults
    return table;
  }();
  return instance;
}

bool Table::add(StringRef path, StringRef text, StringRef schema,
                std::vector<Diagnostic> &diagnostics) {
  const size_t before = diagnostics.size();
  const TextPlaces places(path, text);
  std::optional<JsonValue> document = parseJson(places, faultId, diagnostics);
  if (!document ||
      (!schema.empty() && !checkSchema(*document, schema, places, faultId, diagnostics)))
    return false;
  auto fault = [&](const JsonMember &member, const llvm::Twine &message) {
    diagnostics.push_back(places.diagnostic(faultId, Severity::Error, member.keyRange, message));
  };

  if (const JsonValue *registers = document->find("registers"))
    for (const JsonMember &member : registers->members) {
      const JsonValue &value = member.value;
      SpecialRegister special = {member.key,
                                 stringOf(value, "type"),
                                 stringOf(value, "to"),
                                 stringOf(value, "note"),
                                 stringOf(value, "wide_warps"),
                                 stringOf(value, "reported")};
      if (!specials.try_emplace(member.key, std::move(special)).second)
        fault(member, "a second row for " + quote(member.key));
    }
  if (const JsonValue *types = document->find("headers"))
    for (const JsonMember &member : types->members)
      if (!headers.try_emplace(member.key, member.value.string).second)
        fault(member, "a second row for " + quote(member.key));
  if (const JsonValue *instructions = document->find("instructions"))
    for (const JsonMember &member : instructions->members) {
      Row row;
      row.form = member.key;
      row.file = path.str();
      row.header = stringOf(*document, "header");
      row.line = places.line(member.keyRange.begin);
      if (!FormParser(member.key, row).parse()) {
        fault(member, quote(member.key) + " is no form of an instruction");
        continue;
      }
      const JsonValue &value = member.value;
      if (!value.isObject()) {
        row.to = stringsOf(value);
      } else {
        if (const JsonValue *to = value.find("to"))
          row.to = stringsOf(*to);
        row.value = stringOf(value, "value");
        row.carry = stringOf(value, "carry");
        row.before = stringOf(value, "before");
        row.after = stringOf(value, "after");
        row.note = stringOf(value, "note");
        row.wideWarps = stringOf(value, "wide_warps");
        row.reported = stringOf(value, "reported");
      }
      if (row.to.empty() == row.reported.empty())
        fault(member, "either a translation or a reason is needed");
      byOpcode[row.opcode].push_back(allRows.size());
      allRows.push_back(std::move(row));
    }
  return diagnostics.size() == before;
}

Match Table::find(const Instruction &instruction) const {
  auto found = byOpcode.find(instruction.opcode);
  if (found == byOpcode.end())
    return {};
  Match match;
  for (size_t index : found->second)
    if (!allRows[index].isAnything && fits(allRows[index], instruction, match))
      return match;
  Instruction reordered = instruction;
  for (size_t index : found->second) {
    const Row &row = allRows[index];
    if (row.isAnything)
      continue;
    if (auto modifiers = inOrderOf(row, instruction.modifiers)) {
      reordered.modifiers = std::move(*modifiers);
      if (fits(row, reordered, match))
        return match;
    }
  }
  for (size_t index : found->second)
    if (allRows[index].isAnything) {
      match = {};
      match.row = &allRows[index];
      return match;
    }
  return {};
}

const SpecialRegister *Table::findSpecial(StringRef name) const {
  auto found = specials.find(name);
  return found == specials.end() ? nullptr : &found->second;
}

} // namespace musaport::ptx
