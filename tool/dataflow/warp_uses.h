//===- dataflow/warp_uses.h - what a function does with warps ---*- C++ -*-===//
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

/// What CUDA's documentation gives a warp, and code counts on.
inline constexpr int64_t cudaLanes = 32;

/// In the order of the function's text.
struct WarpUses {
  /// A lane's or a warp's number is computed.
  struct Index {
    const clang::Expr *expression = nullptr;
    LaneValue value;
  };
  /// A shuffle, or the call of a function that has one.
  struct Shuffle {
    const clang::CallExpr *call = nullptr;
    const WarpFunction *function = nullptr;
    LaneValue lane, width;
    bool isCalled = false;   ///< in a function that `call` calls
    bool isArgument = false; ///< ... which has its lane from this one
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
  bool isNarrowed = false; ///< a lane's number is taken modulo fewer lanes than the warp has
  std::vector<Shuffle> shuffles;
  std::vector<Operation> shifts, comparisons;
  std::vector<Subscript> subscripts; ///< with a lane, where no condition is about threads or lanes

  /// What first takes 32 threads for a warp, or warpSize of them; null if nothing does.
  const clang::Expr *groupOf32() const;
  const clang::Expr *groupOfWarp() const;
};

class WarpUsesFinder {
public:
  explicit WarpUsesFinder(unsigned warpSize) : warpSize(warpSize) {}

  WarpUses usesOf(const clang::FunctionDecl &function);

private:
  class Visitor;

  /// Whether the function or one that it calls has a shuffle.
  bool shuffles(const clang::FunctionDecl &function);

  unsigned warpSize;
  std::map<const clang::FunctionDecl *, bool> shuffling;
};

/// Matches device code whose warps are looked at, as "function".
clang::ast_matchers::DeclarationMatcher deviceFunction();
/// Whether there is something to see in it: the device's view of what is no template.
bool isChecked(const clang::FunctionDecl &function);

/// "'threadIdx.x % 32' in line 12"
std::string withLine(const clang::Expr &expression, const clang::FunctionDecl &function);
/// The source's text of `expression`, between quotes and on one line.
std::string quoted(const clang::Expr &expression, const clang::FunctionDecl &function);

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_WARP_USES_H
