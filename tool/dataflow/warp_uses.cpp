//===- dataflow/warp_uses.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dataflow/warp_uses.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

namespace musaport {
namespace {

using Kind = LaneValue::Kind;

constexpr unsigned deepestCall = 3;

/// Whether something below `statement` fits.
class Search : public clang::RecursiveASTVisitor<Search> {
public:
  using Fits = llvm::function_ref<bool(const clang::Expr &)>;
  explicit Search(Fits fits) : fits(fits) {}
  bool VisitExpr(clang::Expr *expression) { return !fits(*expression); }

private:
  Fits fits;
};
bool contains(const clang::Stmt &statement, Search::Fits fits) {
  return !Search(fits).TraverseStmt(const_cast<clang::Stmt *>(&statement));
}

bool leaves(const clang::Stmt &statement) {
  if (const auto *all = llvm::dyn_cast<clang::CompoundStmt>(&statement))
    return !all->body_empty() && leaves(*all->body_back());
  return llvm::isa<clang::ReturnStmt, clang::ContinueStmt, clang::BreakStmt>(statement);
}

} // namespace

class WarpUsesFinder::Visitor : public clang::RecursiveASTVisitor<WarpUsesFinder::Visitor> {
public:
  Visitor(WarpUsesFinder &finder, const clang::FunctionDecl &function, LaneArguments arguments,
          unsigned depth)
      : finder(finder), ast(function.getASTContext()),
        flow(function, finder.warpSize, std::move(arguments), depth), depth(depth) {
    TraverseStmt(function.getBody());
  }

  bool TraverseIfStmt(clang::IfStmt *branch) {
    const bool isAboutLanes = branch->getCond() && saysOfLanes(branch->getCond());
    conditions += isAboutLanes;
    RecursiveASTVisitor::TraverseIfStmt(branch);
    if (!isAboutLanes || !leaves(*branch->getThen())) // what follows is under the condition too
      conditions -= isAboutLanes;
    return true;
  }
  bool TraverseForStmt(clang::ForStmt *loop) {
    const bool isAboutLanes = loop->getCond() && saysOfLanes(loop->getCond());
    conditions += isAboutLanes;
    RecursiveASTVisitor::TraverseForStmt(loop);
    conditions -= isAboutLanes;
    return true;
  }
  bool TraverseConditionalOperator(clang::ConditionalOperator *choice) {
    const bool isAboutLanes = saysOfLanes(choice->getCond());
    conditions += isAboutLanes;
    RecursiveASTVisitor::TraverseConditionalOperator(choice);
    conditions -= isAboutLanes;
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator *operation) {
    const LaneValue left = flow.valueOf(*operation->getLHS());
    const LaneValue right = flow.valueOf(*operation->getRHS());
    const LaneValue value = flow.valueOf(*operation);
    auto countsThreads = [](const LaneValue &operand) {
      return operand.is(Kind::Thread) || operand.is(Kind::Block);
    };
    if ((countsThreads(left) || countsThreads(right)) &&
        (value.is(Kind::Lane) || value.is(Kind::Warp)))
      uses.indices.push_back({operation, value});
    else if (left.is(Kind::Lane) && left.isHardware && value.is(Kind::Lane) && !value.isHardware)
      uses.isNarrowed = true;
    else if (operation->isShiftOp() || operation->isShiftAssignOp())
      uses.shifts.push_back({operation, left, right});
    else if (operation->isComparisonOp())
      uses.comparisons.push_back({operation, left, right});
    return true;
  }

  bool VisitGCCAsmStmt(clang::GCCAsmStmt *statement) {
    for (unsigned i = 0; i < statement->getNumOutputs(); ++i) {
      const LaneValue value = flow.valueOf(*statement->getOutputExpr(i));
      if (value.is(Kind::Lane))
        uses.indices.push_back({statement->getOutputExpr(i), value});
    }
    return true;
  }

  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *subscript) {
    const LaneValue value = flow.valueOf(*subscript->getIdx());
    const auto *array =
        ast.getAsConstantArrayType(subscript->getBase()->IgnoreParenImpCasts()->getType());
    if (value.is(Kind::Lane) && array && conditions == 0)
      uses.subscripts.push_back(
          {subscript, subscript->getIdx(), value, static_cast<int64_t>(array->getZExtSize())});
    return true;
  }

  bool VisitCallExpr(clang::CallExpr *call) {
    if (const WarpFunction *function = warpFunctionOf(*call)) {
      if (function->kind == WarpFunction::Kind::Lane)
        uses.indices.push_back({call, flow.valueOf(*call)});
      auto argument = [&](unsigned index) {
        return index < call->getNumArgs() ? flow.valueOf(*call->getArg(index)) : LaneValue();
      };
      if (function->isShuffle())
        uses.shuffles.push_back(
            {call, function, argument(*function->lane), argument(*function->width), false, false});
      return true;
    }
    const LaneValue value = flow.valueOf(*call);
    if (value.is(Kind::Lane) || value.is(Kind::Warp))
      uses.indices.push_back({call, value});
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
    if (!definition || depth >= deepestCall || !finder.shuffles(*definition))
      return true;
    const Visitor given(finder, *definition, flow.argumentsOf(*call), depth + 1);
    const Visitor alone(finder, *definition, LaneArguments(), depth + 1);
    for (size_t i = 0; i < given.uses.shuffles.size(); ++i) {
      WarpUses::Shuffle shuffle = given.uses.shuffles[i];
      shuffle.isArgument = !(alone.uses.shuffles[i].lane == shuffle.lane);
      shuffle.isCalled = true;
      shuffle.call = call;
      uses.shuffles.push_back(shuffle);
    }
    return true;
  }

  WarpUses uses;

private:
  bool saysOfLanes(const clang::Expr *condition) {
    return contains(*condition, [this](const clang::Expr &expression) {
      const LaneValue value = flow.valueOf(expression);
      return value.is(Kind::Thread) || value.is(Kind::Lane);
    });
  }

  WarpUsesFinder &finder;
  const clang::ASTContext &ast;
  LaneFlow flow;
  unsigned depth;
  int conditions = 0; ///< about threads or lanes, around what is visited
};

const clang::Expr *WarpUses::groupOf32() const {
  for (const Index &index : indices)
    if (!index.value.isHardware && index.value.number == cudaLanes)
      return index.expression;
  for (const Shuffle &shuffle : shuffles)
    if (shuffle.lane.is(Kind::Distance) && !shuffle.lane.isHardware &&
        shuffle.lane.number == cudaLanes)
      return shuffle.call;
  return nullptr;
}

const clang::Expr *WarpUses::groupOfWarp() const {
  for (const Index &index : indices)
    if (index.value.isHardware && !isNarrowed)
      return index.expression;
  for (const Shuffle &shuffle : shuffles)
    if (shuffle.lane.is(Kind::Distance) && shuffle.lane.isHardware)
      return shuffle.call;
  return nullptr;
}

WarpUses WarpUsesFinder::usesOf(const clang::FunctionDecl &function) {
  return Visitor(*this, function, LaneArguments(), 0).uses;
}

bool WarpUsesFinder::shuffles(const clang::FunctionDecl &function) {
  auto [entry, isNew] = shuffling.try_emplace(&function, false);
  if (!isNew || !function.hasBody())
    return entry->second;
  return entry->second = contains(*function.getBody(), [this](const clang::Expr &expression) {
           const auto *call = llvm::dyn_cast<clang::CallExpr>(&expression);
           if (!call)
             return false;
           if (const WarpFunction *known = warpFunctionOf(*call))
             return known->isShuffle();
           const clang::FunctionDecl *callee = call->getDirectCallee();
           const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
           return definition && shuffles(*definition);
         });
}

clang::ast_matchers::DeclarationMatcher deviceFunction() {
  using namespace clang::ast_matchers;
  auto isOfDevice = anyOf(hasAttr(clang::attr::CUDADevice), hasAttr(clang::attr::CUDAGlobal));
  return functionDecl(isDefinition(), isOfDevice, unless(isImplicit())).bind("function");
}

bool isChecked(const clang::FunctionDecl &function) {
  // A lambda in device code is part of the function around it.
  const auto *attribute = function.getAttr<clang::CUDADeviceAttr>();
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const bool isPart =
      attribute && attribute->isImplicit() && method && method->getParent()->isLambda();
  return function.getASTContext().getLangOpts().CUDAIsDevice && function.hasBody() &&
         !function.isDependentContext() && !isPart;
}

std::string quoted(const clang::Expr &expression, const clang::FunctionDecl &function) {
  const clang::ASTContext &ast = function.getASTContext();
  const clang::CharSourceRange range =
      ast.getSourceManager().getExpansionRange(expression.getSourceRange());
  const llvm::StringRef text =
      clang::Lexer::getSourceText(range, ast.getSourceManager(), ast.getLangOpts());
  llvm::SmallVector<llvm::StringRef, 8> words;
  llvm::SplitString(text, words);
  constexpr size_t longest = 70;
  std::string line = llvm::join(words, " ");
  if (line.size() > longest)
    line = line.substr(0, longest - 3) + "...";
  return "'" + line + "'";
}

std::string withLine(const clang::Expr &expression, const clang::FunctionDecl &function) {
  const clang::SourceManager &sources = function.getASTContext().getSourceManager();
  return quoted(expression, function) + " in line " +
         std::to_string(sources.getExpansionLineNumber(expression.getBeginLoc()));
}

} // namespace musaport
