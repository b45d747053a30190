//===- checks/lock_release.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/lock_release.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace musaport {
namespace {

/// Reads a function's statements in the order of its text. What a branch does counts for the code
/// behind it, so a barrier in a branch is one.
class Reader {
public:
  Reader(const clang::ASTContext &ast, SharedPlaces &places, const SharedPlaces::Parameters &lanes,
         LaneMeetings &meetings)
      : ast(ast), places(places), lanes(lanes), meetings(meetings) {}

  void read(const clang::Stmt &statement) {
    for (const clang::Stmt *child : statement.children())
      if (child && !mayBeOneLane)
        read(*child);
    if (!mayBeOneLane)
      see(statement);
  }

  std::vector<EarlyRelease> found;

private:
  void see(const clang::Stmt &statement) {
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(&statement)) {
      seeCall(*call);
    } else if (const auto *assembly = llvm::dyn_cast<clang::AsmStmt>(&statement)) {
      if (LaneMeetings::isMeeting(*assembly, ast))
        pending.clear();
    } else if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(&statement)) {
      if (operation->isAssignmentOp())
        seeWrite(*operation, *operation->getLHS(), operation->getRHS());
    } else if (const auto *step = llvm::dyn_cast<clang::UnaryOperator>(&statement)) {
      if (step->isIncrementDecrementOp())
        seeWrite(*step, *step->getSubExpr(), nullptr);
    } else if (llvm::isa<clang::ReturnStmt>(statement)) {
      mayBeOneLane = !places.leavesSeveral(statement);
    }
  }

  void seeCall(const clang::CallExpr &call) {
    if (isAtomic(call)) {
      if (const std::optional<Operation> operation = operationOf(call, places))
        apply(call, *operation);
      return;
    }
    const bool isMeeting = meetings.isMeeting(call);
    if (isMeeting)
      pending.clear();
    if (const std::optional<Operation> operation = operationInside(call))
      apply(call, *operation);
    if (isMeeting)
      pending.clear();
  }

  /// What a call does to a lock.
  struct Operation {
    SharedPlace lock;
    LaneConditions conditions;
    bool takes = false;
  };

  static std::optional<Operation> operationOf(const clang::CallExpr &atomic, SharedPlaces &places) {
    const llvm::StringRef name = atomic.getDirectCallee()->getName();
    if (!name.starts_with("atomicCAS") && !name.starts_with("atomicExch"))
      return std::nullopt;
    for (unsigned i = 1; i < atomic.getNumArgs(); ++i)
      if (!places.numberIn(*atomic.getArg(i)))
        return std::nullopt;
    std::optional<SharedPlace> lock = places.ofPointer(*atomic.getArg(0));
    if (!lock)
      return std::nullopt;
    return Operation{std::move(*lock), places.conditionsOf(atomic), isRepeated(atomic, places)};
  }

  /// Of a function that only takes or only releases a lock that it is given.
  std::optional<Operation> operationInside(const clang::CallExpr &call) {
    const clang::FunctionDecl *callee = call.getDirectCallee();
    if (!callee || !callee->hasBody(callee) || llvm::isa<clang::CXXOperatorCallExpr>(call))
      return std::nullopt;
    const std::vector<const clang::CallExpr *> calls = callsIn(*callee->getBody());
    if (llvm::none_of(calls, [](const auto *each) { return isAtomic(*each); }))
      return std::nullopt;
    const SharedPlaces::Parameters parameters(callee->param_begin(), callee->param_end());
    SharedPlaces inside(*callee, parameters, lanes, SharedPlaces::Memory::Shared);
    std::optional<Operation> only;
    for (const clang::CallExpr *each : calls)
      if (std::optional<Operation> operation =
              isAtomic(*each) ? operationOf(*each, inside) : std::nullopt) {
        if (only)
          return std::nullopt;
        only = std::move(operation);
      }
    return only ? ofCaller(std::move(*only), *callee, call) : std::nullopt;
  }

  std::optional<Operation> ofCaller(Operation operation, const clang::FunctionDecl &callee,
                                    const clang::CallExpr &call) {
    const auto *const parameter = llvm::find(callee.parameters(), operation.lock.variable);
    const size_t i = static_cast<size_t>(parameter - callee.param_begin());
    SharedPlace passed{operation.lock.variable, {}, {}, {}};
    if (i >= call.getNumArgs() || !operation.lock.isSame(passed))
      return std::nullopt;
    const clang::Expr &argument = *call.getArg(static_cast<unsigned>(i));
    std::optional<SharedPlace> lock = (*parameter)->getType()->isPointerType()
                                          ? places.ofPointer(argument)
                                          : places.ofObject(argument);
    if (!lock)
      return std::nullopt;
    operation.lock = std::move(*lock);
    operation.conditions.add(places.conditionsOf(call));
    return operation;
  }

  static bool isAtomic(const clang::CallExpr &call) {
    const clang::FunctionDecl *callee = call.getDirectCallee();
    return callee && callee->getIdentifier() && callee->getName().starts_with("atomic") &&
           call.getNumArgs() > 1;
  }

  /// Whether it decides how often a loop runs: in contrast to a release, its value is used.
  static bool isRepeated(const clang::CallExpr &call, const SharedPlaces &places) {
    const clang::Stmt *child = &call;
    bool isUsed = false;
    for (const clang::Stmt *parent = places.parentOf(call); parent;
         child = parent, parent = places.parentOf(*parent)) {
      if (const clang::Stmt *body = bodyOf(*parent))
        return isUsed || child != body;
      const auto *choice = llvm::dyn_cast<clang::IfStmt>(parent);
      isUsed = isUsed || llvm::isa<clang::BinaryOperator, clang::DeclStmt>(parent) ||
               (choice && child == choice->getCond());
    }
    return false;
  }
  /// Of a loop.
  static const clang::Stmt *bodyOf(const clang::Stmt &statement) {
    if (const auto *whileLoop = llvm::dyn_cast<clang::WhileStmt>(&statement))
      return whileLoop->getBody();
    if (const auto *doLoop = llvm::dyn_cast<clang::DoStmt>(&statement))
      return doLoop->getBody();
    const auto *forLoop = llvm::dyn_cast<clang::ForStmt>(&statement);
    return forLoop ? forLoop->getBody() : nullptr;
  }

  void seeWrite(const clang::Expr &write, const clang::Expr &target, const clang::Expr *value) {
    std::optional<SharedPlace> place = held.empty() ? std::nullopt : places.ofObject(target);
    if (!place)
      return;
    if (value && places.numberIn(*value) && release(write, *place, places.conditionsOf(write)))
      return;
    pending.push_back(places.access(write, std::move(*place), true));
  }

  void apply(const clang::CallExpr &call, const Operation &operation) {
    if (operation.takes)
      take(call, operation);
    else
      release(call, operation.lock, operation.conditions);
  }

  void take(const clang::CallExpr &call, const Operation &operation) {
    if (!operation.conditions.isClear || operation.conditions.zeroInOne.empty())
      return;
    if (held.empty())
      pending.clear();
    held.push_back(operation.lock);
    pending.push_back({operation.conditions, &call, operation.lock, true});
  }

  bool release(const clang::Expr &expression, const SharedPlace &lock,
               const LaneConditions &conditions) {
    const auto *const taken =
        llvm::find_if(held, [&](const SharedPlace &each) { return each.isSame(lock); });
    if (taken == held.end())
      return false;
    const auto *const early = llvm::find_if(pending, [&](const SharedAccess &access) {
      return places.isByAnother(access, conditions);
    });
    if (early != pending.end())
      found.push_back({&expression, early->expression});
    held.erase(taken);
    pending.clear();
    return true;
  }

  const clang::ASTContext &ast;
  SharedPlaces &places;
  const SharedPlaces::Parameters &lanes;
  LaneMeetings &meetings;
  llvm::SmallVector<SharedPlace, 2> held;
  llvm::SmallVector<SharedAccess> pending; ///< writes under a lock, without a meeting since
  bool mayBeOneLane = false;               ///< from here on
};

} // namespace

std::vector<EarlyRelease> earlyReleases(const clang::FunctionDecl &function, SharedPlaces &places,
                                        const SharedPlaces::Parameters &lanes,
                                        LaneMeetings &meetings) {
  Reader reader(function.getASTContext(), places, lanes, meetings);
  reader.read(*function.getBody());
  return std::move(reader.found);
}

} // namespace musaport
