//===- source/json_text.h - JSON with source locations ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parsed JSON document. Keys and values are in the order of the text and carry their place in it,
// so that diagnostics can point at them.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SOURCE_JSON_TEXT_H
#define MUSAPORT_SOURCE_JSON_TEXT_H

#include "source/text_places.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace musaport {

struct JsonMember;

struct JsonValue {
  enum class Kind : uint8_t { Null, Boolean, Number, String, Array, Object };
  Kind kind = Kind::Null;
  bool boolean = false;
  double number = 0;
  ByteRange range;                 ///< for an array or object: its opening bracket
  std::string string;              ///< UTF-8; may contain NUL
  std::vector<JsonValue> elements; ///< of an Array
  std::vector<JsonMember> members; ///< of an Object; keys are unique

  bool isString() const { return kind == Kind::String; }
  bool isObject() const { return kind == Kind::Object; }
  bool isArray() const { return kind == Kind::Array; }
  /// The value of `key`, or null.
  const JsonValue *find(llvm::StringRef key) const;
};

struct JsonMember {
  std::string key;
  ByteRange keyRange;
  JsonValue value;
};

/// "an object", "a string", ...
llvm::StringRef describe(JsonValue::Kind kind);

/// Parses any bytes. Errors (invalid JSON, a duplicate key, excessive nesting, a number out of
/// range, a very long string, a NUL byte) get the ID `id`; the result is then nullopt.
std::optional<JsonValue> parseJson(const TextPlaces &places, llvm::StringRef id,
                                   std::vector<Diagnostic> &diagnostics);

} // namespace musaport

#endif // MUSAPORT_SOURCE_JSON_TEXT_H
