//===- dataflow/warp_functions.h - CUDA's warp functions --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_DATAFLOW_WARP_FUNCTIONS_H
#define MUSAPORT_DATAFLOW_WARP_FUNCTIONS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace clang {
class CallExpr;
} // namespace clang

namespace musaport {

/// A row of rules/gpu/warp_functions.json, embedded at build time.
struct WarpFunction {
  enum class Kind : uint8_t { Index, Up, Down, Xor, Mask, Vote, Reduce, Lane };
  llvm::StringRef name;
  Kind kind = Kind::Vote;
  std::optional<unsigned> mask, lane, width; ///< indices of these arguments

  bool isShuffle() const { return lane.has_value(); }
};

/// Null if `name` is not a warp function.
const WarpFunction *findWarpFunction(llvm::StringRef name);
/// The warp function that `call` calls, or null.
const WarpFunction *warpFunctionOf(const clang::CallExpr &call);

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_WARP_FUNCTIONS_H
