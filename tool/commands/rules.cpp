//===- commands/rules.cpp - musa-port rules ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/rules.h"

#include "commands/commands.h"
#include "commands/session.h"
#include "report/report.h"
#include "rules/architecture.h"
#include "rules/lint.h"
#include "rules/names.h"
#include "source/file_io.h"
#include "source/suggestion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <utility>

namespace musaport {
namespace {

llvm::StringRef nameOf(RuleKind kind) {
  switch (kind) {
  case RuleKind::Identifier:
    return "identifier";
  case RuleKind::Header:
    return "header";
  case RuleKind::Namespace:
    return "namespace";
  case RuleKind::Pattern:
    return "pattern";
  case RuleKind::IdentifierPart:
    return "part of identifiers";
  case RuleKind::HeaderPart:
    return "part of include paths";
  case RuleKind::CMakeCommand:
    return "CMake command";
  case RuleKind::CMakePackage:
    return "CMake package";
  case RuleKind::CMakeModule:
    return "CMake module";
  case RuleKind::CMakeLanguage:
    return "CMake language";
  case RuleKind::CMakeCompiler:
    return "CMake compiler";
  case RuleKind::CMakeTarget:
    return "CMake target";
  case RuleKind::CMakeVariable:
    return "CMake variable";
  case RuleKind::CMakeProperty:
    return "CMake property";
  case RuleKind::CMakeFeature:
    return "CMake compiler feature";
  case RuleKind::CMakeExpression:
    return "CMake generator expression";
  case RuleKind::Flag:
    return "flag";
  case RuleKind::Environment:
    return "environment variable";
  case RuleKind::Program:
    return "program";
  case RuleKind::Library:
    return "library";
  case RuleKind::Folder:
    return "folder";
  case RuleKind::PythonMember:
    return "member of a Python module";
  }
  return "";
}

/// "call, type; mp_21", or nothing.
std::string describeLimits(const Rule &rule) {
  static constexpr std::pair<Context, llvm::StringLiteral> contexts[] = {
      {InMacro, "macro"},     {InCall, "call"},     {InType, "type"},  {InString, "string"},
      {InInclude, "include"}, {InDevice, "device"}, {InFlags, "flags"}};
  std::string result;
  for (const auto &[bit, name] : contexts)
    if ((rule.contexts & bit) != 0)
      result += (result.empty() ? "" : ", ") + name.str();
  llvm::StringRef separator = result.empty() ? "" : "; ";
  for (unsigned i = 0; i < architectures().size(); ++i) {
    if ((rule.archs & (1u << i)) == 0)
      continue;
    result += (separator + architectures()[i].name).str();
    separator = ", ";
  }
  return result;
}

/// What a rule, a guard or a path has in common when it is shown.
struct Row {
  llvm::StringRef from, to, status, kind, note;
  std::string limits;
  uint16_t file = 0;
  uint32_t line = 0;
  llvm::StringRef deprecated = {};
  Host host = Host::Unknown;
};

Row asRow(const Rule &rule) {
  return {
      rule.from, rule.to,   nameOf(rule.status), nameOf(rule.kind), rule.note, describeLimits(rule),
      rule.file, rule.line, rule.deprecated,     rule.host};
}

Row asRow(const PathRule &path) {
  return {path.from, path.to, "", "path", "", "", path.file, path.line};
}

Row asRow(const GuardRule &guard) {
  Row row{guard.macro, guard.to, "", "version guard", "", "", guard.file, guard.line};
  if (guard.kind == GuardRule::Kind::Architecture)
    row.kind = "architecture guard";
  else if (guard.level != guard.to)
    row.limits = "compared as " + guard.level.str();
  return row;
}

class RulesCommand {
public:
  RulesCommand(const RuleSet::Options &options, llvm::raw_ostream &out, llvm::raw_ostream &err,
               bool color)
      : options(options), out(out), err(err), color(color) {}

  int list(llvm::ArrayRef<std::string> arguments, llvm::ArrayRef<std::string> ruleFiles);
  int show(llvm::ArrayRef<std::string> names, llvm::ArrayRef<std::string> ruleFiles);
  int lint(llvm::ArrayRef<std::string> paths);
  int refuse(const llvm::Twine &message) {
    err << "musa-port: error: " << forTerminal(message.str()) << "\n";
    return exitUnusable;
  }

private:
  bool read(llvm::ArrayRef<std::string> paths, std::vector<RuleFile> &files);
  void print(llvm::ArrayRef<Diagnostic> diagnostics) {
    for (const Diagnostic &diagnostic : diagnostics)
      printDiagnostic(err, diagnostic, color);
  }
  std::vector<Row> rowsFor(const RuleSet &rules, llvm::StringRef name) const;
  void suggest(const RuleSet &rules, llvm::StringRef name);

  const RuleSet::Options &options;
  llvm::raw_ostream &out;
  llvm::raw_ostream &err;
  bool color;
};

bool RulesCommand::read(llvm::ArrayRef<std::string> paths, std::vector<RuleFile> &files) {
  bool ok = true;
  for (const std::string &path : paths) {
    llvm::Expected<std::string> text = readFile(path);
    if (!text) {
      refuse(llvm::toString(text.takeError()));
      ok = false;
      continue;
    }
    std::vector<Diagnostic> diagnostics;
    ok &= parseRuleFile(path, *text, files.emplace_back(), diagnostics);
    print(diagnostics);
  }
  return ok;
}

int RulesCommand::list(llvm::ArrayRef<std::string> arguments,
                       llvm::ArrayRef<std::string> ruleFiles) {
  std::vector<RuleFile> files;
  if (!read(ruleFiles, files))
    return exitUnusable;
  const RuleSet rules(options, std::move(files));
  print(rules.faults());

  const llvm::SmallVector<llvm::StringRef, 4> libraries(arguments.begin(), arguments.end());
  llvm::SmallVector<llvm::StringRef, 32> known;
  for (size_t i = 0; i < rules.fileCount(); ++i)
    known.push_back(rules.file(static_cast<uint16_t>(i)).library);
  for (llvm::StringRef library : libraries)
    if (!llvm::is_contained(known, library))
      return refuse("no rules for a library '" + library + "'; there are " +
                    llvm::join(known, ", "));

  std::vector<Row> rows;
  rules.forEach([&](const Rule &rule) { rows.push_back(asRow(rule)); });
  rules.forEachGuard([&](const GuardRule &guard) { rows.push_back(asRow(guard)); });
  for (const PathRule &path : rules.paths())
    rows.push_back(asRow(path));
  llvm::erase_if(rows, [&](const Row &row) {
    return !libraries.empty() && !llvm::is_contained(libraries, rules.file(row.file).library);
  });
  llvm::stable_sort(rows, [](const Row &a, const Row &b) { return a.file < b.file; });

  // A few very long names do not push everything else off the screen.
  constexpr size_t widest = 48;
  size_t fromWidth = 0, toWidth = 0;
  for (const Row &row : rows) {
    fromWidth = std::max(fromWidth, std::min(row.from.size(), widest));
    toWidth = std::max(toWidth, std::min(row.to.size(), widest));
  }
  for (const Row &row : rows) {
    std::string what = row.status.str();
    if (row.kind != "identifier")
      what += (what.empty() ? "" : " ") + row.kind.str();
    if (!row.limits.empty())
      what += " (" + row.limits + ")";
    out << llvm::left_justify(row.from, static_cast<unsigned>(fromWidth)) << " -> "
        << llvm::left_justify(row.to.empty() ? "-" : row.to, static_cast<unsigned>(toWidth)) << "  "
        << llvm::left_justify(rules.file(row.file).library, 18) << "  " << what << "\n";
  }
  return exitDone;
}

/// True if `name` is one of the names in the pattern.
bool mentions(const Rule &rule, llvm::StringRef name) {
  if (rule.from == name)
    return true;
  return rule.from.contains(name) &&
         llvm::any_of(patternTokens(rule.from), [&](const PatternToken &token) {
           return !token.wildcard && token.spelling == name;
         });
}

/// The rules that concern `name`, those that come first first.
std::vector<Row> RulesCommand::rowsFor(const RuleSet &rules, llvm::StringRef name) const {
  std::vector<Row> rows;
  llvm::SmallVector<const Rule *, 8> found;
  const llvm::StringRef header = name.trim("<>\"");
  if (const GuardRule *guard = rules.guard(name))
    rows.push_back(asRow(*guard));
  rules.identifier(name, found);
  for (const Rule *rule : found)
    rows.push_back(asRow(*rule));
  rules.header(header, found);
  for (const Rule *rule : found)
    rows.push_back(asRow(*rule));
  rules.forEachPattern([&](const Pattern &pattern) {
    if (mentions(*pattern.rule, name))
      rows.push_back(asRow(*pattern.rule));
  });
  rules.namespaces(name.substr(name.rfind(':') + 1), found);
  for (const Rule *rule : found)
    if (rule->from == name || !name.contains(':'))
      rows.push_back(asRow(*rule));
  for (unsigned kind = static_cast<unsigned>(RuleKind::CMakeCommand); kind < ruleKinds; ++kind) {
    rules.script(static_cast<RuleKind>(kind), name, found);
    for (const Rule *rule : found)
      rows.push_back(asRow(*rule));
  }
  for (const Rule *rule : rules.identifierParts())
    if (isIdentifier(name) && name.contains(rule->from))
      rows.push_back(asRow(*rule));
  for (const Rule *rule : rules.headerParts())
    if (header.contains(rule->from))
      rows.push_back(asRow(*rule));
  for (const PathRule &path : rules.paths())
    if (path.from == name || path.from == (name + "/").str())
      rows.push_back(asRow(path));
  return rows;
}

/// For a name that no rule knows: names that look like it, and names that become it.
void RulesCommand::suggest(const RuleSet &rules, llvm::StringRef name) {
  constexpr size_t most = 5;
  std::vector<std::pair<unsigned, llvm::StringRef>> similar;
  llvm::SmallVector<llvm::StringRef, 4> sources;
  const auto furthest = static_cast<unsigned>(std::clamp<size_t>(name.size() / 4, 1, 4));
  const std::string lower = name.lower();
  rules.forEach([&](const Rule &rule) {
    if (rule.to == name && sources.size() < most)
      sources.push_back(rule.from);
    if (rule.kind != RuleKind::Identifier && rule.kind != RuleKind::Header)
      return;
    if (rule.from.size() > name.size() + furthest || name.size() > rule.from.size() + furthest)
      return;
    const unsigned distance =
        llvm::StringRef(lower).edit_distance(rule.from.lower(), true, furthest);
    if (distance <= furthest)
      similar.emplace_back(distance, rule.from);
  });
  for (llvm::StringRef source : sources)
    err << "musa-port: note: '" << source << "' becomes '" << name << "'\n";
  llvm::sort(similar);
  similar.erase(std::unique(similar.begin(), similar.end()), similar.end());
  if (similar.size() > most)
    similar.resize(most);
  if (similar.empty())
    return;
  err << "musa-port: note: similar names: ";
  llvm::interleaveComma(similar, err, [&](const auto &entry) { err << entry.second; });
  err << "\n";
}

int RulesCommand::show(llvm::ArrayRef<std::string> names, llvm::ArrayRef<std::string> ruleFiles) {
  std::vector<RuleFile> files;
  if (!read(ruleFiles, files))
    return exitUnusable;
  const RuleSet rules(options, std::move(files));
  print(rules.faults());
  int result = exitDone;
  for (llvm::StringRef name : names) {
    const std::vector<Row> rows = rowsFor(rules, name);
    if (rows.empty()) {
      err << "musa-port: error: there is no rule for '" << forTerminal(name) << "'\n";
      suggest(rules, name);
      result = exitNeedsPerson;
    }
    for (const Row &row : rows) {
      if (color)
        out.changeColor(llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
      out << row.from;
      if (!row.to.empty())
        out << " -> " << row.to;
      if (color)
        out.resetColor();
      const RuleSet::FileInfo &file = rules.file(row.file);
      out << "\n  " << row.kind;
      if (!row.status.empty())
        out << ", " << row.status;
      if (!row.limits.empty())
        out << " (" << row.limits << ")";
      if (row.host != Host::Unknown)
        out << "\n  host backend: " << hostNames[static_cast<size_t>(row.host)];
      out << "\n  " << file.path << ":" << row.line << (file.isDefault ? " (default)" : "");
      if (!file.title.empty())
        out << ", " << file.title;
      if (!row.note.empty())
        out << "\n  " << row.note;
      if (!row.deprecated.empty())
        out << "\n  deprecated in CUDA: " << row.deprecated;
      out << "\n";
    }
  }
  return result;
}

int RulesCommand::lint(llvm::ArrayRef<std::string> paths) {
  std::vector<RuleFile> files;
  if (!read(paths, files))
    return exitUnusable;
  size_t rules = 0, warnings = 0;
  for (const RuleFile &file : files)
    rules += file.rules.size() + file.guards.size() + file.paths.size();
  const std::vector<Diagnostic> diagnostics = lintRules(files, options.defaults);
  for (const Diagnostic &diagnostic : diagnostics) {
    printDiagnostic(err, diagnostic, color);
    warnings += diagnostic.severity != Severity::Remark;
  }
  auto count = [](size_t number, llvm::StringRef what) {
    return std::to_string(number) + " " + what.str() + (number == 1 ? "" : "s");
  };
  out << count(rules, "rule") << " in " << count(files.size(), "file") << ", "
      << (warnings == 0 ? "no faults" : count(warnings, "warning"));
  if (diagnostics.size() > warnings)
    out << ", " << count(diagnostics.size() - warnings, "remark");
  out << "\n";
  return warnings == 0 ? exitDone : exitNeedsPerson;
}

} // namespace

int runRulesCommand(llvm::ArrayRef<std::string> arguments, const RuleSet::Options &options,
                    llvm::ArrayRef<std::string> ruleFiles, llvm::raw_ostream &out,
                    llvm::raw_ostream &err, bool color) {
  RulesCommand command(options, out, err, color);
  const llvm::StringRef verb =
      arguments.empty() ? llvm::StringRef() : llvm::StringRef(arguments.front());
  llvm::ArrayRef<std::string> rest = arguments.drop_front(arguments.empty() ? 0 : 1);
  if (verb == "list")
    return command.list(rest, ruleFiles);
  if (verb == "show")
    return rest.empty() ? command.refuse("rules show takes names") : command.show(rest, ruleFiles);
  if (verb == "lint") {
    if (options.direction == Direction::MusaToCuda)
      return command.refuse("rules lint reads rules as they are written, without --direction m2c");
    if (rest.empty())
      rest = ruleFiles;
    return rest.empty() ? command.refuse("rules lint takes rule files") : command.lint(rest);
  }
  const std::vector<std::string> verbs{"list", "show", "lint"};
  return command.refuse(verb.empty() ? llvm::Twine("rules takes list, show NAME or lint FILE")
                                     : "no command 'rules " + verb + "'" + didYouMean(verb, verbs) +
                                           " (there are " + llvm::join(verbs, ", ") + ")");
}

int Session::rulesCommand() {
  // Rules are looked at from anywhere: the project file counts if there is one, and no source is
  // needed.
  if (llvm::Error error = settle(".", {}, "."))
    return refuse(std::move(error));
  return runRulesCommand(options.arguments, settings.rules, settings.ruleFiles, llvm::outs(),
                         llvm::errs(), color);
}

} // namespace musaport
