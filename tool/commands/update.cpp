//===- commands/update.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/session.h"

#include "source/file_io.h"
#include "source/locked_folder.h"
#include "tree/transaction.h"
#include "tree/update_tree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace musaport {
namespace {

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

} // namespace

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

int Session::update() {
  if (options.arguments.size() != 3)
    return refuse("update takes OLD_SRC NEW_SRC OUT (see musa-port --help)");
  UpdateOptions update;
  update.oldSource = options.arguments[0];
  update.newSource = options.arguments[1];
  update.output = options.arguments[2];
  update.write = !options.dryRun;
  update.force = options.force;
  if (!update.write && Transaction::isUnfinished(update.output))
    return refuse(Transaction::refuseToRead(update.output));
  std::vector<Diagnostic> manifestFaults;
  llvm::Expected<OutputTree> output = OutputTree::open(update.output, manifestFaults);
  if (!output)
    return refuse(output.takeError());
  if (!output->hasManifest()) {
    show(manifestFaults);
    return refuse("'" + update.output + "' is not a port: it has no " + manifestName);
  }

  llvm::Expected<LockedFolder> folder = LockedFolder::makeInTemporary("musa-port-update");
  if (!folder)
    return refuse(folder.takeError());
  update.base = folder->path() + "/old";
  update.theirs = folder->path() + "/new";
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
  return conclude(std::move(report), &statistics, /*summarize=*/true);
}

} // namespace musaport
