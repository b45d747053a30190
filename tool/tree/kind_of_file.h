//===- tree/kind_of_file.h - how each kind of file is ported ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tree is ported in two passes. Pass 1 collects what each file declares. Pass 2 ports each file
// by the rules and all declarations. Each kind of file is a class that implements both passes.
// Reading, writing and reporting are the same for all kinds (tree/port_tree.h).
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TREE_KIND_OF_FILE_H
#define MUSAPORT_TREE_KIND_OF_FILE_H

#include "rewrite/port_file.h"
#include "rewrite/searched_names.h"
#include "rules/rule_set.h"
#include "source/tree.h"
#include "tree/file_record.h"
#include "tree/output_names.h"
#include "tree/port_options.h"
#include "tree/tree_declarations.h"

#include <memory>
#include <vector>

namespace musaport {

/// What the ports of all files of a tree share.
struct PortContext {
  const Tree &tree;
  const RuleSet &rules;
  const PortOptions &options;
  const NewNames &names;
  TreeDeclarations declared; ///< complete after pass 1

  ScriptContext forScript(std::vector<Decision> *decisions) const {
    return {rules,    tree, names.includes, declared.names, declared.scripts, names.renamesSources,
            decisions};
  }
};

/// State that a thread of pass 1 keeps between files.
struct DeclaringThread {
  std::unique_ptr<SearchedNames> names; ///< for sources; created with the first one
  ScriptDeclarations scripts;
};

/// The same for pass 2.
struct PortingThread {
  std::unique_ptr<FilePorter> porter; ///< for sources; created with the first one
};

/// How files of one kind are ported. Both passes call this from several threads, each for its own
/// file, whose text is loaded.
class KindOfFile {
public:
  explicit KindOfFile(const PortContext &context) : context(context) {}
  virtual ~KindOfFile() = default;

  /// Whether declare() does anything. If so, the text is read in pass 1.
  virtual bool declares() const { return false; }
  /// Whether port() does more than copy. If so, the text is read even if nothing is written.
  virtual bool looksAtText() const { return true; }

  /// Pass 1: adds what `file` declares to its record or to the thread's state.
  virtual void declare(FileRecord &, DeclaringThread &) const {}
  /// Pass 2: sets `file.result` or `file.isCopied`, and adds diagnostics about the file.
  /// `decisions`: see FilePorter::port().
  virtual void port(FileRecord &file, PortingThread &thread,
                    std::vector<Decision> *decisions) const = 0;

protected:
  const PortContext &context;
};

/// Files that are neither sources nor build scripts.
class CopiedFiles : public KindOfFile {
public:
  using KindOfFile::KindOfFile;

  bool looksAtText() const override { return false; }
  void port(FileRecord &file, PortingThread &, std::vector<Decision> *) const override {
    file.isCopied = true;
  }
};

} // namespace musaport

#endif // MUSAPORT_TREE_KIND_OF_FILE_H
