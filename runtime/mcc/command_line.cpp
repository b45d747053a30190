//===- mcc/command_line.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "command_line.h"

#include "clang/Driver/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"

#include <optional>

using namespace llvm;
namespace options = clang::driver::options;

namespace musaport {
namespace {

/// Options that are in every command line for Moore Threads' compiler, and change nothing here.
bool meansNothing(StringRef argument) {
  return argument == "-mtgpu" || argument.starts_with("--musa-path=") ||
         argument.starts_with("--musa-device-lib-path=") || argument == "--no-musa-version-check";
}

/// What an option says of relocatable device code.
std::optional<bool> isRelocatable(StringRef argument) {
  return StringSwitch<std::optional<bool>>(argument)
      .Cases("-fmusa-rdc", "-fgpu-rdc", "-fcuda-rdc", "-rdc=true", "--relocatable-device-code=true",
             "-dc", "--device-c", true)
      .Cases("-fno-musa-rdc", "-fno-gpu-rdc", "-rdc=false", "--relocatable-device-code=false",
             false)
      .Default(std::nullopt);
}

/// Why an accepted option changes nothing; empty for every other option.
StringRef whyIgnored(StringRef argument) {
  return StringSwitch<StringRef>(argument)
      .Case("-fmusa-flush-denormals-to-zero",
            "concerns GPU arithmetic alone; the host keeps denormals")
      .Case("-mathx-disable-fp64", "concerns GPU arithmetic alone; the host has fp64")
      .StartsWith("-save-temps", "does nothing for MUSA sources; use -E, -S or -S -emit-llvm")
      .Default("");
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
  /// --cuda-device-only without -E.
  Error makeModule();
  void takeInput(StringRef path);
  /// Handles options that mcc looks at. True if the option is not about how one file is compiled.
  bool takeOption(const opt::Arg &arg);

  CommandLine result;
  BumpPtrAllocator allocator;
  SmallVector<const char *, 64> forClang;
  std::string language; ///< of the last -x
  unsigned sources = 0;
  std::vector<std::string> objects; ///< inputs that are compiled already
  StringRef source;                 ///< the last one
  unsigned headers = 0;
  bool sawArchitecture = false;
  bool preprocesses = false;
  bool makesNoObject = false;
  std::optional<unsigned> ownLevel; ///< of -Od
  std::optional<unsigned> level;    ///< of -O
};

Error Parser::setArchitecture(StringRef name, StringRef option) {
  result.runsOnAll = name == "any";
  std::optional<unsigned> found =
      name == "native" || name == "any" ? defaultArchitecture() : findArchitecture(name);
  if (!found)
    return createStringError("unknown GPU architecture '" + name + "' in '" + option +
                             "'; known are " + listOfArchitectures());
  if (sawArchitecture && architectures()[*found].name != result.architecture.name)
    note(option, "is used, since it comes last: code for the host has one architecture");
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
      note(argument + " " + arguments[i + 1], "concerns GPU code alone; ignored on the host");
      ++i;
    } else if (const std::optional<bool> relocatable = isRelocatable(argument)) {
      result.relocatable = *relocatable;
      if (argument == "-dc" || argument == "--device-c")
        forClang.push_back("-c");
    } else if (value.consume_front("-fmusa-source-name=")) {
      result.sourceName = value;
    } else if (argument == "-dlink" || argument == "--device-link") {
      result.linksDeviceOnly = true;
    } else if (argument == "-lib" || argument == "--lib") {
      forClang.push_back("--emit-static-lib");
    } else if (const StringRef why = whyIgnored(argument); !why.empty()) {
      note(argument, why);
    } else if (argument == "--cuda-host-only") {
      result.sides = CommandLine::Sides::Host;
    } else if (argument == "--cuda-device-only") {
      result.sides = CommandLine::Sides::Device;
    } else if (argument == "-fmusa-split-lanes" || argument == "-fno-musa-split-lanes") {
      result.splitsAtLanes = argument == "-fmusa-split-lanes";
    } else if (argument == "-use_fast_math" || argument == "--use_fast_math") {
      result.deviceFastMath = true;
    } else if (meansNothing(argument)) {
      // No note: they are in every command line.
    } else {
      forClang.push_back(arguments[i]);
      // An option's own argument is no option.
      if (is_contained({"-x", "--language", "-o", "-MF", "-MT", "-MQ", "-D", "-U", "-I", "-include",
                        "-isystem", "-Xclang", "-Xlinker", "-Xpreprocessor"},
                       argument) &&
          i + 1 < arguments.size())
        forClang.push_back(arguments[++i]);
    }
  }
  return Error::success();
}

void Parser::takeInput(StringRef path) {
  const StringRef extension = sys::path::extension(path);
  StringRef name = language.empty() ? "none" : StringRef(language);
  if (language.empty()) {
    if (extension == ".mu" || extension == ".cu")
      name = "cuda";
    else if (extension == ".muh" || extension == ".cuh")
      name = "musa-header";
    else if (extension == ".c")
      name = "c"; // as C, though Clang's driver is to link C++
  }
  if (language.empty() && (extension == ".o" || extension == ".a")) {
    for (const StringRef argument : {StringRef("-x"), StringRef("none"), path})
      result.arguments.emplace_back(argument);
    objects.emplace_back(path);
    return;
  }
  ++sources;
  source = path;
  if (name == "musa-header") {
    ++headers;
    name = "cuda";
  }
  for (const char *argument : {"-x", name.data()})
    result.arguments.emplace_back(argument);
  result.arguments.emplace_back(path);
}

bool Parser::takeOption(const opt::Arg &arg) {
  switch (arg.getOption().getID()) {
  case options::OPT_E:
  case options::OPT_M:
  case options::OPT_MM:
    preprocesses = true;
    result.links = false;
    return true;
  case options::OPT_S:
  case options::OPT_fsyntax_only:
  case options::OPT__precompile:
    makesNoObject = true;
    result.links = false;
    return true;
  case options::OPT_c:
    result.links = false;
    return true;
  case options::OPT_emit_llvm:
    return true;
  case options::OPT_v:
  case options::OPT__HASH_HASH_HASH:
    result.verbose = true;
    return true;
  case options::OPT__version:
    result.asksVersion = true;
    return true;
  case options::OPT_help:
    result.asksHelp = true;
    return true;
  case options::OPT_march_EQ:
    result.deviceCpu.clear();
    return false;
  case options::OPT_funroll_loops:
    result.deviceUnroll = true;
    return false;
  case options::OPT_ffast_math:
    // On a GPU it makes functions faster, and infinities and NaNs stay what they are. On a CPU
    // Clang takes it for a promise that there are none. So it is the host side's alone.
    result.deviceFastMath = true;
    return true;
  case options::OPT_fno_fast_math:
    result.deviceFastMath = false;
    return false;
  case options::OPT_Ofast: // is -O3 -ffast-math
    result.deviceFastMath = true;
    result.options.emplace_back("-O3");
    level = 3;
    return true;
  default:
    break;
  }
  if (arg.getOption().matches(options::OPT_O_Group)) {
    // -O0, -O4 and -Ofast are options of their own.
    const StringRef value =
        arg.getNumValues() > 0 ? arg.getValue() : arg.getSpelling().drop_front(2);
    level = StringSwitch<unsigned>(value)
                .Case("0", 0)
                .Cases("", "1", "g", 1)
                .Cases("2", "s", "z", 2)
                .Default(3);
  }
  return false;
}

// A module of a GPU is what its compiler makes of the device's side, with -c and without. Here it
// is a shared library. Without -o it has its source's name: two of them must not be one a.out.
Error Parser::makeModule() {
  if (result.sides == CommandLine::Sides::Host)
    return createStringError(
        "'--cuda-host-only' needs -E: an object file has code for both host and device");
  if (makesNoObject)
    return createStringError("'--cuda-device-only' makes a module, or the text of -E");
  if (sources == 0 && !objects.empty()) {
    result.moduleObjects = objects;
    if (result.output.empty())
      result.output = (sys::path::stem(objects.front()) + ".mubin").str();
    return Error::success();
  }
  if (sources != 1 || !objects.empty() || result.precompiles)
    return createStringError("'--cuda-device-only' makes a module of one source, or of the "
                             "relocatable device code in object files");
  erase(result.arguments, "-c");
  result.links = true;
  result.sides = CommandLine::Sides::Both;
  result.options.emplace_back("-fPIC");
  result.arguments.insert(result.arguments.end(), {"-fPIC", "-shared"});
  if (result.output.empty()) {
    result.output = (sys::path::stem(source) + ".mubin").str();
    result.arguments.insert(result.arguments.end(), {"-o", result.output});
  }
  return Error::success();
}

Error Parser::takeClangs() {
  unsigned missingIndex = 0;
  unsigned missingCount = 0;
  const opt::OptTable &table = clang::driver::getDriverOptTable();
  opt::InputArgList list =
      table.ParseArgs(forClang, missingIndex, missingCount, opt::Visibility(options::ClangOption));
  // nvcc's --version. Clang's -V has a value, and chooses another version.
  if (missingCount > 0 && forClang.size() == 1 && StringRef(forClang.front()) == "-V") {
    result.asksVersion = true;
    return Error::success();
  }
  if (missingCount > 0)
    return createStringError(Twine("argument to '") + list.getArgString(missingIndex) +
                             "' is missing (expected " + Twine(missingCount) +
                             (missingCount == 1 ? " value)" : " values)"));
  for (const opt::Arg *arg : list) {
    const opt::Option &option = arg->getOption();
    if (option.matches(options::OPT_INPUT)) {
      ++result.inputs;
      takeInput(arg->getValue());
      continue;
    }
    if (option.matches(options::OPT_x)) {
      language = StringSwitch<std::string>(arg->getValue())
                     .Cases("musa", "mu", "cuda", "cuda")
                     .Case("none", "")
                     .Default(arg->getValue());
      continue;
    }
    if (option.matches(options::OPT_o)) {
      result.output = arg->getValue();
      continue;
    }
    const bool forLinker = option.hasFlag(options::LinkerInput);
    result.inputs += forLinker;
    const bool ofTheWhole = takeOption(*arg) || forLinker;
    opt::ArgStringList rendered;
    arg->render(list, rendered);
    for (const char *text : rendered) {
      result.arguments.emplace_back(text);
      if (!ofTheWhole)
        result.options.emplace_back(text);
    }
  }
  if (headers > 0 && result.links) {
    if (headers != sources || !objects.empty())
      return createStringError("one command cannot both precompile headers and compile sources");
    if (headers > 1 && !result.output.empty())
      return createStringError("cannot specify -o when generating multiple output files");
    result.precompiles = true;
    result.links = false;
    result.arguments.emplace_back("-fsyntax-only");
  } else if (!result.output.empty()) {
    result.arguments.insert(result.arguments.end(), {"-o", result.output});
  }
  if (result.sides != CommandLine::Sides::Both && !preprocesses)
    if (Error error = makeModule())
      return error;
  result.deviceLevel = ownLevel.value_or(level.value_or(1));
  result.levelIsGiven = ownLevel || level;
  return Error::success();
}

Expected<CommandLine> Parser::run(ArrayRef<const char *> arguments) {
  SmallVector<const char *, 64> expanded(arguments);
  cl::ExpansionContext expansion(allocator, cl::TokenizeGNUCommandLine);
  if (Error error = expansion.expandResponseFiles(expanded))
    return std::move(error);
  result.architecture = architectures()[defaultArchitecture()];
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
