//===- options.cpp ---------------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/options.h"

#include "commands/report_files.h"
#include "source/file_io.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

#include <boost/program_options.hpp>

#include <sstream>
#include <thread>

namespace po = boost::program_options;

namespace musaport {
namespace {

using Strings = std::vector<std::string>;

struct Described {
  po::options_description output{"Output"};
  po::options_description input{"Input"};
  po::options_description rules{"Rules"};
  po::options_description checking{"Checking"};
  po::options_description reporting{"Reporting"};

  Described() {
    output.add_options()("output,o", po::value<std::string>()->value_name("DIR"),
                         "write the port there (default: SRC_musa or SRC_cuda beside SRC)")(
        "in-place", "change the tree itself; refuses uncommitted changes without --force")(
        "diff", "write nothing, print a unified diff")(
        "check", "write nothing, exit with 1 if there is anything to port")(
        "list",
        "write nothing, print what each file would be called, on a line: FILE <tab> OUTPUT")(
        "force", "overwrite files that musa-port did not write")(
        "rename-dirs", "rename cuda to musa (m2c: musa to cuda) in folder names too")(
        "no-rename-dirs", "the reverse, where the project file asks for it");
    input.add_options()("exclude", po::value<Strings>()->composing()->value_name("GLOB"),
                        "leave these out (gitignore syntax, repeatable)")(
        "include", po::value<Strings>()->composing()->value_name("GLOB"),
        "take only these (gitignore syntax, repeatable)")(
        "extension", po::value<Strings>()->composing()->value_name(".EXT"),
        "port files with this extension too (repeatable)")(
        "python", po::value<std::string>()->value_name("WHEN"),
        "port Python files: auto (default: if musa-converter can run), off or require")(
        "launch,l", po::value<Strings>()->composing()->value_name("FILE"),
        "a Python file that is started: it gets `import torch_musa` (repeatable)")(
        "assume-filename", po::value<std::string>()->value_name("NAME"),
        "what to call standard input (SRC is -)")("jobs,j", po::value<int>()->value_name("N"),
                                                  "number of threads (default: one a core)");
    rules.add_options()("direction", po::value<std::string>()->value_name("WAY"),
                        "c2m: from CUDA to MUSA (default); m2c: back, by the same rules")(
        "rules,r", po::value<Strings>()->composing()->value_name("FILE"),
        "a rule file over the defaults (repeatable)")("no-default-rules",
                                                      "use only the rules given with -r")(
        "arch", po::value<std::string>()->value_name("MP"),
        "architecture to port for: mp_10, mp_21, mp_22, mp_31 (default)");
    checking.add_options()("analyze",
                           "of a port: look at what code does, too; translate inline PTX")(
        "checks", po::value<std::string>()->value_name("GLOB,-GLOB"),
        "the checks to run, and with - not to run (default: *)")("list-checks", "list the checks")(
        "build,p", po::value<std::string>()->value_name("DIR"),
        "a build folder whose compile_commands.json says how sources are parsed")(
        "without", po::value<Strings>()->composing()->value_name("FEATURE"),
        "what the port is compiled without: fp64 (-mathx-disable-fp64)")(
        "cache", po::value<std::string>()->value_name("DIR"),
        "where to keep what was found, for the next run (default: ~/.cache/musa-port/check)")(
        "no-cache", "parse everything, keep nothing")(
        "line-filter", po::value<std::string>()->value_name("JSON"),
        "findings in these files and lines alone: [{\"name\":\"a.cu\",\"lines\":[[1,3]]}]")(
        "baseline", po::value<std::string>()->value_name("FILE"),
        "leave out the findings that are in FILE")(
        "write-baseline", po::value<std::string>()->value_name("FILE"),
        "write all findings to FILE, and none else; --force overwrites it")(
        "export-fixes", po::value<std::string>()->value_name("FILE"),
        "write the findings with their fixes to FILE, for clang-apply-replacements");
    reporting.add_options()("report", po::value<Strings>()->composing()->value_name("FILE"),
                            "write everything that was found to FILE.json, FILE.sarif or "
                            "FILE.html (repeatable)")(
        "depfile", po::value<std::string>()->value_name("FILE.d"),
        "write what the port depends on: a rule of Make and Ninja for FILE")(
        "stats", "print time, speed and sizes")(
        "color", po::value<std::string>()->implicit_value("always")->value_name("WHEN"),
        "auto, always or never")("quiet,q", "print errors only")(
        "verbose,v",
        "print remarks, and lists in full")("version", "print the version")("help,h", "print this");
  }

  po::options_description all() const {
    po::options_description everything;
    everything.add(output).add(input).add(rules).add(checking).add(reporting);
    return everything;
  }
};

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

llvm::Expected<Options> interpret(const po::variables_map &given) {
  Options options;
  auto has = [&](const char *name) { return given.count(name) != 0; };
  auto text = [&](const char *name) -> std::optional<std::string> {
    return has(name) ? std::optional(given[name].as<std::string>()) : std::nullopt;
  };
  auto list = [&](const char *name) { return has(name) ? given[name].as<Strings>() : Strings(); };

  options.arguments = list("arguments");
  if (has("help"))
    options.command = Options::Command::Help;
  else if (has("version"))
    options.command = Options::Command::Version;
  else if (has("list-checks"))
    options.command = Options::Command::ListChecks;
  else if (!options.arguments.empty()) {
    options.command = llvm::StringSwitch<Options::Command>(options.arguments[0])
                          .Case("rules", Options::Command::Rules)
                          .Case("explain", Options::Command::Explain)
                          .Case("check", Options::Command::Check)
                          .Case("update", Options::Command::Update)
                          .Default(Options::Command::Port);
    if (options.command != Options::Command::Port)
      options.arguments.erase(options.arguments.begin());
  }
  options.output = text("output");
  options.inPlace = has("in-place");
  options.diff = has("diff");
  options.check = has("check");
  options.list = has("list");
  options.force = has("force");
  options.rules = list("rules");
  options.exclude = list("exclude");
  options.include = list("include");
  options.extensions = list("extension");
  if (has("no-default-rules"))
    options.defaultRules = false;
  if (has("rename-dirs") || has("no-rename-dirs"))
    options.renameDirs = has("rename-dirs");
  options.arch = text("arch");
  options.python = text("python");
  options.launch = list("launch");
  options.assumeFilename = text("assume-filename");
  const int jobs = has("jobs")
                       ? given["jobs"].as<int>()
                       : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  options.threads = static_cast<unsigned>(jobs);
  options.stats = has("stats");
  options.quiet = has("quiet");
  options.verbose = has("verbose");
  options.reports = list("report");
  options.checks = text("checks").value_or(options.checks);
  options.build = text("build");
  options.without = list("without");
  options.cache = text("cache");
  options.useCache = !has("no-cache");
  options.analyze = has("analyze");
  options.lineFilter = text("line-filter");
  options.baseline = text("baseline");
  options.writeBaseline = text("write-baseline");
  options.exportFixes = text("export-fixes");
  if (options.command == Options::Command::Check)
    options.analyze = true;
  for (const char *name : {"checks", "build", "without", "cache", "no-cache", "line-filter",
                           "baseline", "write-baseline", "export-fixes"})
    if (has(name) && !options.analyze)
      return usageError(llvm::Twine("--") + name + " goes with musa-port check, or with --analyze");
  options.depfile = text("depfile");
  const std::string direction = text("direction").value_or("c2m");
  if (direction != "c2m" && direction != "m2c")
    return usageError("--direction takes c2m (from CUDA to MUSA) or m2c (back), not '" + direction +
                      "'");
  options.direction = direction == "c2m" ? Direction::CudaToMusa : Direction::MusaToCuda;
  std::string color = text("color").value_or("auto");
  if (color != "auto" && color != "always" && color != "never")
    return usageError("--color takes auto, always or never, not '" + color + "'");
  options.color = color == "auto"     ? Options::Color::Auto
                  : color == "always" ? Options::Color::Always
                                      : Options::Color::Never;

  const bool writesNoTree = options.inPlace || options.diff || options.check || options.list;
  if (options.inPlace + options.diff + options.check + options.list + options.output.has_value() >
      1)
    return usageError("only one of -o, --in-place, --diff, --check and --list can be given");
  if (options.command == Options::Command::Update &&
      (options.inPlace || options.diff || options.list || options.output || options.depfile))
    return usageError("update changes OUT itself: it goes with --check, and not with -o, "
                      "--in-place, --diff, --list or --depfile");
  if (options.command == Options::Command::Check &&
      (options.inPlace || options.diff || options.check || options.list || options.output ||
       options.depfile || options.direction == Direction::MusaToCuda ||
       llvm::is_contained(options.arguments, "-")))
    return usageError(
        "check reads CUDA sources and writes nothing: it goes with files and folders, "
        "and not with -o, --in-place, --diff, --check, --list, --depfile or "
        "--direction m2c");
  if (options.depfile && writesNoTree)
    return usageError("--depfile says what an output depends on: it goes with -o");
  if (llvm::is_contained(options.arguments, "-") &&
      (writesNoTree || options.output || options.depfile || options.arguments.size() > 1))
    return usageError(
        "- reads standard input and writes standard output: it goes with no other source, and "
        "not with -o, --in-place, --diff, --check, --list or --depfile");
  if (has("cache") && has("no-cache"))
    return usageError("--cache and --no-cache contradict each other");
  if (has("rename-dirs") && has("no-rename-dirs"))
    return usageError("--rename-dirs and --no-rename-dirs contradict each other");
  if (options.quiet && options.verbose)
    return usageError("--quiet and --verbose contradict each other");
  if (jobs < 1 || jobs > 1024)
    return usageError("-j takes a number of threads from 1 to 1024");
  for (const std::string &report : options.reports)
    if (!reportFormat(report))
      return usageError("--report writes FILE.json, FILE.sarif or FILE.html, not '" + report + "'");
  if (options.depfile && !llvm::StringRef(*options.depfile).ends_with(".d"))
    return usageError("--depfile writes a rule for the file that its name without .d means: it has "
                      "to end in .d");
  for (const std::string &extension : options.extensions)
    if (!llvm::StringRef(extension).starts_with(".") || extension.size() < 2)
      return usageError("--extension takes an extension with its dot (.cuinc), not '" + extension +
                        "'");
  return options;
}

} // namespace

llvm::Expected<Options> parseOptions(int argc, const char *const *argv) {
  llvm::Expected<Strings> words = expandResponseFiles(argc, argv);
  if (!words)
    return words.takeError();
  // Boost reports by exception; this is where they end.
  try {
    po::options_description all = Described().all();
    all.add_options()("arguments", po::value<Strings>());
    po::positional_options_description positional;
    positional.add("arguments", -1);
    po::variables_map given;
    // No guessing of abbreviated options: a script must not change its meaning when one is added.
    const auto style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::store(
        po::command_line_parser(*words).options(all).positional(positional).style(style).run(),
        given);
    po::notify(given);
    return interpret(given);
  } catch (const std::exception &error) {
    return usageError(error.what());
  }
}

void printHelp(llvm::raw_ostream &out) {
  Described described;
  std::ostringstream text;
  for (const po::options_description *group :
       {&described.output, &described.input, &described.rules, &described.checking,
        &described.reporting})
    text << *group << '\n';
  out << "Ports CUDA source trees to MUSA, and back.\n"
         "\n"
         "usage: musa-port [options] SRC...            port folders or files\n"
         "       musa-port [options] - < IN > OUT      port one file\n"
         "       musa-port                             with the settings of .musa-port.json\n"
         "       musa-port update OLD_SRC NEW_SRC OUT  bring a port of OLD_SRC, and its edits, to "
         "NEW_SRC\n"
         "       musa-port check [options] SRC...      list all that a person must decide; write "
         "nothing\n"
         "       musa-port explain FILE:LINE           which rule made or declined an edit there\n"
         "       musa-port rules list                  all rules\n"
         "       musa-port rules show NAME             what the rules say of a name\n"
         "       musa-port rules lint FILE...          faults of rule files\n"
         "\n"
      << text.str()
      << "@FILE reads further words from FILE. Exit status: 0 done; 1 done, and something needs a "
         "person\n"
         "(or --check found work); 2 unusable arguments or input.\n";
}

} // namespace musaport
