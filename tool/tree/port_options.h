//===- tree/port_options.h - options of a port ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TREE_PORT_OPTIONS_H
#define MUSAPORT_TREE_PORT_OPTIONS_H

#include "tree/kept_errors.h"

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
    Diff,    ///< writes only a unified diff, to `diffOut`
    Check,   ///< nothing written
  } mode = Mode::Write;
  std::string output;
  bool renameFolders = false;
  bool force = false;         ///< overwrite files of `output` that the tool did not write
  bool translatePtx = false;  ///< inline PTX becomes C++, or is reported
  bool judgeNames = false;    ///< deprecated and unverified names are reported, too
  llvm::StringSet<> ownNames; ///< names that look like CUDA's but are the tree's own: they stay
  ErrorsOfFiles parseErrors;  ///< those of the sources that were parsed, see errorsToKeep()
  unsigned threads = 1;
  /// What to do with Python files, which another program ports.
  enum class Python : uint8_t {
    Off,     ///< copy them
    Auto,    ///< port them; if that program is not installed, copy them with a warning
    Require, ///< port them; it is an error if that program is not installed
  } python = Python::Off;
  llvm::StringSet<> launched; ///< Python files of the tree that are run as programs
  bool keepViews = false;     ///< fill Report::views
  llvm::raw_ostream *diffOut = nullptr;
  /// Progress (files done, total), called occasionally on the thread that called portTree().
  llvm::function_ref<void(size_t, size_t)> progress;
};

} // namespace musaport

#endif // MUSAPORT_TREE_PORT_OPTIONS_H
