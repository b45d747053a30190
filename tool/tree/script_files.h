//===- tree/script_files.h - the build scripts of a tree --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TREE_SCRIPT_FILES_H
#define MUSAPORT_TREE_SCRIPT_FILES_H

#include "scripts/script_kinds.h"
#include "tree/kind_of_file.h"

namespace musaport {

/// Scripts that a function in tool/scripts ports.
class ScriptFiles : public KindOfFile {
public:
  using KindOfFile::KindOfFile;

  bool declares() const override { return true; }
  void declare(FileRecord &file, DeclaringThread &thread) const override;
  void port(FileRecord &file, PortingThread &thread,
            std::vector<Decision> *decisions) const override;
};

/// Scripts that are copied. A warning points out names that the port changes.
class CopiedScripts : public KindOfFile {
public:
  using KindOfFile::KindOfFile;

  void port(FileRecord &file, PortingThread &thread,
            std::vector<Decision> *decisions) const override;
};

} // namespace musaport

#endif // MUSAPORT_TREE_SCRIPT_FILES_H
