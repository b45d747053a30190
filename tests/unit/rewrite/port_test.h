//===- port_test.h - porting a piece of text --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_PORT_TEST_H
#define MUSAPORT_TESTS_PORT_TEST_H

#include "findings/ignores.h"
#include "rules/architecture.h"
#include "tree/port_tree.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace musaport {

struct Ported {
  std::string text;
  Report report;

  /// The IDs of the diagnostics, in order.
  std::vector<std::string> ids() const {
    std::vector<std::string> all;
    all.reserve(report.diagnostics.size());
    for (const Diagnostic &diagnostic : report.diagnostics)
      all.push_back(diagnostic.id.str());
    return all;
  }
};

/// Ports `text` as a file of its own. `rules`: a user's rule file, flat or native; empty for none.
inline Ported port(llvm::StringRef text, llvm::StringRef rules = {}, llvm::StringRef name = "x.cu",
                   bool defaults = true, Direction direction = Direction::CudaToMusa,
                   bool analyze = false) {
  std::vector<RuleFile> files;
  if (!rules.empty()) {
    std::vector<Diagnostic> diagnostics;
    EXPECT_TRUE(parseRuleFile("rules.json", rules, files.emplace_back(), diagnostics));
    for (const Diagnostic &diagnostic : diagnostics)
      ADD_FAILURE() << diagnostic.message;
  }
  RuleSet::Options options;
  options.defaults = defaults;
  options.direction = direction;
  options.architecture = *findArchitecture("mp_31");
  RuleSet set(options, std::move(files));
  Ported ported;
  PortOptions port;
  port.analyze = analyze;
  ported.text = portBuffer(name, text, set, ported.report, port);
  sayOnce(ported.report.diagnostics);
  return ported;
}

/// Ports `text` from MUSA to CUDA.
inline Ported portBack(llvm::StringRef text, llvm::StringRef name = "x.mu") {
  return port(text, {}, name, /*defaults=*/true, Direction::MusaToCuda);
}

} // namespace musaport

#endif // MUSAPORT_TESTS_PORT_TEST_H
