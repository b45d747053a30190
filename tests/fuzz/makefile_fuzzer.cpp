//===- makefile_fuzzer.cpp - any bytes as a Makefile ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser must keep every byte and not crash; what parses is ported with the default rules, must
// parse again and keep its comments and the kinds of its statements.
//===----------------------------------------------------------------------===//
#include "script_fuzzer.h"
#include "scripts/make/parser.h"
#include "scripts/make/port.h"

using llvm::StringRef;

namespace musaport {
namespace {

std::string port(const World &world, StringRef text) {
  ScriptDeclarations declarations;
  declarations.make = readMakeVariables(text.str(), world.rules);
  const FileResult result = portMakefile(0, "Makefile", text, world.context(declarations));
  for (const Diagnostic &diagnostic : result.diagnostics)
    if (StringRef(diagnostic.message).contains("would not read the port"))
      fail("the port comes apart", text);
  return applyEdits(text, result.edits);
}

/// Statements by their kinds, with their comments.
std::string outline(const MakeScript &script) {
  std::string all;
  for (const MakeStatement &statement : script.statements)
    all += std::to_string(int(statement.kind)) + statement.comment.str() + "\n";
  return all;
}

void check(StringRef input) {
  static const World world("Makefile");
  const MakeScript script = parseMake(input);
  const char *end = input.data();
  for (const MakeStatement &statement : script.statements) {
    if (statement.text.data() != end || statement.text.empty())
      fail("the statements do not stand side by side", input);
    end = statement.text.end();
  }
  if (!script.fault && end != input.end())
    fail("the statements do not cover the text", input);
  splitMakeWords(input);
  findMakeReferences(input);

  const std::string output = port(world, input);
  if (script.fault) {
    if (output != input)
      fail("what does not parse was changed", input, output);
    return;
  }
  const MakeScript ported = parseMake(output);
  if (ported.fault)
    fail("the port does not parse", input, output);
  if (outline(script) != outline(ported))
    fail("a statement or a comment changed", input, output);
}

} // namespace
} // namespace musaport

// The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  musaport::check(StringRef(reinterpret_cast<const char *>(data), size));
  return 0;
}
