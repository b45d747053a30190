//===- libraries/dnn/interpolate.cpp - to other spatial sizes ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "call.h"
#include "elements.h"
#include "mudnn_nn.h"

#include <cmath>

namespace musaport::dnn {
namespace {

using Mode = musa::dnn::Interpolate::Mode;

/// The two elements that a place of the output is made of, and the share of the second.
struct Source {
  int64_t first, second;
  double share;
};

struct Shape {
  Mode mode;
  bool alignsCorners;
  std::vector<float> scales;
  bool isBackward = false; ///< its scales are the other way round
};

/// The size of the input by that of the output. A program that gives the quotient of the sizes
/// means the same in both directions, though a float's inverse may be another number.
float scaleOf(const Shape &shape, size_t dim, int64_t size, int64_t results) {
  const auto input = static_cast<float>(size);
  const auto output = static_cast<float>(results);
  if (shape.scales.empty())
    return input / output;
  const float given = shape.scales[dim];
  if (!shape.isBackward)
    return given;
  return given == output / input ? input / output : 1 / given;
}

/// Computed as floats, as PyTorch does: a place near a border may be another one in double.
Source sourceOf(const Shape &shape, size_t dim, int64_t number, int64_t size, int64_t results) {
  float scale = scaleOf(shape, dim, size, results);
  if (shape.mode == Mode::NEAREST) {
    const auto place = static_cast<int64_t>(std::floor(static_cast<float>(number) * scale));
    const int64_t first = std::clamp<int64_t>(place, 0, size - 1);
    return {first, first, 0};
  }
  float place = 0;
  if (shape.alignsCorners) {
    scale = results > 1 ? static_cast<float>(size - 1) / static_cast<float>(results - 1) : 0;
    place = static_cast<float>(number) * scale;
  } else {
    place = std::max(scale * (static_cast<float>(number) + 0.5F) - 0.5F, 0.0F);
  }
  const auto first = std::min(static_cast<int64_t>(place), size - 1);
  return {first, std::min(first + 1, size - 1), place - static_cast<float>(first)};
}

/// [batch, channels, spatial...], and where each place of the output's dimensions comes from.
struct Problem {
  View output, input;
  std::vector<std::vector<Source>> sources;

  size_t spatial() const { return sources.size(); }
};

Problem problemOf(const Shape &shape, const View &givenOutput, const View &givenInput) {
  Problem problem{channelsFirst(givenOutput), channelsFirst(givenInput), {}};
  const Dims &x = problem.input.dims;
  const Dims &y = problem.output.dims;
  require(x.size() >= 3 && x.size() <= 5 && y.size() == x.size() && x[0] == y[0] && x[1] == y[1]);
  requireSupport(!isInteger(givenInput.type) && !isInteger(givenOutput.type));
  require(shape.scales.empty() || shape.scales.size() == x.size() - 2);
  for (size_t i = 0; i + 2 < x.size(); ++i) {
    require(x[i + 2] > 0 && y[i + 2] > 0 && (shape.scales.empty() || shape.scales[i] > 0));
    std::vector<Source> sources;
    sources.reserve(y[i + 2]);
    for (int64_t k = 0; k < y[i + 2]; ++k)
      sources.push_back(sourceOf(shape, i, k, x[i + 2], y[i + 2]));
    problem.sources.push_back(std::move(sources));
  }
  return problem;
}

/// Calls `body(offset in the plane of the input, share)` for the sources of a place of the output.
template <typename Body>
void forEachSource(const Problem &problem, const Dims &place, const Dims &strides, Body body) {
  for (size_t corner = 0; corner < size_t{1} << problem.spatial(); ++corner) {
    int64_t offset = 0;
    double share = 1;
    for (size_t i = 0; i < problem.spatial(); ++i) {
      const Source &source = problem.sources[i][place[i]];
      const bool isSecond = (corner >> i & 1) != 0;
      offset += (isSecond ? source.second : source.first) * strides[i];
      share *= isSecond ? source.share : 1 - source.share;
    }
    if (share != 0)
      body(offset, share);
  }
}

void forward(const Problem &problem) {
  const Dims plane(problem.input.dims.begin() + 2, problem.input.dims.end());
  const Dims strides = denseStrides(plane);
  std::vector<double> from(product(plane));
  forEachIndex({problem.input.dims[0], problem.input.dims[1]}, [&](const Dims &index) {
    loadAll(at(problem.input, index), from.data());
    const View to = at(problem.output, index);
    forEachIndex(to.dims, [&](const Dims &place) {
      double sum = 0;
      forEachSource(problem, place, strides,
                    [&](int64_t offset, double share) { sum += share * from[offset]; });
      storeOne(to, offsetOf(place, to.strides), sum);
    });
  });
}

/// `problem.input` is the gradient that is computed, `problem.output` the one that is given.
void backward(const Problem &problem) {
  const Dims plane(problem.input.dims.begin() + 2, problem.input.dims.end());
  const Dims strides = denseStrides(plane);
  std::vector<double> sums(product(plane));
  forEachIndex({problem.input.dims[0], problem.input.dims[1]}, [&](const Dims &index) {
    std::fill(sums.begin(), sums.end(), 0.0);
    const View from = at(problem.output, index);
    forEachIndex(from.dims, [&](const Dims &place) {
      const auto value = loadOne<double>(from, offsetOf(place, from.strides));
      forEachSource(problem, place, strides,
                    [&](int64_t offset, double share) { sums[offset] += share * value; });
    });
    storeAll(at(problem.input, index), sums.data());
  });
}

void requireMode(Mode mode, bool hasAntialias) {
  require(mode >= Mode::NEAREST && mode <= Mode::BICUBIC);
  requireSupport(mode != Mode::BICUBIC && !hasAntialias);
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status Interpolate::SetMode(Mode value) {
  mode = value;
  return value >= Mode::NEAREST && value <= Mode::BICUBIC ? Status::SUCCESS
                                                          : Status::INVALID_PARAMETER;
}
Status Interpolate::SetAlignCorners(bool value) {
  alignsCorners = value;
  return Status::SUCCESS;
}
Status Interpolate::SetAntialias(bool value) {
  hasAntialias = value;
  return Status::SUCCESS;
}
Status Interpolate::SetScaleInfo(int count, const float *values) {
  if (count < 1 || count > 3 || values == nullptr)
    return Status::INVALID_PARAMETER;
  scales.assign(values, values + count);
  return Status::SUCCESS;
}
Status Interpolate::SetScaleInfo(std::initializer_list<float> values) {
  return SetScaleInfo(static_cast<int>(values.size()), values.begin());
}

Status Interpolate::Run(Handle &handle, Tensor &output, const Tensor &input) const {
  return call("Interpolate::Run", handle, {&output, &input}, [&]() -> Work {
    requireMode(mode, hasAntialias);
    const View to = viewOf(output);
    if (to.count() == 0)
      return {};
    return [problem = problemOf({mode, alignsCorners, scales}, to, viewOf(input))] {
      forward(problem);
    };
  });
}

Status Interpolate::RunBackward(Handle &handle, Tensor &inputGradient,
                                const Tensor &outputGradient) const {
  return call("Interpolate::RunBackward", handle, {&inputGradient, &outputGradient}, [&]() -> Work {
    requireMode(mode, hasAntialias);
    const View to = viewOf(inputGradient);
    if (to.count() == 0)
      return {};
    const Shape shape{mode, alignsCorners, scales, true};
    return [problem = problemOf(shape, viewOf(outputGradient), to)] { backward(problem); };
  });
}

} // namespace musa::dnn
