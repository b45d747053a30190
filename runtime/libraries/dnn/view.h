//===- libraries/dnn/view.h - a tensor as the work sees it --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_DNN_VIEW_H
#define MUSAPORT_LIBRARIES_DNN_VIEW_H

#include "mudnn_base.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace musaport::dnn {

using musa::dnn::Handle;
using musa::dnn::MemoryMaintainer;
using musa::dnn::Status;
using musa::dnn::Tensor;
using Type = Tensor::Type;
using Format = Tensor::Format;
using Dims = std::vector<int64_t>;

/// Bytes of an element.
size_t sizeOf(Type type);
bool isInteger(Type type); ///< BOOL is one; QINT8 is a real number

int64_t product(const Dims &dims);
/// Of an array without gaps.
Dims denseStrides(const Dims &dims);

/// A copy of what a Tensor says: the Tensor may be gone when the work runs.
struct View {
  Type type = Type::FLOAT;
  Format format = Format::UNKNOWN;
  void *data = nullptr;
  Dims dims;
  Dims strides; ///< in elements
  float scale = 1;

  int64_t count() const { return product(dims); }
  int rank() const { return static_cast<int>(dims.size()); }
  /// Whether the program gives it at all: an empty Tensor says that there is none.
  bool isThere() const { return data != nullptr && count() != 0; }
};

/// Without gaps and overlaps, in any order of dimensions.
bool isDense(const View &view);
/// Without gaps, the last dimension first.
bool isContiguous(const View &view);

/// Whether they may have memory in common.
bool overlap(const View &a, const View &b);

/// The dimensions in the order `order`.
View permuted(const View &view, const std::vector<int> &order);
/// How far the element is from the first one. `index` may lack the last dimensions.
int64_t offsetOf(const Dims &index, const Dims &strides);
/// Element number `index` of the first dimensions, which is a view of the others.
View at(const View &view, const Dims &index);
/// The dimensions from `begin` to `end`.
View part(const View &view, int begin, int end);
/// Calls `body` with each index of an array of these sizes, the last dimension first.
template <typename Body> void forEachIndex(const Dims &dims, Body body) {
  Dims index(dims.size());
  for (int64_t left = product(dims); left > 0; --left) {
    body(const_cast<const Dims &>(index));
    for (size_t d = dims.size(); d-- > 0 && ++index[d] == dims[d];)
      index[d] = 0;
  }
}
/// With the dimensions [batch, channels, spatial...], as the format says where they are.
View channelsFirst(const View &view);
/// With the sizes `dims`: dimensions in front that are missing, and sizes of 1, are repeated.
/// INVALID_PARAMETER if that is not possible.
View broadcast(const View &view, const Dims &dims);

} // namespace musaport::dnn

#endif // MUSAPORT_LIBRARIES_DNN_VIEW_H
