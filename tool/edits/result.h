//===- edits/result.h - what the port of a file comes to --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ports of all kinds of files end alike: with edits, and with what was done with each name,
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

/// What was done with a name, and why.
enum class Outcome : uint8_t {
  Edited,
  Kept,        ///< a `keep` rule
  Declared,    ///< the tree declares it
  Unsupported, ///< no MUSA counterpart, no replacement
  NoAnswer,    ///< a guard that could not be translated, a header that no rule knows
  Unknown,     ///< an identifier that looks like CUDA's, no rule knows it
};

/// All uses of one name in one file that ended alike.
struct NameUse {
  std::string name; ///< or the header of an #include
  Outcome outcome = Outcome::Edited;
  Status status = Status::Supported;
  uint16_t file = noFile; ///< the rule's file in the RuleSet
  std::string to;         ///< Edited: the new text
  std::string reason;     ///< otherwise
  uint64_t count = 0;
  uint32_t line = 0, column = 0; ///< the first one

  static constexpr uint16_t noFile = 0xffff;
  static constexpr llvm::StringLiteral ofTree = "renamed files";
  /// Without a rule: what decided. By default, that a file of the tree got a new name.
  llvm::StringRef library = ofTree;
};

/// For `explain` and the HTML report: one rule's say on one place.
struct Decision {
  uint32_t offset = 0, end = 0; ///< what it is about
  std::string text;             ///< what stands there; of a long place, at its begin
  std::string verdict; ///< "cudaMalloc -> musaMalloc by rules/cuda-runtime.json:12 (supported)"
  llvm::StringRef library, note; ///< of the rule; may be empty
};

struct FileResult {
  std::vector<Edit> edits;
  std::vector<Diagnostic> diagnostics;
  std::vector<NameUse> uses;
  uint64_t includesRewritten = 0;
  uint64_t guardsTranslated = 0;
};

/// Finds uses of names that end alike, while a file is ported.
class UseIndex {
public:
  /// The number of the one among `uses` that ends as `use` does, which is added if there is none.
  /// `placeOf`: line and column; asked for the first one only.
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
