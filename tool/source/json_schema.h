//===- source/json_schema.h - validates JSON against a schema ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SOURCE_JSON_SCHEMA_H
#define MUSAPORT_SOURCE_JSON_SCHEMA_H

#include "source/json_text.h"

namespace musaport {

/// Validates `document` against the JSON schema `schema`, which must itself be valid. Violations
/// become errors with the ID `id`. Returns true if there are none.
bool checkSchema(const JsonValue &document, llvm::StringRef schema, const TextPlaces &places,
                 llvm::StringRef id, std::vector<Diagnostic> &diagnostics);

} // namespace musaport

#endif // MUSAPORT_SOURCE_JSON_SCHEMA_H
