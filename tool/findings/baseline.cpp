//===- findings/baseline.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "findings/baseline.h"

#include "source/file_io.h"
#include "source/json_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <nlohmann/json.hpp>

using llvm::StringRef;

namespace musaport {
namespace {

constexpr llvm::StringLiteral baselineId = "musa-baseline";
constexpr llvm::StringLiteral format = "musa-port-baseline-1";

/// `file` as seen from `folder`; both are absolute.
std::string relativeTo(StringRef file, StringRef folder) {
  auto isWithin = [&](StringRef path) {
    return path.consume_front(folder) && (folder.ends_with("/") || path.starts_with("/"));
  };
  std::string up;
  while (!isWithin(file) && folder != "/" && !folder.empty()) {
    folder = llvm::sys::path::parent_path(folder);
    up += "../";
  }
  return up + file.drop_front(folder.size()).ltrim('/').str();
}

} // namespace

Baseline::Key Baseline::keyOf(const Diagnostic &diagnostic) const {
  return {relativeTo(realPath(diagnostic.place.file), folder), diagnostic.id.str(),
          diagnostic.message, StringRef(diagnostic.sourceLine).trim().str()};
}

bool Baseline::read(StringRef path, StringRef text, std::vector<Diagnostic> &diagnostics) {
  const TextPlaces places(path, text);
  std::optional<JsonValue> document = parseJson(places, baselineId, diagnostics);
  if (!document)
    return false;
  auto fault = [&](ByteRange range, const llvm::Twine &message) {
    diagnostics.push_back(places.diagnostic(baselineId, Severity::Error, range, message));
    return false;
  };
  const JsonValue *name = document->find("format"), *findings = document->find("findings");
  if (name == nullptr || name->string != format || findings == nullptr || !findings->isArray())
    return fault(document->range, "not a baseline of musa-port, which has the format '" + format +
                                      "' and a list of findings");
  for (const JsonValue &finding : findings->elements) {
    auto string = [&](StringRef key) {
      const JsonValue *value = finding.find(key);
      return value != nullptr && value->isString() ? &value->string : nullptr;
    };
    const std::string *file = string("file"), *id = string("id"), *message = string("message"),
                      *line = string("line");
    const JsonValue *count = finding.find("count");
    if (!file || !id || !message || !line || count == nullptr || count->number < 1)
      return fault(finding.range,
                   "a finding has 'file', 'id', 'message', 'line' and a 'count' from 1 on");
    counts[{*file, *id, *message, *line}] += static_cast<uint64_t>(count->number);
  }
  return true;
}

void Baseline::add(const Diagnostic &diagnostic) { ++counts[keyOf(diagnostic)]; }

bool Baseline::take(const Diagnostic &diagnostic) {
  const auto found = counts.find(keyOf(diagnostic));
  if (found == counts.end() || found->second == 0)
    return false;
  --found->second;
  return true;
}

size_t Baseline::left(llvm::function_ref<bool(StringRef, StringRef)> concerns) const {
  size_t all = 0;
  for (const auto &[key, count] : counts) {
    llvm::SmallString<256> file(folder);
    llvm::sys::path::append(file, key.file);
    llvm::sys::path::remove_dots(file, /*remove_dot_dot=*/true);
    if (count > 0 && concerns(key.id, file))
      all += count;
  }
  return all;
}

size_t Baseline::size() const {
  size_t all = 0;
  for (const auto &entry : counts)
    all += entry.second;
  return all;
}

std::string Baseline::toJson() const {
  using Json = nlohmann::ordered_json;
  // A finding a line: changes of the file are read in reviews.
  std::string text = "{\n  \"format\": \"" + format.str() + "\",\n  \"findings\": [";
  StringRef separator = "\n";
  for (const auto &[key, count] : counts) {
    const Json finding = {{"file", key.file},
                          {"id", key.id},
                          {"message", key.message},
                          {"line", key.line},
                          {"count", count}};
    text += separator.str() + "    " + finding.dump(-1, ' ', false, Json::error_handler_t::replace);
    separator = ",\n";
  }
  return text + (counts.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

} // namespace musaport
