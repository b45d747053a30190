//===- rules/native_rules.cpp - reads rule files in the native form -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/architecture.h"
#include "rules/rule_reader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <limits>
#include <optional>

namespace musaport {
namespace {

using Kind = JsonValue::Kind;

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

/// Whether rules of `kind` are about C++, and not about build scripts.
bool isOfSources(RuleKind kind) {
  return kind == RuleKind::Identifier || kind == RuleKind::Header || kind == RuleKind::Pattern;
}

class NativeReader {
public:
  explicit NativeReader(RuleReader &reader) : reader(reader), file(reader.file) {}

  void read(const JsonValue &document);

  // Sections.
  void readStatuses(RuleKind kind, const JsonValue &section);
  void readScripts(llvm::StringRef name, const JsonValue &section);
  void readGuards(const JsonValue &section);
  void readPaths(const JsonValue &section);
  void readPortsDeclared(const JsonValue &section);

private:
  bool readFormat(const JsonValue &format);
  void readLibrary(const JsonValue &document);
  void readOwner(const JsonValue &owner);
  void readEntry(RuleKind kind, Status status, const JsonMember &entry);
  bool readFields(const JsonMember &entry, Rule &rule, bool &hasTo);
  bool readFlag(const JsonMember &entry, llvm::StringRef field, bool value, bool &flag);
  bool isWhole(const JsonMember &entry, const Rule &rule, bool hasTo);
  bool readWhen(const JsonValue &when, Rule &rule);
  void readArchitectures(const JsonValue &when, Rule &rule);
  std::optional<unsigned> readArchitecture(const JsonValue &name);
  void forStringsOf(const JsonValue &when, llvm::StringRef name,
                    llvm::function_ref<void(const JsonValue &)> one);
  bool readHolds(const JsonValue &holds, Rule &rule);
  void readGuard(const JsonMember &entry);
  bool readLeast(const JsonValue &value, unsigned &least);

  RuleReader &reader;
  RuleFile &file;
};

struct Section {
  llvm::StringRef name;
  void (*read)(NativeReader &in, const JsonValue &section);
};
constexpr Section sections[] = {
    {"identifiers",
     [](auto &in, auto &section) { in.readStatuses(RuleKind::Identifier, section); }},
    {"headers", [](auto &in, auto &section) { in.readStatuses(RuleKind::Header, section); }},
    {"patterns", [](auto &in, auto &section) { in.readStatuses(RuleKind::Pattern, section); }},
    {"namespaces", [](auto &in, auto &section) { in.readStatuses(RuleKind::Namespace, section); }},
    {"paths", [](auto &in, auto &section) { in.readPaths(section); }},
    {"guards", [](auto &in, auto &section) { in.readGuards(section); }},
    {"cmake", [](auto &in, auto &section) { in.readScripts("cmake", section); }},
    {"build", [](auto &in, auto &section) { in.readScripts("build", section); }},
    {"python", [](auto &in, auto &section) { in.readScripts("python", section); }},
    {"ports_declared", [](auto &in, auto &section) { in.readPortsDeclared(section); }},
};

//===--- The file ------------------------------------------------------------//

void NativeReader::read(const JsonValue &document) {
  if (!readFormat(*document.find("format")))
    return;
  llvm::SmallVector<llvm::StringRef, 16> known = {"format", "library", "title", "owner"};
  for (const Section &section : sections)
    known.push_back(section.name);
  known.push_back("$schema");
  reader.refuseOthers(document, known, "a rule file");

  readLibrary(document);
  llvm::StringRef title;
  if (const JsonValue *value = document.find("title");
      value && reader.readString(*value, "'title'", title))
    file.title = title.str();
  file.owner = Owner::Cuda;
  if (const JsonValue *owner = document.find("owner"))
    readOwner(*owner);
  for (const JsonMember &member : document.members)
    for (const Section &section : sections)
      if (member.key == section.name)
        section.read(*this, member.value);
}

bool NativeReader::readFormat(const JsonValue &value) {
  llvm::StringRef format;
  if (!reader.readString(value, "'format'", format))
    return false;
  if (format == nativeFormat)
    return true;
  reader.error(value.range, "unknown format " + quote(format))
      .notes.push_back("this musa-port reads '" + nativeFormat.str() + "'");
  return false;
}

void NativeReader::readLibrary(const JsonValue &document) {
  const JsonValue *library = document.find("library");
  if (!library) {
    reader.error(document.range, "'library' is missing")
        .notes.push_back("it is the name that the report counts these rules under");
    return;
  }
  llvm::StringRef name;
  if (!reader.readString(*library, "'library'", name))
    return;
  file.library = name.str();
  if (name.empty() || !llvm::isAlnum(name.front()) || !llvm::all_of(name, [](char c) {
        return llvm::isAlnum(c) || llvm::StringRef("_.+-").contains(c);
      }))
    reader.error(library->range, "'library' is not a plain name: " + quote(name))
        .notes.push_back("it is made of letters, digits and _ . + -");
}

void NativeReader::readOwner(const JsonValue &owner) {
  llvm::StringRef name;
  if (!reader.readString(owner, "'owner'", name))
    return;
  if (name == "framework")
    file.owner = Owner::Framework;
  else if (name != "cuda")
    reader.error(owner.range, "unknown owner " + quote(name))
        .notes.push_back("it is 'cuda' or 'framework'");
}

//===--- Rules by their status -----------------------------------------------//

void NativeReader::readStatuses(RuleKind kind, const JsonValue &section) {
  if (!reader.expect(section, Kind::Object, "the section"))
    return;
  reader.refuseOthers(section, statusNames, "the table of statuses");
  for (const JsonMember &group : section.members) {
    const auto *name = llvm::find(statusNames, group.key);
    if (name == std::end(statusNames) ||
        !reader.expect(group.value, Kind::Object, quote(group.key)))
      continue;
    for (const JsonMember &entry : group.value.members)
      readEntry(kind, static_cast<Status>(name - std::begin(statusNames)), entry);
  }
}

void NativeReader::readScripts(llvm::StringRef name, const JsonValue &section) {
  if (!reader.expect(section, Kind::Object, quote(name)))
    return;
  llvm::SmallVector<llvm::StringRef, 16> known;
  if (name == "cmake")
    known.push_back("package");
  for (const ScriptTable &table : scriptTables)
    if (table.section == name)
      known.push_back(table.name);
  reader.refuseOthers(section, known, quote(name));
  for (const ScriptTable &table : scriptTables)
    if (const JsonValue *rules = section.find(table.name); rules && table.section == name)
      readStatuses(table.kind, *rules);
  llvm::StringRef package;
  if (const JsonValue *value = section.find("package");
      value && name == "cmake" && reader.readString(*value, "'package'", package))
    file.package = package.str();
}

void NativeReader::readEntry(RuleKind kind, Status status, const JsonMember &entry) {
  Rule rule = reader.makeRule(kind, status, entry);
  const JsonValue &value = entry.value;
  bool hasTo = false; // a flag may be dropped: its 'to' is empty
  if (value.isString()) {
    hasTo = kind == RuleKind::Flag && status != Status::Keep;
    llvm::StringRef &target = status == Status::Keep ? rule.note : rule.to;
    if (!reader.readString(value, "the entry " + quote(entry.key), target))
      return;
  } else if (value.isObject()) {
    if (!readFields(entry, rule, hasTo))
      return;
  } else {
    reader.error(value.range, "the entry " + quote(entry.key) + " is " + describe(value.kind) +
                                  ", not a string or an object with 'to', 'note' and 'when'");
    return;
  }
  if (isWhole(entry, rule, hasTo) && checkRule(entry, rule, reader))
    file.rules.push_back(rule);
}

/// Of an entry that is an object.
bool NativeReader::readFields(const JsonMember &entry, Rule &rule, bool &hasTo) {
  const JsonValue &value = entry.value;
  const std::string name = quote(entry.key);
  llvm::SmallVector<llvm::StringRef, 5> fields = {"to", "note", "when"};
  if (isOfSources(rule.kind))
    fields.push_back("deprecated");
  if (isOfSources(rule.kind) || rule.kind == RuleKind::Namespace)
    fields.push_back("reverse");
  if (rule.kind == RuleKind::Identifier && rule.status == Status::Differs)
    fields.append({"defined_by_scripts", "note_if_compared"});
  if (rule.kind == RuleKind::CMakeVariable || rule.kind == RuleKind::CMakeProperty ||
      rule.kind == RuleKind::Environment)
    fields.push_back("holds");
  if (rule.kind == RuleKind::CMakeVariable)
    fields.push_back("level");
  reader.refuseOthers(value, fields, "the entry " + name);
  const JsonValue *to = value.find("to"), *note = value.find("note"), *when = value.find("when"),
                  *holds = value.find("holds"), *level = value.find("level"),
                  *deprecated = value.find("deprecated");
  hasTo = rule.kind == RuleKind::Flag && to != nullptr;
  if (to && to->isString() && to->string.empty() && !hasTo) {
    reader.error(to->range, "'to' is empty")
        .notes.push_back("leave it out if there is no counterpart");
    return false;
  }
  if ((to && !reader.readString(*to, "'to'", rule.to)) ||
      (note && !reader.readString(*note, "'note'", rule.note)) ||
      (when && !readWhen(*when, rule)) || (holds && !readHolds(*holds, rule)) ||
      (level && !reader.readString(*level, "'level'", rule.level)) ||
      (deprecated && !reader.readString(*deprecated, "'deprecated'", rule.deprecated)))
    return false;
  if (!readFlag(entry, "reverse", false, rule.hasReverse) ||
      !readFlag(entry, "defined_by_scripts", true, rule.isDefinedByScripts) ||
      !readFlag(entry, "note_if_compared", true, rule.isNotedIfCompared))
    return false;
  if (deprecated && (rule.deprecated.empty() || rule.deprecated.ends_with("."))) {
    reader
        .error(deprecated->range,
               "'deprecated' of " + name + " must be one sentence without a full stop")
        .notes.push_back("say what CUDA has instead: use cudaDeviceSynchronize");
    return false;
  }
  return true;
}

/// A field that is left out unless it is `value`.
bool NativeReader::readFlag(const JsonMember &entry, llvm::StringRef field, bool value,
                            bool &flag) {
  const JsonValue *found = entry.value.find(field);
  if (!found)
    return true;
  if (found->kind != JsonValue::Kind::Boolean || found->boolean != value) {
    reader.error(found->range, quote(field) + " of " + quote(entry.key) + " can only be " +
                                   (value ? "true" : "false"));
    return false;
  }
  flag = value;
  return true;
}

/// Whether the rule has what its status asks for.
bool NativeReader::isWhole(const JsonMember &entry, const Rule &rule, bool hasTo) {
  const std::string name = quote(entry.key);
  const Status status = rule.status;
  if (status == Status::Keep && (hasTo || !rule.to.empty())) {
    reader.error(entry.keyRange, name + " is kept and has a 'to'")
        .notes.push_back("move it to 'supported' or leave 'to' out");
    return false;
  }
  if (rule.to.empty() && !hasTo && status != Status::Keep && status != Status::Unsupported) {
    reader.error(entry.keyRange, name + " has no 'to'")
        .notes.push_back("a name without a counterpart is 'unsupported', one that stays is 'keep'");
    return false;
  }
  if (rule.note.empty() && status != Status::Supported && status != Status::Unverified) {
    reader.error(entry.keyRange, name + " has no 'note'")
        .notes.push_back(status == Status::Unsupported ? "say what to do instead"
                         : status == Status::Differs   ? "say how it behaves differently"
                                                       : "say why it stays");
    return false;
  }
  if (rule.note.ends_with(".")) {
    reader.error(entry.keyRange, "the note of " + name + " ends with a full stop")
        .notes.push_back("a note is one sentence without one");
    return false;
  }
  return true;
}

bool NativeReader::readHolds(const JsonValue &holds, Rule &rule) {
  static constexpr llvm::StringRef known[] = {"flags",    "architectures", "languages",
                                              "compiler", "program",       "toolkit"};
  static constexpr Holds values[] = {Holds::Flags,    Holds::Architectures, Holds::Languages,
                                     Holds::Compiler, Holds::Program,       Holds::Toolkit};
  llvm::StringRef name;
  if (!reader.readString(holds, "'holds'", name))
    return false;
  const auto *found = llvm::find(known, name);
  if (found == std::end(known)) {
    reader.error(holds.range, "unknown value " + quote(name) + " of 'holds'")
        .notes.push_back("there are " + listOf(known));
    return false;
  }
  rule.holds = values[found - std::begin(known)];
  return true;
}

/// Calls `one` with each string of the array `name`; an empty one would never apply.
void NativeReader::forStringsOf(const JsonValue &when, llvm::StringRef name,
                                llvm::function_ref<void(const JsonValue &)> one) {
  const JsonValue *list = when.find(name);
  if (!list || !reader.expect(*list, Kind::Array, "'" + name + "'"))
    return;
  if (list->elements.empty())
    reader.error(list->range, "'" + name + "' is empty, so the rule never applies")
        .notes.push_back("leave it out for no limit");
  for (const JsonValue &element : list->elements)
    if (reader.expect(element, Kind::String, "an element of '" + name + "'"))
      one(element);
}

/// The index of the architecture that `name` names.
std::optional<unsigned> NativeReader::readArchitecture(const JsonValue &name) {
  if (std::optional<unsigned> index = findArchitecture(name.string))
    return index;
  llvm::SmallVector<llvm::StringRef, 8> known;
  for (const Architecture &architecture : architectures())
    known.push_back(architecture.name);
  reader.error(name.range, "unknown architecture " + quote(name.string))
      .notes.push_back("there are " + listOf(known));
  return std::nullopt;
}

/// Those that fit all of 'arch', 'from' and 'warp_size'.
void NativeReader::readArchitectures(const JsonValue &when, Rule &rule) {
  const size_t before = reader.faults();
  const JsonValue *limit = nullptr;
  uint8_t fitting = std::numeric_limits<uint8_t>::max();
  auto keep = [&](auto fits) {
    for (unsigned i = 0; i < architectures().size(); ++i)
      if (!fits(i))
        fitting = static_cast<uint8_t>(fitting & ~(1u << i));
  };
  if (const JsonValue *names = when.find("arch")) {
    llvm::SmallVector<unsigned, 8> named;
    forStringsOf(when, "arch", [&](const JsonValue &name) {
      if (std::optional<unsigned> index = readArchitecture(name))
        named.push_back(*index);
    });
    keep([&](unsigned i) { return llvm::is_contained(named, i); });
    limit = names;
  }
  if (const JsonValue *first = when.find("from");
      first && reader.expect(*first, Kind::String, "'from'")) {
    if (std::optional<unsigned> index = readArchitecture(*first))
      keep([&](unsigned i) { return i >= *index; });
    limit = first;
  }
  if (const JsonValue *lanes = when.find("warp_size");
      lanes && reader.expect(*lanes, Kind::Number, "'warp_size'")) {
    keep([&](unsigned i) { return architectures()[i].warpSize == lanes->number; });
    limit = lanes;
  }
  if (!limit || reader.faults() != before)
    return;
  const auto all = static_cast<uint8_t>((1u << architectures().size()) - 1);
  if ((fitting & all) == 0)
    reader.error(limit->range, "no architecture fits 'when', so the rule never applies");
  rule.archs = static_cast<uint8_t>(fitting & all);
}

bool NativeReader::readWhen(const JsonValue &when, Rule &rule) {
  if (!reader.expect(when, Kind::Object, "'when'"))
    return false;
  const size_t before = reader.faults();
  static constexpr llvm::StringRef fields[] = {"arch", "from", "warp_size", "in"};
  reader.refuseOthers(when, fields, "'when'");
  if (when.members.empty())
    reader.error(when.range, "'when' is empty").notes.push_back("leave it out for no limit");
  readArchitectures(when, rule);
  forStringsOf(when, "in", [&](const JsonValue &element) {
    static constexpr llvm::StringRef known[] = {"macro",   "call",   "type", "string",
                                                "include", "device", "flags"};
    static constexpr Context contexts[] = {InMacro,   InCall,   InType, InString,
                                           InInclude, InDevice, InFlags};
    const auto *found = llvm::find(known, llvm::StringRef(element.string));
    if (found != std::end(known))
      rule.contexts = static_cast<uint8_t>(rule.contexts | contexts[found - std::begin(known)]);
    else
      reader.error(element.range, "unknown value " + quote(element.string) + " of 'in'")
          .notes.push_back("there are " + listOf(known));
  });
  return reader.faults() == before;
}

//===--- Other sections ------------------------------------------------------//

void NativeReader::readGuards(const JsonValue &section) {
  if (!reader.expect(section, Kind::Object, "'guards'"))
    return;
  for (const JsonMember &entry : section.members)
    readGuard(entry);
}

bool NativeReader::readLeast(const JsonValue &value, unsigned &least) {
  if (!reader.expect(value, Kind::Number, "'least'"))
    return false;
  if (value.number < 0 || value.number > UINT32_MAX || value.number != std::floor(value.number)) {
    reader.error(value.range, "'least' is no whole number that a version may be");
    return false;
  }
  least = static_cast<unsigned>(value.number);
  return true;
}

void NativeReader::readGuard(const JsonMember &entry) {
  const std::string name = quote(entry.key);
  if (!reader.checkIdentifier(entry.keyRange, entry.key, "the guard") ||
      !reader.expect(entry.value, Kind::Object, "the guard " + name))
    return;
  static constexpr llvm::StringRef fields[] = {"kind", "to", "level", "least", "note"};
  reader.refuseOthers(entry.value, fields, "the guard " + name);
  GuardRule guard;
  guard.line = reader.lineOf(entry);
  guard.macro = reader.save(entry.key);
  const JsonValue *kind = entry.value.find("kind"), *to = entry.value.find("to"),
                  *level = entry.value.find("level"), *least = entry.value.find("least");
  llvm::StringRef kindName;
  if (!kind || !to) {
    reader.error(entry.keyRange, "the guard " + name + " has no '" + (kind ? "to" : "kind") + "'");
    return;
  }
  if (!reader.readString(*kind, "'kind'", kindName) || !reader.readString(*to, "'to'", guard.to) ||
      !reader.checkIdentifier(to->range, guard.to, "'to'") ||
      (level && (!reader.readString(*level, "'level'", guard.level) ||
                 !reader.checkIdentifier(level->range, guard.level, "'level'"))) ||
      (least && !readLeast(*least, guard.least)))
    return;
  if (kindName == "architecture") {
    guard.kind = GuardRule::Kind::Architecture;
    if (level || least) {
      reader
          .error((level ? level : least)->range,
                 "an architecture guard has no " + quote(level ? "level" : "least"))
          .notes.push_back("its numbers are translated with rules/gpu/architectures.json");
      return;
    }
  } else if (kindName == "version") {
    guard.kind = GuardRule::Kind::Version;
    if (!level) {
      reader.error(entry.keyRange, "the guard " + name + " has no 'level'")
          .notes.push_back(
              "name the macro that holds the CUDA version whose interface the port offers");
      return;
    }
  } else {
    reader.error(kind->range, "unknown kind of guard " + quote(kindName))
        .notes.push_back("there are 'architecture' and 'version'");
    return;
  }
  file.guards.push_back(guard);
}

void NativeReader::readPaths(const JsonValue &section) {
  if (!reader.expect(section, Kind::Object, "'paths'"))
    return;
  for (const JsonMember &entry : section.members) {
    PathRule path;
    path.line = reader.lineOf(entry);
    path.from = reader.save(entry.key);
    if (!reader.checkText(entry.keyRange, path.from, "the key") ||
        !reader.readString(entry.value, "the path " + quote(entry.key), path.to) ||
        !checkPath(entry.keyRange, path.from, reader) ||
        !checkPath(entry.value.range, path.to, reader))
      continue;
    if (path.from.ends_with("/") != path.to.ends_with("/")) {
      reader.error(entry.keyRange,
                   "only one of " + quote(path.from) + " and " + quote(path.to) + " ends with a /");
      continue;
    }
    file.paths.push_back(path);
  }
}

void NativeReader::readPortsDeclared(const JsonValue &section) {
  if (!reader.expect(section, Kind::Array, "'ports_declared'"))
    return;
  for (const JsonValue &element : section.elements) {
    llvm::StringRef library;
    if (reader.readString(element, "an element of 'ports_declared'", library))
      file.portsDeclared.push_back(library.str());
  }
}

} // namespace

void readNativeRules(const JsonValue &document, RuleReader &reader) {
  NativeReader(reader).read(document);
}

} // namespace musaport
