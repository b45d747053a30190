//===- rules/flat_rules.cpp - reads rule files in the flat form -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form of torch_musa's SimplePorting: what a rule is about is seen by its key alone.
//===----------------------------------------------------------------------===//
#include "rules/names.h"
#include "rules/rule_reader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace musaport {
namespace {

/// The name in an #include directive with its delimiters; empty if `directive` is something else.
llvm::StringRef includedName(llvm::StringRef directive) {
  directive = directive.trim();
  if (!directive.consume_front("#include"))
    return {};
  directive = directive.ltrim();
  if (directive.size() < 3)
    return {};
  const char closing = directive.front() == '<' ? '>' : '"';
  const bool isName = (directive.front() == '<' || directive.front() == '"') &&
                      directive.find(closing, 1) == directive.size() - 1;
  return isName ? directive : llvm::StringRef();
}

void readHeader(const JsonMember &entry, Rule rule, RuleReader &reader) {
  llvm::StringRef from = includedName(entry.key);
  if (from.empty()) {
    reader.error(entry.keyRange, quote(entry.key) + " is not a complete #include directive")
        .notes.push_back("write it up to its closing delimiter, as '#include <x.h>'");
    return;
  }
  llvm::StringRef value;
  if (!reader.readString(entry.value, "the entry " + quote(entry.key), value))
    return;
  llvm::StringRef to = includedName(value);
  if (to.empty()) {
    llvm::StringRef trimmed = value.trim();
    Diagnostic &fault =
        reader.error(entry.value.range, quote(value) + " is not a complete #include directive");
    fault.notes.push_back(trimmed.empty() || trimmed.starts_with("//") || trimmed.starts_with("/*")
                              ? "a rule cannot drop an #include; map it to another one"
                              : "an #include becomes another one, as '#include \"x.h\"'");
    return;
  }
  rule.from = reader.save(from.drop_front().drop_back());
  rule.to = reader.save(to);
  if (checkRule(entry, rule, reader))
    reader.file.rules.push_back(rule);
}

/// True for what can be the name of a source file that an #include may name.
bool endsLikeFileName(llvm::StringRef key) {
  static constexpr llvm::StringRef extensions[] = {"cu",  "cuh", "mu",  "muh", "c",   "cc",
                                                   "cpp", "cxx", "h",   "hh",  "hpp", "hxx",
                                                   "inl", "inc", "ipp", "tpp"};
  const size_t dot = key.rfind('.');
  return dot != llvm::StringRef::npos && llvm::is_contained(extensions, key.substr(dot + 1)) &&
         llvm::all_of(key, [](char c) {
           return llvm::isAlnum(c) || llvm::StringRef("_.-+").contains(c) || (c & 0x80) != 0;
         });
}

} // namespace

RuleKind classifyFlatKey(llvm::StringRef key) {
  if (key.starts_with("#include"))
    return RuleKind::Header;
  if (key.contains('/') || endsLikeFileName(key))
    return RuleKind::HeaderPart;
  if (!isIdentifier(key))
    return RuleKind::Pattern;
  const bool beginsWithOne = key.starts_with("_") && !key.starts_with("__");
  const bool endsWithOne = key.ends_with("_") && !key.ends_with("__");
  return beginsWithOne || endsWithOne ? RuleKind::IdentifierPart : RuleKind::Identifier;
}

void readFlatRules(const JsonValue &document, RuleReader &reader) {
  reader.file.library = llvm::sys::path::stem(reader.file.path).str();
  reader.file.owner = Owner::User;
  for (const JsonMember &entry : document.members) {
    if (entry.key.empty()) {
      reader.error(entry.keyRange, "an entry needs a name");
      continue;
    }
    Rule rule = reader.makeRule(classifyFlatKey(entry.key), Status::Supported, entry);
    if (rule.kind == RuleKind::Header) {
      readHeader(entry, rule, reader);
      continue;
    }
    if (reader.readString(entry.value, "the entry " + quote(entry.key), rule.to) &&
        checkRule(entry, rule, reader))
      reader.file.rules.push_back(rule);
  }
}

} // namespace musaport
