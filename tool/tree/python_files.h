//===- tree/python_files.h - Python files in a tree -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of musa-converter reads all of them, while the other files are ported. Where there is no
// answer of it, they are copied.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TREE_PYTHON_FILES_H
#define MUSAPORT_TREE_PYTHON_FILES_H

#include "scripts/port_python.h"
#include "tree/script_files.h"

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace musaport {

class PythonFiles : public KindOfFile {
public:
  explicit PythonFiles(const PortContext &context) : KindOfFile(context), copies(context) {}

  /// Begins a run for `files`, those that can be asked about, unless none is wanted.
  void start(llvm::ArrayRef<FileRecord *> files);
  /// Waits for the answers.
  void finish();
  /// A run for one file, from its start to its end. The file is read from a copy: its bytes may
  /// come from anywhere.
  void askAlone(FileRecord &file);

  /// The files that wait for finish(), by their numbers in the tree; sorted.
  llvm::ArrayRef<size_t> asked() const { return askedFiles; }
  /// With the answer, if there is one.
  void port(FileRecord &file, PortingThread &thread,
            std::vector<Decision> *decisions) const override;

  /// Why there are no answers.
  const std::optional<PythonPort::Problem> &problem() const { return failure; }
  /// What a person has to know of that, if it matters for this tree; once all files are ported.
  std::optional<Diagnostic> report() const;

private:
  static bool isAskable(FileRecord &file);

  CopiedScripts copies;
  std::vector<size_t> askedFiles;
  std::optional<PythonPort> run;
  std::optional<PythonPort::Problem> failure;
  mutable std::atomic<bool> hasCudaLeft = false; ///< some file that names CUDA is copied
};

} // namespace musaport

#endif // MUSAPORT_TREE_PYTHON_FILES_H
