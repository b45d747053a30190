//===- host/exec/kernel.h - a kernel and a launch of it ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_KERNEL_H
#define MUSAPORT_HOST_EXEC_KERNEL_H

#include "musa_port/host/device_image.h"
#include "musa_port/host/thread.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace musart {

/// Everything needed to run a grid, including a copy of the arguments.
struct Launch {
  const __musa_kernel *kernel = nullptr;
  __musa_dim grid{1, 1, 1};
  __musa_dim block{1, 1, 1};
  __musa_dim cluster{1, 1, 1}; ///< of so many blocks; the grid consists of whole ones
  uint32_t dynamicSharedBytes = 0;
  bool cooperative = false;
  std::vector<std::byte> parameters; ///< packed, as the kernel's entry reads them

  uint64_t blocks() const { return uint64_t{grid.x} * grid.y * grid.z; }
  uint32_t blocksPerCluster() const { return cluster.x * cluster.y * cluster.z; }
  uint64_t clusters() const { return blocks() / blocksPerCluster(); }
  uint32_t threadsPerBlock() const { return block.x * block.y * block.z; }
  /// The static and dynamic shared memory of a block, in bytes.
  uint64_t sharedBytes() const {
    return uint64_t{kernel->dynamic_shared_offset} + dynamicSharedBytes;
  }
};

/// Whether grid and block are not empty, and no larger than the device's, in each dimension and in
/// all.
bool sizesFit(const Launch &launch, unsigned maxThreadsPerBlock, unsigned maxBlocksPerGrid);

/// The most blocks of a cluster: on every device that has clusters, and of a kernel that says that
/// it may have more than those.
constexpr unsigned portableClusterSize = 8;
constexpr unsigned largestClusterSize = 16;

/// The size of the clusters that the kernel was compiled for; zeros: of any.
__musa_dim compiledCluster(const __musa_kernel &kernel);
/// Whether the grid consists of whole clusters of at most `maxBlocks` blocks.
bool clusterFits(const Launch &launch, unsigned maxBlocks);
/// Where the block `rank` of the cluster `index` is in the grid. Both count x first.
__musa_dim blockOfCluster(const Launch &launch, uint64_t index, unsigned rank);

/// Sets the position of a thread in its block.
inline void placeThread(__musa_thread &thread, unsigned rank) {
  const __musa_dim dim = thread.block_dim;
  // Most blocks have one dimension, and divisions would be most of what a warp's turn takes.
  thread.thread_idx = {rank, 0, 0};
  if (rank >= dim.x)
    thread.thread_idx = {rank % dim.x, rank / dim.x % dim.y, rank / dim.x / dim.y};
  thread.rank = rank;
}

/// For messages: `(1, 0, 0)`.
std::string text(__musa_dim at);

/// The kernel's name as in the source: `f<int>(int *)`.
std::string demangle(const char *name);

/// Copies the arguments. `arguments` has the address of each, as for musaLaunchKernel.
std::vector<std::byte> packParameters(const __musa_kernel &kernel, void *const *arguments);

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_KERNEL_H
