//===- commands/report_files.h - the files that --report names --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_COMMANDS_REPORT_FILES_H
#define MUSAPORT_COMMANDS_REPORT_FILES_H

#include "report/report.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace musaport {

enum class ReportFormat : uint8_t { Json, Sarif, Html };

/// The format, by the extension of the file's name.
std::optional<ReportFormat> reportFormat(llvm::StringRef path);

/// Writes `report` to each file in that file's format.
llvm::Error writeReports(const Report &report, llvm::ArrayRef<std::string> paths);

} // namespace musaport

#endif // MUSAPORT_COMMANDS_REPORT_FILES_H
