// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces the ported header: how kernels share out their work.
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

// A concatenation of no more parts copies each by a kernel of its own, which on the host moves rows
// as a whole.
#if __has_include(<musa_port/host/kernel_entry.h>)
constexpr size_t most_parts_copied_alone() { return 64; }
#else
constexpr size_t most_parts_copied_alone() { return 1; }
#endif
