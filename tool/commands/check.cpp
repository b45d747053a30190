//===- commands/check.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/session.h"

#include "checks/check.h"
#include "checks/check_tree.h"
#include "headers/embedded_headers.h"

using llvm::StringRef;

namespace musaport {

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
  llvm::Expected<CheckedTree> checked = checkTree(*tree, build, *checks, **rules, embeddedHeaders(),
                                                  options.threads, settings.hasFp64);
  if (!checked)
    return refuse(checked.takeError());
  Report report = newReport();
  report.diagnostics = std::move(checked->diagnostics);
  return conclude(report, nullptr, /*summarize=*/false);
}

} // namespace musaport
