//===- host/exec/segments.cpp - runs threads that diverge at barriers -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "musa_port/host/segments.h"

#include "exec/barrier_report.h"
#include "exec/execution.h"

namespace musart {
namespace {

/// A block whose threads go on with several segments: some have returned, or they wait at barriers
/// that are one in the program and several in the kernel.
class Apart {
public:
  Apart(const __musa_segment *segments, __musa_thread &block, char *frames)
      : segments(segments), block(block), next(reinterpret_cast<unsigned *>(frames)),
        threads(block.block_dim.x * block.block_dim.y * block.block_dim.z) {}

  /// False when all threads have returned. Does not return if they may not wait as they do.
  bool check() {
    unsigned first = threads;
    unsigned returned = 0;
    for (unsigned i = 0; i < threads; ++i) {
      if (next[i] == __musa_segment_done)
        ++returned;
      else if (first == threads)
        first = i;
      else if (next[i] != next[first] && !same(place(i), place(first))) {
        const char *what = keep(divergenceText(place(i), place(first)));
        fail(i, what);
      }
    }
    if (first == threads)
      return false;
    if (returned > 0) {
      Execution &execution = *Execution::running();
      if (execution.isStrict()) {
        const char *what = keep(returnedText(place(first), returned, threads));
        fail(first, what);
      }
      warnReturned(*execution.launch()->kernel, place(first), returned, threads);
    }
    return true;
  }

  void runRound(const void *parameters, char *frames) {
    for (unsigned i = 0; i < threads; ++i)
      if ((next[i] & __musa_segment_advanced) == 0 && next[i] != __musa_segment_done)
        segments[next[i]].run_some(parameters, &block, frames, next[i]);
    for (unsigned i = 0; i < threads; ++i)
      next[i] &= ~unsigned{__musa_segment_advanced};
  }

private:
  Place place(unsigned i) const { return {segments[next[i]].file, segments[next[i]].line}; }

  /// Nobody returns to the frames that a failure leaves, so none of them may own the text.
  static const char *keep(const std::string &what) {
    static thread_local char kept[1024];
    kept[what.copy(kept, sizeof kept - 1)] = 0;
    return kept;
  }

  [[noreturn]] void fail(unsigned i, const char *what) {
    block.thread_idx = {i % block.block_dim.x, i / block.block_dim.x % block.block_dim.y,
                        i / block.block_dim.x / block.block_dim.y};
    Execution::running()->fail(block, KernelFailure::Kind::Divergence, what);
  }

  const __musa_segment *segments;
  __musa_thread &block;
  unsigned *next; ///< by thread
  unsigned threads;
};

} // namespace
} // namespace musart

void __musa_run_apart(const __musa_segment *segments, const void *parameters, __musa_thread *block,
                      char *frames) {
  musart::Apart apart(segments, *block, frames);
  while (apart.check())
    apart.runRound(parameters, frames);
}
