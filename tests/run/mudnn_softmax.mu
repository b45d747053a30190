// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
// NO-SANITIZER: oneDNN's threads are libgomp's, of which ThreadSanitizer knows nothing
//
// Softmax, its logarithm and its gradients, along each dimension, against plain loops.
#include "mudnn_test.h"

#include <limits>

namespace {

using M = dnn::Softmax::Mode;

/// Calls `f` with the places of the elements of each line along `dim`.
void lines(const Dims &dims, int dim, const std::function<void(const std::vector<int64_t> &)> &f) {
  const int64_t stride = denseStrides(dims)[dim];
  forEach(dims, [&](const Dims &index, int64_t i) {
    if (index[dim] != 0)
      return;
    std::vector<int64_t> places;
    for (int64_t k = 0; k < dims[dim]; ++k)
      places.push_back(i + k * stride);
    f(places);
  });
}

double logSum(const Values &x, const std::vector<int64_t> &places) {
  double sum = 0;
  for (int64_t i : places)
    sum += std::exp(x[i]);
  return std::log(sum);
}

template <typename T> void along(dnn::Handle &handle, const Dims &dims, const Dims &strides) {
  const int64_t count = product(dims);
  const Values x = rounded<T>(randoms(count, -5, 5));
  const Values gradient = rounded<T>(randoms(count));
  const Operand<T> input(dims, x, strides);
  const Operand<T> outputGradient(dims, gradient);
  for (int dim = 0; dim < static_cast<int>(dims.size()); ++dim)
    for (M mode : {M::SOFTMAX, M::LOGSOFTMAX}) {
      const Result<T> output(dims);
      const Result<T> inputGradient(dims, strides);
      dnn::Softmax op;
      CHECK_DNN(op.SetMode(mode));
      CHECK_DNN(op.SetAlgorithm(dnn::Softmax::Algorithm::ACCURATE));
      CHECK_DNN(op.SetDim(dim));
      dnn::Tensor out = output.tensor();
      CHECK_DNN(op.Run(handle, out, input.tensor()));
      Values y(count), dx(count);
      lines(dims, dim, [&](const std::vector<int64_t> &places) {
        const double sum = logSum(x, places);
        for (int64_t i : places)
          y[i] = mode == M::SOFTMAX ? std::exp(x[i] - sum) : x[i] - sum;
      });
      CHECK_NEAR(output.read(), rounded<T>(y), tolerance<T>, "softmax");

      dnn::Tensor in = inputGradient.tensor();
      CHECK_DNN(op.RunBwd(handle, in, out, outputGradient.tensor()));
      const Values used = output.read();
      lines(dims, dim, [&](const std::vector<int64_t> &places) {
        double sum = 0;
        for (int64_t i : places)
          sum += mode == M::SOFTMAX ? gradient[i] * used[i] : gradient[i];
        for (int64_t i : places)
          dx[i] = mode == M::SOFTMAX ? used[i] * (gradient[i] - sum)
                                     : gradient[i] - std::exp(used[i]) * sum;
      });
      CHECK_NEAR(inputGradient.read(), rounded<T>(dx), tolerance<T>, "gradient");
    }
}

template <typename T> void logSumExp(dnn::Handle &handle) {
  const Dims dims = {3, 5, 2};
  const Values x = rounded<T>(randoms(30, -5, 5));
  const Operand<T> input(dims, x, {1, 6, 3});
  for (bool keeps : {true, false}) {
    const Result<T> output(keeps ? Dims{3, 1, 2} : Dims{3, 2});
    dnn::Softmax op;
    CHECK_DNN(op.SetMode(M::LOGSUMEXP));
    CHECK_DNN(op.SetDim(-2));
    dnn::Tensor out = output.tensor();
    CHECK_DNN(op.Run(handle, out, input.tensor()));
    Values expected;
    lines(dims, 1, [&](const std::vector<int64_t> &p) { expected.push_back(logSum(x, p)); });
    CHECK_NEAR(output.read(), rounded<T>(expected), tolerance<T>, "logsumexp");
  }
}

/// A row with a NaN or infinity is NaN, one of minus infinity alone too, and no other; also in
/// place.
template <typename T> void rowsWithNaN(dnn::Handle &handle, const Dims &dims, const Dims &strides) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  Values x = rounded<T>(randoms(product(dims), -5, 5));
  for (size_t i = 3; i < x.size(); i += 47)
    x[i] = i % 2 == 0 ? nan : infinity;
  for (size_t i = 7; i < x.size(); i += 3)
    x[i] = -infinity;
  std::fill_n(x.begin(), dims.back(), -infinity);
  for (int dim = 0; dim < static_cast<int>(dims.size()); ++dim)
    for (M mode : {M::SOFTMAX, M::LOGSOFTMAX})
      for (bool isInPlace : {false, true}) {
        const Operand<T> input(dims, x, strides);
        const Result<T> output(dims);
        dnn::Softmax op;
        CHECK_DNN(op.SetMode(mode));
        CHECK_DNN(op.SetDim(dim));
        dnn::Tensor out = isInPlace ? input.tensor() : output.tensor();
        CHECK_DNN(op.Run(handle, out, input.tensor()));
        Values y(x.size());
        lines(dims, dim, [&](const std::vector<int64_t> &places) {
          const auto is = [&](auto what) {
            return std::any_of(places.begin(), places.end(), what);
          };
          const bool isNaN = is([&](int64_t i) { return !(x[i] < infinity); }) ||
                             !is([&](int64_t i) { return x[i] > -infinity; });
          const double sum = isNaN ? nan : logSum(x, places);
          for (int64_t i : places)
            y[i] = mode == M::SOFTMAX ? std::exp(x[i] - sum) : x[i] - sum;
        });
        CHECK_NEAR(isInPlace ? input.read() : output.read(), rounded<T>(y), tolerance<T>, "NaN");
      }
}

void errors(dnn::Handle &handle) {
  const Operand<double> doubles({2, 3}, randoms(6));
  const Operand<float> floats({2, 3}, randoms(6));
  dnn::Tensor d = doubles.tensor(), f = floats.tensor(), wrong = Result<float>({2, 2}).tensor();
  dnn::Softmax op;
  CHECK_INVALID(op.Run(handle, f, f));
  CHECK_DNN(op.SetMode(M::SOFTMAX));
  CHECK_DNN(op.SetDim(2));
  CHECK_INVALID(op.Run(handle, f, f));
  CHECK_DNN(op.SetDim(1));
  CHECK_INVALID(op.Run(handle, wrong, f));
  CHECK_NOT_SUPPORTED(op.Run(handle, d, d));
  CHECK_INVALID(op.RunBwd(handle, wrong, f, f));
  CHECK_DNN(op.SetMode(M::LOGSUMEXP));
  CHECK_INVALID(op.RunBwd(handle, f, f, f));
}

} // namespace

int main() {
  dnn::Handle handle;
  for (const Dims &strides : {Dims{}, Dims{1, 4, 20}, Dims{40, 8, 2}}) {
    along<float>(handle, {4, 5, 3}, strides);
    along<__half>(handle, {4, 5, 3}, strides);
    along<__mt_bfloat16>(handle, {4, 5, 3}, strides);
  }
  along<float>(handle, {7}, {});
  for (const Dims &strides : {Dims{}, Dims{1, 4, 80}}) {
    rowsWithNaN<float>(handle, {4, 20, 7}, strides);
    rowsWithNaN<__half>(handle, {4, 20, 7}, strides);
  }
  rowsWithNaN<float>(handle, {70}, {});
  logSumExp<float>(handle);
  logSumExp<__half>(handle);
  errors(handle);
  return CHECK_RESULT();
}
