//===- rules/rule_file.h - reading rule files -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RULES_RULE_FILE_H
#define MUSAPORT_RULES_RULE_FILE_H

#include "report/diagnostic.h"
#include "rules/rule.h"
#include "source/text_places.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"

#include <memory>
#include <string>
#include <vector>

namespace musaport {

/// The content of one rule file, native or flat. Owns its text; movable, not copyable.
struct RuleFile {
  std::string path;    ///< as the user gave it; "rules/cublas.json" for a default one
  std::string library; ///< for a flat file: its file name without .json
  std::string title;
  Owner owner = Owner::User; ///< as the file says; a RuleSet treats every user's file as User
  std::vector<Rule> rules;
  std::vector<GuardRule> guards;
  std::vector<PathRule> paths;
  std::vector<std::string> portsDeclared;
  std::string package; ///< the CMake package that defines the names in the section "cmake"
  std::string text;    ///< the file's content, for diagnostics about its rules

  /// Owns the text of the StringRefs above; its address survives moves.
  std::unique_ptr<llvm::BumpPtrAllocator> storage = std::make_unique<llvm::BumpPtrAllocator>();

  RuleFile() = default;
  RuleFile(RuleFile &&) = default;
  RuleFile &operator=(RuleFile &&) = default;
};

/// Reads `text` (the content of `path`). Every error becomes a diagnostic [musa-rule-file] with
/// line and column: broken JSON, a duplicate key, a violation of the schema, an entry that cannot
/// be a rule. Returns true if there are no errors; otherwise `file` holds what could be read.
bool parseRuleFile(llvm::StringRef path, llvm::StringRef text, RuleFile &file,
                   std::vector<Diagnostic> &diagnostics);

/// The place of the rule for `from` in its file. A rule stores only its line, so the key is
/// searched for.
ByteRange placeOfRule(const TextPlaces &places, uint32_t line, llvm::StringRef from);

/// The kind of a rule, by the shape of its key in the flat form (docs/reference/rules.md, "The flat
/// form").
RuleKind classifyFlatKey(llvm::StringRef key);

} // namespace musaport

#endif // MUSAPORT_RULES_RULE_FILE_H
