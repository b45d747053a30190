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

/// Files whose names have a source's extension before another one: kernels.cu.tmpl, api.h.gpu. They
/// are copied; see noteUnportedInclude().
class CopiedSources : public KindOfFile {
public:
  using KindOfFile::KindOfFile;

  static bool has(llvm::StringRef path);
  void port(FileRecord &file, PortingThread &thread,
            std::vector<Decision> *decisions) const override;
};

/// Warns if the text of a file that is not ported as a source includes what the port renames.
void noteUnportedInclude(FileRecord &file, const RuleSet &rules);

} // namespace musaport

#endif // MUSAPORT_TREE_SOURCE_FILES_H
