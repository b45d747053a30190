//===- mcc/compile.cpp -----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile.h"

#include "device_action.h"
#include "device_options.h"
#include "device_passes.h"
#include "device_unit.h"
#include "diagnostics.h"
#include "included_files.h"
#include "kernel_remarks.h"
#include "lacking_names.h"
#include "nvcc_language/errors.h"
#include "nvcc_language/fallback_names.h"
#include "nvcc_language/function_bodies.h"
#include "option_value.h"
#include "retarget.h"
#include "runtime_calls.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/CodeGen/BackendUtil.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/FrontendDiagnostic.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace musaport {
namespace {

/// What the device's precompiled header has behind the host's name.
constexpr llvm::StringLiteral devicePrecompiledSuffix = ".device";

bool onlyPreprocesses(frontend::ActionKind action) {
  return action == frontend::PrintPreprocessedInput || action == frontend::RunPreprocessorOnly;
}

/// All that mcc does with a source without a device side; null for an action that it does not have.
std::unique_ptr<FrontendAction> makeAction(frontend::ActionKind action,
                                           llvm::LLVMContext &context) {
  switch (action) {
  case frontend::EmitObj:
    return std::make_unique<EmitObjAction>(&context);
  case frontend::EmitAssembly:
    return std::make_unique<EmitAssemblyAction>(&context);
  case frontend::EmitLLVM:
    return std::make_unique<EmitLLVMAction>(&context);
  case frontend::EmitBC:
    return std::make_unique<EmitBCAction>(&context);
  case frontend::ParseSyntaxOnly:
    return std::make_unique<WithBodiesOfSide<SyntaxOnlyAction>>();
  case frontend::PrintPreprocessedInput:
    return std::make_unique<PrintPreprocessedAction>();
  case frontend::RunPreprocessorOnly:
    return std::make_unique<PreprocessOnlyAction>();
  case frontend::GeneratePCH:
    return std::make_unique<GeneratePCHAction>();
  case frontend::ASTDump:
    return std::make_unique<ASTDumpAction>();
  default:
    return nullptr;
  }
}

std::unique_ptr<DiagnosticConsumer> makePrinter(DiagnosticOptions &options,
                                                const std::string &lackingNames) {
  return std::make_unique<LackingNamesConsumer>(
      std::make_unique<TextDiagnosticPrinter>(llvm::errs(), &options), lackingNames);
}

/// -mllvm
void setLlvmOptions(const FrontendOptions &options) {
  if (options.LLVMArgs.empty())
    return;
  std::vector<const char *> arguments = {"mcc"};
  for (const std::string &argument : options.LLVMArgs)
    arguments.push_back(argument.c_str());
  llvm::cl::ResetAllOptionOccurrences();
  llvm::cl::ParseCommandLineOptions(static_cast<int>(arguments.size()), arguments.data());
}

class Compiler {
public:
  explicit Compiler(const CompileJob &job) : job(job) {}
  bool run();
  bool link(llvm::ArrayRef<DeviceUnit> units);

private:
  /// Reads the options of both sides. False after an error.
  bool prepare();
  /// The options of one side; null after an error.
  std::shared_ptr<CompilerInvocation> invocation(llvm::ArrayRef<const char *> arguments);
  std::unique_ptr<CompilerInstance> instance(std::shared_ptr<CompilerInvocation> options);
  /// One side alone, and nothing of it but what an action of `kind` writes.
  bool runSide(const std::shared_ptr<CompilerInvocation> &options, frontend::ActionKind kind);
  bool preprocess();
  bool precompile();
  bool emit();
  DeviceUnit unitOf(const llvm::Module &module) const;
  /// Writes what both sides have become, in the form that the host's arguments ask for.
  bool write(llvm::Module &module, CompilerInstance &clang, frontend::ActionKind form);
  /// With relocatable device code, that is still code for nvptx64.
  std::unique_ptr<llvm::Module> compileDevice();
  /// For the CPU. `action` knows the places of kernels; null: nothing does.
  bool translateDevice(llvm::Module &module, CompilerInstance &clang, const DeviceAction *action);
  /// Identifies this compilation of `source` among all those of a program.
  std::string makeUnitId(const FrontendInputFile &source) const;
  /// What device code runs on; null after an error.
  std::unique_ptr<TargetInfo> deviceTarget() const;
  bool checkSharedMemory(CompilerInstance &clang, const DeviceAction *action,
                         llvm::ArrayRef<KernelSummary> kernels);
  /// Errors of what `clang` has compiled. False if there are any.
  void say(CompilerInstance &clang, DiagnosticIDs::Level level,
           llvm::ArrayRef<LocatedMessage> messages);
  bool report(CompilerInstance &clang, llvm::ArrayRef<LocatedMessage> errors) {
    say(clang, DiagnosticIDs::Error, errors);
    return errors.empty();
  }
  void optimise(llvm::Module &module, CompilerInstance &clang, const TargetInfo &target);
  /// Begins the host's side: what the device's has read is in its dependencies too.
  void startHost();
  bool fail(const llvm::Twine &message);
  void printCounts() const;

  const CompileJob &job;
  llvm::IntrusiveRefCntPtr<DiagnosticOptions> diagnosticOptions;
  std::unique_ptr<DeduplicatingConsumer> consumer;
  llvm::IntrusiveRefCntPtr<DiagnosticsEngine> diagnostics;
  llvm::LLVMContext context;
  std::shared_ptr<CompilerInvocation> host;
  std::shared_ptr<CompilerInvocation> device;
  std::shared_ptr<DependencyNames> deviceDependencies;
  std::string unitId;                                ///< of a separate unit
  std::vector<std::string> undefined;                ///< of a separate unit
  bool isLinked = false;                             ///< the device code is that of several units
  std::unique_ptr<llvm::MemoryBuffer> standardInput; ///< read once, used twice
};

std::shared_ptr<CompilerInvocation> Compiler::invocation(llvm::ArrayRef<const char *> arguments) {
  auto result = std::make_shared<CompilerInvocation>();
  if (!CompilerInvocation::CreateFromArgs(*result, arguments, *diagnostics, "mcc"))
    return nullptr;
  // Launches go through cudaLaunchKernel and __cudaPushCallConfiguration since CUDA 9.2.
  result->getTargetOpts().SDKVersion = llvm::VersionTuple(12, 3);
  PreprocessorOptions &preprocessor = result->getPreprocessorOpts();
  // As Moore Threads' compiler has it: __CUDA__ stays, and none of nvcc's names is there.
  for (const char *name : {"__CUDA_ARCH__", "__NVPTX__", "__PTX__"})
    preprocessor.Macros.insert(preprocessor.Macros.begin(), {name, true});
  auto define = [&](const std::string &macro) {
    preprocessor.Macros.insert(preprocessor.Macros.begin(), {macro, false});
  };
  const std::string arch = std::to_string(job.architecture.musaArch);
  define("__MUSACC__=1");
  define("__MUSA__=1");
  define("__MUSA_ARCH_LIST__=" + arch);
  if (job.isSeparate)
    define("__MUSACC_RDC__=1");
  if (result->getLangOpts().CUDAIsDevice) {
    define("__MUSA_ARCH__=" + arch);
    define("__MUSA_PORT_WARP_SIZE__=" + std::to_string(job.architecture.warpSize));
  }
  // A precompiled header has included it already.
  if (std::string &header = preprocessor.ImplicitPCHInclude; header.empty())
    preprocessor.Includes.insert(preprocessor.Includes.begin(), "musa_runtime.h");
  else if (result->getLangOpts().CUDAIsDevice)
    header += devicePrecompiledSuffix;
  FrontendOptions &frontEnd = result->getFrontendOpts();
  frontEnd.DisableFree = false;
  if (FrontendInputFile &input = frontEnd.Inputs[0]; input.isFile() && input.getFile() == "-") {
    if (!standardInput) {
      auto read = llvm::MemoryBuffer::getSTDIN();
      if (!read) {
        fail("cannot read standard input: " + read.getError().message());
        return nullptr;
      }
      standardInput = std::move(*read);
    }
    input = FrontendInputFile(standardInput->getMemBufferRef(), input.getKind());
    // What it includes is looked for as if it were a file of this folder.
    result->getHeaderSearchOpts().AddPath(".", frontend::Quoted, /*IsFramework=*/false,
                                          /*IgnoreSysRoot=*/true);
  }
  if (job.isSeparate) {
    // The same on both sides, for the names of what is static.
    if (unitId.empty())
      unitId = makeUnitId(frontEnd.Inputs[0]);
    result->getLangOpts().GPURelocatableDeviceCode = true;
    result->getLangOpts().CUID = unitId;
  }
  return result;
}

std::unique_ptr<CompilerInstance> Compiler::instance(std::shared_ptr<CompilerInvocation> options) {
  auto result = std::make_unique<CompilerInstance>();
  result->setInvocation(std::move(options));
  result->createDiagnostics(consumer.get(), /*ShouldOwnClient=*/false);
  // The number of errors is printed at the end, for both sides together.
  result->setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  result->addDependencyCollector(std::make_shared<NoForeignHeaders>());
  FallbackNames::install(*result);
  takeNamesOfInstances(*result);
  return result;
}

bool Compiler::fail(const llvm::Twine &message) {
  diagnostics->Report(diagnostics->getCustomDiagID(DiagnosticsEngine::Error, "%0"))
      << message.str();
  return false;
}

bool Compiler::runSide(const std::shared_ptr<CompilerInvocation> &options,
                       frontend::ActionKind kind) {
  options->getFrontendOpts().ProgramAction = kind;
  std::unique_ptr<CompilerInstance> clang = instance(options);
  if (options == device)
    clang->addDependencyCollector(deviceDependencies);
  return clang->ExecuteAction(*makeAction(kind, context));
}

void Compiler::startHost() {
  consumer->startPass();
  for (const std::string &file : deviceDependencies->getDependencies())
    host->getDependencyOutputOpts().ExtraDeps.emplace_back(file, EDK_DepFileEntry);
}

bool Compiler::preprocess() {
  const frontend::ActionKind wanted = host->getFrontendOpts().ProgramAction;
  device->getPreprocessorOutputOpts() = host->getPreprocessorOutputOpts();
  // What both print is put together at the end.
  const std::string path = host->getFrontendOpts().OutputFile;
  llvm::SmallString<128> texts[2];
  llvm::FileRemover removers[2];
  for (size_t i = 0; i < 2; ++i) {
    if (std::error_code error = llvm::sys::fs::createTemporaryFile("mcc", "i", texts[i]))
      return fail("cannot make a temporary file: " + error.message());
    removers[i].setFile(texts[i]);
    (i == 0 ? device : host)->getFrontendOpts().OutputFile = texts[i].str();
  }
  bool good = runSide(device, wanted);
  startHost();
  good &= runSide(host, wanted);
  if (!good || wanted != frontend::PrintPreprocessedInput)
    return good;
  std::error_code error;
  llvm::raw_fd_ostream output(path.empty() ? "-" : path, error);
  if (error)
    return fail("cannot open '" + path + "': " + error.message());
  for (size_t i = 0; i < 2; ++i) {
    if (!(i == 0 ? job.printDevice : job.printHost))
      continue;
    auto text = llvm::MemoryBuffer::getFile(texts[i]);
    if (!text)
      return fail("cannot read '" + texts[i] + "': " + text.getError().message());
    output << (*text)->getBuffer();
  }
  return true;
}

bool Compiler::precompile() {
  device->getFrontendOpts().OutputFile = job.precompiledHeader + devicePrecompiledSuffix.str();
  host->getFrontendOpts().OutputFile = job.precompiledHeader;
  const bool good = runSide(device, frontend::GeneratePCH);
  startHost();
  return runSide(host, frontend::GeneratePCH) && good;
}

void Compiler::say(CompilerInstance &clang, DiagnosticIDs::Level level,
                   llvm::ArrayRef<LocatedMessage> messages) {
  DiagnosticsEngine &engine = clang.getDiagnostics();
  const unsigned id = engine.getDiagnosticIDs()->getCustomDiagID(level, "%0");
  consumer->BeginSourceFile(clang.getLangOpts(), nullptr);
  for (const LocatedMessage &message : messages)
    engine.Report(message.place, id) << message.message;
  consumer->EndSourceFile();
}

bool Compiler::checkSharedMemory(CompilerInstance &clang, const DeviceAction *action,
                                 llvm::ArrayRef<KernelSummary> kernels) {
  const Architecture &architecture = job.architecture;
  std::vector<LocatedMessage> errors;
  for (const KernelSummary &kernel : kernels) {
    const uint64_t bytes = kernel.sharedBytes + architecture.sharedMemoryReserved;
    if (kernel.sharedBytes == 0 || bytes <= architecture.sharedMemoryPerBlock)
      continue;
    errors.push_back(
        {action != nullptr ? action->locationOf(kernel.name) : SourceLocation(),
         llvm::formatv("shared memory ({0}) exceeds limit ({1}) of {2} in kernel '{3}'", bytes,
                       architecture.sharedMemoryPerBlock, architecture.name,
                       llvm::demangle(kernel.name))
             .str()});
  }
  return report(clang, errors);
}

std::unique_ptr<TargetInfo> Compiler::deviceTarget() const {
  const TargetOptions &hostOptions = host->getTargetOpts();
  auto options = std::make_shared<TargetOptions>();
  options->Triple = hostOptions.Triple;
  options->CPU = job.deviceCpu.empty() ? hostOptions.CPU : job.deviceCpu;
  options->FeaturesAsWritten = hostOptions.FeaturesAsWritten;
  return std::unique_ptr<TargetInfo>(TargetInfo::CreateTargetInfo(*diagnostics, options));
}

/// All of Clang's passes, and ours.
void Compiler::optimise(llvm::Module &module, CompilerInstance &clang, const TargetInfo &target) {
  CodeGenOptions codeGen = device->getCodeGenOpts();
  codeGen.DisableLLVMPasses = false;
  codeGen.PassBuilderCallbacks.emplace_back(addDevicePasses);
  std::unique_ptr<llvm::DiagnosticHandler> handler = context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<DeviceDiagnosticHandler>());
  // Four times as much as for a CPU. For nvptx64 it is eleven times, which costs a third more time
  // for kernels of CUB. A kernel whose functions are not inlined keeps its thread in memory, and
  // its loop over threads is not vectorized.
  std::optional<OptionValue> inlined;
  std::optional<OptionValue> coldInlined;
  if (codeGen.OptimizeSize == 0) {
    inlined.emplace("inline-threshold", "1000");
    coldInlined.emplace("inlinecold-threshold", "45"); // LLVM's own, which else would not hold
  }
  EmitBackendOutput(clang.getDiagnostics(), device->getHeaderSearchOpts(), codeGen,
                    target.getTargetOpts(), device->getLangOpts(), target.getDataLayoutString(),
                    &module, Backend_EmitNothing, &clang.getVirtualFileSystem(), nullptr);
  context.setDiagnosticHandler(std::move(handler));
}

bool Compiler::translateDevice(llvm::Module &module, CompilerInstance &clang,
                               const DeviceAction *action) {
  const std::unique_ptr<TargetInfo> target = deviceTarget();
  if (!target)
    return false;
  const HostTarget hostTarget = hostTargetOf(*target, *host, job, isLinked);
  llvm::Expected<std::vector<KernelSummary>> kernels = retarget(module, hostTarget);
  if (!kernels)
    return fail(llvm::toString(kernels.takeError()));
  if (!checkSharedMemory(clang, action, *kernels))
    return false;
  say(clang, DiagnosticIDs::Remark, kernelRemarks(device->getCodeGenOpts(), action, *kernels));

  // For the functions that passes make.
  context.setDefaultTargetCPU(hostTarget.cpu);
  context.setDefaultTargetFeatures(hostTarget.features);
  optimise(module, clang, *target);
  return true;
}

std::unique_ptr<llvm::Module> Compiler::compileDevice() {
  adaptDeviceOptions(*device, *host, job);
  std::unique_ptr<CompilerInstance> clang = instance(device);
  clang->addDependencyCollector(deviceDependencies);
  DeviceAction action(context, job.isSeparate);
  if (!clang->ExecuteAction(action) || !report(*clang, action.errors()))
    return nullptr;
  undefined = action.undefined().vec();
  std::unique_ptr<llvm::Module> module = action.takeModule();
  if (!job.isSeparate && !translateDevice(*module, *clang, &action))
    return nullptr;
  return module;
}

std::string Compiler::makeUnitId(const FrontendInputFile &source) const {
  llvm::SmallString<1024> all;
  if (llvm::sys::fs::current_path(all))
    all.clear(); // the arguments will do
  for (const char *argument : job.hostArguments)
    (all += '\n') += argument;
  // A source that is written anew for each object is another one each time.
  if (!source.isFile())
    all += source.getBuffer().getBuffer();
  else if (auto bytes = llvm::MemoryBuffer::getFile(source.getFile()))
    all += (*bytes)->getBuffer();
  return llvm::utohexstr(llvm::xxh3_64bits(all), /*LowerCase=*/true, /*Width=*/16);
}

bool Compiler::emit() {
  std::unique_ptr<llvm::Module> deviceModule = compileDevice();
  startHost();
  // Errors of the host's side are worth seeing even if the device's has some.
  const frontend::ActionKind wanted = host->getFrontendOpts().ProgramAction;
  host->getFrontendOpts().ProgramAction = frontend::EmitLLVMOnly;
  std::unique_ptr<CompilerInstance> clang = instance(host);
  WithBodiesOfSide<EmitLLVMOnlyAction> action(&context);
  if (!clang->ExecuteAction(action) || deviceModule == nullptr)
    return false;
  std::unique_ptr<llvm::Module> module = action.takeModule();
  if (job.isSeparate) {
    nameStaticsForHost(*module, *deviceModule);
    const DeviceUnit unit = unitOf(*deviceModule);
    connectSeparateHost(*module, imageNameOf(unit.id),
                        managedVariables(*deviceModule, /*localToo=*/false));
    embedUnit(*module, unit);
  } else {
    if (llvm::Linker::linkModules(*module, std::move(deviceModule)))
      return fail("internal error: cannot link the host and the device side");
    connectHost(*module);
  }
  context.setDiagnosticHandler(std::make_unique<HostDiagnosticHandler>(*clang, *consumer));
  return write(*module, *clang, wanted);
}

DeviceUnit Compiler::unitOf(const llvm::Module &module) const {
  DeviceUnit unit;
  unit.id = unitId;
  const FrontendInputFile &source = host->getFrontendOpts().Inputs[0];
  unit.source = !job.sourceName.empty() ? job.sourceName
                : source.isFile()       ? source.getFile().str()
                                        : "<stdin>";
  unit.architecture = job.runsOnAll ? "any" : job.architecture.name;
  unit.level = job.deviceLevel;
  unit.undefined = undefined;
  llvm::raw_string_ostream stream(unit.bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  return unit;
}

bool Compiler::write(llvm::Module &module, CompilerInstance &clang, frontend::ActionKind form) {
  const bool isText = form == frontend::EmitAssembly || form == frontend::EmitLLVM;
  std::unique_ptr<llvm::raw_pwrite_stream> output = clang.createDefaultOutputFile(
      /*Binary=*/!isText, clang.getFrontendOpts().Inputs[0].getFile(), isText ? "s" : "o");
  if (!output)
    return false;
  CodeGenOptions codeGen = host->getCodeGenOpts();
  codeGen.DisableLLVMPasses = true; // both sides have been optimised
  const BackendAction backend = form == frontend::EmitAssembly ? Backend_EmitAssembly
                                : form == frontend::EmitLLVM   ? Backend_EmitLL
                                : form == frontend::EmitBC     ? Backend_EmitBC
                                                               : Backend_EmitObj;
  EmitBackendOutput(clang.getDiagnostics(), host->getHeaderSearchOpts(), codeGen,
                    host->getTargetOpts(), host->getLangOpts(),
                    clang.getTarget().getDataLayoutString(), &module, backend,
                    &clang.getVirtualFileSystem(), std::move(output));
  const bool good = consumer->errors() == 0;
  clang.clearOutputFiles(/*EraseFiles=*/!good);
  return good;
}

bool Compiler::link(llvm::ArrayRef<DeviceUnit> units) {
  if (!prepare())
    return false;
  adaptDeviceOptions(*device, *host, job);
  llvm::Expected<std::unique_ptr<llvm::Module>> module = linkUnits(units, context);
  if (!module) {
    llvm::handleAllErrors(module.takeError(), [&](const llvm::ErrorInfoBase &error) {
      llvm::errs() << "mcc: error: " << error.message() << '\n';
    });
    return false;
  }
  isLinked = true;
  bool failed = false;
  context.setDiagnosticHandler(std::make_unique<LinkDiagnosticHandler>(failed));
  std::unique_ptr<CompilerInstance> clang = instance(host);
  clang->createFileManager();
  if (!clang->createTarget() || !translateDevice(**module, *clang, nullptr))
    return false;
  std::vector<std::string> images;
  for (const DeviceUnit &unit : units)
    images.push_back(imageNameOf(unit.id));
  exportDevice(**module, images);
  if (job.isModule)
    registerModule(**module);
  return write(**module, *clang, frontend::EmitObj) && !failed;
}

void Compiler::printCounts() const {
  const unsigned errors = consumer->errors();
  const unsigned warnings = consumer->warnings();
  if (!diagnosticOptions->ShowCarets || errors + warnings == 0)
    return;
  if (warnings > 0)
    llvm::errs() << warnings << " warning" << (warnings == 1 ? "" : "s");
  if (warnings > 0 && errors > 0)
    llvm::errs() << " and ";
  if (errors > 0)
    llvm::errs() << errors << " error" << (errors == 1 ? "" : "s");
  llvm::errs() << " generated.\n";
}

bool Compiler::prepare() {
  diagnosticOptions = CreateAndPopulateDiagOpts(job.hostArguments);
  consumer =
      std::make_unique<DeduplicatingConsumer>(makePrinter(*diagnosticOptions, job.lackingNames));
  diagnostics = CompilerInstance::createDiagnostics(diagnosticOptions.get(), consumer.get(),
                                                    /*ShouldOwnClient=*/false);
  host = invocation(job.hostArguments);
  device = host ? invocation(job.deviceArguments) : nullptr;
  if (!device)
    return false;
  setLlvmOptions(host->getFrontendOpts());
  return true;
}

bool Compiler::run() {
  if (!prepare())
    return false;
  deviceDependencies =
      std::make_shared<DependencyNames>(host->getDependencyOutputOpts().IncludeSystemHeaders != 0);
  device->getDependencyOutputOpts() = DependencyOutputOptions();

  const frontend::ActionKind wanted = host->getFrontendOpts().ProgramAction;
  bool good = false;
  if (!job.precompiledHeader.empty()) {
    good = precompile();
  } else if (onlyPreprocesses(wanted)) {
    good = preprocess();
  } else if (wanted == frontend::ParseSyntaxOnly) {
    good = runSide(device, wanted);
    startHost();
    good &= runSide(host, wanted);
  } else if (wanted == frontend::EmitObj || wanted == frontend::EmitAssembly ||
             wanted == frontend::EmitLLVM || wanted == frontend::EmitBC) {
    good = emit();
  } else {
    good = fail("this action of Clang is not available for a MUSA source");
  }
  printCounts();
  return good;
}

} // namespace

bool compile(const CompileJob &job) { return Compiler(job).run(); }

bool linkDevice(const CompileJob &job, llvm::ArrayRef<DeviceUnit> units) {
  return Compiler(job).link(units);
}

bool compileOther(llvm::ArrayRef<const char *> arguments, const std::string &lackingNames) {
  llvm::IntrusiveRefCntPtr<DiagnosticOptions> options = CreateAndPopulateDiagOpts(arguments);
  const std::unique_ptr<DiagnosticConsumer> printer = makePrinter(*options, lackingNames);
  llvm::IntrusiveRefCntPtr<DiagnosticsEngine> diagnostics =
      CompilerInstance::createDiagnostics(options.get(), printer.get(), /*ShouldOwnClient=*/false);
  CompilerInstance clang;
  if (!CompilerInvocation::CreateFromArgs(clang.getInvocation(), arguments, *diagnostics, "mcc"))
    return false;
  clang.getFrontendOpts().DisableFree = false;
  clang.createDiagnostics(printer.get(), /*ShouldOwnClient=*/false);
  setLlvmOptions(clang.getFrontendOpts());
  llvm::LLVMContext context;
  std::unique_ptr<FrontendAction> action =
      makeAction(clang.getFrontendOpts().ProgramAction, context);
  if (!action) {
    llvm::errs() << "mcc: error: this action of Clang is not available; use clang\n";
    return false;
  }
  return clang.ExecuteAction(*action);
}

} // namespace musaport
