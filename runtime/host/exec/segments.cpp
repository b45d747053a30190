//===- host/exec/segments.cpp - runs threads that diverge at barriers -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/segments.h"

void __musa_run_apart(const __musa_segment *segments, const void *parameters, __musa_thread *block,
                      char *frames) {
  auto *next = reinterpret_cast<unsigned *>(frames);
  const unsigned threads = block->block_dim.x * block->block_dim.y * block->block_dim.z;
  while (musart::mayGoOnApart(segments, *block, next, threads)) {
    for (unsigned i = 0; i < threads; ++i)
      if ((next[i] & __musa_segment_advanced) == 0 && next[i] != __musa_segment_done)
        segments[next[i]].run_some(parameters, block, frames, next[i]);
    for (unsigned i = 0; i < threads; ++i)
      next[i] &= ~unsigned{__musa_segment_advanced};
  }
}
