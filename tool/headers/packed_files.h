//===- headers/packed_files.h - files embedded in the program ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HEADERS_PACKED_FILES_H
#define MUSAPORT_HEADERS_PACKED_FILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>

namespace musaport {

struct PackedFile {
  std::string path; ///< relative
  std::string bytes;
};

/// Packs the files into one compressed text.
std::string pack(llvm::ArrayRef<PackedFile> files);

/// The files of a text made by pack(), under `root`. Any other text ends the program.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> unpack(llvm::StringRef packed,
                                                       llvm::StringRef root);

} // namespace musaport

#endif // MUSAPORT_HEADERS_PACKED_FILES_H
