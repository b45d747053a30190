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

/// PTX in an asm statement, whose text the compiler has put together, macros included. What a port
/// with --analyze does not translate is an error; what it does, a remark.
class PtxCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;

private:
  /// As the port does, which sees the statement's tokens; nullopt if macros make the statement.
  std::optional<ptx::Translation> translationOfTokens(const clang::GCCAsmStmt &statement,
                                                      const clang::SourceManager &sources);

  llvm::DenseMap<clang::FileID, std::vector<Token>> tokensOf;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_PTX_CHECK_H
