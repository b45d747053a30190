//===- scripts/make/port.cpp - the port of a Makefile -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/make/port.h"

#include "edits/edit.h"
#include "rules/side_names.h"
#include "scripts/flags.h"
#include "scripts/make/words.h"
#include "scripts/script_porter.h"
#include "source/name_characters.h"
#include "source/tree.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <map>

using llvm::StringRef;

namespace musaport {
namespace make {
namespace {

using Kind = MakeStatement::Kind;

/// Its value depends on what the words it is given are called.
bool compares(const MakeWord &word) {
  StringRef function = word.function;
  return function == ":" || function == "findstring" || function == "filter" ||
         function == "filter-out" ||
         (word.argument < 2 && (function == "subst" || function == "patsubst"));
}

/// What ifeq compares: (a,b), or "a" "b".
std::vector<StringRef> sidesOf(StringRef condition) {
  if (!condition.consume_front("(") || !condition.consume_back(")"))
    return {condition};
  size_t depth = 0;
  for (size_t i = 0; i < condition.size(); ++i) {
    depth += condition[i] == '(';
    depth -= condition[i] == ')' && depth > 0;
    if (condition[i] == ',' && depth == 0)
      return {condition.take_front(i), condition.substr(i + 1)};
  }
  return {condition};
}

StringRef withoutQuotes(StringRef text) {
  const bool isQuoted = text.size() > 1 && text.front() == text.back() &&
                        (text.front() == '"' || text.front() == '\'');
  return isQuoted ? text.drop_front().drop_back() : text;
}

/// An argument in quotes that reach nvcc (\"-Wl,-z\"), which takes them off: its commas are its
/// own.
bool isQuotedForNvcc(StringRef text) {
  return text.size() > 4 && text.starts_with("\\\"") && text.ends_with("\\\"");
}

/// Whether the first folder in `word` is in the call of a function, whose words come by themselves.
bool hasPathInCall(StringRef word) {
  const size_t slash = word.find('/');
  return llvm::any_of(findMakeReferences(word), [&](const MakeReference &reference) {
    const size_t begin = reference.text.data() - word.data();
    return reference.kind == MakeReference::Kind::Function && begin < slash &&
           slash < begin + reference.text.size();
  });
}

/// What separates two words that a word in quotes becomes: '-a' becomes '-b' '-c'.
StringRef betweenWords(StringRef quoted) {
  if (withoutQuotes(quoted).size() == quoted.size())
    return " ";
  return quoted.front() == '"' ? "\" \"" : "' '";
}

class Porter final : public ScriptPorter {
public:
  Porter(size_t file, StringRef shownPath, StringRef buffer, const ScriptContext &context)
      : ScriptPorter(file, shownPath, buffer, context), variables(context.scripts.make) {}

  std::optional<StringRef> behindToolkit(StringRef path) override;
  std::string architectureFor(StringRef flag) override;
  FileResult run();

private:
  /// What the words of a part of a statement are.
  enum class Role : uint8_t {
    Value,
    Commands,
    Files,
    Condition,     ///< is compared: no word may go
    Architectures, ///< the value of a variable that holds some
    Libraries,     ///< the same
  };

  void visit(const MakeStatement &statement);
  void portPart(StringRef text, Role role, bool device = false);
  void portCommands(StringRef text, bool device = false);
  void portName(StringRef variable);
  Role roleOfValue(StringRef variable) const;
  void portWord(std::vector<Word> &words, size_t i, Role role);
  void portFlag(std::vector<Word> &words, size_t i, Role role);
  bool portArchitecture(Word &word);
  void remarkOnVersion(StringRef option, Severity severity);
  void portFile(StringRef word);
  void removeDropped(llvm::ArrayRef<Word> group, StringRef text);
  void portReferences(StringRef text);
  bool isEdited(StringRef part) const;

  const MakeVariables &variables;
  std::optional<Severity> reportedVersion;
  std::map<uint32_t, llvm::StringSet<>> architectureFlags; ///< that commands have already
  llvm::SmallDenseSet<uint32_t, 4> architectureGroups;     ///< that have one already
};

bool Porter::isEdited(StringRef part) const {
  const ByteRange range = rangeOf(part);
  const auto behind = edited.lower_bound(range.end);
  return behind != edited.begin() && std::prev(behind)->second > range.begin;
}

//===--- Words ---------------------------------------------------------------//

void Porter::portName(StringRef variable) {
  if (!variable.empty())
    apply(RuleKind::Environment, variable, rangeOf(variable));
}

/// 31 of mp_31.
StringRef numberOf(const Architecture &architecture) { return architecture.name.split('_').second; }

std::string Porter::architectureFor(StringRef flag) {
  const Architecture &architecture = rules.architecture();
  bool isNumber = false;
  StringRef reference = architectureReference(flag, isNumber);
  if (reference.empty())
    return architecture.name.str();
  StringRef number = numberOf(architecture);
  if (!variables.assigned.contains(architectureVariable(reference)))
    warn(rangeOf(reference), "'" + reference + "' must hold a MUSA architecture",
         "for example '" + (isNumber ? number : architecture.name) + "'");
  return (isNumber ? "mp_" + reference : reference).str();
}

void Porter::portFlag(std::vector<Word> &words, size_t i, Role role) {
  Word &word = words[i];
  const std::optional<StringRef> behind = textBehind(words, i);
  // $(addprefix -Xcompiler ,...): its argument is each of the others.
  const bool isPrefix = word.at.function == "addprefix" && word.at.argument == 0 && !behind;
  const std::optional<FlagUse> use =
      findFlag(rules, word.text, isPrefix ? std::optional<StringRef>("...") : behind, word.flags);
  if (!use && !behind && !compares(word.at))
    warnOfLoneFlag(*this, word.text, word.flags);
  if (!use || (isPrefix && use->takesNext && use->rule->to != "$value"))
    return;
  Word *next = use->takesNext && behind ? &words[i + 1] : nullptr;
  FlagPlace place;
  place.use = *use;
  place.word = word.text;
  // Quotes around the argument go with the option; those around the word stay.
  place.quotedWord = word.text.data() == word.at.text.data() ? word.at.text : word.text;
  StringRef last = next ? next->text : word.text;
  place.shown = StringRef(word.text.begin(), last.end() - word.text.data());
  if (next)
    place.quotedArgument = next->at.text;
  else if (!use->value.empty() && !isPrefix)
    place.quotedArgument =
        StringRef(use->value.begin(), place.quotedWord.end() - use->value.data());
  place.behind = textBehind(words, next ? i + 1 : i);
  place.of = word.flags;
  place.isWhole = isQuotedForNvcc(place.quotedArgument);
  place.argument = place.isWhole ? place.quotedArgument.drop_front(2).drop_back(2)
                                 : withoutQuotes(place.quotedArgument);
  const bool isInFunction = !word.at.function.empty();
  place.isReadable =
      (!isInFunction || hasPairedBrackets(place.shown)) &&
      (!use->rule->to.contains("$value") ||
       (place.argument.find_first_of("\\\"'`") == StringRef::npos &&
        (use->rule->to == "$value" || llvm::none_of(place.argument, llvm::isSpace))));
  place.mayVanish = place.hasRoom = role != Role::Condition && !compares(word.at);
  place.needed = "something is compared with it here";
  place.blank = place.separator = next ? " " : betweenWords(word.at.text);
  const FlagPort port = musaport::portFlag(*this, place, architectureFlags[word.at.command]);
  word.done = true;
  word.dropped = port.goes;
  if (next) {
    next->done = port.isNextDone;
    next->dropped = port.nextGoes;
  }
}

/// 70, 7.0, sm_70 and arch=compute_70,code=sm_70 in a variable that flags refer to. The first of a
/// list is the one that is ported for, the others go.
bool Porter::portArchitecture(Word &word) {
  const Architecture &architecture = rules.architecture();
  StringRef number = word.text;
  const bool isName = number.consume_front("sm_") || number.consume_front("compute_");
  const bool isPair = word.text.starts_with("arch=") && hasPairedBrackets(word.text);
  const auto [major, minor] = number.split('.'); // 7.5
  const bool hasPoint = !isName && minor.size() == 1 && llvm::isDigit(minor.front());
  if (!isPair && !isCudaArchitecture(hasPoint ? (major + minor).str() : number.str())) {
    if (word.at.function.empty() && variables.assigned.contains(architectureVariable(word.text)))
      return true;
    if (!word.text.contains('$') || !word.at.function.empty())
      return false;
    const std::vector<MakeReference> references = findMakeReferences(word.text);
    if (references.size() == 1 && references[0].kind == MakeReference::Kind::Function &&
        selects(references[0].name))
      return false;
    warn(rangeOf(word.text), "'" + word.text + "' must hold MUSA architectures",
         "for example '" + architecture.name + "', or '" + numberOf(architecture) +
             "' where mp_ stands before it");
    return false;
  }
  word.done = true;
  if (!architectureGroups.insert(word.at.group).second) {
    word.dropped = true;
    return true;
  }
  const bool isNumber = !isName && !isPair && llvm::isDigit(number.front());
  std::string to = (isNumber ? numberOf(architecture) : architecture.name).str();
  if (hasPoint)
    to.insert(to.size() - 1, ".");
  edit(rangeOf(word.text), to);
  return true;
}

std::optional<StringRef> Porter::behindToolkit(StringRef path) {
  for (const MakeReference &reference : findMakeReferences(path)) {
    if (reference.kind != MakeReference::Kind::Variable)
      continue;
    const Rule *rule = ruleFor(RuleKind::Environment, reference.name);
    if ((rule && rule->holds == Holds::Toolkit) || variables.toolkits.contains(reference.name))
      return StringRef(reference.text.end(), path.end() - reference.text.end());
  }
  return std::nullopt;
}

void Porter::portFile(StringRef word) {
  // As portFileNames() reads words.
  std::string shape = word.str();
  std::replace(shape.begin(), shape.end(), '%', '*');
  const std::vector<MakeReference> references = findMakeReferences(word);
  for (const MakeReference &reference : references) {
    const size_t begin = reference.text.data() - word.data();
    std::fill_n(shape.begin() + begin, reference.text.size(), '_');
    shape[begin + reference.text.size() - 1] = '}';
  }
  StringRef name = shape;
  // Behind a file's name, variables may hold the rest of an option: x.cuh$(EMBED_END).
  size_t end = word.size();
  for (const MakeReference &reference : llvm::reverse(references))
    if (reference.text.end() == word.data() + end)
      end = reference.text.data() - word.data();
  if (const StringRef stem = name.take_front(end); stem.ends_with(".cu") || stem.ends_with(".cuh"))
    name = stem;
  // x.cu.o is called after x.cu.
  for (StringRef extension : {".cu", ".cuh"})
    if (const size_t at = name.find((extension + ".").str()); at != StringRef::npos)
      if (classifyFile(name.substr(at + extension.size()), {}) != FileKind::Source)
        name = name.take_front(at + extension.size());
  // So are x.cuo and x.cu_o: a Makefile may make the name of x.cu by $(SOURCES:=o).
  for (StringRef ending : {"o", "_o"})
    if (StringRef stem = name; stem.consume_back(ending) && stem.ends_with(".cu"))
      name = stem;
  // What is quoted with blanks in it may be a command, whose words are ported by themselves.
  if (llvm::any_of(name, llvm::isSpace) && portFileNames(file, name, context).isMissing)
    return;
  portFiles(word.take_front(name.size()), name,
            "a MUSA source ends in .mu, or is compiled with -x musa");
}

void Porter::remarkOnVersion(StringRef option, Severity severity) {
  if (!reportedVersion || severity > *reportedVersion) {
    recorder
        .diagnose("musa-version-value", severity, rangeOf(option),
                  "mcc reports a MUSA version, which is numbered differently")
        .notes.push_back("compare it with a MUSA version");
    reportedVersion = severity;
  }
}

/// Whether a line of a recipe has something that takes what its commands write. A line that goes on
/// may have it elsewhere.
static bool takesAnswers(StringRef line) {
  llvm::SmallVector<StringRef, 4> alternatives;
  line.split(alternatives, "||");
  return line.contains("$$(") || llvm::any_of(alternatives, [](StringRef part) {
           return part.find_first_of("`|<>\\") != StringRef::npos;
         });
}

/// Whether people read what the command of word `i` says, and nothing else gets it.
static bool showsItsAnswer(StringRef buffer, llvm::ArrayRef<Word> words, size_t i) {
  const auto isOfCommand = [&](size_t other) {
    return other < words.size() && words[other].at.command == words[i].at.command;
  };
  if (!words[i].at.function.empty() || !isOfCommand(i - 1) || isOfCommand(i - 2) ||
      isOfCommand(i + 1))
    return false;
  const size_t at = words[i].at.text.data() - buffer.data();
  const StringRef before = buffer.take_front(at);
  const size_t begin = before.rfind('\n') + 1;
  const StringRef line = buffer.substr(begin).split('\n').first;
  return !takesAnswers(line) && !before.take_front(begin).rtrim("\r\n").ends_with("\\");
}

void Porter::portWord(std::vector<Word> &words, size_t i, Role role) {
  Word &word = words[i];
  if (word.done || word.prose || isEdited(word.at.text))
    return;
  StringRef text = word.text;
  if (role == Role::Commands)
    text = text.ltrim("@");
  if (word.at.function == "origin" || word.at.function == "flavor" || word.at.function == "value")
    return portName(text);
  if (role == Role::Architectures && selects(word.at.function) && portArchitecture(word))
    return;
  if (role == Role::Files)
    return portFile(text);
  if (word.device && (text == "--version" || text == "-V")) {
    const bool isShown = role == Role::Commands && showsItsAnswer(buffer, words, i);
    remarkOnVersion(text, isShown ? Severity::Remark : Severity::Warning);
  }
  if (text.starts_with("-")) {
    portFlag(words, i, role);
    if (const std::optional<StringRef> behind = textBehind(words, i))
      words[i + 1].done |=
          portArgumentOf(text, *behind, /*isLinked=*/word.device || role != Role::Commands);
  }
  if (word.done || portDefinition(text, false) || portLibrary(text, role == Role::Libraries))
    return;
  StringRef name = text.take_while(isNameCharacter);
  if (!name.empty() && text.drop_front(name.size()).starts_with("=")) { // NAME=value
    portName(name);
    text = text.drop_front(name.size() + 1).ltrim("\"'");
  }
  if (hasPathInCall(text) || !portPaths(text, /*isCalled=*/true))
    portFile(text);
}

/// Each with the white space before it; the first ones of a list with that behind them.
void Porter::removeDropped(llvm::ArrayRef<Word> group, StringRef text) {
  auto isBetween = [&](StringRef left, StringRef right) {
    StringRef between(left.end(), right.data() - left.end());
    return llvm::all_of(between, [](char c) { return llvm::isSpace(c) || c == '\\'; });
  };
  for (size_t first = 0; first < group.size(); ++first) {
    if (!group[first].dropped)
      continue;
    size_t last = first;
    while (last + 1 < group.size() && group[last + 1].dropped &&
           isBetween(group[last].at.text, group[last + 1].at.text))
      ++last;
    ByteRange range{rangeOf(group[first].at.text).begin, rangeOf(group[last].at.text).end};
    if (first > 0 && isBetween(group[first - 1].at.text, group[first].at.text) &&
        !StringRef("$\\").contains(group[first - 1].at.text.back())) // would take what follows
      range.begin = rangeOf(group[first - 1].at.text).end;
    else if (last + 1 < group.size() && isBetween(group[last].at.text, group[last + 1].at.text))
      range.end = rangeOf(group[last + 1].at.text).begin;
    else if (!group[first].at.function.empty()) // $(addprefix -Xcompiler ,...)
      while (range.end < buffer.size() && (buffer[range.end] == ' ' || buffer[range.end] == '\t'))
        ++range.end;
    else if (group[first].at.text.data() == text.data()) // of NAME = value
      while (range.begin > 0 && (buffer[range.begin - 1] == ' ' || buffer[range.begin - 1] == '\t'))
        --range.begin;
    edit(range, "");
    first = last;
  }
}

void Porter::portPart(StringRef text, Role role, bool device) {
  if (text.empty())
    return;
  std::vector<Word> words = readWords(text, device, rules, variables);
  for (size_t begin = 0; begin < words.size();) {
    size_t end = begin;
    while (end < words.size() && words[end].at.group == words[begin].at.group)
      ++end;
    for (size_t i = begin; i < end; ++i)
      portWord(words, i, role);
    removeDropped(llvm::ArrayRef(words).slice(begin, end - begin), text);
    begin = end;
  }
  portReferences(text);
}

/// Without the shell's comments.
void Porter::portCommands(StringRef text, bool device) {
  while (!text.empty()) {
    const size_t comment = std::min(findShellComment(text), text.size());
    const size_t end = std::min(text.find('\n', comment), text.size());
    portPart(text.take_front(comment), Role::Commands, device);
    text = text.drop_front(end);
  }
}

void Porter::portReferences(StringRef text) {
  for (const MakeReference &reference : allReferences(text)) {
    if (reference.kind == MakeReference::Kind::Function || isEdited(reference.text) ||
        reference.name.empty())
      continue;
    if (!apply(RuleKind::Environment, reference.name, rangeOf(reference.name)) &&
        reference.kind == MakeReference::Kind::Variable && looksLike(cudaSide(), reference.name) &&
        llvm::all_of(reference.name, isNameCharacter) &&
        !variables.assigned.contains(reference.name))
      recorder.leave(nullptr, rangeOf(reference.name), reference.name, Outcome::Unknown,
                     "no rule knows it");
  }
}

//===--- The script ----------------------------------------------------------//

Porter::Role Porter::roleOfValue(StringRef variable) const {
  if (variables.architectures.contains(variable))
    return Role::Architectures;
  return variables.libraries.contains(variable) ? Role::Libraries : Role::Value;
}

void Porter::visit(const MakeStatement &statement) {
  edited.clear();
  architectureFlags.clear();
  architectureGroups.clear();
  switch (statement.kind) {
  case Kind::Blank:
    break;
  case Kind::Assignment:
  case Kind::Define:
    portPart(statement.targets, Role::Files);
    portReferences(statement.name);
    portName(statement.name);
    if (statement.kind == Kind::Define)
      portCommands(statement.value, isForNvcc(statement.name, variables));
    else
      portPart(statement.value, roleOfValue(statement.name), isForNvcc(statement.name, variables));
    break;
  case Kind::Conditional:
    if (statement.name.ends_with("def"))
      portName(statement.value);
    for (StringRef side : sidesOf(statement.value))
      portPart(side, Role::Condition);
    break;
  case Kind::Include:
    portPart(statement.value, Role::Files);
    break;
  case Kind::Names:
    for (const MakeWord &word : splitMakeWords(statement.value))
      portName(word.text);
    portReferences(statement.value);
    break;
  case Kind::Rule:
    portPart(statement.targets, Role::Files);
    portPart(statement.value, Role::Files);
    portCommands(statement.recipe.ltrim("@-+ \t"));
    break;
  case Kind::Recipe:
    portCommands(statement.value.ltrim("@-+ \t"));
    break;
  case Kind::Expression: // what is beside a reference is for make to read when it is expanded
    for (const MakeReference &reference : findMakeReferences(statement.value))
      portPart(reference.text, Role::Value);
    break;
  }
}

FileResult Porter::run() {
  const MakeScript script = parseMake(buffer);
  if (script.fault) {
    warn({script.fault->offset, script.fault->offset + 1},
         script.fault->message + ": copied, not ported",
         "if make reads this file, port it by hand");
    return recorder.finish();
  }
  for (const MakeStatement &statement : script.statements) {
    visit(statement);
    warnOfPython(statement.value);
  }
  return recorder.finish();
}

/// Whether make reads the port as it reads the script: the same kinds of statements with the same
/// comments.
bool isReadAlike(StringRef before, StringRef after) {
  const MakeScript old = parseMake(before);
  const MakeScript ported = parseMake(after);
  return !ported.fault &&
         std::equal(old.statements.begin(), old.statements.end(), ported.statements.begin(),
                    ported.statements.end(), [](const MakeStatement &a, const MakeStatement &b) {
                      return a.kind == b.kind && a.comment == b.comment;
                    });
}

} // namespace
} // namespace make

FileResult portMakefile(size_t file, StringRef shownPath, StringRef buffer,
                        const ScriptContext &context) {
  FileResult result = make::Porter(file, shownPath, buffer, context).run();
  if (result.edits.empty() || make::isReadAlike(buffer, applyEdits(buffer, result.edits)))
    return result;
  return refusePort("make", shownPath, buffer, context);
}

} // namespace musaport
