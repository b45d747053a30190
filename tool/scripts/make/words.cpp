//===- scripts/make/words.cpp - the words of commands -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/make/words.h"

#include "scripts/script_porter.h"
#include "source/name_characters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace musaport::make {
namespace {

/// Those around a word, and at the end of one that begins with an option: -I"...".
StringRef trimQuotes(StringRef text) {
  text = text.ltrim("\"'");
  while (text.size() > 1 && (text.back() == '"' || text.back() == '\'') &&
         text[text.size() - 2] != '\\')
    text = text.drop_back();
  return text;
}

} // namespace

std::vector<Word> readWords(StringRef text, bool device, const RuleSet &rules,
                            const MakeVariables &variables) {
  struct Command {
    bool device = false, others = false, prose = false, hasProgram = false, hasOption = false;
  };
  std::vector<Command> commands;
  std::vector<Word> words;
  llvm::SmallVector<const Rule *, 2> found;
  for (const MakeWord &at : splitMakeWords(text)) {
    if (at.command >= commands.size())
      commands.resize(at.command + 1);
    Command &command = commands[at.command];
    const Command &outer = commands[at.outer];
    command.device |= outer.device || device;
    command.others |= outer.others;
    command.prose |= outer.prose;
    Word word;
    word.at = at;
    word.text = trimQuotes(at.text);
    StringRef program = programOf(word.text);
    if (!command.hasOption && !word.text.starts_with("-")) {
      command.device |= isCudaCompiler(rules, program, found) ||
                        llvm::any_of(findMakeReferences(word.text), [&](const auto &reference) {
                          return variables.compilers.contains(reference.name);
                        });
      if (!command.hasProgram)
        command.prose |= program == "echo" || program == "printf";
      command.hasProgram |= !program.empty();
      command.others |= command.hasProgram;
    }
    command.hasOption |= word.text.starts_with("-");
    word.device = command.device;
    word.flags = !command.device && command.others ? FlagsOf::Others : nvccsOrAny(command.device);
    word.prose = command.prose || at.function == "info" || at.function == "warning" ||
                 at.function == "error";
    words.push_back(word);
  }
  return words;
}

std::optional<StringRef> textBehind(llvm::ArrayRef<Word> words, size_t i) {
  const bool isBeside = i + 1 < words.size() && words[i + 1].at.group == words[i].at.group &&
                        words[i + 1].at.command == words[i].at.command;
  return isBeside ? std::optional(words[i + 1].text) : std::nullopt;
}

bool hasPairedBrackets(StringRef text) {
  int parentheses = 0, braces = 0;
  for (char c : text) {
    parentheses += (c == '(') - (c == ')');
    braces += (c == '{') - (c == '}');
    if (parentheses < 0 || braces < 0)
      return false;
  }
  return parentheses == 0 && braces == 0;
}

bool isForNvcc(StringRef variable, const MakeVariables &variables) {
  return variable.contains_insensitive("nvcc") || variable.contains_insensitive("cuda") ||
         (variables.givenToNvcc.contains(variable) && !variables.givenToOthers.contains(variable));
}

bool selects(StringRef function) {
  return function.empty() || function == "sort" || function == "strip" || function == "firstword" ||
         function == "lastword" || function == "word" || function == "filter-out";
}

std::vector<MakeReference> allReferences(StringRef text) {
  std::vector<MakeReference> all = findMakeReferences(text);
  size_t i = 0;
  for (unsigned level = 0; level < deepestMakeList && i < all.size(); ++level)
    for (const size_t end = all.size(); i < end; ++i) {
      std::vector<StringRef> inner = all[i].arguments;
      if (all[i].kind == MakeReference::Kind::Variable)
        inner.push_back(all[i].name);
      for (StringRef part : inner)
        llvm::append_range(all, findMakeReferences(part));
    }
  return all;
}

StringRef soleVariable(StringRef text) {
  const std::vector<MakeReference> references = findMakeReferences(text);
  const bool isSole = references.size() == 1 && references[0].text.size() == text.size() &&
                      references[0].kind == MakeReference::Kind::Variable;
  return isSole ? references[0].name : StringRef();
}

StringRef architectureVariable(StringRef text) {
  const std::vector<MakeReference> references = findMakeReferences(text);
  const bool isWhole = references.size() == 1 && references[0].text.size() == text.size();
  const bool isWithoutPoint =
      isWhole && references[0].name == "subst" && references[0].arguments.size() == 3 &&
      references[0].arguments[0] == "." && references[0].arguments[1].empty();
  return soleVariable(isWithoutPoint ? references[0].arguments[2] : text);
}

StringRef programOf(StringRef word) {
  for (const MakeReference &reference : findMakeReferences(word))
    word = StringRef(reference.text.end(), word.end() - reference.text.end());
  word = word.ltrim("@-+");
  return word.substr(word.rfind('/') + 1);
}

StringRef architectureReference(StringRef flag, bool &isNumber) {
  for (const MakeReference &reference : findMakeReferences(flag)) {
    const bool isNoVariable = // $\ and the like
        reference.text.size() <= 2 &&
        (reference.name.empty() || !isNameCharacter(reference.name.front()));
    if (reference.kind == MakeReference::Kind::Shell || isNoVariable)
      continue;
    StringRef before(flag.begin(), reference.text.data() - flag.data());
    isNumber = before.ends_with("compute_") || before.ends_with("sm_");
    if (isNumber || before.empty() || before.ends_with("=") || before.ends_with(" "))
      return reference.text;
  }
  return {};
}

} // namespace musaport::make
