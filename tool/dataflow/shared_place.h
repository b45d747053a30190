//===- dataflow/shared_place.h - a place in shared memory -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the shared variable, and the indices and members in it, that an expression stands for, and
// decides whether two lanes may mean one place by two such expressions.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_DATAFLOW_SHARED_PLACE_H
#define MUSAPORT_DATAFLOW_SHARED_PLACE_H

#include "dataflow/lane_index.h"

#include "clang/AST/ParentMap.h"

#include <set>

namespace musaport {

struct SharedPlace {
  const clang::VarDecl *variable = nullptr;
  clang::QualType type;           ///< of the place
  std::vector<LaneIndex> indices; ///< from the outermost on
  std::vector<const clang::ValueDecl *> members;
};

/// An access, and the conditions around it: those that only one thread fulfills, and the constant
/// that lanes are below.
struct SharedAccess {
  const clang::Expr *expression = nullptr;
  SharedPlace place;
  bool isWrite = false;
  std::set<std::string> onlyThread;
  std::optional<int64_t> lanesBelow;
};

class SharedPlaces {
public:
  using Parameters = llvm::DenseSet<const clang::ParmVarDecl *>;

  /// `shared`: the parameters that a caller passes shared memory in; `lanes`: LaneIndices.
  SharedPlaces(const clang::FunctionDecl &function, const Parameters &shared,
               const Parameters &lanes)
      : shared(shared), indices(function, lanes), parents(function.getBody()) {}

  std::optional<SharedPlace> ofObject(const clang::Expr &expression, unsigned depth = 0);
  std::optional<SharedPlace> ofPointer(const clang::Expr &expression, unsigned depth = 0);
  bool isLane(const clang::Expr &expression);
  SharedAccess access(const clang::Expr &expression, SharedPlace place, bool isWrite);

  /// Whether `read` may be of what another lane has written in `write`. Certain enough to be
  /// reported: what is not understood is taken for different places, or for the lane's own.
  /// `isLater`: a distance (LaneFactor::Distance) has changed in between. Before that, the lanes
  /// that write are below the distance, and do not read what they have written.
  bool exchange(const SharedAccess &write, const SharedAccess &read, bool isLater) const;
  bool changesDistance(const clang::Stmt &statement);

private:
  void addConditions(SharedAccess &access);
  void addCondition(const clang::Expr &condition, SharedAccess &access);
  void addComparison(const clang::BinaryOperator &comparison, SharedAccess &access);
  bool isNeighbour(const LaneIndex &written, const LaneIndex &distance,
                   std::optional<int64_t> lanesBelow, bool isLater) const;
  bool isOfOthers(const LaneIndex &written, const LaneIndex &read) const;
  bool isTransposed(const SharedPlace &write, const SharedPlace &read) const;

  const Parameters &shared;
  LaneIndices indices;
  clang::ParentMap parents;
};

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_SHARED_PLACE_H
