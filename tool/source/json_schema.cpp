//===- source/json_schema.cpp - validates JSON against a schema -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/json_schema.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <cmath>

namespace musaport {
namespace {

using Adapter = valijson::adapters::NlohmannJsonAdapter;

/// LLVM's regular expressions for "pattern": POSIX's, so no \w or \d there. For the keys of
/// "patternProperties" Valijson takes the C++ library's whatever it is told.
struct RegexEngine {
  explicit RegexEngine(const std::string &pattern) : regex(pattern) {}
  static bool search(const std::string &text, const RegexEngine &engine) {
    return engine.regex.match(text);
  }
  llvm::Regex regex;
};

nlohmann::json toJson(const JsonValue &value) {
  switch (value.kind) {
  case JsonValue::Kind::Null:
    return nullptr;
  case JsonValue::Kind::Boolean:
    return value.boolean;
  case JsonValue::Kind::Number:
    if (std::abs(value.number) < 1e15 && std::trunc(value.number) == value.number)
      return static_cast<int64_t>(value.number);
    return value.number;
  case JsonValue::Kind::String:
    return value.string;
  case JsonValue::Kind::Array: {
    nlohmann::json array = nlohmann::json::array();
    for (const JsonValue &element : value.elements)
      array.push_back(toJson(element));
    return array;
  }
  case JsonValue::Kind::Object: {
    nlohmann::json object = nlohmann::json::object();
    for (const JsonMember &member : value.members)
      object.emplace(member.key, toJson(member.value));
    return object;
  }
  }
  return nullptr;
}

/// Where a complaint of Valijson's is about; `context` is "<root>", "[identifiers]", "[supported]",
/// ...
ByteRange locate(const JsonValue &document, llvm::ArrayRef<std::string> context) {
  const JsonValue *value = &document;
  ByteRange range = document.range;
  for (llvm::StringRef step : context.drop_front(context.empty() ? 0 : 1)) {
    step.consume_front("[");
    step.consume_back("]");
    size_t index = 0;
    if (value->isObject()) {
      auto member =
          llvm::find_if(value->members, [&](const JsonMember &m) { return m.key == step; });
      if (member == value->members.end())
        break;
      range = member->keyRange;
      value = &member->value;
    } else if (value->isArray() && !step.getAsInteger(10, index) &&
               index < value->elements.size()) {
      value = &value->elements[index];
      range = value->range;
    } else {
      break;
    }
  }
  return range;
}

} // namespace

bool checkSchema(const JsonValue &document, llvm::StringRef schemaText, const TextPlaces &places,
                 llvm::StringRef id, std::vector<Diagnostic> &diagnostics) {
  const nlohmann::json schemaJson = nlohmann::json::parse(schemaText.begin(), schemaText.end(),
                                                          nullptr, /*allow_exceptions=*/false);
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(Adapter(schemaJson), schema);
  const nlohmann::json target = toJson(document);
  valijson::ValidatorT<RegexEngine> validator;
  valijson::ValidationResults results;
  if (validator.validate(schema, Adapter(target), &results))
    return true;

  // The innermost complaint comes first; those that only repeat it for what is around it don't
  // help.
  std::vector<std::string> inner;
  for (const valijson::ValidationResults::Error &error : results) {
    if (error.context.size() <= inner.size() &&
        std::equal(error.context.begin(), error.context.end(), inner.begin()))
      continue;
    inner = error.context;
    llvm::StringRef description = error.description;
    description.consume_back(".");
    diagnostics.push_back(
        places.diagnostic(id, Severity::Error, locate(document, error.context),
                          "does not match the schema: " + printable(description)));
    diagnostics.back().notes.push_back("docs/reference/rules.md describes the format");
  }
  if (results.numErrors() == 0)
    diagnostics.push_back(
        places.diagnostic(id, Severity::Error, document.range, "does not match the schema"));
  return false;
}

} // namespace musaport
