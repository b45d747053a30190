//===- rules/rule_file.cpp - reading rule files -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reader knows the format well enough to say in plain words what is wrong. The JSON schema, for
// editors and other programs, says the same more formally; a file that the reader takes is held
// against it, too, so that the two cannot drift apart.
//===----------------------------------------------------------------------===//
#include "rules/rule_file.h"

#include "rules/architecture.h"
#include "rules/embedded.h"
#include "rules/names.h"
#include "rules/pattern.h"
#include "source/json_schema.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <limits>
#include <utility>

namespace musaport {
namespace {

constexpr llvm::StringLiteral diagnosticId = "musa-rule-file";
constexpr llvm::StringLiteral nativeFormat = "musa-port-rules-1";

using Kind = JsonValue::Kind;

class Reader {
public:
  Reader(const TextPlaces &places, RuleFile &file, std::vector<Diagnostic> &diagnostics)
      : places(places), file(file), diagnostics(diagnostics) {}

  bool ok() const { return !faulty; }

  void readNative(const JsonValue &document);
  void readFlat(const JsonValue &document);

  /// Reports a fault; the result takes notes.
  Diagnostic &error(JsonRange range, const llvm::Twine &message) {
    faulty = true;
    diagnostics.push_back(places.diagnostic(diagnosticId, Severity::Error, range, message));
    return diagnostics.back();
  }

private:
  // Each returns false, null or an empty result after it has reported a fault.
  bool expect(const JsonValue &value, Kind kind, const llvm::Twine &what);
  bool readString(const JsonValue &value, const llvm::Twine &what, llvm::StringRef &result);
  void refuseOthers(const JsonValue &object, llvm::ArrayRef<llvm::StringRef> known,
                    const llvm::Twine &what);

  void readSection(RuleKind kind, const JsonValue &section);
  void readEntry(RuleKind kind, Status status, const JsonMember &entry);
  bool readWhen(const JsonValue &when, Rule &rule);
  bool readHolds(const JsonValue &holds, Rule &rule);
  void readGuards(const JsonValue &section);
  void readPaths(const JsonValue &section);
  void readScripts(llvm::StringRef name, const JsonValue &section);
  void readPortsDeclared(const JsonValue &section);
  void readFlatHeader(const JsonMember &entry, Rule rule);

  bool checkText(JsonRange range, llvm::StringRef text, const llvm::Twine &what);
  bool checkIdentifier(JsonRange range, llvm::StringRef name, const llvm::Twine &what);
  bool checkRule(const JsonMember &entry, const Rule &rule);
  bool checkHeader(const JsonMember &entry, const Rule &rule);
  bool checkNamespace(const JsonMember &entry, const Rule &rule);
  bool checkPath(JsonRange range, llvm::StringRef path);
  bool checkScript(const JsonMember &entry, const Rule &rule);

  Rule makeRule(RuleKind kind, Status status, const JsonMember &entry);
  llvm::StringRef save(llvm::StringRef text) { return text.copy(*file.storage); }

  const TextPlaces &places;
  RuleFile &file;
  std::vector<Diagnostic> &diagnostics;
  bool faulty = false;
};

std::optional<Status> parseStatus(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Status>>(name)
      .Case("supported", Status::Supported)
      .Case("unverified", Status::Unverified)
      .Case("differs", Status::Differs)
      .Case("unsupported", Status::Unsupported)
      .Case("keep", Status::Keep)
      .Default(std::nullopt);
}

/// Whether rules of `kind` are about C++, and not about build scripts.
bool isOfSources(RuleKind kind) {
  return kind == RuleKind::Identifier || kind == RuleKind::Header || kind == RuleKind::Pattern;
}

/// "'supported', 'unverified'"
std::string listOf(llvm::ArrayRef<llvm::StringRef> names) {
  std::string result;
  for (llvm::StringRef name : names)
    result += (result.empty() ? "'" : ", '") + name.str() + "'";
  return result;
}

/// The tables of the sections "cmake", "build" and "python".
struct ScriptTable {
  llvm::StringRef section;
  llvm::StringRef name;
  RuleKind kind;
};
constexpr ScriptTable scriptTables[] = {
    {"cmake", "commands", RuleKind::CMakeCommand},
    {"cmake", "packages", RuleKind::CMakePackage},
    {"cmake", "modules", RuleKind::CMakeModule},
    {"cmake", "languages", RuleKind::CMakeLanguage},
    {"cmake", "compilers", RuleKind::CMakeCompiler},
    {"cmake", "targets", RuleKind::CMakeTarget},
    {"cmake", "variables", RuleKind::CMakeVariable},
    {"cmake", "properties", RuleKind::CMakeProperty},
    {"cmake", "features", RuleKind::CMakeFeature},
    {"cmake", "expressions", RuleKind::CMakeExpression},
    {"build", "flags", RuleKind::Flag},
    {"build", "environment", RuleKind::Environment},
    {"build", "programs", RuleKind::Program},
    {"build", "libraries", RuleKind::Library},
    {"build", "folders", RuleKind::Folder},
    {"python", "members", RuleKind::PythonMember},
};

constexpr llvm::StringRef statusNames[] = {"supported", "unverified", "differs", "unsupported",
                                           "keep"};

bool Reader::expect(const JsonValue &value, Kind kind, const llvm::Twine &what) {
  if (value.kind == kind)
    return true;
  error(value.range, what + " is " + describe(value.kind) + ", not " + describe(kind));
  return false;
}

bool Reader::readString(const JsonValue &value, const llvm::Twine &what, llvm::StringRef &result) {
  if (!expect(value, Kind::String, what) || !checkText(value.range, value.string, what))
    return false;
  result = save(value.string);
  return true;
}

void Reader::refuseOthers(const JsonValue &object, llvm::ArrayRef<llvm::StringRef> known,
                          const llvm::Twine &what) {
  for (const JsonMember &member : object.members) {
    if (llvm::is_contained(known, member.key))
      continue;
    Diagnostic &fault = error(member.keyRange, what + " has no " + quote(member.key));
    llvm::StringRef similar = mostSimilar(member.key, known);
    fault.notes.push_back(similar.empty() ? "there are " + listOf(known)
                                          : "did you mean '" + similar.str() + "'?");
  }
}

/// A newline in a replacement would end a directive; other control characters are accidents.
bool Reader::checkText(JsonRange range, llvm::StringRef text, const llvm::Twine &what) {
  if (llvm::none_of(text, [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
      }))
    return true;
  error(range, what + " has a line end or another control character in it");
  return false;
}

bool Reader::checkIdentifier(JsonRange range, llvm::StringRef name, const llvm::Twine &what) {
  if (isIdentifier(name))
    return true;
  error(range, what + " is no identifier: " + quote(name));
  return false;
}

Rule Reader::makeRule(RuleKind kind, Status status, const JsonMember &entry) {
  Rule rule;
  rule.kind = kind;
  rule.status = status;
  rule.owner = file.owner;
  rule.line = places.line(entry.keyRange.begin);
  rule.from = save(entry.key);
  return rule;
}

void Reader::readNative(const JsonValue &document) {
  static constexpr llvm::StringRef sections[] = {
      "format",  "library",  "title",      "owner",          "identifiers",
      "headers", "patterns", "namespaces", "paths",          "guards",
      "cmake",   "build",    "python",     "ports_declared", "$schema"};
  llvm::StringRef format, text;
  const JsonValue &formatValue = *document.find("format");
  if (!readString(formatValue, "'format'", format))
    return;
  if (format != nativeFormat) {
    error(formatValue.range, "unknown format " + quote(format))
        .notes.push_back("this musa-port reads '" + nativeFormat.str() + "'");
    return;
  }
  refuseOthers(document, sections, "a rule file");

  if (const JsonValue *library = document.find("library")) {
    if (readString(*library, "'library'", text)) {
      file.library = text.str();
      if (text.empty() || !llvm::isAlnum(text.front()) || !llvm::all_of(text, [](char c) {
            return llvm::isAlnum(c) || llvm::StringRef("_.+-").contains(c);
          }))
        error(library->range, "'library' is no plain name: " + quote(text))
            .notes.push_back("it is made of letters, digits and _ . + -");
    }
  } else {
    error(document.range, "'library' is missing")
        .notes.push_back("it is the name that the report counts these rules under");
  }
  if (const JsonValue *title = document.find("title"))
    if (readString(*title, "'title'", text))
      file.title = text.str();
  file.owner = Owner::Cuda;
  if (const JsonValue *owner = document.find("owner");
      owner && readString(*owner, "'owner'", text)) {
    if (text == "framework")
      file.owner = Owner::Framework;
    else if (text != "cuda")
      error(owner->range, "unknown owner " + quote(text))
          .notes.push_back("it is 'cuda' or 'framework'");
  }

  for (const JsonMember &member : document.members) {
    if (member.key == "identifiers")
      readSection(RuleKind::Identifier, member.value);
    else if (member.key == "headers")
      readSection(RuleKind::Header, member.value);
    else if (member.key == "namespaces")
      readSection(RuleKind::Namespace, member.value);
    else if (member.key == "patterns")
      readSection(RuleKind::Pattern, member.value);
    else if (member.key == "guards")
      readGuards(member.value);
    else if (member.key == "paths")
      readPaths(member.value);
    else if (member.key == "cmake" || member.key == "build" || member.key == "python")
      readScripts(member.key, member.value);
    else if (member.key == "ports_declared")
      readPortsDeclared(member.value);
  }
}

void Reader::readSection(RuleKind kind, const JsonValue &section) {
  if (!expect(section, Kind::Object, "the section"))
    return;
  refuseOthers(section, statusNames, "the table of statuses");
  for (const JsonMember &group : section.members) {
    std::optional<Status> status = parseStatus(group.key);
    if (!status || !expect(group.value, Kind::Object, quote(group.key)))
      continue;
    for (const JsonMember &entry : group.value.members)
      readEntry(kind, *status, entry);
  }
}

void Reader::readScripts(llvm::StringRef name, const JsonValue &section) {
  if (!expect(section, Kind::Object, quote(name)))
    return;
  llvm::SmallVector<llvm::StringRef, 16> known;
  if (name == "cmake")
    known.push_back("package");
  for (const ScriptTable &table : scriptTables)
    if (table.section == name)
      known.push_back(table.name);
  refuseOthers(section, known, quote(name));
  for (const ScriptTable &table : scriptTables)
    if (const JsonValue *rules = section.find(table.name); rules && table.section == name)
      readSection(table.kind, *rules);
  llvm::StringRef package;
  if (const JsonValue *value = section.find("package");
      value && name == "cmake" && readString(*value, "'package'", package))
    file.package = package.str();
}

void Reader::readEntry(RuleKind kind, Status status, const JsonMember &entry) {
  Rule rule = makeRule(kind, status, entry);
  const JsonValue &value = entry.value;
  const std::string name = quote(entry.key);
  // A flag may be dropped.
  bool hasTo = false;
  if (value.isString()) {
    hasTo = kind == RuleKind::Flag && status != Status::Keep;
    llvm::StringRef &target = status == Status::Keep ? rule.note : rule.to;
    if (!readString(value, "the entry " + name, target))
      return;
  } else if (value.isObject()) {
    llvm::SmallVector<llvm::StringRef, 5> fields = {"to", "note", "when"};
    if (isOfSources(kind))
      fields.push_back("deprecated");
    if (kind == RuleKind::CMakeVariable || kind == RuleKind::CMakeProperty ||
        kind == RuleKind::Environment)
      fields.push_back("holds");
    if (kind == RuleKind::CMakeVariable)
      fields.push_back("level");
    refuseOthers(value, fields, "the entry " + name);
    const JsonValue *to = value.find("to"), *note = value.find("note"), *when = value.find("when"),
                    *holds = value.find("holds"), *level = value.find("level"),
                    *deprecated = value.find("deprecated");
    hasTo = kind == RuleKind::Flag && to != nullptr;
    if (to && to->isString() && to->string.empty() && !hasTo) {
      error(to->range, "'to' is empty").notes.push_back("leave it out if there is no counterpart");
      return;
    }
    if ((to && !readString(*to, "'to'", rule.to)) ||
        (note && !readString(*note, "'note'", rule.note)) || (when && !readWhen(*when, rule)) ||
        (holds && !readHolds(*holds, rule)) ||
        (level && !readString(*level, "'level'", rule.level)) ||
        (deprecated && !readString(*deprecated, "'deprecated'", rule.deprecated)))
      return;
    if (deprecated && (rule.deprecated.empty() || rule.deprecated.ends_with("."))) {
      error(deprecated->range, "'deprecated' of " + name + " is no sentence without a full stop")
          .notes.push_back("say what CUDA has instead: use cudaDeviceSynchronize");
      return;
    }
  } else {
    error(value.range, "the entry " + name + " is " + describe(value.kind) +
                           ", not a string or an object with 'to', 'note' and 'when'");
    return;
  }

  if (status == Status::Keep && (hasTo || !rule.to.empty())) {
    error(entry.keyRange, name + " is kept and has a 'to'")
        .notes.push_back("move it to 'supported' or leave 'to' out");
    return;
  }
  if (rule.to.empty() && !hasTo && status != Status::Keep && status != Status::Unsupported) {
    error(entry.keyRange, name + " has no 'to'")
        .notes.push_back("a name without a counterpart is 'unsupported', one that stays is 'keep'");
    return;
  }
  if (rule.note.empty() && status != Status::Supported && status != Status::Unverified) {
    error(entry.keyRange, name + " has no 'note'")
        .notes.push_back(status == Status::Unsupported ? "say what to do instead"
                         : status == Status::Differs   ? "say how it behaves differently"
                                                       : "say why it stays");
    return;
  }
  if (rule.note.ends_with(".")) {
    error(entry.keyRange, "the note of " + name + " ends with a full stop")
        .notes.push_back("a note is one sentence without one");
    return;
  }
  if (checkRule(entry, rule))
    file.rules.push_back(rule);
}

bool Reader::readHolds(const JsonValue &holds, Rule &rule) {
  static constexpr llvm::StringRef known[] = {"flags",    "architectures", "languages",
                                              "compiler", "program",       "toolkit"};
  static constexpr Holds values[] = {Holds::Flags,    Holds::Architectures, Holds::Languages,
                                     Holds::Compiler, Holds::Program,       Holds::Toolkit};
  llvm::StringRef name;
  if (!readString(holds, "'holds'", name))
    return false;
  const auto *found = llvm::find(known, name);
  if (found == std::end(known)) {
    error(holds.range, "unknown value " + quote(name) + " of 'holds'")
        .notes.push_back("there are " + listOf(known));
    return false;
  }
  rule.holds = values[found - std::begin(known)];
  return true;
}

bool Reader::readWhen(const JsonValue &when, Rule &rule) {
  if (!expect(when, Kind::Object, "'when'"))
    return false;
  const size_t before = diagnostics.size();
  static constexpr llvm::StringRef fields[] = {"arch", "in"};
  refuseOthers(when, fields, "'when'");
  if (when.members.empty())
    error(when.range, "'when' is empty").notes.push_back("leave it out for no limit");

  // Calls `one` with each string of the array `name`; an empty one would never apply.
  auto forStrings = [&](llvm::StringRef name, auto one) {
    const JsonValue *list = when.find(name);
    if (!list || !expect(*list, Kind::Array, "'" + name + "'"))
      return;
    if (list->elements.empty())
      error(list->range, "'" + name + "' is empty, so the rule never applies")
          .notes.push_back("leave it out for no limit");
    for (const JsonValue &element : list->elements)
      if (expect(element, Kind::String, "an element of '" + name + "'"))
        one(element);
  };
  forStrings("arch", [&](const JsonValue &element) {
    if (std::optional<unsigned> index = findArchitecture(element.string)) {
      rule.archs = static_cast<uint8_t>(rule.archs | (1u << *index));
      return;
    }
    llvm::SmallVector<llvm::StringRef, 8> known;
    for (const Architecture &architecture : architectures())
      known.push_back(architecture.name);
    error(element.range, "unknown architecture " + quote(element.string))
        .notes.push_back("there are " + listOf(known));
  });
  forStrings("in", [&](const JsonValue &element) {
    static constexpr llvm::StringRef known[] = {"macro",  "call",    "type",
                                                "string", "include", "device"};
    static constexpr Context contexts[] = {InMacro, InCall, InType, InString, InInclude, InDevice};
    const auto *found = llvm::find(known, llvm::StringRef(element.string));
    if (found != std::end(known))
      rule.contexts = static_cast<uint8_t>(rule.contexts | contexts[found - std::begin(known)]);
    else
      error(element.range, "unknown place " + quote(element.string) + " in 'in'")
          .notes.push_back("there are " + listOf(known));
  });
  return diagnostics.size() == before;
}

bool Reader::checkRule(const JsonMember &entry, const Rule &rule) {
  const JsonRange range = entry.keyRange;
  if (rule.from.empty()) {
    error(range, "an entry needs a name");
    return false;
  }
  if (!checkText(range, rule.from, "the key"))
    return false;
  switch (rule.kind) {
  case RuleKind::Identifier:
    return checkIdentifier(range, rule.from, "the key");
  case RuleKind::Header:
    return checkHeader(entry, rule);
  case RuleKind::Namespace:
    return checkNamespace(entry, rule);
  case RuleKind::Pattern:
    if (llvm::Expected<Pattern> pattern = compilePattern(rule)) {
      return true;
    } else {
      error(range, "the pattern " + quote(rule.from) +
                       " can never match: " + printable(llvm::toString(pattern.takeError())));
      return false;
    }
  case RuleKind::IdentifierPart:
  case RuleKind::HeaderPart:
    return true;
  default:
    return checkScript(entry, rule);
  }
}

bool Reader::checkScript(const JsonMember &entry, const Rule &rule) {
  const JsonRange range = entry.keyRange;
  const bool isFlag = rule.kind == RuleKind::Flag;
  if (isFlag != rule.from.starts_with("-")) {
    error(range, isFlag ? "a flag begins with '-'" : quote(rule.from) + " is a flag's name")
        .notes.push_back("flags are in the table 'flags' of the section 'build'");
    return false;
  }
  if (isFlag) {
    constexpr llvm::StringLiteral value = "$value";
    const size_t dollar = rule.from.find('$');
    if (dollar != llvm::StringRef::npos && rule.from.substr(dollar) != value) {
      error(range, "'$value' stands at the end of a flag, and nothing else with a '$'");
      return false;
    }
    if (rule.from.count(' ') > 1 || (dollar == llvm::StringRef::npos && rule.to.contains(value))) {
      error(range, quote(rule.from) + " is no flag")
          .notes.push_back("it has the form '-a', '-a=$value' or '-a $value'");
      return false;
    }
    return true;
  }
  const bool mayHaveStar = rule.kind == RuleKind::CMakeVariable;
  if (rule.from.drop_back(mayHaveStar).contains('*') ||
      (!rule.to.empty() && rule.from.ends_with("*") != rule.to.ends_with("*"))) {
    error(range, "a * stands for the rest of a variable's name, on both sides or on none");
    return false;
  }
  return true;
}

bool Reader::checkHeader(const JsonMember &entry, const Rule &rule) {
  const JsonRange range = entry.keyRange;
  if (rule.from.find_first_of("<>\"") != llvm::StringRef::npos) {
    error(range, "a header's key is the name alone, without its delimiters")
        .notes.push_back("write '" + printable(rule.from.trim("<>\"")) + "'");
    return false;
  }
  llvm::StringRef name = rule.to;
  const bool delimited = name.size() >= 2 && ((name.starts_with("<") && name.ends_with(">")) ||
                                              (name.starts_with("\"") && name.ends_with("\"")));
  if (delimited)
    name = name.drop_front().drop_back();
  if (name.find_first_of("<>\"") != llvm::StringRef::npos || (delimited && name.empty())) {
    error(range, quote(rule.to) + " is no header name")
        .notes.push_back("write x.h, <x.h> or \"x.h\"");
    return false;
  }
  const size_t stars = rule.from.count('*');
  if (stars > 1 || (stars == 1 && !rule.from.ends_with("*")) || name.count('*') > 1 ||
      (name.contains('*') && !name.ends_with("*"))) {
    error(range, "a * stands only at the end of a header's name");
    return false;
  }
  if (!name.empty() && rule.from.ends_with("*") != name.ends_with("*")) {
    error(range, "a * stands for the rest of the name on both sides, or on none");
    return false;
  }
  return true;
}

bool Reader::checkNamespace(const JsonMember &entry, const Rule &rule) {
  const JsonRange range = entry.keyRange;
  llvm::SmallVector<llvm::StringRef, 4> from, to;
  rule.from.split(from, "::");
  rule.to.split(to, "::");
  if (!llvm::all_of(from, isIdentifier)) {
    error(range, quote(rule.from) + " is no qualified namespace")
        .notes.push_back("write it as 'at::cuda'");
    return false;
  }
  if (rule.to.empty())
    return true;
  if (!llvm::all_of(to, isIdentifier)) {
    error(range, quote(rule.to) + " is no qualified namespace");
    return false;
  }
  if (from.size() != to.size() || !std::equal(from.begin(), from.end() - 1, to.begin())) {
    error(range, "only the last component of a namespace is edited: " + quote(rule.from) + " and " +
                     quote(rule.to) + " differ in more")
        .notes.push_back("use an identifier or a pattern for the rest");
    return false;
  }
  return true;
}

void Reader::readGuards(const JsonValue &section) {
  if (!expect(section, Kind::Object, "'guards'"))
    return;
  for (const JsonMember &entry : section.members) {
    const std::string name = quote(entry.key);
    if (!checkIdentifier(entry.keyRange, entry.key, "the guard") ||
        !expect(entry.value, Kind::Object, "the guard " + name))
      continue;
    static constexpr llvm::StringRef fields[] = {"kind", "to", "level", "note"};
    refuseOthers(entry.value, fields, "the guard " + name);
    GuardRule guard;
    guard.line = places.line(entry.keyRange.begin);
    guard.macro = save(entry.key);
    const JsonValue *kind = entry.value.find("kind"), *to = entry.value.find("to"),
                    *level = entry.value.find("level");
    llvm::StringRef kindName;
    if (!kind || !to) {
      error(entry.keyRange, "the guard " + name + " has no '" + (kind ? "to" : "kind") + "'");
      continue;
    }
    if (!readString(*kind, "'kind'", kindName) || !readString(*to, "'to'", guard.to) ||
        !checkIdentifier(to->range, guard.to, "'to'") ||
        (level && (!readString(*level, "'level'", guard.level) ||
                   !checkIdentifier(level->range, guard.level, "'level'"))))
      continue;
    if (kindName == "architecture") {
      guard.kind = GuardRule::Kind::Architecture;
      if (level) {
        error(level->range, "an architecture guard has no 'level'")
            .notes.push_back("its numbers are translated with rules/gpu/architectures.json");
        continue;
      }
    } else if (kindName == "version") {
      guard.kind = GuardRule::Kind::Version;
      if (!level) {
        error(entry.keyRange, "the guard " + name + " has no 'level'")
            .notes.push_back(
                "name the macro that states which CUDA version's interface is offered");
        continue;
      }
    } else {
      error(kind->range, "unknown kind of guard " + quote(kindName))
          .notes.push_back("there are 'architecture' and 'version'");
      continue;
    }
    file.guards.push_back(guard);
  }
}

/// Both sides are relative, clean and of the same form, so that no output leaves its tree.
bool Reader::checkPath(JsonRange range, llvm::StringRef path) {
  llvm::SmallVector<llvm::StringRef, 8> parts;
  path.split(parts, '/');
  if (parts.back().empty() && parts.size() > 1)
    parts.pop_back(); // the / at the end
  if (llvm::none_of(parts, [](llvm::StringRef part) {
        return part.empty() || part == "." || part == ".." || part.contains('\\');
      }))
    return true;
  error(range, quote(path) + " is no part of a path").notes.push_back("write it as 'c10/cuda/'");
  return false;
}

void Reader::readPaths(const JsonValue &section) {
  if (!expect(section, Kind::Object, "'paths'"))
    return;
  for (const JsonMember &entry : section.members) {
    PathRule path;
    path.line = places.line(entry.keyRange.begin);
    path.from = save(entry.key);
    if (!checkText(entry.keyRange, path.from, "the key") ||
        !readString(entry.value, "the path " + quote(entry.key), path.to) ||
        !checkPath(entry.keyRange, path.from) || !checkPath(entry.value.range, path.to))
      continue;
    if (path.from.ends_with("/") != path.to.ends_with("/")) {
      error(entry.keyRange,
            "only one of " + quote(path.from) + " and " + quote(path.to) + " ends with a /");
      continue;
    }
    file.paths.push_back(path);
  }
}

void Reader::readPortsDeclared(const JsonValue &section) {
  if (!expect(section, Kind::Array, "'ports_declared'"))
    return;
  for (const JsonValue &element : section.elements) {
    llvm::StringRef library;
    if (readString(element, "an element of 'ports_declared'", library))
      file.portsDeclared.push_back(library.str());
  }
}

void Reader::readFlat(const JsonValue &document) {
  file.library = llvm::sys::path::stem(file.path).str();
  file.owner = Owner::User;
  for (const JsonMember &entry : document.members) {
    if (entry.key.empty()) {
      error(entry.keyRange, "an entry needs a name");
      continue;
    }
    Rule rule = makeRule(classifyFlatKey(entry.key), Status::Supported, entry);
    if (rule.kind == RuleKind::Header) {
      readFlatHeader(entry, rule);
      continue;
    }
    if (readString(entry.value, "the entry " + quote(entry.key), rule.to) && checkRule(entry, rule))
      file.rules.push_back(rule);
  }
}

/// The name in an #include directive with its delimiters; empty if `directive` is something else.
llvm::StringRef includedName(llvm::StringRef directive) {
  directive = directive.trim();
  if (!directive.consume_front("#include"))
    return {};
  directive = directive.ltrim();
  if (directive.size() < 3)
    return {};
  const char closing = directive.front() == '<' ? '>' : '"';
  const bool isName = (directive.front() == '<' || directive.front() == '"') &&
                      directive.find(closing, 1) == directive.size() - 1;
  return isName ? directive : llvm::StringRef();
}

void Reader::readFlatHeader(const JsonMember &entry, Rule rule) {
  llvm::StringRef from = includedName(entry.key);
  if (from.empty()) {
    error(entry.keyRange, quote(entry.key) + " is no whole #include directive")
        .notes.push_back("write it up to its closing delimiter, as '#include <x.h>'");
    return;
  }
  llvm::StringRef value;
  if (!readString(entry.value, "the entry " + quote(entry.key), value))
    return;
  llvm::StringRef to = includedName(value);
  if (to.empty()) {
    llvm::StringRef trimmed = value.trim();
    Diagnostic &fault = error(entry.value.range, quote(value) + " is no whole #include directive");
    fault.notes.push_back(trimmed.empty() || trimmed.starts_with("//") || trimmed.starts_with("/*")
                              ? "a rule cannot drop an #include; map it to another one"
                              : "an #include becomes another one, as '#include \"x.h\"'");
    return;
  }
  rule.from = save(from.drop_front().drop_back());
  rule.to = save(to);
  if (checkRule(entry, rule))
    file.rules.push_back(rule);
}

/// True for what can be the name of a source file that an #include may name.
bool endsLikeFileName(llvm::StringRef key) {
  static constexpr llvm::StringRef extensions[] = {"cu",  "cuh", "mu",  "muh", "c",   "cc",
                                                   "cpp", "cxx", "h",   "hh",  "hpp", "hxx",
                                                   "inl", "inc", "ipp", "tpp"};
  const size_t dot = key.rfind('.');
  return dot != llvm::StringRef::npos && llvm::is_contained(extensions, key.substr(dot + 1)) &&
         llvm::all_of(key, [](char c) {
           return llvm::isAlnum(c) || llvm::StringRef("_.-+").contains(c) || (c & 0x80) != 0;
         });
}

} // namespace

JsonRange placeOfRule(const TextPlaces &places, uint32_t line, llvm::StringRef from) {
  llvm::StringRef text = places.lineText(line);
  const size_t key = text.find(("\"" + from + "\"").str());
  const size_t column = key != llvm::StringRef::npos ? key : text.find_first_not_of(" \t");
  const auto begin = static_cast<uint32_t>(text.data() - places.text().data() +
                                           (column == llvm::StringRef::npos ? 0 : column));
  const size_t length = key != llvm::StringRef::npos ? from.size() + 2 : 1;
  return {begin, begin + static_cast<uint32_t>(length)};
}

RuleKind classifyFlatKey(llvm::StringRef key) {
  if (key.starts_with("#include"))
    return RuleKind::Header;
  if (key.contains('/') || endsLikeFileName(key))
    return RuleKind::HeaderPart;
  if (!isIdentifier(key))
    return RuleKind::Pattern;
  const bool beginsWithOne = key.starts_with("_") && !key.starts_with("__");
  const bool endsWithOne = key.ends_with("_") && !key.ends_with("__");
  return beginsWithOne || endsWithOne ? RuleKind::IdentifierPart : RuleKind::Identifier;
}

bool parseRuleFile(llvm::StringRef path, llvm::StringRef text, RuleFile &file,
                   std::vector<Diagnostic> &diagnostics) {
  file = RuleFile();
  file.path = path.str();
  file.text = text.str();
  const TextPlaces places(file.path, file.text);
  std::optional<JsonValue> document = parseJson(places, diagnosticId, diagnostics);
  if (!document)
    return false;

  Reader reader(places, file, diagnostics);
  if (!document->isObject()) {
    reader.error(document->range, "a rule file is an object, not " + describe(document->kind));
    return false;
  }
  if (document->find("format")) {
    reader.readNative(*document);
    return reader.ok() &&
           checkSchema(*document, embedded::ruleSchema(), places, diagnosticId, diagnostics);
  }
  auto other =
      llvm::find_if(document->members, [](const JsonMember &m) { return !m.value.isString(); });
  if (other != document->members.end()) {
    reader
        .error(other->value.range, quote(other->key) + " is " + describe(other->value.kind) +
                                       ", and the file has no 'format'")
        .notes.push_back(
            "a flat rule file maps strings to strings; any other begins with \"format\": \"" +
            nativeFormat.str() + "\"");
    return false;
  }
  reader.readFlat(*document);
  return reader.ok();
}

} // namespace musaport
