//===- libraries/dnn/pad.cpp - elements around a tensor --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arithmetic.h"
#include "elements.h"
#include "mudnn_tensor.h"

namespace musaport::dnn {
namespace {

using Mode = musa::dnn::Pad::Mode;

/// For each place of a dimension of the output: which of the input is there, or -1.
std::vector<int64_t> sources(Mode mode, int64_t size, int64_t before, int64_t results) {
  std::vector<int64_t> places;
  for (int64_t i = 0; i < results; ++i) {
    int64_t place = i - before;
    if (mode == Mode::REPLICATE)
      place = std::clamp<int64_t>(place, 0, size - 1);
    else if (mode == Mode::CIRCULAR)
      place = (place % size + size) % size;
    else if (mode == Mode::REFLECT && place < 0)
      place = -place;
    else if (mode == Mode::REFLECT && place >= size)
      place = 2 * (size - 1) - place;
    else if (place >= size)
      place = -1;
    places.push_back(std::max<int64_t>(place, -1));
  }
  return places;
}

Work plan(Mode mode, const Number &value, const std::vector<int> &padding, const View &givenOutput,
          const View &givenInput) {
  const View output = channelsFirst(givenOutput);
  const View input = channelsFirst(givenInput);
  const int rank = input.rank();
  require(padding.size() % 2 == 0 && padding.size() / 2 <= static_cast<size_t>(rank) &&
          output.rank() == rank && output.type == input.type);
  std::vector<std::vector<int64_t>> places(rank);
  for (int d = 0; d < rank; ++d) {
    const size_t pair = rank - 1 - d;
    const int64_t size = input.dims[d];
    const int64_t before = pair < padding.size() / 2 ? padding[2 * pair] : 0;
    const int64_t after = pair < padding.size() / 2 ? padding[2 * pair + 1] : 0;
    require(output.dims[d] == size + before + after && output.dims[d] >= 0);
    require(mode != Mode::REFLECT || (before < size && after < size));
    require(mode == Mode::CONSTANT || size > 0);
    places[d] = sources(mode, size, before, output.dims[d]);
  }
  if (output.count() == 0)
    return {};
  return [=] {
    withComputation(computationOf({input.type}), [&](auto zero) {
      using C = decltype(zero);
      forEachIndex(output.dims, [&](const Dims &index) {
        int64_t to = 0;
        int64_t from = 0;
        bool isInside = true;
        for (int d = 0; d < rank; ++d) {
          const int64_t place = places[d][index[d]];
          to += index[d] * output.strides[d];
          from += place * input.strides[d];
          isInside = isInside && place >= 0;
        }
        storeOne(output, to, isInside ? loadOne<C>(input, from) : valueOf<C>(value));
      });
    });
  };
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status Pad::SetMode(Mode value) {
  mode = value;
  return value >= Mode::CONSTANT && value <= Mode::CIRCULAR ? Status::SUCCESS
                                                            : Status::INVALID_PARAMETER;
}
Status Pad::SetValue(double value) {
  constant = number(value);
  return Status::SUCCESS;
}
Status Pad::SetValue(int64_t value) {
  constant = number(value);
  return Status::SUCCESS;
}
Status Pad::SetPaddingInfo(int count, const int *numbers) {
  if (count < 0 || (count > 0 && numbers == nullptr))
    return Status::INVALID_PARAMETER;
  padding.assign(numbers, numbers + count);
  return Status::SUCCESS;
}
Status Pad::SetPaddingInfo(std::initializer_list<int> numbers) {
  padding = numbers;
  return Status::SUCCESS;
}
Status Pad::Run(Handle &handle, Tensor &output, const Tensor &input) const {
  return call("Pad::Run", handle, {&output, &input}, [&] {
    require(mode >= Mode::CONSTANT && mode <= Mode::CIRCULAR);
    return plan(mode, constant, padding, viewOf(output), viewOf(input));
  });
}

} // namespace musa::dnn
