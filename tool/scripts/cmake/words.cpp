//===- scripts/cmake/words.cpp - ports words in arguments -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/build_names.h"
#include "rules/side_names.h"
#include "scripts/cmake/flags.h"
#include "scripts/cmake/passes.h"
#include "source/name_characters.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport::cmake {
namespace {

/// True for what is evaluated for CUDA's compiler only.
bool guardsDevice(Porter &porter, StringRef condition) {
  if (!condition.contains("COMPILE_LANG") || condition.contains("$<NOT:"))
    return false;
  for (const CMakeWord &word : splitWords(condition).words)
    if (word.expression.starts_with("COMPILE_LANG") && porter.isCudaLanguage(word.text))
      return true;
  return false;
}

/// Words that are names in a generator expression, of a compiler or in a list of languages.
bool portNamesIn(Porter &porter, const Argument &argument, const Word &word) {
  StringRef expression = word.at.expression;
  if (word.at.isExpressionName) {
    porter.apply(RuleKind::CMakeExpression, word.text, word.range());
    return true;
  }
  if (expression.starts_with("COMPILE_LANG") || expression.starts_with("LINK_LANG")) {
    const bool isLanguage = word.at.parameter == 0 || !expression.ends_with("_ID");
    porter.apply(isLanguage ? RuleKind::CMakeLanguage : RuleKind::CMakeCompiler, word.text,
                 word.range());
    return true;
  }
  if (expression == "TARGET_PROPERTY")
    return porter.apply(RuleKind::CMakeProperty, word.text, word.range()) != nullptr;
  if (argument.holds == Holds::Languages && word.text.size() != argument.text.size())
    return porter.apply(RuleKind::CMakeLanguage, word.text, word.range()) != nullptr;
  return false;
}

/// cudaMalloc, where a name of the sources is looked for.
bool portSymbol(Porter &porter, const Word &word) {
  porter.rules.identifier(word.text, porter.found);
  auto rule = llvm::find_if(
      porter.found, [](const Rule *one) { return one->contexts == 0 || (one->contexts & InCall); });
  if (rule == porter.found.end())
    return false;
  if (!porter.leaveTreesOwn(**rule, word.text))
    porter.applyRule(**rule, word.text, word.range(), (*rule)->to);
  return true;
}

/// cuda_runtime.h, where a header is looked for.
bool portHeader(Porter &porter, const Word &word) {
  porter.rules.header(word.text, porter.found);
  if (porter.found.empty())
    return false;
  const Rule &rule = *porter.found.front();
  porter.applyRule(rule, word.text, word.range(), rule.to.trim("<>\""));
  return true;
}

/// NAME=value, as the property ENVIRONMENT has it, and a command: env CUDA_VISIBLE_DEVICES=0 ./x
void portAssignment(Porter &porter, Word &word) {
  StringRef name = word.text.take_while(isNameCharacter);
  StringRef value = word.text.drop_front(name.size());
  if (!value.consume_front("="))
    return;
  porter.apply(RuleKind::Environment, name, porter.rangeOf(name));
  if (porter.holdsOf(("ENV{" + name + "}").str()) == Holds::Program && !value.contains('/'))
    word.isDone = porter.portProgram(value, true);
}

/// NAME::name, wherever it stands.
void portTargets(Porter &porter, Word &word) {
  for (size_t at = word.text.find("::"); at != StringRef::npos; at = word.text.find("::", at + 2)) {
    size_t start = at;
    while (start > 0 && isNameCharacter(word.text[start - 1]))
      --start;
    StringRef space = word.text.slice(start, at);
    StringRef rest = word.text.substr(at + 2);
    StringRef name = rest.take_while(isNameCharacter);
    const auto begin = porter.rangeOf(space).begin;
    const ByteRange range{begin, begin + static_cast<uint32_t>(space.size() + 2 + name.size())};
    StringRef target = porter.buffer.slice(range.begin, range.end);
    StringRef behind = rest.drop_front(name.size());
    if (space.empty() || !looksLike(cudaSide(), (space + "_").str()))
      if (space.empty() || !porter.ruleFor(RuleKind::CMakeTarget, target))
        continue;
    if (behind.starts_with("$") || behind.starts_with("@") || behind.starts_with("::") ||
        (at + 2 + name.size() == word.text.size() && name.empty())) {
      if (porter.composedTargets.insert(target).second)
        porter.warn(range, "the name of this target is put together from parts, and stays",
                    "the toolkit's targets are named like MUSA::musart");
      continue;
    }
    word.isDone |= porter.apply(RuleKind::CMakeTarget, target, range) != nullptr;
    if (porter.found.empty() && !porter.context.scripts.targets.contains(target))
      porter.recorder.leave(nullptr, range, target, Outcome::Unknown, "no rule knows it");
  }
}

//===--- Folders and programs ------------------------------------------------//

/// What is the same for all words of a command.
struct Shared {
  llvm::StringSet<> architectures;     ///< of flags
  std::map<uint32_t, uint32_t> edited; ///< of whole arguments
  size_t firstSuffix = ~size_t(0);     ///< number of the argument from which on they are suffixes
  llvm::StringSet<> arguments;         ///< their texts, if there is a suffix
};

/// find_library(... HINTS ${CUDA_TOOLKIT_ROOT_DIR} PATH_SUFFIXES lib64)
void findSuffixes(Porter &porter, const Command &command, Shared &shared) {
  const auto before = llvm::ArrayRef(command.arguments).take_until([](const Argument &argument) {
    return argument.text == "PATH_SUFFIXES";
  });
  if (before.size() == command.arguments.size() ||
      llvm::none_of(before, [&](const Argument &argument) {
        return porter.behindToolkit(argument.text) ||
               findToolkitFolder(porter.rules, argument.text, porter.found);
      }))
    return;
  shared.firstSuffix = before.size() + 1;
  for (const Argument &argument : command.arguments)
    shared.arguments.insert(argument.text);
}

/// A suffix, unless MUSA's folder is there as well.
bool portPathSuffix(Porter &porter, const Word &word, const Shared &shared) {
  if (word.argument < shared.firstSuffix)
    return false;
  const Rule *rule = porter.ruleFor(RuleKind::Folder, word.text);
  return !(rule && shared.arguments.contains(rule->to)) && porter.portFolderWithin(word.text);
}

/// /usr/local/cuda/..., .../nvcc, and nvcc where a program is called or looked for.
bool portFolderOrProgram(Porter &porter, const Command &command, const Word &word,
                         const Shared &shared) {
  const Argument &argument = command.arguments[word.argument];
  const bool isCalled = argument.role == Role::CommandWord || argument.holds == Holds::Program;
  const bool isSuffix = portPathSuffix(porter, word, shared);
  return porter.portPaths(word.text, isCalled) || isSuffix;
}

//===--- Words ---------------------------------------------------------------//

/// portNames() has it.
bool isEditedAsArgument(const Argument &argument, const Word &word, const Shared &shared) {
  return argument.kind && word.text.size() == argument.text.size() &&
         shared.edited.count(argument.begin) != 0;
}

/// Whether its words are definitions without -D: of a command, or of the property for these.
bool holdsDefinitions(const Command &command, const Argument &argument) {
  return argument.role == Role::Definition ||
         (argument.holder && command.text(*argument.holder).ends_with("COMPILE_DEFINITIONS"));
}

/// Whether its words are libraries to link: of a command, of a variable whose value is linked, or
/// of the property for these.
bool holdsLibraries(const Command &command, const Argument &argument) {
  return traitsOf(argument.role).isLibrary || argument.holds == Holds::Libraries ||
         (argument.holder && command.text(*argument.holder).ends_with("LINK_LIBRARIES"));
}

/// A word that is no flag. Returns true if it is done with.
bool portAsName(Porter &porter, const Command &command, const Word &word) {
  const Argument &argument = command.arguments[word.argument];
  return porter.portDefinition(word.text, holdsDefinitions(command, argument)) ||
         porter.portLibrary(word.text, holdsLibraries(command, argument)) ||
         (argument.role == Role::Symbol && portSymbol(porter, word)) ||
         ((argument.role == Role::Header || argument.role == Role::HeaderOrWord) &&
          portHeader(porter, word));
}

void portWord(Porter &porter, Command &command, size_t i, Shared &shared) {
  Word &word = command.words[i];
  const Argument &argument = command.arguments[word.argument];
  if (word.isDone || word.isDropped || portNamesIn(porter, argument, word))
    return;
  if (argument.perhapsLanguages && porter.isCudaLanguage(word.text))
    return porter.sayOfLanguage(word.text, porter.severityOfLanguage(command.text(0)));
  if (isEditedAsArgument(argument, word, shared))
    return;
  if (traitsOf(argument.role).takesFlags && word.text.starts_with("-")) {
    portFlag(porter, command, i, shared.architectures);
    Word *next = i + 1 < command.words.size() ? &command.words[i + 1] : nullptr;
    if (next && next->at.group == word.at.group)
      next->isDone |= porter.portArgumentOf(word.text, next->text, /*isLinked=*/true);
  }
  if (word.isDone || portAsName(porter, command, word))
    return;
  if (argument.role != Role::Definition)
    portAssignment(porter, word);
  portTargets(porter, word);
  if (argument.role == Role::Folder)
    porter.applyNames(portFolderNames(word.text, porter.context), word.text);
  else if (!word.isDone && !portFolderOrProgram(porter, command, word, shared))
    porter.portFiles(word.text, word.text,
                     "a MUSA source ends in .mu, or has the property LANGUAGE MUSA");
}

} // namespace

void splitArguments(Porter &porter, Command &command) {
  std::vector<StringRef> texts;
  texts.reserve(command.arguments.size());
  for (const Argument &argument : command.arguments)
    texts.push_back(argument.isLiteral || argument.isProse || argument.isDropped ? StringRef()
                                                                                 : argument.text);
  const CMakeWords split = splitWords(texts);
  std::vector<char> isDevice;
  isDevice.reserve(split.guards.size());
  for (const CMakeGuard &guard : split.guards)
    isDevice.push_back((guard.outer < isDevice.size() && isDevice[guard.outer]) ||
                       guardsDevice(porter, guard.condition));
  for (const CMakeWord &at : split.words) {
    Word word;
    word.argument = at.argument;
    word.at = at;
    word.text = at.text;
    // "SHELL:-a b" is for CMake's sake.
    if (at.expression.empty())
      word.text.consume_front("SHELL:");
    word.begin = porter.rangeOf(word.text).begin;
    const Argument &argument = command.arguments[at.argument];
    word.flags = argument.isOthers ? FlagsOf::Others
                                   : nvccsOrAny(argument.holds == Holds::Flags ||
                                                (at.guard < isDevice.size() && isDevice[at.guard]));
    command.words.push_back(word);
  }
}

void portWords(Porter &porter, Command &command) {
  Shared shared;
  shared.edited = porter.edited;
  findSuffixes(porter, command, shared);
  for (size_t i = 0; i < command.words.size(); ++i)
    portWord(porter, command, i, shared);
}

} // namespace musaport::cmake
