//===- dataflow/shared_place.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dataflow/shared_place.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

namespace musaport {
namespace {

/// Pointers that are made of pointers of pointers ... are not worth more.
constexpr unsigned mostSteps = 16;
/// Farther lanes are another warp's.
constexpr int64_t farthestLane = 32;

/// The index in which threadIdx.x and threadIdx.y have changed places.
LaneIndex swapped(const LaneIndex &index) {
  LaneIndex result;
  for (const auto &[product, times] : index) {
    std::vector<std::string> factors = product;
    for (std::string &factor : factors)
      factor = factor == "threadIdx.x"   ? "threadIdx.y"
               : factor == "threadIdx.y" ? "threadIdx.x"
                                         : factor;
    llvm::sort(factors);
    result[factors] += times;
  }
  return result;
}

/// Without what *p has and the object has not.
llvm::ArrayRef<LaneIndex> significant(llvm::ArrayRef<LaneIndex> indices) {
  while (!indices.empty() && indices.back().empty())
    indices = indices.drop_back();
  return indices;
}

} // namespace

bool SharedPlace::isSame(const SharedPlace &other) const {
  return variable == other.variable && members == other.members &&
         significant(indices) == significant(other.indices);
}

void LaneConditions::add(const LaneConditions &others) {
  onlyThread.insert(others.onlyThread.begin(), others.onlyThread.end());
  llvm::append_range(zeroInOne, others.zeroInOne);
  if (others.lanesBelow)
    lanesBelow = std::min(*others.lanesBelow, lanesBelow.value_or(*others.lanesBelow));
  isAbove = isAbove || others.isAbove;
  isClear = isClear && others.isClear;
}

bool SharedPlaces::isIn(const clang::VarDecl &declared) const {
  if (const auto *parameter = llvm::dyn_cast<clang::ParmVarDecl>(&declared))
    return parameters.contains(parameter) && parameter->getType()->isReferenceType();
  return declared.hasAttr<clang::CUDASharedAttr>() ||
         (memory == Memory::Device && declared.isFileVarDecl() &&
          (declared.hasAttr<clang::CUDADeviceAttr>() || declared.hasAttr<clang::HIPManagedAttr>()));
}

std::optional<SharedPlace> SharedPlaces::ofObject(const clang::Expr &expression, unsigned depth) {
  const clang::Expr &inner = *expression.IgnoreParenImpCasts();
  if (depth > mostSteps)
    return std::nullopt;
  std::optional<SharedPlace> place;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&inner)) {
    const auto *declared = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (!declared)
      return std::nullopt;
    if (isIn(*declared))
      place.emplace(SharedPlace{declared, {}, {}, {}});
    else if (const clang::Expr *value = indices.onlyValue(*declared);
             value && declared->getType()->isReferenceType())
      place = ofObject(*value, depth + 1);
  } else if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&inner)) {
    place = ofPointer(*element->getBase(), depth + 1);
    if (place && !place->indices.empty())
      place->indices.back() =
          place->indices.back() - (LaneIndex() - indices.of(*element->getIdx()));
  } else if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(&inner)) {
    if (operation->getOpcode() == clang::UO_Deref)
      place = ofPointer(*operation->getSubExpr(), depth + 1);
  } else if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(&inner)) {
    place = member->isArrow() ? ofPointer(*member->getBase(), depth + 1)
                              : ofObject(*member->getBase(), depth + 1);
    if (place)
      place->members.push_back(member->getMemberDecl());
  }
  if (place)
    place->type = inner.getType();
  return place;
}

std::optional<SharedPlace> SharedPlaces::ofPointer(const clang::Expr &expression, unsigned depth) {
  const clang::Expr &inner = *expression.IgnoreParenCasts();
  if (depth > mostSteps)
    return std::nullopt;
  if (inner.getType()->isArrayType()) {
    std::optional<SharedPlace> place = ofObject(inner, depth + 1);
    if (place)
      place->indices.emplace_back();
    return place;
  }
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&inner)) {
    const auto *declared = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (!declared)
      return std::nullopt;
    const auto *parameter = llvm::dyn_cast<clang::ParmVarDecl>(declared);
    if (parameter && parameters.contains(parameter) && parameter->getType()->isPointerType())
      return SharedPlace{declared, {}, {LaneIndex()}, {}};
    const clang::Expr *value = indices.onlyValue(*declared);
    return value ? ofPointer(*value, depth + 1) : std::nullopt;
  }
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(&inner))
    if (operation->getOpcode() == clang::UO_AddrOf) {
      std::optional<SharedPlace> place = ofObject(*operation->getSubExpr(), depth + 1);
      if (place && place->indices.empty())
        place->indices.emplace_back();
      return place;
    }
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(&inner);
      operation && operation->isAdditiveOp() && operation->getLHS()->getType()->isPointerType()) {
    std::optional<SharedPlace> place = ofPointer(*operation->getLHS(), depth + 1);
    const LaneIndex offset = indices.of(*operation->getRHS());
    if (place && !place->indices.empty())
      place->indices.back() =
          place->indices.back() -
          (operation->getOpcode() == clang::BO_Add ? LaneIndex() - offset : offset);
    return place;
  }
  return std::nullopt;
}

bool SharedPlaces::isLane(const clang::Expr &expression) {
  return indices.laneCoefficient(indices.of(expression)) == 1;
}

void SharedPlaces::addZero(const LaneIndex &index, LaneConditions &to) const {
  const bool isUnknown = indices.has(index, LaneFactor::Unknown);
  const bool isOfLane = indices.has(index, LaneFactor::Lane);
  if (indices.has(index, LaneFactor::Group) && !isOfLane && !isUnknown)
    return; // of a whole group
  to.onlyThread.insert(nameOf(index));
  if (indices.laneCoefficient(index) && !isUnknown)
    to.zeroInOne.push_back(index);
}

void SharedPlaces::addComparison(const clang::BinaryOperator &comparison, LaneConditions &to) {
  const LaneIndex left = indices.of(*comparison.getLHS()), right = indices.of(*comparison.getRHS());
  const clang::BinaryOperatorKind kind = comparison.getOpcode();
  std::optional<int64_t> bound = numberOf(right);
  if (kind == clang::BO_LE && bound)
    bound = *bound + 1;
  const bool isBelow = bound && (kind == clang::BO_LT || kind == clang::BO_LE);
  if ((kind == clang::BO_EQ && !indices.isUniform(left - right)) || (isBelow && bound == 1))
    addZero(left - (isBelow ? LaneIndex() : right), to);
  const bool isGreater = kind == clang::BO_GT || kind == clang::BO_GE;
  const bool isLess = kind == clang::BO_LT || kind == clang::BO_LE;
  to.isAbove = to.isAbove || (isGreater && indices.laneCoefficient(left) && !bound) ||
               (isLess && indices.laneCoefficient(right) && !numberOf(left));
  if (isBelow && indices.laneCoefficient(left) == 1)
    to.lanesBelow = std::min(*bound, to.lanesBelow.value_or(*bound));
}

/// Whether several lanes of a warp may fulfill it, or, unless it `holds`, its contrary.
bool SharedPlaces::isOfSeveral(const clang::Expr &condition, bool holds) {
  const LaneIndex whole = indices.of(condition);
  if (indices.isUniform(whole))
    return true;
  const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(&condition);
  if (!comparison || !comparison->isComparisonOp())
    return holds && !indices.has(whole, LaneFactor::Unknown);
  const LaneIndex left = indices.of(*comparison->getLHS()),
                  right = indices.of(*comparison->getRHS());
  if (comparison->isRelationalOp())
    return indices.has(left - right, LaneFactor::Lane) &&
           (holds || (!numberOf(left) && !numberOf(right)));
  return !indices.has(left - right, LaneFactor::Unknown) &&
         holds == (comparison->getOpcode() == clang::BO_NE);
}

void SharedPlaces::addCondition(const clang::Expr &condition, bool holds, LaneConditions &to,
                                unsigned depth) {
  const clang::Expr &inner = *condition.IgnoreParenImpCasts();
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(&inner);
  if (operation && operation->getOpcode() == clang::BO_LAnd && holds) {
    addCondition(*operation->getLHS(), holds, to, depth + 1);
    addCondition(*operation->getRHS(), holds, to, depth + 1);
    return;
  }
  if (const clang::VarDecl *flag = readVariable(inner);
      flag && flag->getType()->isBooleanType() && depth < mostSteps)
    if (const clang::Expr *value = indices.onlyValue(*flag)) {
      addCondition(*value, holds, to, depth + 1);
      return;
    }
  const size_t known = to.zeroInOne.size();
  if (operation && operation->isComparisonOp() && holds) {
    addComparison(*operation, to);
  } else if (const auto *negation = llvm::dyn_cast<clang::UnaryOperator>(&inner);
             negation && negation->getOpcode() == clang::UO_LNot && holds) {
    const LaneIndex index = indices.of(*negation->getSubExpr());
    if (!indices.isUniform(index))
      addZero(index, to);
  }
  to.isClear = to.isClear && (to.zeroInOne.size() > known || isOfSeveral(inner, holds));
}

LaneConditions SharedPlaces::conditionsOf(const clang::Stmt &statement) {
  LaneConditions result;
  const clang::Stmt *child = &statement;
  for (const clang::Stmt *parent = parents.getParent(child); parent;
       child = parent, parent = parents.getParent(parent)) {
    if (const auto *choice = llvm::dyn_cast<clang::IfStmt>(parent)) {
      if (child == choice->getThen() || child == choice->getElse())
        addCondition(*choice->getCond(), child == choice->getThen(), result);
    } else if (const auto *either = llvm::dyn_cast<clang::ConditionalOperator>(parent)) {
      if (child != either->getCond())
        addCondition(*either->getCond(), child == either->getTrueExpr(), result);
    } else if (const auto *both = llvm::dyn_cast<clang::BinaryOperator>(parent)) {
      if (both->getOpcode() == clang::BO_LAnd && child == both->getRHS())
        addCondition(*both->getLHS(), true, result);
    }
  }
  return result;
}

bool SharedPlaces::leavesSeveral(const clang::Stmt &statement) {
  const clang::Stmt *child = &statement;
  for (const clang::Stmt *parent = parents.getParent(child); parent;
       child = parent, parent = parents.getParent(parent))
    if (const auto *choice = llvm::dyn_cast<clang::IfStmt>(parent);
        choice &&
        !isOfSeveral(*choice->getCond()->IgnoreParenImpCasts(), child != choice->getThen()))
      return false;
  return true;
}

bool SharedPlaces::isByAnother(const LaneConditions &one, const LaneConditions &others) const {
  const auto areSeveral = [](const LaneConditions &each) {
    return each.onlyThread.empty() && each.isClear;
  };
  if (areSeveral(one) || areSeveral(others))
    return !one.zeroInOne.empty() || !others.zeroInOne.empty();
  return llvm::any_of(one.zeroInOne, [&](const LaneIndex &index) {
    return llvm::any_of(others.zeroInOne, [&](const LaneIndex &other) {
      return numberOf(index - other).value_or(0) != 0;
    });
  });
}

SharedAccess SharedPlaces::access(const clang::Expr &expression, SharedPlace place, bool isWrite) {
  return {conditionsOf(expression), &expression, std::move(place), isWrite};
}

bool SharedPlaces::changesDistance(const clang::Stmt &statement) {
  const auto isDistance = [&](const clang::Decl *declared) {
    const auto *variable = llvm::dyn_cast_or_null<clang::VarDecl>(declared);
    return variable && indices.isDistance(*variable);
  };
  if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(&statement))
    return llvm::any_of(declaration->decls(), isDistance);
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(&statement);
  const clang::Expr *target =
      operation && operation->isAssignmentOp() ? operation->getLHS() : nullptr;
  return target && isDistance(readVariable(*target));
}

/// Whether a lane's `written` and a neighbour's index, `distance` more, are one place.
bool SharedPlaces::isNeighbour(const LaneIndex &written, const LaneIndex &distance,
                               std::optional<int64_t> lanesBelow, bool isLater) const {
  const std::optional<int64_t> lane = indices.laneCoefficient(written);
  if (const std::optional<int64_t> constant = numberOf(distance)) {
    if (!lane || *constant % *lane != 0 || std::abs(*constant / *lane) >= farthestLane ||
        (lanesBelow && *constant / *lane >= *lanesBelow))
      return false;
    return llvm::none_of(written, [&](const auto &product) {
      // A row's length: the place is the lane's own, in another row.
      return !product.first.empty() && std::abs(product.second) > std::abs(*lane) &&
             *constant % product.second == 0;
    });
  }
  if (distance.size() != 1 || distance.begin()->first.size() != 1 ||
      indices.kindOf(distance.begin()->first.front()) != LaneFactor::Distance)
    return false;
  const auto &[factors, times] = *distance.begin();
  return (isLater && lane && times % *lane == 0) || llvm::any_of(written, [&](const auto &product) {
           return product.first.size() > 1 && llvm::is_contained(product.first, factors.front()) &&
                  times % product.second == 0;
         });
}

bool SharedPlaces::isTransposed(const SharedPlace &write, const SharedPlace &read) const {
  const auto isOfLanes = [&](const LaneIndex &index) {
    return indices.has(index, LaneFactor::Lane) || indices.has(index, LaneFactor::Group);
  };
  if (write.indices.size() == 2 && write.indices[0] == read.indices[1] &&
      write.indices[1] == read.indices[0])
    return isOfLanes(write.indices[0]) && isOfLanes(write.indices[1]);
  bool isSwap = true;
  for (size_t i = 0; i < write.indices.size(); ++i)
    isSwap = isSwap && isOfLanes(write.indices[i]) && swapped(write.indices[i]) == read.indices[i];
  return isSwap;
}

bool SharedPlaces::exchange(const SharedAccess &write, const SharedAccess &read,
                            bool isLater) const {
  const SharedPlace &to = write.place, &from = read.place;
  if (to.variable != from.variable || to.members != from.members ||
      to.indices.size() != from.indices.size() ||
      to.type.getCanonicalType().getUnqualifiedType() !=
          from.type.getCanonicalType().getUnqualifiedType())
    return false;
  if (llvm::any_of(write.onlyThread, [&](const auto &each) { return read.onlyThread.count(each); }))
    return false;
  std::optional<size_t> differs;
  for (size_t i = 0; i < to.indices.size(); ++i)
    if (to.indices[i] != from.indices[i]) {
      if (differs)
        return isTransposed(to, from);
      differs = i;
    }
  if (!differs) // one thread writes, and all read
    return !write.onlyThread.empty() && read.onlyThread.empty() && !to.type.isVolatileQualified() &&
           llvm::none_of(to.indices, [&](const auto &index) {
             return indices.has(index, LaneFactor::Lane) || indices.has(index, LaneFactor::Unknown);
           });
  const LaneIndex &written = to.indices[*differs], &readIndex = from.indices[*differs];
  if (isNeighbour(written, readIndex - written, write.lanesBelow, isLater) ||
      isTransposed(to, from))
    return true;
  return write.onlyThread.empty() && !write.isAbove && isOfOthers(written, readIndex) &&
         (read.onlyThread.empty() || indices.has(readIndex, LaneFactor::Counter));
}

/// Whether all lanes write their own elements of an array, and `read` is one of these for all. An
/// array may be a part of shared memory: both must start at the same place.
bool SharedPlaces::isOfOthers(const LaneIndex &written, const LaneIndex &read) const {
  const std::optional<int64_t> lane = indices.laneCoefficient(written);
  if (!lane || !indices.isUniform(read))
    return false;
  bool counts = false;
  int64_t first = 0;
  for (const auto &[factors, times] : read - written) {
    if (factors.empty())
      first = times;
    else if (factors.size() == 1 && indices.kindOf(factors.front()) == LaneFactor::Counter)
      counts = true;
    else if (factors.size() != 1 || indices.kindOf(factors.front()) != LaneFactor::Lane)
      return false;
  }
  return first % *lane == 0 &&
         (counts ? first == 0 : first / *lane >= 0 && first / *lane < farthestLane);
}

} // namespace musaport
