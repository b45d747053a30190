//===- headers/pack_main.cpp - packs headers into one file ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pack_headers OUT NAME=FOLDER...: writes all files of the folders to OUT, as NAME/..., packed as
// headers/embedded_headers.cpp reads them.
//===----------------------------------------------------------------------===//
#include "headers/packed_files.h"
#include "source/file_io.h"
#include "source/tree.h"

#include "llvm/Support/raw_ostream.h"

namespace musaport {
namespace {

llvm::Error run(llvm::StringRef output, llvm::ArrayRef<const char *> folders) {
  std::vector<PackedFile> files;
  for (llvm::StringRef each : folders) {
    const auto [name, folder] = each.split('=');
    llvm::Expected<Tree> tree = listTree(folder, {});
    if (!tree)
      return tree.takeError();
    for (const TreeFile &file : tree->files) {
      llvm::Expected<std::string> bytes = readFile(pathUnder(folder, file.path));
      if (!bytes)
        return bytes.takeError();
      files.push_back({(name + "/" + file.path).str(), std::move(*bytes)});
    }
  }
  return writeFileAtomically(output, pack(files), 0644);
}

} // namespace
} // namespace musaport

int main(int argc, char **argv) {
  if (argc < 3) {
    llvm::errs() << "usage: pack_headers OUT NAME=FOLDER...\n";
    return 2;
  }
  if (llvm::Error error = musaport::run(argv[1], llvm::ArrayRef(argv + 2, argv + argc))) {
    llvm::errs() << "pack_headers: error: " << llvm::toString(std::move(error)) << '\n';
    return 1;
  }
  return 0;
}
