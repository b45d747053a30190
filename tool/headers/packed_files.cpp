//===- headers/packed_files.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "headers/packed_files.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Error.h"

using llvm::StringRef;

// The size of all, a line. Compressed: for each file its path, a line; its size, a line; its bytes.

namespace musaport {

std::string pack(llvm::ArrayRef<PackedFile> files) {
  std::string all;
  for (const PackedFile &file : files)
    all += file.path + '\n' + std::to_string(file.bytes.size()) + '\n' + file.bytes;
  llvm::SmallVector<uint8_t, 0> compressed;
  constexpr int level = 19;
  llvm::compression::zstd::compress(llvm::arrayRefFromStringRef(all), compressed, level);
  return std::to_string(all.size()) + '\n' + llvm::toStringRef(compressed).str();
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> unpack(StringRef packed, StringRef root) {
  auto takeNumber = [](StringRef &text) {
    size_t number = 0;
    const auto [line, rest] = text.split('\n');
    if (line.getAsInteger(10, number))
      llvm::report_fatal_error("packed files are damaged");
    text = rest;
    return number;
  };
  const size_t size = takeNumber(packed);
  llvm::SmallVector<uint8_t, 0> bytes;
  llvm::cantFail(
      llvm::compression::zstd::decompress(llvm::arrayRefFromStringRef(packed), bytes, size));
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (StringRef rest = llvm::toStringRef(bytes); !rest.empty();) {
    const auto [path, behind] = rest.split('\n');
    rest = behind;
    const size_t length = takeNumber(rest);
    files->addFile(root + "/" + path, 0,
                   llvm::MemoryBuffer::getMemBufferCopy(rest.take_front(length)));
    rest = rest.drop_front(length);
  }
  return files;
}

} // namespace musaport
