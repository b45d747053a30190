//===- musa_port/host/thread.h - what a device thread knows of itself --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On the host target. Between device code and libmusart. A pointer to it is the hidden last
// argument of every device function; mcc puts it there.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_THREAD_H
#define MUSA_PORT_HOST_THREAD_H

struct __musa_dim {
  unsigned x, y, z;
};

/// What all blocks of a launch share.
struct __musa_grid {
  struct __musa_dim grid_dim;
  struct __musa_dim block_dim;
  unsigned dynamic_shared_offset;
  unsigned dynamic_shared_bytes;
  char *shared; ///< the arena of the CPU thread that runs blocks of it
  char *frames; ///< what threads keep while they wait, for kernels that are cut at their barriers
};

struct __musa_thread {
  struct __musa_dim thread_idx;
  struct __musa_dim block_idx;
  struct __musa_dim block_dim;
  struct __musa_dim grid_dim;
  unsigned rank; ///< in the block, x first
  unsigned dynamic_shared_offset;
  char *shared; ///< the block's shared memory; its dynamic part begins at the offset above
};

#endif /* MUSA_PORT_HOST_THREAD_H */
