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

  /// Whether it is the same object for one lane, whatever it is seen as.
  bool isSame(const SharedPlace &other) const;
};

/// The conditions around a place in the code: those that only one thread fulfills, and the constant
/// that lanes are below.
struct LaneConditions {
  std::set<std::string> onlyThread;
  std::vector<LaneIndex> zeroInOne; ///< of onlyThread, what is surely 0 in one lane of several
  std::optional<int64_t> lanesBelow;
  bool isAbove = false; ///< lanes are above something that varies
  bool isClear = true;  ///< no other condition may be that of one lane

  void add(const LaneConditions &others);
};

struct SharedAccess : LaneConditions {
  const clang::Expr *expression = nullptr;
  SharedPlace place;
  bool isWrite = false;
};

class SharedPlaces {
public:
  using Parameters = llvm::DenseSet<const clang::ParmVarDecl *>;

  enum class Memory : uint8_t { Shared, Device };

  /// Finds shared memory, and if so wanted the device's variables. `parameters`: those in which a
  /// caller passes such memory, or which are looked for in any case; `lanes`: LaneIndices.
  SharedPlaces(const clang::FunctionDecl &function, const Parameters &parameters,
               const Parameters &lanes, Memory memory = Memory::Shared)
      : parameters(parameters), memory(memory), indices(function, lanes),
        parents(function.getBody()) {}

  std::optional<SharedPlace> ofObject(const clang::Expr &expression, unsigned depth = 0);
  std::optional<SharedPlace> ofPointer(const clang::Expr &expression, unsigned depth = 0);
  bool isLane(const clang::Expr &expression);
  LaneConditions conditionsOf(const clang::Stmt &statement);
  /// Whether several lanes may go on where a return or the like has this place.
  bool leavesSeveral(const clang::Stmt &statement);
  /// Whether surely another lane than one of `others` is among those of `one`.
  bool isByAnother(const LaneConditions &one, const LaneConditions &others) const;
  SharedAccess access(const clang::Expr &expression, SharedPlace place, bool isWrite);
  const clang::Stmt *parentOf(const clang::Stmt &statement) const {
    return parents.getParent(&statement);
  }
  std::optional<int64_t> numberIn(const clang::Expr &expression) {
    return numberOf(indices.of(expression));
  }

  /// Whether `read` may be of what another lane has written in `write`. Certain enough to be
  /// reported: what is not understood is taken for different places, or for the lane's own.
  /// `isLater`: a distance (LaneFactor::Distance) has changed in between. Before that, the lanes
  /// that write are below the distance, and do not read what they have written.
  bool exchange(const SharedAccess &write, const SharedAccess &read, bool isLater) const;
  bool changesDistance(const clang::Stmt &statement);

private:
  bool isIn(const clang::VarDecl &declared) const;
  void addZero(const LaneIndex &index, LaneConditions &to) const;
  void addCondition(const clang::Expr &condition, bool holds, LaneConditions &to,
                    unsigned depth = 0);
  void addComparison(const clang::BinaryOperator &comparison, LaneConditions &to);
  bool isOfSeveral(const clang::Expr &condition, bool holds);
  bool isNeighbour(const LaneIndex &written, const LaneIndex &distance,
                   std::optional<int64_t> lanesBelow, bool isLater) const;
  bool isOfOthers(const LaneIndex &written, const LaneIndex &read) const;
  bool isTransposed(const SharedPlace &write, const SharedPlace &read) const;

  const Parameters &parameters;
  const Memory memory;
  LaneIndices indices;
  clang::ParentMap parents;
};

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_SHARED_PLACE_H
