//===- core/CpuFallback.h - operators that run on the CPU ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TORCH_MUSA_CORE_CPU_FALLBACK_H
#define TORCH_MUSA_CORE_CPU_FALLBACK_H

#include <cstdint>
#include <map>
#include <string>

/// An operator without a kernel for `musa` runs on the CPU, on copies of its tensors, unless
/// TORCH_MUSA_CPU_FALLBACK is 0 when the library is loaded.
namespace torch_musa::cpu_fallback {

bool enabled();
/// How often each operator ("aten::foo.out") ran on the CPU.
std::map<std::string, uint64_t> counts();
void resetCounts();

} // namespace torch_musa::cpu_fallback

#endif
