//===- scripts/copied_script.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/copied_script.h"

#include "rules/side_names.h"
#include "scripts/flags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace musaport {
namespace {

bool isFileNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '-' || c == '.' || c == '+';
}

/// Whether a line, from its first character that is no blank, is a comment: of most languages, of
/// Rust, Lua, M4 or Windows. What scripts write may have an #include.
bool isComment(StringRef rest) {
  if (rest.starts_with("#"))
    return !rest.drop_front().ltrim(" \t").starts_with("include");
  return llvm::any_of(std::initializer_list<StringRef>{"//", "-- ", "dnl ", "::", "rem "},
                      [&](StringRef begin) { return rest.starts_with_insensitive(begin); });
}

/// Whether nobody but CUDA is called so: cuda, nvcc, and packages such as cuda-toolkit-12,
/// cudatoolkit, nvidia-cublas-cu12 and cupy-cuda12x.
bool isNameOfCudas(StringRef word, const Side &from) {
  return word.equals_insensitive(from.word) || word.equals_insensitive("nvcc") ||
         word.starts_with_insensitive((from.word + "-").str()) ||
         llvm::any_of(std::initializer_list<StringRef>{"cudatoolkit", "nvidia-", "cupy-cuda"},
                      [&](StringRef begin) { return word.starts_with_insensitive(begin); });
}

/// The rule that gives a name of `kind` another one, or null.
const Rule *renamingRule(const RuleSet &rules, RuleKind kind, StringRef name) {
  llvm::SmallVector<const Rule *, 4> found;
  rules.script(kind, name, found);
  auto renames = llvm::find_if(found, [](const Rule *rule) { return rule->edits(); });
  return renames == found.end() ? nullptr : *renames;
}

/// The rule that gives one of CUDA's headers another name, or null.
const Rule *renamedHeader(const RuleSet &rules, StringRef name) {
  llvm::SmallVector<const Rule *, 2> found;
  if (name.contains('.'))
    rules.header(name, found);
  return !found.empty() && found.front()->edits() ? found.front() : nullptr;
}

/// Whether the script is for a shell. A library is nothing but the value of -l there, and elsewhere
/// an element of a list.
bool isForShell(StringRef path) {
  const StringRef name = path.substr(path.rfind('/') + 1);
  return name.starts_with("Dockerfile") || name.starts_with("Containerfile") ||
         llvm::any_of(std::initializer_list<StringRef>{".sh", ".bat", ".cmd", ".ps1"},
                      [&](StringRef end) { return name.ends_with(end); });
}

/// Whether a program may stand behind this part of a command: assignments, and programs that run
/// others.
bool mayStandBefore(StringRef words) {
  llvm::SmallVector<StringRef, 4> all;
  words.split(all, ' ', -1, /*KeepEmpty=*/false);
  return llvm::all_of(all, [](StringRef word) {
    return word.contains('=') ||
           llvm::is_contained({"RUN", "ccache", "exec", "run", "sudo", "time"}, word);
  });
}

/// Searches one script, line by line.
class Search {
public:
  Search(StringRef shownPath, StringRef buffer, const llvm::StringMap<std::string> &renamed,
         const RuleSet &rules)
      : shownPath(shownPath), buffer(buffer), renamed(renamed), rules(rules),
        isShells(isForShell(shownPath)) {}

  std::vector<Diagnostic> run() &&;

private:
  Diagnostic *say(StringRef name, const llvm::Twine &message, const llvm::Twine &advice);
  Diagnostic *sayRenamed(StringRef name, const llvm::Twine &newName) {
    return say(name, "'" + name + "' is now called '" + newName + "'", "change the name here");
  }
  void beginCommand(size_t at) {
    command = at;
    isNvccs = false;
  }
  void beginLine(size_t at);
  void endLine();
  size_t readName(size_t at);
  void sayVariable(StringRef name);
  void sayCMakeVariable(StringRef name);
  size_t readFlag(size_t at);
  size_t readFolder(size_t at);

  StringRef shownPath;
  StringRef buffer;
  const llvm::StringMap<std::string> &renamed;
  const RuleSet &rules;
  const bool isShells;
  uint32_t line = 1;
  size_t lineStart = 0;
  size_t textStart = 0; ///< of the line's first character that is no blank
  size_t lineEnd = 0;
  size_t said = 0;      ///< how often something was said of the line
  StringRef unsaid;     ///< the line's first name of CUDA's of which nothing was said
  size_t command = 0;   ///< where the shell's command begins
  bool isNvccs = false; ///< it is one of nvcc's
  llvm::StringSet<> reported;
  std::vector<Diagnostic> diagnostics;
};

/// Null if it was said before.
Diagnostic *Search::say(StringRef name, const llvm::Twine &message, const llvm::Twine &advice) {
  ++said;
  if (!reported.insert(name).second)
    return nullptr;
  Diagnostic &diagnostic = diagnostics.emplace_back();
  diagnostic.id = "musa-build-script";
  diagnostic.severity = Severity::Warning;
  const size_t at = name.data() - buffer.data();
  diagnostic.place = {shownPath.str(), line, static_cast<uint32_t>(at - lineStart + 1)};
  diagnostic.sourceLine = buffer.slice(lineStart, lineEnd).rtrim('\r').str();
  diagnostic.length = static_cast<uint32_t>(name.size());
  diagnostic.message = message.str();
  diagnostic.notes.push_back(("build scripts are copied as they are; " + advice).str());
  return &diagnostic;
}

/// Of a file, a pattern for files, a program or an environment variable.
size_t Search::readName(size_t at) {
  // Every file that gets a new name by its extension has ".cu" in it; the others' names have none
  // in common.
  const Side &from = sourceSide(rules.direction());
  size_t end = at;
  while (end < buffer.size() && isFileNameCharacter(buffer[end]))
    ++end;
  StringRef name = buffer.slice(at, end).rtrim('.'); // the end of a sentence
  const bool isPattern = at > 0 && StringRef("*%}]").contains(buffer[at - 1]);
  const Rule *program = renamingRule(rules, RuleKind::Program, name);
  if (auto known = renamed.find(name); known != renamed.end()) {
    sayRenamed(name, known->second);
  } else if (isPattern && !renamed.empty() &&
             (name == from.sourceExtension || name == from.headerExtension)) {
    say(name,
        "this pattern finds '*" + name + "' files, which are now called '*" +
            renameExtension(name, rules.direction()) + "'",
        "change the name here");
  } else if (program != nullptr) {
    const StringRef before = buffer.slice(command, at);
    isNvccs |= mayStandBefore(before.take_front(before.find_last_of(" \t\"'@") + 1).trim("\"'@"));
    sayRenamed(name, program->to);
  } else if (const Rule *library = renamingRule(rules, RuleKind::Library, name);
             library != nullptr && name != from.word && !isShells) {
    sayRenamed(name, library->to);
  } else if (const Rule *header = renamedHeader(rules, name)) {
    sayRenamed(name, header->to);
  } else if (!findTorchMember(from, name).empty()) {
    if (Diagnostic *diagnostic = say(name, "this Python code in the script uses '" + name + "'",
                                     "write it for torch_musa"))
      diagnostic->once = "PyTorch's " + name.str();
  } else {
    sayVariable(name);
    // A file or a folder is the tree's. An image of a container is none: nvidia/cuda:12.2.0.
    const char behind = end < buffer.size() ? buffer[end] : ' ';
    const bool isInPath = behind == '/' || (at > 0 && buffer[at - 1] == '/' && behind != ':');
    if (unsaid.empty() && !isInPath && !name.contains('.') && isNameOfCudas(name, from))
      unsaid = name;
  }
  return end;
}

void Search::beginLine(size_t at) {
  lineStart = at;
  textStart = buffer.find_first_not_of(" \t", at);
  lineEnd = std::min(buffer.find('\n', at), buffer.size());
}

/// Of what is not a name with a rule, one line of the tree stands for all.
void Search::endLine() {
  if (said == 0 && !unsaid.empty())
    if (Diagnostic *diagnostic =
            say(unsaid, "this line names " + sourceSide(rules.direction()).word.upper(),
                "see what it should be, and likewise other lines"))
      diagnostic->once = "lines of copied scripts that name CUDA";
  said = 0;
  unsaid = {};
}

/// Of CMake, behind -D.
void Search::sayCMakeVariable(StringRef name) {
  const Rule *rule = renamingRule(rules, RuleKind::CMakeVariable, name);
  if (rule == nullptr)
    return;
  StringRef to = rule->to; // CMAKE_MUSA_FLAGS_*
  const size_t same = to.consume_back("*") ? rule->from.size() - 1 : name.size();
  sayRenamed(name, to + name.drop_front(same));
}

/// Of the environment, if MUSA has another or none.
void Search::sayVariable(StringRef name) {
  llvm::SmallVector<const Rule *, 2> found;
  rules.script(RuleKind::Environment, name, found);
  if (found.empty() || found.front()->status == Status::Keep)
    return;
  const Rule &rule = *found.front();
  Diagnostic *diagnostic = rule.edits()
                               ? sayRenamed(name, rule.to)
                               : say(name, "'" + name + "' has no counterpart in MUSA", rule.note);
  if (diagnostic)
    diagnostic->once = "the environment variable " + name.str();
}

/// Of nvcc, or -l with one of CUDA's libraries.
size_t Search::readFlag(size_t at) {
  const StringRef ends = " \t\r\n\"'`()[]{};|&<>\\";
  const auto wordAt = [&](size_t begin) {
    return buffer.slice(begin, buffer.find_first_of(ends, begin));
  };
  const StringRef word = wordAt(at).rtrim(',');
  if (word.starts_with("-D"))
    sayCMakeVariable(word.drop_front(2).take_until([](char c) { return c == '=' || c == ':'; }));
  const StringRef rest = buffer.slice(at + word.size(), lineEnd).ltrim(" \t,\"'");
  const StringRef behind = wordAt(rest.data() - buffer.data());
  StringRef library = word;
  if (const Rule *rule =
          library.consume_front("-l") ? renamingRule(rules, RuleKind::Library, library) : nullptr) {
    sayRenamed(word, "-l" + rule->to);
    return at + word.size();
  }
  const std::optional<FlagUse> use =
      findFlag(rules, word, behind.empty() ? std::nullopt : std::optional(behind),
               isNvccs ? FlagsOf::Nvcc : FlagsOf::Others);
  const bool isUnsupported = use && use->rule->status == Status::Unsupported;
  if (!use || (!use->rule->edits() && !isUnsupported))
    return at + 1; // it may have names in it
  const StringRef flag =
      use->takesNext ? StringRef(word.begin(), behind.end() - word.begin()) : word;
  const std::string to = replacementOf(*use, rules);
  say(flag, "'" + flag + "' is an nvcc flag",
      isUnsupported ? use->rule->note.str()
      : to.empty()  ? "mcc does not need it; remove it"
                    : "for mcc it is '" + to + "'");
  return at + flag.size();
}

/// Where CUDA is installed. What is in it has names of its own.
size_t Search::readFolder(size_t at) {
  llvm::SmallVector<const Rule *, 4> found;
  constexpr size_t longestFolder = 64;
  const StringRef before = buffer.take_front(at);
  const bool isBehindOption =
      before.size() > 1 && before[at - 2] == '-' && llvm::isAlpha(before[at - 1]);
  if (!before.empty() && !isBehindOption &&
      (isFileNameCharacter(before.back()) || StringRef("})/").contains(before.back())))
    return at + 1;
  StringRef folder = buffer.substr(at, longestFolder).take_while([](char c) {
    return c == '/' || isFileNameCharacter(c);
  });
  for (; folder.size() > 1; folder = folder.take_front(folder.rfind('/')))
    if (const Rule *rule = findToolkitFolder(rules, folder.rtrim('-'), found)) {
      sayRenamed(folder, rule->to);
      return at + folder.size();
    }
  return at + 1;
}

std::vector<Diagnostic> Search::run() && {
  beginLine(0);
  for (size_t at = 0; at < buffer.size();) {
    const char c = buffer[at];
    const char before = at == 0 ? '\n' : buffer[at - 1];
    if (c == '\n') {
      endLine();
      if (!buffer.slice(lineStart, at).rtrim('\r').ends_with("\\"))
        beginCommand(at + 1);
      ++line;
      beginLine(++at);
    } else if (c == ';' || c == '|' || c == '&') {
      beginCommand(++at);
    } else if (at == textStart && isComment(buffer.substr(at))) {
      at = std::min(buffer.find('\n', at), buffer.size());
    } else if (c == '-' && StringRef(" \t\n\"'`=(,[").contains(before)) {
      at = readFlag(at);
    } else if (c == '/') {
      at = readFolder(at);
    } else if (isFileNameCharacter(c)) {
      at = readName(at);
    } else {
      ++at;
    }
  }
  endLine();
  return std::move(diagnostics);
}

} // namespace

std::vector<Diagnostic> checkBuildScript(StringRef shownPath, StringRef buffer,
                                         const llvm::StringMap<std::string> &renamed,
                                         const RuleSet &rules) {
  return Search(shownPath, buffer, renamed, rules).run();
}

} // namespace musaport
