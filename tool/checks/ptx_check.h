//===- checks/ptx_check.h --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_PTX_CHECK_H
#define MUSAPORT_CHECKS_PTX_CHECK_H

#include "analysis/check.h"
#include "ptx/translation.h"
#include "source/tokens.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace clang {
class ASTContext;
class GCCAsmStmt;
} // namespace clang

namespace musaport {

/// An asm statement contains PTX. The check reads the statement after macro expansion. PTX that a
/// port with --analyze cannot translate is an error; PTX that it can translate is a remark.
class PtxCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;

private:
  /// Translates the statement's tokens as the port does; nullopt if macros produce the statement.
  std::optional<ptx::Translation> translationOfTokens(const clang::GCCAsmStmt &statement,
                                                      const clang::SourceManager &sources);

  llvm::DenseMap<clang::FileID, std::vector<Token>> tokensOf;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_PTX_CHECK_H
