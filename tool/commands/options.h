//===- commands/options.h - the command line --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_COMMANDS_OPTIONS_H
#define MUSAPORT_COMMANDS_OPTIONS_H

#include "rules/direction.h"
#include "source/worker_processes.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport {

struct Options {
  enum class Command {
    Port,
    Check,
    ListChecks,
    Update,
    Rules,
    Explain,
    AnswerWords,  ///< for musa-converter
    PrintOptions, ///< for the manual page and completions
    Help,
    Version
  } command = Command::Port;
  Command helpOf = Command::Port; ///< for Help: the command to explain
  /// Port, Check: SRC...; Update: OLD_SRC, NEW_SRC, OUT; Rules: list, show NAME, lint FILE...;
  /// Explain: FILE:LINE.
  std::vector<std::string> arguments;

  std::optional<std::string> output;
  bool inPlace = false, diff = false, dryRun = false, list = false, force = false;
  std::vector<std::string> rules, exclude, include, extensions, launch;
  std::optional<bool> defaultRules, renameDirs;
  std::optional<std::string> arch, python;
  std::optional<std::string> assumeFilename;
  Direction direction = Direction::CudaToMusa;
  unsigned threads = 1;
  bool trustProjectFile = false; ///< it may name files anywhere
  bool translatePtx = false;     ///< inline PTX becomes C++, or is reported
  bool parse = false;            ///< parse the sources with Clang, too
  bool stats = false, quiet = false, verbose = false;
  std::optional<std::string> depfile;
  std::vector<std::string> reports; ///< files, whose extensions select the formats
  std::string checks = "*";         ///< globs
  std::optional<std::string> lineFilter, baseline, writeBaseline, exportFixes;
  std::optional<std::string> build; ///< folder of compile_commands.json
  std::vector<std::string> without; ///< features that the port's build leaves out
  std::optional<std::string> cache; ///< folder with the findings of earlier runs
  bool useCache = true;
  TaskLimits limits; ///< of parsing a source
  enum class Color { Auto, Always, Never } color = Color::Auto;
};

/// Reads the command line, response files (@FILE) included.
llvm::Expected<Options> parseOptions(int argc, const char *const *argv);

/// Prints the table of options: command, name, letter, value and help, separated by tabs.
void printOptions(llvm::raw_ostream &out);

/// "; did you mean 'musa-port check'?" if `word` is nearly a command, else empty.
std::string suggestCommand(llvm::StringRef word);

/// Prints what `musa-port --help` (for Port) or `musa-port COMMAND --help` prints.
void printHelp(llvm::raw_ostream &out, Options::Command command);

} // namespace musaport

#endif // MUSAPORT_COMMANDS_OPTIONS_H
