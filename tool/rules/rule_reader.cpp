//===- rules/rule_reader.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/rule_reader.h"

#include "rules/names.h"

#include "llvm/ADT/STLExtras.h"

namespace musaport {

std::string listOf(llvm::ArrayRef<llvm::StringRef> names) {
  std::string result;
  for (llvm::StringRef name : names)
    result += (result.empty() ? "'" : ", '") + name.str() + "'";
  return result;
}

Diagnostic &RuleReader::error(ByteRange range, const llvm::Twine &message) {
  ++faultCount;
  diagnostics.push_back(places.diagnostic(ruleFileId, Severity::Error, range, message));
  return diagnostics.back();
}

bool RuleReader::expect(const JsonValue &value, JsonValue::Kind kind, const llvm::Twine &what) {
  if (value.kind == kind)
    return true;
  error(value.range, what + " is " + describe(value.kind) + ", not " + describe(kind));
  return false;
}

bool RuleReader::readString(const JsonValue &value, const llvm::Twine &what,
                            llvm::StringRef &result) {
  if (!expect(value, JsonValue::Kind::String, what) || !checkText(value.range, value.string, what))
    return false;
  result = save(value.string);
  return true;
}

void RuleReader::refuseOthers(const JsonValue &object, llvm::ArrayRef<llvm::StringRef> known,
                              const llvm::Twine &what) {
  for (const JsonMember &member : object.members) {
    if (llvm::is_contained(known, member.key))
      continue;
    Diagnostic &fault = error(member.keyRange, what + " has no " + quote(member.key));
    llvm::StringRef similar = mostSimilar(member.key, known);
    fault.notes.push_back(similar.empty() ? "there are " + listOf(known)
                                          : "did you mean '" + similar.str() + "'?");
  }
}

/// A newline in a replacement would end a directive; other control characters are accidents.
bool RuleReader::checkText(ByteRange range, llvm::StringRef text, const llvm::Twine &what) {
  if (llvm::none_of(text, [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
      }))
    return true;
  error(range, what + " has a line end or another control character in it");
  return false;
}

bool RuleReader::checkIdentifier(ByteRange range, llvm::StringRef name, const llvm::Twine &what) {
  if (isIdentifier(name))
    return true;
  error(range, what + " is not an identifier: " + quote(name));
  return false;
}

Rule RuleReader::makeRule(RuleKind kind, Status status, const JsonMember &entry) {
  Rule rule;
  rule.kind = kind;
  rule.status = status;
  rule.owner = file.owner;
  rule.line = lineOf(entry);
  rule.from = save(entry.key);
  return rule;
}

} // namespace musaport
