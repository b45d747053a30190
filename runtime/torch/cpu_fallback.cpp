//===- torch/cpu_fallback.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "torch_musa/csrc/core/CpuFallback.h"

#include <ATen/native/CPUFallback.h>
#include <c10/util/Exception.h>
#include <torch/library.h>

#include <cstdlib>
#include <mutex>
#include <set>
#include <string_view>

namespace torch_musa::cpu_fallback {
namespace {

struct Record {
  std::mutex mutex;
  std::map<std::string, uint64_t> counts;
  std::set<std::string> warned;
};

Record &record() {
  static Record instance;
  return instance;
}

/// Whether this is the operator's first time.
bool count(const std::string &name) {
  Record &all = record();
  const std::lock_guard lock(all.mutex);
  ++all.counts[name];
  return all.warned.insert(name).second;
}

void runOnCpu(const c10::OperatorHandle &op, torch::jit::Stack *stack) {
  const std::string name = c10::toString(op.operator_name());
  if (count(name)) {
    TORCH_WARN(name,
               " has no kernel for the device musa and runs on the CPU, on copies of its tensors. "
               "With TORCH_MUSA_CPU_FALLBACK=0 in the environment it is an error.");
  }
  at::native::cpu_fallback(op, stack);
}

// Without the fallback the error is PyTorch's own.
TORCH_LIBRARY_IMPL(_, PrivateUse1, library) {
  if (enabled())
    library.fallback(torch::CppFunction::makeFromBoxedFunction<&runOnCpu>());
}

} // namespace

bool enabled() {
  static const bool value = [] {
    const char *text = std::getenv("TORCH_MUSA_CPU_FALLBACK");
    return !text || std::string_view(text) != "0";
  }();
  return value;
}

std::map<std::string, uint64_t> counts() {
  Record &all = record();
  const std::lock_guard lock(all.mutex);
  return all.counts;
}

void resetCounts() {
  Record &all = record();
  const std::lock_guard lock(all.mutex);
  all.counts.clear();
}

} // namespace torch_musa::cpu_fallback
