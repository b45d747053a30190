//===- scripts/cmake/architectures.cpp - ports lists of architectures -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/passes.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport::cmake {

void portArchitectureFlags(Porter &porter, Command &command) {
  std::vector<Argument> &arguments = command.arguments;
  if (!command.isRenamed || arguments.empty() || arguments[0].role != Role::ArchitectureFlags)
    return;
  porter.rules.script(RuleKind::Flag, "-gencode", porter.found);
  if (porter.found.empty())
    return;
  std::string flag = porter.found.front()->to.str();
  if (size_t at = flag.find("$arch"); at != std::string::npos)
    flag.replace(at, 5, porter.rules.architecture().name.str());
  for (size_t i = arguments.size() - 1; i > 1; --i)
    porter.remove(arguments[i]);
  const CMakeToken &last =
      porter.script.tokens[arguments[std::min<size_t>(1, arguments.size() - 1)].token];
  if (arguments.size() == 1)
    return porter.edit({last.end(), last.end()}, " " + flag);
  porter.edit({last.offset, last.end()}, flag);
  arguments[1].isDropped = true;
}

void portArchitectures(Porter &porter, Command &command) {
  const Architecture &architecture = porter.rules.architecture();
  bool hasOne = false;
  std::vector<Word> &words = command.words;
  for (size_t i = 0; i < words.size(); ++i) {
    Word &word = words[i];
    const Argument &argument = command.arguments[word.argument];
    if (argument.holds != Holds::Architectures || word.at.isExpressionName ||
        !word.at.expression.empty())
      continue;
    if (isCudaArchitecture(word.text)) {
      word.isDone = true;
      const bool isOneOfSeveral = (i > 0 && words[i - 1].argument == word.argument) ||
                                  (i + 1 < words.size() && words[i + 1].argument == word.argument);
      if (hasOne && (argument.isDroppable || isOneOfSeveral)) {
        word.isDropped = true;
      } else {
        porter.edit(word.range(), architecture.name.str());
        hasOne = true;
      }
      continue;
    }
    for (const CMakeReference &reference : findReferences(word.text)) {
      StringRef name = word.text.slice(reference.nameBegin, reference.nameEnd);
      if (reference.kind == CMakeReference::Kind::Variable &&
          porter.holdsOf(name) != Holds::Architectures)
        porter.warn(word.range(), "'" + word.text + "' must hold MUSA architectures",
                    "for example '" + architecture.name + "'");
    }
  }
}

} // namespace musaport::cmake
