// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
//
// Padding, sorting, scattering, gathering and masks, against plain loops.
#include "mudnn_test.h"

#include <numeric>

namespace {

void padding(dnn::Handle &handle) {
  using M = dnn::Pad::Mode;
  const Operand<float> input({1, 2, 3}, {1, 2, 3, 4, 5, 6});
  const Result<float> output({1, 3, 6});
  dnn::Tensor out = output.tensor();
  dnn::Pad op;
  CHECK_DNN(op.SetPaddingInfo({2, 1, 0, 1})); // columns, then rows
  CHECK_DNN(op.SetMode(M::CONSTANT));
  CHECK_DNN(op.SetValue(9.0));
  CHECK_DNN(op.Run(handle, out, input.tensor()));
  CHECK_NEAR(output.read(), (Values{9, 9, 1, 2, 3, 9, 9, 9, 4, 5, 6, 9, 9, 9, 9, 9, 9, 9}), 0,
             "constant");
  CHECK_DNN(op.SetMode(M::REPLICATE));
  CHECK_DNN(op.Run(handle, out, input.tensor()));
  CHECK_NEAR(output.read(), (Values{1, 1, 1, 2, 3, 3, 4, 4, 4, 5, 6, 6, 4, 4, 4, 5, 6, 6}), 0,
             "replicate");
  CHECK_DNN(op.SetMode(M::REFLECT));
  CHECK_DNN(op.Run(handle, out, input.tensor()));
  CHECK_NEAR(output.read(), (Values{3, 2, 1, 2, 3, 2, 6, 5, 4, 5, 6, 5, 3, 2, 1, 2, 3, 2}), 0,
             "reflect");
  CHECK_DNN(op.SetMode(M::CIRCULAR));
  CHECK_DNN(op.Run(handle, out, input.tensor()));
  CHECK_NEAR(output.read(), (Values{2, 3, 1, 2, 3, 1, 5, 6, 4, 5, 6, 4, 2, 3, 1, 2, 3, 1}), 0,
             "circular");
  CHECK_DNN(op.SetMode(M::REFLECT));
  CHECK_DNN(op.SetPaddingInfo({3, 0, 0, 1}));
  CHECK_INVALID(op.Run(handle, out, input.tensor())); // beyond what can be reflected
  CHECK_DNN(op.SetPaddingInfo({1, 1}));
  CHECK_INVALID(op.Run(handle, out, input.tensor()));

  // In the format NHWC the numbers are of the width and the height all the same.
  const Operand<int32_t> last({1, 1, 2, 2}, {1, 2, 3, 4}, {}, Format::NHWC);
  const Result<int32_t> wider({1, 1, 3, 2}, {}, Format::NHWC);
  dnn::Tensor to = wider.tensor();
  CHECK_DNN(op.SetMode(M::CONSTANT));
  CHECK_DNN(op.SetValue(int64_t{7}));
  CHECK_DNN(op.SetPaddingInfo({1, 0}));
  CHECK_DNN(op.Run(handle, to, last.tensor()));
  CHECK_NEAR(wider.read(), (Values{7, 7, 1, 2, 3, 4}), 0, "NHWC");
}

template <typename T> void sorting(dnn::Handle &handle) {
  const Dims dims = {3, 6, 2};
  Values x = rounded<T>(randoms(36, -9, 9));
  x[4] = x[8]; // equal ones keep their order
  const Operand<T> input(dims, x, {1, 6, 3});
  for (int dim : {0, 1, -1})
    for (bool isDescending : {false, true}) {
      const int d = dim < 0 ? dim + 3 : dim;
      const int64_t size = dims[d], stride = denseStrides(dims)[d], k = 2;
      Dims first = dims;
      first[d] = k;
      Values values(36), places(36), top, topPlaces;
      forEach(dims, [&](const Dims &index, int64_t i) {
        if (index[d] != 0)
          return;
        std::vector<int64_t> order(size);
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
          const double left = x[i + a * stride], right = x[i + b * stride];
          return isDescending ? left > right : left < right;
        });
        for (int64_t n = 0; n < size; ++n) {
          values[i + n * stride] = x[i + order[n] * stride];
          places[i + n * stride] = double(order[n]);
        }
      });
      forEach(first, [&](const Dims &index, int64_t) {
        top.push_back(values[placeOf(index, denseStrides(dims))]);
        topPlaces.push_back(places[placeOf(index, denseStrides(dims))]);
      });
      const Result<T> sorted(dims), largest(first);
      const Result<int64_t> order(dims), largestPlaces(first);
      dnn::Tensor s = sorted.tensor(), o = order.tensor(), l = largest.tensor(),
                  p = largestPlaces.tensor();
      dnn::Sort sort;
      CHECK_DNN(sort.SetDim(dim));
      CHECK_DNN(sort.SetDescending(isDescending));
      CHECK_DNN(sort.SetStable(true));
      CHECK_DNN(sort.Run(handle, s, o, input.tensor(), workspaces()));
      CHECK_NEAR(sorted.read(), values, 0, "sorted");
      CHECK_NEAR(order.read(), places, 0, "order");
      dnn::TopK select;
      CHECK_DNN(select.SetK(int(k)));
      CHECK_DNN(select.SetDim(dim));
      CHECK_DNN(select.SetLargest(isDescending));
      CHECK_DNN(select.SetSorted(true));
      CHECK_DNN(select.Run(handle, l, p, input.tensor(), workspaces()));
      CHECK_NEAR(largest.read(), top, 0, "the first");
      CHECK_NEAR(largestPlaces.read(), topPlaces, 0, "their places");
      CHECK_DNN(select.SetK(7));
      CHECK_INVALID(select.Run(handle, l, p, input.tensor()));
    }
}

void notANumber(dnn::Handle &handle) {
  const Operand<float> input({4}, {2, std::nan(""), 3, 1});
  const Result<float> values({4});
  const Result<int64_t> places({4});
  dnn::Tensor v = values.tensor(), p = places.tensor();
  dnn::Sort op;
  for (bool isDescending : {false, true}) {
    CHECK_DNN(op.SetDescending(isDescending));
    CHECK_DNN(op.Run(handle, v, p, input.tensor()));
    CHECK_NEAR(places.read(), (isDescending ? Values{1, 2, 0, 3} : Values{3, 0, 2, 1}), 0, "NaN");
  }
}

void scattering(dnn::Handle &handle) {
  using M = dnn::Scatter::Mode;
  const Operand<int64_t> indices({2, 3}, {0, 2, 0, 1, 0, 2});
  const Operand<float> updates({2, 3}, {1, 2, 3, 4, 5, 6}, {1, 2});
  for (auto [mode, expected] : {std::pair(M::UPDATE_ONLY, Values{3, 10, 2, 5, 4, 6}),
                                {M::ADD, Values{14, 10, 12, 15, 14, 16}},
                                {M::SUB, Values{6, 10, 8, 5, 6, 4}}}) {
    const Operand<float> output({2, 3}, Values(6, 10));
    dnn::Tensor out = output.tensor();
    dnn::Scatter op;
    CHECK_DNN(op.SetMode(mode));
    CHECK_DNN(op.Run(handle, out, indices.tensor(), updates.tensor(), 1, workspaces()));
    CHECK_NEAR(output.read(), expected, 0, "scattered");
  }
  dnn::Scatter op;
  dnn::Tensor out = updates.tensor();
  CHECK_INVALID(op.Run(handle, out, indices.tensor(), updates.tensor(), 1));
  CHECK_DNN(op.SetMode(M::ADD));
  CHECK_INVALID(op.Run(handle, out, updates.tensor(), updates.tensor(), 1)); // no indices
  CHECK_INVALID(op.Run(handle, out, indices.tensor(), updates.tensor(), 2));

  const Operand<int32_t> rows({2, 1}, {2, 0});
  const Operand<float> parts({2, 2}, {1, 2, 3, 4});
  const Operand<float> matrix({3, 2}, Values(6, 10));
  dnn::Tensor m = matrix.tensor();
  dnn::ScatterND byParts;
  CHECK_DNN(byParts.SetMode(dnn::ScatterND::Mode::ADD));
  CHECK_DNN(byParts.Run(handle, m, rows.tensor(), parts.tensor(), workspaces()));
  CHECK_NEAR(matrix.read(), (Values{13, 14, 10, 10, 11, 12}), 0, "parts");
  const Operand<int64_t> elements({2, 2}, {0, 1, 2, 0});
  const Operand<float> numbers({2}, {7, 8});
  CHECK_DNN(byParts.SetMode(dnn::ScatterND::Mode::UPDATE_ONLY));
  CHECK_DNN(byParts.Run(handle, m, elements.tensor(), numbers.tensor(), workspaces()));
  CHECK_NEAR(matrix.read(), (Values{13, 7, 10, 10, 8, 12}), 0, "elements");
}

void gathering(dnn::Handle &handle) {
  const Values x = randoms(24, 0, 100);
  const Operand<double> input({2, 3, 4}, x);
  dnn::GatherX op;
  CHECK_DNN(op.SetMode(dnn::GatherX::Mode::GATHER));
  CHECK_DNN(op.SetAxis(1));
  const Operand<int64_t> indices({2, 2}, {2, 0, 1, 1});
  const Result<double> output({2, 2, 2, 4});
  dnn::Tensor out = output.tensor();
  CHECK_DNN(op.Run(handle, out, indices.tensor(), input.tensor()));
  const Values chosen = indices.read();
  Values expected(32);
  forEach({2, 2, 2, 4}, [&](const Dims &i, int64_t k) {
    expected[k] = x[i[0] * 12 + int64_t(chosen[i[1] * 2 + i[2]]) * 4 + i[3]];
  });
  CHECK_NEAR(output.read(), expected, 0, "gathered");

  CHECK_DNN(op.SetBatchDims(1)); // a row of indices for each of the batch
  const Result<double> batch({2, 2, 4});
  out = batch.tensor();
  CHECK_DNN(op.Run(handle, out, indices.tensor(), input.tensor()));
  expected.resize(16);
  forEach({2, 2, 4}, [&](const Dims &i, int64_t k) {
    expected[k] = x[i[0] * 12 + int64_t(chosen[i[0] * 2 + i[1]]) * 4 + i[2]];
  });
  CHECK_NEAR(batch.read(), expected, 0, "in a batch");

  CHECK_DNN(op.SetMode(dnn::GatherX::Mode::GATHER_ELEMENTS));
  const Operand<int64_t> places({2, 1, 4}, {0, 1, 2, 0, 2, 2, 1, 0});
  const Result<double> elements({2, 1, 4});
  out = elements.tensor();
  CHECK_DNN(op.Run(handle, out, places.tensor(), input.tensor()));
  const Values numbers = places.read();
  expected.resize(8);
  forEach({2, 1, 4}, [&](const Dims &i, int64_t k) {
    expected[k] = x[i[0] * 12 + int64_t(numbers[k]) * 4 + i[2]];
  });
  CHECK_NEAR(elements.read(), expected, 0, "elements");
  CHECK_DNN(op.SetMode(dnn::GatherX::Mode::GATHER));
  CHECK_INVALID(op.Run(handle, out, places.tensor(), input.tensor()));
}

void masks(dnn::Handle &handle) {
  const Operand<float> input({2, 3}, {1, 0, 3, 0, 5, 6}, {1, 2});
  const Operand<bool> mask({3}, {1, 0, 1});
  const Operand<float> room({6}, Values(6, 50));
  dnn::Tensor out = room.tensor();
  dnn::MaskedSelect select;
  CHECK_DNN(select.Run(handle, out, input.tensor(), mask.tensor(), workspaces()));
  Dims dims, strides;
  CHECK_DNN(out.GetNdInfo(dims, strides));
  CHECK(dims == Dims{4} && strides == Dims{1});
  CHECK_NEAR(room.read(), (Values{1, 3, 0, 6, 50, 50}), 0, "selected");

  const Result<int64_t> places({6, 2});
  dnn::Tensor p = places.tensor();
  dnn::Nonzero nonzero;
  CHECK_DNN(nonzero.Run(handle, p, input.tensor(), workspaces()));
  CHECK_DNN(p.GetNdInfo(dims));
  CHECK((dims == Dims{4, 2}));
  const Values found = places.read();
  CHECK_NEAR(Values(found.begin(), found.begin() + 8), (Values{0, 0, 0, 2, 1, 1, 1, 2}), 0,
             "not 0");

  const Operand<float> target({2, 3}, Values(6, 0));
  const Operand<float> source({5}, {1, 2, 3, 4, 5});
  dnn::Tensor t = target.tensor();
  dnn::MaskedScatter scatter;
  CHECK_DNN(scatter.Run(handle, t, mask.tensor(), source.tensor(), workspaces()));
  CHECK_NEAR(target.read(), (Values{1, 0, 2, 3, 0, 4}), 0, "scattered by a mask");

  dnn::Tensor small = source.tensor();
  CHECK_INVALID(select.Run(handle, small, input.tensor(), mask.tensor()));
  // A graph cannot wait.
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_DNN(handle.SetStream(stream));
  CHECK_MUSA(musaStreamBeginCapture(stream, musaStreamCaptureModeThreadLocal));
  dnn::Tensor again = room.tensor();
  CHECK_NOT_SUPPORTED(select.Run(handle, again, input.tensor(), mask.tensor()));
  musaGraph_t graph = nullptr;
  CHECK_MUSA(musaStreamEndCapture(stream, &graph));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_DNN(handle.SetStream(nullptr));
  CHECK_MUSA(musaStreamDestroy(stream));
}

} // namespace

int main() {
  dnn::Handle handle;
  padding(handle);
  sorting<float>(handle);
  sorting<double>(handle);
  sorting<__half>(handle);
  sorting<int32_t>(handle);
  notANumber(handle);
  scattering(handle);
  gathering(handle);
  masks(handle);
  return CHECK_RESULT();
}
