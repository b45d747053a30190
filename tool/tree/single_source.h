//===- tree/single_source.h - ports a source without a tree -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TREE_SINGLE_SOURCE_H
#define MUSAPORT_TREE_SINGLE_SOURCE_H

#include "edits/result.h"
#include "rules/rule_set.h"

namespace musaport {

/// Ports the text of a device source that is no file, such as a string of a script. All that it can
/// see is what it declares itself. Places are those in the text.
FileResult portSingleSource(const RuleSet &rules, llvm::StringRef text);

} // namespace musaport

#endif // MUSAPORT_TREE_SINGLE_SOURCE_H
