//===- musa_port/carry_flag.h - PTX's carry flag, between functions -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `add.cc` sets a thread's carry flag, and `addc` reads it, in another asm statement. Where one
// function leaves the flag to another, the port of such statements uses the flag of this header. It
// is in shared memory, a byte for each thread of the block: neither CUDA nor MUSA has variables of
// a thread at namespace scope. Before the first write it is anything, as PTX's.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CARRY_FLAG_H
#define MUSA_PORT_CARRY_FLAG_H

namespace musa_port {

/// The flag of the thread that asks: 0 or 1. A block has at most 1024 threads.
struct CarryFlag {
  __device__ operator unsigned() const { return *ofThread(); }
  __device__ const CarryFlag &operator=(unsigned value) const {
    *ofThread() = static_cast<unsigned char>(value);
    return *this;
  }

private:
  static __device__ unsigned char *ofThread() {
    __shared__ unsigned char flags[1024];
    return flags + (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
};

static __device__ const CarryFlag carryFlag{};

} // namespace musa_port

#endif // MUSA_PORT_CARRY_FLAG_H
