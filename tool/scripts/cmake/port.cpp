//===- scripts/cmake/port.cpp - ports CMake scripts -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/port.h"
#include "edits/edit.h"
#include "scripts/cmake/packages.h"
#include "scripts/cmake/passes.h"

using llvm::StringRef;

namespace musaport {
namespace cmake {
namespace {

void visit(Porter &porter, size_t number) {
  Command command = readCommand(porter.buffer, porter.script, number);
  porter.edited.clear();
  portCommandName(porter, command);
  const bool isOwn = porter.context.scripts.commands.contains(command.lower) && !command.isRenamed;
  const Signature &signature = signatureOf(command.lower, command.text(0), isOwn);
  giveRoles(signature, command);
  findValues(porter, command);
  findLanguage(porter, command, signature);
  addSourcesOfFolder(porter, command);
  warnOfSources(porter, command);
  portPackage(porter, command);
  portModule(porter, command);
  portArchitectureFlags(porter, command);
  portComparisons(porter, command);
  portNames(porter, command);
  splitArguments(porter, command);
  portArchitectures(porter, command);
  portWords(porter, command);
  removeDropped(porter, command);
  portReferences(porter, command);
}

FileResult port(Porter &porter) {
  if (const Rule *rule =
          replacedPackage(porter.context.tree.files[porter.file].path, porter.rules)) {
    porter.warn({0, 0}, "this module is no longer used: copied, not ported",
                "find_package(" + rule->to + ") takes its place");
    return porter.recorder.finish();
  }
  if (const std::optional<CMakeFault> &fault = porter.script.fault) {
    porter.warn({fault->offset, fault->offset + 1}, fault->message + ": copied, not ported",
                "CMake stops reading this script here");
    return porter.recorder.finish();
  }
  for (size_t i = 0; i < porter.script.commands.size(); ++i)
    visit(porter, i);
  return porter.recorder.finish();
}

/// The script's comments, each with an end.
std::string commentsOf(StringRef text, const CMakeScript &script) {
  std::string all;
  for (const CMakeToken &token : script.tokens)
    if (token.kind == CMakeToken::Kind::LineComment ||
        token.kind == CMakeToken::Kind::BracketComment)
      (all += text.substr(token.offset, token.length)) += '\n';
  return all;
}

/// Whether CMake reads the port as it reads the script: as many commands and `added` more, the same
/// comments.
bool isReadAlike(StringRef before, StringRef after, size_t added) {
  const CMakeScript old = parseCMake(before);
  const CMakeScript ported = parseCMake(after);
  return !ported.fault && ported.commands.size() == old.commands.size() + added &&
         commentsOf(after, ported) == commentsOf(before, old);
}

} // namespace
} // namespace cmake

FileResult portCMake(size_t file, StringRef shownPath, StringRef buffer,
                     const ScriptContext &context) {
  cmake::Porter porter(file, shownPath, buffer, context, parseCMake(buffer));
  FileResult result = cmake::port(porter);
  if (result.edits.empty() ||
      cmake::isReadAlike(buffer, applyEdits(buffer, result.edits), porter.added))
    return result;
  // Flags and names that go on over quotes, as no person writes them, can come apart.
  return refusePort("CMake", shownPath, buffer, context);
}

} // namespace musaport
