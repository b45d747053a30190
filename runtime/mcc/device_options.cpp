//===- mcc/device_options.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "device_options.h"

#include "compile.h"

#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace musaport {

void adaptDeviceOptions(CompilerInvocation &device, const CompilerInvocation &host,
                        const CompileJob &job) {
  CodeGenOptions &codeGen = device.getCodeGenOpts();
  codeGen.DisableLLVMPasses = true;      // they run when the code is the host's
  codeGen.ClearASTBeforeBackend = false; // DeviceAction looks declarations up when all is done
  codeGen.OptimizationLevel = job.deviceLevel;
  codeGen.setInlining(job.deviceLevel > 0 ? CodeGenOptions::NormalInlining
                                          : CodeGenOptions::OnlyAlwaysInlining);
  codeGen.UnrollLoops = job.deviceUnroll;
  // The CPU's estimates of quotients make a NaN of an infinite divisor.
  if (codeGen.Reciprocals.empty())
    codeGen.Reciprocals.emplace_back("none");
  // A sanitizer reports accesses as they are in the code: those of one thread.
  codeGen.VectorizeLoop = job.deviceLevel > 0 && host.getLangOpts().Sanitize.empty();
  codeGen.VectorizeSLP = codeGen.VectorizeLoop && job.deviceLevel > 1;
  LangOptions &language = device.getLangOpts();
  language.Sanitize = host.getLangOpts().Sanitize;
  // Virtual tables of device code have no type information.
  language.Sanitize.set(SanitizerKind::Vptr, false);
  language.NoSanitizeFiles = host.getLangOpts().NoSanitizeFiles;
  const CodeGenOptions &hostCodeGen = host.getCodeGenOpts();
  codeGen.SanitizeRecover = hostCodeGen.SanitizeRecover;
  codeGen.SanitizeTrap = hostCodeGen.SanitizeTrap;
  codeGen.SanitizeAddressUseAfterScope = hostCodeGen.SanitizeAddressUseAfterScope;
  codeGen.RelocationModel = hostCodeGen.RelocationModel;
  codeGen.setFramePointer(hostCodeGen.getFramePointer());
  codeGen.setDebugInfo(hostCodeGen.getDebugInfo());
  codeGen.setDebuggerTuning(hostCodeGen.getDebuggerTuning());
  codeGen.DwarfVersion = hostCodeGen.DwarfVersion;
  device.getFrontendOpts().ProgramAction = frontend::EmitLLVMOnly;
}

HostTarget hostTargetOf(const TargetInfo &target, const CompilerInvocation &host,
                        const CompileJob &job, bool isLinked) {
  const TargetOptions &options = target.getTargetOpts();
  const SanitizerSet &sanitizers = host.getLangOpts().Sanitize;
  HostTarget result;
  result.triple = options.Triple;
  result.dataLayout = target.getDataLayoutString();
  result.cpu = options.CPU;
  result.features = llvm::join(options.Features, ",");
  // In a frame a thread's variables have no red zones between them.
  result.splitsAtBarriers = job.deviceLevel > 0 && !sanitizers.has(SanitizerKind::Address);
  result.splitsAtLanes = job.splitsAtLanes;
  result.joinsExchanges =
      job.deviceLevel > 1 && job.architecture.warpSize == 32 && sanitizers.empty();
  result.isLinked = isLinked;
  result.musaArch = job.runsOnAll ? 0 : job.architecture.musaArch;
  return result;
}

} // namespace musaport
