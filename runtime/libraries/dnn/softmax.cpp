//===- libraries/dnn/softmax.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "elements.h"
#include "mudnn_nn.h"
#include "onednn.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace musaport::dnn {
namespace {

using Mode = musa::dnn::Softmax::Mode;

int axisOf(int dim, const View &view) {
  const int axis = dim < 0 ? dim + view.rank() : dim;
  require(axis >= 0 && axis < std::max(view.rank(), 1));
  return axis;
}

dnnl::algorithm algorithmOf(Mode mode) {
  require(mode == Mode::SOFTMAX || mode == Mode::LOGSOFTMAX);
  return mode == Mode::SOFTMAX ? dnnl::algorithm::softmax_accurate : dnnl::algorithm::softmax_log;
}

void runLogSumExp(const View &output, const View &outer, const View &input, int axis) {
  const int64_t size = input.dims[axis];
  Loop<2>({&output, &outer}).run([&](const auto &at, const auto &strides, int64_t count) {
    std::vector<float> x(size);
    for (int64_t i = 0; i < count; ++i) {
      load(input, at[1] + i * strides[1], input.strides[axis], size, x.data());
      const float largest = *std::max_element(x.begin(), x.end());
      const float shift = std::isinf(largest) ? 0 : largest;
      double sum = 0;
      for (float e : x)
        sum += std::exp(e - shift);
      storeOne(output, at[0] + i * strides[0], std::log(sum) + shift);
    }
  });
}

/// The result lacks the dimension, or has a size of 1 for it.
Work planLogSumExp(int axis, const View &output, const View &input) {
  std::vector<int> others(input.rank());
  std::iota(others.begin(), others.end(), 0);
  others.erase(others.begin() + axis);
  View result = output;
  if (output.rank() == input.rank()) {
    require(output.dims[axis] == 1);
    result = permuted(output, others);
  }
  const View outer = permuted(input, others);
  require(result.dims == outer.dims);
  if (result.count() == 0)
    return {};
  require(input.count() != 0);
  return [=] { runLogSumExp(result, outer, input, axis); };
}

/// The rows along a dimension whose softmax is NaN, of which oneDNN makes numbers: those with a NaN
/// or with infinity, and those that have nothing but minus infinity.
class RowsOfNaN {
public:
  /// `floats` have no gaps, with the last dimension first.
  RowsOfNaN(const View &floats, int axis)
      : size(floats.dims.empty() ? 1 : floats.dims[axis]),
        inner(floats.dims.empty() ? 1 : denseStrides(floats.dims)[axis]) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    // Few tensors have one: the first loop is one that the compiler makes vectors of.
    const auto *x = static_cast<const float *>(floats.data);
    int hasAny = 0;
    for (int64_t i = 0; i < floats.count(); ++i)
      hasAny |= std::abs(x[i]) < infinity ? 0 : 1;
    if (hasAny == 0)
      return;
    std::vector<bool> hasNumber(floats.count() / size);
    isNaN.resize(hasNumber.size());
    for (int64_t i = 0; i < floats.count(); ++i) {
      isNaN[rowOf(i)] = isNaN[rowOf(i)] || !(x[i] < infinity);
      hasNumber[rowOf(i)] = hasNumber[rowOf(i)] || x[i] != -infinity;
    }
    for (size_t row = 0; row < isNaN.size(); ++row)
      isNaN[row] = isNaN[row] || !hasNumber[row];
  }
  void putInto(const View &floats) const {
    auto *y = static_cast<float *>(floats.data);
    for (int64_t i = 0; !isNaN.empty() && i < floats.count(); ++i)
      if (isNaN[rowOf(i)])
        y[i] = std::numeric_limits<float>::quiet_NaN();
  }

private:
  int64_t rowOf(int64_t element) const {
    return element / (size * inner) * inner + element % inner;
  }

  int64_t size, inner;
  std::vector<bool> isNaN; ///< empty if no row is
};

Work plan(Mode mode, int dim, const View &output, const View &input) {
  requireFloats({&output, &input});
  const int axis = axisOf(dim, input);
  if (mode == Mode::LOGSUMEXP && input.rank() > 0)
    return planLogSumExp(axis, output, input);
  require(output.dims == input.dims);
  const dnnl::algorithm algorithm = algorithmOf(mode);
  if (output.count() == 0)
    return {};
  const Operand from(input, true);
  const Operand to(output, true);
  const Primitive primitive(
      dnnl::softmax_forward::primitive_desc(engine(), dnnl::prop_kind::forward_inference, algorithm,
                                            from.descriptor, to.descriptor, axis, attributes()));
  return [=] {
    Buffer x(from, Buffer::Use::input);
    Buffer y(to, Buffer::Use::output);
    const RowsOfNaN rows(x.floats(), axis); // which may be the result's memory
    primitive.run({{DNNL_ARG_SRC, x.memory()}, {DNNL_ARG_DST, y.memory()}});
    y.gather();
    rows.putInto(y.floats());
    y.scatter();
  };
}

Work planBackward(Mode mode, int dim, const View &inputGradient, const View &output,
                  const View &outputGradient) {
  requireFloats({&inputGradient, &output, &outputGradient});
  const int axis = axisOf(dim, output);
  require(inputGradient.dims == output.dims && outputGradient.dims == output.dims);
  const dnnl::algorithm algorithm = algorithmOf(mode);
  if (output.count() == 0)
    return {};
  const Operand to(inputGradient, true);
  const Operand result(output, true);
  const Operand from(outputGradient, true);
  const dnnl::softmax_forward::primitive_desc forward(engine(), dnnl::prop_kind::forward_training,
                                                      algorithm, result.descriptor,
                                                      result.descriptor, axis, attributes());
  const Primitive primitive(
      dnnl::softmax_backward::primitive_desc(engine(), algorithm, to.descriptor, from.descriptor,
                                             result.descriptor, axis, forward, attributes()));
  return [=] {
    Buffer dx(to, Buffer::Use::output);
    Buffer y(result, Buffer::Use::input);
    Buffer dy(from, Buffer::Use::input);
    primitive.run({{DNNL_ARG_DST, y.memory()},
                   {DNNL_ARG_DIFF_DST, dy.memory()},
                   {DNNL_ARG_DIFF_SRC, dx.memory()}});
    dx.put();
  };
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status Softmax::SetMode(Mode value) {
  mode = value;
  return value >= Mode::SOFTMAX && value <= Mode::LOGSUMEXP ? Status::SUCCESS
                                                            : Status::INVALID_PARAMETER;
}
Status Softmax::SetAlgorithm(Algorithm) { return Status::SUCCESS; }
Status Softmax::SetDim(int number) {
  dim = number;
  return Status::SUCCESS;
}
Status Softmax::Run(Handle &handle, Tensor &output, const Tensor &input) const {
  return call("Softmax::Run", handle, {&output, &input},
              [&] { return plan(mode, dim, viewOf(output), viewOf(input)); });
}
Status Softmax::RunBwd(Handle &handle, Tensor &inputGradient, const Tensor &output,
                       const Tensor &outputGradient) const {
  return call("Softmax::RunBwd", handle, {&inputGradient, &output, &outputGradient}, [&] {
    return planBackward(mode, dim, viewOf(inputGradient), viewOf(output), viewOf(outputGradient));
  });
}

} // namespace musa::dnn
