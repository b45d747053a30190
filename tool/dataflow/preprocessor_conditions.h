//===- dataflow/preprocessor_conditions.h - #if, expanded -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_DATAFLOW_PREPROCESSOR_CONDITIONS_H
#define MUSAPORT_DATAFLOW_PREPROCESSOR_CONDITIONS_H

#include "dataflow/condition.h"
#include "dataflow/guard_uses.h"
#include "report/diagnostic.h"

#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>

namespace musaport {

/// The condition of an #if or #elif that a guard macro has a part in.
class GuardedCondition {
public:
  struct Part {
    ConditionToken token;
    clang::SourceLocation spelled;
    std::optional<GuardUse> use; ///< the value is that of a guard macro
  };
  clang::SourceLocation begin; ///< of its first token
  clang::SourceLocation end;   ///< of its last one
  std::string text;            ///< as it is written
  std::vector<Part> parts;
  bool isOneComparison = false; ///< of guard macros and numbers alone, all written here

  /// nullopt leaves CUDA's value.
  using ValueOf = llvm::function_ref<std::optional<int64_t>(const GuardUse &)>;
  std::optional<bool> inCuda(ValueOf valueOf) const;
  /// With the signs and numbers that the port has in place of CUDA's.
  std::optional<bool> inPort(ValueOf valueOf, const clang::SourceManager &sources) const;
  Fix replacedBy(std::string replacement, const clang::SourceManager &sources) const;
};

/// Calls `see` for each condition in the user's files with a guard macro of `kind` in it.
void forEachGuardedCondition(clang::Preprocessor &preprocessor, GuardRule::Kind kind,
                             GuardUses &uses, std::function<void(const GuardedCondition &)> see);

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_PREPROCESSOR_CONDITIONS_H
