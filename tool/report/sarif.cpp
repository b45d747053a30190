//===- report/sarif.cpp - the SARIF report for code scanning ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SARIF 2.1.0, as OASIS defines it and GitHub reads it.
//===----------------------------------------------------------------------===//
#include "report/diagnostic_pages.h"
#include "report/report.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <nlohmann/json.hpp>

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char *rootId = "%SRCROOT%";

const char *levelName(Severity severity) {
  switch (severity) {
  case Severity::Remark:
    return "note";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    break;
  }
  return "error";
}

/// A path as the path of a URI: all bytes but the unreserved ones are escaped.
std::string uriPath(StringRef path) {
  std::string uri;
  for (char c : path) {
    if (llvm::isAlnum(c) || StringRef("/-._~").contains(c)) {
      uri += c;
    } else {
      uri += '%';
      uri += llvm::toHex(StringRef(&c, 1));
    }
  }
  return uri;
}

std::string absolutePath(StringRef path, StringRef folder) {
  llvm::SmallString<256> absolute(path);
  llvm::sys::fs::make_absolute(folder, absolute);
  llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  return absolute.str().str();
}

/// UTF-16 code units, which SARIF counts columns in; a byte that is no UTF-8 is one.
uint32_t utf16Length(StringRef bytes) {
  uint32_t units = 0;
  for (const char *at = bytes.begin(); at != bytes.end();) {
    const auto *source = reinterpret_cast<const llvm::UTF8 *>(at);
    const auto *end = reinterpret_cast<const llvm::UTF8 *>(bytes.end());
    const unsigned size = std::max(1u, llvm::getUTF8SequenceSize(source, end));
    units += size == 4 ? 2 : 1;
    at += size;
  }
  return units;
}

/// Columns need the line's text: SARIF does not count bytes.
Json region(const Diagnostic &diagnostic) {
  Json region = {{"startLine", diagnostic.place.line}};
  StringRef line = diagnostic.sourceLine;
  const uint32_t column = diagnostic.place.column;
  if (column == 0 || column > line.size())
    return region;
  const uint32_t start = utf16Length(line.take_front(column - 1)) + 1;
  region["startColumn"] = start;
  region["endColumn"] = start + utf16Length(line.substr(column - 1, diagnostic.length));
  return region;
}

class SarifWriter {
public:
  SarifWriter(const Report &report, StringRef workingFolder)
      : report(report), root(absolutePath(workingFolder, "/")) {}

  Json run() {
    for (const Diagnostic &diagnostic : report.diagnostics)
      addResult(diagnostic);
    Json driver = {{"name", "musa-port"}, {"version", report.version}, {"rules", std::move(rules)}};
    const std::string rootUri = "file://" + uriPath(root) + (root.ends_with("/") ? "" : "/");
    return {{"tool", {{"driver", std::move(driver)}}},
            {"originalUriBaseIds", {{rootId, {{"uri", rootUri}}}}},
            {"columnKind", "utf16CodeUnits"},
            {"results", std::move(results)}};
  }

private:
  size_t ruleIndex(StringRef id) {
    auto [entry, isNew] = ruleIndices.try_emplace(id, rules.size());
    if (isNew) {
      Json rule = {{"id", id.str()}, {"shortDescription", {{"text", diagnosticSummary(id)}}}};
      if (StringRef page = diagnosticPage(id); !page.empty())
        rule["help"] = {{"text", page.str()}, {"markdown", page.str()}};
      rules.push_back(std::move(rule));
    }
    return entry->second;
  }

  /// Relative to the working folder; what is elsewhere stays absolute.
  Json artifactLocation(StringRef file) const {
    const std::string path = absolutePath(file, root);
    StringRef inside = path;
    if (inside.consume_front(root) && (root == "/" || inside.consume_front("/")))
      return {{"uri", uriPath(inside)}, {"uriBaseId", rootId}};
    return {{"uri", "file://" + uriPath(path)}};
  }

  /// The same wherever the line moves to. The second finding of its like in a file differs from
  /// the first.
  std::string fingerprint(const Diagnostic &diagnostic) {
    const std::string content = llvm::join_items('\0', diagnostic.id, diagnostic.message,
                                                 StringRef(diagnostic.sourceLine).trim());
    const std::string hash = llvm::utohexstr(llvm::xxh3_64bits(content), /*LowerCase=*/true, 16);
    return hash + ":" + std::to_string(++fingerprints[diagnostic.place.file + '\0' + hash]);
  }

  void addResult(const Diagnostic &diagnostic) {
    std::string message = diagnostic.message;
    for (const std::string &note : diagnostic.notes)
      message += "\n" + note;
    Json result = {{"ruleId", diagnostic.id.str()},
                   {"ruleIndex", ruleIndex(diagnostic.id)},
                   {"level", levelName(diagnostic.severity)},
                   {"message", {{"text", std::move(message)}}}};
    if (!diagnostic.place.file.empty()) {
      Json physical = {{"artifactLocation", artifactLocation(diagnostic.place.file)}};
      if (diagnostic.place.line != 0)
        physical["region"] = region(diagnostic);
      result["locations"] = Json::array({{{"physicalLocation", std::move(physical)}}});
    }
    // The name by which GitHub knows it.
    result["partialFingerprints"] = {{"primaryLocationLineHash", fingerprint(diagnostic)}};
    results.push_back(std::move(result));
  }

  const Report &report;
  const std::string root;
  Json rules = Json::array(), results = Json::array();
  llvm::StringMap<size_t> ruleIndices;
  llvm::StringMap<unsigned> fingerprints;
};

} // namespace

std::string toSarif(const Report &report, StringRef workingFolder) {
  Json json = {
      {"$schema",
       "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Json::array({SarifWriter(report, workingFolder).run()})}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace musaport
