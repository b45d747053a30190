//===- rewrite/source_port.h - the port of a source, under way --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_SOURCE_PORT_H
#define MUSAPORT_REWRITE_SOURCE_PORT_H

#include "rewrite/dead_branches.h"
#include "rewrite/directives.h"
#include "rewrite/pending_edits.h"
#include "rewrite/recorder.h"
#include "rewrite/source_text.h"
#include "rewrite/tree_context.h"

namespace musaport {

/// Whether a file is called like one that only the compiler of CUDA (or MUSA) takes.
inline bool hasDeviceExtension(llvm::StringRef path, const Side &side) {
  return path.ends_with(side.sourceExtension) || path.ends_with(side.headerExtension);
}

/// What the parts that port a source share.
struct SourcePort {
  SourcePort(const TreeContext &context, size_t file, llvm::StringRef shownPath,
             const SourceText &text, std::vector<Decision> *decisions, const ParserFacts *facts)
      : context(context), facts(facts), rules(context.rules), source(sourceSide(rules.direction())),
        target(targetSide(rules.direction())), file(file),
        isDeviceFile(hasDeviceExtension(context.tree.files[file].path, source)), text(text),
        directives(this->text), branches(this->text), deviceBranches(this->text), edits(this->text),
        recorder(context, shownPath, this->text, directives, branches, decisions) {}

  const TreeContext &context;
  const ParserFacts *const facts; ///< null if the file was not parsed
  const RuleSet &rules;
  const Side &source, &target;
  const size_t file;       ///< index in the tree
  const bool isDeviceFile; ///< by its extension: no other compiler takes it
  const SourceText text;
  DirectiveTracker directives; ///< at the token being visited
  DeadBranches branches;       ///< the same
  DeadBranches deviceBranches; ///< the same, for what only a GPU's compiler takes
  PendingEdits edits;
  Recorder recorder;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_SOURCE_PORT_H
