//===- cmake_fuzzer.cpp - any bytes as a CMake script -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser must keep every byte and not crash; what parses is ported with the default rules, must
// parse again and keep its comments and commands.
//===----------------------------------------------------------------------===//
#include "script_fuzzer.h"
#include "scripts/cmake/parser.h"
#include "scripts/cmake/port.h"

using llvm::StringRef;

namespace musaport {
namespace {

std::string port(const World &world, StringRef text) {
  ScriptDeclarations declarations;
  collectDeclarations("CMakeLists.txt", text, world.rules, declarations);
  return applyEdits(text, portCMake(0, "CMakeLists.txt", text, world.context(declarations)).edits);
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
  static const World world("CMakeLists.txt");
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
  constexpr StringRef added = "find_package(MUSALanguage QUIET)";
  if (ported.commands.size() + input.count(added) !=
      script.commands.size() + StringRef(output).count(added))
    fail("a command came or went", input, output);
}

} // namespace
} // namespace musaport

// The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  musaport::check(StringRef(reinterpret_cast<const char *>(data), size));
  return 0;
}
