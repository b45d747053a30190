//===- libraries/dnn/pooling.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arithmetic.h"
#include "elements.h"
#include "mudnn_nn.h"

#include <limits>

namespace musaport::dnn {
namespace {

using Mode = musa::dnn::Pooling::Mode;

struct Shape {
  Mode mode;
  Dims kernel, paddings, strides, dilations;
  int divisor;

  bool isMaximum() const { return mode == Mode::MAXPOOL || mode == Mode::ADAPTIVE_MAXPOOL; }
  bool hasKernel() const {
    return mode == Mode::MAXPOOL || mode == Mode::AVGPOOL_COUNT_PAD ||
           mode == Mode::AVGPOOL_COUNT_WITHOUT_PAD;
  }
  bool isGlobal() const { return mode == Mode::GLOBAL_AVGPOOL; }
};

/// The places of a window in one dimension that are in the input, and how many it has with padding.
struct Span {
  int64_t first, last, step, whole;
};

Span spanOf(const Shape &shape, size_t dim, int64_t number, int64_t size, int64_t results) {
  if (shape.isGlobal())
    return {0, size - 1, 1, size};
  if (!shape.hasKernel()) {
    const int64_t begin = number * size / results;
    const int64_t end = ((number + 1) * size + results - 1) / results;
    return {begin, end - 1, 1, end - begin};
  }
  const int64_t step = shape.dilations[dim];
  const int64_t begin = number * shape.strides[dim] - shape.paddings[dim];
  const int64_t end = begin + (shape.kernel[dim] - 1) * step;
  const int64_t outside = begin < 0 ? (-begin + step - 1) / step : 0;
  const int64_t padded = std::min(end, size + shape.paddings[dim] - 1);
  return {begin + outside * step, std::min(end, size - 1), step, (padded - begin) / step + 1};
}

/// Always of three dimensions, the first of which may have a size of 1.
struct Windows {
  std::array<std::vector<Span>, 3> spans;
  std::array<int64_t, 3> sizes{1, 1, 1};

  int64_t outputs() const {
    return static_cast<int64_t>(spans[0].size() * spans[1].size() * spans[2].size());
  }
  int64_t inputs() const { return sizes[0] * sizes[1] * sizes[2]; }

  /// Calls `body(number, windows)` for each output.
  template <typename Body> void forEach(Body body) const {
    int64_t number = 0;
    for (const Span &z : spans[0])
      for (const Span &y : spans[1])
        for (const Span &x : spans[2])
          body(number++, std::array<Span, 3>{z, y, x});
  }
  /// Calls `body(place)` for each input of a window.
  template <typename Body> void forEachInput(const std::array<Span, 3> &window, Body body) const {
    for (int64_t z = window[0].first; z <= window[0].last; z += window[0].step)
      for (int64_t y = window[1].first; y <= window[1].last; y += window[1].step)
        for (int64_t x = window[2].first; x <= window[2].last; x += window[2].step)
          body((z * sizes[1] + y) * sizes[2] + x);
  }
};

/// What an average is divided by.
double divisorOf(const Shape &shape, const std::array<Span, 3> &window) {
  if (shape.divisor != 0)
    return shape.divisor;
  double count = 1;
  for (const Span &span : window)
    count *= static_cast<double>(shape.mode == Mode::AVGPOOL_COUNT_PAD
                                     ? span.whole
                                     : (span.last - span.first) / span.step + 1);
  return count;
}

/// [batch, channels, spatial...]: one picture alone has no batch.
View pictures(const View &view, size_t spatial) {
  View result = view;
  if (view.rank() == static_cast<int>(spatial) + 1) {
    result.dims.insert(result.dims.begin(), 1);
    result.strides.insert(result.strides.begin(), 0);
  }
  require(result.rank() == static_cast<int>(spatial) + 2);
  return channelsFirst(result);
}

size_t spatialRank(const Shape &shape, const View &view) {
  if (!shape.kernel.empty())
    return shape.kernel.size();
  switch (view.format) {
  case Format::NCW:
  case Format::NWC:
    return 1;
  case Format::NCDHW:
  case Format::NDHWC:
    return 3;
  default:
    return view.rank() == 5 ? 3 : 2;
  }
}

Windows windowsOf(const Shape &shape, const Dims &input, const Dims &output) {
  require(input[0] == output[0] && input[1] == output[1]);
  const size_t spatial = input.size() - 2;
  Windows windows;
  for (size_t i = 0; i < 3 - spatial; ++i)
    windows.spans[i] = {{0, 0, 1, 1}};
  for (size_t i = 0; i < spatial; ++i) {
    const int64_t size = input[i + 2];
    const int64_t results = output[i + 2];
    require(size > 0 && results > 0);
    if (shape.hasKernel()) {
      require(shape.kernel[i] > 0 && shape.strides[i] > 0 && shape.dilations[i] > 0);
      const int64_t window = (shape.kernel[i] - 1) * shape.dilations[i] + 1;
      const int64_t padding = shape.paddings[i];
      require(padding >= 0 && padding < window);
      const int64_t room = size + 2 * padding - window;
      const int64_t whole = flooredQuotient(room, shape.strides[i]) + 1;
      // One more, which is cut off, if it begins in the input.
      require(results == whole || (results == whole + 1 && room % shape.strides[i] != 0 &&
                                   whole * shape.strides[i] - padding < size));
    } else {
      require(!shape.isGlobal() || results == 1);
    }
    std::vector<Span> &spans = windows.spans[3 - spatial + i];
    for (int64_t k = 0; k < results; ++k) {
      spans.push_back(spanOf(shape, i, k, size, results));
      require(spans.back().first <= spans.back().last); // dilation may step over the input
    }
    windows.sizes[3 - spatial + i] = size;
  }
  return windows;
}

template <typename C>
void forwardPlane(const Shape &shape, const Windows &windows, const std::vector<C> &input,
                  std::vector<C> &output, std::vector<int64_t> &places) {
  windows.forEach([&](int64_t number, const std::array<Span, 3> &window) {
    if (shape.isMaximum()) {
      int64_t best = -1;
      windows.forEachInput(window, [&](int64_t place) {
        if (best < 0 ||
            (!isNaN(input[best]) && (input[place] > input[best] || isNaN(input[place]))))
          best = place;
      });
      output[number] = input[best];
      places[number] = best;
    } else {
      double sum = 0;
      windows.forEachInput(window, [&](int64_t place) { sum += input[place]; });
      output[number] = static_cast<C>(sum / divisorOf(shape, window));
    }
  });
}

Work plan(const Shape &shape, const View &output, const View &input, const View &indices) {
  require(shape.mode >= Mode::MAXPOOL && shape.mode <= Mode::GLOBAL_AVGPOOL);
  const size_t spatial = spatialRank(shape, input);
  const View x = pictures(input, spatial);
  const View y = pictures(output, spatial);
  if (y.count() == 0)
    return {};
  const Windows windows = windowsOf(shape, x.dims, y.dims);
  View places;
  if (indices.isThere()) {
    require(shape.isMaximum() && (indices.type == Type::INT64 || indices.type == Type::INT32));
    places = pictures(indices, spatial);
    require(places.dims == y.dims);
  }
  return [=] {
    withReals(computationOf({x.type}), [&](auto zero) {
      using C = decltype(zero);
      std::vector<C> from(windows.inputs());
      std::vector<C> to(windows.outputs());
      std::vector<int64_t> best(windows.outputs());
      forEachIndex({x.dims[0], x.dims[1]}, [&](const Dims &index) {
        loadAll(at(x, index), from.data());
        forwardPlane(shape, windows, from, to, best);
        storeAll(at(y, index), to.data());
        if (places.data != nullptr)
          storeAll(at(places, index), best.data());
      });
    });
  };
}

Work planBackward(const Shape &shape, const View &inputGradient, const View &outputGradient,
                  const View &indices) {
  require(shape.mode >= Mode::MAXPOOL && shape.mode <= Mode::GLOBAL_AVGPOOL);
  const size_t spatial = spatialRank(shape, inputGradient);
  const View dx = pictures(inputGradient, spatial);
  const View dy = pictures(outputGradient, spatial);
  if (dx.count() == 0)
    return {};
  const Windows windows = windowsOf(shape, dx.dims, dy.dims);
  View places;
  if (shape.isMaximum()) {
    require(indices.isThere() && (indices.type == Type::INT64 || indices.type == Type::INT32));
    places = pictures(indices, spatial);
    require(places.dims == dy.dims);
  }
  return [=] {
    std::vector<double> gradient(windows.inputs());
    std::vector<double> from(windows.outputs());
    std::vector<int64_t> best(windows.outputs());
    forEachIndex({dx.dims[0], dx.dims[1]}, [&](const Dims &index) {
      std::fill(gradient.begin(), gradient.end(), 0.0);
      loadAll(at(dy, index), from.data());
      if (shape.isMaximum()) {
        loadAll(at(places, index), best.data());
        for (size_t i = 0; i < best.size(); ++i)
          if (best[i] >= 0 && best[i] < windows.inputs()) // they are the program's
            gradient[best[i]] += from[i];
      } else {
        windows.forEach([&](int64_t number, const std::array<Span, 3> &window) {
          const double share = from[number] / divisorOf(shape, window);
          windows.forEachInput(window, [&](int64_t place) { gradient[place] += share; });
        });
      }
      storeAll(at(dx, index), gradient.data());
    });
  };
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status Pooling::SetMode(Mode value) {
  mode = value;
  return value >= Mode::MAXPOOL && value <= Mode::GLOBAL_AVGPOOL ? Status::SUCCESS
                                                                 : Status::INVALID_PARAMETER;
}
/// The numbers are looked at when they are needed: adaptive modes have none.
Status Pooling::SetNdInfo(int count, const int *sizes, const int *padding, const int *stride,
                          const int *dilation) {
  if (count < 1 || count > 3 || sizes == nullptr || padding == nullptr || stride == nullptr ||
      dilation == nullptr)
    return Status::INVALID_PARAMETER;
  kernel.assign(sizes, sizes + count);
  paddings.assign(padding, padding + count);
  strides.assign(stride, stride + count);
  dilations.assign(dilation, dilation + count);
  return Status::SUCCESS;
}
Status Pooling::SetNdInfo(std::initializer_list<int> sizes, std::initializer_list<int> padding,
                          std::initializer_list<int> stride, std::initializer_list<int> dilation) {
  const size_t count = sizes.size();
  if (padding.size() != count || stride.size() != count || dilation.size() != count)
    return Status::INVALID_PARAMETER;
  return SetNdInfo(static_cast<int>(count), sizes.begin(), padding.begin(), stride.begin(),
                   dilation.begin());
}
Status Pooling::SetDivisor(int value) {
  divisor = value;
  return value != 0 ? Status::SUCCESS : Status::INVALID_PARAMETER;
}

Status Pooling::Run(Handle &handle, Tensor &output, const Tensor &input, Tensor &indices) const {
  return call("Pooling::Run", handle, {&output, &input, &indices}, [&] {
    const Shape shape{mode, kernel, paddings, strides, dilations, divisor};
    require(!shape.hasKernel() || !kernel.empty());
    return plan(shape, viewOf(output), viewOf(input), optional(indices));
  });
}
Status Pooling::Run(Handle &handle, Tensor &output, const Tensor &input) const {
  Tensor none;
  return Run(handle, output, input, none);
}

Status Pooling::RunBwd(Handle &handle, Tensor &inputGradient, const Tensor &outputGradient,
                       const Tensor &indices) const {
  return call("Pooling::RunBwd", handle, {&inputGradient, &outputGradient, &indices}, [&] {
    const Shape shape{mode, kernel, paddings, strides, dilations, divisor};
    require(!shape.hasKernel() || !kernel.empty());
    return planBackward(shape, viewOf(inputGradient), viewOf(outputGradient), optional(indices));
  });
}
Status Pooling::RunBwd(Handle &handle, Tensor &inputGradient, const Tensor &outputGradient) const {
  return RunBwd(handle, inputGradient, outputGradient, Tensor());
}

} // namespace musa::dnn
