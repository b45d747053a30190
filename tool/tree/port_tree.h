//===- tree/port_tree.h - porting a whole tree ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads, ports and writes the files of a tree in parallel. The result does not depend on the number
// of threads.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TREE_PORT_TREE_H
#define MUSAPORT_TREE_PORT_TREE_H

#include "edits/result.h"
#include "report/report.h"
#include "rules/rule_set.h"
#include "source/tree.h"
#include "tree/port_options.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace musaport {

/// Ports `tree`. Diagnostics, including errors, are in the report. An llvm::Error means that the
/// port was not completed: something is in the way of the output, a file cannot be read or written,
/// or the run was interrupted.
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
