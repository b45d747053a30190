//===- tree/dangling_includes.h - includes that the port has broken -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A port renames files, and includes have to follow. This looks at the result: each include that
// referred to a file of the tree has to refer to one in the output, too.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TREE_DANGLING_INCLUDES_H
#define MUSAPORT_TREE_DANGLING_INCLUDES_H

#include "source/include_resolver.h"
#include "tree/file_record.h"
#include "tree/output_names.h"

namespace musaport {

class DanglingIncludes {
public:
  /// Both arguments must outlive this.
  DanglingIncludes(const Tree &tree, const NewNames &names);

  /// Adds an error (musa-dangling-include) for each include of the ported `file` that refers to no
  /// file of the output. Its text is in memory.
  void report(FileRecord &file) const;

private:
  const Tree output; ///< the files of the tree by their new names
  const IncludeResolver resolver;
};

} // namespace musaport

#endif // MUSAPORT_TREE_DANGLING_INCLUDES_H
