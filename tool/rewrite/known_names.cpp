//===- rewrite/known_names.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/known_names.h"

#include "ptx/asm_statement.h"
#include "rules/side_names.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Every place of `part` in `name` that ends at a word boundary: the end, an `_`, or where the part
/// itself brings one.
std::string replaceIdentifierPart(StringRef name, StringRef part, StringRef replacement) {
  std::string result;
  size_t done = 0;
  for (size_t at = name.find(part); at != StringRef::npos;) {
    const size_t end = at + part.size();
    const bool starts = at == 0 || part.starts_with("_") || name[at - 1] == '_';
    const bool ends = end == name.size() || part.ends_with("_") || name[end] == '_';
    if (starts && ends) {
      result += name.slice(done, at);
      result += replacement;
      done = end;
      at = name.find(part, end);
    } else {
      at = name.find(part, at + 1);
    }
  }
  result += name.substr(done);
  return result;
}

} // namespace

KnownNames::KnownNames(const TreeContext &context) : context(context) {
  llvm::SmallVector<const Rule *, 4> namespaces;
  context.rules.namespaces(sourceSide(context.rules.direction()).word, namespaces);
  for (const Rule *rule : namespaces)
    if (rule->owner == Owner::Framework)
      frameworkRoots.insert(rule->from.split("::").first);
}

void KnownNames::fill(KnownName &known, StringRef name) const {
  const RuleSet &rules = context.rules;
  rules.identifier(name, known.rules);
  rules.patterns(name, known.patterns);
  rules.namespaces(name, known.namespaces);
  known.guard = rules.guard(name);
  if (known.rules.empty())
    known.joined = portedJoinedName(context.joinedNames, name, rules, context.ownNames);
  if (known.rules.empty() && known.joined.empty()) {
    std::string result = name.str();
    for (const Rule *part : rules.identifierParts()) {
      result = replaceIdentifierPart(result, part->from, part->to);
      if (!known.part && result != name)
        known.part = part;
    }
    if (known.part)
      known.partResult = std::move(result);
  }
  auto guard = context.includeGuards.find(name);
  if (guard != context.includeGuards.end())
    known.includeGuard = guard->second;
  known.isDeclared = context.declared.contains(name);
  known.isOwn = context.ownNames.contains(name);
  const StringRef ownMacros = targetSide(rules.direction()).ownMacros;
  known.looksForeign = looksLike(sourceSide(rules.direction()), name) &&
                       (ownMacros.empty() || !name.starts_with(ownMacros));
  known.isAsm = ptx::isAsmKeyword(name);
  if (context.rules.portsFromCuda() && !context.judgesNames)
    known.capability = capabilityNameOf(name);
}

} // namespace musaport
