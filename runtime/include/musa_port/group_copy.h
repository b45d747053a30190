//===- musa_port/group_copy.h - copies by the threads of a group --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_GROUP_COPY_H
#define MUSA_PORT_GROUP_COPY_H

#include "musa_runtime.h"

namespace musa_port {

/// Copies the share of the thread of rank `rank` among `threads`. Nothing is aligned.
__host__ __device__ inline void copy_share(void *destination, const void *source, size_t bytes,
                                           size_t rank, size_t threads) {
  constexpr size_t piece = 16;
  auto *to = static_cast<char *>(destination);
  const auto *from = static_cast<const char *>(source);
  for (size_t at = piece * rank; at < bytes; at += piece * threads)
    __builtin_memcpy(to + at, from + at, bytes - at < piece ? bytes - at : piece);
}

} // namespace musa_port

#endif // MUSA_PORT_GROUP_COPY_H
