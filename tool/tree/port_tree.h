//===- tree/port_tree.h - a whole tree's port -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists, names, reads, ports and writes the files of a tree, in parallel, with a result that does
// not depend on the number of threads.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TREE_PORT_TREE_H
#define MUSAPORT_TREE_PORT_TREE_H

#include "report/report.h"
#include "rewrite/port_file.h"
#include "rules/rule_set.h"
#include "source/tree.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <string>
#include <vector>

namespace musaport {

struct PortOptions {
  enum class Mode : uint8_t {
    Write,   ///< to `output`
    InPlace, ///< the tree's own files
    Diff,    ///< a unified diff to `diffOut`, nothing written
    Check,   ///< nothing written
  } mode = Mode::Write;
  std::string output;
  bool renameFolders = false;
  bool force = false;         ///< overwrite files of `output` that the tool did not write
  bool analyze = false;       ///< look at what code does, too: translate inline PTX
  llvm::StringSet<> ownNames; ///< names like CUDA's that are the tree's own, and stay
  unsigned threads = 1;
  /// What becomes of Python files, whose port takes another program.
  enum class Python : uint8_t {
    Off,     ///< they are copied
    Auto,    ///< they are ported; where that program is not installed, copied with a warning
    Require, ///< the same with an error
  } python = Python::Off;
  llvm::StringSet<> launched; ///< Python files of the tree that are started by themselves
  bool keepViews = false;     ///< for Report::views
  llvm::raw_ostream *diffOut = nullptr;
  /// Called now and then from the thread that called portTree(): files done, of how many.
  llvm::function_ref<void(size_t, size_t)> progress;
};

/// Ports `tree`. Diagnostics, errors among them, are in the report. An llvm::Error means that the
/// port is not done: an output that is in the way, a file that cannot be read or written, an
/// interruption.
llvm::Error portTree(const Tree &tree, const RuleSet &rules, const PortOptions &options,
                     Report &report, Statistics &statistics);

/// Ports one buffer as if it were the only file of a tree, called `name`.
std::string portBuffer(llvm::StringRef name, llvm::StringRef buffer, const RuleSet &rules,
                       Report &report, const PortOptions &options = {});

/// For `explain`: every decision on line `line` (from 1) of `tree.files[file]`.
llvm::Expected<std::vector<Decision>> explainLine(const Tree &tree, size_t file, unsigned line,
                                                  const RuleSet &rules, const PortOptions &options);

} // namespace musaport

#endif // MUSAPORT_TREE_PORT_TREE_H
