//===- host/exec/child_grids.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/child_grids.h"

#include "exec/grid.h"

#include <exception>
#include <new>
#include <thread>
#include <utility>

namespace musart {

void ChildGrids::add(uint64_t block, Launch launch) {
  const std::lock_guard lock(mutex);
  ofBlocks[block].push_back(std::move(launch));
}

void ChildGrids::addTail(Launch launch) {
  const std::lock_guard lock(mutex);
  tail.push_back(std::move(launch));
}

std::optional<KernelFailure> ChildGrids::run(const Chain &chain) {
  try {
    for (const Launch &launch : chain)
      if (auto failure = runGrid(launch, options, workers, depth + 1))
        return failure;
    return std::nullopt;
  } catch (const std::bad_alloc &) {
    return KernelFailure{KernelFailure::Kind::Resources,
                         "no memory for what device code has launched"};
  }
}

bool ChildGrids::runOf(uint64_t block) {
  Chain chain;
  {
    const std::lock_guard lock(mutex);
    if (const auto found = ofBlocks.find(block); found != ofBlocks.end())
      chain = std::move(ofBlocks.extract(found).mapped());
  }
  if (chain.empty())
    return true;
  std::optional<KernelFailure> failure;
  try {
    std::thread([&] { failure = run(chain); }).join();
  } catch (const std::exception &) {
    failure = {KernelFailure::Kind::Resources,
               "a block waits for what it has launched, and the system has no thread to run it"};
  }
  if (!failure)
    return true;
  const std::lock_guard lock(mutex);
  if (!failed)
    failed = std::move(failure);
  return false;
}

std::optional<KernelFailure> ChildGrids::runAll() {
  if (ofBlocks.empty() && tail.empty()) // most kernels launch nothing
    return std::nullopt;
  std::vector<Chain> chains;
  for (auto &[block, chain] : std::exchange(ofBlocks, {}))
    chains.push_back(std::move(chain));
  const auto runChains = [&](uint64_t first, uint64_t last) {
    std::optional<KernelFailure> failure;
    for (uint64_t i = first; i < last && !failure; ++i)
      failure = run(chains[i]);
    return failure;
  };
  if (auto failure = firstFailure(workers, chains.size(), runChains))
    return failure;
  return run(std::exchange(tail, {}));
}

} // namespace musart
