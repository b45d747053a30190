//===- libraries/dnn/view.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "view.h"

#include "call.h"

#include <algorithm>
#include <numeric>

namespace musaport::dnn {

size_t sizeOf(Type type) {
  switch (type) {
  case Type::INT8:
  case Type::UINT8:
  case Type::BOOL:
  case Type::QINT8:
  case Type::FP8_E4M3:
  case Type::FP8_E5M2:
    return 1;
  case Type::HALF:
  case Type::BFLOAT16:
  case Type::INT16:
  case Type::UINT16:
    return 2;
  case Type::FLOAT:
  case Type::INT32:
  case Type::UINT32:
    return 4;
  case Type::DOUBLE:
  case Type::INT64:
  case Type::UINT64:
    return 8;
  }
  throw Refusal{Status::INVALID_PARAMETER};
}

bool isInteger(Type type) {
  switch (type) {
  case Type::HALF:
  case Type::BFLOAT16:
  case Type::FLOAT:
  case Type::DOUBLE:
  case Type::QINT8:
  case Type::FP8_E4M3:
  case Type::FP8_E5M2:
    return false;
  default:
    return true;
  }
}

int64_t product(const Dims &dims) {
  return std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>());
}

Dims denseStrides(const Dims &dims) {
  Dims strides(dims.size());
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0; stride *= dims[i])
    strides[i] = stride;
  return strides;
}

bool isContiguous(const View &view) {
  const Dims dense = denseStrides(view.dims);
  for (size_t i = 0; i < dense.size(); ++i)
    if (view.dims[i] != 1 && view.strides[i] != dense[i])
      return false;
  return true;
}

bool isDense(const View &view) {
  std::vector<int> order(view.dims.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return view.strides[a] > view.strides[b]; });
  order.erase(std::remove_if(order.begin(), order.end(), [&](int i) { return view.dims[i] == 1; }),
              order.end());
  return isContiguous(permuted(view, order));
}

bool overlap(const View &a, const View &b) {
  if (!a.isThere() || !b.isThere())
    return false;
  const auto begin = [](const View &view) { return static_cast<const char *>(view.data); };
  const auto end = [&](const View &view) {
    int64_t last = 0;
    for (int i = 0; i < view.rank(); ++i)
      last += (view.dims[i] - 1) * view.strides[i];
    return begin(view) + (last + 1) * static_cast<int64_t>(sizeOf(view.type));
  };
  return begin(a) < end(b) && begin(b) < end(a);
}

View permuted(const View &view, const std::vector<int> &order) {
  View result = view;
  result.dims.clear();
  result.strides.clear();
  for (int i : order) {
    result.dims.push_back(view.dims[i]);
    result.strides.push_back(view.strides[i]);
  }
  return result;
}

int64_t offsetOf(const Dims &index, const Dims &strides) {
  int64_t offset = 0;
  for (size_t i = 0; i < index.size(); ++i)
    offset += index[i] * strides[i];
  return offset;
}

View at(const View &view, const Dims &index) {
  View result = part(view, static_cast<int>(index.size()), view.rank());
  const int64_t offset = offsetOf(index, view.strides);
  if (view.data != nullptr)
    result.data = static_cast<char *>(view.data) + offset * static_cast<int64_t>(sizeOf(view.type));
  return result;
}

View part(const View &view, int begin, int end) {
  std::vector<int> order(end - begin);
  std::iota(order.begin(), order.end(), begin);
  return permuted(view, order);
}

View channelsFirst(const View &view) {
  const int rank = view.rank();
  std::vector<int> order(rank);
  std::iota(order.begin(), order.end(), 0);
  switch (view.format) {
  case Format::NWC:
  case Format::NHWC:
  case Format::NDHWC: // the last moves to the second place
    if (rank > 2)
      std::rotate(order.begin() + 1, order.end() - 1, order.end());
    break;
  case Format::HWCN:
  case Format::DHWCN:
    require(rank >= 3);
    std::rotate(order.begin(), order.end() - 2, order.end());
    std::swap(order[0], order[1]);
    break;
  default:
    break;
  }
  View result = permuted(view, order);
  result.format = Format::NCHW;
  return result;
}

View broadcast(const View &view, const Dims &dims) {
  require(view.dims.size() <= dims.size());
  View result = view;
  const size_t missing = dims.size() - view.dims.size();
  result.dims = dims;
  result.strides.insert(result.strides.begin(), missing, 0);
  for (size_t i = 0; i < view.dims.size(); ++i) {
    if (view.dims[i] == dims[missing + i])
      continue;
    require(view.dims[i] == 1);
    result.strides[missing + i] = 0;
  }
  return result;
}

} // namespace musaport::dnn
