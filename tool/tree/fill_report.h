//===- tree/fill_report.h - puts the results of a port into the report -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TREE_FILL_REPORT_H
#define MUSAPORT_TREE_FILL_REPORT_H

#include "report/report.h"
#include "rules/rule_set.h"
#include "tree/file_record.h"
#include "tree/output_names.h"

#include "llvm/ADT/ArrayRef.h"

namespace musaport {

/// Adds the result of each file of the tree. Moves the files' views out of their records.
void fillReport(Report &report, Statistics &statistics, const Tree &tree, const NewNames &names,
                const RuleSet &rules, llvm::MutableArrayRef<FileRecord> files);

} // namespace musaport

#endif // MUSAPORT_TREE_FILL_REPORT_H
