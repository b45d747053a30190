// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
// NO-SANITIZER: they have an operator new of their own
// STDERR: musa: error: no memory for the work of a library
//
// How much memory work takes, and what happens if there is none: the process goes on, and the
// program sees the error.
#include <musa/std/type_traits> // musa::std is no obstacle to muDNN's headers

#include "mudnn_test.h"

#include <atomic>
#include <cstdlib>
#include <new>

static std::atomic<size_t> most = ~size_t{0}; // of one allocation

void *operator new(size_t size) {
  void *memory = size <= most ? std::malloc(size) : nullptr;
  if (memory == nullptr)
    throw std::bad_alloc();
  return memory;
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }

namespace {

/// Scores of 3000 queries and keys would need 36 MB.
void longSequence(dnn::Handle &handle) {
  const Dims dims = {1, 1, 3000, 2};
  const Operand<float> x(dims, randoms(6000));
  const Result<float> output(dims), dq(dims), dk(dims), dv(dims), logSum({1, 1, 3000});
  dnn::Tensor out = output.tensor(), lse = logSum.tensor(), none, q = dq.tensor(), k = dk.tensor(),
              v = dv.tensor();
  dnn::ScaledDotProductAttention op;
  most = 8 << 20;
  CHECK_DNN(op.RunFlash(handle, out, lse, x.tensor(), x.tensor(), x.tensor(), none, none));
  CHECK_DNN(op.RunFlashBwd(handle, q, k, v, x.tensor(), x.tensor(), x.tensor(), x.tensor(), none,
                           out, lse, none));
  CHECK_MUSA(musaDeviceSynchronize());
  most = ~size_t{0};
}

/// Half precision needs a copy as floats.
void noMemory(dnn::Handle &handle) {
  const Operand<__half> input({1000, 1000}, {});
  const Result<__half> output({1000, 1000});
  dnn::Tensor out = output.tensor(), in = input.tensor();
  dnn::Softmax op;
  CHECK_DNN(op.SetMode(dnn::Softmax::Mode::SOFTMAX));
  CHECK_DNN(op.SetDim(1));
  most = 1 << 20;
  CHECK_DNN(op.Run(handle, out, in));
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorMemoryAllocation);
  most = ~size_t{0};
  CHECK_STATUS(op.Run(handle, out, in), dnn::Status::ALLOC_FAILED); // the error stays
}

} // namespace

int main() {
  dnn::Handle handle;
  longSequence(handle);
  noMemory(handle);
  return CHECK_RESULT();
}
