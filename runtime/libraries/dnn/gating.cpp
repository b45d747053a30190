//===- libraries/dnn/gating.cpp - one half gates the other; dropout ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arithmetic.h"
#include "elements.h"
#include "mudnn_nn.h"

namespace musaport::dnn {
namespace {

/// The halves of a tensor along a dimension.
struct Halves {
  View first, second;
};

Halves halvesOf(const View &view, int number) {
  const int axis = number < 0 ? number + view.rank() : number;
  require(axis >= 0 && axis < view.rank() && view.dims[axis] % 2 == 0);
  requireSupport(!isInteger(view.type));
  Halves halves{view, view};
  const int64_t size = view.dims[axis] / 2;
  halves.first.dims[axis] = size;
  halves.second.dims[axis] = size;
  halves.second.data = static_cast<char *>(view.data) +
                       size * view.strides[axis] * static_cast<int64_t>(sizeOf(view.type));
  return halves;
}

template <typename C> void glu(bool gatesFirst, const View &output, const Halves &halves) {
  using Three = Loop<3>;
  Three({&output, &halves.first, &halves.second})
      .run([&](const auto &at, const auto &strides, int64_t count) {
        std::array<C, Three::piece> a;
        std::array<C, Three::piece> b;
        load(halves.first, at[1], strides[1], count, a.data());
        load(halves.second, at[2], strides[2], count, b.data());
        for (int64_t i = 0; i < count; ++i)
          a[i] = gatesFirst ? a[i] * sigmoid(a[i]) * b[i] : a[i] * sigmoid(b[i]);
        store(output, at[0], strides[0], count, a.data());
      });
}

Work plan(bool gatesFirst, const View &output, const View &input, int axis) {
  const Halves halves = halvesOf(input, axis);
  require(output.dims == halves.first.dims);
  if (output.count() == 0)
    return {};
  return [=] {
    withReals(computationOf({input.type}),
              [&](auto zero) { glu<decltype(zero)>(gatesFirst, output, halves); });
  };
}

template <typename C>
void swiGluGradient(const Halves &to, const Halves &halves, const View &outputGradient) {
  using Five = Loop<5>;
  Five({&to.first, &to.second, &halves.first, &halves.second, &outputGradient})
      .run([&](const auto &at, const auto &strides, int64_t count) {
        std::array<C, Five::piece> a;
        std::array<C, Five::piece> b;
        std::array<C, Five::piece> dy;
        load(halves.first, at[2], strides[2], count, a.data());
        load(halves.second, at[3], strides[3], count, b.data());
        load(outputGradient, at[4], strides[4], count, dy.data());
        for (int64_t i = 0; i < count; ++i) {
          const C gate = sigmoid(a[i]);
          b[i] *= dy[i] * gate * (1 + a[i] * (1 - gate));
          a[i] *= dy[i] * gate;
        }
        store(to.first, at[0], strides[0], count, b.data());
        store(to.second, at[1], strides[1], count, a.data());
      });
}

Work planSwiGluGradient(const View &inputGradient, const View &input, const View &outputGradient) {
  const Halves halves = halvesOf(input, -1);
  const Halves to = halvesOf(inputGradient, -1);
  require(inputGradient.dims == input.dims && outputGradient.dims == halves.first.dims);
  if (input.count() == 0)
    return {};
  return [=] {
    withReals(computationOf({input.type}),
              [&](auto zero) { swiGluGradient<decltype(zero)>(to, halves, outputGradient); });
  };
}

/// What a mask is made of: a number for each element, which nothing but these say.
struct Seed {
  uint64_t seed, offset;
  const uint64_t *seedPlace, *offsetPlace;

  uint64_t start() const {
    const uint64_t first = seedPlace != nullptr ? *seedPlace : seed;
    return mix(first) ^ (offsetPlace != nullptr ? *offsetPlace + offset : offset);
  }
  /// SplitMix64's mixture of the bits.
  static uint64_t mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
  }
  /// From 0 to 1, without 1.
  static double uniform(uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }
};

/// What keeps the mean, if the program says nothing.
double scaleOf(bool hasScale, double scale, double probability) {
  if (hasScale)
    return scale;
  return probability < 1 ? 1 / (1 - probability) : 0;
}

Work planDropout(const View &output, const View &input, const View &mask, double probability,
                 double scale, const Seed &seed) {
  requireSupport(!isInteger(input.type) && !isInteger(output.type));
  require(output.dims == input.dims && mask.dims == input.dims);
  if (output.count() == 0)
    return {};
  return [=] {
    withReals(computationOf({input.type}), [&](auto zero) {
      using C = decltype(zero);
      uint64_t number = Seed::mix(seed.start());
      forEachIndex(input.dims, [&](const Dims &index) {
        const bool stays = Seed::uniform(Seed::mix(number++)) >= probability;
        const C value = loadOne<C>(input, offsetOf(index, input.strides));
        storeOne(output, offsetOf(index, output.strides),
                 stays ? value * static_cast<C>(scale) : C(0));
        storeOne<int64_t>(mask, offsetOf(index, mask.strides), stays);
      });
    });
  };
}

Work planDropoutGradient(const View &inputGradient, const View &outputGradient, const View &mask,
                         double scale) {
  requireSupport(!isInteger(inputGradient.type) && !isInteger(outputGradient.type));
  require(inputGradient.dims == outputGradient.dims && mask.dims == outputGradient.dims);
  if (inputGradient.count() == 0)
    return {};
  return [=] {
    withReals(computationOf({outputGradient.type}), [&](auto zero) {
      using C = decltype(zero);
      using Three = Loop<3>;
      Three({&inputGradient, &outputGradient, &mask})
          .run([&](const auto &at, const auto &strides, int64_t count) {
            std::array<C, Three::piece> dy;
            std::array<C, Three::piece> stays;
            load(outputGradient, at[1], strides[1], count, dy.data());
            load(mask, at[2], strides[2], count, stays.data());
            for (int64_t i = 0; i < count; ++i)
              dy[i] = stays[i] != 0 ? dy[i] * static_cast<C>(scale) : C(0);
            store(inputGradient, at[0], strides[0], count, dy.data());
          });
    });
  };
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status Glu::SetAxis(int number) {
  axis = number;
  return Status::SUCCESS;
}
Status Glu::Run(Handle &handle, Tensor &output, const Tensor &input) const {
  return call("Glu::Run", handle, {&output, &input},
              [&] { return plan(false, viewOf(output), viewOf(input), axis); });
}

Status SwiGlu::Run(Handle &handle, Tensor &output, const Tensor &input) const {
  return call("SwiGlu::Run", handle, {&output, &input},
              [&] { return plan(true, viewOf(output), viewOf(input), -1); });
}
Status SwiGlu::RunBwd(Handle &handle, Tensor &inputGradient, const Tensor &input,
                      const Tensor &outputGradient) const {
  return call("SwiGlu::RunBwd", handle, {&inputGradient, &input, &outputGradient}, [&] {
    return planSwiGluGradient(viewOf(inputGradient), viewOf(input), viewOf(outputGradient));
  });
}

Status Dropout::SetP(double value) {
  probability = value;
  return value >= 0 && value <= 1 ? Status::SUCCESS : Status::INVALID_PARAMETER;
}
Status Dropout::SetScale(double value) {
  scale = value;
  hasScale = true;
  return Status::SUCCESS;
}
Status Dropout::SetSeed(uint64_t value) {
  seed = value;
  seedPlace = nullptr;
  return Status::SUCCESS;
}
Status Dropout::SetOffset(uint64_t value) {
  offset = value;
  offsetPlace = nullptr;
  return Status::SUCCESS;
}
Status Dropout::SetSeed(const uint64_t *place) {
  seedPlace = place;
  return place != nullptr ? Status::SUCCESS : Status::INVALID_PARAMETER;
}
Status Dropout::SetOffset(const uint64_t *place, uint64_t more) {
  offsetPlace = place;
  offset = more;
  return place != nullptr ? Status::SUCCESS : Status::INVALID_PARAMETER;
}

Status Dropout::RunDropout(Handle &handle, Tensor &output, const Tensor &input,
                           Tensor &mask) const {
  return call("Dropout::RunDropout", handle, {&output, &input, &mask}, [&] {
    return planDropout(viewOf(output), viewOf(input), viewOf(mask), probability,
                       scaleOf(hasScale, scale, probability),
                       {seed, offset, seedPlace, offsetPlace});
  });
}
Status Dropout::RunDropoutBwd(Handle &handle, Tensor &inputGradient, const Tensor &outputGradient,
                              const Tensor &mask) const {
  return call("Dropout::RunDropoutBwd", handle, {&inputGradient, &outputGradient, &mask}, [&] {
    return planDropoutGradient(viewOf(inputGradient), viewOf(outputGradient), viewOf(mask),
                               scaleOf(hasScale, scale, probability));
  });
}

} // namespace musa::dnn
