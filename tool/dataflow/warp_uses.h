//===- dataflow/warp_uses.h - how a function uses warps ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_DATAFLOW_WARP_USES_H
#define MUSAPORT_DATAFLOW_WARP_USES_H

#include "dataflow/lane_flow.h"
#include "dataflow/warp_functions.h"

#include "clang/ASTMatchers/ASTMatchers.h"

#include <map>
#include <string>
#include <vector>

namespace musaport {

/// The lanes of a warp according to CUDA's documentation, which code relies on.
inline constexpr int64_t cudaLanes = 32;

/// How a function uses warps; each list is in source order.
struct WarpUses {
  /// A computation of a lane or warp number.
  struct Index {
    const clang::Expr *expression = nullptr;
    LaneValue value;
  };
  /// A shuffle, or a call of a function that contains one.
  struct Shuffle {
    const clang::CallExpr *call = nullptr;
    const WarpFunction *function = nullptr;
    LaneValue lane, width;
    bool isCalled = false;   ///< the shuffle is inside the function that `call` calls
    bool isArgument = false; ///< ... and its lane comes from an argument of `call`
  };
  struct Operation {
    const clang::BinaryOperator *operation = nullptr;
    LaneValue left, right;
  };
  struct Subscript {
    const clang::Expr *expression = nullptr;
    const clang::Expr *index = nullptr;
    LaneValue value;
    int64_t size = 0; ///< of the array
  };
  std::vector<Index> indices;
  bool isNarrowed = false; ///< a lane number is taken modulo less than the warp size
  std::vector<Shuffle> shuffles;
  std::vector<Operation> shifts, comparisons;
  std::vector<Subscript> subscripts; ///< by a lane, outside of any condition on threads or lanes

  /// The first expression that treats 32 threads (groupOf32) or warpSize threads (groupOfWarp) as a
  /// warp; null if there is none.
  const clang::Expr *groupOf32() const;
  const clang::Expr *groupOfWarp() const;
};

class WarpUsesFinder {
public:
  explicit WarpUsesFinder(unsigned warpSize) : warpSize(warpSize) {}

  WarpUses usesOf(const clang::FunctionDecl &function);

private:
  class Visitor;

  /// Whether the function, or one that it calls, contains a shuffle.
  bool shuffles(const clang::FunctionDecl &function);

  unsigned warpSize;
  std::map<const clang::FunctionDecl *, bool> shuffling;
};

/// Matches the device functions to analyze, bound to "function".
clang::ast_matchers::DeclarationMatcher deviceFunction();
/// Whether to analyze `function`: only in the device view, and only if it is not a template.
bool isChecked(const clang::FunctionDecl &function);

/// "'threadIdx.x % 32' in line 12"
std::string withLine(const clang::Expr &expression, const clang::FunctionDecl &function);
/// The source text of `expression`, quoted and on one line.
std::string quoted(const clang::Expr &expression, const clang::FunctionDecl &function);

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_WARP_USES_H
