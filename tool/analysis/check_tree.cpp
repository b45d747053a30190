//===- analysis/check_tree.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/check_tree.h"

#include "analysis/analysis.h"
#include "analysis/analyze_units.h"
#include "analysis/own_names.h"
#include "source/file_io.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"

#include <map>
#include <set>

using llvm::StringRef;

namespace musaport {
namespace {

/// Makes diagnostics of findings: places as people count, files as the user named them.
class Placer {
public:
  explicit Placer(const Tree &tree) {
    for (const TreeFile &file : tree.files) {
      llvm::SmallString<256> real;
      const std::string shown = pathUnder(tree.root, file.path);
      if (file.kind == FileKind::Source && !llvm::sys::fs::real_path(shown, real))
        shownPaths.try_emplace(real, shown);
    }
  }

  /// Null if `file` is not the tree's.
  const std::string *shownPath(StringRef file) const {
    auto found = shownPaths.find(file);
    return found == shownPaths.end() ? nullptr : &found->second;
  }

  llvm::Expected<Diagnostic> diagnostic(const Finding &finding, const std::string &shown) {
    llvm::Expected<StringRef> text = textOf(shown);
    if (!text)
      return text.takeError();
    Diagnostic diagnostic;
    diagnostic.id = finding.id;
    diagnostic.severity = finding.severity;
    diagnostic.message = finding.message;
    diagnostic.notes = finding.notes;
    diagnostic.fixes = finding.fixes;
    diagnostic.length = finding.length;
    StringRef before = text->take_front(finding.offset);
    const size_t lineBegin = before.rfind('\n') + 1; // npos + 1 is 0
    diagnostic.place = {shown, static_cast<uint32_t>(before.count('\n') + 1),
                        static_cast<uint32_t>(finding.offset - lineBegin + 1)};
    diagnostic.sourceLine =
        text->substr(lineBegin).take_until([](char c) { return c == '\n' || c == '\r'; }).str();
    return diagnostic;
  }

private:
  llvm::Expected<StringRef> textOf(const std::string &shown) {
    auto [entry, isNew] = texts.try_emplace(shown);
    if (isNew) {
      llvm::Expected<std::string> text = readFile(shown);
      if (!text)
        return text.takeError();
      entry->second = std::move(*text);
    }
    return StringRef(entry->second);
  }

  llvm::StringMap<std::string> shownPaths;
  llvm::StringMap<std::string> texts;
};

/// Of all files that a port may change.
llvm::Expected<OwnNames> ownNames(const Tree &tree, llvm::ArrayRef<ResolvedName> resolved) {
  OwnNames names(resolved);
  for (const TreeFile &file : tree.files) {
    if (!names.isOpen())
      break;
    if (file.kind != FileKind::Source && file.kind != FileKind::BuildScript)
      continue;
    const std::string shown = pathUnder(tree.root, file.path);
    llvm::Expected<std::string> text = readFile(shown);
    if (!text)
      return text.takeError();
    llvm::SmallString<256> real;
    if (file.kind == FileKind::BuildScript)
      names.visitScript(*text);
    else if (!llvm::sys::fs::real_path(shown, real))
      names.visitSource(real, *text);
  }
  return names;
}

/// As the user named it, if it is the tree's.
const std::string &shownOr(const Placer &placer, const std::string &file) {
  const std::string *shown = placer.shownPath(file);
  return shown != nullptr ? *shown : file;
}

StringRef nameOf(Language language) {
  switch (language) {
  case Language::Cuda:
    return "cuda";
  case Language::Cxx:
    return "c++";
  case Language::C:
    break;
  }
  return "c";
}

ParsedUnit::Error describedError(const ParseError &error, const Placer &placer) {
  return {{shownOr(placer, error.file), error.line, error.column},
          error.message,
          error.unknownName,
          error.standardHeader,
          error.mend};
}

/// What a report says of a unit. Behind a missing header there may be thousands of errors.
ParsedUnit described(const TranslationUnit &unit, const UnitFindings &found, const Placer &placer) {
  constexpr size_t mostErrors = 10;
  ParsedUnit result{
      shownOr(placer, unit.file), nameOf(unit.language), unit.folder, unit.arguments, {}};
  for (const ParseError &error : found.errors)
    // An unknown name counts wherever it is: what stands before it may be mended.
    if (result.errors.size() < mostErrors || !error.unknownName.empty() || error.mend != Mend::None)
      result.errors.push_back(describedError(error, placer));
  for (const ParseError &error : found.lacking)
    result.lacking.push_back(describedError(error, placer));
  return result;
}

Diagnostic incomplete(const TranslationUnit &unit, const UnitFindings &found,
                      const Placer &placer) {
  const ParseError &first = found.errors.front();
  Diagnostic diagnostic;
  diagnostic.id = "musa-parse-incomplete";
  diagnostic.severity = found.views == 0 ? Severity::Error : Severity::Warning;
  diagnostic.place.file = shownOr(placer, unit.file);
  diagnostic.message = found.views == 0 ? "not checked, since it could not be parsed"
                                        : "checked as far as it could be parsed";
  const std::string place = shownOr(placer, first.file) + ":" + std::to_string(first.line) + ":" +
                            std::to_string(first.column);
  const size_t more = found.errors.size() - 1;
  diagnostic.notes.push_back(
      (first.file.empty() ? "" : place + ": ") + first.message +
      (more == 0 ? ""
                 : ", and " + std::to_string(more) + (more == 1 ? " error" : " errors") + " more"));
  for (const ParseError &error : llvm::drop_begin(found.errors))
    if (error.file.empty())
      diagnostic.notes.push_back(error.message);
  return diagnostic;
}

/// Findings by the file that they are shown in.
using FindingsByFile = std::map<std::string, std::vector<Finding>>;

/// Appends a diagnostic for each finding that the tree's own names allow, once.
llvm::Error appendDiagnostics(FindingsByFile byFile, const OwnNames &names, Placer &placer,
                              std::vector<Diagnostic> &diagnostics) {
  for (auto &[shown, findings] : byFile) {
    llvm::sort(findings);
    findings.erase(llvm::unique(findings), findings.end());
    for (const Finding &finding : findings) {
      if (!names.allow(finding))
        continue;
      llvm::Expected<Diagnostic> diagnostic = placer.diagnostic(finding, shown);
      if (!diagnostic)
        return diagnostic.takeError();
      diagnostics.push_back(std::move(*diagnostic));
    }
  }
  return llvm::Error::success();
}

/// Diagnostics of what is certain before all units have been analyzed, each once.
class EarlyDiagnostics {
public:
  explicit EarlyDiagnostics(Placer &placer) : placer(placer) {}

  std::vector<Diagnostic> of(const TranslationUnit &unit, const UnitFindings &found) {
    std::vector<Diagnostic> diagnostics;
    if (!found.errors.empty())
      diagnostics.push_back(incomplete(unit, found, placer));
    for (const Finding &finding : found.findings) {
      const std::string *shown = placer.shownPath(finding.file);
      if (shown == nullptr || !finding.about.name.empty() || !seen.insert(finding).second)
        continue;
      if (llvm::Expected<Diagnostic> diagnostic = placer.diagnostic(finding, *shown))
        diagnostics.push_back(std::move(*diagnostic));
      else
        llvm::consumeError(diagnostic.takeError()); // reported with the whole
    }
    return diagnostics;
  }

private:
  Placer &placer;
  std::set<Finding> seen;
};

} // namespace

llvm::Expected<CheckedTree> checkTree(const Tree &tree, const BuildArguments &build,
                                      llvm::ArrayRef<const CheckDescription *> checks,
                                      const RuleSet &rules, const ParseHeaders &headers,
                                      const CheckTreeOptions &options) {
  llvm::Expected<std::vector<TranslationUnit>> units = translationUnits(tree, build, rules);
  if (!units)
    return units.takeError();
  for (TranslationUnit &unit : *units)
    unit.hasFp64 &= options.hasFp64;
  Placer placer(tree);
  FileSnapshot snapshot(headers.files);
  Analysis analysis{
      checks, rules, [&](StringRef file) { return placer.shownPath(file) != nullptr; }, {}};
  if (llvm::Expected<std::vector<std::string>> macros =
          viewMacros(cudaArchitectureOf(rules.architecture()), headers))
    analysis.viewMacros = std::move(*macros);
  else
    return macros.takeError();
  CheckedTree result;
  FindingsByFile byFile;
  std::vector<ResolvedName> resolved;
  EarlyDiagnostics early(placer);
  auto receive = [&](size_t i, UnitFindings found, bool isCached) {
    const TranslationUnit &unit = (*units)[i];
    result.parsed += !isCached;
    result.parsedForHost += !isCached && found.views > 1;
    result.units.push_back(described(unit, found, placer));
    if (options.found)
      options.found(early.of(unit, found), found.names);
    if (!found.errors.empty())
      result.diagnostics.push_back(incomplete(unit, found, placer));
    for (Finding &finding : found.findings)
      if (const std::string *shown = placer.shownPath(finding.file))
        byFile[*shown].push_back(std::move(finding));
    llvm::append_range(resolved, std::move(found.names));
  };
  auto begin = [&](size_t i) {
    if (options.progress)
      options.progress(result.units.size(), units->size(), shownOr(placer, (*units)[i].file));
  };
  if (llvm::Error error =
          analyzeUnits(*units, analysis, snapshot, headers,
                       {options.threads, options.limits, options.cache}, receive, begin))
    return std::move(error);
  result.unitCount = units->size();
  if (result.units.size() < result.unitCount)
    return result;
  if (options.cache != nullptr)
    options.cache->prune();
  llvm::Expected<OwnNames> names = ownNames(tree, resolved);
  if (!names)
    return names.takeError();
  result.ownNames = names->all();
  if (llvm::Error error = appendDiagnostics(std::move(byFile), *names, placer, result.diagnostics))
    return std::move(error);
  llvm::stable_sort(result.diagnostics, [](const Diagnostic &a, const Diagnostic &b) {
    return std::tie(a.place.file, a.place.line, a.place.column) <
           std::tie(b.place.file, b.place.line, b.place.column);
  });
  return result;
}

} // namespace musaport
