//===- scripts/make/variables.cpp - what variables hold ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/flags.h"
#include "scripts/make/port.h"
#include "scripts/make/words.h"
#include "scripts/script_porter.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport {
namespace make {
namespace {

/// The parts of a statement that may have flags.
std::vector<StringRef> partsOf(const MakeStatement &statement) {
  return {statement.value, statement.recipe};
}

class Collector {
public:
  Collector(llvm::ArrayRef<std::string> makefiles, const RuleSet &rules) : rules(rules) {
    for (StringRef text : makefiles)
      llvm::append_range(statements, parseMake(text).statements);
  }

  MakeVariables run() &&;

private:
  void addOrigins(StringRef name, StringRef value);
  void addAssignment(const MakeStatement &statement);
  void addLoops(StringRef text);
  void addLibraries(StringRef text);
  void addFlags(StringRef text, bool device);
  void addUses(StringRef commands);
  bool has(RuleKind kind, StringRef name) {
    rules.script(kind, name, found);
    return !found.empty() && found.front()->edits();
  }

  const RuleSet &rules;
  std::vector<MakeStatement> statements; ///< of all files
  MakeVariables variables;
  VariableEdges origins; ///< from a variable to those that its value is selected from
  VariableEdges copies;  ///< from a variable to those that are set to it
  llvm::SmallVector<const Rule *, 4> found;
};

/// The variables among what `text` selects from.
std::vector<StringRef> selectedVariables(StringRef text) {
  std::vector<StringRef> names, parts{text};
  size_t i = 0;
  for (unsigned level = 0; level <= deepestMakeList && i < parts.size(); ++level)
    for (const size_t end = parts.size(); i < end; ++i)
      for (const MakeReference &reference : findMakeReferences(parts[i])) {
        if (reference.kind == MakeReference::Kind::Variable && reference.arguments.empty())
          names.push_back(reference.name);
        else if (reference.kind == MakeReference::Kind::Function && selects(reference.name))
          parts.push_back(reference.arguments.back());
      }
  return names;
}

void Collector::addOrigins(StringRef name, StringRef value) {
  variables.assigned.insert(name);
  for (StringRef variable : selectedVariables(value))
    origins[name].push_back(variable.str());
}

void Collector::addAssignment(const MakeStatement &statement) {
  addOrigins(statement.name, statement.value);
  const StringRef copied = soleVariable(statement.value);
  rules.script(RuleKind::Environment, copied, found);
  if ((!found.empty() && found.front()->holds == Holds::Toolkit) ||
      findToolkitFolder(rules, statement.value, found))
    variables.toolkits.insert(statement.name);
  else if (!copied.empty())
    copies[copied].push_back(statement.name.str());
  for (const MakeWord &word : splitMakeWords(statement.value))
    if (!word.text.starts_with("-") && has(RuleKind::Program, programOf(word.text)))
      variables.compilers.insert(statement.name);
}

/// Of $(foreach NAME,LIST,...).
void Collector::addLoops(StringRef text) {
  for (const MakeReference &reference : allReferences(text))
    if (reference.kind == MakeReference::Kind::Function && reference.name == "foreach" &&
        reference.arguments.size() == 3)
      addOrigins(reference.arguments[0].trim(), reference.arguments[1]);
}

/// Of $(addprefix -l,LIST), $(patsubst %,-l%,LIST), $(LIST:%=-l%) and $(foreach x,LIST,-l$(x)).
void Collector::addLibraries(StringRef text) {
  for (const MakeReference &reference : allReferences(text)) {
    const std::vector<StringRef> &arguments = reference.arguments;
    const auto is = [&](StringRef function, size_t count, size_t at, StringRef argument) {
      return reference.kind == MakeReference::Kind::Function && reference.name == function &&
             arguments.size() == count && arguments[at].trim() == argument;
    };
    if (reference.kind == MakeReference::Kind::Variable && arguments.size() == 2 &&
        arguments[1].trim() == "-l%")
      variables.libraries.insert(reference.name);
    if (is("addprefix", 2, 0, "-l") || is("patsubst", 3, 1, "-l%"))
      for (StringRef variable : selectedVariables(arguments.back()))
        variables.libraries.insert(variable);
    if (reference.kind == MakeReference::Kind::Function && reference.name == "foreach" &&
        arguments.size() == 3 && arguments[2].contains("-l$"))
      for (StringRef variable : selectedVariables(arguments[1]))
        variables.libraries.insert(variable);
  }
}

/// The variables that commands are given.
void Collector::addUses(StringRef commands) {
  for (const Word &word : readWords(commands, false, rules, variables))
    if (StringRef variable = soleVariable(word.text); !variable.empty())
      (word.device ? variables.givenToNvcc : variables.givenToOthers).insert(variable);
}

/// The variables that a flag's architecture is made of.
void Collector::addFlags(StringRef text, bool device) {
  const std::vector<Word> words = readWords(text, device, rules, variables);
  for (size_t i = 0; i < words.size(); ++i) {
    const std::optional<StringRef> next = textBehind(words, i);
    const std::optional<FlagUse> use = findFlag(rules, words[i].text, next, words[i].flags);
    if (!use || !use->rule->to.contains("$arch"))
      continue;
    StringRef last = use->takesNext ? *next : words[i].text;
    bool isNumber = false;
    StringRef variable = architectureVariable(architectureReference(
        StringRef(words[i].text.begin(), last.end() - words[i].text.data()), isNumber));
    if (!variable.empty())
      variables.architectures.insert(variable);
  }
}

/// Each step asks for what the ones before it found in all files.
MakeVariables Collector::run() && {
  for (const MakeStatement &statement : statements) {
    if (statement.kind == MakeStatement::Kind::Assignment ||
        statement.kind == MakeStatement::Kind::Define)
      addAssignment(statement);
    for (StringRef part : partsOf(statement)) {
      addLoops(part);
      addLibraries(part);
    }
  }
  growAlong(copies, variables.toolkits);
  for (const MakeStatement &statement : statements) {
    addUses(statement.recipe);
    if (statement.kind == MakeStatement::Kind::Recipe ||
        statement.kind == MakeStatement::Kind::Define)
      addUses(statement.value);
  }
  for (const MakeStatement &statement : statements)
    for (StringRef part : partsOf(statement))
      addFlags(part, isForNvcc(statement.name, variables));
  growAlong(origins, variables.architectures);
  growAlong(origins, variables.libraries);
  return std::move(variables);
}

} // namespace
} // namespace make

MakeVariables readMakeVariables(llvm::ArrayRef<std::string> makefiles, const RuleSet &rules) {
  return make::Collector(makefiles, rules).run();
}

} // namespace musaport
