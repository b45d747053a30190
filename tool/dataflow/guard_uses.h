//===- dataflow/guard_uses.h - guards and their port ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Given a value that comes from __CUDA_ARCH__ or a version macro, possibly through other macros,
// finds the place that names that macro and what the port turns it into there.
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

/// A use of a guard macro in a user's file.
struct GuardUse {
  const GuardRule *rule = nullptr;
  clang::FileID file;
  GuardTranslation translation; ///< its edits refer to `tokens`
  llvm::ArrayRef<Token> tokens; ///< of the file

  /// The port translates this use completely: it compares with MUSA's number, or tests MUSA's
  /// macro.
  bool isDecided() const { return translation.message.empty(); }
  /// The port leaves this use alone and reports an error.
  bool isDeclined() const { return translation.edits.empty() && !translation.message.empty(); }
  /// The port turns this use into MUSA's own number, whatever it is compared with.
  bool isValue() const { return !translation.edits.empty() && !translation.message.empty(); }
};

class GuardUses {
public:
  explicit GuardUses(const RuleSet &rules) : rules(rules) {}

  /// The guard use that the token at `location` was expanded from; nullopt if it did not come
  /// through a guard macro.
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
