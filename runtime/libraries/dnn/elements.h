//===- libraries/dnn/elements.h - elements of any type, in pieces ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop over tensors reads pieces of rows into arrays of the type that it computes with: float,
// double, int64_t or uint64_t. So it is written once, for all types of elements and all strides.
#ifndef MUSAPORT_LIBRARIES_DNN_ELEMENTS_H
#define MUSAPORT_LIBRARIES_DNN_ELEMENTS_H

#include "view.h"

#include <algorithm>
#include <array>

namespace musaport::dnn {

/// `count` elements from `offset`, with `stride` between them.
template <typename C>
void load(const View &view, int64_t offset, int64_t stride, int64_t count, C *to);
template <typename C>
void store(const View &view, int64_t offset, int64_t stride, int64_t count, const C *from);

/// One element.
template <typename C> C loadOne(const View &view, int64_t offset) {
  C value;
  load(view, offset, 1, 1, &value);
  return value;
}
template <typename C> void storeOne(const View &view, int64_t offset, C value) {
  store(view, offset, 1, 1, &value);
}

/// All elements, the last dimension first.
template <typename C> void loadAll(const View &view, C *to);
template <typename C> std::vector<C> loadAll(const View &view) {
  std::vector<C> all(view.count());
  loadAll(view, all.data());
  return all;
}
template <typename C> void storeAll(const View &view, const C *from);

/// All elements become 0, if the tensor is there.
void clear(const View &view);

/// What an operation of these types is computed with.
enum class Computation { floats, doubles, integers, unsignedIntegers };

/// The widest of what the types need. Real numbers beside integers are floats.
Computation computationOf(std::initializer_list<Type> types);

/// Calls `action` with a 0 of the type.
template <typename Action> auto withComputation(Computation computation, Action action) {
  switch (computation) {
  case Computation::doubles:
    return action(double{});
  case Computation::integers:
    return action(int64_t{});
  case Computation::unsignedIntegers:
    return action(uint64_t{});
  default:
    return action(float{});
  }
}
/// Of real numbers: integers are computed as doubles.
template <typename Action> auto withReals(Computation computation, Action action) {
  return computation == Computation::floats ? action(float{}) : action(double{});
}

/// A loop over N tensors of the same sizes: with as few dimensions as possible.
template <size_t N> class Loop {
public:
  static constexpr int64_t piece = 512;

  explicit Loop(const std::array<const View *, N> &views) {
    const Dims &sizes = views[0]->dims;
    for (size_t i = 0; i < sizes.size(); ++i) {
      std::array<int64_t, N> steps;
      for (size_t k = 0; k < N; ++k)
        steps[k] = views[k]->strides[i];
      append(sizes[i], steps);
    }
    if (dims.empty())
      append(1, {}, true);
  }

  /// Calls `body(offsets, strides, count)` for pieces of rows, in order.
  template <typename Body> void run(Body body) const {
    if (product(dims) == 0)
      return;
    const int last = static_cast<int>(dims.size()) - 1;
    Dims index(dims.size());
    std::array<int64_t, N> offsets{};
    for (;;) {
      for (int64_t begin = 0; begin < dims[last]; begin += piece) {
        std::array<int64_t, N> at;
        for (size_t k = 0; k < N; ++k)
          at[k] = offsets[k] + begin * strides[last][k];
        body(at, strides[last], std::min(piece, dims[last] - begin));
      }
      int d = last - 1;
      for (; d >= 0; --d) {
        for (size_t k = 0; k < N; ++k)
          offsets[k] += strides[d][k];
        if (++index[d] < dims[d])
          break;
        for (size_t k = 0; k < N; ++k)
          offsets[k] -= dims[d] * strides[d][k];
        index[d] = 0;
      }
      if (d < 0)
        return;
    }
  }

private:
  /// A dimension behind the others, which continues the one before it if it can.
  void append(int64_t size, const std::array<int64_t, N> &steps, bool always = false) {
    if (size == 1 && !always)
      return;
    if (!dims.empty()) {
      bool continues = true;
      for (size_t k = 0; k < N; ++k)
        continues = continues && strides.back()[k] == size * steps[k];
      if (continues) {
        dims.back() *= size;
        strides.back() = steps;
        return;
      }
    }
    dims.push_back(size);
    strides.push_back(steps);
  }

  Dims dims;
  std::vector<std::array<int64_t, N>> strides;
};

/// output = f(inputs), element by element: `f(count, output, inputs...)` on arrays of C.
template <typename C, typename F> void mapElements(const View &output, const View &input, F f) {
  Loop<2>({&output, &input}).run([&](const auto &at, const auto &strides, int64_t count) {
    std::array<C, Loop<2>::piece> x;
    load(input, at[1], strides[1], count, x.data());
    f(count, x.data());
    store(output, at[0], strides[0], count, x.data());
  });
}

} // namespace musaport::dnn

#endif // MUSAPORT_LIBRARIES_DNN_ELEMENTS_H
