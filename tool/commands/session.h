//===- commands/session.h - what all commands share -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run of musa-port: the options, the settings derived from them and from the project file, and
// one function for each command. Each group of commands has its own file in this folder.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_COMMANDS_SESSION_H
#define MUSAPORT_COMMANDS_SESSION_H

#include "analysis/check_description.h"
#include "analysis/check_tree.h"
#include "analysis/findings_cache.h"
#include "commands/commands.h"
#include "commands/early_findings.h"
#include "commands/progress_line.h"
#include "findings/ignores.h"
#include "report/report.h"
#include "rules/rule_set.h"
#include "source/project_file.h"
#include "source/tree.h"
#include "tree/port_tree.h"

namespace musaport {

/// The settings of the run: the command line overrides the project file.
struct Settings {
  std::vector<std::string> sources;
  std::optional<std::string> output;
  TreeOptions tree;
  RuleSet::Options rules;
  std::vector<std::string> ruleFiles;
  bool renameDirs = false;
  PortOptions::Python python = PortOptions::Python::Auto;
  std::vector<std::string> launch;
  bool hasFp64 = true;
  std::vector<const CheckDescription *> checks; ///< the selected checks
};

class Session {
public:
  explicit Session(const Options &options);

  int port();
  int update();
  int check();
  int listChecks();
  int rulesCommand();
  int explain();
  int answerWords();

private:
  /// Both return the exit status.
  int refuse(const llvm::Twine &message);
  int refuse(llvm::Error error) { return refuse(llvm::toString(std::move(error))); }

  /// Reads the project file for `start`. The sources are `sources`, or else those of the project
  /// file, or else `fallback`.
  llvm::Error settle(llvm::StringRef start, std::vector<std::string> sources,
                     std::optional<std::string> fallback);
  llvm::Error readProjectFile(llvm::StringRef start);
  llvm::Error settleArchitecture();
  llvm::Expected<std::unique_ptr<RuleSet>> loadRules();
  llvm::Error settleUnfinished(llvm::StringRef path);
  llvm::Expected<Tree> listSources();
  llvm::Expected<Tree> listAll();
  llvm::Error checkOutput(llvm::StringRef root);
  llvm::Expected<PortOptions> portOptions(const Tree &tree);
  llvm::Expected<std::optional<FindingsCache>> openCache();
  std::string defaultOutput() const;
  int portStandardInput(const RuleSet &rules);
  int portFile(const RuleSet &rules);
  int portSources(const RuleSet &rules);
  llvm::Error runPort(const Tree &tree, const RuleSet &rules, PortOptions &port, Report &report,
                      Statistics &statistics);
  llvm::Expected<std::string> portForUpdate(llvm::StringRef source, llvm::StringRef folder,
                                            Report &report, Statistics &statistics);
  int listOutputs(const RuleSet &rules);
  bool isLeftOut(llvm::StringRef folder) const;
  llvm::Error writeDepfile(std::vector<std::string> sources);
  llvm::Expected<CheckedTree> analyze(const Tree &tree, const RuleSet &rules);
  void settleFindings(Report &report, CheckedTree analyzed) const;
  bool isSelected(llvm::StringRef id) const;
  bool isNamed(llvm::StringRef id) const;
  Looked looksFor(llvm::StringRef id) const;
  llvm::Error applyBaseline(std::vector<Diagnostic> &diagnostics);
  llvm::Error selectFindings(std::vector<Diagnostic> &diagnostics);
  int conclude(Report report, const Statistics *statistics, bool summarize);
  bool show(llvm::ArrayRef<Diagnostic> diagnostics);
  llvm::Error beginEarlyFindings(const Tree &tree, const RuleSet &rules, PortOptions port);
  void showEarly(std::vector<Diagnostic> diagnostics);
  Report newReport() const;

  const Options &options;
  Settings settings;
  std::vector<Diagnostic> ruleFaults; ///< of the user's rule files, which every port reports
  ProjectFile project;
  std::optional<EarlyFindings> early; ///< if findings are shown as they are found
  llvm::StringSet<> shown;            ///< of what was shown early
  ProgressLine progressLine;
  bool color;
};

bool isFolder(llvm::StringRef path);

} // namespace musaport

#endif // MUSAPORT_COMMANDS_SESSION_H
