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

/// One rule file, native or flat, as written. Owns its text; movable, not copyable.
struct RuleFile {
  std::string path;    ///< as the user gave it; "rules/cublas.json" for a default one
  std::string library; ///< for a flat file: its file name without .json
  std::string title;
  Owner owner = Owner::User; ///< as the file says; a RuleSet makes it User in a user's file
  std::vector<Rule> rules;
  std::vector<GuardRule> guards;
  std::vector<PathRule> paths;
  std::vector<std::string> portsDeclared;
  std::string package; ///< the package of CMake's that gives the names of the section "cmake"
  std::string text;    ///< the file's content, for diagnostics about its rules

  /// Storage behind the StringRefs above, which survives moves.
  std::unique_ptr<llvm::BumpPtrAllocator> storage = std::make_unique<llvm::BumpPtrAllocator>();

  RuleFile() = default;
  RuleFile(RuleFile &&) = default;
  RuleFile &operator=(RuleFile &&) = default;
};

/// Reads `text` (the content of `path`). Every fault becomes an error diagnostic [musa-rule-file]
/// with line and column: broken JSON, a key given twice, a violation of the schema, an entry that
/// cannot be a rule. Returns true if there was none; otherwise `file` holds what could be read.
bool parseRuleFile(llvm::StringRef path, llvm::StringRef text, RuleFile &file,
                   std::vector<Diagnostic> &diagnostics);

/// Where the rule for `from` is written in a file of rules: only its line is kept, so that its key
/// is looked for.
ByteRange placeOfRule(const TextPlaces &places, uint32_t line, llvm::StringRef from);

/// The shape of a flat key (docs/reference/rules.md, "The flat form").
RuleKind classifyFlatKey(llvm::StringRef key);

} // namespace musaport

#endif // MUSAPORT_RULES_RULE_FILE_H
