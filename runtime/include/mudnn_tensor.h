/*===- mudnn_tensor.h - moving and choosing elements --------------*- C++ -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The order of arguments is: handle, results, inputs, workspaces.
 *===----------------------------------------------------------------------===*/
#ifndef MUDNN_TENSOR_H
#define MUDNN_TENSOR_H

#include "mudnn_base.h"

#if defined(__cplusplus)

#pragma GCC visibility push(default)
namespace musa {
namespace dnn {

/* Two numbers a dimension, of elements before and after it; the last dimension first, without that
 * of the channels in a format that has them at the end. Negative ones cut off. */
class Pad {
public:
  enum class Mode { CONSTANT, REFLECT, REPLICATE, CIRCULAR };

  Status SetMode(Mode value);
  Status SetValue(double value);
  Status SetValue(int64_t value);
  Status SetPaddingInfo(int count, const int *numbers);
  Status SetPaddingInfo(::std::initializer_list<int> numbers);
  Status Run(Handle &handle, Tensor &output, const Tensor &input) const;

private:
  Mode mode = Mode::CONSTANT;
  ::musaport::dnn::Number constant;
  ::std::vector<int> padding;
};

/* NaN is larger than all other numbers. Equal elements keep their order. */
class Sort {
public:
  Status SetDim(int number);
  Status SetDescending(bool value);
  Status SetStable(bool value);
  Status Run(Handle &handle, Tensor &values, Tensor &indices, const Tensor &input,
             const MemoryMaintainer &maintainer = nullptr) const;

private:
  int dim = -1;
  bool isDescending = false;
};

class TopK {
public:
  Status SetK(int value);
  Status SetDim(int number);
  Status SetLargest(bool value);
  Status SetSorted(bool value);
  Status Run(Handle &handle, Tensor &values, Tensor &indices, const Tensor &input,
             const MemoryMaintainer &maintainer = nullptr) const;

private:
  int count = 1;
  int dim = -1;
  bool isLargest = true;
};

/* Each element of the updates goes where its index says, along one dimension. */
class Scatter {
public:
  enum class Mode { UPDATE_ONLY, ADD, SUB };

  Status SetMode(Mode value);
  Status Run(Handle &handle, Tensor &output, const Tensor &indices, const Tensor &updates, int dim,
             const MemoryMaintainer &maintainer = nullptr) const;

private:
  Mode mode = static_cast<Mode>(-1);
};

/* The last dimension of the indices has the numbers of an element, or of a part. */
class ScatterND {
public:
  enum class Mode { UPDATE_ONLY, ADD, SUB };

  Status SetMode(Mode value);
  Status Run(Handle &handle, Tensor &output, const Tensor &indices, const Tensor &updates,
             const MemoryMaintainer &maintainer = nullptr) const;

private:
  Mode mode = static_cast<Mode>(-1);
};

/* GATHER: parts along an axis. GATHER_ELEMENTS: an element for each index. */
class GatherX {
public:
  enum class Mode { GATHER, GATHER_ELEMENTS };

  Status SetMode(Mode value);
  Status SetAxis(int number);
  Status SetBatchDims(int count);
  Status Run(Handle &handle, Tensor &output, const Tensor &indices, const Tensor &input) const;

private:
  Mode mode = static_cast<Mode>(-1);
  int axis = 0;
  int batchDims = 0;
};

/* Waits for the stream, and sets the size of `output`, whose memory has room for all elements. */
class MaskedSelect {
public:
  Status Run(Handle &handle, Tensor &output, const Tensor &input, const Tensor &mask,
             const MemoryMaintainer &maintainer = nullptr) const;
};

/* The same: `output` gets a row of numbers for each element that is not 0. */
class Nonzero {
public:
  Status Run(Handle &handle, Tensor &output, const Tensor &input,
             const MemoryMaintainer &maintainer = nullptr) const;
};

/* The next element of the source goes to each place where the mask is set. */
class MaskedScatter {
public:
  Status Run(Handle &handle, Tensor &output, const Tensor &mask, const Tensor &source,
             const MemoryMaintainer &maintainer = nullptr) const;
};

} // namespace dnn
} // namespace musa
#pragma GCC visibility pop

#endif /* __cplusplus */

#endif /* MUDNN_TENSOR_H */
