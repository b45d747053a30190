//===- rules/direction.h - from CUDA to MUSA, or back -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A rule names one thing. Names that no rule lists are recognized by their shape alone: names of
// files and folders, and names that look like members of a library's family. This file lists the
// shapes of each side.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_RULES_DIRECTION_H
#define MUSAPORT_RULES_DIRECTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace musaport {

enum class Direction : uint8_t {
  CudaToMusa,
  MusaToCuda, ///< uses the same rules, reversed (rules/reverse.h)
};

/// CUDA or MUSA.
struct Side {
  llvm::StringRef title;           ///< "CUDA"
  llvm::StringRef word;            ///< "cuda", as in the names of folders and headers
  llvm::StringRef sourceExtension; ///< ".cu"
  llvm::StringRef headerExtension; ///< ".cuh"
  llvm::StringRef vendor;          ///< "nv", as in __nv_bfloat16
  llvm::StringRef compiler;        ///< "nvcc"
  llvm::StringRef maker;           ///< "NVIDIA", who makes the GPUs
  llvm::StringRef architecture;    ///< how architectures are numbered: "800 for sm_80"
  llvm::StringRef ownHeaders;      ///< "musa_port/", a folder of headers that ported code includes
  llvm::StringRef ownMacros;       ///< "MUSAPORT_", what the names begin with that these define
  llvm::StringRef oldHeaders;      ///< "THC", a folder of headers whose names do not show the side
  /// Prefixes followed by an upper-case letter (cublasSgemm, cuInit). A name that continues with
  /// `_` (cuda_utils) belongs to the user.
  llvm::ArrayRef<llvm::StringRef> lowerFamilies;
  /// Upper-case prefixes followed by `_` (CUBLAS_OP_N, CU_STREAM_DEFAULT).
  llvm::ArrayRef<llvm::StringRef> upperFamilies;
};

const Side &cudaSide();
const Side &musaSide();

inline const Side &sourceSide(Direction direction) {
  return direction == Direction::CudaToMusa ? cudaSide() : musaSide();
}
inline const Side &targetSide(Direction direction) {
  return direction == Direction::CudaToMusa ? musaSide() : cudaSide();
}

/// .cu -> .mu and .cuh -> .muh, or back; any other path is returned unchanged.
std::string renameExtension(llvm::StringRef path, Direction direction);

} // namespace musaport

#endif // MUSAPORT_RULES_DIRECTION_H
