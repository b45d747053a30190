//===- report/diagnostic_pages.h - the documentation of a diagnostic ID -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REPORT_DIAGNOSTIC_PAGES_H
#define MUSAPORT_REPORT_DIAGNOSTIC_PAGES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace musaport {

/// docs/reference/diagnostics/ID.md, which is embedded in the program; empty if there is none.
llvm::StringRef diagnosticPage(llvm::StringRef id);

/// The page's summary in one sentence, without the severity: "two files would become one.". Returns
/// the ID if there is no page.
std::string diagnosticSummary(llvm::StringRef id);

} // namespace musaport

#endif // MUSAPORT_REPORT_DIAGNOSTIC_PAGES_H
