//===- scripts/cmake/declarations.cpp - collects what scripts declare -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/build_names.h"
#include "scripts/cmake/command.h"
#include "scripts/cmake/languages.h"
#include "scripts/cmake/packages.h"
#include "scripts/cmake/port.h"
#include "scripts/cmake/porter.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport {
namespace cmake {
namespace {

/// Adds what one script declares.
class Collector {
public:
  Collector(StringRef buffer, const RuleSet &rules, ScriptDeclarations &declarations)
      : buffer(buffer), script(parseCMake(buffer)), rules(rules), declarations(declarations) {}

  void run();

private:
  void addDeclared(const Command &command, Signature::Declares what);
  void addVariable(const Command &command);
  void addLanguages(const Command &command);
  void addLibraries(const Command &command);
  void addValue(StringRef name, StringRef value);
  bool isPropertyOfLanguages(StringRef name);

  StringRef buffer;
  const CMakeScript script;
  const RuleSet &rules;
  ScriptDeclarations &declarations;
  llvm::SmallVector<const Rule *, 2> found;
};

void Collector::addValue(StringRef name, StringRef value) {
  // The mere word may be what users choose: "clang" or "nvcc".
  if (value.contains('/') && isCudaCompiler(rules, value, found)) {
    declarations.compilers.insert(name);
    return;
  }
  const StringRef copied = soleVariable(value);
  bool isToolkit = findToolkitFolder(rules, value, found);
  if (!isToolkit) {
    if (value.consume_front("$ENV{") && value.consume_back("}"))
      rules.script(RuleKind::Environment, value, found);
    else
      rules.script(RuleKind::CMakeVariable, copied, found);
    const Holds holds = found.empty() ? Holds::Anything : found.front()->holds;
    isToolkit = holds == Holds::Toolkit;
    if (holds == Holds::Program)
      declarations.compilers.insert(name);
  }
  if (isToolkit)
    declarations.toolkits.insert(name);
  else if (!copied.empty())
    declarations.copies[copied].push_back(name.str());
}

bool Collector::isPropertyOfLanguages(StringRef name) {
  rules.script(RuleKind::CMakeProperty, name, found);
  return !found.empty() && found.front()->holds == Holds::Languages;
}

void Collector::addVariable(const Command &command) {
  StringRef name = command.text(0);
  if (llvm::any_of(command.arguments, [](const Argument &word) { return word.text == "CACHE"; }))
    declarations.options.insert(name);
  if (command.arguments[0].role == Role::Variable) {
    if (command.arguments.size() > 1)
      addValue(name, command.text(1));
    // A variable that goes on from what it was is somebody else's.
    const std::string itself = ("${" + name + "}").str();
    if (llvm::any_of(llvm::ArrayRef(command.arguments).drop_front(),
                     [&](const Argument &value) { return value.text.contains(itself); }))
      return;
  }
  declarations.variables.insert(name);
  if (command.lower == "find_program" &&
      llvm::any_of(llvm::ArrayRef(command.arguments).drop_front(), [&](const Argument &argument) {
        return isCudaCompiler(rules, argument.text, found);
      }))
    declarations.compilers.insert(name);
}

void Collector::addDeclared(const Command &command, Signature::Declares what) {
  using Declares = Signature::Declares;
  switch (what) {
  case Declares::Nothing:
    break;
  case Declares::Command:
    declarations.commands.insert(command.text(0).lower());
    break;
  case Declares::Package:
    declarations.packages.insert(command.text(0));
    break;
  case Declares::Target:
    declarations.targets.insert(command.text(0));
    break;
  case Declares::Variable:
    addVariable(command);
    break;
  }
}

/// Variables that hold names of languages, by what they are given to or get.
void Collector::addLanguages(const Command &command) {
  const bool loops = command.arguments[0].role == Role::LoopVariable &&
                     loopsOverLanguages(buffer, script, command, rules);
  for (const Argument &argument : command.arguments) {
    if (argument.role == Role::Language || (argument.role == Role::LoopItem && loops)) {
      if (StringRef variable = soleVariable(argument.text); !variable.empty())
        declarations.languages.insert(variable);
    } else if (argument.role == Role::LoopList && loops) {
      declarations.languages.insert(argument.text);
    } else if (argument.role == Role::PropertyOrVariable && isPropertyOfLanguages(argument.text)) {
      declarations.languages.insert(command.text(0));
    }
  }
}

/// Variables in what is linked, and what other variables have in their values.
void Collector::addLibraries(const Command &command) {
  for (const Argument &argument : command.arguments) {
    const bool isLoops = argument.role == Role::LoopItem || argument.role == Role::LoopList;
    const bool isLinked = traitsOf(argument.role).isLibrary;
    if (!isLinked && !isLoops && !argument.holder)
      continue;
    const StringRef owner = isLoops ? command.text(0) : command.text(argument.holder.value_or(0));
    if (argument.role == Role::LoopList)
      declarations.elements[owner].push_back(argument.text.str());
    for (const CMakeReference &reference : findReferences(argument.text)) {
      if (reference.kind != CMakeReference::Kind::Variable)
        continue;
      const StringRef name = argument.text.slice(reference.nameBegin, reference.nameEnd);
      if (isLinked)
        declarations.libraries.insert(name);
      else
        declarations.elements[owner].push_back(name.str());
    }
  }
}

void Collector::run() {
  for (size_t number = 0; number < script.commands.size(); ++number) {
    Command command = readCommand(buffer, script, number);
    if (command.arguments.empty())
      continue;
    const Signature &signature = signatureOf(command.lower, command.text(0), /*isOwn=*/false);
    giveRoles(signature, command);
    addDeclared(command, signature.declares);
    addLanguages(command);
    addLibraries(command);
  }
}

} // namespace
} // namespace cmake

void collectDeclarations(StringRef path, StringRef buffer, const RuleSet &rules,
                         ScriptDeclarations &declarations) {
  if (!cmake::replacedPackage(path, rules))
    cmake::Collector(buffer, rules, declarations).run();
}

} // namespace musaport
