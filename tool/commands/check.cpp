//===- commands/check.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/session.h"

#include "checks/check_table.h"

namespace musaport {

int Session::listChecks() {
  for (const CheckDescription &check : allChecks())
    llvm::outs() << check.id << ": " << check.summary << '\n';
  return exitDone;
}

/// As a port that writes nothing: it says what a person must decide.
int Session::check() {
  if (llvm::Error error =
          settle(options.arguments.empty() ? "." : options.arguments[0], options.arguments, {}))
    return refuse(std::move(error));
  llvm::Expected<std::unique_ptr<RuleSet>> rules = loadRules();
  if (!rules)
    return refuse(rules.takeError());
  llvm::Expected<Tree> tree = listSources();
  if (!tree)
    return refuse(tree.takeError());
  llvm::Expected<PortOptions> port = portOptions(*tree);
  if (!port)
    return refuse(port.takeError());
  port->mode = PortOptions::Mode::Check;
  if (llvm::Error error = beginEarlyFindings(*tree, **rules, *port))
    return refuse(std::move(error));
  Report report = newReport();
  Statistics statistics;
  if (llvm::Error failure = runPort(*tree, **rules, *port, report, statistics)) {
    show(report.diagnostics);
    return refuse(std::move(failure));
  }
  return conclude(std::move(report), &statistics, /*summarize=*/false);
}

} // namespace musaport
