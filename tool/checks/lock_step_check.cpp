//===- checks/lock_step_check.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/lock_step_check.h"

#include "analysis/device_code_check.h"
#include "dataflow/warp_uses.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/BitVector.h"

namespace musaport {
/// One function's accesses to shared memory and meetings of lanes, in the order of its paths.
class LockStepCheck::Walk {
public:
  Walk(const clang::FunctionDecl &function, LockStepCheck &check)
      : places(check.placesIn(function, SharedPlaces::Memory::Shared)), meetings(check.meetings),
        ast(function.getASTContext()) {
    clang::CFG::BuildOptions options;
    options.setAllAlwaysAdd();
    graph = clang::CFG::buildCFG(&function, function.getBody(), &function.getASTContext(), options);
    if (!graph)
      return;
    events.resize(graph->getNumBlockIDs());
    for (const clang::CFGBlock *block : reachable())
      for (const clang::CFGElement &element : *block)
        if (const auto statement = element.getAs<clang::CFGStmt>())
          see(*statement->getStmt(), events[block->getBlockID()]);
  }

  /// Calls `found(write, read)` for each read of what another lane has written on a path without a
  /// meeting.
  template <typename Found> void exchanges(Found found) {
    if (!graph || accesses.empty())
      return;
    std::vector<State> at(graph->getNumBlockIDs(), State(2 * accesses.size()));
    for (bool isNew = true; isNew;) {
      isNew = false;
      for (const clang::CFGBlock *block : llvm::reverse(*graph)) {
        State state = at[block->getBlockID()];
        for (const Event &event : events[block->getBlockID()])
          pass(event, state);
        for (const clang::CFGBlock *next : block->succs())
          if (next && state.test(at[next->getBlockID()])) {
            at[next->getBlockID()] |= state;
            isNew = true;
          }
      }
    }
    for (const clang::CFGBlock *block : *graph)
      for (const Event &event : events[block->getBlockID()]) {
        State &state = at[block->getBlockID()];
        const SharedAccess *read =
            event.kind == Event::Kind::Access ? &accesses[event.access] : nullptr;
        for (size_t write = 0; read && !read->isWrite && write < accesses.size(); ++write)
          if (state.test(write) &&
              places.exchange(accesses[write], *read, state.test(accesses.size() + write)))
            found(accesses[write], *read);
        pass(event, state);
      }
  }

private:
  struct Event {
    enum class Kind : uint8_t { Access, Meeting, Distance };
    Kind kind;
    size_t access = 0;
  };
  using Events = std::vector<Event>;
  /// A bit for each access that is a write without a meeting since, and one for each of these if a
  /// distance has changed since.
  using State = llvm::BitVector;

  /// Without the branches that a template's arguments rule out.
  std::vector<const clang::CFGBlock *> reachable() const {
    std::vector<const clang::CFGBlock *> found{&graph->getEntry()};
    llvm::BitVector isFound(graph->getNumBlockIDs());
    isFound.set(graph->getEntry().getBlockID());
    for (size_t i = 0; i < found.size(); ++i)
      for (const clang::CFGBlock *next : found[i]->succs())
        if (next && !isFound.test(next->getBlockID())) {
          isFound.set(next->getBlockID());
          found.push_back(next);
        }
    return found;
  }

  void pass(const Event &event, State &state) const {
    if (event.kind == Event::Kind::Meeting) {
      state.reset();
    } else if (event.kind == Event::Kind::Distance) {
      for (size_t i = 0; i < accesses.size(); ++i)
        if (state.test(i))
          state.set(accesses.size() + i);
    } else if (accesses[event.access].isWrite) {
      state.set(event.access);
      state.reset(accesses.size() + event.access);
    }
  }

  void add(const clang::Expr &expression, bool isWrite, Events &to) {
    std::optional<SharedPlace> place = places.ofObject(expression);
    if (!place)
      return;
    to.push_back({Event::Kind::Access, accesses.size()});
    accesses.push_back(places.access(expression, std::move(*place), isWrite));
  }

  void see(const clang::Stmt &statement, Events &to) {
    if (places.changesDistance(statement))
      to.push_back({Event::Kind::Distance});
    if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&statement)) {
      if (cast->getCastKind() == clang::CK_LValueToRValue)
        add(*cast->getSubExpr(), false, to);
    } else if (const auto *copy = llvm::dyn_cast<clang::CXXConstructExpr>(&statement)) {
      if (copy->getConstructor()->isCopyOrMoveConstructor() && copy->getNumArgs() > 0)
        add(*copy->getArg(0), false, to);
    } else if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(&statement)) {
      if (operation->isCompoundAssignmentOp())
        add(*operation->getLHS(), false, to);
      if (operation->isAssignmentOp())
        add(*operation->getLHS(), true, to);
    } else if (const auto *step = llvm::dyn_cast<clang::UnaryOperator>(&statement)) {
      if (step->isIncrementDecrementOp())
        add(*step->getSubExpr(), true, to);
    } else if (const auto *assembly = llvm::dyn_cast<clang::AsmStmt>(&statement)) {
      if (LaneMeetings::isMeeting(*assembly, ast))
        to.push_back({Event::Kind::Meeting});
    } else if (const auto *call = llvm::dyn_cast<clang::CallExpr>(&statement)) {
      seeCall(*call, to);
    }
  }

  void seeCall(const clang::CallExpr &call, Events &to) {
    if (const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call);
        operation && operation->isAssignmentOp() && operation->getNumArgs() == 2) {
      add(*operation->getArg(1), false, to);
      add(*operation->getArg(0), true, to);
    } else if (meetings.isMeeting(call)) {
      to.push_back({Event::Kind::Meeting});
    }
  }

  SharedPlaces places;
  LaneMeetings &meetings;
  const clang::ASTContext &ast;
  std::unique_ptr<clang::CFG> graph;
  std::vector<SharedAccess> accesses;
  std::vector<Events> events; ///< of each block
};

void LockStepCheck::registerMatchers(clang::ast_matchers::MatchFinder &finder) {
  finder.addMatcher(deviceFunction(), this);
}

void LockStepCheck::run(const clang::ast_matchers::MatchFinder::MatchResult &result) {
  const auto &function = *result.Nodes.getNodeAs<clang::FunctionDecl>("function");
  if (isChecked(function) && !isSystems(function))
    functions.push_back(&function);
  if (function.hasAttr<clang::CUDAGlobalAttr>())
    global.insert(function.param_begin(), function.param_end());
}

SharedPlaces LockStepCheck::placesIn(const clang::FunctionDecl &function,
                                     SharedPlaces::Memory memory) const {
  return {function, memory == SharedPlaces::Memory::Shared ? shared : global, lanes, memory};
}

bool LockStepCheck::followArguments(const clang::FunctionDecl &function,
                                    SharedPlaces::Memory memory) {
  const std::vector<const clang::CallExpr *> calls = callsIn(*function.getBody());
  if (calls.empty())
    return false;
  SharedPlaces places = placesIn(function, memory);
  SharedPlaces::Parameters &found = memory == SharedPlaces::Memory::Shared ? shared : global;
  bool isNew = false;
  for (const clang::CallExpr *call : calls) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (!callee || !callee->hasBody(callee) || isSystems(*callee) ||
        llvm::isa<clang::CXXOperatorCallExpr>(call))
      continue;
    for (unsigned i = 0; i < call->getNumArgs() && i < callee->getNumParams(); ++i) {
      const clang::ParmVarDecl *parameter = callee->getParamDecl(i);
      const clang::Expr &argument = *call->getArg(i);
      const clang::QualType type = parameter->getType();
      if (type->isPointerType() ? places.ofPointer(argument).has_value()
                                : type->isReferenceType() && places.ofObject(argument).has_value())
        isNew = found.insert(parameter).second || isNew;
      else if (type->isIntegralOrEnumerationType() && places.isLane(argument))
        isNew = lanes.insert(parameter).second || isNew;
    }
  }
  return isNew;
}

void LockStepCheck::onEndOfTranslationUnit() {
  constexpr unsigned deepestCall = 4;
  for (unsigned depth = 0; depth < deepestCall; ++depth) {
    bool isNew = false;
    for (const clang::FunctionDecl *function : functions)
      for (const auto memory : {SharedPlaces::Memory::Shared, SharedPlaces::Memory::Device})
        isNew = followArguments(*function, memory) || isNew;
    if (!isNew)
      break;
  }
  for (const clang::FunctionDecl *function : functions)
    checkFunction(*function);
}

void LockStepCheck::checkFunction(const clang::FunctionDecl &function) {
  // Of each variable the first place: a sum has one at each of its steps.
  using Pair = std::pair<SharedAccess, SharedAccess>;
  std::map<const clang::VarDecl *, Pair> first;
  const clang::SourceManager &sources = function.getASTContext().getSourceManager();
  const auto isBefore = [&](const clang::Expr *left, const clang::Expr *right) {
    return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(left->getBeginLoc()),
                                             sources.getExpansionLoc(right->getBeginLoc()));
  };
  Walk(function, *this).exchanges([&](const SharedAccess &write, const SharedAccess &read) {
    const auto [found, isNew] = first.try_emplace(write.place.variable, write, read);
    Pair &known = found->second;
    if (isBefore(read.expression, known.second.expression) ||
        (read.expression == known.second.expression &&
         isBefore(write.expression, known.first.expression)))
      known = {write, read};
  });
  std::vector<Pair> inOrder;
  inOrder.reserve(first.size());
  for (const auto &[variable, pair] : first)
    inOrder.push_back(pair);
  llvm::sort(inOrder, [&](const Pair &left, const Pair &right) {
    return isBefore(left.second.expression, right.second.expression);
  });
  for (const auto &[write, read] : inOrder)
    report(write, read, function);
  SharedPlaces places = placesIn(function, SharedPlaces::Memory::Device);
  for (const EarlyRelease &each : earlyReleases(function, places, lanes, meetings))
    report(each, function);
}

void LockStepCheck::report(const SharedAccess &write, const SharedAccess &read,
                           const clang::FunctionDecl &function) {
  std::vector<std::string> notes;
  if (read.place.type.isVolatileQualified() || write.place.type.isVolatileQualified())
    notes.emplace_back("volatile keeps each lane's accesses in order, but makes no lane wait for "
                       "another: it is enough only where the lanes run in lock-step");
  notes.emplace_back("put __syncwarp() between them, or __syncthreads() if the lanes are of "
                     "several warps; all of these lanes must reach it");
  Check::report(function.getASTContext().getSourceManager(), read.expression->getBeginLoc(),
                Severity::Warning,
                quoted(*read.expression, function) + " may be another lane's " +
                    withLine(*write.expression, function) +
                    ", and no barrier is between the write and this read",
                std::move(notes));
}

void LockStepCheck::report(const EarlyRelease &found, const clang::FunctionDecl &function) {
  Check::report(function.getASTContext().getSourceManager(), found.release->getBeginLoc(),
                Severity::Warning,
                quoted(*found.release, function) + " may release the lock before another lane's " +
                    withLine(*found.before, function) + ", and no barrier is between",
                {"put __syncwarp() before the lock is released, or __syncthreads() if the lanes "
                 "are of several warps; all of these lanes must reach it"});
}

} // namespace musaport
