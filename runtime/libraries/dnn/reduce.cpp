//===- libraries/dnn/reduce.cpp - sums and the like over dimensions ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arithmetic.h"
#include "elements.h"
#include "mudnn_math.h"

#include <limits>
#include <numeric>

namespace musaport::dnn {
namespace {

using Mode = musa::dnn::Reduce::Mode;

/// The input with the kept dimensions in front, and how many those are.
struct Split {
  View input;
  int kept = 0;
  View outer() const { return part(input, 0, kept); }
  View inner() const { return part(input, kept, input.rank()); }
};

/// Negative numbers count from the end; no numbers are all dimensions.
Split split(const View &input, const std::vector<int> &numbers) {
  const int rank = input.rank();
  std::vector<bool> isReduced(rank, numbers.empty());
  for (int number : numbers) {
    const int dim = number < 0 ? number + rank : number;
    require(dim >= 0 && dim < rank && !isReduced[dim]);
    isReduced[dim] = true;
  }
  std::vector<int> order;
  for (bool reduced : {false, true})
    for (int i = 0; i < rank; ++i)
      if (isReduced[i] == reduced)
        order.push_back(i);
  const int kept = static_cast<int>(std::count(isReduced.begin(), isReduced.end(), false));
  return {permuted(input, order), kept};
}

/// The output with the sizes of the kept dimensions: those of 1 for the others may be there or not.
View resultOf(const View &output, const Split &split, const std::vector<int> &numbers,
              int inputRank) {
  const Dims kept = split.outer().dims;
  if (output.dims == kept)
    return output;
  View result = output;
  if (output.rank() == inputRank) {
    std::vector<bool> isReduced(inputRank, numbers.empty());
    for (int number : numbers)
      isReduced[number < 0 ? number + inputRank : number] = true;
    std::vector<int> order;
    for (int i = 0; i < inputRank; ++i) {
      require(!isReduced[i] || output.dims[i] == 1);
      if (!isReduced[i])
        order.push_back(i);
    }
    result = permuted(output, order);
  } else if (product(kept) == 1 && output.count() == 1) { // a number, with any sizes of 1
    result.dims = kept;
    result.strides.assign(kept.size(), 0);
  }
  require(result.dims == kept);
  return result;
}

/// What has been seen so far of the elements of one result.
template <typename C> struct Sum {
  Mode mode;
  double order;
  double value = 0;
  C exact = 0; ///< of integers, and of what is compared
  double mean = 0;
  double squares = 0; ///< of the distances to the mean
  int64_t count = 0;

  void take(const C *x, int64_t n) {
    switch (mode) {
    case Mode::ADD:
    case Mode::MEAN:
      if constexpr (std::is_integral_v<C>)
        exact = std::accumulate(x, x + n, exact, add<C>);
      else
        value = std::accumulate(x, x + n, value);
      break;
    case Mode::PROD:
      if constexpr (std::is_integral_v<C>)
        exact = std::accumulate(x, x + n, exact, multiply<C>);
      else
        value = std::accumulate(x, x + n, value, std::multiplies<>());
      break;
    case Mode::MAX:
      exact = std::accumulate(x, x + n, count == 0 ? x[0] : exact, larger<C>);
      break;
    case Mode::MIN:
      exact = std::accumulate(x, x + n, count == 0 ? x[0] : exact, smaller<C>);
      break;
    case Mode::AND:
      exact = exact != 0 && std::all_of(x, x + n, [](C e) { return e != 0; });
      break;
    case Mode::OR:
      exact = exact != 0 || std::any_of(x, x + n, [](C e) { return e != 0; });
      break;
    case Mode::NORM:
      takeNorm(x, n);
      break;
    case Mode::VARIANCE:
    case Mode::STD:
      for (int64_t i = 0; i < n; ++i) {
        const double distance = static_cast<double>(x[i]) - mean;
        mean += distance / static_cast<double>(count + i + 1);
        squares += distance * (static_cast<double>(x[i]) - mean);
      }
      break;
    }
    count += n;
  }

  void takeNorm(const C *x, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      const double size = std::abs(static_cast<double>(x[i]));
      if (order == 0)
        value += size != 0 ? 1 : 0;
      else if (std::isinf(order))
        value = count + i == 0 ? size : order > 0 ? larger(value, size) : smaller(value, size);
      else
        value += order == 1 ? size : order == 2 ? size * size : std::pow(size, order);
    }
  }

  void put(const View &output, int64_t offset, int correction) const {
    switch (mode) {
    case Mode::ADD:
    case Mode::PROD:
      return std::is_integral_v<C> ? storeOne(output, offset, exact)
                                   : storeOne(output, offset, value);
    case Mode::MEAN:
      return storeOne(output, offset,
                      (std::is_integral_v<C> ? static_cast<double>(exact) : value) /
                          static_cast<double>(count));
    case Mode::NORM:
      return storeOne(output, offset,
                      order == 0 || std::isinf(order) || order == 1 ? value
                      : order == 2                                  ? std::sqrt(value)
                                                                    : std::pow(value, 1 / order));
    case Mode::VARIANCE:
    case Mode::STD: {
      const double variance =
          squares / std::max<double>(0, static_cast<double>(count) - correction);
      return storeOne(output, offset, mode == Mode::STD ? std::sqrt(variance) : variance);
    }
    default:
      return storeOne(output, offset, exact);
    }
  }
};

template <typename C>
void run(Mode mode, double order, int correction, const View &output, const Split &split) {
  const View outer = split.outer();
  View inner = split.inner();
  const Loop<1> elements({&inner});
  Loop<2>({&output, &outer}).run([&](const auto &at, const auto &strides, int64_t count) {
    std::array<C, Loop<1>::piece> x;
    for (int64_t i = 0; i < count; ++i) {
      Sum<C> sum{mode, order};
      if (mode == Mode::PROD || mode == Mode::AND) {
        sum.exact = 1;
        sum.value = 1;
      }
      elements.run([&](const auto &of, const auto &steps, int64_t n) {
        load(split.input, at[1] + i * strides[1] + of[0], steps[0], n, x.data());
        sum.take(x.data(), n);
      });
      sum.put(output, at[0] + i * strides[0], correction);
    }
  });
}

/// MAX or MIN over the last dimension: the first of equal elements, and NaN before all others.
template <typename C>
void runIndexed(Mode mode, const View &values, const View &indices, const Split &split) {
  const View outer = split.outer();
  const int64_t size = split.input.dims.back();
  const int64_t step = split.input.strides.back();
  const View &ignored = values.data != nullptr ? values : indices;
  Loop<3>({&indices, &ignored, &outer})
      .run([&](const auto &at, const auto &strides, int64_t count) {
        std::vector<C> x(size);
        for (int64_t i = 0; i < count; ++i) {
          load(split.input, at[2] + i * strides[2], step, size, x.data());
          int64_t best = 0;
          for (int64_t k = 1; k < size && !isNaN(x[best]); ++k)
            if (isNaN(x[k]) || (mode == Mode::MAX ? x[k] > x[best] : x[k] < x[best]))
              best = k;
          storeOne(indices, at[0] + i * strides[0], best);
          if (values.data != nullptr)
            storeOne(values, at[1] + i * strides[1], x[best]);
        }
      });
}

bool hasResultOfNothing(Mode mode) { return mode != Mode::MAX && mode != Mode::MIN; }

Work plan(Mode mode, const std::vector<int> &dims, double order, int correction, const View &output,
          const View &input) {
  require(mode >= Mode::ADD && mode <= Mode::STD);
  const Split parts = split(input, dims);
  const View result = resultOf(output, parts, dims, input.rank());
  if (result.count() == 0)
    return {};
  require(input.count() != 0 || hasResultOfNothing(mode));
  return [=] {
    withComputation(computationOf({input.type}), [&](auto zero) {
      run<decltype(zero)>(mode, order, correction, result, parts);
    });
  };
}

Work planIndexed(Mode mode, const std::vector<int> &dims, const View *values, const View &indices,
                 const View &input) {
  require((mode == Mode::MAX || mode == Mode::MIN) && dims.size() == 1);
  require(indices.type == Type::INT64 || indices.type == Type::INT32);
  const Split parts = split(input, dims);
  const View places = resultOf(indices, parts, dims, input.rank());
  const View result = values != nullptr ? resultOf(*values, parts, dims, input.rank()) : View{};
  if (places.count() == 0)
    return {};
  require(input.count() != 0);
  return [=] {
    withComputation(computationOf({input.type}),
                    [&](auto zero) { runIndexed<decltype(zero)>(mode, result, places, parts); });
  };
}

template <typename C>
void runCumulated(bool isSum, const View &output, const View &input, int dim) {
  std::vector<int> order(input.rank());
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin() + dim, order.begin() + dim + 1, order.end());
  const View to = permuted(output, order);
  const View from = permuted(input, order);
  const int64_t size = from.dims.back();
  const View outerTo = part(to, 0, to.rank() - 1);
  const View outerFrom = part(from, 0, to.rank() - 1);
  Loop<2>({&outerTo, &outerFrom}).run([&](const auto &at, const auto &strides, int64_t count) {
    std::vector<C> x(size);
    for (int64_t i = 0; i < count; ++i) {
      load(from, at[1] + i * strides[1], from.strides.back(), size, x.data());
      std::conditional_t<std::is_integral_v<C>, C, double> sum = isSum ? 0 : 1;
      for (C &element : x) {
        using S = decltype(sum);
        sum = isSum ? add<S>(sum, element) : multiply<S>(sum, element);
        element = static_cast<C>(sum);
      }
      store(to, at[0] + i * strides[0], to.strides.back(), size, x.data());
    }
  });
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status Reduce::SetMode(Mode value) {
  mode = value;
  return value >= Mode::ADD && value <= Mode::STD ? Status::SUCCESS : Status::INVALID_PARAMETER;
}
Status Reduce::SetDim(int count, const int *numbers) {
  if (count < 0 || (count > 0 && numbers == nullptr))
    return Status::INVALID_PARAMETER;
  dims.assign(numbers, numbers + count);
  return Status::SUCCESS;
}
Status Reduce::SetDim(std::initializer_list<int> numbers) {
  dims = numbers;
  return Status::SUCCESS;
}
Status Reduce::SetNormOrd(float value) {
  order = value;
  return Status::SUCCESS;
}
Status Reduce::SetCorrection(int value) {
  correction = value;
  return Status::SUCCESS;
}
Status Reduce::GetWorkspaceSize(Handle &, size_t &size, const Tensor &, const Tensor &) const {
  size = 0;
  return Status::SUCCESS;
}

Status Reduce::Run(Handle &handle, Tensor &output, const Tensor &input,
                   const MemoryMaintainer &) const {
  return call("Reduce::Run", handle, {&output, &input},
              [&] { return plan(mode, dims, order, correction, viewOf(output), viewOf(input)); });
}

Status Reduce::RunWithIndices(Handle &handle, Tensor &output, Tensor &indices, const Tensor &input,
                              const MemoryMaintainer &) const {
  return call("Reduce::RunWithIndices", handle, {&output, &indices, &input}, [&] {
    const View values = viewOf(output);
    return planIndexed(mode, dims, &values, viewOf(indices), viewOf(input));
  });
}

Status Reduce::RunIndices(Handle &handle, Tensor &indices, const Tensor &input,
                          const MemoryMaintainer &) const {
  return call("Reduce::RunIndices", handle, {&indices, &input},
              [&] { return planIndexed(mode, dims, nullptr, viewOf(indices), viewOf(input)); });
}

Status Cum::SetMode(Mode value) {
  mode = value;
  return value == Mode::ADD || value == Mode::MUL ? Status::SUCCESS : Status::INVALID_PARAMETER;
}
Status Cum::SetDim(int number) {
  dim = number;
  return Status::SUCCESS;
}
Status Cum::Run(Handle &handle, Tensor &output, const Tensor &input,
                const MemoryMaintainer &) const {
  return call("Cum::Run", handle, {&output, &input}, [&]() -> Work {
    require(mode == Mode::ADD || mode == Mode::MUL);
    const View to = viewOf(output);
    const View from = viewOf(input);
    const int at = dim < 0 ? dim + from.rank() : dim;
    require(to.dims == from.dims && at >= 0 && at < from.rank());
    if (to.count() == 0)
      return {};
    return [=, isSum = mode == Mode::ADD] {
      withComputation(computationOf({to.type, from.type}),
                      [&](auto zero) { runCumulated<decltype(zero)>(isSum, to, from, at); });
    };
  });
}

} // namespace musa::dnn
