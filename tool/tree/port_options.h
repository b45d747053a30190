//===- tree/port_options.h - what a port is asked to do ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TREE_PORT_OPTIONS_H
#define MUSAPORT_TREE_PORT_OPTIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <string>

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
  bool translatePtx = false;  ///< inline PTX becomes C++, or is reported
  bool judgeNames = false;    ///< deprecated and unverified names are reported, too
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

} // namespace musaport

#endif // MUSAPORT_TREE_PORT_OPTIONS_H
