//===- mcc/command_line.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "command_line.h"

#include "clang/Driver/Options.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
namespace options = clang::driver::options;

namespace musaport {
namespace {

constexpr StringLiteral defaultArchitecture = "mp_31";

bool isMusaFile(StringRef path) {
  const StringRef extension = sys::path::extension(path);
  return extension == ".mu";
}

/// Options of Moore Threads' compiler that speak of its code generator.
bool isGpuOnly(StringRef argument) {
  return argument == "-mtgpu" || argument == "-fmusa-flush-denormals-to-zero" ||
         argument == "-mathx-disable-fp64" || argument.starts_with("--musa-path=") ||
         argument.starts_with("--musa-device-lib-path=") || argument == "-fno-musa-rdc" ||
         argument == "-fno-gpu-rdc";
}

std::string knownArchitectures() {
  return join(map_range(architectures(), [](const Architecture &row) { return row.name; }), ", ");
}

class Parser {
public:
  Expected<CommandLine> run(ArrayRef<const char *> arguments);

private:
  /// Takes what Clang does not know; the rest goes to `forClang`.
  Error takeOwn(ArrayRef<const char *> arguments);
  Error setArchitecture(StringRef name, StringRef option);
  void note(const Twine &option, const Twine &why) {
    result.notes.push_back((Twine("'") + option + "' " + why).str());
  }
  Error takeClangs();

  CommandLine result;
  BumpPtrAllocator allocator;
  StringSaver saver{allocator};
  SmallVector<const char *, 64> forClang;
  bool sawArchitecture = false;
  std::optional<unsigned> ownLevel; ///< of -Od
};

Error Parser::setArchitecture(StringRef name, StringRef option) {
  if (name == "native")
    name = defaultArchitecture;
  std::optional<unsigned> found = findArchitecture(name);
  if (!found)
    return createStringError("unknown GPU architecture '" + name + "' in '" + option +
                             "'; known are " + knownArchitectures());
  if (sawArchitecture && architectures()[*found].name != result.architecture.name)
    note(option, "is compiled for; the host runs one architecture, the last one given");
  sawArchitecture = true;
  result.architecture = architectures()[*found];
  return Error::success();
}

Error Parser::takeOwn(ArrayRef<const char *> arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const StringRef argument = arguments[i];
    StringRef value = argument;
    if (value.consume_front("--offload-arch=") || value.consume_front("--cuda-gpu-arch=") ||
        value.consume_front("--musa-gpu-arch=")) {
      SmallVector<StringRef, 2> names;
      value.split(names, ',');
      for (StringRef name : names)
        if (Error error = setArchitecture(name, argument))
          return error;
    } else if (value.consume_front("-Od") && value.size() == 1 && isDigit(value[0])) {
      ownLevel = std::min(value[0] - '0', 3);
    } else if (argument == "-mllvm" && i + 1 < arguments.size() &&
               StringRef(arguments[i + 1]).starts_with("-mtgpu")) {
      note(argument + " " + arguments[i + 1], "speaks of the GPU's code; ignored on the host");
      ++i;
    } else if (isGpuOnly(argument)) {
      // -mtgpu and the like stand in every command line: no note.
    } else {
      forClang.push_back(arguments[i]);
      if ((argument == "-x" || argument == "--language") && i + 1 < arguments.size()) {
        ++i;
        forClang.push_back(arguments[i]);
      }
    }
  }
  return Error::success();
}

Error Parser::takeClangs() {
  unsigned missingIndex = 0;
  unsigned missingCount = 0;
  const opt::OptTable &table = clang::driver::getDriverOptTable();
  opt::InputArgList list = table.ParseArgs(forClang, missingIndex, missingCount,
                                           opt::Visibility(options::ClangOption));
  if (missingCount > 0)
    return createStringError(Twine("argument to '") + list.getArgString(missingIndex) +
                             "' is missing");
  std::string language;
  std::optional<unsigned> level;
  for (const opt::Arg *arg : list) {
    const opt::Option &option = arg->getOption();
    if (option.matches(options::OPT_INPUT)) {
      CommandLine::Input input;
      input.path = arg->getValue();
      input.language = language == "musa" ? "" : language;
      const StringRef extension = sys::path::extension(input.path);
      input.isMusa = language == "musa" || (language.empty() && isMusaFile(input.path));
      input.isObject = !input.isMusa && language.empty() &&
                       (extension == ".o" || extension == ".a" || extension == ".so" ||
                        input.path.find(".so.") != std::string::npos);
      result.inputs.push_back(std::move(input));
      continue;
    }
    if (option.hasFlag(options::LinkerInput)) {
      opt::ArgStringList rendered;
      arg->render(list, rendered);
      for (const char *text : rendered)
        result.inputs.push_back({text, "", false, true});
      continue;
    }
    switch (option.getID()) {
    case options::OPT_x:
      language = arg->getValue();
      if (language == "none")
        language.clear();
      else if (language == "cuda" || language == "mu")
        language = "musa";
      continue;
    case options::OPT_o:
      result.output = arg->getValue();
      continue;
    case options::OPT_c:
      result.phase = CommandLine::Phase::Assemble;
      continue;
    case options::OPT_S:
      result.phase = CommandLine::Phase::Compile;
      continue;
    case options::OPT_E:
    case options::OPT_M:
    case options::OPT_MM:
      result.phase = CommandLine::Phase::Preprocess;
      if (option.getID() == options::OPT_E)
        continue;
      break;
    case options::OPT_fsyntax_only:
      result.phase = CommandLine::Phase::SyntaxOnly;
      continue;
    case options::OPT_v:
    case options::OPT__HASH_HASH_HASH:
      result.verbose = true;
      break;
    case options::OPT_march_EQ:
      result.deviceCpu = arg->getValue();
      break;
    case options::OPT_funroll_loops:
      result.deviceUnroll = true;
      break;
    default:
      break;
    }
    if (option.matches(options::OPT_O_Group)) {
      const StringRef value = arg->getNumValues() > 0 ? arg->getValue() : "1";
      level = StringSwitch<unsigned>(value).Case("0", 0).Cases("", "1", "g", 1).Cases(
          "2", "s", "z", 2).Default(3);
    }
    opt::ArgStringList rendered;
    arg->render(list, rendered);
    for (const char *text : rendered)
      result.options.emplace_back(text);
  }
  result.deviceLevel = ownLevel.value_or(level.value_or(1));
  return Error::success();
}

Expected<CommandLine> Parser::run(ArrayRef<const char *> arguments) {
  SmallVector<const char *, 64> expanded(arguments);
  cl::ExpansionContext expansion(allocator, cl::TokenizeGNUCommandLine);
  if (Error error = expansion.expandResponseFiles(expanded))
    return std::move(error);
  result.architecture = architectures()[*findArchitecture(defaultArchitecture)];
  if (Error error = takeOwn(expanded))
    return std::move(error);
  if (Error error = takeClangs())
    return std::move(error);
  return std::move(result);
}

} // namespace

Expected<CommandLine> parseCommandLine(ArrayRef<const char *> arguments) {
  return Parser().run(arguments);
}

} // namespace musaport
