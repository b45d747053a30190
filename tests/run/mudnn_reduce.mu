// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
//
// Sums, extremes, norms and variances over dimensions, with indices, and running sums: against
// plain loops.
#include "mudnn_test.h"

#include <limits>
#include <map>

namespace {

using R = dnn::Reduce::Mode;

/// The elements that belong to each result, the dimensions of which are `kept`.
std::vector<Values> groupsOf(const Dims &dims, const std::vector<bool> &isReduced,
                             const Values &x) {
  std::map<Dims, Values> groups;
  forEach(dims, [&](const Dims &index, int64_t i) {
    Dims kept;
    for (size_t d = 0; d < dims.size(); ++d)
      if (!isReduced[d])
        kept.push_back(index[d]);
    groups[kept].push_back(x[i]);
  });
  std::vector<Values> result;
  for (const auto &group : groups)
    result.push_back(group.second);
  return result;
}

double reduce(R mode, double order, int correction, const Values &x) {
  double sum = 0, product = 1, norm = 0, squares = 0;
  for (double e : x) {
    sum += e;
    product *= e;
    norm += std::pow(std::abs(e), order);
  }
  for (double e : x)
    squares += (e - sum / x.size()) * (e - sum / x.size());
  switch (mode) {
  case R::ADD:
    return sum;
  case R::MEAN:
    return sum / x.size();
  case R::MAX:
    return *std::max_element(x.begin(), x.end());
  case R::MIN:
    return *std::min_element(x.begin(), x.end());
  case R::PROD:
    return product;
  case R::AND:
    return std::all_of(x.begin(), x.end(), [](double e) { return e != 0; });
  case R::OR:
    return std::any_of(x.begin(), x.end(), [](double e) { return e != 0; });
  case R::NORM:
    return std::pow(norm, 1 / order);
  case R::VARIANCE:
    return squares / (x.size() - correction);
  case R::STD:
    return std::sqrt(squares / (x.size() - correction));
  }
  return 0;
}

template <typename T, typename Out = T>
void check(dnn::Handle &handle, R mode, const std::vector<int> &over, bool keeps,
           const Values &given, double order = 2, int correction = 1) {
  const Dims dims = {3, 4, 5};
  const Values x = rounded<T>(given);
  const Operand<T> input(dims, x, {4, 1, 12}); // in the order of dimensions 2, 0, 1
  std::vector<bool> isReduced(3, over.empty());
  for (int d : over)
    isReduced[d < 0 ? d + 3 : d] = true;
  Dims kept;
  for (int d = 0; d < 3; ++d)
    if (!isReduced[d] || keeps)
      kept.push_back(isReduced[d] ? 1 : dims[d]);
  Dims strides = denseStrides(kept);
  for (int64_t &stride : strides)
    stride *= 2;
  const Result<Out> output(kept, strides);
  dnn::Reduce op;
  CHECK_DNN(op.SetMode(mode));
  CHECK_DNN(op.SetDim(static_cast<int>(over.size()), over.data()));
  CHECK_DNN(op.SetNormOrd(static_cast<float>(order)));
  CHECK_DNN(op.SetCorrection(correction));
  dnn::Tensor out = output.tensor();
  CHECK_DNN(op.Run(handle, out, input.tensor(), workspaces()));
  Values expected;
  for (const Values &group : groupsOf(dims, isReduced, x))
    expected.push_back(reduce(mode, order, correction, group));
  CHECK_NEAR(output.read(), rounded<Out>(expected), tolerance<Out>,
             "mode " + std::to_string(static_cast<int>(mode)));
}

template <typename T> void realModes(dnn::Handle &handle) {
  for (const std::vector<int> &over :
       {std::vector<int>{}, {0}, {1}, {2}, {-1, 0}, {1, 2}, {0, 1, 2}})
    for (bool keeps : {false, true}) {
      for (R mode : {R::ADD, R::MEAN, R::MAX, R::MIN, R::NORM, R::VARIANCE, R::STD})
        check<T>(handle, mode, over, keeps, randoms(60));
      check<T>(handle, R::PROD, over, keeps, randoms(60, 0.9, 1.1));
    }
  check<T>(handle, R::NORM, {1}, false, randoms(60), 1);
  check<T>(handle, R::NORM, {1}, false, randoms(60), 3);
  check<T>(handle, R::VARIANCE, {0, 2}, false, randoms(60), 2, 0);
}

void integers(dnn::Handle &handle) {
  Values x = randoms(60, -9, 9);
  for (double &e : x)
    e = std::trunc(e);
  for (R mode : {R::ADD, R::MAX, R::MIN, R::AND, R::OR})
    check<int32_t>(handle, mode, {1}, true, x);
  check<int32_t, int64_t>(handle, R::ADD, {}, false, x);
  check<bool, int64_t>(handle, R::ADD, {0}, false, Values(60, 1));
  check<int32_t, float>(handle, R::MEAN, {2}, false, x);
  Values bits(60, 1);
  bits[7] = 0;
  check<bool>(handle, R::AND, {1}, false, bits);
  check<bool>(handle, R::OR, {0, 1}, false, bits);
}

void norms(dnn::Handle &handle) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Operand<float> input({4}, {3, 0, -4, 1});
  const Result<float> output(Dims{});
  dnn::Tensor out = output.tensor();
  dnn::Reduce op;
  CHECK_DNN(op.SetMode(R::NORM));
  CHECK_DNN(op.SetDim({}));
  for (auto [order, expected] : {std::pair(infinity, 4.0), {-infinity, 0.0}, {0.0, 3.0}}) {
    CHECK_DNN(op.SetNormOrd(static_cast<float>(order)));
    CHECK_DNN(op.Run(handle, out, input.tensor(), workspaces()));
    CHECK_NEAR(output.read(), Values{expected}, 0, "norm");
  }
}

template <typename T> void indices(dnn::Handle &handle) {
  const Dims dims = {2, 5, 3};
  const Values x = rounded<T>(randoms(30));
  const Operand<T> input(dims, x, {15, 1, 5});
  for (R mode : {R::MAX, R::MIN})
    for (int dim : {0, 1, -1}) {
      const int d = dim < 0 ? dim + 3 : dim;
      Dims kept = dims;
      kept[d] = 1;
      const Result<T> values(kept);
      const Result<int64_t> places(kept);
      const Result<int32_t> alone(kept);
      dnn::Tensor valuesTensor = values.tensor();
      dnn::Tensor placesTensor = places.tensor();
      dnn::Tensor aloneTensor = alone.tensor();
      dnn::Reduce op;
      CHECK_DNN(op.SetMode(mode));
      CHECK_DNN(op.SetDim({dim}));
      CHECK_DNN(op.RunWithIndices(handle, valuesTensor, placesTensor, input.tensor(), nullptr));
      CHECK_DNN(op.RunIndices(handle, aloneTensor, input.tensor(), nullptr));
      Values expected, expectedPlaces;
      std::vector<bool> isReduced(3);
      isReduced[d] = true;
      for (const Values &group : groupsOf(dims, isReduced, x)) {
        const auto best = mode == R::MAX ? std::max_element(group.begin(), group.end())
                                         : std::min_element(group.begin(), group.end());
        expected.push_back(*best);
        expectedPlaces.push_back(best - group.begin());
      }
      CHECK_NEAR(values.read(), expected, 0, "extreme");
      CHECK_NEAR(places.read(), expectedPlaces, 0, "its index");
      CHECK_NEAR(alone.read(), expectedPlaces, 0, "its index alone");
    }
}

void notANumber(dnn::Handle &handle) {
  const Operand<float> input({4}, {1, std::nan(""), 3, std::nan("")});
  const Result<float> value({1});
  const Result<int64_t> place({1});
  dnn::Tensor valueTensor = value.tensor();
  dnn::Tensor placeTensor = place.tensor();
  dnn::Reduce op;
  CHECK_DNN(op.SetMode(R::MAX));
  CHECK_DNN(op.SetDim({0}));
  CHECK_DNN(op.RunWithIndices(handle, valueTensor, placeTensor, input.tensor()));
  CHECK(std::isnan(value.read()[0]));
  CHECK_EQUAL(place.read()[0], 1);
  CHECK_DNN(op.Run(handle, valueTensor, input.tensor()));
  CHECK(std::isnan(value.read()[0]));
}

template <typename T> void running(dnn::Handle &handle) {
  const Dims dims = {3, 4, 2};
  const Values x = rounded<T>(randoms(24, 0.5, 1.5));
  const Operand<T> input(dims, x, {1, 3, 12});
  for (bool isSum : {true, false})
    for (int dim : {0, 1, -1}) {
      const Result<T> output(dims);
      dnn::Cum op;
      CHECK_DNN(op.SetMode(isSum ? dnn::Cum::Mode::ADD : dnn::Cum::Mode::MUL));
      CHECK_DNN(op.SetDim(dim));
      dnn::Tensor out = output.tensor();
      CHECK_DNN(op.Run(handle, out, input.tensor(), workspaces()));
      Values expected = x;
      const int d = dim < 0 ? dim + 3 : dim;
      const Dims strides = denseStrides(dims);
      forEach(dims, [&](const Dims &index, int64_t i) {
        if (index[d] > 0)
          expected[i] = isSum ? expected[i - strides[d]] + x[i] : expected[i - strides[d]] * x[i];
      });
      CHECK_NEAR(output.read(), rounded<T>(expected), tolerance<T>, "running");
    }
}

void errors(dnn::Handle &handle) {
  const Operand<float> input({2, 3}, randoms(6));
  const Result<float> output({2});
  const Result<float> wrong({3});
  dnn::Tensor out = output.tensor();
  dnn::Tensor other = wrong.tensor();
  dnn::Reduce op;
  CHECK_INVALID(op.Run(handle, out, input.tensor()));
  CHECK_INVALID(op.SetMode(static_cast<R>(99)));
  CHECK_DNN(op.SetMode(R::MAX));
  CHECK_DNN(op.SetDim({1}));
  CHECK_INVALID(op.Run(handle, other, input.tensor()));
  CHECK_INVALID(op.RunIndices(handle, out, input.tensor())); // floats are no indices
  CHECK_DNN(op.SetDim({2}));
  CHECK_INVALID(op.Run(handle, out, input.tensor()));
  CHECK_DNN(op.SetDim({1, 1}));
  CHECK_INVALID(op.Run(handle, out, input.tensor()));
  dnn::Tensor nothing, one = Result<float>({1}).tensor();
  CHECK_DNN(nothing.SetNdInfo({0}));
  CHECK_DNN(op.SetDim({}));
  CHECK_INVALID(op.Run(handle, one, nothing)); // there is no largest
  size_t size = 1;
  CHECK_DNN(op.GetWorkspaceSize(handle, size, out, input.tensor()));
  CHECK_EQUAL(size, 0U);
}

} // namespace

int main() {
  dnn::Handle handle(0);
  realModes<float>(handle);
  realModes<double>(handle);
  realModes<__half>(handle);
  realModes<__mt_bfloat16>(handle);
  integers(handle);
  norms(handle);
  indices<float>(handle);
  indices<__half>(handle);
  indices<int32_t>(handle);
  notANumber(handle);
  running<float>(handle);
  running<double>(handle);
  running<__mt_bfloat16>(handle);
  running<int64_t>(handle);
  errors(handle);
  return CHECK_RESULT();
}
