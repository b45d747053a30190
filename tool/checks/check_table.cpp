//===- checks/check_table.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/check_table.h"

#include "checks/already_ported_check.h"
#include "checks/arch_guard_check.h"
#include "checks/arch_runtime_check.h"
#include "checks/device_launch_check.h"
#include "checks/double_check.h"
#include "checks/feature_check.h"
#include "checks/half_types_check.h"
#include "checks/lane_mask_check.h"
#include "checks/lock_step_check.h"
#include "checks/long_double_check.h"
#include "checks/name_collision_check.h"
#include "checks/name_in_string_check.h"
#include "checks/own_name_check.h"
#include "checks/pasted_name_check.h"
#include "checks/ptx_check.h"
#include "checks/self_define_check.h"
#include "checks/separable_compilation_check.h"
#include "checks/shared_memory_check.h"
#include "checks/tuning_policy_check.h"
#include "checks/version_guard_check.h"
#include "checks/version_runtime_check.h"
#include "checks/warp_shuffle_check.h"
#include "checks/warp_size_check.h"
#include "source/suggestion.h"

#include "llvm/Support/GlobPattern.h"

namespace musaport {
namespace {

template <typename T> std::unique_ptr<Check> make(llvm::StringRef id, const CheckContext &context) {
  return std::make_unique<T>(id, context);
}

} // namespace

llvm::ArrayRef<CheckDescription> allChecks() {
  static constexpr CheckDescription checks[] = {
      {"musa-already-ported", "a file uses MUSA names before it is ported",
       make<AlreadyPortedCheck>},
      {"musa-api-differs", "the MUSA counterpart behaves differently", nullptr, true},
      {"musa-arch-guard",
       "a condition on `__CUDA_ARCH__` cannot be translated, or has the wrong result in the port",
       make<ArchGuardCheck>, true},
      {"musa-arch-runtime",
       "a comparison with, or a switch on, a compute capability has a different result on MUSA",
       make<ArchRuntimeCheck>},
      {"musa-arch-value", "the value of `__MUSA_ARCH__` is used", nullptr, true},
      {"musa-build-script", "something in a build script is not ported, or the port is uncertain",
       nullptr, true},
      {"musa-dangling-include", "an include that the port has broken", nullptr, true},
      {"musa-deprecated-api", "a name is deprecated or removed in CUDA, and MUSA may not have it",
       nullptr},
      {"musa-device-launch", "a kernel is launched from device code", make<DeviceLaunchCheck>},
      {"musa-double", "device code computes in double, and the port is compiled without fp64",
       make<DoubleCheck>},
      {"musa-feature",
       "a CUDA name belongs to a feature that the architecture lacks or has in another form",
       make<FeatureCheck>},
      {"musa-half-types",
       "device code uses bfloat16 arithmetic or FP8, which the architecture lacks",
       make<HalfTypesCheck>},
      {"musa-include-ambiguous", "an include can mean several files of the tree", nullptr, true},
      {"musa-lane-mask", "a mask of 32 lanes is used as a mask of a larger warp",
       make<LaneMaskCheck>},
      {"musa-lock-step",
       "a lane reads what another lane has written to shared memory, without a barrier between",
       make<LockStepCheck>},
      {"musa-long-double", "device code uses long double, which is only a double on the device",
       make<LongDoubleCheck>},
      {"musa-name-collision", "a ported name collides with an existing one",
       make<NameCollisionCheck>},
      {"musa-name-in-string",
       "a string names something of CUDA's, such as a function that is looked up",
       make<NameInStringCheck>},
      {"musa-nvcc-dialect", "code that nvcc takes and mcc does not", nullptr, true},
      {"musa-own-name", "the tree declares something under a CUDA name", make<OwnNameCheck>},
      {"musa-parse-error", "a CUDA source has an error that its port keeps", nullptr},
      {"musa-pasted-name", "a macro pastes together a name that the port spells differently",
       make<PastedNameCheck>},
      {"musa-ptx", "an `asm` statement has a PTX instruction without a counterpart in C++",
       make<PtxCheck>},
      {"musa-python", "something in a Python file is not ported, or the port is uncertain", nullptr,
       true},
      {"musa-self-define",
       "a CUDA name is declared as its MUSA name, so the port declares it as itself",
       make<SelfDefineCheck>},
      {"musa-separable-compilation",
       "device code uses a device function or variable that another file defines",
       make<SeparableCompilationCheck>},
      {"musa-shared-memory",
       "a kernel needs more shared memory than a block of the architecture has",
       make<SharedMemoryCheck>},
      {"musa-tuning-policy", "a CUB tuning policy is never chosen on the architecture",
       make<TuningPolicyCheck>},
      {"musa-unknown-header", "an included header looks like CUDA's, and no rule knows it", nullptr,
       true},
      {"musa-unknown-name", "a name looks like a CUDA name, and no rule knows it", nullptr, true},
      {"musa-unsupported-api", "a CUDA name has no counterpart in MUSA", nullptr, true},
      {"musa-unused-ignore", "an ignore comment silences no finding", nullptr, true},
      {"musa-unverified-api", "a name becomes a MUSA name that is not verified", nullptr, true},
      {"musa-version-guard",
       "the tree defines a version macro, or compares one in a way that the port cannot translate",
       make<VersionGuardCheck>, true},
      {"musa-version-runtime", "a version that a library reports is compared with a CUDA version",
       make<VersionRuntimeCheck>},
      {"musa-version-value", "the value of a version macro is used", nullptr, true},
      {"musa-warp-shuffle",
       "a shuffle reads only from the warp's first 32 lanes, or reaches beyond its width",
       make<WarpShuffleCheck>},
      {"musa-warp-size",
       "code assumes warps of 32 lanes in one place and of warpSize lanes in another",
       make<WarpSizeCheck>},
  };
  return checks;
}

static llvm::Error noSuchCheck(llvm::StringRef name) {
  std::vector<std::string> known;
  for (const CheckDescription &check : allChecks())
    known.push_back(check.id.str());
  return llvm::createStringError("no check is called '" + name + "'" + didYouMean(name, known) +
                                 " (--list-checks lists them)");
}

llvm::Expected<std::vector<const CheckDescription *>> selectChecks(llvm::StringRef globs) {
  std::vector<bool> isSelected(allChecks().size(), false);
  for (llvm::StringRef rest = globs; !rest.empty();) {
    llvm::StringRef glob;
    std::tie(glob, rest) = rest.split(',');
    glob = glob.trim();
    const bool takes = !glob.consume_front("-");
    llvm::Expected<llvm::GlobPattern> pattern = llvm::GlobPattern::create(glob);
    if (!pattern)
      return llvm::createStringError("'" + glob +
                                     "' selects no checks: " + llvm::toString(pattern.takeError()));
    bool fits = false;
    for (size_t i = 0; i < isSelected.size(); ++i)
      if (pattern->match(allChecks()[i].id)) {
        isSelected[i] = takes;
        fits = true;
      }
    if (!fits)
      return noSuchCheck(glob);
  }
  std::vector<const CheckDescription *> selected;
  for (size_t i = 0; i < isSelected.size(); ++i)
    if (isSelected[i])
      selected.push_back(&allChecks()[i]);
  return selected;
}

llvm::ArrayRef<ToolDiagnostic> toolDiagnostics() {
  static constexpr ToolDiagnostic diagnostics[] = {
      {"musa-baseline", "a baseline cannot be read, or has findings that no longer occur"},
      {"musa-manifest", "the output folder's manifest cannot be understood"},
      {"musa-merge-conflict",
       "`musa-port update` cannot decide between an edit by hand and a change of the source"},
      {"musa-not-text", "a source file cannot be read as source code", true},
      {"musa-output-collision", "two files would become one"},
      {"musa-output-exists", "a file of the output folder is in the way"},
      {"musa-parse-incomplete", "a source has errors, and was checked as far as it could be parsed",
       true},
      {"musa-project-file", "`.musa-port.json` is not valid"},
      {"musa-rule-duplicate", "two rules for one thing"},
      {"musa-rule-file", "a rule file is not valid"},
      {"musa-rule-identity", "a rule maps a name to itself"},
      {"musa-rule-never-matches", "a rule can never match"},
      {"musa-rule-no-reverse", "with `--direction m2c`, a rule of yours has no reverse"},
      {"musa-rule-shadowed", "a rule is never used, because another one always wins"},
      {"musa-rule-unbalanced", "the two sides of a rule do not match"},
      {"musa-stale-output", "the output holds a file of an earlier run whose source is gone"},
  };
  return diagnostics;
}

} // namespace musaport
