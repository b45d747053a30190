// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
// NO-SANITIZER: oneDNN's threads are libgomp's, of which ThreadSanitizer knows nothing
//
// A program may end while a library's work is under way, or waits for what never ends.
#include "mudnn_test.h"

#include <chrono>
#include <thread>

int main() {
  dnn::Handle handle;
  const int64_t side = 96;
  const Dims image = {1, 32, side, side};
  const Operand<float> input(image, Values(32 * side * side, 1));
  const Operand<float> filter({32, 32, 3, 3}, Values(32 * 32 * 9, 0.5));
  const Result<float> output(image);
  dnn::Convolution convolution;
  CHECK_DNN(convolution.SetNdInfo({1, 1}, {1, 1}, {1, 1}));
  dnn::Tensor out = output.tensor();
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_DNN(handle.SetStream(stream));
  for (int i = 0; i < 5; ++i)
    CHECK_DNN(convolution.Run(handle, out, input.tensor(), filter.tensor(),
                              dnn::Convolution::Algorithm::IMPLICIT_GEMM));
  const auto sleeps = [](void *) { std::this_thread::sleep_for(std::chrono::hours(1)); };
  CHECK_MUSA(musaLaunchHostFunc(stream, sleeps, nullptr));
  CHECK_DNN(convolution.Run(handle, out, input.tensor(), filter.tensor(),
                            dnn::Convolution::Algorithm::IMPLICIT_GEMM));
  std::exit(CHECK_RESULT()); // no destructor of this function's frees the memory
}
