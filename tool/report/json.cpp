//===- report/json.cpp - the JSON report ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/json.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace musaport {

namespace {

/// Keeps the order in which keys are given, which is the one that reads well.
using Json = nlohmann::ordered_json;

template <typename Item, typename Function>
Json arrayOf(const std::vector<Item> &items, Function toJson) {
  Json array = Json::array();
  for (const Item &item : items)
    array.push_back(toJson(item));
  return array;
}

/// `object` and the place's keys.
Json atPlace(Json object, const Place &place) {
  object["file"] = place.file;
  object["line"] = place.line;
  object["column"] = place.column;
  return object;
}

const char *severityName(Severity severity) {
  switch (severity) {
  case Severity::Remark:
    return "remark";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    break;
  }
  return "error";
}

Json diagnosticJson(const Diagnostic &diagnostic) {
  Json json = {{"id", diagnostic.id.str()}, {"severity", severityName(diagnostic.severity)}};
  json = atPlace(std::move(json), diagnostic.place);
  json["length"] = diagnostic.length;
  json["message"] = diagnostic.message;
  json["notes"] = diagnostic.notes;
  if (!diagnostic.fixes.empty())
    json["fixes"] = arrayOf(diagnostic.fixes, [](const Fix &fix) {
      return Json{
          {"file", fix.file}, {"offset", fix.offset}, {"length", fix.length}, {"text", fix.text}};
    });
  return json;
}

Json unitJson(const ParsedUnit &unit) {
  return {{"file", unit.file},
          {"language", unit.language.str()},
          {"folder", unit.folder},
          {"arguments", unit.arguments},
          {"errors", arrayOf(unit.errors, [](const ParsedUnit::Error &error) {
             Json json = atPlace(Json::object(), error.place);
             json["message"] = error.message;
             return json;
           })}};
}

} // namespace

Json summaryJson(const Report &report) {
  Json json = {
      {"format", "musa-port-report-1"},
      {"version", report.version},
      {"architecture", report.architecture},
      {"sources", report.sources},
      {"output", report.output},
      {"files",
       {{"ported", report.filesPorted},
        {"unchanged", report.filesUnchanged},
        {"copied", report.filesCopied},
        {"links", report.links},
        {"excluded", report.excluded},
        {"written", report.filesWritten}}},
      {"edits",
       {{"total", report.edits},
        {"includes", report.includesRewritten},
        {"guards", report.guardsTranslated}}},
  };
  if (report.update)
    json["update"] = {{"updated", report.update->updated},
                      {"merged", report.update->merged},
                      {"added", report.update->added},
                      {"removed", report.update->removed},
                      {"conflicted", report.update->conflicted}};
  json["renamed"] = arrayOf(report.renamed, [](const RenamedFile &file) {
    return Json{{"from", file.from}, {"to", file.to}};
  });
  json["skipped"] = arrayOf(report.skipped, [](const SkippedFile &file) {
    return Json{{"path", file.path}, {"reason", file.reason}};
  });
  json["libraries"] = arrayOf(report.libraries, [](const LibraryCount &library) {
    return Json{{"library", library.library},
                {"edits", library.edits},
                {"unverified", library.unverified},
                {"differs", library.differs}};
  });
  json["remaining"] = arrayOf(report.remaining, [](const RemainingName &name) {
    return atPlace({{"name", name.name},
                    {"count", name.count},
                    {"files", name.files},
                    {"reason", name.reason}},
                   name.first);
  });
  json["unverified"] = arrayOf(report.unverified, [](const UnverifiedName &name) {
    return atPlace(
        {{"from", name.from}, {"to", name.to}, {"library", name.library}, {"count", name.count}},
        name.first);
  });
  return json;
}

std::string toJson(const Report &report) {
  Json json = summaryJson(report);
  json["diagnostics"] = arrayOf(report.diagnostics, diagnosticJson);
  json["units"] = arrayOf(report.units, unitJson);
  // File names and messages may hold bytes that are no UTF-8; JSON may not.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace musaport
