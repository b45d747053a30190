//===- dataflow/guard_uses.h - guards, as the port has them ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a value comes from __CUDA_ARCH__ or a version macro, through whatever macros: the place
// that names the macro, and what the port makes of it there.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_DATAFLOW_GUARD_USES_H
#define MUSAPORT_DATAFLOW_GUARD_USES_H

#include "rewrite/guards.h"
#include "rules/rule_set.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <utility>

namespace musaport {

/// A guard macro's name in a file of the user's.
struct GuardUse {
  const GuardRule *rule = nullptr;
  clang::FileID file;
  GuardTranslation translation; ///< edits are of `tokens`
  llvm::ArrayRef<Token> tokens; ///< of the file

  /// The port compares this use with MUSA's own number, or asks MUSA's own question.
  bool isDecided() const { return translation.message.empty(); }
  /// The port leaves it, and says so: an error.
  bool isDeclined() const { return translation.edits.empty() && !translation.message.empty(); }
  /// It becomes a number of MUSA's own, whatever that is compared with.
  bool isValue() const { return !translation.edits.empty() && !translation.message.empty(); }
};

class GuardUses {
public:
  explicit GuardUses(const RuleSet &rules) : rules(rules) {}

  /// What the token at `location` was expanded from; nullopt if there is no guard macro among the
  /// macros that it came through.
  std::optional<GuardUse> expandedAt(const clang::SourceManager &sources,
                                     clang::SourceLocation location);

private:
  GuardUse useAt(const clang::SourceManager &sources, const GuardRule &rule,
                 clang::SourceLocation name);

  const RuleSet &rules;
  llvm::DenseMap<clang::FileID, std::vector<Token>> files;
};

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_GUARD_USES_H
