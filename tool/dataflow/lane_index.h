//===- dataflow/lane_index.h - an index as a sum over lanes -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes an index as a sum of products, so that two of them can be compared: which differ, in what
// way, and do they depend on the lane? Follows variables that are set once.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_DATAFLOW_LANE_INDEX_H
#define MUSAPORT_DATAFLOW_LANE_INDEX_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace musaport {

/// How the lanes of a warp see a value that an index is made of.
enum class LaneFactor : uint8_t {
  Unknown,
  Lane,     ///< another value in each lane, and neighbours have neighbouring values
  Group,    ///< one value in each group of lanes
  Uniform,  ///< the same in all lanes
  Counter,  ///< ... and a loop changes it
  Distance, ///< ... by halving or doubling it
};

/// The factors of each product, sorted by name, and how often it is in the sum. A constant is the
/// product of nothing.
using LaneIndex = std::map<std::vector<std::string>, int64_t>;

LaneIndex operator-(const LaneIndex &left, const LaneIndex &right);
/// If it is a constant.
std::optional<int64_t> numberOf(const LaneIndex &index);
/// The same for equal indices.
std::string nameOf(const LaneIndex &index);

/// The indices that one function computes.
class LaneIndices {
public:
  /// `lanes`: the parameters that a caller passes a thread's or lane's number in.
  LaneIndices(const clang::FunctionDecl &function,
              const llvm::DenseSet<const clang::ParmVarDecl *> &lanes);

  LaneIndex of(const clang::Expr &expression);
  LaneFactor kindOf(const std::string &factor) const { return kinds.lookup(factor); }
  /// The sum's only product that is a lane's number, and its coefficient.
  std::optional<int64_t> laneCoefficient(const LaneIndex &index) const;
  bool has(const LaneIndex &index, LaneFactor kind) const;
  bool isUniform(const LaneIndex &index) const;
  bool isDistance(const clang::VarDecl &declared) {
    return declared.getType()->isIntegralOrEnumerationType() &&
           has(variable(declared), LaneFactor::Distance) && !onlyValue(declared);
  }
  /// What a variable is set to, if that happens once; else null.
  const clang::Expr *onlyValue(const clang::VarDecl &variable) const;

private:
  struct Variable {
    llvm::SmallVector<const clang::Expr *, 2> set, added;
    bool isScaled = false, isOther = false;
  };
  class Reader;

  LaneIndex factor(std::string name, LaneFactor kind);
  LaneIndex variable(const clang::VarDecl &declared);
  LaneFactor kindOf(const clang::VarDecl &declared, const Variable &variable);
  LaneIndex binary(const clang::BinaryOperator &operation);
  LaneIndex unknown(const clang::Expr &expression);

  const clang::ASTContext &ast;
  const llvm::DenseSet<const clang::ParmVarDecl *> &lanes;
  bool isKernel;
  llvm::DenseMap<const clang::VarDecl *, Variable> variables;
  llvm::DenseSet<const clang::VarDecl *> open; ///< whose value is being followed
  llvm::StringMap<LaneFactor> kinds;
};

/// `expression` without parentheses, casts and other things that do not change its value.
const clang::Expr &withoutCasts(const clang::Expr &expression);
/// The variable that `expression` is, or null.
const clang::VarDecl *readVariable(const clang::Expr &expression);

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_LANE_INDEX_H
