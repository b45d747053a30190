//===- host/exec/grid.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/grid.h"

#include <mutex>
#include <new>

namespace musart {
namespace {

std::optional<KernelFailure> runBlocks(const Launch &launch, const ExecutionOptions &options,
                                       uint64_t first, uint64_t last) {
  try {
    return Execution::ofThread().run(launch, options, first, last);
  } catch (const std::bad_alloc &) {
    return KernelFailure{KernelFailure::Kind::Resources,
                         "kernel '" + demangle(launch.kernel->name) + "': no memory for a block"};
  }
}

} // namespace

std::optional<KernelFailure> runGrid(const Launch &launch, const ExecutionOptions &options,
                                     WorkerPool &workers) {
  const uint64_t blocks = launch.blocks();
  if (blocks == 1 || launch.cooperative)
    return runBlocks(launch, options, 0, blocks);
  std::mutex mutex;
  std::optional<KernelFailure> result;
  workers.forChunks(blocks, [&](uint64_t first, uint64_t last) {
    std::optional<KernelFailure> failure = runBlocks(launch, options, first, last);
    if (!failure)
      return true;
    const std::lock_guard lock(mutex);
    if (!result)
      result = std::move(failure);
    return false;
  });
  return result;
}

} // namespace musart
