//===- source/json_text.h - JSON that knows where it stands ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parsed JSON document whose keys and values carry their place in the text, in the order of the
// text, so that every later complaint can point at what it is about.
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
  ByteRange range;                 ///< of an array or object: its opening bracket
  std::string string;              ///< UTF-8; may contain NUL
  std::vector<JsonValue> elements; ///< of an Array
  std::vector<JsonMember> members; ///< of an Object; no key twice

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

/// Parses any bytes. Faults (no JSON, a key given twice, nested too deeply, a number out of range,
/// a very long string, a NUL byte) become errors with the ID `id`; then there is no value.
std::optional<JsonValue> parseJson(const TextPlaces &places, llvm::StringRef id,
                                   std::vector<Diagnostic> &diagnostics);

} // namespace musaport

#endif // MUSAPORT_SOURCE_JSON_TEXT_H
