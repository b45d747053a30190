//===- source/json_text.cpp - JSON with source locations --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/json_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <nlohmann/json.hpp>

#include <iterator>

namespace musaport {
namespace {

constexpr size_t maximumSize = size_t(64) << 20;
constexpr size_t maximumDepth = 32;
/// No rule needs more, and the regular expressions that Valijson matches keys with recurse once a
/// character.
constexpr size_t maximumString = 2000;

/// Reads characters and leaves a note of how far the parser is. Its parser asks for one character
/// at a time and reports a value as soon as it has read its last one, so that note is the end of
/// the value just reported.
class CountingIterator {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  CountingIterator(const char *position, const char **reached)
      : position(position), reached(reached) {}
  reference operator*() const { return *position; }
  CountingIterator &operator++() {
    *reached = ++position;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator old = *this;
    ++*this;
    return old;
  }
  bool operator==(const CountingIterator &other) const { return position == other.position; }
  bool operator!=(const CountingIterator &other) const { return position != other.position; }

private:
  const char *position;
  const char **reached;
};

/// Builds the JsonValue from the parser's events; no event throws.
class Builder {
public:
  // The names and the signatures are those that nlohmann's parser wants.
  using Json = nlohmann::json;

  Builder(const TextPlaces &places, llvm::StringRef id, uint32_t start,
          std::vector<Diagnostic> &diagnostics)
      : places(places), id(id), diagnostics(diagnostics), reached(places.text().begin() + start),
        cursor(start) {}

  const char **reachedSlot() { return &reached; }
  bool failed() const { return faulty; }
  JsonValue takeRoot() { return std::move(root); }

  bool null() { return add(JsonValue::Kind::Null); }
  bool boolean(bool value) {
    add(JsonValue::Kind::Boolean);
    last->boolean = value;
    return true;
  }
  bool number_integer(Json::number_integer_t value) { return number(static_cast<double>(value)); }
  bool number_unsigned(Json::number_unsigned_t value) { return number(static_cast<double>(value)); }
  bool number_float(Json::number_float_t value, const Json::string_t &) { return number(value); }
  bool string(Json::string_t &value) {
    add(JsonValue::Kind::String);
    last->string = std::move(value);
    checkLength(last->range, last->string.size());
    return true;
  }
  bool binary(Json::binary_t &) { return false; } // no event of a text
  bool start_object(size_t) { return open(JsonValue::Kind::Object); }
  bool start_array(size_t) { return open(JsonValue::Kind::Array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(Json::string_t &name) {
    ByteRange range = nextRange();
    checkLength(range, name.size());
    Level &level = stack.back();
    auto [entry, isNew] = level.keys.try_emplace(name, range.begin);
    if (!isNew) {
      faulty = true;
      Diagnostic diagnostic = places.diagnostic(id, Severity::Error, range,
                                                "the key " + quote(name) + " is given twice");
      diagnostic.notes.push_back("the first is in line " +
                                 std::to_string(places.line(entry->second)) +
                                 "; remove one of them");
      diagnostics.push_back(std::move(diagnostic));
    }
    level.value->members.push_back({std::move(name), range, {}});
    return true;
  }

  bool parse_error(size_t position, const std::string &, const nlohmann::detail::exception &error) {
    faulty = true;
    // The parser says how many bytes it has read; the last of them is the culprit, or of it.
    llvm::StringRef text = places.text();
    auto offset = static_cast<uint32_t>(std::min(text.size(), std::max<size_t>(position, 1) - 1));
    llvm::StringRef reason = error.what();
    // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ..."
    reason = reason.substr(reason.find("] ") + 2);
    if (reason.starts_with("parse error at "))
      reason = reason.substr(reason.find(": ") + 2);
    reason.consume_front("syntax error ");
    reason = reason.take_front(reason.find("; last read: "));
    if (text.trim().empty())
      reason = "the file is empty";
    diagnose(text, offset, reason);
    return false;
  }

private:
  struct Level {
    JsonValue *value;
    llvm::StringMap<uint32_t> keys;
  };

  void checkLength(ByteRange range, size_t length) {
    if (length <= maximumString)
      return;
    faulty = true;
    diagnostics.push_back(places.diagnostic(id, Severity::Error, range,
                                            "a string of " + llvm::Twine(length) + " bytes; " +
                                                llvm::Twine(maximumString) + " is the most"));
  }

  bool number(double value) {
    add(JsonValue::Kind::Number);
    last->number = value;
    // The parser has seen what ends it.
    last->range.end = static_cast<uint32_t>(std::min<size_t>(
        last->range.end, places.text().find_first_not_of("+-.0123456789Ee", last->range.begin)));
    return true;
  }

  /// The range of the token that was just read: it begins where the one before it ended, after what
  /// may stand between two.
  ByteRange nextRange() {
    llvm::StringRef text = places.text();
    auto end = static_cast<uint32_t>(reached - text.begin());
    auto begin =
        static_cast<uint32_t>(std::min<size_t>(text.find_first_not_of(" \t\r\n,:", cursor), end));
    cursor = end;
    return {begin, end};
  }

  bool add(JsonValue::Kind kind) {
    ByteRange range = nextRange();
    last = place();
    last->kind = kind;
    last->range = range;
    return true;
  }

  /// Where the next value goes. Pointers to open containers stay valid: only the innermost grows.
  JsonValue *place() {
    if (stack.empty())
      return &root;
    JsonValue &container = *stack.back().value;
    if (container.isArray())
      return &container.elements.emplace_back();
    return &container.members.back().value;
  }

  bool open(JsonValue::Kind kind) {
    add(kind);
    if (stack.size() == maximumDepth) {
      faulty = true;
      diagnostics.push_back(
          places.diagnostic(id, Severity::Error, last->range,
                            "nested more than " + llvm::Twine(maximumDepth) + " levels deep"));
      return false;
    }
    stack.push_back({last, {}});
    return true;
  }

  bool close() {
    nextRange();
    stack.pop_back();
    return true;
  }

  void diagnose(llvm::StringRef text, uint32_t offset, llvm::StringRef reason) {
    ByteRange range{offset, offset + 1};
    // Point at the whole token, not at its last byte.
    if (reason.contains("unexpected") && offset < text.size()) {
      if (text[offset] == '"') {
        while (range.begin > 0 &&
               (text[range.begin - 1] != '"' || isEscaped(text, range.begin - 1)))
          --range.begin;
        range.begin -= range.begin > 0;
      } else {
        while (range.begin > 0 && (llvm::isAlnum(text[range.begin - 1]) ||
                                   llvm::StringRef("+-.").contains(text[range.begin - 1])))
          --range.begin;
      }
    }
    Diagnostic diagnostic = places.diagnostic(id, Severity::Error, range, "broken JSON: " + reason);
    diagnostic.sourceLine.clear(); // whatever this file is, it may not be for a terminal
    llvm::StringRef before = text.take_front(range.begin).rtrim(" \t\r\n");
    llvm::StringRef at = text.substr(range.begin);
    if (at.ltrim().empty() && !text.trim().empty())
      diagnostic.notes.push_back("the file ends before its JSON does");
    else if (before.ends_with(",") && (at.starts_with("}") || at.starts_with("]")))
      diagnostic.notes.push_back("remove the comma after the last entry");
    else if (at.starts_with("/") || at.starts_with("#"))
      diagnostic.notes.push_back("JSON has no comments");
    else if (at.starts_with("'"))
      diagnostic.notes.push_back("JSON strings stand in double quotes");
    else if (at.starts_with("\"") &&
             (before.ends_with("\"") || before.ends_with("}") || before.ends_with("]")))
      diagnostic.notes.push_back("two entries are separated by a comma");
    diagnostics.push_back(std::move(diagnostic));
  }

  static bool isEscaped(llvm::StringRef text, size_t quote) {
    size_t backslashes = 0;
    while (backslashes < quote && text[quote - 1 - backslashes] == '\\')
      ++backslashes;
    return backslashes % 2 == 1;
  }

  const TextPlaces &places;
  llvm::StringRef id;
  std::vector<Diagnostic> &diagnostics;
  const char *reached;
  uint32_t cursor;
  bool faulty = false;
  JsonValue root;
  JsonValue *last = nullptr;
  std::vector<Level> stack;
};

} // namespace

const JsonValue *JsonValue::find(llvm::StringRef key) const {
  for (const JsonMember &member : members)
    if (member.key == key)
      return &member.value;
  return nullptr;
}

llvm::StringRef describe(JsonValue::Kind kind) {
  switch (kind) {
  case JsonValue::Kind::Null:
    return "null";
  case JsonValue::Kind::Boolean:
    return "a truth value";
  case JsonValue::Kind::Number:
    return "a number";
  case JsonValue::Kind::String:
    return "a string";
  case JsonValue::Kind::Array:
    return "an array";
  case JsonValue::Kind::Object:
    return "an object";
  }
  return "";
}

std::optional<JsonValue> parseJson(const TextPlaces &places, llvm::StringRef id,
                                   std::vector<Diagnostic> &diagnostics) {
  llvm::StringRef text = places.text();
  if (text.size() > maximumSize) {
    Diagnostic diagnostic;
    diagnostic.id = id;
    diagnostic.severity = Severity::Error;
    diagnostic.place.file = places.path().str();
    diagnostic.message = "larger than " + std::to_string(maximumSize >> 20) + " MiB";
    diagnostics.push_back(std::move(diagnostic));
    return std::nullopt;
  }
  // The parser would take it for the end of the text.
  if (size_t nul = text.find('\0'); nul != llvm::StringRef::npos) {
    auto offset = static_cast<uint32_t>(nul);
    Diagnostic diagnostic =
        places.diagnostic(id, Severity::Error, {offset, offset + 1}, "broken JSON: a NUL byte");
    diagnostic.sourceLine.clear();
    diagnostics.push_back(std::move(diagnostic));
    return std::nullopt;
  }
  // The parser skips one byte order mark by itself.
  const uint32_t start = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  Builder builder(places, id, start, diagnostics);
  CountingIterator begin(text.begin(), builder.reachedSlot());
  CountingIterator end(text.end(), builder.reachedSlot());
  bool complete = nlohmann::json::sax_parse(begin, end, &builder);
  if (!complete || builder.failed())
    return std::nullopt;
  return builder.takeRoot();
}

} // namespace musaport
