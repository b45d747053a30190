//===- scripts/cmake/commands.cpp - CMake's commands ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/commands.h"

#include "scripts/cmake/embedded_commands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/JSON.h"

#include <deque>

using llvm::StringRef;

namespace musaport::cmake {

std::optional<Role> RoleList::at(size_t i) const {
  if (i < roles.size())
    return roles[i];
  switch (then) {
  case Then::Last:
    return roles.back();
  case Then::Beginning:
    return roles[i % roles.size()];
  case Then::End:
    break;
  }
  return std::nullopt;
}

bool RoleList::mayEndAt(size_t i) const {
  switch (then) {
  case Then::Last:
    return i + 1 >= roles.size();
  case Then::Beginning:
    return i % roles.size() == 0;
  case Then::End:
    break;
  }
  return i >= roles.size();
}

namespace {

/// The rows in their order, by the names that they are for.
class Table {
public:
  Table();
  const Signature &find(StringRef name, StringRef first, bool isOwn) const;

private:
  void add(const llvm::json::Object &row);

  const llvm::json::Value document; ///< all text of the others is a part of it
  std::deque<Signature> rows;
  llvm::StringMap<std::vector<const Signature *>> byName;
  std::vector<std::pair<llvm::GlobPattern, const Signature *>> byPattern;
};

/// The embedded table is right: a test reads all of it.
RoleList readRoles(const llvm::json::Array &texts) {
  constexpr llvm::StringLiteral repeats = "...";
  RoleList list;
  for (const llvm::json::Value &text : texts) {
    StringRef name = *text.getAsString();
    if (name == repeats) {
      list.then = RoleList::Then::Beginning;
      break;
    }
    if (name.consume_back(repeats))
      list.then = RoleList::Then::Last;
    list.roles.push_back(roleCalled(name).value());
  }
  return list;
}

Signature::Declares readDeclares(StringRef word) {
  using Declares = Signature::Declares;
  return llvm::StringSwitch<Declares>(word)
      .Case("command", Declares::Command)
      .Case("package", Declares::Package)
      .Case("target", Declares::Target)
      .Case("variable", Declares::Variable)
      .Default(Declares::Nothing);
}

void Table::add(const llvm::json::Object &row) {
  Signature &signature = rows.emplace_back();
  signature.arguments = readRoles(*row.getArray("arguments"));
  signature.declares = readDeclares(row.getString("declares").value_or(""));
  signature.needs = row.getString("needs").value_or("");
  if (const llvm::json::Array *words = row.getArray("first"))
    for (const llvm::json::Value &word : *words)
      signature.first.push_back(*word.getAsString());
  if (const llvm::json::Object *keywords = row.getObject("keywords"))
    for (const auto &[keyword, roles] : *keywords)
      signature.keywords[keyword] = readRoles(*roles.getAsArray());
  for (const llvm::json::Value &value : *row.getArray("names")) {
    StringRef name = *value.getAsString();
    if (name.contains('*'))
      byPattern.emplace_back(llvm::cantFail(llvm::GlobPattern::create(name)), &signature);
    else
      byName[name].push_back(&signature);
  }
}

Table::Table() : document(llvm::cantFail(llvm::json::parse(embeddedCommands))) {
  for (const llvm::json::Value &row : *document.getAsObject()->getArray("commands"))
    add(*row.getAsObject());
}

const Signature &Table::find(StringRef name, StringRef first, bool isOwn) const {
  if (auto found = byName.find(name); found != byName.end() && !isOwn)
    for (const Signature *signature : found->second)
      if (signature->first.empty() || llvm::is_contained(signature->first, first))
        return *signature;
  return *llvm::find_if(byPattern, [&](const auto &row) { return row.first.match(name); })->second;
}

} // namespace

const Signature &signatureOf(StringRef name, StringRef first, bool isOwn) {
  static const Table table;
  return table.find(name, first, isOwn);
}

} // namespace musaport::cmake
