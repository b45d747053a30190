//===- commands/port.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/session.h"

#include "source/depfile.h"
#include "source/file_io.h"
#include "source/git.h"
#include "tree/output_names.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Of one file, whose path is `path`.
Tree treeOf(const std::string &path) {
  TreeFile file;
  file.path = path;
  file.kind = classifyFile(path, {});
  Tree tree;
  tree.files.push_back(std::move(file));
  return tree;
}

} // namespace

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
  settleFindings(report, {});
  return conclude(std::move(report), nullptr, /*summarize=*/false);
}

/// One file, to standard output or to the file that -o names.
int Session::portFile(const RuleSet &rules) {
  uint32_t mode = 0644;
  llvm::Expected<std::string> text = readFile(settings.sources[0], &mode);
  if (!text)
    return refuse(text.takeError());
  const Tree tree = treeOf(settings.sources[0]);
  llvm::Expected<PortOptions> port = portOptions(tree);
  if (!port)
    return refuse(port.takeError());
  Report report = newReport();
  llvm::Expected<CheckedTree> analyzed = analyze(tree, rules);
  if (!analyzed)
    return refuse(analyzed.takeError());
  port->ownNames = std::move(analyzed->ownNames);
  port->parseErrors = errorsToKeep(analyzed->units);
  std::string ported = portBuffer(settings.sources[0], *text, rules, report, *port);
  settleFindings(report, std::move(*analyzed));
  if (llvm::Error error = writeDepfile(settings.sources))
    return refuse(std::move(error));
  if (options.output) {
    if (!isReplaceable(*options.output))
      return refuse("'" + *options.output +
                    "' is no regular file; without -o, the port is written to standard output");
    auto existing = llvm::MemoryBuffer::getFile(*options.output);
    if (llvm::sys::fs::exists(*options.output) && !options.force &&
        !(existing && (*existing)->getBuffer() == ported))
      return refuse("'" + *options.output + "' exists; --force overwrites it");
    if (llvm::Error error = writeFileAtomically(*options.output, ported, mode))
      return refuse(std::move(error));
  } else {
    llvm::outs() << ported;
  }
  return conclude(std::move(report), nullptr, /*summarize=*/false);
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
  return conclude(std::move(report), nullptr, /*summarize=*/false);
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

/// With the progress for a person who looks. What is analyzed is the tree as it is before.
llvm::Error Session::runPort(const Tree &tree, const RuleSet &rules, PortOptions &port,
                             Report &report, Statistics &statistics) {
  llvm::Expected<CheckedTree> analyzed = analyze(tree, rules);
  if (!analyzed)
    return analyzed.takeError();
  port.ownNames = std::move(analyzed->ownNames);
  port.parseErrors = errorsToKeep(analyzed->units);
  auto progress = [&](size_t done, size_t all) { progressLine.draw(done, all); };
  port.progress = progress;
  llvm::Error failure = portTree(tree, rules, port, report, statistics);
  progressLine.clear();
  settleFindings(report, std::move(*analyzed));
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
  if (options.dryRun) {
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
  return conclude(std::move(report), &statistics, /*summarize=*/true);
}

int Session::port() {
  const bool fromStandardInput = options.arguments.size() == 1 && options.arguments[0] == "-";
  std::string start = options.arguments.empty() || fromStandardInput ? "." : options.arguments[0];
  if (llvm::Error error = settle(start, options.arguments, std::nullopt))
    return refuse(std::move(error));
  for (const std::string &source : settings.sources) {
    if (fromStandardInput)
      break;
    if (llvm::Error error = settleUnfinished(source))
      return refuse(std::move(error));
    if (!llvm::sys::fs::exists(source))
      return refuse("no such file or folder: '" + source + "'" + suggestCommand(source));
  }
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
  const bool elsewhere = options.inPlace || options.diff || options.dryRun || toFolder;
  if (settings.sources.size() == 1 && !isFolder(settings.sources[0]) && !elsewhere)
    return portFile(**rules);
  return portSources(**rules);
}

} // namespace musaport
