//===- report/diagnostic_pages.h - what is said of an ID --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REPORT_DIAGNOSTIC_PAGES_H
#define MUSAPORT_REPORT_DIAGNOSTIC_PAGES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace musaport {

/// docs/reference/diagnostics/ID.md, which is part of the program; empty if there is none.
llvm::StringRef diagnosticPage(llvm::StringRef id);

/// What the page says in one sentence, without the severity: "two files would become one.". The
/// ID if there is no page.
std::string diagnosticSummary(llvm::StringRef id);

} // namespace musaport

#endif // MUSAPORT_REPORT_DIAGNOSTIC_PAGES_H
