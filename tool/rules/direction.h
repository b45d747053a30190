//===- rules/direction.h - from CUDA to MUSA, or back -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules name things one by one. What no rule names is known by its shape alone: the names of files
// and folders, and names that look like those of a family. Each side has its shapes here.
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
  MusaToCuda, ///< by the same rules read backwards (rules/reverse.h)
};

/// CUDA or MUSA.
struct Side {
  llvm::StringRef title;           ///< "CUDA"
  llvm::StringRef word;            ///< "cuda": in the names of folders and headers
  llvm::StringRef sourceExtension; ///< ".cu"
  llvm::StringRef headerExtension; ///< ".cuh"
  llvm::StringRef vendor;          ///< "nv": of __nv_bfloat16
  llvm::StringRef compiler;        ///< "nvcc"
  llvm::StringRef maker;           ///< "NVIDIA": whose GPUs they are
  llvm::StringRef architecture;    ///< "800 for sm_80": how architectures are numbered
  llvm::StringRef ownHeaders;      ///< "musa_port/": a folder of headers that ports include
  llvm::StringRef oldHeaders;      ///< "THC": a folder whose headers do not show whose they are
  /// Prefixes that are followed by an upper-case letter (cublasSgemm, cuInit). What goes on with
  /// `_` (cuda_utils) is a user's.
  llvm::ArrayRef<llvm::StringRef> lowerFamilies;
  /// Prefixes in capitals that are followed by `_` (CUBLAS_OP_N, CU_STREAM_DEFAULT).
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

/// .cu -> .mu and .cuh -> .muh, or back; anything else as it is.
std::string renameExtension(llvm::StringRef path, Direction direction);

} // namespace musaport

#endif // MUSAPORT_RULES_DIRECTION_H
