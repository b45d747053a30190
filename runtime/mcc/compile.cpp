//===- mcc/compile.cpp -----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile.h"

#include "diagnostics.h"
#include "retarget.h"
#include "runtime_calls.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/CodeGen/BackendUtil.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/FrontendDiagnostic.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"

using namespace clang;

namespace musaport {
namespace {

/// Where the source says that a function is.
struct Place {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// Emits IR, and remembers where its functions stand in the source.
class DeviceAction : public EmitLLVMOnlyAction {
public:
  using EmitLLVMOnlyAction::EmitLLVMOnlyAction;
  SourceLocation locationOf(llvm::StringRef mangledName) const {
    return locations.lookup(mangledName);
  }

private:
  void ExecuteAction() override {
    EmitLLVMOnlyAction::ExecuteAction();
  }

  llvm::StringMap<SourceLocation> locations;
};

class Compiler {
public:
  explicit Compiler(const CompileJob &job) : job(job) {}
  bool run();

private:
  /// The options of one side; null after an error.
  std::shared_ptr<CompilerInvocation> invocation(llvm::ArrayRef<const char *> arguments);
  std::unique_ptr<CompilerInstance> instance(std::shared_ptr<CompilerInvocation> options);
  std::unique_ptr<llvm::Module> compileDevice();
  bool fail(const llvm::Twine &message);

  const CompileJob &job;
  llvm::IntrusiveRefCntPtr<DiagnosticOptions> diagnosticOptions;
  std::unique_ptr<DeduplicatingConsumer> consumer;
  llvm::IntrusiveRefCntPtr<DiagnosticsEngine> diagnostics;
  llvm::LLVMContext context;
  std::shared_ptr<CompilerInvocation> host;
  std::vector<std::string> deviceDependencies;
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
  define("__MUSACC__=1");
  define("__MUSA__=1");
  if (result->getLangOpts().CUDAIsDevice)
    define("__MUSA_ARCH__=" + std::to_string(job.architecture.musaArch));
  if (preprocessor.ImplicitPCHInclude.empty() && !result->getFrontendOpts().IsSystemModule)
    preprocessor.Includes.insert(preprocessor.Includes.begin(), "musa_runtime.h");
  result->getFrontendOpts().DisableFree = false;
  return result;
}

std::unique_ptr<CompilerInstance>
Compiler::instance(std::shared_ptr<CompilerInvocation> options) {
  auto result = std::make_unique<CompilerInstance>();
  result->setInvocation(std::move(options));
  result->createDiagnostics(consumer.get(), /*ShouldOwnClient=*/false);
  // The number of errors is printed at the end, for both sides together.
  result->setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  return result;
}

bool Compiler::fail(const llvm::Twine &message) {
  DiagnosticsEngine &engine = *diagnostics;
  engine.Report(engine.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << message.str();
  return false;
}

/// The names of the files that are read.
class DependencyNames : public DependencyCollector {
public:
  bool needSystemDependencies() override { return true; }
};

std::unique_ptr<llvm::Module> Compiler::compileDevice() {
  std::shared_ptr<CompilerInvocation> options = invocation(job.deviceArguments);
  if (!options)
    return nullptr;
  CodeGenOptions &codeGen = options->getCodeGenOpts();
  codeGen.DisableLLVMPasses = true; // they run when the code is the host's
  codeGen.OptimizationLevel = job.deviceLevel;
  codeGen.setInlining(job.deviceLevel > 0 ? CodeGenOptions::NormalInlining
                                          : CodeGenOptions::OnlyAlwaysInlining);
  codeGen.UnrollLoops = job.deviceUnroll;
  codeGen.VectorizeLoop = job.deviceLevel > 0;
  codeGen.VectorizeSLP = job.deviceLevel > 1;
  // Clang's driver knows of no sanitizers on nvptx64.
  const CodeGenOptions &hostCodeGen = host->getCodeGenOpts();
  options->getLangOpts().Sanitize = host->getLangOpts().Sanitize;
  codeGen.SanitizeRecover = hostCodeGen.SanitizeRecover;
  codeGen.SanitizeTrap = hostCodeGen.SanitizeTrap;
  codeGen.SanitizeAddressUseAfterScope = hostCodeGen.SanitizeAddressUseAfterScope;
  codeGen.setFramePointer(hostCodeGen.getFramePointer());
  options->getFrontendOpts().ProgramAction = frontend::EmitLLVMOnly;
  options->getDependencyOutputOpts() = DependencyOutputOptions();

  std::unique_ptr<CompilerInstance> clang = instance(options);
  auto dependencies = std::make_shared<DependencyNames>();
  clang->addDependencyCollector(dependencies);
  DeviceAction action(&context);
  if (!clang->ExecuteAction(action))
    return nullptr;
  deviceDependencies = dependencies->getDependencies().vec();
  std::unique_ptr<llvm::Module> module = action.takeModule();

  auto targetOptions = std::make_shared<TargetOptions>();
  targetOptions->Triple = host->getTargetOpts().Triple;
  targetOptions->CPU = job.deviceCpu;
  std::unique_ptr<TargetInfo> target(TargetInfo::CreateTargetInfo(*diagnostics, targetOptions));
  if (!target)
    return nullptr;
  HostTarget hostTarget;
  hostTarget.triple = targetOptions->Triple;
  hostTarget.dataLayout = target->getDataLayoutString();
  hostTarget.cpu = targetOptions->CPU;
  hostTarget.features = llvm::join(targetOptions->Features, ",");
  hostTarget.musaArch = job.architecture.musaArch;
  llvm::Expected<std::vector<KernelSummary>> kernels = retarget(*module, hostTarget);
  if (!kernels) {
    fail(llvm::toString(kernels.takeError()));
    return nullptr;
  }
  for (const KernelSummary &kernel : *kernels) {
    if (kernel.sharedBytes > job.architecture.sharedMemoryPerBlock) {
      fail("kernel '" + llvm::demangle(kernel.name) + "': shared memory (" +
           llvm::Twine(kernel.sharedBytes) + " bytes) exceeds the limit of " +
           job.architecture.name + " (" + llvm::Twine(job.architecture.sharedMemoryPerBlock) +
           " bytes)");
    }
  }
  if (consumer->errors() > 0)
    return nullptr;

  // For the functions that passes make.
  context.setDefaultTargetCPU(hostTarget.cpu);
  context.setDefaultTargetFeatures(hostTarget.features);
  codeGen.DisableLLVMPasses = false;
  codeGen.RelocationModel = host->getCodeGenOpts().RelocationModel;
  EmitBackendOutput(clang->getDiagnostics(), options->getHeaderSearchOpts(), codeGen,
                    *targetOptions, options->getLangOpts(), hostTarget.dataLayout, module.get(),
                    Backend_EmitNothing, &clang->getVirtualFileSystem(), nullptr);
  return module;
}

bool Compiler::run() {
  diagnosticOptions = CreateAndPopulateDiagOpts(job.hostArguments);
  consumer = std::make_unique<DeduplicatingConsumer>(
      std::make_unique<TextDiagnosticPrinter>(llvm::errs(), diagnosticOptions.get()));
  diagnostics = CompilerInstance::createDiagnostics(diagnosticOptions.get(), consumer.get(),
                                                    /*ShouldOwnClient=*/false);
  host = invocation(job.hostArguments);
  if (!host)
    return false;

  std::unique_ptr<llvm::Module> device = compileDevice();
  consumer->startPass();

  // Errors of the host's side are worth seeing even if the device's has some.
  const frontend::ActionKind wanted = host->getFrontendOpts().ProgramAction;
  host->getFrontendOpts().ProgramAction = frontend::EmitLLVMOnly;
  for (const std::string &file : deviceDependencies)
    host->getDependencyOutputOpts().ExtraDeps.emplace_back(file, EDK_DepFileEntry);
  std::unique_ptr<CompilerInstance> clang = instance(host);
  EmitLLVMOnlyAction action(&context);
  bool good = clang->ExecuteAction(action) && device != nullptr;
  if (good) {
    std::unique_ptr<llvm::Module> module = action.takeModule();
    good = !llvm::Linker::linkModules(*module, std::move(device));
    connectRuntime(*module);
    std::unique_ptr<llvm::raw_pwrite_stream> output =
        clang->createDefaultOutputFile(/*Binary=*/true, clang->getFrontendOpts().Inputs[0].getFile(),
                                       "o");
    if (!output)
      return false;
    CodeGenOptions codeGen = host->getCodeGenOpts();
    codeGen.DisableLLVMPasses = true; // both sides have been optimised
    const BackendAction form = wanted == frontend::EmitAssembly ? Backend_EmitAssembly
                                 : wanted == frontend::EmitLLVM   ? Backend_EmitLL
                                 : wanted == frontend::EmitBC     ? Backend_EmitBC
                                                                  : Backend_EmitObj;
    EmitBackendOutput(clang->getDiagnostics(), host->getHeaderSearchOpts(), codeGen,
                      host->getTargetOpts(), host->getLangOpts(),
                      clang->getTarget().getDataLayoutString(), module.get(), form,
                      &clang->getVirtualFileSystem(), std::move(output));
    good = consumer->errors() == 0;
    clang->clearOutputFiles(/*EraseFiles=*/!good);
  }
  if (const unsigned errors = consumer->errors(), warnings = consumer->warnings();
      diagnosticOptions->ShowCarets && errors + warnings > 0) {
    if (warnings > 0)
      llvm::errs() << warnings << " warning" << (warnings == 1 ? "" : "s");
    if (warnings > 0 && errors > 0)
      llvm::errs() << " and ";
    if (errors > 0)
      llvm::errs() << errors << " error" << (errors == 1 ? "" : "s");
    llvm::errs() << " generated.\n";
  }
  return good;
}

} // namespace

bool compile(const CompileJob &job) { return Compiler(job).run(); }

} // namespace musaport
