//===- musa_port/host/thread.h - what a device thread knows of itself --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On the host target, device code and libmusart share these structs. mcc gives each device function
// a pointer to its __musa_thread as a hidden last argument.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_THREAD_H
#define MUSA_PORT_HOST_THREAD_H

struct __musa_dim {
  unsigned x, y, z;
};

/// What the blocks of a launch have in common when one CPU thread runs them.
struct __musa_grid {
  struct __musa_dim grid_dim;
  struct __musa_dim block_dim;
  unsigned dynamic_shared_offset;
  unsigned dynamic_shared_bytes;
  /// The CPU thread's arena, for the shared memory of the block that it runs. In front of it are 8
  /// bytes for what the block's barriers count.
  char *shared;
  char *frames; ///< what threads keep while they wait, if the kernel is split at its barriers
};

struct __musa_thread {
  struct __musa_dim thread_idx;
  struct __musa_dim block_idx;
  struct __musa_dim block_dim;
  struct __musa_dim grid_dim;
  unsigned rank; ///< index within the block; x counts fastest
  unsigned dynamic_shared_offset;
  char *shared; ///< the block's, as in __musa_grid; its dynamic part begins at the offset above
};

#endif /* MUSA_PORT_HOST_THREAD_H */
