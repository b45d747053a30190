//===- rules/table_storage.h - builds tables of rules -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RULES_TABLE_STORAGE_H
#define MUSAPORT_RULES_TABLE_STORAGE_H

#include "rules/embedded.h"

#include <vector>

namespace musaport::embedded {

/// Builds and owns the data of Tables: for embed_rules at build time, and for reversed rules.
class TableStorage {
public:
  std::vector<File> files;
  std::vector<Rule> rules; ///< by file, in the order written there, until finish() sorts them
  std::vector<GuardRule> guards;
  std::vector<PathRule> paths;
  std::vector<PortsDeclared> portsDeclared;

  /// Sorts the rules as Tables require and builds the index.
  void finish();
  /// The result refers to this object.
  Tables tables() const;

private:
  std::vector<uint32_t> order, index;
  size_t indexed = 0;
  uint8_t contexts = 0;
};

} // namespace musaport::embedded

#endif // MUSAPORT_RULES_TABLE_STORAGE_H
