//===- headers/embedded_headers.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "headers/embedded_headers.h"

#include "headers/packed_files.h"

// What pack_headers wrote.
__asm__(".section .rodata\n"
        "musaportHeadersBegin: .incbin \"" MUSAPORT_PACKED_HEADERS "\"\n"
        "musaportHeadersEnd:\n"
        ".previous\n");
extern "C" const char musaportHeadersBegin[], musaportHeadersEnd[];

namespace musaport {

ParseHeaders embeddedHeaders() {
  constexpr llvm::StringLiteral root = "/musa-port"; // of no real file system
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::createPhysicalFileSystem().release());
  files->pushOverlay(unpack(
      llvm::StringRef(musaportHeadersBegin, musaportHeadersEnd - musaportHeadersBegin), root));
  return {files, (root + "/cuda").str(), (root + "/clang").str()};
}

} // namespace musaport
