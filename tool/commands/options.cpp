//===- commands/options.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/options.h"

#include "commands/report_files.h"
#include "rules/architecture.h"
#include "source/file_io.h"
#include "source/suggestion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <boost/program_options.hpp>

#include <sstream>
#include <thread>
#include <utility>

namespace po = boost::program_options;

namespace musaport {
namespace {

using Strings = std::vector<std::string>;

using Command = Options::Command;

/// The commands that an option goes with, as bits.
using Commands = unsigned;
constexpr Commands bit(Command command) { return 1u << static_cast<unsigned>(command); }
constexpr Commands port = bit(Command::Port);
constexpr Commands check = bit(Command::Check);
constexpr Commands update = bit(Command::Update);
constexpr Commands explain = bit(Command::Explain);
constexpr Commands rules = bit(Command::Rules);
constexpr Commands ofTrees = port | check | update;
constexpr Commands all = ofTrees | explain | rules;

struct Option {
  enum class Kind : uint8_t { Flag, Text, TextOrAlways, List, Number };
  enum class Group : uint8_t { Output, Input, Rules, Checking, Reporting };
  /// What must be asked for, too, for the option to have an effect.
  enum class Needs : uint8_t { Nothing, Parse, ParseOrPtx };

  const char *name; ///< with its letter: output,o
  Kind kind;
  const char *value; ///< what help texts call it
  Group group;
  Commands commands;
  const char *help; ///< $ARCHITECTURES: their names
  Needs needs = Needs::Nothing;
  const char *alias = nullptr; ///< an older name, which means the same
};

using Kind = Option::Kind;
using Group = Option::Group;
using Needs = Option::Needs;

constexpr const char *groupTitles[] = {"Output", "Input", "Rules", "Checking", "Reporting"};

// What the help texts say.
static_assert(TaskLimits().seconds == 600 && TaskLimits().megabytes == 4096);

constexpr Option table[] = {
    {"output,o", Kind::Text, "DIR", Group::Output, port,
     "write the port to DIR (default: SRC_musa or SRC_cuda beside SRC)"},
    {"in-place", Kind::Flag, "", Group::Output, port,
     "change the tree itself; refuses uncommitted changes without --force"},
    {"diff", Kind::Flag, "", Group::Output, port, "write nothing, print a unified diff"},
    {"dry-run", Kind::Flag, "", Group::Output, port | update,
     "write nothing, exit with 1 if there is anything to do", Needs::Nothing, "check"},
    {"list", Kind::Flag, "", Group::Output, port,
     "write nothing, print the new name of each file: FILE <tab> OUTPUT"},
    {"force", Kind::Flag, "", Group::Output, ofTrees,
     "overwrite a baseline and files that musa-port did not write"},
    {"rename-dirs", Kind::Flag, "", Group::Output, port | update,
     "rename cuda to musa (m2c: musa to cuda) in folder names too"},
    {"no-rename-dirs", Kind::Flag, "", Group::Output, port | update,
     "keep folder names, even if the project file renames them"},

    {"exclude", Kind::List, "GLOB", Group::Input, ofTrees | explain,
     "leave out files and folders that match GLOB (gitignore syntax, repeatable)"},
    {"include", Kind::List, "GLOB", Group::Input, ofTrees | explain,
     "take only files and folders that match GLOB (gitignore syntax, repeatable)"},
    {"extension", Kind::List, ".EXT", Group::Input, ofTrees | explain,
     "port files with this extension too (repeatable)"},
    {"python", Kind::Text, "WHEN", Group::Input, ofTrees | explain,
     "when to port Python files: auto (default; only if musa-converter can run), off or require"},
    {"launch,l", Kind::List, "FILE", Group::Input, ofTrees | explain,
     "a Python file that is run directly: it gets `import torch_musa` (repeatable)"},
    {"assume-filename", Kind::Text, "NAME", Group::Input, port,
     "the file name to assume if SRC is - (standard input)"},
    {"trust-project-file", Kind::Flag, "", Group::Input, ofTrees | explain,
     "let .musa-port.json name files and folders outside of its repository"},
    {"jobs,j", Kind::Number, "N", Group::Input, ofTrees | explain,
     "number of threads (default: one per core)"},

    {"direction", Kind::Text, "WAY", Group::Rules, all,
     "c2m: from CUDA to MUSA (default); m2c: from MUSA to CUDA, by the same rules"},
    {"rules,r", Kind::List, "FILE", Group::Rules, all,
     "a rule file that overrides the default rules (repeatable)"},
    {"no-default-rules", Kind::Flag, "", Group::Rules, all, "use only the rules given with -r"},
    {"arch", Kind::Text, "MP", Group::Rules, all, "architecture to port for: $ARCHITECTURES"},

    {"translate-ptx", Kind::Flag, "", Group::Checking, port | update | explain,
     "translate inline PTX to C++"},
    {"parse", Kind::Flag, "", Group::Checking, port | update,
     "parse the sources: keep names that the tree itself declares, report what check reports"},
    {"analyze", Kind::Flag, "", Group::Checking, ofTrees | explain,
     "the same as --translate-ptx --parse; check always does both"},
    {"checks", Kind::Text, "GLOB,-GLOB", Group::Checking, ofTrees,
     "the checks to run; a leading - excludes (default: *)", Needs::ParseOrPtx},
    {"list-checks", Kind::Flag, "", Group::Checking, ofTrees, "list the checks"},
    {"build,p", Kind::Text, "DIR", Group::Checking, ofTrees,
     "a build folder whose compile_commands.json says how sources are parsed", Needs::Parse},
    {"without", Kind::List, "FEATURE", Group::Checking, ofTrees,
     "a feature that the port's build leaves out; only fp64 is known (-mathx-disable-fp64)",
     Needs::Parse},
    {"cache", Kind::Text, "DIR", Group::Checking, ofTrees,
     "where to keep findings for the next run (default: ~/.cache/musa-port/check)", Needs::Parse},
    {"no-cache", Kind::Flag, "", Group::Checking, ofTrees,
     "parse everything anew, and keep nothing", Needs::Parse},
    {"timeout", Kind::Number, "SECONDS", Group::Checking, ofTrees,
     "the processor time that parsing a source may take (default: 600)", Needs::Parse},
    {"memory", Kind::Number, "MB", Group::Checking, ofTrees,
     "the memory that parsing a source may take (default: 4096)", Needs::Parse},
    {"line-filter", Kind::Text, "JSON", Group::Checking, ofTrees,
     "report only findings in these files and lines: [{\"name\":\"a.cu\",\"lines\":[[1,3]]}]",
     Needs::ParseOrPtx},
    {"baseline", Kind::Text, "FILE", Group::Checking, ofTrees,
     "leave out the findings that are in FILE", Needs::ParseOrPtx},
    {"write-baseline", Kind::Text, "FILE", Group::Checking, ofTrees,
     "write all findings to FILE and show none; --force overwrites it", Needs::ParseOrPtx},
    {"export-fixes", Kind::Text, "FILE", Group::Checking, ofTrees,
     "write the findings with their fixes to FILE, for clang-apply-replacements",
     Needs::ParseOrPtx},

    {"report", Kind::List, "FILE", Group::Reporting, ofTrees,
     "write a full report to FILE.json, FILE.sarif or FILE.html (repeatable)"},
    {"depfile", Kind::Text, "FILE.d", Group::Reporting, port,
     "write to FILE.d what FILE depends on, as a rule for Make and Ninja"},
    {"stats", Kind::Flag, "", Group::Reporting, ofTrees, "print time, speed and sizes"},
    {"color", Kind::TextOrAlways, "WHEN", Group::Reporting, all, "auto, always or never"},
    {"quiet,q", Kind::Flag, "", Group::Reporting, all, "print errors only"},
    {"verbose,v", Kind::Flag, "", Group::Reporting, all, "print remarks, and lists in full"},
    {"version", Kind::Flag, "", Group::Reporting, all, "print the version"},
    {"help,h", Kind::Flag, "", Group::Reporting, all, "print this help"},
};

/// What follows `musa-port` on a line of the usage.
struct Usage {
  Command command;
  const char *words;
  const char *what;
};

constexpr Usage usages[] = {
    {Command::Port, "[options] SRC...", "port folders or files"},
    {Command::Port, "[options] - < IN > OUT", "port one file"},
    {Command::Port, "", "port what .musa-port.json names"},
    {Command::Check, "check [options] SRC...", "list all that a person must decide; write nothing"},
    {Command::Update, "update OLD_SRC NEW_SRC OUT",
     "update OUT, an edited port of OLD_SRC, to NEW_SRC; keep edits"},
    {Command::Explain, "explain FILE:LINE", "say which rule made or declined an edit there"},
    {Command::Rules, "rules list", "list all rules"},
    {Command::Rules, "rules show NAME", "show what the rules say about a name"},
    {Command::Rules, "rules lint FILE...", "report faults in rule files"},
};

constexpr std::pair<const char *, Command> commandNames[] = {{"check", Command::Check},
                                                             {"update", Command::Update},
                                                             {"explain", Command::Explain},
                                                             {"rules", Command::Rules}};

/// How a message calls it: `musa-port check`.
std::string called(Command command) {
  for (auto [name, named] : commandNames)
    if (named == command)
      return (llvm::Twine("musa-port ") + name).str();
  return "musa-port SRC";
}

/// Without its letter.
llvm::StringRef longName(const Option &option) {
  return llvm::StringRef(option.name).split(',').first;
}

std::string helpOf(const Option &option) {
  auto [help, list] = llvm::StringRef(option.help).split("$ARCHITECTURES");
  const bool hasList = help.size() != llvm::StringRef(option.help).size();
  return hasList ? (help + listOfArchitectures() + list).str() : help.str();
}

void describe(const Option &option, const char *name, po::options_description &description) {
  const std::string text = helpOf(option);
  auto add = [&](auto *value) {
    value->value_name(option.value);
    description.add_options()(name, value, text.c_str());
  };
  switch (option.kind) {
  case Kind::Flag:
    description.add_options()(name, text.c_str());
    break;
  case Kind::Text:
    add(po::value<std::string>());
    break;
  case Kind::TextOrAlways:
    add(po::value<std::string>()->implicit_value("always"));
    break;
  case Kind::List:
    add(po::value<Strings>()->composing());
    break;
  case Kind::Number:
    add(po::value<int>());
    break;
  }
}

llvm::Error usageError(const llvm::Twine &message) {
  return llvm::createStringError(message + " (see musa-port --help)");
}

/// The words of a response file: separated by white space; quotes and backslashes as in a shell.
llvm::Expected<Strings> readResponseFile(llvm::StringRef path) {
  llvm::Expected<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  return po::split_unix(*text, " \t\r\n");
}

llvm::Expected<Strings> expandResponseFiles(int argc, const char *const *argv) {
  Strings words;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef word = argv[i];
    if (!word.consume_front("@")) {
      words.push_back(argv[i]);
      continue;
    }
    llvm::Expected<Strings> more = readResponseFile(word);
    if (!more)
      return more.takeError();
    words.insert(words.end(), more->begin(), more->end());
  }
  return words;
}

/// What the first word asks for.
Command commandOf(const Strings &arguments) {
  if (!arguments.empty())
    for (auto [name, command] : commandNames)
      if (arguments[0] == name)
        return command;
  return Command::Port;
}

/// An option that `command` does not have.
llvm::Error checkCommand(const po::variables_map &given, Command command) {
  for (const Option &option : table) {
    llvm::StringRef name = longName(option);
    if (option.alias && given.count(option.alias))
      name = option.alias;
    if (!given.count(name.str()) || (option.commands & bit(command)))
      continue;
    std::string others;
    for (Command other : {Command::Port, Command::Check, Command::Update, Command::Explain})
      if (option.commands & bit(other))
        others += (others.empty() ? "" : ", ") + called(other);
    const std::string self = called(command);
    return llvm::createStringError("--" + name + " is not an option of " + self +
                                   "; it belongs to " + others + " (see " +
                                   (command == Command::Port ? "musa-port" : self) + " --help)");
  }
  return llvm::Error::success();
}

/// What Boost has read, by the options' names.
class Given {
public:
  explicit Given(const po::variables_map &values) : values(values) {}

  bool has(const char *name) const { return values.count(name) != 0; }
  std::optional<std::string> text(const char *name) const {
    return has(name) ? std::optional(values[name].as<std::string>()) : std::nullopt;
  }
  Strings list(const char *name) const {
    return has(name) ? values[name].as<Strings>() : Strings();
  }
  std::optional<int> number(const char *name) const {
    return has(name) ? std::optional(values[name].as<int>()) : std::nullopt;
  }

private:
  const po::variables_map &values;
};

void readOutput(const Given &given, Options &options) {
  options.output = given.text("output");
  options.inPlace = given.has("in-place");
  options.diff = given.has("diff");
  options.dryRun = given.has("dry-run") || given.has("check");
  options.list = given.has("list");
  options.force = given.has("force");
  if (given.has("rename-dirs") || given.has("no-rename-dirs"))
    options.renameDirs = given.has("rename-dirs");
}

void readInput(const Given &given, Options &options) {
  options.exclude = given.list("exclude");
  options.include = given.list("include");
  options.extensions = given.list("extension");
  options.python = given.text("python");
  options.launch = given.list("launch");
  options.trustProjectFile = given.has("trust-project-file");
  options.assumeFilename = given.text("assume-filename");
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  options.threads = static_cast<unsigned>(given.number("jobs").value_or(cores));
}

llvm::Error readRules(const Given &given, Options &options) {
  options.rules = given.list("rules");
  if (given.has("no-default-rules"))
    options.defaultRules = false;
  options.arch = given.text("arch");
  const std::string direction = given.text("direction").value_or("c2m");
  if (direction != "c2m" && direction != "m2c")
    return usageError(
        "--direction takes c2m (from CUDA to MUSA) or m2c (from MUSA to CUDA), not '" + direction +
        "'");
  options.direction = direction == "c2m" ? Direction::CudaToMusa : Direction::MusaToCuda;
  return llvm::Error::success();
}

llvm::Error readChecking(const Given &given, Options &options) {
  options.checks = given.text("checks").value_or(options.checks);
  options.build = given.text("build");
  options.without = given.list("without");
  options.cache = given.text("cache");
  options.useCache = !given.has("no-cache");
  if (const std::optional<int> seconds = given.number("timeout"))
    options.limits.seconds = static_cast<unsigned>(*seconds);
  if (const std::optional<int> megabytes = given.number("memory"))
    options.limits.megabytes = static_cast<unsigned>(*megabytes);
  const bool both = given.has("analyze") || options.command == Command::Check;
  options.translatePtx = both || given.has("translate-ptx");
  options.parse = both || given.has("parse");
  options.lineFilter = given.text("line-filter");
  options.baseline = given.text("baseline");
  options.writeBaseline = given.text("write-baseline");
  options.exportFixes = given.text("export-fixes");
  for (const Option &option : table) {
    const llvm::StringRef name = longName(option);
    if (option.needs == Needs::Nothing || options.parse || !given.has(name.str().c_str()))
      continue;
    if (option.needs == Needs::Parse)
      return usageError("--" + name + " needs musa-port check or --parse");
    if (!options.translatePtx)
      return usageError("--" + name + " needs musa-port check, --parse or --translate-ptx");
  }
  return llvm::Error::success();
}

llvm::Error readReporting(const Given &given, Options &options) {
  options.reports = given.list("report");
  options.depfile = given.text("depfile");
  options.stats = given.has("stats");
  options.quiet = given.has("quiet");
  options.verbose = given.has("verbose");
  const std::string color = given.text("color").value_or("auto");
  if (color != "auto" && color != "always" && color != "never")
    return usageError("--color takes auto, always or never, not '" + color + "'");
  options.color = color == "auto"     ? Options::Color::Auto
                  : color == "always" ? Options::Color::Always
                                      : Options::Color::Never;
  return llvm::Error::success();
}

/// Options that cannot be given together.
llvm::Error checkTogether(const Given &given, const Options &options) {
  const bool readsInput = llvm::is_contained(options.arguments, "-");
  const bool writesNoTree = options.inPlace || options.diff || options.dryRun || options.list;
  if (options.inPlace + options.diff + options.dryRun + options.list + options.output.has_value() >
      1)
    return usageError("only one of -o, --in-place, --diff, --dry-run and --list can be given");
  if (options.command == Command::Check &&
      (options.direction == Direction::MusaToCuda || readsInput))
    return usageError("check reads CUDA sources from files and folders: it takes neither standard "
                      "input nor --direction m2c");
  if (options.depfile && writesNoTree)
    return usageError("--depfile lists what an output depends on: it needs -o");
  if (readsInput &&
      (writesNoTree || options.output || options.depfile || options.arguments.size() > 1))
    return usageError(
        "- reads standard input and writes standard output: it cannot be combined with other "
        "sources, -o, --in-place, --diff, --dry-run, --list or --depfile");
  if (given.has("cache") && given.has("no-cache"))
    return usageError("--cache and --no-cache contradict each other");
  if (given.has("rename-dirs") && given.has("no-rename-dirs"))
    return usageError("--rename-dirs and --no-rename-dirs contradict each other");
  if (options.quiet && options.verbose)
    return usageError("--quiet and --verbose contradict each other");
  return llvm::Error::success();
}

/// Values that no option takes, whatever else is given.
llvm::Error checkValues(const Given &given, const Options &options) {
  const int jobs = given.number("jobs").value_or(1);
  if (jobs < 1 || jobs > 1024)
    return usageError("-j takes a number of threads from 1 to 1024");
  constexpr int most = 1 << 30;
  for (const char *limit : {"timeout", "memory"})
    if (const int value = given.number(limit).value_or(1); value < 1 || value > most)
      return usageError(llvm::Twine("--") + limit + " takes a number from 1 on");
  for (const std::string &report : options.reports)
    if (!reportFormat(report))
      return usageError("--report writes FILE.json, FILE.sarif or FILE.html, not '" + report + "'");
  if (options.depfile && !llvm::StringRef(*options.depfile).ends_with(".d"))
    return usageError("--depfile takes a name that ends in .d: FILE.d gets the rule for FILE");
  for (const std::string &extension : options.extensions)
    if (!llvm::StringRef(extension).starts_with(".") || extension.size() < 2)
      return usageError("--extension takes an extension with its dot (.cuinc), not '" + extension +
                        "'");
  return llvm::Error::success();
}

llvm::Expected<Options> interpret(const po::variables_map &values) {
  const Given given(values);
  Options options;
  options.arguments = given.list("arguments");
  options.command = options.helpOf = commandOf(options.arguments);
  if (options.command != Command::Port)
    options.arguments.erase(options.arguments.begin());
  if (llvm::Error error = checkCommand(values, options.command))
    return error;
  if (given.has("help"))
    options.command = Command::Help;
  else if (given.has("version"))
    options.command = Command::Version;
  else if (given.has("list-checks"))
    options.command = Command::ListChecks;
  else if (given.has("answer-words"))
    options.command = Command::AnswerWords;
  else if (given.has("print-options"))
    options.command = Command::PrintOptions;
  readOutput(given, options);
  readInput(given, options);
  if (llvm::Error error = readChecking(given, options))
    return error;
  if (llvm::Error error = readRules(given, options))
    return error;
  if (llvm::Error error = readReporting(given, options))
    return error;
  if (llvm::Error error = checkTogether(given, options))
    return error;
  if (llvm::Error error = checkValues(given, options))
    return error;
  return options;
}

} // namespace

llvm::Expected<Options> parseOptions(int argc, const char *const *argv) {
  llvm::Expected<Strings> words = expandResponseFiles(argc, argv);
  if (!words)
    return words.takeError();
  // Boost reports by exception; this is where they end.
  try {
    po::options_description known;
    for (const Option &option : table) {
      describe(option, option.name, known);
      if (option.alias)
        describe(option, option.alias, known);
    }
    known.add_options()("arguments", po::value<Strings>());
    known.add_options()("answer-words", "for musa-converter alone");
    known.add_options()("print-options", "for the manual page and completions");
    po::positional_options_description positional;
    positional.add("arguments", -1);
    po::variables_map given;
    // No guessing of abbreviated options: a script must not change its meaning when one is added.
    const auto style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::store(
        po::command_line_parser(*words).options(known).positional(positional).style(style).run(),
        given);
    po::notify(given);
    return interpret(given);
  } catch (const po::unknown_option &error) {
    Strings known;
    for (const Option &option : table)
      known.push_back("--" + longName(option).str());
    return usageError(error.what() + didYouMean(error.get_option_name(), known));
  } catch (const std::exception &error) {
    return usageError(error.what());
  }
}

void printOptions(llvm::raw_ostream &out) {
  for (Command command :
       {Command::Port, Command::Check, Command::Update, Command::Explain, Command::Rules})
    for (const Option &option : table)
      if (option.commands & bit(command))
        out << (command == Command::Port ? "port"
                                         : llvm::StringRef(called(command)).split(' ').second)
            << '\t' << longName(option) << '\t' << llvm::StringRef(option.name).split(',').second
            << '\t' << option.value << '\t' << helpOf(option) << '\n';
}

std::string suggestCommand(llvm::StringRef word) {
  Strings known;
  for (auto [name, command] : commandNames)
    known.push_back(name);
  return didYouMean(word, known);
}

void printHelp(llvm::raw_ostream &out, Command command) {
  const bool isGeneral = command == Command::Port;
  if (isGeneral)
    out << "Ports CUDA source trees to MUSA, and back.\n\n";
  const char *before = "usage: ";
  for (const Usage &usage : usages) {
    if (!isGeneral && usage.command != command)
      continue;
    out << before << llvm::left_justify((llvm::Twine("musa-port ") + usage.words).str(), 38)
        << usage.what << '\n';
    before = "       ";
  }
  std::ostringstream text;
  for (const char *title : groupTitles) {
    po::options_description group(title);
    for (const Option &option : table)
      if (groupTitles[static_cast<size_t>(option.group)] == title && option.commands & bit(command))
        describe(option, option.name, group);
    if (!group.options().empty())
      text << '\n' << group;
  }
  out << text.str() << "\n@FILE reads more arguments from FILE.";
  if (isGeneral)
    out << " `musa-port COMMAND --help` lists the options of check, update,\n"
           "explain and rules.";
  out << "\nExit status: 0 done; 1 done, but something needs a decision (or --dry-run found "
         "work);\n"
         "2 unusable arguments or input; 3 --dry-run found no work, but errors that stand.\n";
}

} // namespace musaport
