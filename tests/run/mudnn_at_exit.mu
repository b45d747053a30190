// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
// NO-SANITIZER: oneDNN's threads are libgomp's, of which ThreadSanitizer knows nothing
//
// A program may end without a wait. A library's work that runs is finished before the library is
// taken down, and work that waits for what never ends is left out.
#include "mudnn_test.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

constexpr int64_t channels = 64, side = 384;
constexpr size_t count = channels * side * side;
constexpr float unset = -1;

float *outputs = nullptr; ///< of two convolutions; the host reads it without a wait
std::atomic<bool> hasBegun = false;

/// Runs after what the library has registered, as it is registered first.
void checkOutputs() {
  for (size_t i = 0; i < count; ++i)
    if (outputs[i] == unset) {
      std::fputs("the work that ran is not finished\n", stderr);
      std::_Exit(1);
    }
  if (outputs[count] != unset) {
    std::fputs("work that had to wait has begun\n", stderr);
    std::_Exit(1);
  }
}

dnn::Tensor tensorAt(float *data, std::initializer_list<int64_t> sizes) {
  dnn::Tensor tensor;
  CHECK_DNN(tensor.SetAddr(data));
  CHECK_DNN(tensor.SetNdInfo(sizes));
  return tensor;
}

float *filled(size_t size, float value) {
  float *data = nullptr;
  CHECK_MUSA(musaMallocManaged(&data, size * sizeof(float)));
  std::fill_n(data, size, value);
  return data;
}

int main() {
  CHECK(std::atexit(checkOutputs) == 0);
  outputs = filled(2 * count, unset);
  const dnn::Tensor input = tensorAt(filled(count, 1), {1, channels, side, side});
  const dnn::Tensor filter =
      tensorAt(filled(channels * channels * 9, 0.5), {channels, channels, 3, 3});
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  dnn::Handle handle;
  CHECK_DNN(handle.SetStream(stream));
  const auto convolve = [&](float *to) {
    dnn::Convolution convolution;
    CHECK_DNN(convolution.SetNdInfo({1, 1}, {1, 1}, {1, 1}));
    dnn::Tensor output = tensorAt(to, {1, channels, side, side});
    CHECK_DNN(
        convolution.Run(handle, output, input, filter, dnn::Convolution::Algorithm::IMPLICIT_GEMM));
  };
  const auto begins = [](void *) { hasBegun = true; };
  const auto sleeps = [](void *) { std::this_thread::sleep_for(std::chrono::hours(1)); };
  CHECK_MUSA(musaLaunchHostFunc(stream, begins, nullptr));
  convolve(outputs);
  CHECK_MUSA(musaLaunchHostFunc(stream, sleeps, nullptr));
  convolve(outputs + count);
  while (!hasBegun)
    std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(5)); // the convolution takes ten times that
  std::exit(CHECK_RESULT());
}
