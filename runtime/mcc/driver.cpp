//===- mcc/driver.cpp ------------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver.h"

#include "command_line.h"
#include "compile.h"
#include "paths.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Driver/Tool.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using Phase = musaport::CommandLine::Phase;

namespace musaport {
namespace {

/// Removes its files when it goes.
class TemporaryFiles {
public:
  TemporaryFiles() = default;
  TemporaryFiles(const TemporaryFiles &) = delete;
  TemporaryFiles &operator=(const TemporaryFiles &) = delete;
  ~TemporaryFiles() {
    for (const std::string &path : paths)
      sys::fs::remove(path);
  }
  Expected<std::string> make(StringRef stem, StringRef extension) {
    SmallString<128> path;
    if (std::error_code error = sys::fs::createTemporaryFile(stem, extension, path))
      return createStringError(error, "cannot make a temporary file");
    paths.push_back(path.str().str());
    return paths.back();
  }

private:
  std::vector<std::string> paths;
};

class Mcc {
public:
  Mcc(StringRef program, CommandLine line, Paths paths)
      : line(std::move(line)), paths(std::move(paths)), program(program) {}
  int run();

private:
  int compileInput(const CommandLine::Input &input, StringRef output);
  int compileMusa(const CommandLine::Input &input, StringRef output);
  /// Runs Clang's driver on `arguments`, whatever they ask for.
  int runClang(ArrayRef<std::string> arguments);
  int link(ArrayRef<std::string> objects);
  std::vector<std::string> phaseFlags() const;
  std::string defaultOutput(StringRef input) const;
  int fail(const Twine &message) const {
    errs() << "mcc: error: " << message << '\n';
    return 1;
  }

  CommandLine line;
  Paths paths;
  std::string program;
  TemporaryFiles temporaries;
};

/// A compilation planned by Clang's driver.
class Plan {
public:
  Plan(const Paths &paths, ArrayRef<std::string> arguments)
      : options(new clang::DiagnosticOptions),
        diagnostics(new clang::DiagnosticIDs, options,
                    new clang::TextDiagnosticPrinter(errs(), options.get())),
        driver(paths.program, sys::getDefaultTargetTriple(), diagnostics) {
    driver.setTitle("mcc");
    driver.setCheckInputsExist(true);
    driver.ResourceDir = paths.clangResources;
    strings.push_back(paths.program);
    strings.insert(strings.end(), arguments.begin(), arguments.end());
    std::vector<const char *> pointers;
    pointers.reserve(strings.size());
    for (const std::string &argument : strings)
      pointers.push_back(argument.c_str());
    compilation.reset(driver.BuildCompilation(pointers));
  }
  bool failed() const { return !compilation || diagnostics.hasErrorOccurred(); }
  clang::driver::Compilation &jobs() { return *compilation; }
  clang::driver::Driver &theDriver() { return driver; }

private:
  IntrusiveRefCntPtr<clang::DiagnosticOptions> options;
  clang::DiagnosticsEngine diagnostics;
  clang::driver::Driver driver;
  std::vector<std::string> strings;
  std::unique_ptr<clang::driver::Compilation> compilation;
};

std::vector<std::string> Mcc::phaseFlags() const {
  switch (line.phase) {
  case Phase::Preprocess:
    return {"-E"};
  case Phase::SyntaxOnly:
    return {"-fsyntax-only"};
  case Phase::Compile:
    return {"-S"};
  case Phase::Assemble:
  case Phase::Link:
    return {"-c"};
  }
  return {};
}

std::string Mcc::defaultOutput(StringRef input) const {
  SmallString<128> name = sys::path::filename(input);
  sys::path::replace_extension(name, line.phase == Phase::Compile ? "s" : "o");
  return name.str().str();
}

int Mcc::compileMusa(const CommandLine::Input &input, StringRef output) {
  auto side = [&](bool device) {
    std::vector<std::string> arguments = line.options;
    std::vector<std::string> own = {
        device ? "--cuda-device-only" : "--cuda-host-only", "--cuda-gpu-arch=sm_90", "-nocudainc",
        "-nocudalib", "-Wno-unknown-cuda-version", "-isystem", paths.include,
        "-Xclang", "-fcuda-allow-variadic-functions", "-x", "cuda", input.path};
    if (device)
      own.insert(own.end(), {"-c", "-emit-llvm"});
    else
      for (std::string &flag : phaseFlags())
        own.push_back(flag);
    if (!output.empty())
      own.insert(own.end(), {"-o", output.str()});
    arguments.insert(arguments.end(), own.begin(), own.end());
    return arguments;
  };
  Plan host(paths, side(false));
  if (host.failed())
    return 1;
  Plan device(paths, side(true));
  if (device.failed())
    return 1;
  auto frontEnd = [](Plan &plan) {
    std::vector<const char *> arguments;
    for (const clang::driver::Command &command : plan.jobs().getJobs())
      if (StringRef(command.getCreator().getName()) == "clang") {
        arguments.assign(command.getArguments().begin() + 1, command.getArguments().end());
        break;
      }
    return arguments;
  };
  CompileJob job;
  job.hostArguments = frontEnd(host);
  job.deviceArguments = frontEnd(device);
  job.hostArguments.insert(job.hostArguments.end(), {"-fcuda-include-gpubinary", "/dev/null"});
  job.architecture = line.architecture;
  job.deviceCpu = line.deviceCpu;
  job.deviceLevel = line.deviceLevel;
  job.deviceUnroll = line.deviceUnroll;
  return compile(job) ? 0 : 1;
}

int Mcc::runClang(ArrayRef<std::string> arguments) {
  Plan plan(paths, arguments);
  if (plan.failed())
    return 1;
  SmallVector<std::pair<int, const clang::driver::Command *>, 4> failing;
  return plan.theDriver().ExecuteCompilation(plan.jobs(), failing);
}

int Mcc::compileInput(const CommandLine::Input &input, StringRef output) {
  if (input.isMusa)
    return compileMusa(input, output);
  std::vector<std::string> arguments = line.options;
  for (std::string &flag : phaseFlags())
    arguments.push_back(flag);
  arguments.insert(arguments.end(), {"-isystem", paths.include});
  if (!input.language.empty())
    arguments.insert(arguments.end(), {"-x", input.language});
  arguments.push_back(input.path);
  if (!output.empty())
    arguments.insert(arguments.end(), {"-o", output.str()});
  return runClang(arguments);
}

int Mcc::link(ArrayRef<std::string> objects) {
  std::vector<std::string> arguments = {"--driver-mode=g++"};
  arguments.insert(arguments.end(), line.options.begin(), line.options.end());
  arguments.insert(arguments.end(), objects.begin(), objects.end());
  arguments.insert(arguments.end(), {"-Qunused-arguments", "-L" + paths.library, "-lmusart",
                                     "-Wl,-rpath," + paths.library});
  if (!line.output.empty())
    arguments.insert(arguments.end(), {"-o", line.output});
  return runClang(arguments);
}

int Mcc::run() {
  for (const std::string &note : line.notes)
    errs() << "mcc: note: " << note << '\n';
  size_t sources = 0;
  for (const CommandLine::Input &input : line.inputs)
    sources += !input.isObject;
  if (line.inputs.empty())
    return line.verbose ? runClang(line.options) : fail("no input files");
  if (line.phase != Phase::Link && !line.output.empty() && sources > 1)
    return fail("cannot specify -o when generating multiple output files");

  std::vector<std::string> objects;
  for (const CommandLine::Input &input : line.inputs) {
    if (input.isObject) {
      objects.push_back(input.path);
      continue;
    }
    std::string output = line.output;
    if (line.phase == Phase::Link) {
      Expected<std::string> object = temporaries.make(sys::path::stem(input.path), "o");
      if (!object)
        return fail(toString(object.takeError()));
      output = *object;
      objects.push_back(output);
    } else if (output.empty() && line.phase >= Phase::Compile) {
      output = defaultOutput(input.path);
    }
    if (int status = compileInput(input, output))
      return status;
  }
  return line.phase == Phase::Link ? link(objects) : 0;
}

} // namespace

int runDriver(ArrayRef<const char *> arguments) {
  auto fail = [](Error error) {
    errs() << "mcc: error: " << toString(std::move(error)) << '\n';
    return 1;
  };
  Expected<Paths> paths = findPaths(arguments.front());
  if (!paths)
    return fail(paths.takeError());
  Expected<CommandLine> line = parseCommandLine(arguments.drop_front());
  if (!line)
    return fail(line.takeError());
  return Mcc(arguments.front(), std::move(*line), std::move(*paths)).run();
}

} // namespace musaport
