//===- tree/source_files.h - the C, C++ and CUDA sources of a tree -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TREE_SOURCE_FILES_H
#define MUSAPORT_TREE_SOURCE_FILES_H

#include "tree/kind_of_file.h"

namespace musaport {

class SourceFiles : public KindOfFile {
public:
  explicit SourceFiles(const PortContext &context);

  bool declares() const override { return true; }
  void declare(FileRecord &file, DeclaringThread &thread) const override;
  void port(FileRecord &file, PortingThread &thread,
            std::vector<Decision> *decisions) const override;

  /// Looks again at `file` for CarryChains::follow(); its text is loaded.
  void visitText(FileRecord &file, llvm::function_ref<void(const SourceText &)> visit) const;

private:
  bool tokenizeText(FileRecord &file) const;

  TreeContext shared;
};

} // namespace musaport

#endif // MUSAPORT_TREE_SOURCE_FILES_H
