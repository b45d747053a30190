//===- commands/session.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/session.h"

#include "analysis/check_tree.h"
#include "checks/check_table.h"
#include "commands/report_files.h"
#include "commands/version.h"
#include "rules/architecture.h"
#include "rules/lint.h"
#include "source/file_io.h"
#include "source/included_files.h"
#include "tree/transaction.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

llvm::Error addPatterns(IgnoreList &list, StringRef option, llvm::ArrayRef<std::string> patterns) {
  for (const std::string &pattern : patterns)
    if (llvm::Error error = list.add(pattern))
      return llvm::createStringError(option + " '" + pattern +
                                     "': " + llvm::toString(std::move(error)));
  return llvm::Error::success();
}

/// Of a finding that is shown once.
std::string identityOf(const Diagnostic &diagnostic) {
  if (!diagnostic.once.empty())
    return diagnostic.once;
  const Place &place = diagnostic.place;
  return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + " " +
         diagnostic.id.str() + " " + diagnostic.message;
}

} // namespace

bool isFolder(StringRef path) { return llvm::sys::fs::is_directory(path); }

Session::Session(const Options &options)
    : options(options),
      progressLine(!options.quiet && llvm::sys::Process::StandardErrIsDisplayed()),
      color(options.color == Options::Color::Always ||
            (options.color == Options::Color::Auto && llvm::sys::Process::StandardErrHasColors())) {
}

int Session::refuse(const llvm::Twine &message) {
  progressLine.clear();
  llvm::errs() << "musa-port: error: " << linesForTerminal(message.str()) << '\n';
  return interrupted() ? 128 + interruptSignal() : exitUnusable;
}

// --- Settings ----------------------------------------------------------------

llvm::Error Session::readProjectFile(StringRef start) {
  const std::string folder = realPath(start);
  const std::optional<FoundProjectFile> found =
      findProjectFile(isFolder(folder) ? StringRef(folder) : llvm::sys::path::parent_path(folder));
  if (!found)
    return llvm::Error::success();
  // Its text may be shown.
  if (!options.trustProjectFile && !isWithin(realPath(found->path), found->root))
    return llvm::createStringError("'" + found->path + "' is a link that leads out of '" +
                                   found->root + "' (--trust-project-file follows it)");
  llvm::Expected<std::string> text = readFile(found->path);
  if (!text)
    return text.takeError();
  if (!options.quiet)
    llvm::errs() << "musa-port: using " << quote(found->path) << '\n';
  std::vector<Diagnostic> diagnostics;
  if (!parseProjectFile(found->path, *text, project, diagnostics,
                        options.trustProjectFile ? "" : found->root)) {
    show(diagnostics);
    return llvm::createStringError("'" + found->path + "' cannot be used");
  }
  return llvm::Error::success();
}

llvm::Error Session::settle(StringRef start, std::vector<std::string> sources,
                            std::optional<std::string> fallback) {
  settings = {};
  project = {};
  if (llvm::Error error = readProjectFile(start))
    return error;
  settings.sources = std::move(sources);
  if (settings.sources.empty())
    settings.sources = project.sources;
  if (settings.sources.empty() && !project.path.empty())
    settings.sources.push_back(llvm::sys::path::parent_path(project.path).str());
  if (settings.sources.empty()) {
    if (!fallback)
      return llvm::createStringError("nothing to port: name a folder, or put a " + projectFileName +
                                     " into this one (see musa-port --help)");
    settings.sources.push_back(*fallback);
  }
  settings.output = options.output ? options.output : project.output;
  settings.renameDirs = options.renameDirs.value_or(project.renameDirs.value_or(false));
  settings.rules.defaults = options.defaultRules.value_or(project.defaultRules.value_or(true));
  const std::string python = options.python ? *options.python : project.python.value_or("auto");
  if (python != "auto" && python != "off" && python != "require")
    return llvm::createStringError("--python takes auto, off or require, not '" + python + "'");
  settings.python = python == "auto"  ? PortOptions::Python::Auto
                    : python == "off" ? PortOptions::Python::Off
                                      : PortOptions::Python::Require;
  for (const std::string &feature :
       llvm::concat<const std::string>(project.without, options.without)) {
    if (feature != "fp64")
      return llvm::createStringError("--without takes fp64, not '" + feature + "'");
    settings.hasFp64 = false;
  }
  settings.launch = project.launch;
  llvm::append_range(settings.launch, options.launch);
  settings.rules.direction = options.direction;
  if (options.direction == Direction::MusaToCuda) {
    // A project's settings are those of its port to MUSA; what the command line says is meant.
    if (options.python.value_or("off") != "off" || !options.launch.empty())
      return llvm::createStringError("build scripts and Python files are ported from CUDA to MUSA "
                                     "only: --direction m2c takes neither --python nor --launch");
    settings.python = PortOptions::Python::Off;
    settings.launch.clear();
    if (!options.output)
      settings.output.reset();
  }
  settings.ruleFiles = project.rules;
  llvm::append_range(settings.ruleFiles, options.rules);
  settings.tree.extraExtensions = project.extensions;
  llvm::append_range(settings.tree.extraExtensions, options.extensions);
  if (llvm::Error error = addPatterns(settings.tree.exclude, "exclude", project.exclude))
    return error;
  if (llvm::Error error = addPatterns(settings.tree.exclude, "--exclude", options.exclude))
    return error;
  if (llvm::Error error = addPatterns(settings.tree.include, "include", project.include))
    return error;
  if (llvm::Error error = addPatterns(settings.tree.include, "--include", options.include))
    return error;

  if (llvm::Error error = settleArchitecture())
    return error;
  llvm::Expected<std::vector<const CheckDescription *>> checks = selectChecks(options.checks);
  if (!checks)
    return checks.takeError();
  settings.checks = std::move(*checks);
  return llvm::Error::success();
}

llvm::Error Session::settleArchitecture() {
  std::string arch = options.arch
                         ? *options.arch
                         : project.arch.value_or(architectures()[defaultArchitecture()].name.str());
  std::optional<unsigned> index = findArchitecture(arch);
  if (!index)
    return llvm::createStringError("unknown architecture '" + arch + "'; known are " +
                                   listOfArchitectures());
  settings.rules.architecture = *index;
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<RuleSet>> Session::loadRules() {
  std::vector<RuleFile> files;
  ruleFaults.clear();
  bool usable = true;
  for (const std::string &path : settings.ruleFiles) {
    llvm::Expected<std::string> text = readFile(path);
    if (!text)
      return text.takeError();
    std::vector<Diagnostic> diagnostics;
    usable &= parseRuleFile(path, *text, files.emplace_back(), diagnostics);
    if (llvm::is_contained(project.rules, path) && !isWithin(realPath(path), project.root))
      for (Diagnostic &diagnostic : diagnostics)
        diagnostic.sourceLine.clear(); // the project file may be a stranger's, this file is not
    show(diagnostics);
  }
  if (!usable)
    return llvm::createStringError("the rules cannot be used; nothing was written");
  ruleFaults = lintRules(files, settings.rules.defaults);
  llvm::erase_if(ruleFaults, // a rule over a default one is meant
                 [](const Diagnostic &fault) { return fault.severity == Severity::Remark; });
  auto rules = std::make_unique<RuleSet>(settings.rules, std::move(files));
  show(rules->faults());
  return rules;
}

// --- Sources and output ------------------------------------------------------

/// What a killed run left half changed is undone before anybody looks at it, git included, if this
/// run changes the tree as well. `path`: a source, which need not be there now.
llvm::Error Session::settleUnfinished(StringRef path) {
  for (std::string folder = realPath(path); !folder.empty();
       folder = llvm::sys::path::parent_path(folder).str()) {
    if (!Transaction::isUnfinished(folder))
      continue;
    if (!options.inPlace)
      return Transaction::refuseToRead(folder);
    llvm::Expected<std::unique_ptr<Transaction>> begun = Transaction::begin(folder);
    if (!begun)
      return begun.takeError();
    llvm::errs() << "musa-port: what a killed run did in '" << folder << "' is undone\n";
  }
  return llvm::Error::success();
}

llvm::Expected<Tree> Session::listSources() {
  for (const std::string &source : settings.sources)
    if (llvm::Error error = settleUnfinished(source))
      return std::move(error);
  llvm::Expected<Tree> tree = listAll();
  if (!tree)
    return tree.takeError();
  if (options.inPlace) // also what it only staged, which git would call untracked
    if (llvm::Expected<std::unique_ptr<Transaction>> begun = Transaction::begin(tree->root); !begun)
      return begun.takeError();
  if (llvm::Error error = takeIncludedFiles(*tree))
    return std::move(error);
  return tree;
}

/// One tree of all that the user names. Its root is the folder that they have in common.
llvm::Expected<Tree> Session::listAll() {
  if (settings.sources.size() == 1 && isFolder(settings.sources[0]))
    return listTree(settings.sources[0], settings.tree);

  std::vector<std::string> real;
  for (const std::string &source : settings.sources) {
    if (!llvm::sys::fs::exists(source))
      return llvm::createStringError("no such file or folder: '" + source + "'");
    real.push_back(realPath(source));
  }
  std::string common = isFolder(real[0]) ? real[0] : llvm::sys::path::parent_path(real[0]).str();
  for (const std::string &path : real)
    while (!isWithin(path, common))
      common = llvm::sys::path::parent_path(common).str();

  Tree all;
  all.root = realPath(".") == common ? "." : common;
  for (const std::string &path : real) {
    StringRef inside = StringRef(path).drop_front(common.size());
    inside.consume_front("/");
    if (!isFolder(path)) {
      TreeFile file;
      file.path = inside.str();
      file.kind = classifyFile(file.path, settings.tree);
      all.files.push_back(std::move(file));
      continue;
    }
    llvm::Expected<Tree> tree = listTree(path, settings.tree);
    if (!tree)
      return tree.takeError();
    std::string prefix = inside.empty() ? "" : inside.str() + "/";
    for (TreeFile &file : tree->files) {
      file.path = prefix + file.path;
      all.files.push_back(std::move(file));
    }
    for (const std::string &folder : tree->emptyFolders)
      all.emptyFolders.push_back(prefix + folder);
    all.excluded += tree->excluded;
  }
  llvm::sort(all.files, [](const TreeFile &a, const TreeFile &b) { return a.path < b.path; });
  // A source inside of another one is listed once.
  all.files.erase(
      std::unique(all.files.begin(), all.files.end(),
                  [](const TreeFile &a, const TreeFile &b) { return a.path == b.path; }),
      all.files.end());
  return all;
}

/// True if patterns keep `folder`, as seen from the root of the tree, out of it.
bool Session::isLeftOut(StringRef folder) const {
  folder = folder.ltrim('/');
  for (StringRef part = folder; !part.empty(); part = llvm::sys::path::parent_path(part))
    if (settings.tree.exclude.match(part, /*isFolder=*/true) == IgnoreList::Match::Ignore)
      return true;
  return false;
}

llvm::Error Session::checkOutput(StringRef root) {
  std::string source = realPath(root), output = realPath(*settings.output);
  if (output == source)
    return llvm::createStringError(
        "the output is the source itself; use --in-place to change the tree");
  if (isWithin(output, source) && !isLeftOut(StringRef(output).drop_front(source.size())))
    return llvm::createStringError(
        "the output '" + *settings.output + "' is inside of the source '" + root +
        "'; choose a folder outside of it with -o, or leave it out with --exclude");
  if (isWithin(source, output))
    return llvm::createStringError("the source '" + root + "' is inside of the output '" +
                                   *settings.output + "'; choose another folder with -o");
  if (llvm::sys::fs::exists(*settings.output) && !isFolder(*settings.output))
    return llvm::createStringError("the output '" + *settings.output +
                                   "' exists and is not a folder");
  return llvm::Error::success();
}

/// What is the same for all modes. The files that are launched have to be in the tree.
llvm::Expected<PortOptions> Session::portOptions(const Tree &tree) {
  PortOptions port;
  port.renameFolders = settings.renameDirs;
  port.force = options.force;
  port.translatePtx = options.translatePtx;
  port.judgeNames = options.parse;
  port.threads = options.threads;
  port.python = settings.python;
  port.keepViews = llvm::any_of(options.reports, [](const std::string &path) {
    return reportFormat(path) == ReportFormat::Html;
  });
  for (const std::string &launched : settings.launch) {
    const std::string wanted = realPath(launched);
    auto file = llvm::find_if(tree.files, [&](const TreeFile &each) {
      return StringRef(each.path).ends_with(".py") && each.kind == FileKind::BuildScript &&
             realPath(tree.root.empty() ? each.path : tree.root + "/" + each.path) == wanted;
    });
    if (file == tree.files.end() && options.command == Options::Command::Update)
      continue; // of the other tree
    if (file == tree.files.end())
      return llvm::createStringError("'" + launched +
                                     "' is not one of the Python files that are ported (--launch)");
    port.launched.insert(file->path);
  }
  return port;
}

// --- Showing results -----------------------------------------------------------

/// True if there was an error among them.
bool Session::show(llvm::ArrayRef<Diagnostic> diagnostics) {
  bool hasError = false;
  std::string text; // standard error is not buffered: one write for all
  llvm::raw_string_ostream out(text);
  for (const Diagnostic &diagnostic : diagnostics) {
    const bool isError = diagnostic.severity == Severity::Error;
    hasError |= isError;
    const bool isWanted =
        options.quiet
            ? isError
            : options.verbose || diagnostic.severity != Severity::Remark || isNamed(diagnostic.id);
    if (isWanted && !shown.contains(identityOf(diagnostic)))
      printDiagnostic(out, diagnostic, color);
  }
  progressLine.clear();
  llvm::errs() << text;
  return hasError;
}

void Session::showEarly(std::vector<Diagnostic> diagnostics) {
  if (llvm::Error error = selectFindings(diagnostics)) {
    llvm::consumeError(std::move(error)); // as at the end, which reports it
    return;
  }
  show(diagnostics);
  for (const Diagnostic &diagnostic : diagnostics)
    shown.insert(identityOf(diagnostic));
}

Report Session::newReport() const {
  Report report;
  report.version = version.str();
  report.architecture = architectures()[settings.rules.architecture].name.str();
  report.sources = settings.sources;
  report.diagnostics = ruleFaults;
  return report;
}

int Session::conclude(Report report, const Statistics *statistics, bool summarize) {
  if (llvm::Error error = selectFindings(report.diagnostics))
    return refuse(std::move(error));
  const bool hasError = show(report.diagnostics);
  // The diff has standard output for itself.
  llvm::raw_ostream &out = options.diff ? llvm::errs() : llvm::outs();
  if (summarize && !options.quiet)
    printSummary(out, report, options.verbose,
                 options.color != Options::Color::Never &&
                     (options.color == Options::Color::Always || out.has_colors()));
  if (statistics && options.stats)
    printStatistics(out, *statistics);
  if (llvm::Error error = writeReports(report, options.reports))
    return refuse(std::move(error));
  const bool hasWork =
      report.update ? report.update->any() : report.edits > 0 || !report.renamed.empty();
  if (options.dryRun)
    return hasWork ? exitNeedsPerson : hasError ? exitStanding : exitDone;
  return hasError ? exitNeedsPerson : exitDone;
}

} // namespace musaport
