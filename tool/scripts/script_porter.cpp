//===- scripts/script_porter.cpp - ports names and words of scripts -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/script_porter.h"

#include "rules/build_names.h"
#include "rules/side_names.h"
#include "source/name_characters.h"

#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// The paths in /a:$(B)/b, a list as LD_LIBRARY_PATH has it. An address is one.
llvm::SmallVector<StringRef, 4> splitPaths(StringRef word) {
  if (word.contains("://"))
    return {word};
  return splitOutsideReferences(word, ':');
}

} // namespace

bool isCudaArchitecture(StringRef word) {
  if (word == "native" || word == "all" || word == "all-major")
    return true;
  word.consume_back("-real") || word.consume_back("-virtual");
  StringRef digits = word.take_while(llvm::isDigit);
  StringRef rest = word.drop_front(digits.size());
  return digits.size() >= 2 && digits.size() <= 3 && (rest.empty() || rest == "a" || rest == "f");
}

FileResult refusePort(StringRef reader, StringRef shownPath, StringRef buffer,
                      const ScriptContext &context) {
  ScriptRecorder recorder(shownPath, buffer, context);
  recorder
      .diagnose(buildScriptId, Severity::Error, {0, 0},
                reader + " would read the port differently from this script: copied, not ported")
      .notes.push_back("port it by hand, and report this as a bug of musa-port");
  return recorder.finish();
}

bool isCudaCompiler(const RuleSet &rules, StringRef word,
                    llvm::SmallVectorImpl<const Rule *> &found) {
  rules.script(RuleKind::Program, word.substr(word.rfind('/') + 1), found);
  return !found.empty() && found.front()->edits();
}

//===--- Reports -------------------------------------------------------------//

void ScriptPorter::count(const Rule &rule, ByteRange range, StringRef name, StringRef to) {
  recorder.count(rule, range, name, to);
}

void ScriptPorter::leave(const Rule &rule, ByteRange range, StringRef name) {
  recorder.leave(rule, range, name);
}

void ScriptPorter::diagnose(Severity severity, ByteRange range, const llvm::Twine &what,
                            const llvm::Twine &advice) {
  recorder.diagnose(buildScriptId, severity, range, what).notes.push_back(advice.str());
}

//===--- Rules ---------------------------------------------------------------//

bool ScriptPorter::isDeclared(const Rule &rule, StringRef name) const {
  if (!rules.yieldsToTree(rule))
    return false;
  if (rule.kind == RuleKind::CMakeCommand)
    return context.scripts.commands.contains(name);
  return rule.kind == RuleKind::CMakeVariable && context.scripts.variables.contains(name) &&
         !context.scripts.packages.contains(rules.file(rule.file).package);
}

bool ScriptPorter::leaveTreesOwn(const Rule &rule, StringRef name) {
  if (!context.declared.contains(name) || !rules.yieldsToTree(rule))
    return false;
  recorder.leave(&rule, rangeOf(name), name, Outcome::Declared, "declared by the tree");
  return true;
}

const Rule *ScriptPorter::ruleFor(RuleKind kind, StringRef name) {
  rules.script(kind, name, found);
  return found.empty() || isDeclared(*found.front(), name) ? nullptr : found.front();
}

void ScriptPorter::applyRule(const Rule &rule, StringRef name, ByteRange range, StringRef to) {
  if (rule.edits()) {
    edit(range, to.str());
    count(rule, range, name, to);
  } else if (rule.status != Status::Keep || looksLike(cudaSide(), name)) {
    leave(rule, range, name);
  }
}

const Rule *ScriptPorter::apply(RuleKind kind, StringRef name, ByteRange range) {
  rules.script(kind, name, found);
  if (found.empty())
    return nullptr;
  const Rule *rule = found.front();
  if (isDeclared(*rule, name)) {
    recorder.leave(rule, range, name, Outcome::Declared, "declared by the tree");
    return nullptr;
  }
  applyRule(*rule, name, range, rule->to);
  return rule;
}

std::string ScriptPorter::architectureFor(StringRef /*flag*/) {
  return rules.architecture().name.str();
}

void ScriptPorter::warnOfPython(StringRef text) {
  if (const StringRef name = findTorchMember(sourceSide(rules.direction()), text); !name.empty())
    warn(rangeOf(name), "this Python code in the script uses '" + name + "', and stays",
         "write it for torch_musa");
}

//===--- Words ---------------------------------------------------------------//

void ScriptPorter::sayFlagStays(ByteRange range, StringRef flag, bool isDevice,
                                const llvm::Twine &why, const llvm::Twine &advice) {
  diagnose(isDevice ? Severity::Error : Severity::Warning, range,
           "'" + flag + "' is an nvcc flag, and " + why, advice);
}

bool ScriptPorter::portMacro(StringRef name) {
  const std::optional<Rule> rule = findMacro(name, rules);
  if (!rule)
    return false;
  if (!leaveTreesOwn(*rule, name))
    applyRule(*rule, name, rangeOf(name), rule->to);
  return true;
}

bool ScriptPorter::portArgumentOf(StringRef option, StringRef argument, bool isLinked) {
  if (option == "-l")
    return isLinked && portLibrary(argument, /*isLibrary=*/true);
  return (option == "-D" || option == "-U" || option == "--define-macro" ||
          option == "--undefine-macro") &&
         portDefinition(argument, /*isDefinition=*/true);
}

bool ScriptPorter::portDefinition(StringRef word, bool isDefinition) {
  StringRef name = word;
  const bool hasOption = name.consume_front("-D") || name.consume_front("-U") ||
                         name.consume_front("--define-macro=") ||
                         name.consume_front("--undefine-macro=");
  if (!hasOption && !isDefinition)
    return false;
  name = name.take_while(isNameCharacter);
  if (name.empty() && !hasOption)
    return false;
  if (hasOption && ruleFor(RuleKind::CMakeVariable, name))
    warn(rangeOf(name), "'" + name + "' is passed to another project, which is perhaps not ported",
         "if it is ported, pass it MUSA's variable");
  else if (!portMacro(name) && !hasOption)
    return false;
  portPaths(word.split('=').second, /*isCalled=*/false);
  return true;
}

bool ScriptPorter::portLibrary(StringRef word, bool isLibrary) {
  StringRef name = word;
  const bool hasOption = name.consume_front("-l");
  if (!hasOption && (!isLibrary || context.scripts.targets.contains(name)))
    return false;
  if (hasOption && name.consume_front(":"))
    return portLibraryFile(name);
  return apply(RuleKind::Library, name, rangeOf(name)) != nullptr;
}

bool ScriptPorter::portLibraryFile(StringRef word) {
  StringRef fileName = word.substr(word.rfind('/') + 1);
  StringRef name = fileName.take_until([](char c) { return c == '.'; });
  StringRef extension = fileName.drop_front(name.size()).rtrim("0123456789.");
  if (!name.consume_front("lib") || (extension != ".so" && extension != ".a") ||
      context.scripts.targets.contains(name))
    return false;
  const Rule *rule = ruleFor(RuleKind::Library, name);
  if (!rule || llvm::any_of(context.tree.files, [&](const TreeFile &one) {
        return StringRef(one.path).rsplit('/').second == fileName || one.path == fileName;
      }))
    return false;
  // Versions of the file's are CUDA's; a static library is replaced by the shared one.
  applyRule(*rule, name, rangeOf(fileName), ("lib" + rule->to + ".so").str());
  return true;
}

bool ScriptPorter::portFolder(StringRef word) {
  const size_t slash = word.find('/');
  if (slash == StringRef::npos || word.contains("://"))
    return false;
  if (slash > 0 && ((llvm::isAlnum(word[slash - 1]) && !word.starts_with("-")) ||
                    word[slash - 1] == '}' || word[slash - 1] == ')'))
    return false;
  StringRef absolute = word.substr(slash);
  // The longest that a rule knows.
  for (StringRef folder = absolute; folder.size() > 1;
       folder = folder.take_front(folder.rfind('/')))
    if (const Rule *rule = findToolkitFolder(rules, folder, found)) {
      applyRule(*rule, folder, rangeOf(folder), rule->to);
      portToolkitFolder(absolute.drop_front(folder.size()));
      return true;
    }
  // Its version is a variable's: /usr/local/cuda-${VERSION}.
  StringRef folder = absolute.take_until([](char c) { return c == '$' || c == '@'; });
  if (folder.size() == absolute.size() || !folder.consume_back("-"))
    return false;
  const Rule *rule = findToolkitFolder(rules, folder, found);
  if (!rule || !rule->edits())
    return false;
  warn(rangeOf(absolute), "'" + absolute + "' is the folder of a CUDA version, and stays",
       "MUSA is in '" + rule->to + "'");
  return true;
}

bool ScriptPorter::portToolkitFolder(StringRef rest) {
  return rest.consume_front("/") && portFolderWithin(rest);
}

bool ScriptPorter::portFolderWithin(StringRef rest) {
  for (StringRef folder = rest; !folder.empty();
       folder = folder.take_front(folder.contains('/') ? folder.rfind('/') : 0))
    if (apply(RuleKind::Folder, folder, rangeOf(folder)))
      return true;
  return false;
}

bool ScriptPorter::portProgram(StringRef word, bool isCalled) {
  StringRef program = word.substr(word.rfind('/') + 1);
  if (program.size() == word.size() ? !isCalled : word.contains("://"))
    return false;
  return apply(RuleKind::Program, program, rangeOf(program)) != nullptr;
}

bool ScriptPorter::portPaths(StringRef word, bool isCalled) {
  bool isDone = portLibraryFile(word);
  for (StringRef path : splitPaths(word)) {
    if (portFolder(path))
      isDone = true;
    else if (const std::optional<StringRef> rest = behindToolkit(path))
      isDone |= portToolkitFolder(*rest);
  }
  return portProgram(word, isCalled) || isDone;
}

bool ScriptPorter::portCompilersWord(StringRef word) {
  return portDefinition(word, /*isDefinition=*/false) || portLibrary(word, /*isLibrary=*/false) ||
         portPaths(word, /*isCalled=*/false);
}

void ScriptPorter::portFiles(StringRef word, StringRef shape, StringRef advice) {
  const FileNames names = portFileNames(file, shape, context);
  recorder.remarkOn(names, rangeOf(word), word, advice);
  applyNames(names, word);
}

void ScriptPorter::applyNames(const FileNames &names, StringRef word) {
  for (const FileNameEdit &name : names.edits) {
    StringRef part = word.slice(name.begin, name.end);
    edit(rangeOf(part), name.text);
    recorder.countRenamedFile(rangeOf(part), part, name.text);
  }
}

} // namespace musaport
