//===- mcc/driver.cpp ------------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver.h"

#include "archive_command.h"
#include "command_line.h"
#include "compile.h"
#include "config.h"
#include "device_unit.h"
#include "link_command.h"
#include "paths.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/Version.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Driver/Tool.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using clang::driver::Command;

namespace musaport {
namespace {

/// $ARCHITECTURES: their names.
constexpr StringLiteral help =
    R"(mcc: compiles MUSA C++ for the CPU of this machine, and links it with libmusart

usage: mcc [OPTIONS] FILE...

MUSA sources are .mu and .cu files, and all files after -x musa. A .muh file, or a file after
-x musa-header, becomes a precompiled header. Clang takes other files. Response files: @FILE.

  --offload-arch=ARCH    $ARCHITECTURES
                         sets __MUSA_ARCH__, the warp size and the limit of shared memory;
                         --cuda-gpu-arch= and --musa-gpu-arch= are the same. any: for library code
                         that depends on none of these; it runs on all devices
  -O0 ... -O3            optimize host and device code (without one of these, device code: -O1)
  -Od0 ... -Od3          optimize device code only
  -funroll-loops         also unrolls loops of device code
  -fno-musa-split-lanes  threads that exchange values between lanes run one by one, each with a stack
                         of its own: slower, and a fault is reported with its thread
  -march=CPU             also applies to device code, whose default is x86-64-v3
  -use_fast_math         device code may use less exact functions; infinities and NaNs stay what they
                         are, and sums keep their order. -ffast-math means the same to device code
  -fmusa-rdc, -rdc=true  relocatable device code: device functions and variables of other files can
                         be used, and the link that mcc does at the end brings them together
  -dc                    is -c -fmusa-rdc
  -dlink                 links the device code of object files and archives only, into an object
                         file that a host linker takes with them
  -lib                   makes an archive of object files, of those of its sources too; it is Clang's
                         --emit-static-lib
  --cuda-device-only     makes a module that muModuleLoad() loads, of one source, or of the
                         relocatable device code in object files and archives
  -E                     prints both sides, the device's first; with --cuda-host-only or
                         --cuda-device-only, prints one
  -mtgpu, -mllvm -mtgpu-*, -fmusa-flush-denormals-to-zero, -mathx-disable-fp64
                         accepted; they mean nothing on the CPU
  -fsanitize=address,undefined
                         both sides

All other options are Clang's:

)";

/// Prints as `mcc: error: ...` what has no place in a file.
class Diagnostics {
public:
  explicit Diagnostics(bool errorsOnly)
      : options(new clang::DiagnosticOptions),
        printer(new clang::TextDiagnosticPrinter(errs(), options.get())),
        engine(new clang::DiagnosticIDs, options, printer) {
    printer->setPrefix("mcc");
    engine.setIgnoreAllWarnings(errorsOnly);
  }
  clang::DiagnosticsEngine &operator*() { return engine; }

private:
  IntrusiveRefCntPtr<clang::DiagnosticOptions> options;
  clang::TextDiagnosticPrinter *printer; ///< the engine's
  clang::DiagnosticsEngine engine;
};

/// What Clang's driver would do for a command line.
class Plan {
public:
  Plan(const Paths &paths, ArrayRef<std::string> arguments, bool errorsOnly)
      : diagnostics(errorsOnly),
        driver(paths.program, sys::getDefaultTargetTriple(), *diagnostics, "mcc") {
    driver.ResourceDir = paths.clangResources;
    strings.push_back(paths.program);
    strings.insert(strings.end(), arguments.begin(), arguments.end());
  }

  /// False if there is nothing to do, or an error.
  bool make(clang::driver::Driver::CC1ToolFunc frontEnd) {
    driver.CC1Main = frontEnd;
    std::vector<const char *> pointers;
    pointers.reserve(strings.size());
    for (const std::string &argument : strings)
      pointers.push_back(argument.c_str());
    compilation.reset(driver.BuildCompilation(pointers));
    if (!compilation || failed())
      return false;
    for (Command &command : jobs())
      command.InProcess = isFrontEnd(command);
    return true;
  }
  bool failed() { return (*diagnostics).hasErrorOccurred(); }
  clang::driver::JobList &jobs() { return compilation->getJobs(); }
  /// What follows `clang -cc1` in the last command for it; empty if there is none.
  ArrayRef<const char *> frontEndArguments() {
    ArrayRef<const char *> result;
    for (const Command &command : jobs())
      if (isFrontEnd(command))
        result = ArrayRef<const char *>(command.getArguments()).drop_front();
    return result;
  }
  /// Lets each link do the device's link, too, and makes archives.
  void linkDevice(const DeviceLinker &linker) {
    // JobList has no way to replace a command.
    for (std::unique_ptr<Command> &command :
         const_cast<clang::driver::JobList::list_type &>(jobs().getJobs()))
      if (command->getSource().getKind() == clang::driver::Action::StaticLibJobClass)
        command = std::make_unique<ArchiveCommand>(*command);
      else if (command->getSource().getKind() == clang::driver::Action::LinkJobClass &&
               none_of(command->getArguments(),
                       [](StringRef argument) { return argument == "-r"; }))
        command = std::make_unique<LinkCommand>(*command, linker);
  }
  int execute() {
    SmallVector<std::pair<int, const Command *>, 4> failing;
    int status = driver.ExecuteCompilation(*compilation, failing);
    for (const auto &[code, command] : failing)
      status = status == 0 ? code : status;
    return status;
  }

  static bool isFrontEnd(const Command &command) {
    return StringRef(command.getCreator().getName()) == "clang";
  }

private:
  Diagnostics diagnostics;
  clang::driver::Driver driver;
  std::vector<std::string> strings;
  std::unique_ptr<clang::driver::Compilation> compilation;
};

/// True if the arguments of `clang -cc1` are those of a source in `language`, as -x calls it.
bool isIn(StringRef language, ArrayRef<const char *> arguments) {
  for (size_t i = 0; i + 1 < arguments.size(); ++i)
    if (StringRef(arguments[i]) == "-x")
      return arguments[i + 1] == language;
  return false;
}
bool isMusa(ArrayRef<const char *> arguments) { return isIn("cuda", arguments); }

/// One command may have sources in C beside others, and nvcc takes -std=c++17 for all of them. The
/// file stands last.
SmallVector<const char *, 64> withoutStandardOfCpp(ArrayRef<const char *> arguments) {
  SmallVector<const char *, 64> result;
  for (const char *argument : arguments) {
    const StringRef text = argument;
    StringRef standard = text;
    const bool isStandard = standard.consume_front("--std=") || standard.consume_front("-std=");
    if (isStandard && (standard.starts_with("c++") || standard.starts_with("gnu++")))
      errs() << "mcc: warning: '" << text << "' is not for C, and is ignored for '"
             << arguments.back() << "'\n";
    else
      result.push_back(argument);
  }
  return result;
}

class Mcc {
public:
  Mcc(CommandLine line, Paths paths) : line(std::move(line)), paths(std::move(paths)) {}
  int run();

private:
  std::vector<std::string> arguments() const;
  /// How each MUSA source is compiled, whichever it is and for whichever side.
  std::vector<std::string> compilingArguments() const;
  std::vector<std::string> deviceArguments(StringRef file) const;
  /// Runs what follows `clang -cc1`.
  int runFrontEnd(ArrayRef<const char *> arguments);
  int compileMusa(ArrayRef<const char *> hostArguments) const;
  /// For the device's side of `file`; null after an error.
  std::unique_ptr<Plan> planDevice(StringRef file) const;
  void printDeviceJobs(Plan &host);
  CompileJob jobOf(Plan &device, ArrayRef<const char *> hostArguments) const;
  int linkDevice(ArrayRef<std::string> files, StringRef output, bool &linked) const;
  /// --cuda-device-only of object files: a shared library of their device code alone.
  int linkModule();
  /// -dlink: the object file is all there is to make.
  int linkDeviceOnly(Plan &plan) const;

  CommandLine line;
  Paths paths;
};

/// What comes first on each command line. Clang makes errors of some things that nvcc and g++ only
/// warn of; the options that follow may make errors of them again.
std::vector<std::string> firstFlags() {
  return {"--driver-mode=g++",
          "-Wno-error=c++11-narrowing",
          "-Wno-error=enum-constexpr-conversion",
          "-Wno-error=invalid-constexpr",
          "-Wno-error=missing-template-arg-list-after-template-kw",
          "-Wno-error=register",
          "-Wno-error=reserved-user-defined-literal"};
}

std::vector<std::string> musaFlags(const Paths &paths) {
  std::vector<std::string> flags = {
      "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version",
      // As nvcc, which compiles a host function once: where __MUSA_ARCH__ chooses a function, a
      // host function's call of it is wrong in the device's compilation only, and needs no error.
      "-fgpu-defer-diag", "-isystem", paths.include, "-Xclang", "-fcuda-allow-variadic-functions"};
  // A project's own copy of CUTLASS comes first.
  if (sys::fs::is_directory(paths.mutlass))
    flags.insert(flags.end(), {"-idirafter", paths.mutlass});
  return flags;
}

std::vector<std::string> Mcc::arguments() const {
  // Linked as C++, as nvcc does, whatever the sources are.
  std::vector<std::string> result = firstFlags();
  result.insert(result.end(), line.arguments.begin(), line.arguments.end());
  if (line.inputs == 0)
    return result;
  std::vector<std::string> own = musaFlags(paths);
  own.insert(own.end(), {"--cuda-host-only"});
  if (line.links)
    // Clang's own libraries, libomp for one, are where Clang is.
    own.insert(own.end(), {"-L" + paths.clangLibrary, "-L" + paths.library,
                           "-Wl,-rpath," + paths.library, "-lmusart"});
  result.emplace_back("--start-no-unused-arguments");
  result.insert(result.end(), own.begin(), own.end());
  result.emplace_back("--end-no-unused-arguments");
  return result;
}

std::vector<std::string> Mcc::compilingArguments() const {
  std::vector<std::string> result = firstFlags();
  result.insert(result.end(), line.options.begin(), line.options.end());
  for (std::string &flag : musaFlags(paths))
    result.push_back(std::move(flag));
  return result;
}

std::vector<std::string> Mcc::deviceArguments(StringRef file) const {
  std::vector<std::string> result = compilingArguments();
  // Any GPU will do that has all of CUDA's language.
  result.insert(result.end(), {"--cuda-device-only", "--cuda-gpu-arch=sm_90", "-c", "-emit-llvm",
                               "-o", "-", "-x", "cuda", file.str()});
  if (line.deviceFastMath)
    result.emplace_back("-D__MUSA_USE_FAST_MATH__=1");
  return result;
}

std::unique_ptr<Plan> Mcc::planDevice(StringRef file) const {
  // What there is to warn of, the host's side has warned of.
  auto plan = std::make_unique<Plan>(paths, deviceArguments(file), /*errorsOnly=*/true);
  auto runsNothing = [](SmallVectorImpl<const char *> &) { return 1; };
  return plan->make(runsNothing) ? std::move(plan) : nullptr;
}

CompileJob Mcc::jobOf(Plan &device, ArrayRef<const char *> hostArguments) const {
  CompileJob job;
  job.deviceArguments = device.frontEndArguments().vec();
  job.hostArguments = hostArguments.vec();
  job.hostArguments.insert(job.hostArguments.end(), {"-fcuda-include-gpubinary", "/dev/null"});
  // The host's side has no infinities with -ffast-math, and it reads device code, which has.
  if (line.deviceFastMath)
    job.hostArguments.emplace_back("-Wno-nan-infinity-disabled");
  job.architecture = line.architecture;
  job.runsOnAll = line.runsOnAll;
  job.deviceCpu = line.deviceCpu;
  job.deviceLevel = line.deviceLevel;
  job.deviceUnroll = line.deviceUnroll;
  job.splitsAtLanes = line.splitsAtLanes;
  job.lackingNames = paths.lackingNames;
  job.isModule = !line.moduleObjects.empty();
  job.sourceName = line.sourceName;
  return job;
}

int Mcc::compileMusa(ArrayRef<const char *> hostArguments) const {
  // The file stands last.
  const std::unique_ptr<Plan> device = planDevice(hostArguments.back());
  if (!device)
    return 1;
  CompileJob job = jobOf(*device, hostArguments);
  job.isSeparate = line.relocatable;
  job.printHost = line.sides != CommandLine::Sides::Device;
  job.printDevice = line.sides != CommandLine::Sides::Host;
  if (line.precompiles)
    job.precompiledHeader =
        line.output.empty() ? std::string(hostArguments.back()) + ".pch" : line.output;
  return compile(job) ? 0 : 1;
}

int Mcc::linkDevice(ArrayRef<std::string> files, StringRef output, bool &linked) const {
  Expected<std::vector<DeviceUnit>> units = readUnits(files);
  if (!units) {
    errs() << "mcc: error: " << toString(units.takeError()) << '\n';
    return 1;
  }
  linked = !units->empty();
  if (!linked && !line.linksDeviceOnly)
    return 0;
  // No file is compiled, but how is the same question. Code of a shared library will do for a
  // program, too.
  constexpr StringLiteral none = "/dev/null";
  const std::unique_ptr<Plan> device = planDevice(none);
  std::vector<std::string> arguments = compilingArguments();
  arguments.insert(arguments.end(), {"--cuda-host-only", "-fPIC", "-c", "-o", output.str(), "-x",
                                     "cuda", none.str()});
  Plan host(paths, arguments, /*errorsOnly=*/true);
  if (!device || !host.make([](SmallVectorImpl<const char *> &) { return 1; }))
    return 1;
  CompileJob job = jobOf(*device, host.frontEndArguments());
  if (!line.levelIsGiven) {
    job.deviceLevel = 0;
    for (const DeviceUnit &unit : *units)
      job.deviceLevel = std::max(job.deviceLevel, unit.level);
  }
  // linkUnits() sees to it that there is one.
  for (const DeviceUnit &unit : *units)
    if (std::optional<unsigned> found = findArchitecture(unit.architecture))
      job.architecture = architectures()[*found];
  job.runsOnAll = all_of(*units, [](const DeviceUnit &unit) { return unit.architecture == "any"; });
  return musaport::linkDevice(job, *units) ? 0 : 1;
}

/// Says which does not.
bool allExist(ArrayRef<std::string> files) {
  for (const std::string &file : files)
    if (!sys::fs::exists(file)) {
      errs() << "mcc: error: no such file or directory: '" << file << "'\n";
      return false;
    }
  return true;
}

int Mcc::linkDeviceOnly(Plan &plan) const {
  if (plan.jobs().size() > 1) {
    errs() << "mcc: error: '-dlink' links object files; compile sources before, with -dc\n";
    return 1;
  }
  for (const Command &command : plan.jobs())
    if (command.getSource().getKind() == clang::driver::Action::LinkJobClass) {
      const std::vector<std::string> files = linkedFiles(command.getArguments());
      if (!allExist(files))
        return 1;
      bool linked = false;
      return linkDevice(files, line.output.empty() ? "a_dlink.o" : line.output, linked);
    }
  errs() << "mcc: error: '-dlink' links object files, and this command has none to link\n";
  return 1;
}

int Mcc::linkModule() {
  if (!allExist(line.moduleObjects))
    return 1;
  SmallString<128> object;
  if (std::error_code error = sys::fs::createTemporaryFile("mcc-module", "o", object)) {
    errs() << "mcc: error: cannot make a temporary file: " << error.message() << '\n';
    return 1;
  }
  const FileRemover remover(object);
  bool linked = false;
  if (const int status = linkDevice(line.moduleObjects, object, linked); status != 0)
    return status;
  if (!linked) {
    errs() << "mcc: error: '--cuda-device-only' links relocatable device code, and these files "
              "have none; compile them with -dc\n";
    return 1;
  }
  CommandLine library;
  library.arguments = line.options;
  // A program may have variables of the same names.
  library.arguments.insert(library.arguments.end(),
                           {"-shared", "-Wl,-Bsymbolic", object.str().str(), "-o", line.output});
  library.inputs = 1;
  return Mcc(std::move(library), paths).run();
}

int Mcc::runFrontEnd(ArrayRef<const char *> arguments) {
  if (isMusa(arguments))
    return compileMusa(arguments);
  if (isIn("c", arguments))
    return compileOther(withoutStandardOfCpp(arguments), paths.lackingNames) ? 0 : 1;
  return compileOther(arguments, paths.lackingNames) ? 0 : 1;
}

void Mcc::printDeviceJobs(Plan &host) {
  for (const Command &command : host.jobs()) {
    if (!Plan::isFrontEnd(command) || !isMusa(command.getArguments()))
      continue;
    if (const std::unique_ptr<Plan> device = planDevice(command.getArguments().back()))
      device->jobs().Print(errs(), "\n", /*Quote=*/true);
  }
}

int Mcc::run() {
  for (const std::string &note : line.notes)
    errs() << "mcc: note: " << note << '\n';
  if (line.asksVersion) {
    outs() << "mcc (musa-port) " MUSAPORT_VERSION
              " for the host, clang version " CLANG_VERSION_STRING "\n"
           << "Target: " << sys::getDefaultTargetTriple()
           << "\nThread model: posix\nInstalledDir: " << sys::path::parent_path(paths.program)
           << '\n';
    return 0;
  }
  if (line.asksHelp) {
    const auto [before, after] = help.split("$ARCHITECTURES");
    outs() << before << listOfArchitectures() << after;
    outs().flush();
  }
  if (!line.moduleObjects.empty())
    return linkModule();
  // Clang's driver cuts the program's name and "-cc1" off no command.
  auto frontEnd = [this](SmallVectorImpl<const char *> &command) {
    return runFrontEnd(ArrayRef<const char *>(command).drop_front(2));
  };
  Plan plan(paths, arguments(), /*errorsOnly=*/false);
  if (!plan.make(frontEnd))
    return plan.failed() ? 1 : 0;
  if (line.verbose)
    printDeviceJobs(plan);
  if (line.linksDeviceOnly)
    return linkDeviceOnly(plan);
  plan.linkDevice([this](ArrayRef<std::string> files, StringRef output, bool &linked) {
    return linkDevice(files, output, linked);
  });
  return plan.execute();
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
  // Clang's driver calls its own program for parts of its work.
  if (arguments.size() > 1 && StringRef(arguments[1]).starts_with("-cc1")) {
    SmallVector<StringRef, 64> command = {paths->clang};
    command.append(arguments.begin() + 1, arguments.end());
    std::string message;
    const int status = sys::ExecuteAndWait(paths->clang, command, std::nullopt, {}, 0, 0, &message);
    return status >= 0 ? status : fail(createStringError(message));
  }
  Expected<CommandLine> line = parseCommandLine(arguments.drop_front());
  if (!line)
    return fail(line.takeError());
  return Mcc(std::move(*line), std::move(*paths)).run();
}

} // namespace musaport
