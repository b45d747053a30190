//===- source/json_text.h - JSON that knows where it stands ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parsed JSON document whose keys and values carry their place in the text, in the order of the
// text, so that every later complaint can point at what it is about.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SOURCE_JSON_TEXT_H
#define MUSAPORT_SOURCE_JSON_TEXT_H

#include "report/diagnostic.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace musaport {

/// A byte range of the text.
struct JsonRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

struct JsonMember;

struct JsonValue {
  enum class Kind : uint8_t { Null, Boolean, Number, String, Array, Object };
  Kind kind = Kind::Null;
  bool boolean = false;
  double number = 0;
  JsonRange range;                 ///< of an array or object: its opening bracket
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
  JsonRange keyRange;
  JsonValue value;
};

/// "an object", "a string", ...
llvm::StringRef describe(JsonValue::Kind kind);

/// `text` for a message: one line, not too long, control characters as \xNN.
std::string printable(llvm::StringRef text);
/// The same between single quotes.
std::string quote(llvm::StringRef text);

/// A text and its lines, to make diagnostics about it. Borrows both strings.
class TextPlaces {
public:
  TextPlaces(llvm::StringRef path, llvm::StringRef text);

  uint32_t line(uint32_t offset) const;
  /// Line `number`, from 1, without its line end.
  llvm::StringRef lineText(uint32_t number) const;
  Diagnostic diagnostic(llvm::StringRef id, Severity severity, JsonRange range,
                        const llvm::Twine &message) const;
  llvm::StringRef path() const { return file; }
  llvm::StringRef text() const { return bytes; }

private:
  llvm::StringRef file;
  llvm::StringRef bytes;
  std::vector<uint32_t> lineStarts;
};

/// Parses any bytes. Faults (no JSON, a key given twice, nested too deeply, a number out of range,
/// a very long string, a NUL byte) become errors with the ID `id`; then there is no value.
std::optional<JsonValue> parseJson(const TextPlaces &places, llvm::StringRef id,
                                   std::vector<Diagnostic> &diagnostics);

} // namespace musaport

#endif // MUSAPORT_SOURCE_JSON_TEXT_H
