//===- tree/kind_of_file.h - what the port does with a kind of file -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The port of a tree has two passes. In the first, files say what they declare; in the second, each
// becomes what the rules and all declarations make of it. Its kind says how: each kind of file is a
// class. Reading, writing and reporting are the same for all of them (tree/port_tree.h).
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

/// What the ports of a tree's files have in common.
struct PortContext {
  const Tree &tree;
  const RuleSet &rules;
  const PortOptions &options;
  const NewNames &names;
  TreeDeclarations declared; ///< after pass 1

  ScriptContext forScript(std::vector<Decision> *decisions) const {
    return {rules,    tree, names.includes, declared.names, declared.scripts, names.renamesSources,
            decisions};
  }
};

/// What a thread of pass 1 keeps from file to file.
struct DeclaringThread {
  std::unique_ptr<SearchedNames> names; ///< of sources; made for the first one
  ScriptDeclarations scripts;
};

/// The same of pass 2.
struct PortingThread {
  std::unique_ptr<FilePorter> porter; ///< of sources; made for the first one
};

/// What becomes of the files of one kind. Both passes call it from several threads, for a file
/// each, whose text is loaded.
class KindOfFile {
public:
  explicit KindOfFile(const PortContext &context) : context(context) {}
  virtual ~KindOfFile() = default;

  /// Whether declare() does anything: the text is read in pass 1.
  virtual bool declares() const { return false; }
  /// Whether port() does anything but copy: the text is read even where nothing is written.
  virtual bool looksAtText() const { return true; }

  /// Pass 1: adds what `file` declares, to its record or to what the thread has.
  virtual void declare(FileRecord &, DeclaringThread &) const {}
  /// Pass 2: sets `file.result`, or `file.isCopied`, and what is to be said of the file.
  /// `decisions`: see FilePorter::port().
  virtual void port(FileRecord &file, PortingThread &thread,
                    std::vector<Decision> *decisions) const = 0;

protected:
  const PortContext &context;
};

/// What is no source and no build script.
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
