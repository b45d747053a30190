//===- host/exec/segments.h - threads that diverge at barriers --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_SEGMENTS_H
#define MUSAPORT_HOST_EXEC_SEGMENTS_H

#include "exec/barrier_report.h"
#include "exec/execution.h"
#include "musa_port/host/segments.h"

namespace musart {

/// Copies a message to where it outlives the frames that a failure leaves: nobody returns to them,
/// so none of them may own the text.
inline const char *keepText(const std::string &what) {
  static thread_local char kept[1024];
  kept[what.copy(kept, sizeof kept - 1)] = 0;
  return kept;
}

/// A block whose threads go on with several segments, by `next`: some have returned, or they wait
/// at barriers that are one in the program and several in the kernel. False if all have returned.
/// Does not return if they may not wait as they do.
template <typename Segment>
bool mayGoOnApart(const Segment *segments, __musa_thread &block, const unsigned *next,
                  unsigned threads) {
  const auto place = [&](unsigned i) {
    return Place{segments[next[i]].file, segments[next[i]].line};
  };
  const auto fail = [&](unsigned i, const char *what) {
    placeThread(block, i);
    Execution::running()->fail(block, KernelFailure::Kind::Divergence, what);
  };
  unsigned first = threads;
  unsigned returned = 0;
  for (unsigned i = 0; i < threads; ++i) {
    if (next[i] == __musa_segment_done)
      ++returned;
    else if (first == threads)
      first = i;
    else if (next[i] != next[first] && !same(place(i), place(first)))
      fail(i, keepText(divergenceText(place(i), place(first))));
  }
  if (first == threads)
    return false;
  if (returned > 0) {
    Execution &execution = *Execution::running();
    if (execution.isStrict())
      fail(first, keepText(returnedText(place(first), returned, threads)));
    warnReturned(*execution.launch()->kernel, place(first), returned, threads);
  }
  return true;
}

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_SEGMENTS_H
