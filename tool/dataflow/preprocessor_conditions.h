//===- dataflow/preprocessor_conditions.h - expanded #if conditions -*- C++ -*-===//
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

/// The condition of an #if or #elif that involves a guard macro.
class GuardedCondition {
public:
  struct Part {
    ConditionToken token;
    clang::SourceLocation spelled;
    std::optional<GuardUse> use; ///< set if the value is that of a guard macro
  };
  clang::SourceLocation begin; ///< of the first token
  clang::SourceLocation end;   ///< of the last token
  std::string text;            ///< as written
  std::vector<Part> parts;
  bool isOneComparison = false; ///< of guard macros and numbers, all spelled in the directive

  /// The value to substitute for a guard macro; nullopt keeps CUDA's value.
  using ValueOf = llvm::function_ref<std::optional<int64_t>(const GuardUse &)>;
  std::optional<bool> inCuda(ValueOf valueOf) const;
  /// The value of the condition in the port, with the port's operators and numbers instead of
  /// CUDA's.
  std::optional<bool> inPort(ValueOf valueOf, const clang::SourceManager &sources) const;
  Fix replacedBy(std::string replacement, const clang::SourceManager &sources) const;
};

/// Calls `see` for each condition in the user's files that involves a guard macro of `kind`.
void forEachGuardedCondition(clang::Preprocessor &preprocessor, GuardRule::Kind kind,
                             GuardUses &uses, std::function<void(const GuardedCondition &)> see);

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_PREPROCESSOR_CONDITIONS_H
