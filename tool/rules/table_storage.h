//===- rules/table_storage.h - makes tables of rules ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RULES_TABLE_STORAGE_H
#define MUSAPORT_RULES_TABLE_STORAGE_H

#include "rules/embedded.h"

#include <vector>

namespace musaport::embedded {

/// What Tables refer to, as it is made: by embed_rules at build time, and of rules that are read
/// backwards.
class TableStorage {
public:
  std::vector<File> files;
  std::vector<Rule> rules; ///< file by file as written there, until finish() sorts them
  std::vector<GuardRule> guards;
  std::vector<PathRule> paths;
  std::vector<PortsDeclared> portsDeclared;

  /// Brings the rules into the order that Tables want, and makes the index.
  void finish();
  /// They refer to this object.
  Tables tables() const;

private:
  std::vector<uint32_t> order, index;
  size_t indexed = 0;
  uint8_t contexts = 0;
};

} // namespace musaport::embedded

#endif // MUSAPORT_RULES_TABLE_STORAGE_H
