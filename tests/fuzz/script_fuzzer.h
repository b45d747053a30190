//===- script_fuzzer.h - what fuzzers of build scripts share ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TESTS_FUZZ_SCRIPT_FUZZER_H
#define MUSAPORT_TESTS_FUZZ_SCRIPT_FUZZER_H

#include "rules/architecture.h"
#include "scripts/script.h"
#include "tree/output_names.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace musaport {

[[noreturn]] inline void fail(const char *what, llvm::StringRef input,
                              llvm::StringRef output = {}) {
  std::fprintf(stderr, "%s\n--- input\n%s\n--- output\n%s\n", what, input.str().c_str(),
               output.str().c_str());
  std::abort();
}

/// A tree with a script, which is its file 0, a kernel and a header.
struct World {
  RuleSet rules{{true, defaultArchitecture()}, {}};
  Tree tree;
  std::vector<std::string> outputs;
  std::optional<IncludeResolver> includes;
  llvm::StringSet<> declared;

  explicit World(const char *script) {
    for (const char *path : {script, "a.cu", "src/b.cuh"}) {
      TreeFile file;
      file.path = path;
      file.kind = classifyFile(path, {});
      tree.files.push_back(std::move(file));
    }
    outputs = outputPaths(tree, rules, false);
    includes.emplace(tree, outputs);
  }

  ScriptContext context(const ScriptDeclarations &declarations) const {
    return {rules, tree, *includes, declared, declarations, true};
  }
};

} // namespace musaport

#endif // MUSAPORT_TESTS_FUZZ_SCRIPT_FUZZER_H
