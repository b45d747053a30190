//===- headers/packed_files.h - files within the program ---------*- C++ -*-===//
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

/// The files in one compressed text.
std::string pack(llvm::ArrayRef<PackedFile> files);

/// The files of what pack() made, under `root`. A text that is not pack()'s ends the program.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> unpack(llvm::StringRef packed,
                                                       llvm::StringRef root);

} // namespace musaport

#endif // MUSAPORT_HEADERS_PACKED_FILES_H
