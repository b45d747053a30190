//===- scripts/cmake/port.cpp - the port of a CMake script ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/port_cmake.h"

#include "edits/edit.h"
#include "rules/side_names.h"
#include "scripts/cmake/parser.h"
#include "scripts/script_porter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

constexpr llvm::StringLiteral scriptId = "musa-build-script";

/// What the arguments of a command are, as far as the port has to know.
enum class Shape : uint8_t {
  Unknown,           ///< a function of the project's, or a command that needs no care
  Builtin,           ///< a command of CMake's whose arguments name variables
  Check,             ///< check_symbol_exists() and its like
  Condition,         ///< if() and its like
  Features,          ///< target_compile_features()
  ArchitectureFlags, ///< cuda_select_nvcc_arch_flags(): a variable, and architectures
  CudaTarget,        ///< cuda_add_library(): sources, and flags behind OPTIONS
  Definitions,       ///< macros of the compiler's
  Declaration,       ///< function(), macro()
  File,              ///< file()
  FindLibrary,       ///< find_library()
  FirstLanguage,
  Foreach,
  Flags, ///< words for a command line
  Languages,
  Link, ///< libraries
  List,
  Message,
  Module, ///< include()
  Option,
  Package,
  Project,
  Properties,   ///< ... PROPERTIES name value name value ...
  PropertyName, ///< get_property() and its like
  Set,
  SetProperty, ///< ... PROPERTY name value...
  String,
};

Shape shapeOf(StringRef command) {
  Shape shape =
      llvm::StringSwitch<Shape>(command)
          .Cases("if", "elseif", "else", "endif", "while", "endwhile", Shape::Condition)
          .Cases("target_compile_definitions", "add_compile_definitions", Shape::Definitions)
          .Cases("function", "macro", "endfunction", "endmacro", Shape::Declaration)
          .Cases("check_library_exists", "check_function_exists", "check_symbol_exists",
                 "check_cxx_symbol_exists", "check_variable_exists", "check_type_size",
                 "check_struct_has_member", Shape::Check)
          .Cases("check_c_source_compiles", "check_cxx_source_compiles", "check_c_source_runs",
                 "check_cxx_source_runs", "try_compile", "try_run", Shape::Check)
          .Case("target_compile_features", Shape::Features)
          .Case("file", Shape::File)
          .Case("find_library", Shape::FindLibrary)
          .Cases("check_compiler_flag", "check_source_compiles", "check_source_runs",
                 "check_linker_flag", Shape::FirstLanguage)
          .Cases("target_compile_options", "add_compile_options", "target_link_options",
                 "add_link_options", "add_definitions", Shape::Flags)
          .Cases("enable_language", "check_language", "check_ipo_supported", Shape::Languages)
          .Cases("target_link_libraries", "link_libraries", Shape::Link)
          .Case("list", Shape::List)
          .Case("foreach", Shape::Foreach)
          .Case("message", Shape::Message)
          .Case("include", Shape::Module)
          .Cases("option", "cmake_dependent_option", Shape::Option)
          .Cases("find_package", "find_dependency", Shape::Package)
          .Case("project", Shape::Project)
          .Cases("set_target_properties", "set_source_files_properties", "set_tests_properties",
                 "set_directory_properties", Shape::Properties)
          .Cases("get_property", "get_target_property", "get_source_file_property",
                 "get_directory_property", "get_cmake_property", Shape::PropertyName)
          .Case("set", Shape::Set)
          .Case("set_property", Shape::SetProperty)
          .Case("string", Shape::String)
          .Cases("unset", "mark_as_advanced", "find_path", "find_file", "find_program",
                 "check_include_file", "check_include_files", "check_include_file_cxx",
                 Shape::Builtin)
          .Cases("find_package_handle_standard_args", "math", "separate_arguments",
                 "get_filename_component", "execute_process", "include_directories", Shape::Builtin)
          .Cases("target_include_directories", "add_executable", "add_library",
                 "add_custom_command", "add_custom_target", "configure_file", Shape::Builtin)
          .Default(Shape::Unknown);
  if (shape == Shape::Unknown && command.contains("find") && command.ends_with("package"))
    return Shape::Package; // a project's own around CMake's
  return shape;
}

bool isFalse(StringRef value) {
  const std::string upper = value.upper();
  return llvm::StringSwitch<bool>(upper)
      .Cases("", "0", "OFF", "NO", "FALSE", "N", "IGNORE", true)
      .Default(false);
}

bool comparesVersions(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("VERSION_LESS", "VERSION_GREATER", "VERSION_EQUAL", "VERSION_LESS_EQUAL",
             "VERSION_GREATER_EQUAL", true)
      .Cases("LESS", "GREATER", "EQUAL", "LESS_EQUAL", "GREATER_EQUAL", true)
      .Cases("STREQUAL", "STRLESS", "STRGREATER", "MATCHES", true)
      .Default(false);
}

/// Of project(): not a language, but words for people follow.
bool isBeforeProse(StringRef keyword) {
  return keyword == "DESCRIPTION" || keyword == "HOMEPAGE_URL" || keyword == "VERSION";
}

bool isVariableName(StringRef text) {
  return !text.empty() && llvm::all_of(text, [](char c) {
    return llvm::isAlnum(c) || StringRef("_.-+/${}@").contains(c);
  });
}

/// A sentence, as a project's own functions are given to describe options.
bool isProse(StringRef text) {
  StringRef first = text.take_until(llvm::isSpace);
  return first.size() < text.size() &&
         llvm::all_of(
             first, [](char c) { return llvm::isAlnum(c) || StringRef("_,:()'").contains(c); }) &&
         !first.contains("::");
}

bool isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

/// CMake's name of the language, as rules have it in names of variables: CMAKE_CUDA_FLAGS.
constexpr llvm::StringLiteral cudaLanguage = "CUDA";

/// LANGUAGES, MY_LANG; not CLANG.
bool isCalledLanguage(StringRef variable) {
  const std::string lower = variable.lower();
  const size_t at = StringRef(lower).find("lang");
  return at != StringRef::npos && (at == 0 || lower[at - 1] != 'c');
}

/// Whether `text` has `variable` as a language: CMAKE_${variable}_FLAGS.
bool usesAsLanguage(StringRef text, StringRef variable, const RuleSet &rules) {
  const std::string reference = ("${" + variable + "}").str();
  llvm::SmallVector<const Rule *, 2> found;
  for (size_t at = text.find(reference); at != StringRef::npos; at = text.find(reference, at + 1)) {
    StringRef before = text.take_front(at);
    StringRef behind = text.substr(at + reference.size()).take_while(isNameCharacter);
    if (before.ends_with("COMPILE_LANGUAGE:") || before.ends_with("COMPILE_LANG_AND_ID:"))
      return true;
    if (!before.ends_with("CMAKE_"))
      continue;
    rules.script(RuleKind::CMakeVariable, ("CMAKE_" + cudaLanguage + behind.rtrim('_')).str(),
                 found);
    if (!found.empty())
      return true;
  }
  return false;
}

/// Whether the commands of the foreach() that is command number `loop` use its variable so.
bool loopsOverLanguages(StringRef buffer, const CMakeScript &script, size_t loop,
                        StringRef variable, const RuleSet &rules) {
  size_t depth = 0;
  for (const CMakeCommand &command : llvm::ArrayRef(script.commands).drop_front(loop)) {
    const CMakeToken &token = script.tokens[command.name];
    StringRef name = buffer.substr(token.offset, token.length);
    depth += name.equals_insensitive("foreach");
    depth -= name.equals_insensitive("endforeach");
    if (depth == 0)
      break;
    for (uint32_t i = command.open + 1; i < command.close; ++i)
      if (script.tokens[i].isArgument() &&
          usesAsLanguage(contentOf(buffer, script.tokens[i]), variable, rules))
        return true;
  }
  return false;
}

/// What foreach() goes through, by the number of the argument: `items` are values, `lists` names of
/// variables.
struct LoopArguments {
  llvm::SmallVector<size_t, 8> items, lists;
};

LoopArguments loopArguments(llvm::ArrayRef<StringRef> arguments) {
  LoopArguments result;
  const bool hasKeywords = arguments.size() > 1 && arguments[1] == "IN";
  bool areLists = false;
  for (size_t i = hasKeywords ? 2 : 1; i < arguments.size(); ++i) {
    if (hasKeywords && (arguments[i] == "LISTS" || arguments[i] == "ITEMS"))
      areLists = arguments[i] == "LISTS";
    else if (areLists)
      result.lists.push_back(i);
    else
      result.items.push_back(i);
  }
  return result;
}

/// The variable that `text` is a reference to, and nothing else; or an empty string.
StringRef soleVariable(StringRef text) {
  return text.consume_front("${") && text.consume_back("}") ? text : StringRef();
}

/// The rule for the package whose find module, or a part of it, `path` is, if the port replaces it:
/// FindCUDA.cmake, FindCUDA/run_nvcc.cmake.
const Rule *replacedPackage(StringRef path, const RuleSet &rules) {
  llvm::SmallVector<const Rule *, 2> found;
  while (!path.empty()) {
    auto [component, rest] = path.split('/');
    path = rest;
    if (rest.empty())
      component.consume_back(".cmake");
    if (!component.consume_front("Find"))
      continue;
    rules.script(RuleKind::CMakePackage, component, found);
    if (!found.empty() && found.front()->edits())
      return found.front();
  }
  return nullptr;
}

struct Argument {
  uint32_t token = 0;
  uint32_t begin = 0; ///< of its content
  StringRef text;     ///< its content
  bool quoted = false;
  bool literal = false;          ///< a bracket argument: nothing in it is evaluated
  bool prose = false;            ///< for people: only references to variables follow
  bool isVariable = false;       ///< may be the name of a variable
  bool perhapsLanguages = false; ///< it is not certain that a word CUDA is the language
  bool symbols = false;          ///< names of the sources'
  bool headers = false;          ///< names of headers
  bool link = false;             ///< libraries
  bool definitions = false;      ///< macros
  bool droppable = false;        ///< may be left out as a whole
  bool takesFlags = false;       ///< words that begin with - are flags
  Holds holds = Holds::Anything; ///< what it is a value of
  std::optional<RuleKind> name;  ///< all of it is a name of this kind
  bool dropped = false;

  JsonRange range() const { return {begin, begin + static_cast<uint32_t>(text.size())}; }
};

struct Word {
  size_t argument = 0;
  CMakeWord at;
  StringRef text;
  uint32_t begin = 0; ///< in the file
  bool device = false;
  bool dropped = false;
  bool done = false;

  JsonRange range() const { return {begin, begin + static_cast<uint32_t>(text.size())}; }
};

class Porter : ScriptPorter {
public:
  Porter(size_t file, StringRef shownPath, StringRef buffer, const ScriptContext &context)
      : ScriptPorter(file, shownPath, buffer, context) {}

  FileResult run();
  FileResult runTemplate();

private:
  void visit(size_t commandNumber);
  void readArguments(const CMakeCommand &command);
  void giveRoles(StringRef command);
  void giveValues(size_t first, size_t last, Holds holds, bool droppable);
  void givePerhapsLanguages(StringRef variable, size_t first, size_t last);
  void giveLoop();
  void giveCheck(StringRef command);
  void warnOfSource(Argument &argument);
  void portCommandName(const CMakeCommand &command, StringRef lower);
  void portNames();
  void portPackage();
  void portArchitectureFlags();
  void portCondition();
  void portCompared(const Argument &variable, const Argument &other);
  void portArchitectures();
  void splitArguments();
  void portWords();
  void portFlag(size_t i);
  bool portNamesIn(Word &word);
  void portTargets(Word &word);
  void warnOfLanguage(StringRef word);
  bool portSymbol(const Word &word);
  bool portHeader(Word &word);
  std::optional<StringRef> behindToolkit(StringRef text);
  bool portToolkit(StringRef path);
  bool portPathSuffix(const Word &word);
  bool portFolderOrProgram(const Word &word);
  void removeDropped();
  void removeWords(size_t first, size_t last);
  void removeArgument(Argument &argument);
  void portReferences();
  void portReference(const Argument &argument, const CMakeReference &reference, bool compared);
  void replaceByLevel(const Rule &rule, JsonRange range, StringRef name);
  void warnOfVersion(JsonRange range, StringRef name);

  const Rule *applyVariable(StringRef name, JsonRange range, bool isReference);
  Holds holdsOf(StringRef variable);
  Holds holdsOf(StringRef text, const CMakeReference &reference);
  bool isCudaLanguage(StringRef word) {
    const Rule *rule = ruleFor(RuleKind::CMakeLanguage, word);
    return rule && rule->edits();
  }
  bool guardsDevice(StringRef condition);
  bool canDrop(const Word &word) const;

  CMakeScript script;
  llvm::StringSet<> composed; ///< names of targets that were warned of
  /// The variables of the foreach() around a command that are languages; others are empty.
  std::vector<StringRef> loops;

  // Of the command that is visited.
  size_t number = 0;
  Shape shape = Shape::Unknown;
  StringRef commandName;
  std::vector<Argument> arguments;
  std::vector<Word> words;
  llvm::StringSet<> architectureFlags; ///< that the command has already
};

//===--- Rules ---------------------------------------------------------------//

/// `range`: of the name alone, which may have references in it.
const Rule *Porter::applyVariable(StringRef name, JsonRange range, bool isReference) {
  rules.script(RuleKind::CMakeVariable, name, found);
  const Rule *rule = found.empty() ? nullptr : found.front();
  // A reference in the name stands for what a rule's * does, or for something unknown.
  if (!rule || (!rule->from.ends_with("*") && name.contains('$'))) {
    if (looksLike(cudaSide(), name) && !context.scripts.variables.contains(name) && isReference)
      recorder.leave(nullptr, range, name, Outcome::Unknown, "no rule knows it");
    return nullptr;
  }
  if (isDeclared(*rule, name)) {
    recorder.leave(rule, range, name, Outcome::Declared, "declared by the tree");
    return nullptr;
  }
  if (rule->from.ends_with("*")) {
    const auto length = static_cast<uint32_t>(rule->from.size() - 1);
    const std::string to = (rule->to.drop_back() + name.drop_front(length)).str();
    if (rule->edits() && rule->status != Status::Keep) {
      edit({range.begin, range.begin + length}, rule->to.drop_back().str());
      recorder.count(*rule, range, name, to);
      return rule;
    }
  }
  applyRule(*rule, name, range, rule->to);
  return rule;
}

Holds Porter::holdsOf(StringRef variable) {
  StringRef name = variable;
  const bool isEnvironment = name.consume_front("ENV{") && name.consume_back("}");
  const Rule *rule = isEnvironment ? ruleFor(RuleKind::Environment, name)
                                   : ruleFor(RuleKind::CMakeVariable, variable);
  if (rule && rule->holds != Holds::Anything)
    return rule->holds;
  if (context.scripts.toolkits.contains(variable))
    return Holds::Toolkit;
  return context.scripts.languages.contains(variable) || llvm::is_contained(loops, variable)
             ? Holds::Languages
             : Holds::Anything;
}

/// Of the variable that `reference` in `text` is to.
Holds Porter::holdsOf(StringRef text, const CMakeReference &reference) {
  StringRef name = text.slice(reference.nameBegin, reference.nameEnd);
  if (reference.kind == CMakeReference::Kind::Environment)
    return holdsOf(("ENV{" + name + "}").str());
  return holdsOf(name);
}

//===--- Arguments -----------------------------------------------------------//

void Porter::readArguments(const CMakeCommand &command) {
  arguments.clear();
  for (uint32_t i = command.open + 1; i < command.close; ++i) {
    const CMakeToken &token = script.tokens[i];
    if (!token.isArgument())
      continue;
    Argument argument;
    argument.token = i;
    argument.text = contentOf(buffer, token);
    argument.begin = static_cast<uint32_t>(argument.text.data() - buffer.data());
    argument.quoted = token.kind == CMakeToken::Kind::Quoted;
    argument.literal = token.kind == CMakeToken::Kind::Bracket;
    arguments.push_back(argument);
  }
}

/// The arguments [first, last) are values of something.
void Porter::giveValues(size_t first, size_t last, Holds holds, bool droppable) {
  for (size_t i = first; i < std::min(last, arguments.size()); ++i) {
    arguments[i].holds = holds;
    arguments[i].droppable = droppable;
    arguments[i].takesFlags = true;
    arguments[i].isVariable = false;
    if (holds == Holds::Languages)
      arguments[i].name = RuleKind::CMakeLanguage;
  }
}

/// By the name of what they are the values of, or because another language is among them.
void Porter::givePerhapsLanguages(StringRef variable, size_t first, size_t last) {
  llvm::MutableArrayRef<Argument> values =
      llvm::MutableArrayRef(arguments).slice(first, last - first);
  const bool areLanguages =
      isCalledLanguage(variable) || llvm::any_of(values, [](const Argument &value) {
        return llvm::any_of(llvm::split(value.text, ';'),
                            [](StringRef word) { return word == "C" || word == "CXX"; });
      });
  for (Argument &value : values)
    value.perhapsLanguages = areLanguages && value.holds == Holds::Anything;
}

/// foreach(VARIABLE value...), foreach(VARIABLE IN LISTS list... ITEMS value...)
void Porter::giveLoop() {
  std::vector<StringRef> texts;
  texts.reserve(arguments.size());
  for (const Argument &argument : arguments)
    texts.push_back(argument.text);
  const LoopArguments loop = loopArguments(texts);
  auto isLanguage = [&](StringRef variable) { return holdsOf(variable) == Holds::Languages; };
  const bool areLanguages =
      !texts.empty() &&
      (loopsOverLanguages(buffer, script, number, texts[0], rules) ||
       llvm::any_of(loop.lists, [&](size_t i) { return isLanguage(texts[i]); }) ||
       llvm::any_of(loop.items, [&](size_t i) { return isLanguage(soleVariable(texts[i])); }));
  loops.push_back(areLanguages ? texts[0] : StringRef());
  if (!areLanguages && !loop.items.empty())
    return givePerhapsLanguages(texts[0], loop.items.front(), arguments.size());
  for (size_t i : loop.items) {
    arguments[i].holds = Holds::Languages;
    arguments[i].name = RuleKind::CMakeLanguage;
  }
}

/// What is checked for: a library, a name, headers, or a source within the script.
void Porter::giveCheck(StringRef command) {
  auto argument = [&](size_t i) { return i < arguments.size() ? &arguments[i] : nullptr; };
  auto keyword = [&](StringRef name) {
    const size_t i =
        llvm::find_if(arguments, [&](const Argument &one) { return one.text == name; }) -
        arguments.begin();
    return i + 1;
  };
  for (Argument &one : arguments)
    one.isVariable = false;
  size_t source = arguments.size();
  if (command.starts_with("try_")) {
    for (size_t i = keyword("LINK_LIBRARIES"); i < arguments.size(); ++i)
      arguments[i].link = arguments[i].takesFlags = arguments[i].droppable = true;
    source = keyword("SOURCE_FROM_CONTENT") + 1;
  } else if (command.contains("_source_")) {
    source = command.starts_with("check_source_") ? 1 : 0;
  } else if (Argument *first = argument(0)) {
    const bool isLibrary = command == "check_library_exists";
    first->link = isLibrary;
    first->symbols = !isLibrary;
    if (Argument *function = argument(1); function && isLibrary)
      function->symbols = true;
    const bool isMember = command == "check_struct_has_member";
    if (Argument *headers = argument(isMember ? 2 : 1))
      headers->headers = isMember || command.ends_with("_symbol_exists");
  }
  if (Argument *text = argument(source))
    warnOfSource(*text);
}

/// A source within the script is not ported.
void Porter::warnOfSource(Argument &argument) {
  argument.prose = true;
  auto isCudas = [&] {
    return !found.empty() && found.front()->status != Status::Keep &&
           found.front()->owner != Owner::Framework;
  };
  for (StringRef rest = argument.text; !rest.empty();) {
    if (rest.consume_front("\\")) { // \n
      rest = rest.drop_front(std::min<size_t>(1, rest.size()));
      continue;
    }
    StringRef name = rest.take_while(isNameCharacter);
    StringRef header =
        rest.take_while([](char c) { return isNameCharacter(c) || StringRef("./-").contains(c); });
    rules.header(header, found);
    StringRef cudas = isCudas() ? header : name;
    if (!isCudas())
      rules.identifier(name, found);
    if (!name.empty() && isCudas()) {
      recorder
          .diagnose(scriptId, Severity::Warning, rangeOf(cudas),
                    "this source within the script has '" + cudas + "', and stays")
          .notes.push_back("write it for MUSA, or what it finds out is always false");
      return;
    }
    rest = rest.drop_front(std::max<size_t>(1, name.size()));
  }
}

void Porter::giveRoles(StringRef command) {
  auto text = [&](size_t i) { return i < arguments.size() ? arguments[i].text : StringRef(); };
  const size_t count = arguments.size();
  auto indexOf = [&](StringRef keyword, size_t from = 0) {
    while (from < count && (arguments[from].quoted || arguments[from].text != keyword))
      ++from;
    return from;
  };
  auto holdsOfProperty = [&](StringRef name) {
    const Rule *rule = ruleFor(RuleKind::CMakeProperty, name);
    return rule ? rule->holds : Holds::Anything;
  };
  for (Argument &argument : arguments) {
    argument.isVariable = !argument.quoted && shape != Shape::Declaration;
    argument.takesFlags = shape == Shape::Unknown || shape == Shape::Builtin;
  }
  if (command.starts_with("find_"))
    for (size_t i = 1; i < count; ++i)
      if (text(i - 1) == "ENV") // HINTS ENV CUDA_HOME
        arguments[i].name = RuleKind::Environment;
  switch (shape) {
  case Shape::Unknown:
    for (Argument &argument : arguments)
      argument.prose = argument.quoted && isProse(argument.text);
    break;
  case Shape::ArchitectureFlags:
  case Shape::Builtin:
  case Shape::Condition:
  case Shape::Package:
    break;
  case Shape::Declaration:
  case Shape::Message:
    for (Argument &argument : arguments) {
      argument.prose = true;
      argument.isVariable = false;
    }
    break;
  case Shape::Check:
    giveCheck(command);
    break;
  case Shape::CudaTarget: {
    const size_t options = indexOf("OPTIONS");
    giveValues(options + 1, count, Holds::Flags, true);
    for (size_t i = 0; i < options; ++i)
      arguments[i].isVariable = false;
    break;
  }
  case Shape::Definitions:
    for (Argument &argument : arguments) {
      argument.definitions = true;
      argument.isVariable = false;
    }
    break;
  case Shape::File:
    if (text(0) == "WRITE" || text(0) == "APPEND" || text(0) == "CONFIGURE" ||
        text(0) == "GENERATE")
      for (size_t i = 2; i < count; ++i)
        arguments[i].prose = true;
    break;
  case Shape::FindLibrary:
    for (size_t i = 1; i < count; ++i)
      arguments[i].link = true;
    break;
  case Shape::FirstLanguage:
    if (count > 0)
      arguments[0].name = RuleKind::CMakeLanguage;
    if (command.contains("_source_"))
      giveCheck(command);
    break;
  case Shape::Features:
    for (size_t i = 1; i < count; ++i)
      arguments[i].name = RuleKind::CMakeFeature;
    break;
  case Shape::Foreach:
    giveLoop();
    break;
  case Shape::Flags:
    giveValues(command.starts_with("target_") ? 1 : 0, count, Holds::Anything, true);
    break;
  case Shape::Languages:
    for (Argument &argument : arguments)
      argument.name = RuleKind::CMakeLanguage;
    break;
  case Shape::Link:
    giveValues(command.starts_with("target_") ? 1 : 0, count, Holds::Anything, true);
    for (Argument &argument : arguments)
      argument.link = argument.droppable;
    break;
  case Shape::List:
    if (text(0) == "APPEND" || text(0) == "PREPEND")
      giveValues(2, count, holdsOf(text(1)), true);
    else if (text(0) == "INSERT")
      giveValues(3, count, holdsOf(text(1)), count > 4);
    else if (text(0) == "FIND" || text(0) == "REMOVE_ITEM")
      for (size_t i = 2; i < (text(0) == "FIND" ? std::min<size_t>(3, count) : count); ++i)
        portCompared(arguments[1], arguments[i]);
    if ((text(0) == "APPEND" || text(0) == "PREPEND") && count > 2)
      givePerhapsLanguages(text(1), 2, count);
    break;
  case Shape::Module:
    if (count > 0)
      arguments[0].name = RuleKind::CMakeModule;
    break;
  case Shape::Option:
    if (count > 1)
      arguments[1].prose = true;
    break;
  case Shape::Project: {
    for (size_t i = 1; i < count; ++i) {
      if (isBeforeProse(text(i - 1)))
        arguments[i].prose = true;
      else
        arguments[i].name = RuleKind::CMakeLanguage;
      arguments[i].isVariable = false;
    }
    break;
  }
  case Shape::Properties: {
    for (size_t i = indexOf("PROPERTIES") + 1; i < count; i += 2) {
      arguments[i].name = RuleKind::CMakeProperty;
      arguments[i].isVariable = false;
      giveValues(i + 1, i + 2, holdsOfProperty(text(i)), false);
    }
    break;
  }
  case Shape::PropertyName: // the first is the variable that gets the value
    for (size_t i = 1; i < count; ++i)
      arguments[i].name = RuleKind::CMakeProperty;
    break;
  case Shape::Set: {
    const size_t end = std::min({indexOf("CACHE", 1), indexOf("PARENT_SCOPE", 1), count});
    giveValues(1, end, holdsOf(text(0)), end > 2);
    if (end > 1)
      givePerhapsLanguages(text(0), 1, end);
    for (size_t i = end; i < count; ++i)
      arguments[i].prose = true;
    break;
  }
  case Shape::SetProperty: {
    const size_t name = indexOf("PROPERTY") + 1;
    if (name >= count)
      break;
    arguments[name].name = RuleKind::CMakeProperty;
    arguments[name].isVariable = false;
    giveValues(name + 1, count, holdsOfProperty(text(name)), true);
    break;
  }
  case Shape::String:
    if (text(0) == "APPEND" || text(0) == "PREPEND" || text(0) == "CONCAT")
      giveValues(2, count, holdsOf(text(1)), true);
    break;
  }
}

//===--- Names ---------------------------------------------------------------//

void Porter::portCommandName(const CMakeCommand &command, StringRef lower) {
  const CMakeToken &token = script.tokens[command.name];
  const JsonRange range{token.offset, token.end()};
  StringRef name = buffer.substr(token.offset, token.length);
  const Rule *rule = ruleFor(RuleKind::CMakeCommand, lower);
  if (!rule) {
    if (!found.empty())
      recorder.leave(found.front(), range, name, Outcome::Declared, "declared by the tree");
    return;
  }
  // Commands are written in any case.
  const bool isUpper = llvm::none_of(name, llvm::isLower);
  applyRule(*rule, name, range, isUpper ? rule->to.upper() : rule->to.str());
  if (!rule->edits() || rule->status == Status::Keep)
    return;
  if (lower == "cuda_add_library" || lower == "cuda_add_executable")
    shape = Shape::CudaTarget;
  else if (lower == "cuda_select_nvcc_arch_flags")
    shape = Shape::ArchitectureFlags;
}

/// Arguments that are, as a whole, names of a certain kind.
void Porter::portNames() {
  for (size_t i = 0; i < arguments.size(); ++i) {
    Argument &argument = arguments[i];
    if (argument.literal || argument.prose)
      continue;
    const bool asksNothing = i + 1 < arguments.size() && isFalse(arguments[i + 1].text);
    if (argument.name) {
      const Rule *rule = ruleFor(*argument.name, argument.text);
      if (rule && rule->status == Status::Unsupported && asksNothing)
        continue; // CUDA_SEPARABLE_COMPILATION OFF
      if (apply(*argument.name, argument.text, argument.range()))
        continue;
    }
    StringRef text = argument.text;
    if (!argument.isVariable || !isVariableName(text))
      continue;
    if (StringRef inner = text; inner.consume_front("ENV{") && inner.consume_back("}")) {
      apply(RuleKind::Environment, inner, {argument.begin + 4, argument.range().end - 1});
      continue;
    }
    if (text.starts_with("-") || text.starts_with("$"))
      continue;
    const Rule *rule = ruleFor(RuleKind::CMakeVariable, text);
    // In the arguments of a project's own function, a word may be a keyword of the function's.
    if (!rule)
      continue;
    if (shape == Shape::Unknown && rule->owner == Owner::Framework) {
      recorder
          .diagnose(scriptId, Severity::Warning, argument.range(),
                    "'" + text + "' may be the name of a variable here, and stays")
          .notes.push_back(rule->to.empty()
                               ? rule->note.str()
                               : "elsewhere the variable is called '" + rule->to.str() + "'");
      continue;
    }
    if (rule->status == Status::Unsupported && asksNothing)
      continue;
    if (rule->to.contains("::")) {
      recorder.leave(rule, argument.range(), text, Outcome::NoAnswer,
                     "a reference to it becomes " + rule->to.str());
      continue;
    }
    applyVariable(text, argument.range(), /*isReference=*/false);
  }
}

void Porter::portPackage() {
  if (arguments.empty())
    return;
  const Argument &package = arguments[0];
  const std::string module = ("Find" + package.text + ".cmake").str();
  const Rule *rule = ruleFor(RuleKind::CMakePackage, package.text);
  if (!rule)
    return;
  if (rule->status == Status::Unsupported && context.includes.resolve(file, module)) {
    recorder.leave(rule, package.range(), package.text, Outcome::Declared,
                   "the tree has a " + module + " of its own");
    return;
  }
  applyRule(*rule, package.text, package.range(), rule->to);
  arguments[0].isVariable = false;
  if (!rule->edits() || arguments.size() < 2)
    return;
  Argument &version = arguments[1];
  if (version.text.empty() ||
      !(llvm::isDigit(version.text.front()) || version.text.starts_with("$")))
    return;
  removeArgument(version);
  if (arguments.size() > 2 && arguments[2].text == "EXACT")
    removeArgument(arguments[2]);
  recorder
      .diagnose(scriptId, Severity::Warning, version.range(),
                "the version '" + version.text + "' is one of CUDA's, and is left out")
      .notes.push_back("MUSA counts versions of its own; add the one that is needed");
}

/// The variable is set to what a list of nvcc's flags becomes.
void Porter::portArchitectureFlags() {
  rules.script(RuleKind::Flag, "-gencode", found);
  if (arguments.empty() || found.empty())
    return;
  std::string flag = found.front()->to.str();
  if (size_t at = flag.find("$arch"); at != std::string::npos)
    flag.replace(at, 5, rules.architecture().name.str());
  for (size_t i = arguments.size() - 1; i > 1; --i)
    removeArgument(arguments[i]);
  const CMakeToken &last =
      script.tokens[arguments[std::min<size_t>(1, arguments.size() - 1)].token];
  if (arguments.size() == 1)
    return edit({last.end(), last.end()}, " " + flag);
  edit({last.offset, last.end()}, flag);
  arguments[1].dropped = true;
}

void Porter::warnOfLanguage(StringRef word) {
  const Rule *rule = ruleFor(RuleKind::CMakeLanguage, word);
  recorder
      .diagnose(scriptId, Severity::Warning, rangeOf(word),
                "'" + word + "' may be the language here, and stays")
      .notes.push_back("the language is called '" + rule->to.str() + "' now");
}

/// What a variable is compared with: a language, the name of a compiler, a program, architectures.
void Porter::portCompared(const Argument &variable, const Argument &other) {
  StringRef name = variable.text, text = other.text;
  Holds holds = holdsOf(name);
  for (const CMakeReference &reference : findReferences(variable.text)) {
    name = variable.text.slice(reference.nameBegin, reference.nameEnd);
    holds = holdsOf(variable.text, reference);
    // "x${NAME}x" STREQUAL "xCUDAx"
    StringRef before = variable.text.take_front(reference.begin);
    StringRef behind = variable.text.substr(reference.end);
    if (text.size() > before.size() + behind.size() && text.starts_with(before) &&
        text.ends_with(behind))
      text = text.drop_front(before.size()).drop_back(behind.size());
    break;
  }
  if (holds == Holds::Anything && isCalledLanguage(name) && isCudaLanguage(text))
    return warnOfLanguage(text);
  // Of a regular expression each alternative.
  for (; !text.empty(); text = text.drop_front()) {
    StringRef word = text.take_while([](char c) { return isNameCharacter(c) || c == '-'; });
    if (holds == Holds::Languages)
      apply(RuleKind::CMakeLanguage, word, rangeOf(word));
    else if (holds == Holds::Compiler)
      apply(RuleKind::CMakeCompiler, word, rangeOf(word));
    else if (holds == Holds::Program)
      apply(RuleKind::Program, word, rangeOf(word));
    else if (holds == Holds::Architectures && isCudaArchitecture(word)) {
      recorder
          .diagnose(scriptId, Severity::Warning, rangeOf(other.text),
                    "'" + other.text + "' is compared with architectures of MUSA")
          .notes.push_back("for example '" + rules.architecture().name.str() + "'");
      return;
    }
    text = text.drop_front(word.size());
    if (text.empty())
      return;
  }
}

/// Comparisons with CUDA's versions, and with names of compilers and the like.
void Porter::portCondition() {
  auto operand = [&](size_t i) -> Argument * {
    return i < arguments.size() && !arguments[i].literal ? &arguments[i] : nullptr;
  };
  // Only the name of a variable, or one reference to it.
  auto variableOf = [](const Argument &argument) {
    StringRef name = argument.text;
    if (name.consume_front("${"))
      name.consume_back("}");
    return name;
  };
  auto hasLevel = [&](const Argument &argument) {
    const Rule *rule = ruleFor(RuleKind::CMakeVariable, variableOf(argument));
    if (rule && !rule->level.empty() && (!argument.quoted || argument.text.contains('$')))
      return true;
    return llvm::any_of(findReferences(argument.text), [&](const CMakeReference &reference) {
      const Rule *inner = ruleFor(RuleKind::CMakeVariable,
                                  argument.text.slice(reference.nameBegin, reference.nameEnd));
      return inner && !inner->level.empty();
    });
  };
  // A number, or a regular expression.
  auto isLiteral = [](const Argument &argument) {
    return !argument.text.contains("${") && argument.text.find_first_of("0123456789") < 4;
  };
  for (size_t i = 1; i + 1 < arguments.size(); ++i) {
    if (!arguments[i].quoted && arguments[i].text == "IN_LIST" && operand(i - 1) && operand(i + 1))
      portCompared(arguments[i + 1], arguments[i - 1]);
    if (arguments[i].quoted || !comparesVersions(arguments[i].text))
      continue;
    Argument *sides[] = {operand(i - 1), operand(i + 1)};
    for (size_t side : {0u, 1u}) {
      if (!sides[side])
        continue;
      Argument &argument = *sides[side];
      const Rule *rule = ruleFor(RuleKind::CMakeVariable, variableOf(argument));
      const Argument *other = sides[1 - side];
      if (other)
        portCompared(argument, *other);
      if (!other || !(isLiteral(*other) || hasLevel(*other))) {
        if (hasLevel(argument))
          warnOfVersion(argument.range(), argument.text);
        continue;
      }
      if (rule && !rule->level.empty() && !argument.text.contains('$') && !argument.quoted) {
        replaceByLevel(*rule, argument.range(), argument.text);
        argument.isVariable = false;
        continue;
      }
      for (const CMakeReference &reference : findReferences(argument.text))
        if (reference.kind == CMakeReference::Kind::Variable)
          portReference(argument, reference, /*compared=*/true);
    }
  }
}

/// Lists of architectures: the first is the one that is ported for, the others go.
void Porter::portArchitectures() {
  bool hasOne = false;
  for (Word &word : words) {
    const Argument &argument = arguments[word.argument];
    if (argument.holds != Holds::Architectures || word.at.isExpressionName ||
        !word.at.expression.empty())
      continue;
    if (isCudaArchitecture(word.text)) {
      word.done = true;
      const Architecture &architecture = rules.architecture();
      if (hasOne && (argument.droppable || !llvm::all_of(words, [&](const Word &other) {
                       return other.argument != word.argument || &other == &word;
                     }))) {
        word.dropped = true;
      } else {
        edit(word.range(), architecture.name.str());
        hasOne = true;
      }
      continue;
    }
    for (const CMakeReference &reference : findReferences(word.text)) {
      StringRef name = word.text.slice(reference.nameBegin, reference.nameEnd);
      if (reference.kind == CMakeReference::Kind::Variable && holdsOf(name) != Holds::Architectures)
        recorder
            .diagnose(scriptId, Severity::Warning, word.range(),
                      "'" + word.text + "' has to hold architectures of MUSA")
            .notes.push_back("for example '" + rules.architecture().name.str() + "'");
    }
  }
}

//===--- Words ---------------------------------------------------------------//

/// True for what is evaluated for CUDA's compiler only.
bool Porter::guardsDevice(StringRef condition) {
  if (!condition.contains("COMPILE_LANG") || condition.contains("$<NOT:"))
    return false;
  for (const CMakeWord &word : splitWords(condition).words)
    if (word.expression.starts_with("COMPILE_LANG") && isCudaLanguage(word.text))
      return true;
  return false;
}

void Porter::splitArguments() {
  words.clear();
  std::vector<StringRef> texts;
  texts.reserve(arguments.size());
  for (const Argument &argument : arguments)
    texts.push_back(argument.literal || argument.prose || argument.dropped ? StringRef()
                                                                           : argument.text);
  const CMakeWords split = splitWords(texts);
  std::vector<char> isDevice;
  isDevice.reserve(split.guards.size());
  for (const CMakeGuard &guard : split.guards)
    isDevice.push_back((guard.outer < isDevice.size() && isDevice[guard.outer]) ||
                       guardsDevice(guard.condition));
  for (const CMakeWord &at : split.words) {
    Word word;
    word.argument = at.argument;
    word.at = at;
    word.text = at.text;
    // "SHELL:-a b" is for CMake's sake.
    if (at.expression.empty())
      word.text.consume_front("SHELL:");
    word.begin = static_cast<uint32_t>(word.text.data() - buffer.data());
    word.device = arguments[at.argument].holds == Holds::Flags ||
                  (at.guard < isDevice.size() && isDevice[at.guard]);
    words.push_back(word);
  }
}

bool Porter::canDrop(const Word &word) const {
  const Argument &argument = arguments[word.argument];
  if (argument.droppable || word.at.guard != CMakeWord::noGuard)
    return true;
  const bool isOneOfSeveral = argument.text.size() > word.text.size();
  if (!argument.quoted) // of a;b
    return shape == Shape::Set && isOneOfSeveral;
  return shape == Shape::Properties || shape == Shape::Set || isOneOfSeveral;
}

/// Words that are flags of nvcc's.
void Porter::portFlag(size_t i) {
  Word &word = words[i];
  const std::optional<FlagUse> use =
      findFlag(rules, word.text,
               i + 1 < words.size() && words[i + 1].at.group == word.at.group
                   ? std::optional(words[i + 1].text)
                   : std::nullopt,
               word.device);
  if (!use)
    return;
  const Rule &rule = *use->rule;
  Word *second = use->takesNext ? &words[i + 1] : nullptr;
  StringRef value = use->value;

  word.done = true;
  StringRef shown = second ? buffer.slice(word.begin, second->range().end) : word.text;
  const JsonRange range{word.begin, second ? second->range().end : word.range().end};
  if (rule.status == Status::Keep || !rule.edits()) {
    applyRule(rule, word.text, word.range(), {});
    if (second)
      second->done = true;
    return;
  }
  if (value.contains('\\') || (second && second->text.contains('"'))) {
    warnOfFlag(range, shown, "what is quoted in it is not looked at",
               "write it for mcc, which takes Clang's flags");
    return;
  }
  std::string to = rule.to.str();
  const bool isArchitecture = StringRef(to).contains("$arch");
  if (size_t at = to.find("$arch"); at != std::string::npos)
    to.replace(at, 5, rules.architecture().name.str());
  const bool repeats = isArchitecture && !architectureFlags.insert(to).second;
  const bool keepsValue = to == "$value";
  // What would have to go: the flag, its value, or both.
  const bool drops = to.empty() || repeats || second;
  if (drops && (!canDrop(word) || (second && !keepsValue && !canDrop(*second)))) {
    warnOfFlag(range, shown, "'" + commandName + "' may need a word here",
               to.empty() || repeats ? "mcc needs no such flag; take it out"
                                     : "for mcc it is '" + withValue(to, value) + "'");
    if (second)
      second->done = true;
    return;
  }
  recorder.count(rule, range, shown, keepsValue ? value : to);
  if (keepsValue) { // what is left is a word, or some, of its own
    if (second)
      word.dropped = true;
    else
      edit({word.begin, rangeOf(value).begin}, "");
    // Several of them are separated by commas.
    const Argument &argument = arguments[second ? second->argument : word.argument];
    const bool isText = argument.text.contains(' ') || shape == Shape::String ||
                        (shape == Shape::Set && argument.quoted) || shape == Shape::Properties;
    separate(value, isText ? " " : ";");
    return;
  }
  to = withValue(std::move(to), value);
  if (to.empty() || repeats)
    word.dropped = true;
  else
    edit(word.range(), to);
  if (second)
    second->dropped = second->done = true;
}

/// Words that are names in a generator expression, of a compiler or in a list of languages.
bool Porter::portNamesIn(Word &word) {
  StringRef expression = word.at.expression;
  if (word.at.isExpressionName) {
    apply(RuleKind::CMakeExpression, word.text, word.range());
    return true;
  }
  if (expression.starts_with("COMPILE_LANG") || expression.starts_with("LINK_LANG")) {
    const bool isLanguage = word.at.parameter == 0 || !expression.ends_with("_ID");
    apply(isLanguage ? RuleKind::CMakeLanguage : RuleKind::CMakeCompiler, word.text, word.range());
    return true;
  }
  if (expression == "TARGET_PROPERTY")
    return apply(RuleKind::CMakeProperty, word.text, word.range()) != nullptr;
  if (arguments[word.argument].holds == Holds::Languages &&
      word.text.size() != arguments[word.argument].text.size())
    return apply(RuleKind::CMakeLanguage, word.text, word.range()) != nullptr;
  return false;
}

/// NAME::name, wherever it stands.
void Porter::portTargets(Word &word) {
  for (size_t at = word.text.find("::"); at != StringRef::npos; at = word.text.find("::", at + 2)) {
    size_t start = at;
    while (start > 0 && isNameCharacter(word.text[start - 1]))
      --start;
    StringRef space = word.text.slice(start, at);
    StringRef rest = word.text.substr(at + 2);
    StringRef name = rest.take_while(isNameCharacter);
    const auto begin = static_cast<uint32_t>(space.data() - buffer.data());
    const JsonRange range{begin, begin + static_cast<uint32_t>(space.size() + 2 + name.size())};
    StringRef target = buffer.slice(range.begin, range.end);
    StringRef behind = rest.drop_front(name.size());
    if (space.empty() || !looksLike(cudaSide(), (space + "_").str()))
      if (space.empty() || !ruleFor(RuleKind::CMakeTarget, target))
        continue;
    if (behind.starts_with("$") || behind.starts_with("@") || behind.starts_with("::") ||
        (at + 2 + name.size() == word.text.size() && name.empty())) {
      if (!composed.insert(target).second)
        continue;
      recorder
          .diagnose(scriptId, Severity::Warning, range,
                    "the name of this target is put together, and stays")
          .notes.push_back("a target of the toolkit is called MUSA::musart and the like");
      continue;
    }
    word.done |= apply(RuleKind::CMakeTarget, target, range) != nullptr;
    if (found.empty() && !context.scripts.targets.contains(target))
      recorder.leave(nullptr, range, target, Outcome::Unknown, "no rule knows it");
  }
}

/// cudaMalloc, where a name of the sources is looked for.
bool Porter::portSymbol(const Word &word) {
  if (!arguments[word.argument].symbols)
    return false;
  rules.identifier(word.text, found);
  auto rule = llvm::find_if(
      found, [](const Rule *one) { return one->contexts == 0 || (one->contexts & InCall); });
  if (rule == found.end() ||
      ((*rule)->owner == Owner::Framework && context.declared.contains(word.text)))
    return false;
  applyRule(**rule, word.text, word.range(), (*rule)->to);
  return true;
}

/// cuda_runtime.h, where a header is looked for.
bool Porter::portHeader(Word &word) {
  const std::string command = commandName.lower();
  if (!arguments[word.argument].headers && !StringRef(command).starts_with("check_include_file") &&
      command != "find_path" && command != "find_file")
    return false;
  rules.header(word.text, found);
  if (found.empty())
    return false;
  applyRule(*found.front(), word.text, word.range(), found.front()->to.trim("<>\""));
  return true;
}

/// What is behind a reference to the folder where CUDA is installed.
std::optional<StringRef> Porter::behindToolkit(StringRef text) {
  for (const CMakeReference &reference : findReferences(text))
    if (holdsOf(text, reference) == Holds::Toolkit)
      return text.substr(reference.end);
  return std::nullopt;
}

/// ${CUDA_TOOLKIT_ROOT_DIR}/lib64
bool Porter::portToolkit(StringRef path) {
  const std::optional<StringRef> rest = behindToolkit(path);
  return rest && portToolkitFolder(*rest);
}

/// find_library(... HINTS ${CUDA_TOOLKIT_ROOT_DIR} PATH_SUFFIXES lib64), unless MUSA's folder is
/// there as well.
bool Porter::portPathSuffix(const Word &word) {
  const auto before = llvm::ArrayRef(arguments).take_until(
      [](const Argument &argument) { return argument.text == "PATH_SUFFIXES"; });
  if (word.argument <= before.size() || llvm::none_of(before, [&](const Argument &argument) {
        return behindToolkit(argument.text) || findToolkitFolder(rules, argument.text, found);
      }))
    return false;
  const Rule *rule = ruleFor(RuleKind::Folder, word.text);
  if (rule && llvm::any_of(arguments, [&](const Argument &one) { return one.text == rule->to; }))
    return false;
  return portFolderWithin(word.text);
}

/// /usr/local/cuda/..., .../nvcc, and nvcc where a program is called or looked for.
bool Porter::portFolderOrProgram(const Word &word) {
  const bool calls = commandName.equals_insensitive("execute_process") ||
                     commandName.equals_insensitive("find_program") ||
                     commandName.equals_insensitive("add_custom_command") ||
                     commandName.equals_insensitive("add_custom_target") ||
                     arguments[word.argument].holds == Holds::Program;
  bool isDone = portPathSuffix(word);
  for (StringRef path : splitPaths(word.text))
    isDone |= portFolder(path) || portToolkit(path);
  isDone |= portLibraryFile(word.text);
  return portProgram(word.text, calls) || isDone;
}

void Porter::portWords() {
  architectureFlags.clear();
  for (size_t i = 0; i < words.size(); ++i) {
    Word &word = words[i];
    const Argument &argument = arguments[word.argument];
    if (word.done || word.dropped)
      continue;
    if (portNamesIn(word))
      continue;
    if (argument.perhapsLanguages && isCudaLanguage(word.text)) {
      warnOfLanguage(word.text);
      continue;
    }
    const bool isWhole = word.text.size() == argument.text.size();
    if (isWhole && argument.name &&
        llvm::any_of(edited, [&](JsonRange range) { return range.begin == argument.begin; }))
      continue; // portNames() has it
    if (argument.takesFlags && word.text.starts_with("-"))
      portFlag(i);
    if (word.done || portDefinition(word.text, argument.definitions) ||
        portLibrary(word.text, argument.link) || portSymbol(word) || portHeader(word))
      continue;
    // The property ENVIRONMENT has NAME=value.
    if (shape == Shape::Properties || shape == Shape::SetProperty) {
      StringRef name = word.text.take_while(isNameCharacter);
      if (name.size() < word.text.size() && word.text[name.size()] == '=')
        apply(RuleKind::Environment, name, rangeOf(name));
      StringRef value = word.text.drop_front(name.size()).ltrim("=");
      if (holdsOf(("ENV{" + name + "}").str()) == Holds::Program && !value.contains('/'))
        word.done = portProgram(value, true);
    }
    portTargets(word);
    if (!word.done && !portFolderOrProgram(word))
      portFiles(word.text, word.text,
                "a MUSA source is called .mu, or has the property LANGUAGE MUSA");
  }
}

//===--- Removal -------------------------------------------------------------//

/// Words of one argument that stand side by side.
void Porter::removeWords(size_t first, size_t last) {
  auto beside = [&](size_t a, size_t b) {
    return b < words.size() && a < words.size() && words[a].argument == words[b].argument &&
           words[a].at.group == words[b].at.group;
  };
  uint32_t begin = words[first].begin, end = words[last].range().end;
  if (beside(last, last + 1))
    end = words[last + 1].begin;
  else if (first > 0 && beside(first - 1, first))
    begin = words[first - 1].range().end;
  edit({begin, end}, "");
}

/// With the white space before it.
void Porter::removeArgument(Argument &argument) {
  argument.dropped = true;
  const CMakeToken &token = script.tokens[argument.token];
  uint32_t begin = token.offset;
  size_t before = argument.token;
  while (before > 0 && (script.tokens[before - 1].kind == CMakeToken::Kind::Space ||
                        script.tokens[before - 1].kind == CMakeToken::Kind::Newline))
    --before;
  // What is behind a comment on a line must not move up to it.
  const CMakeToken &neighbour = script.tokens[before - 1];
  if (neighbour.kind != CMakeToken::Kind::LineComment &&
      (neighbour.kind != CMakeToken::Kind::Open || before == argument.token))
    begin = neighbour.end();
  edit({begin, token.end()}, "");
}

void Porter::removeDropped() {
  for (size_t first = 0; first < words.size();) {
    const size_t argumentNumber = words[first].argument;
    size_t last = first;
    bool all = true; // of the argument
    for (; last < words.size() && words[last].argument == argumentNumber; ++last)
      all &= words[last].dropped;
    // Not if a generator expression begins or ends in it.
    all &= arguments[argumentNumber].text.find_first_of("<>") == StringRef::npos;
    Argument &argument = arguments[argumentNumber];
    if (all && argument.droppable) {
      removeArgument(argument);
    } else if (all) { // set(NAME) would have no value at all
      edit(argument.range(), argument.quoted || shape != Shape::Set ? "" : "\"\"");
    } else {
      for (size_t i = first; i < last; ++i) {
        if (!words[i].dropped)
          continue;
        size_t run = i;
        while (run + 1 < last && words[run + 1].dropped &&
               words[run + 1].at.group == words[i].at.group)
          ++run;
        removeWords(i, run);
        i = run;
      }
    }
    first = last;
  }
}

//===--- References to variables ---------------------------------------------//

void Porter::portReference(const Argument &argument, const CMakeReference &reference,
                           bool compared) {
  StringRef name = argument.text.slice(reference.nameBegin, reference.nameEnd);
  const JsonRange range{argument.begin + reference.nameBegin, argument.begin + reference.nameEnd};
  const JsonRange whole{argument.begin + reference.begin, argument.begin + reference.end};
  if (reference.kind == CMakeReference::Kind::Environment) {
    apply(RuleKind::Environment, name, range);
    return;
  }
  const Rule *rule = ruleFor(RuleKind::CMakeVariable, name);
  if (compared) {
    if (!rule || rule->level.empty())
      return;
    replaceByLevel(*rule, whole, name);
    return;
  }
  if (rule && rule->status == Status::Unsupported && !rule->edits() && argument.prose) {
    recorder.leave(nullptr, range, name, Outcome::NoAnswer, "stands in a message");
    return;
  }
  if (rule && rule->to.contains("::")) {
    applyRule(*rule, name, whole, rule->to);
    return;
  }
  rule = applyVariable(name, range, /*isReference=*/true);
  if (rule && !rule->level.empty() && rule->edits() && !argument.prose && shape != Shape::Condition)
    warnOfVersion(whole, name);
}

void Porter::replaceByLevel(const Rule &rule, JsonRange range, StringRef name) {
  edit(range, rule.level.str());
  Rule level = rule; // the level is what it is: nothing in it differs
  level.status = Status::Supported;
  recorder.count(level, range, name, rule.level);
}

void Porter::warnOfVersion(JsonRange range, StringRef name) {
  recorder
      .diagnose("musa-version-value", Severity::Warning, range,
                "'" + name + "' becomes a version of MUSA, which counts its own")
      .notes.push_back("what is compared with it has to be one of MUSA's, too");
}

void Porter::portReferences() {
  llvm::sort(edited, [](JsonRange a, JsonRange b) { return a.begin < b.begin; });
  const std::vector<JsonRange> before = edited;
  size_t next = 0;
  for (const Argument &argument : arguments) {
    if (argument.literal || argument.dropped)
      continue;
    for (const CMakeReference &reference : findReferences(argument.text)) {
      const uint32_t begin = argument.begin + reference.begin;
      const uint32_t end = argument.begin + reference.end;
      while (next < before.size() && before[next].end <= begin)
        ++next;
      if (next < before.size() && before[next].begin < end)
        continue; // it is edited, or goes
      portReference(argument, reference, /*compared=*/false);
    }
  }
}

//===--- The script ----------------------------------------------------------//

void Porter::visit(size_t commandNumber) {
  number = commandNumber;
  const CMakeCommand &command = script.commands[number];
  const CMakeToken &name = script.tokens[command.name];
  commandName = buffer.substr(name.offset, name.length);
  const std::string lower = commandName.lower();
  edited.clear();
  if (lower == "endforeach" && !loops.empty())
    loops.pop_back();
  readArguments(command);
  shape = shapeOf(lower);
  if (context.scripts.commands.contains(lower) && shape != Shape::Package)
    shape = Shape::Unknown;
  portCommandName(command, lower);
  giveRoles(lower);
  if (shape == Shape::Package)
    portPackage();
  if (shape == Shape::ArchitectureFlags)
    portArchitectureFlags();
  if (shape == Shape::Condition)
    portCondition();
  portNames();
  splitArguments();
  portArchitectures();
  portWords();
  removeDropped();
  portReferences();
}

FileResult Porter::run() {
  if (const Rule *rule = replacedPackage(context.tree.files[file].path, rules)) {
    recorder
        .diagnose(scriptId, Severity::Warning, {0, 0},
                  "this module is no longer used: copied, not ported")
        .notes.push_back("find_package(" + rule->to.str() + ") takes its place");
    return recorder.finish();
  }
  script = parseCMake(buffer);
  if (script.fault) {
    recorder
        .diagnose(scriptId, Severity::Warning, {script.fault->offset, script.fault->offset + 1},
                  script.fault->message + ": copied, not ported")
        .notes.push_back("CMake reads this script no further");
    return recorder.finish();
  }
  for (size_t i = 0; i < script.commands.size(); ++i)
    visit(i);
  return recorder.finish();
}

FileResult Porter::runTemplate() {
  Argument all;
  all.text = buffer;
  for (const CMakeReference &reference : findReferences(buffer))
    portReference(all, reference, /*compared=*/false);
  for (StringRef macro : macrosOfTemplate(buffer)) {
    // The scripts' variable of the same name, or the sources' macro.
    const Rule *rule = ruleFor(RuleKind::CMakeVariable, macro);
    if (const Rule *named = findMacro(macro, rules);
        !rule && named &&
        (named->owner != Owner::Framework || rules.portsDeclared(rules.file(named->file).library)))
      rule = named;
    if (rule && rule->edits() && rule->status != Status::Keep)
      recorder
          .diagnose(scriptId, Severity::Warning, rangeOf(macro),
                    "'" + macro + "' is called '" + rule->to + "' elsewhere, and stays")
          .notes.push_back("rename it here and where it is used");
  }
  return recorder.finish();
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

/// Whether CMake reads the port as it reads the script: as many commands, the same comments.
bool isReadAlike(StringRef before, StringRef after) {
  const CMakeScript old = parseCMake(before);
  const CMakeScript ported = parseCMake(after);
  return !ported.fault && ported.commands.size() == old.commands.size() &&
         commentsOf(after, ported) == commentsOf(before, old);
}

} // namespace

FileResult portCMake(size_t file, StringRef shownPath, StringRef buffer,
                     const ScriptContext &context) {
  FileResult result = Porter(file, shownPath, buffer, context).run();
  if (result.edits.empty() || isReadAlike(buffer, applyEdits(buffer, result.edits)))
    return result;
  // Flags and names that go on over quotes, as no person writes them, can come apart.
  return refusePort("CMake", shownPath, buffer, context);
}

FileResult portHeaderTemplate(size_t file, StringRef shownPath, StringRef buffer,
                              const ScriptContext &context) {
  return Porter(file, shownPath, buffer, context).runTemplate();
}

std::vector<StringRef> macrosOfTemplate(StringRef buffer) {
  std::vector<StringRef> macros;
  for (StringRef line : llvm::split(buffer, '\n')) {
    line = line.ltrim(" \t");
    if (!line.consume_front("#"))
      continue;
    line = line.ltrim(" \t");
    StringRef directive = line.take_while(isNameCharacter);
    if (directive != "define" && directive != "cmakedefine" && directive != "cmakedefine01")
      continue;
    StringRef name = line.drop_front(directive.size()).ltrim(" \t").take_while(isNameCharacter);
    if (!name.empty())
      macros.push_back(name);
  }
  return macros;
}

void collectDeclarations(StringRef path, StringRef buffer, const RuleSet &rules,
                         ScriptDeclarations &declarations) {
  if (replacedPackage(path, rules))
    return;
  const CMakeScript script = parseCMake(buffer);
  llvm::SmallVector<const Rule *, 2> found;
  for (size_t number = 0; number < script.commands.size(); ++number) {
    const CMakeCommand &command = script.commands[number];
    const CMakeToken &token = script.tokens[command.name];
    const std::string lower = buffer.substr(token.offset, token.length).lower();
    llvm::SmallVector<StringRef, 8> arguments;
    for (uint32_t i = command.open + 1; i < command.close; ++i)
      if (script.tokens[i].isArgument())
        arguments.push_back(contentOf(buffer, script.tokens[i]));
    if (arguments.empty())
      continue;
    StringRef first = arguments[0];
    auto addLanguages = [&](llvm::ArrayRef<StringRef> values) {
      for (StringRef value : values)
        if (StringRef variable = soleVariable(value); !variable.empty())
          declarations.languages.insert(variable);
    };
    auto holdsToolkit = [&](StringRef value) {
      if (findToolkitFolder(rules, value, found))
        return true;
      StringRef variable = soleVariable(value);
      if (declarations.toolkits.contains(variable))
        return true;
      if (value.consume_front("$ENV{") && value.consume_back("}"))
        rules.script(RuleKind::Environment, value, found);
      else
        rules.script(RuleKind::CMakeVariable, variable, found);
      return !found.empty() && found.front()->holds == Holds::Toolkit;
    };
    auto isPropertyOfLanguages = [&](StringRef name) {
      rules.script(RuleKind::CMakeProperty, name, found);
      return !found.empty() && found.front()->holds == Holds::Languages;
    };
    if (lower == "function" || lower == "macro") {
      declarations.commands.insert(first.lower());
    } else if (lower == "add_library" || lower == "add_executable") {
      declarations.targets.insert(first);
    } else if (lower == "project") {
      for (size_t i = 1; i < arguments.size(); ++i)
        if (!isBeforeProse(arguments[i - 1]))
          addLanguages(arguments[i]);
    } else if (shapeOf(lower) == Shape::Languages) {
      addLanguages(arguments);
    } else if (shapeOf(lower) == Shape::FirstLanguage) {
      addLanguages(first);
    } else if (lower == "foreach") {
      if (!loopsOverLanguages(buffer, script, number, first, rules))
        continue;
      const LoopArguments loop = loopArguments(arguments);
      for (size_t i : loop.lists)
        declarations.languages.insert(arguments[i]);
      for (size_t i : loop.items)
        addLanguages(arguments[i]);
    } else if (shapeOf(lower) == Shape::PropertyName) {
      if (llvm::any_of(llvm::ArrayRef(arguments).drop_front(), isPropertyOfLanguages))
        declarations.languages.insert(first);
    } else if (shapeOf(lower) == Shape::Package) {
      declarations.packages.insert(first);
    } else if (lower == "set") {
      if (arguments.size() > 1 && holdsToolkit(arguments[1]))
        declarations.toolkits.insert(first);
      // A variable that goes on from what it was is somebody else's.
      const std::string itself = ("${" + first + "}").str();
      if (llvm::none_of(llvm::ArrayRef(arguments).drop_front(),
                        [&](StringRef value) { return value.contains(itself); }))
        declarations.variables.insert(first);
    } else if (lower == "option" || lower == "cmake_dependent_option" ||
               StringRef(lower).starts_with("find_")) {
      declarations.variables.insert(first);
    }
  }
}

} // namespace musaport
