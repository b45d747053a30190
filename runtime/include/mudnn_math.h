/*===- mudnn_math.h - elementwise operations, sums and products ---*- C++ -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The order of arguments is: handle, results, inputs, workspaces.
 *===----------------------------------------------------------------------===*/
#ifndef MUDNN_MATH_H
#define MUDNN_MATH_H

#include "mudnn_base.h"

#if defined(__cplusplus)

#pragma GCC visibility push(default)
namespace musa {
namespace dnn {

/* x is the input. */
class Unary {
public:
  enum class Mode {
    ABS,
    ACOS,
    ADD, /* x + alpha */
    ATAN,
    CAST,
    CEIL,
    CLIP, /* from alpha to beta */
    COS,
    DIV, /* x / alpha; of integers, without a remainder */
    ELU,
    EQ,
    ERF,
    EXP,
    FLOOR,
    FLOORDIV,          /* floor(x / alpha) */
    FLOORDIV_BY_ALPHA, /* floor(alpha / x) */
    FLOORMOD,          /* has alpha's sign */
    GE,
    GELU,
    GELU_TANH,
    GT,
    HARDSIGMOID, /* alpha x + beta, from 0 to 1 */
    HARDSWISH,
    IDENTITY,
    IS_INF,
    IS_NAN,
    LE,
    LEAKY_RELU,
    LOG,
    LOG10,
    LOG1P,
    LOG2,
    LT,
    MAX,
    MIN,
    MISH,
    MUL,
    NE,
    POW,
    RECIPROCAL,
    RELU,
    ROUND, /* halves become even */
    RSQRT,
    SIGMOID,
    SILU,
    SIN,
    SOFTPLUS, /* log(1 + exp(alpha x)) / alpha; x where alpha x is beyond beta */
    SQRT,
    SQUARE,
    SUB,
    SUB_BY_ALPHA, /* alpha - x */
    TAN,
    TANH,
    TRUEDIV,
    TRUEDIV_BY_ALPHA,
    TRUNCATEDIV,
    TRUNCATEDIV_BY_ALPHA,
    TRUNCATEMOD, /* has the sign of x */
  };

  Status SetMode(Mode value);
  Status SetAlpha(double value);
  Status SetAlpha(int64_t value);
  Status SetBeta(double value);
  Status SetBeta(int64_t value);
  Status Run(Handle &handle, Tensor &output, const Tensor &input) const;

private:
  Mode mode = static_cast<Mode>(-1);
  ::musaport::dnn::Number alpha;
  ::musaport::dnn::Number beta;
};

/* Sizes of 1 are broadcast, and so are dimensions in front that an input lacks. */
class Binary {
public:
  enum class Mode {
    ADD,
    ADD_ALPHA, /* left + alpha right */
    DIV,       /* of integers, without a remainder */
    DIVNONAN,  /* 0 where right is 0 */
    EQ,
    FLOORDIV,
    FLOORMOD,
    GE,
    GELU_NONE_BW, /* of the gradient and the input */
    GELU_TANH_BW,
    GT,
    LE,
    LEAKY_RELU_BW,
    LOGICAL_AND,
    LOGICAL_OR,
    LOGICAL_XOR,
    LT,
    MAX,
    MIN,
    MUL,
    NE,
    POW,
    PRELU,      /* right is the slope below 0 */
    RSQRT_BW,   /* of the result and its gradient */
    SIGMOID_BW, /* of the gradient and the result */
    SILU_BW,
    SUB,
    SUB_ALPHA,
    TANH_BW,
    THRESHOLD_BW, /* left where right is beyond alpha */
    TRUEDIV,
    TRUNCATEDIV,
    TRUNCATEMOD,
  };

  Status SetMode(Mode value);
  Status SetAlpha(double value);
  Status SetAlpha(int64_t value);
  Status Run(Handle &handle, Tensor &output, const Tensor &left, const Tensor &right) const;

private:
  Mode mode = static_cast<Mode>(-1);
  ::musaport::dnn::Number alpha;
};

class Ternary {
public:
  enum class Mode {
    ADDCDIV, /* first + second / third */
    ADDCDIV_ALPHA,
    ADDCMUL, /* first + second third */
    ADDCMUL_ALPHA,
    CLAMP,  /* first, from second to third */
    SELECT, /* second where first is not 0, else third */
  };

  /* The factor is 1: the manual of torch_musa sets only others. */
  Ternary() {
    alpha.real = 1;
    alpha.integer = 1;
    alpha.isInteger = true;
  }
  Status SetMode(Mode value);
  Status SetAlpha(double value);
  Status SetAlpha(int64_t value);
  Status Run(Handle &handle, Tensor &output, const Tensor &first, const Tensor &second,
             const Tensor &third) const;

private:
  Mode mode = static_cast<Mode>(-1);
  ::musaport::dnn::Number alpha;
};

/* Without dimensions: over all. The result may have sizes of 1 for them, or leave them out. */
class Reduce {
public:
  enum class Mode { ADD, MEAN, MAX, MIN, PROD, AND, OR, NORM, VARIANCE, STD };

  Status SetMode(Mode value);
  Status SetDim(int count, const int *numbers);
  Status SetDim(::std::initializer_list<int> numbers);
  Status SetNormOrd(float value);
  Status SetCorrection(int value);
  Status GetWorkspaceSize(Handle &handle, size_t &size, const Tensor &output,
                          const Tensor &input) const;
  Status Run(Handle &handle, Tensor &output, const Tensor &input,
             const MemoryMaintainer &maintainer = nullptr) const;
  /* MAX and MIN over one dimension, and where they are in it. */
  Status RunWithIndices(Handle &handle, Tensor &output, Tensor &indices, const Tensor &input,
                        const MemoryMaintainer &maintainer = nullptr) const;
  Status RunIndices(Handle &handle, Tensor &indices, const Tensor &input,
                    const MemoryMaintainer &maintainer = nullptr) const;

private:
  Mode mode = static_cast<Mode>(-1);
  ::std::vector<int> dims;
  float order = 2;
  int correction = 1;
};

/* Running sums and products. */
class Cum {
public:
  enum class Mode { ADD, MUL };

  Status SetMode(Mode value);
  Status SetDim(int number);
  Status Run(Handle &handle, Tensor &output, const Tensor &input,
             const MemoryMaintainer &maintainer = nullptr) const;

private:
  Mode mode = static_cast<Mode>(-1);
  int dim = 0;
};

class Fill {
public:
  Status SetValue(double value);
  Status SetValue(int64_t value);
  Status Run(Handle &handle, Tensor &output) const;
  Status Run(Handle &handle, Tensor &output, const Tensor &mask) const;

private:
  ::musaport::dnn::Number value;
};

/* Copies between two tensors of the same sizes. The first two functions change a tensor's sizes and
 * strides such that it is what the copy needs. */
class Permute {
public:
  Status ConfigDimStride(Tensor &output, Tensor &input, int count, const int64_t *order);
  Status ConfigDimStrideForSlice(Tensor &output, Tensor &input, const int64_t *starts,
                                 const int64_t *steps = nullptr);
  Status Run(Handle &handle, Tensor &output, const Tensor &input) const;
};

class Concat {
public:
  Status SetAxis(int number);
  Status Run(Handle &handle, Tensor &output, int count, const Tensor *inputs) const;

private:
  int axis = 0;
};

class Dot {
public:
  using ComputeMode = ComputeModeType;
  Status SetComputeMode(ComputeMode value);
  Status Run(Handle &handle, Tensor &output, const Tensor &left, const Tensor &right,
             const MemoryMaintainer &maintainer = nullptr) const;
};

/* What is scaled by what, and which activation follows, in RunLt(). */
class MatMulLtParam {
public:
  enum MatMulLtEpilogueMode {
    MATMULLT_EPILOGUE_DEFAULT,
    MATMULLT_EPILOGUE_RELU,
    MATMULLT_EPILOGUE_BIAS,
    MATMULLT_EPILOGUE_RELU_BIAS,
  };
  /* Each an element, or one for each row (of the left) or column (of the right). */
  Status SetScale(const Tensor &left, const Tensor &right, const Tensor &addend,
                  const Tensor &result);
  /* In tiles of elements: not supported on the host. */
  Status SetScale(const Tensor &left, const Tensor &right, const Tensor &addend,
                  const Tensor &result, int tile, bool isColumnMajor = false);
  Status SetAmaxD(const Tensor &amax);
  Status SetEpilogue(MatMulLtEpilogueMode value);

private:
  friend class MatMul;
  Tensor scaleLeft, scaleRight, scaleAddend, scaleResult, largest;
  MatMulLtEpilogueMode epilogue = MATMULLT_EPILOGUE_DEFAULT;
  int tileSize = 0;
};

/* alpha left right + beta addend + gamma bias; without an addend, of what the result was before.
 * The bias has an element a column. Transposed matrices are described as they are in memory. */
class MatMul {
public:
  using ComputeMode = ComputeModeType;
  Status SetComputeMode(ComputeMode value);
  Status SetTranspose(bool left, bool right);
  Status SetAlpha(double value);
  Status SetBeta(double value);
  Status SetGamma(double value);
  Status SetDeterministic(bool value);
  Status GetWorkspaceSize(Handle &handle, size_t &size, const Tensor &output, const Tensor &left,
                          const Tensor &right) const;
  Status Run(Handle &handle, Tensor &output, const Tensor &left, const Tensor &right,
             const MemoryMaintainer &maintainer = nullptr) const;
  Status RunWithBiasAdd(Handle &handle, Tensor &output, const Tensor &left, const Tensor &right,
                        const Tensor &addend, const Tensor &bias,
                        const MemoryMaintainer &maintainer = nullptr) const;
  Status RunLt(Handle &handle, Tensor &output, const Tensor &left, const Tensor &right,
               const Tensor &addend, const Tensor &bias, const MatMulLtParam &param,
               const MemoryMaintainer &maintainer = nullptr) const;

private:
  friend class BatchMatMul;
  Status RunAs(const char *name, Handle &handle, Tensor &output, const Tensor &left,
               const Tensor &right, const Tensor &addend, const Tensor &bias,
               const MatMulLtParam *param) const;
  bool transposeLeft = false;
  bool transposeRight = false;
  double alpha = 1;
  double beta = 0;
  double gamma = 1;
};

class BatchMatMul {
public:
  using ComputeMode = ComputeModeType;
  Status SetComputeMode(ComputeMode value);
  Status SetTranspose(bool left, bool right);
  Status SetAlpha(double value);
  Status SetBeta(double value);
  Status SetGamma(double value);
  Status SetDeterministic(bool value);
  Status GetWorkspaceSize(Handle &handle, size_t &size, const Tensor &output, const Tensor &left,
                          const Tensor &right) const;
  Status Run(Handle &handle, Tensor &output, const Tensor &left, const Tensor &right,
             const MemoryMaintainer &maintainer = nullptr) const;
  Status RunWithBiasAdd(Handle &handle, Tensor &output, const Tensor &left, const Tensor &right,
                        const Tensor &bias, const MemoryMaintainer &maintainer = nullptr) const;
  Status RunLt(Handle &handle, Tensor &output, const Tensor &left, const Tensor &right,
               const Tensor &addend, const Tensor &bias, const MatMulLtParam &param,
               const MemoryMaintainer &maintainer = nullptr) const;

private:
  MatMul product;
};

} // namespace dnn
} // namespace musa
#pragma GCC visibility pop

#endif /* __cplusplus */

#endif /* MUDNN_MATH_H */
