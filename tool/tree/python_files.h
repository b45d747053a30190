//===- tree/python_files.h - the Python files of a tree ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of musa-converter reads all of them while the other files are ported. Files for which it
// gives no answer are copied.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TREE_PYTHON_FILES_H
#define MUSAPORT_TREE_PYTHON_FILES_H

#include "scripts/python/port.h"
#include "tree/script_files.h"

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace musaport {

class PythonFiles : public KindOfFile {
public:
  explicit PythonFiles(const PortContext &context) : KindOfFile(context), copies(context) {}

  /// Starts musa-converter for those of `files` it can read, unless PortOptions::Python is Off.
  void start(llvm::ArrayRef<FileRecord *> files);
  /// Waits for the answers.
  void finish();
  /// Runs musa-converter on one file and waits for the answer. It reads a copy of the file, whose
  /// bytes need not be on disk.
  void askAlone(FileRecord &file);

  /// Indices in the tree of the files that wait for finish(); sorted.
  llvm::ArrayRef<size_t> asked() const { return askedFiles; }
  /// Ports `file` by the answer, if there is one.
  void port(FileRecord &file, PortingThread &thread,
            std::vector<Decision> *decisions) const override;

  /// Why there are no answers, if there are none.
  const std::optional<PythonPort::Problem> &problem() const { return failure; }
  /// The diagnostic about that, if it matters for this tree. Call this after all files are ported.
  std::optional<Diagnostic> report() const;

private:
  static bool isAskable(FileRecord &file);

  CopiedScripts copies;
  std::vector<size_t> askedFiles;
  std::optional<PythonPort> run;
  std::optional<PythonPort::Problem> failure;
  mutable std::atomic<bool> hasCudaLeft = false; ///< a file that names CUDA was copied
};

} // namespace musaport

#endif // MUSAPORT_TREE_PYTHON_FILES_H
