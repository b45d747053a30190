//===- libraries/dnn/matmul.cpp - products of matrices ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arithmetic.h"
#include "gemm.h"
#include "mudnn_math.h"

#include <cmath>
#include <numeric>

namespace musaport::dnn {
namespace {

/// The views have the same batch dimensions, then rows and columns.
struct Problem {
  View output, left, right;
  View addend, bias; ///< repeated to the output's sizes; or not there
  double alpha = 1, beta = 0, gamma = 1;
  View scaleLeft, scaleRight, scaleAddend, scaleResult, largest;
  bool hasRelu = false;

  bool isPlain() const {
    return alpha == 1 && (!addend.isThere() || beta == 0) && !bias.isThere() &&
           !scaleLeft.isThere() && !scaleRight.isThere() && !scaleResult.isThere() &&
           !largest.isThere() && !hasRelu;
  }
};

/// The factor of a row or column; 1 if there is none.
double factor(const View &scale, int64_t at) {
  if (!scale.isThere())
    return 1;
  const bool isOne = scale.count() == 1;
  int64_t offset = 0;
  for (int i = 0; !isOne && i < scale.rank(); ++i)
    if (scale.dims[i] != 1)
      offset = at * scale.strides[i];
  return loadOne<double>(scale, offset);
}

/// What comes after the product: row `row` of it, which is stored.
template <typename C>
double finishRow(const Problem &problem, const View &output, const View &addend, const View &bias,
                 int64_t row, C *product, C *other) {
  const int64_t columns = output.dims[1];
  const double byRow = problem.alpha * factor(problem.scaleLeft, row);
  for (int64_t j = 0; j < columns; ++j)
    product[j] = static_cast<C>(product[j] * (byRow * factor(problem.scaleRight, j)));
  const auto plus = [&](const View &view, double by) {
    load(view, row * view.strides[0], view.strides[1], columns, other);
    for (int64_t j = 0; j < columns; ++j)
      product[j] += static_cast<C>(by * other[j]);
  };
  if (problem.addend.isThere() && problem.beta != 0)
    plus(addend, problem.beta * factor(problem.scaleAddend, 0));
  if (problem.bias.isThere() && problem.gamma != 0)
    plus(bias, problem.gamma);
  double largest = 0;
  const C byResult = static_cast<C>(factor(problem.scaleResult, 0));
  for (int64_t j = 0; j < columns; ++j) {
    if (problem.hasRelu && product[j] < 0)
      product[j] = 0;
    largest = larger<double>(largest, std::abs(product[j]));
    product[j] *= byResult;
  }
  store(output, row * output.strides[0], output.strides[1], columns, product);
  return largest;
}

template <typename C> void run(const Problem &problem, Type own) {
  const int batchRank = problem.output.rank() - 2;
  const Dims batch(problem.output.dims.begin(), problem.output.dims.begin() + batchRank);
  double largest = 0;
  forEachIndex(batch, [&](const Dims &index) {
    const View output = at(problem.output, index);
    const MatrixOf<C> left(at(problem.left, index), own);
    const MatrixOf<C> right(at(problem.right, index), own);
    const int64_t rows = output.dims[0];
    const int64_t columns = output.dims[1];
    const int64_t inner = problem.left.dims.back();
    const bool isDirect = problem.isPlain() && output.type == own && isContiguous(output);
    std::vector<C> results(isDirect ? 0 : rows * columns);
    C *to = isDirect ? static_cast<C *>(output.data) : results.data();
    multiply(rows, columns, inner, left.get(), right.get(), 0, to);
    if (!isDirect) {
      const View addend = at(problem.addend, index);
      const View bias = at(problem.bias, index);
      std::vector<C> other(columns);
      for (int64_t i = 0; i < rows; ++i)
        largest = larger(
            largest, finishRow(problem, output, addend, bias, i, to + i * columns, other.data()));
    }
  });
  if (problem.largest.isThere())
    storeOne(problem.largest, 0, largest);
}

View transposed(const View &view) {
  std::vector<int> order(view.rank());
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[view.rank() - 1], order[view.rank() - 2]);
  return permuted(view, order);
}

/// With one more dimension of size 1, in front of number `dim`.
View withOne(View view, int dim) {
  view.dims.insert(view.dims.begin() + dim, 1);
  view.strides.insert(view.strides.begin() + dim, 1);
  return view;
}

/// Sizes, types and what is repeated.
void complete(Problem &problem, bool transposeLeft, bool transposeRight) {
  View &output = problem.output;
  View &left = problem.left;
  View &right = problem.right;
  require(left.rank() >= 1 && right.rank() >= 1);
  for (View *view : {&problem.addend, &problem.bias})
    *view = broadcast(view->isThere() ? *view : View{}, output.dims);
  // A vector is a column on the right, and a row on the left; the results lack that dimension.
  if (right.rank() == 1) {
    require(!transposeRight);
    right = withOne(right, 1);
    for (View *view : {&output, &problem.addend, &problem.bias})
      *view = withOne(*view, view->rank());
  }
  if (left.rank() == 1) {
    require(!transposeLeft && output.rank() == right.rank() - 1);
    left = withOne(left, 0);
    for (View *view : {&output, &problem.addend, &problem.bias})
      *view = withOne(*view, view->rank() - 1);
  }
  if (transposeLeft)
    left = transposed(left);
  if (transposeRight)
    right = transposed(right);
  const int rank = output.rank();
  require(rank >= 2 && left.rank() <= rank && right.rank() <= rank);
  const int64_t inner = left.dims.back();
  require(right.dims[right.rank() - 2] == inner);
  Dims leftDims(output.dims.begin(), output.dims.end() - 1);
  leftDims.push_back(inner);
  Dims rightDims = output.dims;
  rightDims[rank - 2] = inner;
  require(left.dims[left.rank() - 2] == output.dims[rank - 2] &&
          right.dims.back() == output.dims.back());
  left = broadcast(left, leftDims);
  right = broadcast(right, rightDims);
  const auto isFactor = [](const View &scale, int64_t size) {
    return !scale.isThere() || scale.count() == 1 || scale.count() == size;
  };
  requireSupport(isFactor(problem.scaleLeft, output.dims[rank - 2]) &&
                 isFactor(problem.scaleRight, output.dims[rank - 1]) &&
                 isFactor(problem.scaleAddend, 1) && isFactor(problem.scaleResult, 1));
}

Work plan(Problem problem, bool transposeLeft, bool transposeRight) {
  complete(problem, transposeLeft, transposeRight);
  if (problem.output.count() == 0)
    return {};
  const bool isExact = problem.output.type == Type::DOUBLE || problem.left.type == Type::DOUBLE ||
                       problem.right.type == Type::DOUBLE ||
                       (isInteger(problem.left.type) && isInteger(problem.right.type));
  return [=] { isExact ? run<double>(problem, Type::DOUBLE) : run<float>(problem, Type::FLOAT); };
}

} // namespace

} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status MatMulLtParam::SetScale(const Tensor &left, const Tensor &right, const Tensor &addend,
                               const Tensor &result) {
  scaleLeft = left;
  scaleRight = right;
  scaleAddend = addend;
  scaleResult = result;
  tileSize = 0;
  return Status::SUCCESS;
}
Status MatMulLtParam::SetScale(const Tensor &left, const Tensor &right, const Tensor &addend,
                               const Tensor &result, int tile, bool) {
  const Status status = SetScale(left, right, addend, result);
  tileSize = tile;
  return status;
}
Status MatMulLtParam::SetAmaxD(const Tensor &amax) {
  largest = amax;
  return Status::SUCCESS;
}
Status MatMulLtParam::SetEpilogue(MatMulLtEpilogueMode value) {
  epilogue = value;
  return value >= MATMULLT_EPILOGUE_DEFAULT && value <= MATMULLT_EPILOGUE_RELU_BIAS
             ? Status::SUCCESS
             : Status::INVALID_PARAMETER;
}

Status MatMul::SetComputeMode(ComputeMode value) {
  return value >= ComputeMode::SCALAR && value <= ComputeMode::ALL ? Status::SUCCESS
                                                                   : Status::INVALID_PARAMETER;
}
Status MatMul::SetTranspose(bool left, bool right) {
  transposeLeft = left;
  transposeRight = right;
  return Status::SUCCESS;
}
Status MatMul::SetAlpha(double value) {
  alpha = value;
  return Status::SUCCESS;
}
Status MatMul::SetBeta(double value) {
  beta = value;
  return Status::SUCCESS;
}
Status MatMul::SetGamma(double value) {
  gamma = value;
  return Status::SUCCESS;
}
Status MatMul::SetDeterministic(bool) { return Status::SUCCESS; }
Status MatMul::GetWorkspaceSize(Handle &, size_t &size, const Tensor &, const Tensor &,
                                const Tensor &) const {
  size = 0;
  return Status::SUCCESS;
}

Status MatMul::RunAs(const char *name, Handle &handle, Tensor &output, const Tensor &left,
                     const Tensor &right, const Tensor &addend, const Tensor &bias,
                     const MatMulLtParam *param) const {
  return call(name, handle, {&output, &left, &right, &addend, &bias}, [&] {
    Problem problem;
    problem.output = viewOf(output);
    problem.left = viewOf(left);
    problem.right = viewOf(right);
    problem.addend = optional(addend);
    problem.bias = optional(bias);
    problem.alpha = alpha;
    problem.beta = beta;
    problem.gamma = gamma;
    if (param != nullptr) {
      requireSupport(param->tileSize == 0);
      problem.scaleLeft = optional(param->scaleLeft);
      problem.scaleRight = optional(param->scaleRight);
      problem.scaleAddend = optional(param->scaleAddend);
      problem.scaleResult = optional(param->scaleResult);
      problem.largest = optional(param->largest);
      problem.hasRelu = param->epilogue == MatMulLtParam::MATMULLT_EPILOGUE_RELU ||
                        param->epilogue == MatMulLtParam::MATMULLT_EPILOGUE_RELU_BIAS;
    }
    return plan(std::move(problem), transposeLeft, transposeRight);
  });
}

Status MatMul::Run(Handle &handle, Tensor &output, const Tensor &left, const Tensor &right,
                   const MemoryMaintainer &) const {
  return RunAs("MatMul::Run", handle, output, left, right, output, Tensor(), nullptr);
}
Status MatMul::RunWithBiasAdd(Handle &handle, Tensor &output, const Tensor &left,
                              const Tensor &right, const Tensor &addend, const Tensor &bias,
                              const MemoryMaintainer &) const {
  return RunAs("MatMul::RunWithBiasAdd", handle, output, left, right, addend, bias, nullptr);
}
Status MatMul::RunLt(Handle &handle, Tensor &output, const Tensor &left, const Tensor &right,
                     const Tensor &addend, const Tensor &bias, const MatMulLtParam &param,
                     const MemoryMaintainer &) const {
  return RunAs("MatMul::RunLt", handle, output, left, right, addend, bias, &param);
}

Status BatchMatMul::SetComputeMode(ComputeMode value) { return product.SetComputeMode(value); }
Status BatchMatMul::SetTranspose(bool left, bool right) {
  return product.SetTranspose(left, right);
}
Status BatchMatMul::SetAlpha(double value) { return product.SetAlpha(value); }
Status BatchMatMul::SetBeta(double value) { return product.SetBeta(value); }
Status BatchMatMul::SetGamma(double value) { return product.SetGamma(value); }
Status BatchMatMul::SetDeterministic(bool value) { return product.SetDeterministic(value); }
Status BatchMatMul::GetWorkspaceSize(Handle &handle, size_t &size, const Tensor &output,
                                     const Tensor &left, const Tensor &right) const {
  return product.GetWorkspaceSize(handle, size, output, left, right);
}

Status BatchMatMul::Run(Handle &handle, Tensor &output, const Tensor &left, const Tensor &right,
                        const MemoryMaintainer &) const {
  return product.RunAs("BatchMatMul::Run", handle, output, left, right, output, Tensor(), nullptr);
}
Status BatchMatMul::RunWithBiasAdd(Handle &handle, Tensor &output, const Tensor &left,
                                   const Tensor &right, const Tensor &bias,
                                   const MemoryMaintainer &) const {
  return product.RunAs("BatchMatMul::RunWithBiasAdd", handle, output, left, right, output, bias,
                       nullptr);
}
Status BatchMatMul::RunLt(Handle &handle, Tensor &output, const Tensor &left, const Tensor &right,
                          const Tensor &addend, const Tensor &bias, const MatMulLtParam &param,
                          const MemoryMaintainer &) const {
  return product.RunAs("BatchMatMul::RunLt", handle, output, left, right, addend, bias, &param);
}

} // namespace musa::dnn
