//===- dataflow/lane_flow.h - where numbers of lanes come from --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Says of an expression of device code whether it is a number of a thread, of its lane or its warp,
// a mask of lanes, or a constant, and for how many lanes. Variables are followed from where they
// are defined to where they are used, within one function and through calls of short ones;
// constants count by their value, however they are spelled.
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
    Lane,      ///< the thread's number among `number` neighbours, or computed from it
    Warp,      ///< of how many groups of `number` threads, or how many there are
    Range,     ///< counts through 0 to `number` - 1
    Distance,  ///< takes the powers of two below `number`
    Mask,      ///< a bit for each of 32 lanes
    MaskLane,  ///< the number of one of these bits
    MaskCount, ///< how many of these bits are set
  };
  Kind kind = Kind::Unknown;
  bool isHardware = false; ///< `number` follows warpSize
  int64_t number = 0;

  bool is(Kind wanted) const { return kind == wanted; }
  bool operator==(const LaneValue &other) const {
    return kind == other.kind && isHardware == other.isHardware && number == other.number;
  }
};

/// Of the parameters of a function that is called.
using LaneArguments = llvm::SmallDenseMap<const clang::ParmVarDecl *, LaneValue, 4>;

class LaneFlow {
public:
  /// `warpSize` is the value of the variable of that name.
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
    const clang::Expr *bound = nullptr; ///< that a loop compares it with
    bool reachesBound = false;
    bool isMask = false; ///< given to a warp's function as the mask of its lanes
  };
  class Reader;

  LaneValue variable(const clang::VarDecl &declared);
  LaneValue stepped(const clang::VarDecl &declared, const Variable &variable);
  LaneValue binary(const clang::BinaryOperator &operation);
  LaneValue call(const clang::CallExpr &call);

  const clang::ASTContext &ast;
  unsigned warpSize;
  LaneArguments arguments;
  unsigned depth; ///< of calls
  llvm::DenseMap<const clang::VarDecl *, Variable> variables;
  llvm::DenseMap<const clang::VarDecl *, LaneValue> known;
};

/// x of threadIdx.x; empty if `expression` is no component of the built-in variable `name`.
char componentOf(const clang::Expr &expression, const char *name);

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_LANE_FLOW_H
