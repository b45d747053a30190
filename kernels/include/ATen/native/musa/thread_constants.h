// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces the ported header: how kernels share out their work. On a GPU, threads run beside each
// other, and as many as there are reduce a row. On the host, threads are the turns of a loop: few
// of them, each with many values, have less to hand to each other.
#pragma once
#include <c10/macros/Macros.h>

#include <cstddef>
#include <cstdint>

#ifndef GPU_LAMBDA
#define GPU_LAMBDA __host__ __device__
#endif

constexpr uint32_t num_threads() { return C10_WARP_SIZE * 4; }
constexpr int thread_work_size() { return 4; }
constexpr int block_work_size() { return thread_work_size() * num_threads(); }

// Of a reduction along neighbouring elements: how many threads of a block share a row of so many
// loads, and how many rows a block has. Reduce.muh wants a power of two of threads, and as many as
// a thread loads elements at once. A thread has four partial sums; the more it adds to one, the
// less exact that is.
#if __has_include(<musa_port/host/kernel_entry.h>) // the host's toolkit
constexpr int64_t most_threads_of_row(int64_t loads) {
  return loads < 2048 ? 4 : loads < 16384 ? loads / 256 : 64;
}
constexpr int64_t most_rows_of_block() { return 1; }
#else
constexpr int64_t most_threads_of_row(int64_t /*loads*/) { return INT64_MAX; }
constexpr int64_t most_rows_of_block() { return INT64_MAX; }
#endif

// Of any reduction: if a thread has more values than the most, blocks share an output, about as
// many as leave each thread the least. On the host they do so even if there are enough outputs for
// all processors. A block's threads read with a stride of as many elements as all blocks read at
// once: one that is a power of two falls on few sets of a CPU's cache.
#if __has_include(<musa_port/host/kernel_entry.h>)
constexpr int least_values_of_thread() { return 1024; }
constexpr int most_values_of_thread() { return 2048; }
constexpr int blocks_of_output(int blocks) { return blocks | 1; }
constexpr bool shares_any_long_row() { return true; }
#else
constexpr int least_values_of_thread() { return 16; }
constexpr int most_values_of_thread() { return 256; }
constexpr int blocks_of_output(int blocks) { return blocks; }
constexpr bool shares_any_long_row() { return false; }
#endif

// A concatenation of no more parts copies each by a kernel of its own, which on the host moves rows
// as a whole.
#if __has_include(<musa_port/host/kernel_entry.h>)
constexpr size_t most_parts_copied_alone() { return 64; }
#else
constexpr size_t most_parts_copied_alone() { return 1; }
#endif
