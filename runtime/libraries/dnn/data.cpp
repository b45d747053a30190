//===- libraries/dnn/data.cpp - filling, copying, joining ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arithmetic.h"
#include "elements.h"
#include "mudnn_math.h"

namespace musaport::dnn {
namespace {

template <typename C> void fill(const Number &value, const View &output) {
  std::array<C, Loop<1>::piece> values;
  values.fill(valueOf<C>(value));
  Loop<1>({&output}).run([&](const auto &at, const auto &strides, int64_t count) {
    store(output, at[0], strides[0], count, values.data());
  });
}

template <typename C> void fillMasked(const Number &value, const View &output, const View &mask) {
  Loop<2>({&output, &mask}).run([&](const auto &at, const auto &strides, int64_t count) {
    std::array<int64_t, Loop<2>::piece> isSet;
    load(mask, at[1], strides[1], count, isSet.data());
    for (int64_t i = 0; i < count; ++i)
      if (isSet[i] != 0)
        storeOne(output, at[0] + i * strides[0], valueOf<C>(value));
  });
}

Work planFill(const Number &value, const View &output, const View *mask) {
  if (output.count() == 0)
    return {};
  const auto computation = value.isInteger ? Computation::integers : Computation::doubles;
  if (mask == nullptr)
    return [=] {
      withComputation(computation, [&](auto zero) { fill<decltype(zero)>(value, output); });
    };
  return [=, where = broadcast(*mask, output.dims)] {
    withComputation(computation,
                    [&](auto zero) { fillMasked<decltype(zero)>(value, output, where); });
  };
}

/// Of one type to another, without a loss if they are the same.
void copy(const View &output, const View &input) {
  withComputation(computationOf({output.type, input.type}), [&](auto zero) {
    mapElements<decltype(zero)>(output, input, [](int64_t, auto *) {});
  });
}

/// The part of the output that an input fills; `begin` is where along the axis.
View partOf(const View &output, int axis, int64_t begin, int64_t size) {
  View part = output;
  part.data = static_cast<char *>(output.data) +
              begin * output.strides[axis] * static_cast<int64_t>(sizeOf(output.type));
  part.dims[axis] = size;
  return part;
}

Work planConcat(int number, const View &output, const std::vector<View> &inputs) {
  const int axis = number < 0 ? number + output.rank() : number;
  require(axis >= 0 && axis < output.rank());
  std::vector<std::pair<View, View>> copies;
  int64_t begin = 0;
  for (const View &input : inputs) {
    require(input.type == output.type);
    if (input.dims == Dims{0}) // joins anything
      continue;
    require(input.rank() == output.rank());
    const View part = partOf(output, axis, begin, input.dims[axis]);
    require(part.dims == input.dims);
    begin += input.dims[axis];
    copies.emplace_back(part, input);
  }
  require(begin == output.dims[axis]);
  if (output.count() == 0)
    return {};
  return [copies = std::move(copies)] {
    for (const auto &[part, input] : copies)
      copy(part, input);
  };
}

template <typename C> void dot(const View &output, const View &left, const View &right) {
  using Sum = std::conditional_t<std::is_integral_v<C>, C, double>;
  Sum sum = 0;
  Loop<2>({&left, &right}).run([&](const auto &at, const auto &strides, int64_t count) {
    std::array<C, Loop<2>::piece> a;
    std::array<C, Loop<2>::piece> b;
    load(left, at[0], strides[0], count, a.data());
    load(right, at[1], strides[1], count, b.data());
    for (int64_t i = 0; i < count; ++i)
      sum = add(sum, multiply<Sum>(a[i], b[i]));
  });
  storeOne(output, 0, sum);
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status Fill::SetValue(double given) {
  value = number(given);
  return Status::SUCCESS;
}
Status Fill::SetValue(int64_t given) {
  value = number(given);
  return Status::SUCCESS;
}
Status Fill::Run(Handle &handle, Tensor &output) const {
  return call("Fill::Run", handle, {&output},
              [&] { return planFill(value, viewOf(output), nullptr); });
}
Status Fill::Run(Handle &handle, Tensor &output, const Tensor &mask) const {
  return call("Fill::Run", handle, {&output, &mask}, [&] {
    const View where = viewOf(mask);
    return planFill(value, viewOf(output), &where);
  });
}

Status Permute::ConfigDimStride(Tensor &output, Tensor &input, int count, const int64_t *order) {
  return checked([&] {
    const View from = Access::view(input);
    require(count == from.rank() && (count == 0 || order != nullptr));
    std::vector<bool> isUsed(count);
    std::vector<int> dims;
    for (int i = 0; i < count; ++i) {
      require(order[i] >= 0 && order[i] < count && !isUsed[order[i]]);
      isUsed[order[i]] = true;
      dims.push_back(static_cast<int>(order[i]));
    }
    const View result = permuted(from, dims);
    require(Access::view(output).dims == result.dims);
    Access::setLayout(input, result.dims, result.strides);
  });
}

Status Permute::ConfigDimStrideForSlice(Tensor &output, Tensor &input, const int64_t *starts,
                                        const int64_t *steps) {
  return checked([&] {
    View from = Access::view(input);
    const View to = Access::view(output);
    require(from.rank() == to.rank() && (from.dims.empty() || starts != nullptr));
    int64_t offset = 0;
    for (int i = 0; i < from.rank(); ++i) {
      const int64_t step = steps != nullptr ? steps[i] : 1;
      const int64_t last = starts[i] + (to.dims[i] - 1) * step;
      require(to.dims[i] == 0 ||
              (starts[i] >= 0 && starts[i] < from.dims[i] && last >= 0 && last < from.dims[i]));
      offset += starts[i] * from.strides[i];
      from.strides[i] *= step;
    }
    Access::setLayout(input, to.dims, from.strides);
    if (from.data != nullptr && to.count() != 0)
      require(input.SetAddr(static_cast<char *>(from.data) +
                            offset * static_cast<int64_t>(sizeOf(from.type))) == Status::SUCCESS);
  });
}

Status Permute::Run(Handle &handle, Tensor &output, const Tensor &input) const {
  return call("Permute::Run", handle, {&output, &input}, [&]() -> Work {
    const View to = viewOf(output);
    const View from = viewOf(input);
    require(to.dims == from.dims);
    if (to.count() == 0)
      return {};
    return [=] { copy(to, from); };
  });
}

Status Concat::SetAxis(int number) {
  axis = number;
  return Status::SUCCESS;
}
Status Concat::Run(Handle &handle, Tensor &output, int count, const Tensor *inputs) const {
  return call("Concat::Run", handle, {&output}, [&] {
    require(count > 0 && inputs != nullptr);
    std::vector<View> views;
    views.reserve(count);
    for (int i = 0; i < count; ++i)
      views.push_back(viewOf(inputs[i]));
    return planConcat(axis, viewOf(output), views);
  });
}

Status Dot::SetComputeMode(ComputeMode) { return Status::SUCCESS; }
Status Dot::Run(Handle &handle, Tensor &output, const Tensor &left, const Tensor &right,
                const MemoryMaintainer &) const {
  return call("Dot::Run", handle, {&output, &left, &right}, [&]() -> Work {
    const View result = viewOf(output);
    const View a = viewOf(left);
    const View b = viewOf(right);
    require(result.count() == 1 && a.rank() == 1 && a.dims == b.dims);
    return [=] {
      withComputation(computationOf({a.type, b.type}),
                      [&](auto zero) { dot<decltype(zero)>(result, a, b); });
    };
  });
}

} // namespace musa::dnn
