//===- edits/result.h - the result of porting a file ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Porting a file of any kind gives the same kind of result: edits, and what was done with each name
// and why.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_EDITS_RESULT_H
#define MUSAPORT_EDITS_RESULT_H

#include "edits/edit.h"
#include "report/diagnostic.h"
#include "rules/rule_set.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace musaport {

/// What happened to a name.
enum class Outcome : uint8_t {
  Edited,
  Kept,        ///< a `keep` rule
  Declared,    ///< the tree declares it
  Unsupported, ///< no MUSA counterpart, no replacement
  NoAnswer,    ///< a guard that could not be translated, or a header that no rule knows
  Unknown,     ///< an identifier that looks like CUDA's, but no rule knows it
};

/// All uses of one name in one file with the same outcome.
struct NameUse {
  std::string name; ///< or the header of an #include
  Outcome outcome = Outcome::Edited;
  Status status = Status::Supported;
  uint16_t file = noFile; ///< the rule's file in the RuleSet
  std::string to;         ///< Edited: the new text
  std::string reason;     ///< for other outcomes: why
  uint64_t count = 0;
  uint32_t line = 0, column = 0; ///< of the first use

  static constexpr uint16_t noFile = 0xffff;
  static constexpr llvm::StringLiteral ofTree = "renamed files";
  static constexpr llvm::StringLiteral ofInclude = "inserted includes";
  /// What decided if no rule did. By default: a file of the tree was renamed.
  llvm::StringRef library = ofTree;
};

/// What one rule says about one place; for `explain` and the HTML report.
struct Decision {
  uint32_t offset = 0, end = 0; ///< the bytes concerned
  std::string text;             ///< the text there; only its beginning if it is long
  std::string verdict; ///< "cudaMalloc -> musaMalloc by rules/cuda-runtime.json:12 (supported)"
  llvm::StringRef library, note; ///< of the rule; may be empty
};

/// An include that refers to a file of the tree.
struct IncludeOfTree {
  uint32_t offset = 0, length = 0; ///< the bytes of its name, with delimiters
};

struct FileResult {
  std::vector<Edit> edits;
  std::vector<IncludeOfTree> includes; ///< in the order of their places
  std::vector<Diagnostic> diagnostics;
  std::vector<NameUse> uses;
  uint64_t includesRewritten = 0;
  uint64_t guardsTranslated = 0;
};

/// Groups uses of names with the same outcome while a file is ported.
class UseIndex {
public:
  /// The index in `uses` of the entry with the same name and outcome as `use`; adds it if there is
  /// none. `placeOf`: returns line and column; called only when an entry is added.
  size_t find(std::vector<NameUse> &uses, NameUse use,
              llvm::function_ref<std::pair<uint32_t, uint32_t>()> placeOf);

private:
  llvm::StringMap<size_t> known;
};

/// "cudaMalloc -> musaMalloc by rules/cuda-runtime.json:12 (supported)", for a Decision.
std::string describeEdit(const Rule &rule, const RuleSet &rules, llvm::StringRef from,
                         llvm::StringRef to);

} // namespace musaport

#endif // MUSAPORT_EDITS_RESULT_H
