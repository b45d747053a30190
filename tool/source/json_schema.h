//===- source/json_schema.h - checking JSON against a schema ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SOURCE_JSON_SCHEMA_H
#define MUSAPORT_SOURCE_JSON_SCHEMA_H

#include "source/json_text.h"

namespace musaport {

/// Checks `document` against the JSON schema `schema`, which must be right. Faults become errors
/// with the ID `id`. Returns true if there was none.
bool checkSchema(const JsonValue &document, llvm::StringRef schema, const TextPlaces &places,
                 llvm::StringRef id, std::vector<Diagnostic> &diagnostics);

} // namespace musaport

#endif // MUSAPORT_SOURCE_JSON_SCHEMA_H
