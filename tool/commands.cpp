//===- commands.cpp --------------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands.h"

#include "checks/check.h"
#include "checks/check_tree.h"
#include "headers/embedded_headers.h"
#include "report/report.h"
#include "rewrite/output_names.h"
#include "rewrite/port_tree.h"
#include "rewrite/update_tree.h"
#include "rules/architecture.h"
#include "rules/rules_command.h"
#include "source/depfile.h"
#include "source/file_io.h"
#include "source/git.h"
#include "source/project_file.h"
#include "version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

constexpr StringRef defaultArchitecture = "mp_31";

/// The run's settings: the command line's over the project file's.
struct Settings {
  std::vector<std::string> sources;
  std::optional<std::string> output;
  TreeOptions tree;
  RuleSet::Options rules;
  std::vector<std::string> ruleFiles;
  bool renameDirs = false;
  PortOptions::Python python = PortOptions::Python::Auto;
  std::vector<std::string> launch;
};

class Session {
public:
  explicit Session(const Options &options)
      : options(options), color(options.color == Options::Color::Always ||
                                (options.color == Options::Color::Auto &&
                                 llvm::sys::Process::StandardErrHasColors())) {}

  int port();
  int update();
  int check();
  int listChecks();
  int rulesCommand();
  int explain();

private:
  int refuse(const llvm::Twine &message) {
    llvm::errs() << "musa-port: error: " << message << '\n';
    return interrupted() ? 128 + interruptSignal() : exitUnusable;
  }
  int refuse(llvm::Error error) { return refuse(llvm::toString(std::move(error))); }

  /// Reads the project file for `start`. Ports `sources`, or what the project file says, or
  /// `fallback`.
  llvm::Error settle(StringRef start, std::vector<std::string> sources,
                     std::optional<std::string> fallback);
  llvm::Error readProjectFile(StringRef start);
  llvm::Expected<std::unique_ptr<RuleSet>> loadRules();
  llvm::Expected<Tree> listSources();
  llvm::Error checkOutput(StringRef root);
  llvm::Expected<PortOptions> portOptions(const Tree &tree);
  std::string defaultOutput() const;
  int portStandardInput(const RuleSet &rules);
  int portFile(const RuleSet &rules);
  int portSources(const RuleSet &rules);
  llvm::Error runPort(const Tree &tree, const RuleSet &rules, PortOptions &port, Report &report,
                      Statistics &statistics);
  llvm::Expected<std::string> portForUpdate(StringRef source, StringRef folder, Report &report,
                                            Statistics &statistics);
  int listOutputs(const RuleSet &rules);
  bool isLeftOut(StringRef folder) const;
  llvm::Error writeDepfile(std::vector<std::string> sources);
  int conclude(const Report &report, const Statistics *statistics, bool summarize);
  bool show(llvm::ArrayRef<Diagnostic> diagnostics);
  Report newReport() const;

  const Options &options;
  Settings settings;
  ProjectFile project;
  bool color;
};

/// The real path of something that may not exist yet: that of its nearest existing folder, and the
/// rest.
std::string realPath(StringRef path) {
  llvm::SmallString<256> existing(path), real;
  if (llvm::sys::fs::make_absolute(existing))
    return path.str(); // no working folder
  llvm::sys::path::remove_dots(existing, /*remove_dot_dot=*/true);
  std::string rest;
  while (llvm::sys::fs::real_path(existing, real)) {
    rest = ("/" + llvm::sys::path::filename(existing) + rest).str();
    if (!llvm::sys::path::has_parent_path(existing))
      break;
    llvm::sys::path::remove_filename(existing);
  }
  return (real == "/" ? "" : real.str().str()) + rest;
}

bool isWithin(StringRef path, StringRef folder) {
  return path == folder || (path.consume_front(folder) && path.starts_with("/")) || folder == "/";
}

bool isFolder(StringRef path) { return llvm::sys::fs::is_directory(path); }

// --- Settings ----------------------------------------------------------------

/// The nearest .musa-port.json in `start` or a folder above it.
llvm::Error Session::readProjectFile(StringRef start) {
  std::string folder = realPath(start);
  if (!isFolder(folder))
    folder = llvm::sys::path::parent_path(folder).str();
  for (; !folder.empty(); folder = llvm::sys::path::parent_path(folder).str()) {
    std::string path = folder + "/" + projectFileName.str();
    if (!llvm::sys::fs::exists(path)) {
      if (folder == "/")
        break;
      continue;
    }
    llvm::Expected<std::string> text = readFile(path);
    if (!text)
      return text.takeError();
    std::vector<Diagnostic> diagnostics;
    if (!parseProjectFile(path, *text, project, diagnostics)) {
      show(diagnostics);
      return llvm::createStringError("'" + path + "' cannot be used");
    }
    return llvm::Error::success();
  }
  return llvm::Error::success();
}

llvm::Error addPatterns(IgnoreList &list, StringRef option, llvm::ArrayRef<std::string> patterns) {
  for (const std::string &pattern : patterns)
    if (llvm::Error error = list.add(pattern))
      return llvm::createStringError(option + " '" + pattern +
                                     "': " + llvm::toString(std::move(error)));
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
    return llvm::createStringError("python is ported: auto, off or require, not '" + python + "'");
  settings.python = python == "auto"  ? PortOptions::Python::Auto
                    : python == "off" ? PortOptions::Python::Off
                                      : PortOptions::Python::Require;
  settings.launch = project.launch;
  llvm::append_range(settings.launch, options.launch);
  settings.rules.direction = options.direction;
  if (options.direction == Direction::MusaToCuda) {
    // A project's settings are those of its port to MUSA; what the command line says is meant.
    if (options.python.value_or("off") != "off" || !options.launch.empty())
      return llvm::createStringError("build scripts and Python files are ported from CUDA to MUSA "
                                     "only: --direction m2c goes without --python and --launch");
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

  std::string arch =
      options.arch ? *options.arch : project.arch.value_or(defaultArchitecture.str());
  std::optional<unsigned> index = findArchitecture(arch);
  if (!index) {
    llvm::SmallVector<StringRef, 8> names;
    for (const Architecture &known : architectures())
      names.push_back(known.name);
    return llvm::createStringError("unknown architecture '" + arch + "'; known are " +
                                   llvm::join(names, ", "));
  }
  settings.rules.architecture = *index;
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<RuleSet>> Session::loadRules() {
  std::vector<RuleFile> files;
  bool usable = true;
  for (const std::string &path : settings.ruleFiles) {
    llvm::Expected<std::string> text = readFile(path);
    if (!text)
      return text.takeError();
    std::vector<Diagnostic> diagnostics;
    usable &= parseRuleFile(path, *text, files.emplace_back(), diagnostics);
    show(diagnostics);
  }
  if (!usable)
    return llvm::createStringError("the rules cannot be used; nothing was written");
  auto rules = std::make_unique<RuleSet>(settings.rules, std::move(files));
  show(rules->faults());
  return rules;
}

// --- Sources and output ------------------------------------------------------

/// One tree of all sources. Its root is the folder that they have in common.
llvm::Expected<Tree> Session::listSources() {
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

/// SRC_musa (or SRC_cuda) beside SRC.
std::string Session::defaultOutput() const {
  StringRef source = settings.sources[0];
  source = source.size() > 1 ? source.rtrim('/') : source;
  StringRef name = llvm::sys::path::filename(source);
  const std::string suffix = ("_" + targetSide(options.direction).word).str();
  if (name == "." || name == ".." || name.empty() || name == "/")
    return realPath(source) + suffix;
  return source.str() + suffix;
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
    return llvm::createStringError("the output '" + *settings.output + "' exists and is no folder");
  return llvm::Error::success();
}

/// What is the same for all modes. The files that are launched have to be in the tree.
llvm::Expected<PortOptions> Session::portOptions(const Tree &tree) {
  PortOptions port;
  port.renameFolders = settings.renameDirs;
  port.force = options.force;
  port.analyze = options.analyze;
  port.threads = options.threads;
  port.python = settings.python;
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
                                     "' is no Python file among those that are ported (--launch)");
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
    if (options.quiet ? isError : options.verbose || diagnostic.severity != Severity::Remark)
      printDiagnostic(out, diagnostic, color);
  }
  llvm::errs() << text;
  return hasError;
}

Report Session::newReport() const {
  Report report;
  report.version = version.str();
  report.architecture = architectures()[settings.rules.architecture].name.str();
  report.sources = settings.sources;
  return report;
}

int Session::conclude(const Report &report, const Statistics *statistics, bool summarize) {
  const bool hasError = show(report.diagnostics);
  // The diff has standard output for itself.
  llvm::raw_ostream &out = options.diff ? llvm::errs() : llvm::outs();
  if (summarize && !options.quiet)
    printSummary(out, report, options.verbose,
                 options.color != Options::Color::Never &&
                     (options.color == Options::Color::Always || out.has_colors()));
  if (statistics && options.stats)
    printStatistics(out, *statistics);
  if (options.report) {
    if (llvm::Error error = writeFileAtomically(*options.report, toJson(report), 0644))
      return refuse(std::move(error));
  }
  const bool hasWork =
      report.update ? report.update->any() : report.edits > 0 || !report.renamed.empty();
  return hasError || (options.check && hasWork) ? exitNeedsPerson : exitDone;
}

/// Of one file, whose path is `path`.
Tree treeOf(const std::string &path) {
  TreeFile file;
  file.path = path;
  file.kind = classifyFile(path, {});
  Tree tree;
  tree.files.push_back(std::move(file));
  return tree;
}

// --- Commands ------------------------------------------------------------------

int Session::portStandardInput(const RuleSet &rules) {
  auto input = llvm::MemoryBuffer::getSTDIN();
  if (!input)
    return refuse("cannot read standard input: " + input.getError().message());
  const std::string name = options.assumeFilename.value_or(
      ("stdin" + sourceSide(options.direction).sourceExtension).str());
  llvm::Expected<PortOptions> port = portOptions(treeOf(name));
  if (!port)
    return refuse(port.takeError());
  Report report = newReport();
  llvm::outs() << portBuffer(name, (*input)->getBuffer(), rules, report, *port);
  return conclude(report, nullptr, /*summarize=*/false);
}

/// One file, to standard output or to the file that -o names.
int Session::portFile(const RuleSet &rules) {
  uint32_t mode = 0644;
  llvm::Expected<std::string> text = readFile(settings.sources[0], &mode);
  if (!text)
    return refuse(text.takeError());
  llvm::Expected<PortOptions> port = portOptions(treeOf(settings.sources[0]));
  if (!port)
    return refuse(port.takeError());
  Report report = newReport();
  std::string ported = portBuffer(settings.sources[0], *text, rules, report, *port);
  if (llvm::Error error = writeDepfile(settings.sources))
    return refuse(std::move(error));
  if (options.output) {
    auto existing = llvm::MemoryBuffer::getFile(*options.output);
    if (llvm::sys::fs::exists(*options.output) && !options.force &&
        !(existing && (*existing)->getBuffer() == ported))
      return refuse("'" + *options.output + "' exists; --force overwrites it");
    if (llvm::Error error = writeFileAtomically(*options.output, ported, mode))
      return refuse(std::move(error));
  } else {
    llvm::outs() << ported;
  }
  return conclude(report, nullptr, /*summarize=*/false);
}

int Session::listOutputs(const RuleSet &rules) {
  llvm::Expected<Tree> tree = listSources();
  if (!tree)
    return refuse(tree.takeError());
  Report report = newReport();
  const std::vector<std::string> outputs = outputPaths(*tree, rules, settings.renameDirs);
  const std::vector<bool> written = withoutCollisions(*tree, outputs, report.diagnostics);
  for (Diagnostic &diagnostic : report.diagnostics)
    diagnostic.place.file = pathUnder(tree->root, diagnostic.place.file);
  for (size_t i = 0; i < outputs.size(); ++i)
    if (written[i])
      llvm::outs() << tree->files[i].path << '\t' << outputs[i] << '\n';
  for (const std::string &folder : tree->emptyFolders)
    llvm::outs() << folder << "/\t"
                 << outputPath(folder, FileKind::Other, rules, settings.renameDirs) << "/\n";
  return conclude(report, nullptr, /*summarize=*/false);
}

/// If one is asked for: `sources`, and what settings and rules come from.
llvm::Error Session::writeDepfile(std::vector<std::string> sources) {
  if (!options.depfile)
    return llvm::Error::success();
  llvm::append_range(sources, settings.ruleFiles);
  if (!project.path.empty())
    sources.push_back(project.path);
  StringRef target = StringRef(*options.depfile).drop_back(StringRef(".d").size());
  return writeFileAtomically(*options.depfile, makeRule(target, sources), 0644);
}

/// With the progress for a person who looks.
llvm::Error Session::runPort(const Tree &tree, const RuleSet &rules, PortOptions &port,
                             Report &report, Statistics &statistics) {
  const bool showsProgress = !options.quiet && llvm::sys::Process::StandardErrIsDisplayed();
  auto progress = [](size_t done, size_t all) {
    llvm::errs() << "\r[" << done << "/" << all << "] ";
  };
  if (showsProgress)
    port.progress = progress;
  llvm::Error failure = portTree(tree, rules, port, report, statistics);
  if (showsProgress)
    llvm::errs() << "\r\x1b[K";
  return failure;
}

int Session::portSources(const RuleSet &rules) {
  llvm::Expected<Tree> tree = listSources();
  if (!tree)
    return refuse(tree.takeError());
  Report report = newReport();
  llvm::Expected<PortOptions> usual = portOptions(*tree);
  if (!usual)
    return refuse(usual.takeError());
  PortOptions port = std::move(*usual);
  if (options.check) {
    port.mode = PortOptions::Mode::Check;
  } else if (options.diff) {
    port.mode = PortOptions::Mode::Diff;
    port.diffOut = &llvm::outs();
  } else if (options.inPlace) {
    port.mode = PortOptions::Mode::InPlace;
    if (!options.force) {
      GitState state = gitState(tree->root);
      if (state == GitState::Dirty)
        return refuse("'" + tree->root +
                      "' has changes that are not committed; commit them, or use --force");
      if (state == GitState::Unknown)
        return refuse(
            "'" + tree->root +
            "' is a git work tree, and git cannot be run to see whether it is clean; use --force");
    }
  } else {
    if (!settings.output) {
      if (settings.sources.size() > 1)
        return refuse("several sources need an output: -o DIR");
      settings.output = defaultOutput();
    }
    for (const std::string &source : settings.sources)
      if (isFolder(source))
        if (llvm::Error error = checkOutput(source))
          return refuse(std::move(error));
    port.output = *settings.output;
    report.output = *settings.output;
  }
  Statistics statistics;
  if (llvm::Error failure = runPort(*tree, rules, port, report, statistics)) {
    show(report.diagnostics);
    return refuse(std::move(failure));
  }
  std::vector<std::string> files;
  for (const TreeFile &file : tree->files)
    if (file.kind != FileKind::Skipped)
      files.push_back(pathUnder(tree->root, file.path));
  if (llvm::Error error = writeDepfile(std::move(files)))
    return refuse(std::move(error));
  return conclude(report, &statistics, /*summarize=*/true);
}

int Session::port() {
  const bool fromStandardInput = options.arguments.size() == 1 && options.arguments[0] == "-";
  std::string start = options.arguments.empty() || fromStandardInput ? "." : options.arguments[0];
  if (llvm::Error error = settle(start, options.arguments, std::nullopt))
    return refuse(std::move(error));
  for (const std::string &source : settings.sources)
    if (!fromStandardInput && !llvm::sys::fs::exists(source))
      return refuse("no such file or folder: '" + source + "'");
  llvm::Expected<std::unique_ptr<RuleSet>> rules = loadRules();
  if (!rules)
    return refuse(rules.takeError());
  if (fromStandardInput)
    return portStandardInput(**rules);
  if (options.list)
    return listOutputs(**rules);
  // One file goes to standard output, or to the file that -o names; -o can also name a folder.
  const bool toFolder =
      options.output && (isFolder(*options.output) || StringRef(*options.output).ends_with("/"));
  const bool elsewhere = options.inPlace || options.diff || options.check || toFolder;
  if (settings.sources.size() == 1 && !isFolder(settings.sources[0]) && !elsewhere)
    return portFile(**rules);
  return portSources(**rules);
}

/// A folder that nobody else has, and that is gone with the object.
class TemporaryFolder {
public:
  TemporaryFolder() : failure(llvm::sys::fs::createUniqueDirectory("musa-port-update", path)) {}
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder() {
    if (!failure) [[maybe_unused]]
      std::error_code ignored = llvm::sys::fs::remove_directories(path);
  }

  llvm::SmallString<128> path;
  std::error_code failure;
};

/// Ports what `source` is a folder of, with the settings that it finds there, to `folder`. Returns
/// the root of the tree.
llvm::Expected<std::string> Session::portForUpdate(StringRef source, StringRef folder,
                                                   Report &report, Statistics &statistics) {
  if (!isFolder(source))
    return llvm::createStringError("no such folder: '" + source + "'");
  if (llvm::Error error = settle(source, {source.str()}, std::nullopt))
    return error;
  // As musa-port does when it is run there.
  if (!project.sources.empty() && llvm::sys::path::parent_path(project.path) == realPath(source))
    settings.sources = project.sources;
  settings.output = options.arguments[2];
  for (const std::string &each : settings.sources)
    if (isFolder(each))
      if (llvm::Error error = checkOutput(each))
        return error;
  llvm::Expected<std::unique_ptr<RuleSet>> rules = loadRules();
  if (!rules)
    return rules.takeError();
  llvm::Expected<Tree> tree = listSources();
  if (!tree)
    return tree.takeError();
  llvm::Expected<PortOptions> port = portOptions(*tree);
  if (!port)
    return port.takeError();
  port->output = folder.str();
  report = newReport();
  const double secondsBefore = statistics.seconds;
  llvm::Error failure = runPort(*tree, **rules, *port, report, statistics);
  statistics.seconds += secondsBefore;
  if (!failure)
    return tree->root;
  show(report.diagnostics);
  return failure;
}

/// The findings of a port of `newRoot` that an earlier one of `oldRoot` did not have: somebody has
/// looked at the others. Lines move, so they do not count.
std::vector<Diagnostic> newFindings(const std::vector<Diagnostic> &oldFindings, StringRef oldRoot,
                                    std::vector<Diagnostic> findings, StringRef newRoot) {
  auto key = [](const Diagnostic &diagnostic, StringRef root) {
    StringRef file = diagnostic.place.file;
    if (file == root || !file.consume_front(pathUnder(root, "")))
      file = ""; // of the tree as a whole
    return (file + "\n" + diagnostic.id + "\n" + diagnostic.message).str();
  };
  llvm::StringMap<size_t> known;
  for (const Diagnostic &diagnostic : oldFindings)
    ++known[key(diagnostic, oldRoot)];
  llvm::erase_if(findings, [&](const Diagnostic &diagnostic) {
    auto found = known.find(key(diagnostic, newRoot));
    if (found == known.end() || found->second == 0)
      return false;
    --found->second;
    return true;
  });
  return findings;
}

int Session::update() {
  if (options.arguments.size() != 3)
    return refuse("update takes OLD_SRC NEW_SRC OUT (see musa-port --help)");
  UpdateOptions update;
  update.oldSource = options.arguments[0];
  update.newSource = options.arguments[1];
  update.output = options.arguments[2];
  update.write = !options.check;
  update.force = options.force;
  std::vector<Diagnostic> manifestFaults;
  llvm::Expected<OutputTree> output = OutputTree::open(update.output, manifestFaults);
  if (!output)
    return refuse(output.takeError());
  if (!output->hasManifest()) {
    show(manifestFaults);
    return refuse("'" + update.output + "' is no port: it has no " + manifestName);
  }

  TemporaryFolder folder;
  if (folder.failure)
    return refuse("cannot make a temporary folder: " + folder.failure.message());
  update.base = (folder.path + "/old").str();
  update.theirs = (folder.path + "/new").str();
  Report oldReport, report;
  Statistics statistics;
  llvm::Expected<std::string> oldRoot =
      portForUpdate(update.oldSource, update.base, oldReport, statistics);
  if (!oldRoot)
    return refuse(oldRoot.takeError());
  llvm::Expected<std::string> newRoot =
      portForUpdate(update.newSource, update.theirs, report, statistics);
  if (!newRoot)
    return refuse(newRoot.takeError());
  report.sources = {update.oldSource, update.newSource};
  report.output = update.output;
  report.diagnostics =
      newFindings(oldReport.diagnostics, *oldRoot, std::move(report.diagnostics), *newRoot);
  const size_t findings = report.diagnostics.size();
  if (llvm::Error error = updateTree(*output, update, report)) {
    report.diagnostics.erase(report.diagnostics.begin(), report.diagnostics.begin() + findings);
    show(report.diagnostics);
    return refuse(std::move(error));
  }
  return conclude(report, &statistics, /*summarize=*/true);
}

int Session::listChecks() {
  for (const CheckDescription &check : allChecks())
    llvm::outs() << check.id << ": " << check.summary << '\n';
  return exitDone;
}

int Session::check() {
  if (llvm::Error error =
          settle(options.arguments.empty() ? "." : options.arguments[0], options.arguments, {}))
    return refuse(std::move(error));
  llvm::Expected<std::vector<const CheckDescription *>> checks = selectChecks(options.checks);
  if (!checks)
    return refuse(checks.takeError());
  llvm::Expected<std::unique_ptr<RuleSet>> rules = loadRules();
  if (!rules)
    return refuse(rules.takeError());
  BuildArguments build;
  if (options.build) {
    llvm::Expected<BuildArguments> read = readBuildArguments(*options.build);
    if (!read)
      return refuse(read.takeError());
    build = std::move(*read);
  }
  llvm::Expected<Tree> tree = listSources();
  if (!tree)
    return refuse(tree.takeError());
  llvm::Expected<CheckedTree> checked =
      checkTree(*tree, build, *checks, **rules, embeddedHeaders(), options.threads);
  if (!checked)
    return refuse(checked.takeError());
  Report report = newReport();
  report.diagnostics = std::move(checked->diagnostics);
  return conclude(report, nullptr, /*summarize=*/false);
}

int Session::rulesCommand() {
  // Rules are looked at from anywhere: the project file counts if there is one, and no source is
  // needed.
  if (llvm::Error error = settle(".", {}, "."))
    return refuse(std::move(error));
  return runRulesCommand(options.arguments, settings.rules, settings.ruleFiles, llvm::outs(),
                         llvm::errs(), color);
}

int Session::explain() {
  unsigned line = 0;
  if (options.arguments.size() != 1)
    return refuse("explain takes one FILE:LINE");
  auto [path, number] = StringRef(options.arguments[0]).rsplit(':');
  if (number.getAsInteger(10, line) || line == 0)
    return refuse("explain takes FILE:LINE, not '" + options.arguments[0] + "'");
  if (!llvm::sys::fs::exists(path) || isFolder(path))
    return refuse("no such file: '" + path + "'");

  // The tree matters (what it declares, where includes lead): that of the project file, or else the
  // file's folder.
  if (llvm::Error error = settle(path, {}, llvm::sys::path::parent_path(realPath(path)).str()))
    return refuse(std::move(error));
  llvm::Expected<std::unique_ptr<RuleSet>> rules = loadRules();
  if (!rules)
    return refuse(rules.takeError());
  llvm::Expected<Tree> tree = listSources();
  if (!tree)
    return refuse(tree.takeError());
  const std::string wanted = realPath(path);
  for (size_t i = 0; i < tree->files.size(); ++i) {
    if (realPath(tree->root + "/" + tree->files[i].path) != wanted)
      continue;
    llvm::Expected<PortOptions> port = portOptions(*tree);
    if (!port)
      return refuse(port.takeError());
    llvm::Expected<std::vector<Decision>> decisions = explainLine(*tree, i, line, **rules, *port);
    if (!decisions)
      return refuse(decisions.takeError());
    if (decisions->empty())
      llvm::outs() << path << ":" << line << ": no rule concerns this line\n";
    for (const Decision &decision : *decisions)
      llvm::outs() << path << ":" << line << ": '" << decision.text << "': " << decision.verdict
                   << '\n';
    return exitDone;
  }
  return refuse("'" + path + "' is not among the files that are ported from '" + tree->root + "'");
}

} // namespace

int runCommand(const Options &options) {
  switch (options.command) {
  case Options::Command::Help:
    printHelp(llvm::outs());
    return exitDone;
  case Options::Command::Version:
    llvm::outs() << "musa-port " << version << '\n';
    return exitDone;
  case Options::Command::Check:
    return Session(options).check();
  case Options::Command::ListChecks:
    return Session(options).listChecks();
  case Options::Command::Rules:
    return Session(options).rulesCommand();
  case Options::Command::Explain:
    return Session(options).explain();
  case Options::Command::Update:
    return Session(options).update();
  case Options::Command::Port:
    return Session(options).port();
  }
  return exitUnusable;
}

} // namespace musaport
