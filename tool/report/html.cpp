//===- report/html.cpp - the HTML report ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page is html/page.html with its style, its script and the data in it. What the data looks
// like is between this file and html/report.js.
//===----------------------------------------------------------------------===//
#include "report/diagnostic_pages.h"
#include "report/json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Base64.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

using llvm::StringRef;

#define MUSAPORT_BYTES_OF(file) ".incbin \"" MUSAPORT_HTML_FOLDER "/" file "\"\n"
#define MUSAPORT_EMBED(name, bytes)                                                                \
  __asm__(".section .rodata\n" #name "Begin:\n" bytes #name "End:\n.previous\n");                  \
  extern "C" const char name##Begin[], name##End[]

MUSAPORT_EMBED(musaportPage, MUSAPORT_BYTES_OF("page.html"));
MUSAPORT_EMBED(musaportStyle, MUSAPORT_BYTES_OF("page.css"));
// The script's files are one function's body: each may use what stands in those before it at once,
// and what stands behind it when something is clicked.
MUSAPORT_EMBED(musaportScript,
               MUSAPORT_BYTES_OF("report.js") MUSAPORT_BYTES_OF("overview.js")
                   MUSAPORT_BYTES_OF("lists.js") MUSAPORT_BYTES_OF("findings_and_files.js")
                       MUSAPORT_BYTES_OF("source_rows.js") MUSAPORT_BYTES_OF("source_view.js")
                           MUSAPORT_BYTES_OF("notes.js") MUSAPORT_BYTES_OF("views.js"));

namespace musaport {
namespace {

using Json = nlohmann::ordered_json;

/// Numbers for texts, each of which is in the data once.
class TextTable {
public:
  size_t indexOf(StringRef text) {
    auto [entry, isNew] = indices.try_emplace(text, texts.size());
    if (isNew)
      texts.push_back(text.str());
    return entry->second;
  }
  Json take() { return std::move(texts); }

private:
  llvm::StringMap<size_t> indices;
  Json texts = Json::array();
};

/// `json` as it can stand in a script element: no < begins a tag or a comment there.
std::string inScript(const Json &json) {
  const std::string text =
      json.dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
  std::string escaped;
  escaped.reserve(text.size());
  for (char c : text) {
    if (c == '<')
      escaped += "\\u003c";
    else
      escaped += c;
  }
  return escaped;
}

} // namespace

std::string toHtml(const Report &report,
                   llvm::function_ref<std::optional<std::string>(StringRef)> readSource) {
  std::vector<SourceView> others;
  llvm::StringMap<size_t> viewIndices;
  for (const SourceView &view : report.views)
    viewIndices.try_emplace(view.path, 0);
  for (const Diagnostic &diagnostic : report.diagnostics) {
    const std::string &file = diagnostic.place.file;
    if (file.empty() || !viewIndices.try_emplace(file, 0).second)
      continue;
    if (std::optional<std::string> source = readSource(file))
      others.push_back(viewSource(file, {}, *source, {}));
    else
      others.push_back({file, {}, 0, {}});
  }
  std::vector<const SourceView *> ordered;
  for (const std::vector<SourceView> *views : {&report.views, &std::as_const(others)})
    for (const SourceView &view : *views)
      ordered.push_back(&view);
  std::sort(ordered.begin(), ordered.end(),
            [](const SourceView *a, const SourceView *b) { return a->path < b->path; });

  std::string sources;
  Json views = Json::array();
  for (const SourceView *view : ordered) {
    viewIndices[view->path] = views.size();
    const size_t begin = sources.size();
    sources += llvm::encodeBase64(view->packed);
    views.push_back({view->path, view->output, view->changes, begin, sources.size()});
  }

  TextTable texts;
  Json findings = Json::array(), ids = Json::object();
  for (const Diagnostic &diagnostic : report.diagnostics) {
    const Place &place = diagnostic.place;
    const auto view = viewIndices.find(place.file);
    const Json file = view == viewIndices.end() ? Json(-1) : Json(view->second);
    const auto severity = static_cast<unsigned>(Severity::Error) -
                          static_cast<unsigned>(diagnostic.severity); // the worst is 0
    for (const Json &number :
         {file, Json(place.line), Json(place.column), Json(diagnostic.length), Json(severity),
          Json(texts.indexOf(diagnostic.id)), Json(texts.indexOf(diagnostic.message)),
          Json(texts.indexOf(llvm::join(diagnostic.notes, "\n")))})
      findings.push_back(number);
    if (!ids.contains(diagnostic.id.str()))
      ids[diagnostic.id.str()] = diagnosticSummary(diagnostic.id);
  }
  Json data = summaryJson(report);
  data["ids"] = std::move(ids);
  data["texts"] = texts.take();
  data["findings"] = std::move(findings);
  data["views"] = std::move(views);

  const std::string json = inScript(data);
  const std::pair<StringRef, StringRef> parts[] = {
      {"@css@", StringRef(musaportStyleBegin, musaportStyleEnd - musaportStyleBegin)},
      {"@data@", json},
      {"@sources@", sources},
      {"@js@", StringRef(musaportScriptBegin, musaportScriptEnd - musaportScriptBegin)}};
  StringRef rest(musaportPageBegin, musaportPageEnd - musaportPageBegin);
  std::string page;
  page.reserve(rest.size() + json.size() + sources.size() + (1u << 16));
  for (const auto &[name, part] : parts) {
    const auto [before, behind] = rest.split(name);
    page += before;
    page += part;
    rest = behind;
  }
  page += rest;
  return page;
}

} // namespace musaport
