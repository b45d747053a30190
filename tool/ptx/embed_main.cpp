//===- ptx/embed_main.cpp - writes the embedded table -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs at build time: checks the files of rules/ptx and writes their text as a C++ file of
// constants. They are read only where a file has PTX, so there is nothing to gain from more.
//
//   embed_ptx OUTPUT.cpp SCHEMA.json FILE.json...
//===----------------------------------------------------------------------===//
#include "ptx/table.h"
#include "report/report.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace musaport::ptx {

llvm::ArrayRef<EmbeddedFile> embeddedFiles() { return {}; }

namespace {

std::unique_ptr<llvm::MemoryBuffer> read(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (buffer)
    return std::move(*buffer);
  llvm::errs() << "embed_ptx: error: cannot read '" << path << "': " << buffer.getError().message()
               << "\n";
  return nullptr;
}

int embed(llvm::StringRef output, llvm::StringRef schemaPath,
          llvm::ArrayRef<llvm::StringRef> paths) {
  auto schema = read(schemaPath);
  if (!schema)
    return 1;
  std::error_code fault;
  llvm::raw_fd_ostream out(output, fault);
  if (fault) {
    llvm::errs() << "embed_ptx: error: cannot write '" << output << "': " << fault.message()
                 << "\n";
    return 1;
  }
  out << "// Written by embed_ptx from rules/ptx/*.json at build time. Do not edit.\n"
         "#include \"ptx/table.h\"\n\n"
         "namespace musaport::ptx {\n"
         "namespace {\n\n"
         "constexpr EmbeddedFile files[] = {\n";
  Table table;
  bool ok = true;
  for (llvm::StringRef path : paths) {
    auto buffer = read(path);
    if (!buffer)
      return 1;
    std::vector<Diagnostic> diagnostics;
    ok &= table.add(path, buffer->getBuffer(), schema->getBuffer(), diagnostics);
    for (const Diagnostic &diagnostic : diagnostics)
      printDiagnostic(llvm::errs(), diagnostic, /*color=*/false);
    out << "    {\"rules/ptx/" << llvm::sys::path::filename(path) << "\",\n     {";
    llvm::StringRef rest = buffer->getBuffer();
    while (!rest.empty()) { // one literal a line
      const size_t length = std::min(rest.find('\n'), rest.size() - 1) + 1;
      out << "\"";
      out.write_escaped(rest.take_front(length)) << "\"\n      ";
      rest = rest.drop_front(length);
    }
    out << ", " << buffer->getBufferSize() << "}},\n";
  }
  out << "};\n\n} // namespace\n\n"
         "llvm::ArrayRef<EmbeddedFile> embeddedFiles() { return files; }\n\n"
         "} // namespace musaport::ptx\n";
  return ok ? 0 : 1;
}

} // namespace
} // namespace musaport::ptx

int main(int argc, char **argv) {
  if (argc < 4) {
    llvm::errs() << "usage: embed_ptx OUTPUT.cpp SCHEMA.json FILE.json...\n";
    return 2;
  }
  const llvm::SmallVector<llvm::StringRef, 16> paths(argv + 3, argv + argc);
  return musaport::ptx::embed(argv[1], argv[2], paths);
}
