//===- commands/findings.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From what the port and the checks say to what a person is shown. One list goes through it: the
// selected checks, comments in the sources, lines, the baseline; at the end what is said once.
//===----------------------------------------------------------------------===//
#include "commands/session.h"

#include "analysis/check_tree.h"
#include "analysis/findings_cache.h"
#include "checks/check_table.h"
#include "commands/version.h"
#include "findings/baseline.h"
#include "findings/fixes_yaml.h"
#include "findings/line_filter.h"
#include "headers/embedded_headers.h"
#include "source/file_io.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace musaport {
namespace {

bool isCheck(StringRef id) {
  return llvm::any_of(allChecks(), [&](const CheckDescription &check) { return check.id == id; });
}

/// Whether it is about code, and not about what the run reads and writes besides.
bool isOfSource(const Diagnostic &diagnostic) {
  return isCheck(diagnostic.id) ||
         llvm::any_of(toolDiagnostics(), [&](const ToolDiagnostic &known) {
           return known.isOfSource && known.id == diagnostic.id;
         });
}

bool standAlike(const Diagnostic &a, const Diagnostic &b) {
  return a.id == b.id && a.place.file == b.place.file && a.place.line == b.place.line &&
         a.place.column == b.place.column;
}

} // namespace

/// nullopt where there is none: without a home, or where nothing can be written.
llvm::Expected<std::optional<FindingsCache>> Session::openCache() {
  llvm::SmallString<128> folder(options.cache.value_or(""));
  if (!options.useCache || (folder.empty() && !llvm::sys::path::cache_directory(folder)))
    return std::nullopt;
  if (!options.cache)
    llvm::sys::path::append(folder, "musa-port", "check");
  // The program, which has the headers and the default rules in it, and what else the rules are.
  std::string origin = version.str();
  llvm::sys::fs::file_status program;
  if (std::error_code error = llvm::sys::fs::status("/proc/self/exe", program))
    return llvm::createFileError("/proc/self/exe", error);
  for (int64_t number :
       {static_cast<int64_t>(program.getSize()),
        static_cast<int64_t>(program.getLastModificationTime().time_since_epoch().count()),
        static_cast<int64_t>(settings.rules.defaults),
        static_cast<int64_t>(settings.rules.direction)})
    origin += " " + std::to_string(number);
  for (const std::string &path : settings.ruleFiles) {
    llvm::Expected<std::string> text = readFile(path);
    if (!text)
      return text.takeError();
    origin += "\n" + hashOf(*text);
  }
  llvm::Expected<FindingsCache> cache = FindingsCache::open(folder, origin);
  if (cache)
    return std::move(*cache);
  if (options.cache)
    return cache.takeError();
  llvm::consumeError(cache.takeError());
  return std::nullopt;
}

/// Parses the tree's CUDA sources for the selected checks that need it, and for the port.
llvm::Expected<CheckedTree> Session::analyze(const Tree &tree, const RuleSet &rules) {
  if (!options.parse || options.direction == Direction::MusaToCuda)
    return CheckedTree();
  std::vector<const CheckDescription *> checks;
  llvm::copy_if(settings.checks, std::back_inserter(checks),
                [](const CheckDescription *check) { return check->make != nullptr; });
  BuildArguments build;
  if (options.build) {
    llvm::Expected<BuildArguments> read = readBuildArguments(*options.build);
    if (!read)
      return read.takeError();
    build = std::move(*read);
  }
  llvm::Expected<std::optional<FindingsCache>> cache = openCache();
  if (!cache)
    return cache.takeError();
  CheckTreeOptions how;
  how.threads = options.threads;
  how.cache = *cache ? &**cache : nullptr;
  how.limits = options.limits;
  how.hasFp64 = settings.hasFp64;
  how.progress = [&](size_t done, size_t all, StringRef source) {
    progressLine.draw(done, all, source);
  };
  if (early)
    how.found = [&](std::vector<Diagnostic> found, llvm::ArrayRef<ResolvedName> names) {
      showEarly(early->afterParsing(std::move(found), names));
    };
  llvm::Expected<CheckedTree> checked =
      checkTree(tree, build, checks, rules, embeddedHeaders(), how);
  if (!checked)
    return checked.takeError();
  if (checked->units.size() < checked->unitCount)
    return llvm::createStringError("interrupted: " + llvm::Twine(checked->units.size()) + " of " +
                                   llvm::Twine(checked->unitCount) + " sources were parsed");
  if (options.stats)
    llvm::outs() << checked->units.size() << " units: " << checked->parsed << " parsed ("
                 << checked->parsedForHost << " of them for the host, too), "
                 << checked->units.size() - checked->parsed << " from the cache\n";
  return checked;
}

/// Findings are shown as they are found, unless the run counts them against a baseline: it then has
/// to know all. What parsing does not change comes first.
llvm::Error Session::beginEarlyFindings(const Tree &tree, const RuleSet &rules, PortOptions port) {
  if (options.baseline || options.writeBaseline || options.exportFixes)
    return llvm::Error::success();
  port.python = PortOptions::Python::Off; // another program's findings come at the end
  port.keepViews = false;
  Report report;
  Statistics statistics;
  if (llvm::Error error = portTree(tree, rules, port, report, statistics))
    return error;
  auto waits = [&](StringRef id) {
    return !isCheck(id) || !isSelected(id) || llvm::any_of(settings.checks, [&](auto *check) {
      return check->id == id && check->make != nullptr;
    });
  };
  early.emplace(std::move(report), waits);
  showEarly(early->beforeParsing());
  return llvm::Error::success();
}

bool Session::isSelected(StringRef id) const {
  return llvm::any_of(settings.checks,
                      [&](const CheckDescription *check) { return check->id == id; });
}

/// Whether --checks names it, and not only a pattern that fits it.
bool Session::isNamed(StringRef id) const {
  llvm::SmallVector<StringRef, 4> globs;
  StringRef(options.checks).split(globs, ',');
  return llvm::any_of(globs, [&](StringRef glob) { return glob.trim() == id; });
}

Looked Session::looksFor(StringRef id) const {
  for (const CheckDescription &check : allChecks())
    if (check.id == id)
      return isSelected(id) && (options.parse || check.isOfEveryPort) ? Looked::Yes : Looked::No;
  return Looked::NoSuchCheck;
}

/// Makes one list of what a port says and of what was `analyzed`: that of the selected checks,
/// without what comments silence. What was parsed goes into the report, too.
void Session::settleFindings(Report &report, CheckedTree analyzed) const {
  // Of two findings of an ID at one place the parser's stays, which knows more.
  llvm::erase_if(report.diagnostics, [&](const Diagnostic &diagnostic) {
    return (isCheck(diagnostic.id) && !isSelected(diagnostic.id)) ||
           llvm::any_of(analyzed.diagnostics,
                        [&](const Diagnostic &other) { return standAlike(diagnostic, other); });
  });
  llvm::append_range(report.diagnostics, std::move(analyzed.diagnostics));
  report.units = std::move(analyzed.units);
  applyIgnores(report, [&](StringRef id) { return looksFor(id); });
  if (options.parse)
    sortByPlace(report.diagnostics);
}

/// Writes the baseline that is asked for, and leaves out what is in one.
llvm::Error Session::applyBaseline(std::vector<Diagnostic> &diagnostics) {
  auto folderOf = [](StringRef path) { return realPath(llvm::sys::path::parent_path(path)); };
  std::optional<Baseline> known;
  if (options.baseline) {
    known.emplace(folderOf(*options.baseline));
    llvm::Expected<std::string> text = readFile(*options.baseline);
    if (!text)
      return text.takeError();
    std::vector<Diagnostic> faults;
    if (!known->read(*options.baseline, *text, faults)) {
      show(faults);
      return llvm::createStringError("'" + *options.baseline + "' cannot be used");
    }
  }
  if (options.writeBaseline) {
    if (llvm::sys::fs::exists(*options.writeBaseline) && !options.force)
      return llvm::createStringError("'" + *options.writeBaseline +
                                     "' exists; --force overwrites it");
    Baseline all(folderOf(*options.writeBaseline));
    for (const Diagnostic &diagnostic : diagnostics)
      if (isOfSource(diagnostic))
        all.add(diagnostic);
    if (llvm::Error error = writeFileAtomically(*options.writeBaseline, all.toJson(), 0644))
      return error;
    llvm::erase_if(diagnostics, isOfSource);
  }
  if (!known)
    return llvm::Error::success();
  llvm::erase_if(diagnostics,
                 [&](const Diagnostic &diagnostic) { return known->take(diagnostic); });
  // What this run did not look at may still be there.
  const size_t left = options.writeBaseline || options.lineFilter
                          ? 0
                          : known->left([&](StringRef id, StringRef file) {
                              return looksFor(id) == Looked::Yes &&
                                     llvm::any_of(settings.sources, [&](const std::string &source) {
                                       return isWithin(file, realPath(source));
                                     });
                            });
  if (left > 0) {
    Diagnostic &remark = diagnostics.emplace_back();
    remark.id = "musa-baseline";
    remark.severity = Severity::Remark;
    remark.place.file = *options.baseline;
    remark.message = std::to_string(left) + (left == 1 ? " finding" : " findings") +
                     " of the baseline no longer occur" + (left == 1 ? "s" : "");
    remark.notes.push_back("write it again: --write-baseline " + *options.baseline + " --force");
  }
  return llvm::Error::success();
}

/// Of all findings those that are shown.
llvm::Error Session::selectFindings(std::vector<Diagnostic> &diagnostics) {
  if (options.lineFilter) {
    llvm::Expected<LineFilter> filter = LineFilter::parse(*options.lineFilter);
    if (!filter)
      return filter.takeError();
    llvm::erase_if(diagnostics, [&](const Diagnostic &diagnostic) {
      return isOfSource(diagnostic) && !filter->takes(diagnostic.place);
    });
  }
  if (llvm::Error error = applyBaseline(diagnostics))
    return error;
  sayOnce(diagnostics);
  if (!options.exportFixes)
    return llvm::Error::success();
  std::vector<Diagnostic> findings;
  llvm::copy_if(diagnostics, std::back_inserter(findings),
                [](const Diagnostic &diagnostic) { return isCheck(diagnostic.id); });
  llvm::Expected<std::string> yaml = toFixesYaml(findings);
  if (!yaml)
    return yaml.takeError();
  return writeFileAtomically(*options.exportFixes, *yaml, 0644);
}

} // namespace musaport
