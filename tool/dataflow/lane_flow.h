//===- dataflow/lane_flow.h - tracks lane and thread numbers ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classifies an expression of device code as the number of a thread, lane or warp, a mask of lanes,
// or a constant, and finds the number of lanes that it is based on. Follows variables from
// definition to use, within a function and through calls of short functions. Constants count by
// value, however they are spelled.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_DATAFLOW_LANE_FLOW_H
#define MUSAPORT_DATAFLOW_LANE_FLOW_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace clang {
class ASTContext;
class BinaryOperator;
class CallExpr;
class Expr;
class FunctionDecl;
class ParmVarDecl;
class VarDecl;
} // namespace clang

namespace musaport {

struct LaneValue {
  enum class Kind : uint8_t {
    Unknown,
    Constant,  ///< `number`
    Thread,    ///< the thread's number in its block, or in the grid
    Block,     ///< a multiple of the block's size
    Lane,      ///< the thread's number among `number` neighbours, or a value computed from it
    Warp,      ///< the number of a group of `number` threads, or the count of such groups
    Range,     ///< counts through 0 to `number` - 1
    Distance,  ///< takes the powers of two below `number`
    Mask,      ///< a bit for each of 32 lanes
    MaskLane,  ///< the index of one of these bits
    MaskCount, ///< how many of these bits are set
  };
  Kind kind = Kind::Unknown;
  bool isHardware = false; ///< `number` depends on warpSize
  int64_t number = 0;

  bool is(Kind wanted) const { return kind == wanted; }
  bool operator==(const LaneValue &other) const {
    return kind == other.kind && isHardware == other.isHardware && number == other.number;
  }
};

/// The values of a called function's parameters.
using LaneArguments = llvm::SmallDenseMap<const clang::ParmVarDecl *, LaneValue, 4>;

class LaneFlow {
public:
  /// `warpSize`: the value of the built-in variable warpSize.
  LaneFlow(const clang::FunctionDecl &function, unsigned warpSize,
           LaneArguments arguments = LaneArguments(), unsigned depth = 0);

  LaneValue valueOf(const clang::Expr &expression);
  LaneArguments argumentsOf(const clang::CallExpr &call);

private:
  /// What a statement does to a variable.
  struct Step {
    enum class Kind : uint8_t { Set, Halve, Double, Increment, Known, Other };
    Kind kind = Kind::Other;
    const clang::Expr *set = nullptr;
    LaneValue known;
  };
  struct Variable {
    llvm::SmallVector<Step, 2> steps;
    const clang::Expr *bound = nullptr; ///< the limit that a loop compares it with
    bool reachesBound = false;
    bool isMask = false; ///< passed to a warp function as its lane mask
  };
  class Reader;

  LaneValue variable(const clang::VarDecl &declared);
  LaneValue stepped(const clang::VarDecl &declared, const Variable &variable);
  LaneValue binary(const clang::BinaryOperator &operation);
  LaneValue call(const clang::CallExpr &call);

  const clang::ASTContext &ast;
  unsigned warpSize;
  LaneArguments arguments;
  unsigned depth; ///< call depth
  llvm::DenseMap<const clang::VarDecl *, Variable> variables;
  llvm::DenseMap<const clang::VarDecl *, LaneValue> known;
};

/// 'x' for threadIdx.x; 0 if `expression` is not a component of the built-in variable `name`.
char componentOf(const clang::Expr &expression, const char *name);

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_LANE_FLOW_H
