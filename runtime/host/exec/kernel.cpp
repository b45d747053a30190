//===- host/exec/kernel.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/kernel.h"

#include <cstdlib>
#include <cstring>
#include <cxxabi.h>

namespace musart {

std::string text(__musa_dim at) {
  return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) +
         ")";
}

std::string demangle(const char *name) {
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : name;
}

bool sizesFit(const Launch &launch, unsigned maxThreadsPerBlock, unsigned maxBlocksPerGrid) {
  const auto eachFits = [](__musa_dim size, unsigned limit) {
    const auto fits = [&](unsigned value) { return value > 0 && value <= limit; };
    return fits(size.x) && fits(size.y) && fits(size.z);
  };
  const __musa_dim block = launch.block;
  return eachFits(launch.grid, maxBlocksPerGrid) && eachFits(block, maxThreadsPerBlock) &&
         uint64_t{block.x} * block.y * block.z <= maxThreadsPerBlock;
}

__musa_dim compiledCluster(const __musa_kernel &kernel) {
  return {kernel.cluster[0], kernel.cluster[1], kernel.cluster[2]};
}

bool clusterFits(const Launch &launch, unsigned maxBlocks) {
  const auto divides = [&](unsigned size, unsigned of) {
    return size > 0 && size <= maxBlocks && of % size == 0;
  };
  const __musa_dim cluster = launch.cluster;
  return divides(cluster.x, launch.grid.x) && divides(cluster.y, launch.grid.y) &&
         divides(cluster.z, launch.grid.z) && launch.blocksPerCluster() <= maxBlocks;
}

__musa_dim blockOfCluster(const Launch &launch, uint64_t index, unsigned rank) {
  const __musa_dim size = launch.cluster;
  const unsigned width = launch.grid.x / size.x;
  const unsigned height = launch.grid.y / size.y;
  return {static_cast<unsigned>(index % width) * size.x + rank % size.x,
          static_cast<unsigned>(index / width % height) * size.y + rank / size.x % size.y,
          static_cast<unsigned>(index / width / height) * size.z + rank / size.x / size.y};
}

std::vector<std::byte> packParameters(const __musa_kernel &kernel, void *const *arguments) {
  std::vector<std::byte> packed(kernel.parameter_bytes);
  for (uint32_t i = 0; i < kernel.parameter_count; ++i) {
    const __musa_parameter &parameter = kernel.parameters[i];
    std::memcpy(packed.data() + parameter.offset, arguments[i], parameter.size);
  }
  return packed;
}

} // namespace musart
