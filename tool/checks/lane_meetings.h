//===- checks/lane_meetings.h - where lanes wait for each other -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_LANE_MEETINGS_H
#define MUSAPORT_CHECKS_LANE_MEETINGS_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace clang {
class CallExpr;
class FunctionDecl;
} // namespace clang

namespace musaport {

/// Says where lanes of a warp or threads of a block meet: no lane goes on before the others have
/// come.
class LaneMeetings {
public:
  /// A function that is not known is one: a finding that is wrong costs more than one that is not
  /// there.
  bool isMeeting(const clang::CallExpr &call);
  static bool isMeeting(const clang::AsmStmt &statement, const clang::ASTContext &ast);

private:
  llvm::DenseMap<const clang::FunctionDecl *, bool> meets; ///< what is known of callees
};

/// The calls in `statement`, callers before what they call for their arguments.
std::vector<const clang::CallExpr *> callsIn(const clang::Stmt &statement);

} // namespace musaport

#endif // MUSAPORT_CHECKS_LANE_MEETINGS_H
