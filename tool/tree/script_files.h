//===- tree/script_files.h - build scripts in a tree ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TREE_SCRIPT_FILES_H
#define MUSAPORT_TREE_SCRIPT_FILES_H

#include "scripts/script_kinds.h"
#include "tree/kind_of_file.h"

namespace musaport {

/// Those that a function of tool/scripts ports.
class ScriptFiles : public KindOfFile {
public:
  using KindOfFile::KindOfFile;

  bool declares() const override { return true; }
  void declare(FileRecord &file, DeclaringThread &thread) const override;
  void port(FileRecord &file, PortingThread &thread,
            std::vector<Decision> *decisions) const override;
};

/// Those that are copied. A warning says where one names what it should not.
class CopiedScripts : public KindOfFile {
public:
  using KindOfFile::KindOfFile;

  void port(FileRecord &file, PortingThread &thread,
            std::vector<Decision> *decisions) const override;
};

} // namespace musaport

#endif // MUSAPORT_TREE_SCRIPT_FILES_H
