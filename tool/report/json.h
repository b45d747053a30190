//===- report/json.h - a report as a JSON value -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REPORT_JSON_H
#define MUSAPORT_REPORT_JSON_H

#include "report/report.h"

#include <nlohmann/json_fwd.hpp>

namespace musaport {

/// The report in the format of docs/reference/report.schema.json, without the diagnostics.
nlohmann::ordered_json summaryJson(const Report &report);

} // namespace musaport

#endif // MUSAPORT_REPORT_JSON_H
