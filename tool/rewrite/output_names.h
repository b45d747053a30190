//===- rewrite/output_names.h - what files are called afterwards -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_OUTPUT_NAMES_H
#define MUSAPORT_REWRITE_OUTPUT_NAMES_H

#include "report/diagnostic.h"
#include "rules/rule_set.h"
#include "source/tree.h"

#include <string>
#include <vector>

namespace musaport {

/// .cu -> .mu and .cuh -> .muh, anything else as it is.
std::string renameExtension(llvm::StringRef path);

/// The path of a file or folder after the port: path rules, `renameFolders` (a word cuda or CUDA in
/// a folder's name), and for a source the extension.
std::string outputPath(llvm::StringRef path, FileKind kind, const RuleSet &rules,
                       bool renameFolders);

/// The output path of each file of `tree`, in the same order. Two files that would become one are
/// an error
/// ([musa-output-collision]) naming both; the one that keeps its name gets the place and the
/// other's entry is empty: it is not written. If neither keeps its name, neither is written.
std::vector<std::string> outputPaths(const Tree &tree, const RuleSet &rules, bool renameFolders,
                                     std::vector<Diagnostic> &diagnostics);

} // namespace musaport

#endif // MUSAPORT_REWRITE_OUTPUT_NAMES_H
