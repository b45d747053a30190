//===- cmake_fuzzer.cpp - any bytes as a CMake script -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser must keep every byte and not crash; what parses is ported with the default rules, must
// parse again and keep its comments and commands.
//===----------------------------------------------------------------------===//
#include "rewrite/output_names.h"
#include "rules/architecture.h"
#include "scripts/cmake_parser.h"
#include "scripts/port_cmake.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

using llvm::StringRef;

namespace musaport {
namespace {

[[noreturn]] void fail(const char *what, StringRef input, StringRef output = {}) {
  std::fprintf(stderr, "%s\n--- input\n%s\n--- output\n%s\n", what, input.str().c_str(),
               output.str().c_str());
  std::abort();
}

/// A tree with a script, a kernel and a header.
struct World {
  RuleSet rules{{true, *findArchitecture("mp_31")}, {}};
  Tree tree;
  std::vector<std::string> outputs;
  std::optional<IncludeResolver> includes;

  World() {
    for (const char *path : {"CMakeLists.txt", "a.cu", "src/b.cuh"}) {
      TreeFile file;
      file.path = path;
      file.kind = classifyFile(path, {});
      tree.files.push_back(std::move(file));
    }
    outputs = outputPaths(tree, rules, false);
    includes.emplace(tree, outputs);
  }
};

std::string port(const World &world, StringRef text) {
  const llvm::StringSet<> declared;
  ScriptDeclarations declarations;
  collectDeclarations("CMakeLists.txt", text, world.rules, declarations);
  const ScriptContext context{world.rules, world.tree,   *world.includes,
                              declared,    declarations, true};
  return applyEdits(text, portCMake(0, "CMakeLists.txt", text, context).edits);
}

std::string comments(StringRef text, const CMakeScript &script) {
  std::string all;
  for (const CMakeToken &token : script.tokens)
    if (token.kind == CMakeToken::Kind::LineComment ||
        token.kind == CMakeToken::Kind::BracketComment)
      all += text.substr(token.offset, token.length).str() + "\n";
  return all;
}

void check(StringRef input) {
  static const World world;
  const CMakeScript script = parseCMake(input);
  uint32_t end = 0;
  for (const CMakeToken &token : script.tokens) {
    if (token.offset != end || token.length == 0)
      fail("the tokens do not stand side by side", input);
    end = token.end();
  }
  if (!script.fault && end != input.size())
    fail("the tokens do not cover the text", input);
  splitWords(input);
  findReferences(input);

  const std::string output = port(world, input);
  if (script.fault) {
    if (output != input)
      fail("what does not parse was changed", input, output);
    return;
  }
  const CMakeScript ported = parseCMake(output);
  if (ported.fault)
    fail("the port does not parse", input, output);
  if (comments(input, script) != comments(output, ported))
    fail("a comment changed", input, output);
  if (ported.commands.size() != script.commands.size())
    fail("a command came or went", input, output);
}

} // namespace
} // namespace musaport

// The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  musaport::check(StringRef(reinterpret_cast<const char *>(data), size));
  return 0;
}
