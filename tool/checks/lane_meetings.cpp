//===- checks/lane_meetings.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/lane_meetings.h"

#include "analysis/device_code_check.h"
#include "dataflow/warp_functions.h"

namespace musaport {
namespace {

/// A meeting of lanes, by the name of a function or an instruction.
bool isNamedAsMeeting(llvm::StringRef name) {
  return llvm::any_of(llvm::ArrayRef<llvm::StringRef>{"sync", "barrier", "bar.", "arrive", "shfl",
                                                      "vote", "match.", "redux"},
                      [&](llvm::StringRef part) { return name.contains_insensitive(part); });
}

void addCalls(const clang::Stmt &statement, std::vector<const clang::CallExpr *> &calls) {
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(&statement))
    calls.push_back(call);
  for (const clang::Stmt *child : statement.children())
    if (child)
      addCalls(*child, calls);
}

} // namespace

std::vector<const clang::CallExpr *> callsIn(const clang::Stmt &statement) {
  std::vector<const clang::CallExpr *> calls;
  addCalls(statement, calls);
  return calls;
}

bool LaneMeetings::isMeeting(const clang::AsmStmt &statement, const clang::ASTContext &ast) {
  return isNamedAsMeeting(statement.generateAsmString(ast));
}

bool LaneMeetings::isMeeting(const clang::CallExpr &call) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  if (!callee)
    return true;
  if (const WarpFunction *function = warpFunctionOf(call))
    return function->kind != WarpFunction::Kind::Mask;
  if (isNamedAsMeeting(callee->getNameAsString()))
    return true;
  const clang::FunctionDecl *definition = nullptr;
  if (!callee->hasBody(definition))
    return !isSystems(*callee) && callee->getBuiltinID() == 0;
  const auto [found, isNew] = meets.try_emplace(definition, false);
  if (!isNew)
    return found->second;
  const bool result = llvm::any_of(callsIn(*definition->getBody()),
                                   [&](const auto *each) { return isMeeting(*each); });
  meets[definition] = result;
  return result;
}

} // namespace musaport
