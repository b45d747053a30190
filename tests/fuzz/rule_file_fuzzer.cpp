//===- rule_file_fuzzer.cpp - any bytes as a rule file ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the input as a rule file; what can be read is checked, looked up and matched.
//===----------------------------------------------------------------------===//
#include "rules/lint.h"
#include "rules/rule_file.h"
#include "rules/rule_set.h"

#include <cstdint>
#include <cstdlib>

using namespace musaport;

namespace {

void require(bool condition) {
  if (!condition)
    abort();
}

void lookUp(const RuleSet &rules, llvm::StringRef name) {
  llvm::SmallVector<const Rule *, 4> found;
  rules.identifier(name, found);
  rules.header(name, found);
  rules.namespaces(name, found);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  RuleFile file;
  std::vector<Diagnostic> diagnostics;
  const bool ok = parseRuleFile("fuzz.json", text, file, diagnostics);
  require(ok == diagnostics.empty());
  for (const Diagnostic &diagnostic : diagnostics) {
    require(diagnostic.message.find('\n') == std::string::npos && !diagnostic.message.empty());
    require(diagnostic.length >= 1);
    if (!diagnostic.sourceLine.empty())
      require(diagnostic.place.line >= 1 && diagnostic.place.column >= 1 &&
              diagnostic.place.column <= diagnostic.sourceLine.size() + 2);
  }
  if (!ok)
    return 0;

  // The patterns against the text they stand in, which is likely to have their tokens.
  const std::vector<Token> tokens = tokenize(text);
  std::vector<RuleFile> files;
  files.push_back(std::move(file));
  lintRules(files, /*withDefaults=*/false);
  const RuleSet rules(RuleSet::Options{/*defaults=*/false, 0}, std::move(files));
  rules.forEach([&](const Rule &rule) {
    lookUp(rules, rule.from);
    lookUp(rules, rule.to);
  });
  rules.forEachPattern([&](const Pattern &pattern) {
    for (size_t i = 0; i < tokens.size(); ++i) {
      std::optional<PatternMatch> match = matchPattern(pattern, text, tokens, i);
      if (!match)
        continue;
      require(match->begin <= i && i < match->end && match->end <= tokens.size());
      size_t position = match->begin;
      for (const PatternEdit &edit : match->edits) {
        require(position <= edit.first && edit.first <= edit.last && edit.last <= match->end);
        require(edit.first < tokens.size());
        position = edit.last;
      }
    }
  });
  return 0;
}
