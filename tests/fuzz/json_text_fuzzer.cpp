//===- json_text_fuzzer.cpp - any bytes as JSON with places -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is read is JSON to another reader, too, and each value's place is where it stands; what is
// not read has an error at a place of the text.
//===----------------------------------------------------------------------===//
#include "source/json_text.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>

using namespace musaport;

namespace {

void require(bool condition) {
  if (!condition)
    abort();
}

void checkPlaces(const JsonValue &value, llvm::StringRef text) {
  require(value.range.begin < value.range.end && value.range.end <= text.size());
  llvm::StringRef slice = text.slice(value.range.begin, value.range.end);
  switch (value.kind) {
  case JsonValue::Kind::Null:
    require(slice == "null");
    break;
  case JsonValue::Kind::Boolean:
    require(slice == (value.boolean ? "true" : "false"));
    break;
  case JsonValue::Kind::Number:
    require(nlohmann::json::parse(slice.begin(), slice.end()).is_number());
    break;
  case JsonValue::Kind::String:
    require(nlohmann::json::parse(slice.begin(), slice.end()) == value.string);
    break;
  case JsonValue::Kind::Array:
    require(slice == "[");
    for (const JsonValue &element : value.elements)
      checkPlaces(element, text);
    break;
  case JsonValue::Kind::Object:
    require(slice == "{");
    for (const JsonMember &member : value.members) {
      llvm::StringRef key = text.slice(member.keyRange.begin, member.keyRange.end);
      require(nlohmann::json::parse(key.begin(), key.end()) == member.key);
      checkPlaces(member.value, text);
    }
    break;
  }
}

} // namespace

// The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  const TextPlaces places("fuzz.json", text);
  std::vector<Diagnostic> diagnostics;
  const std::optional<JsonValue> document = parseJson(places, "id", diagnostics);
  require(document.has_value() == diagnostics.empty());
  for (const Diagnostic &diagnostic : diagnostics) {
    require(!diagnostic.message.empty() && diagnostic.message.find('\n') == std::string::npos);
    require(diagnostic.place.line >= 1 && diagnostic.place.column >= 1);
  }
  if (document) {
    require(nlohmann::json::accept(text.begin(), text.end()));
    checkPlaces(*document, text);
  }
  return 0;
}
