//===- rules/rule_checks.cpp - validates rules ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/names.h"
#include "rules/pattern.h"
#include "rules/rule_reader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace musaport {
namespace {

bool checkScript(const JsonMember &entry, const Rule &rule, RuleReader &reader) {
  const ByteRange range = entry.keyRange;
  const bool isFlag = rule.kind == RuleKind::Flag;
  if (isFlag != rule.from.starts_with("-")) {
    reader.error(range, isFlag ? "a flag begins with '-'" : quote(rule.from) + " is a flag's name")
        .notes.push_back("flags are in the table 'flags' of the section 'build'");
    return false;
  }
  if (isFlag) {
    constexpr llvm::StringLiteral value = "$value";
    const size_t dollar = rule.from.find('$');
    if (dollar != llvm::StringRef::npos && rule.from.substr(dollar) != value) {
      reader.error(range, "the only '$' in a flag may be '$value' at its end");
      return false;
    }
    if (rule.from.count(' ') > 1 || (dollar == llvm::StringRef::npos && rule.to.contains(value))) {
      reader.error(range, quote(rule.from) + " is not a flag")
          .notes.push_back("it has the form '-a', '-a=$value' or '-a $value'");
      return false;
    }
    return true;
  }
  if (rule.kind == RuleKind::CMakeCommand && rule.to.contains('(') &&
      !(rule.to.split('(').second.starts_with("* ") && rule.to.ends_with(")"))) {
    reader.error(range, quote(rule.to) + " is not a command")
        .notes.push_back("it has the form 'name' or 'name(* more arguments)'");
    return false;
  }
  const bool mayHaveStar = rule.kind == RuleKind::CMakeVariable;
  if (rule.from.drop_back(mayHaveStar).contains('*') ||
      (!rule.to.empty() && rule.from.ends_with("*") != rule.to.ends_with("*"))) {
    reader.error(range,
                 "a * must end both sides or neither; it stands for the rest of a variable's name");
    return false;
  }
  return true;
}

bool checkHeader(const JsonMember &entry, const Rule &rule, RuleReader &reader) {
  const ByteRange range = entry.keyRange;
  if (rule.from.find_first_of("<>\"") != llvm::StringRef::npos) {
    reader.error(range, "a header's key is the name alone, without its delimiters")
        .notes.push_back("write '" + printable(rule.from.trim("<>\"")) + "'");
    return false;
  }
  llvm::StringRef name = rule.to;
  const bool delimited = name.size() >= 2 && ((name.starts_with("<") && name.ends_with(">")) ||
                                              (name.starts_with("\"") && name.ends_with("\"")));
  if (delimited)
    name = name.drop_front().drop_back();
  if (name.find_first_of("<>\"") != llvm::StringRef::npos || (delimited && name.empty())) {
    reader.error(range, quote(rule.to) + " is not a header name")
        .notes.push_back("write x.h, <x.h> or \"x.h\"");
    return false;
  }
  const size_t stars = rule.from.count('*');
  if (stars > 1 || (stars == 1 && !rule.from.ends_with("*")) || name.count('*') > 1 ||
      (name.contains('*') && !name.ends_with("*"))) {
    reader.error(range, "a * may stand only at the end of a header's name");
    return false;
  }
  if (!name.empty() && rule.from.ends_with("*") != name.ends_with("*")) {
    reader.error(range, "a * must end both sides or neither; it stands for the rest of the name");
    return false;
  }
  return true;
}

bool checkNamespace(const JsonMember &entry, const Rule &rule, RuleReader &reader) {
  const ByteRange range = entry.keyRange;
  llvm::SmallVector<llvm::StringRef, 4> from, to;
  rule.from.split(from, "::");
  rule.to.split(to, "::");
  if (!llvm::all_of(from, isIdentifier)) {
    reader.error(range, quote(rule.from) + " is not a qualified namespace")
        .notes.push_back("write it as 'at::cuda'");
    return false;
  }
  if (rule.to.empty())
    return true;
  if (!llvm::all_of(to, isIdentifier)) {
    reader.error(range, quote(rule.to) + " is not a qualified namespace");
    return false;
  }
  if (from.size() != to.size() || !std::equal(from.begin(), from.end() - 1, to.begin())) {
    reader
        .error(range, "only the last component of a namespace is edited: " + quote(rule.from) +
                          " and " + quote(rule.to) + " differ in more")
        .notes.push_back("use an identifier or a pattern for the rest");
    return false;
  }
  return true;
}

} // namespace

bool checkRule(const JsonMember &entry, const Rule &rule, RuleReader &reader) {
  const ByteRange range = entry.keyRange;
  if (rule.from.empty()) {
    reader.error(range, "an entry needs a name");
    return false;
  }
  if (!reader.checkText(range, rule.from, "the key"))
    return false;
  switch (rule.kind) {
  case RuleKind::Identifier:
    return reader.checkIdentifier(range, rule.from, "the key");
  case RuleKind::Header:
    return checkHeader(entry, rule, reader);
  case RuleKind::Namespace:
    return checkNamespace(entry, rule, reader);
  case RuleKind::Pattern:
    if (llvm::Expected<Pattern> pattern = compilePattern(rule)) {
      return true;
    } else {
      reader.error(range, "the pattern " + quote(rule.from) + " can never match: " +
                              printable(llvm::toString(pattern.takeError())));
      return false;
    }
  case RuleKind::IdentifierPart:
  case RuleKind::HeaderPart:
    return true;
  default:
    return checkScript(entry, rule, reader);
  }
}

bool checkPath(ByteRange range, llvm::StringRef path, RuleReader &reader) {
  llvm::SmallVector<llvm::StringRef, 8> parts;
  path.split(parts, '/');
  if (parts.back().empty() && parts.size() > 1)
    parts.pop_back(); // the / at the end
  if (llvm::none_of(parts, [](llvm::StringRef part) {
        return part.empty() || part == "." || part == ".." || part.contains('\\');
      }))
    return true;
  reader.error(range, quote(path) + " is not a part of a path")
      .notes.push_back("write it as 'c10/cuda/'");
  return false;
}

} // namespace musaport
