/*===- mudnn_nn.h - layers of neural networks ---------------------*- C++ -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The order of arguments is: handle, results, inputs, workspaces. Gradients are of a loss.
 *===----------------------------------------------------------------------===*/
#ifndef MUDNN_NN_H
#define MUDNN_NN_H

#include "mudnn_base.h"

#if defined(__cplusplus)

#pragma GCC visibility push(default)
namespace musa {
namespace dnn {

class Softmax {
public:
  enum class Mode { SOFTMAX, LOGSOFTMAX, LOGSUMEXP };
  enum class Algorithm { ACCURATE };

  Status SetMode(Mode value);
  Status SetAlgorithm(Algorithm value);
  Status SetDim(int number);
  Status Run(Handle &handle, Tensor &output, const Tensor &input) const;
  Status RunBwd(Handle &handle, Tensor &inputGradient, const Tensor &output,
                const Tensor &outputGradient) const;

private:
  Mode mode = static_cast<Mode>(-1);
  int dim = 0;
};

class Convolution {
public:
  using ComputeMode = ComputeModeType;
  /* The host has one way to compute each. */
  enum class Algorithm { IMPLICIT_GEMM = 0 };
  enum class AlgorithmBwdData { IMPLICIT_GEMM = 0 };
  enum class AlgorithmBwdFilter { IMPLICIT_GEMM = 0 };

  class FusedActivationDesc {
  public:
    enum class Mode { IDENTITY, RELU, SILU };
    Status SetMode(Mode value);

  private:
    friend class Convolution;
    Mode mode = Mode::IDENTITY;
  };

  /* As many numbers as the tensors have spatial dimensions. */
  Status SetNdInfo(int count, const int *padding, const int *stride, const int *dilation);
  Status SetNdInfo(::std::initializer_list<int> padding, ::std::initializer_list<int> stride,
                   ::std::initializer_list<int> dilation);
  Status SetGroups(int count);
  Status SetComputeMode(ComputeMode value);

  Status GetRecommendForwardAlgorithm(Handle &handle, Algorithm &algorithm, const Tensor &output,
                                      const Tensor &input, const Tensor &filter) const;
  Status GetRecommendBackwardDataAlgorithm(Handle &handle, AlgorithmBwdData &algorithm,
                                           const Tensor &inputGradient,
                                           const Tensor &outputGradient,
                                           const Tensor &filter) const;
  Status GetRecommendBackwardFilterAlgorithm(Handle &handle, AlgorithmBwdFilter &algorithm,
                                             const Tensor &filterGradient, const Tensor &input,
                                             const Tensor &outputGradient) const;

  Status Run(Handle &handle, Tensor &output, const Tensor &input, const Tensor &filter,
             Algorithm algorithm, const MemoryMaintainer &maintainer = nullptr) const;
  /* activation(convolution + bias + addend) */
  Status RunFusion(Handle &handle, Tensor &output, const Tensor &input, const Tensor &filter,
                   const Tensor &bias, const Tensor &addend, const FusedActivationDesc &activation,
                   Algorithm algorithm, const MemoryMaintainer &maintainer = nullptr) const;
  Status RunBwdData(Handle &handle, Tensor &inputGradient, const Tensor &outputGradient,
                    const Tensor &filter, AlgorithmBwdData algorithm,
                    const MemoryMaintainer &maintainer = nullptr) const;
  Status RunBwdFilter(Handle &handle, Tensor &filterGradient, const Tensor &input,
                      const Tensor &outputGradient, AlgorithmBwdFilter algorithm,
                      const MemoryMaintainer &maintainer = nullptr) const;

private:
  friend struct ::musaport::dnn::Access;
  ::std::vector<int64_t> paddings, strides, dilations;
  int groups = 1;
};

class Pooling {
public:
  enum class Mode {
    MAXPOOL,
    AVGPOOL_COUNT_PAD,
    AVGPOOL_COUNT_WITHOUT_PAD,
    ADAPTIVE_AVGPOOL,
    ADAPTIVE_MAXPOOL,
    GLOBAL_AVGPOOL,
  };

  Status SetMode(Mode value);
  Status SetNdInfo(int count, const int *kernel, const int *padding, const int *stride,
                   const int *dilation);
  Status SetNdInfo(::std::initializer_list<int> kernel, ::std::initializer_list<int> padding,
                   ::std::initializer_list<int> stride, ::std::initializer_list<int> dilation);
  /* What averages are divided by, in place of the number of elements. */
  Status SetDivisor(int value);
  /* Indices are optional: of maxima, in their channel. */
  Status Run(Handle &handle, Tensor &output, const Tensor &input) const;
  Status Run(Handle &handle, Tensor &output, const Tensor &input, Tensor &indices) const;
  /* Of maxima, with their indices. */
  Status RunBwd(Handle &handle, Tensor &inputGradient, const Tensor &outputGradient) const;
  Status RunBwd(Handle &handle, Tensor &inputGradient, const Tensor &outputGradient,
                const Tensor &indices) const;

private:
  friend struct ::musaport::dnn::Access;
  Mode mode = static_cast<Mode>(-1);
  ::std::vector<int64_t> kernel, paddings, strides, dilations;
  int divisor = 0;
};

/* To other spatial sizes. The scales are input sizes by output sizes; in RunBackward() the other
 * way round, as its output is the gradient of an input. Without them, the sizes say it. */
class Interpolate {
public:
  enum class Mode { NEAREST, LINEAR, BICUBIC };

  Status SetMode(Mode value);
  Status SetAlignCorners(bool value);
  Status SetAntialias(bool value);
  Status SetScaleInfo(int count, const float *values);
  Status SetScaleInfo(::std::initializer_list<float> values);
  Status Run(Handle &handle, Tensor &output, const Tensor &input) const;
  Status RunBackward(Handle &handle, Tensor &inputGradient, const Tensor &outputGradient) const;

private:
  Mode mode = static_cast<Mode>(-1);
  bool alignsCorners = false;
  bool hasAntialias = false;
  ::std::vector<float> scales;
};

/* A variance's inverse is 1 / sqrt(variance + epsilon). */
class BatchNorm {
public:
  enum class Mode { PER_CHANNEL, PER_ACTIVATION };

  Status SetMode(Mode value);
  Status SetEpsilon(double value);
  Status SetTraining(bool value);
  /* With a mean and a variance that are given. */
  Status RunPure(Handle &handle, Tensor &output, const Tensor &input, const Tensor &mean,
                 const Tensor &variance, const Tensor &gamma, const Tensor &beta) const;
  /* With the batch's, which also move the running ones by the factor `momentum`. */
  Status RunComposite(Handle &handle, Tensor &output, const Tensor &input, Tensor &runningMean,
                      Tensor &runningVariance, Tensor &mean, Tensor &inverseDeviation,
                      const Tensor &gamma, const Tensor &beta, double momentum,
                      const MemoryMaintainer &maintainer = nullptr) const;
  Status RunBwd(Handle &handle, Tensor &inputGradient, Tensor &meanGradient,
                Tensor &varianceGradient, Tensor &gammaGradient, Tensor &betaGradient,
                const Tensor &input, const Tensor &outputGradient, const Tensor &mean,
                const Tensor &inverseDeviation, const Tensor &gamma,
                const MemoryMaintainer &maintainer = nullptr) const;

private:
  friend struct ::musaport::dnn::Access;
  Mode mode = Mode::PER_CHANNEL;
  double epsilon = 1e-5;
  bool isTraining = false;
};

/* Over the last dimensions, whose numbers SetAxis() takes. */
class LayerNorm {
public:
  enum class VarMode { DIRECT, WELFORD };

  Status SetAxis(int count, const int *numbers);
  Status SetAxis(::std::initializer_list<int> numbers);
  Status SetEpsilon(double value);
  Status SetVarMode(VarMode value);
  Status Run(Handle &handle, Tensor &output, Tensor &mean, Tensor &inverseDeviation,
             const Tensor &input, const Tensor &gamma, const Tensor &beta,
             const MemoryMaintainer &maintainer = nullptr) const;
  Status RunBwd(Handle &handle, Tensor &inputGradient, Tensor &gammaGradient, Tensor &betaGradient,
                const Tensor &outputGradient, const Tensor &input, const Tensor &mean,
                const Tensor &inverseDeviation, const Tensor &gamma,
                const MemoryMaintainer &maintainer = nullptr) const;

private:
  ::std::vector<int> axes;
  double epsilon = 1e-5;
};

class RMSNorm {
public:
  Status SetAxis(int count, const int *numbers);
  Status SetAxis(::std::initializer_list<int> numbers);
  Status SetEpsilon(double value);
  Status Run(Handle &handle, Tensor &output, Tensor &inverseRoot, const Tensor &input,
             const Tensor &gamma, const MemoryMaintainer &maintainer = nullptr) const;
  Status RunBwd(Handle &handle, Tensor &inputGradient, Tensor &gammaGradient,
                const Tensor &outputGradient, const Tensor &input, const Tensor &inverseRoot,
                const Tensor &gamma, const MemoryMaintainer &maintainer = nullptr) const;

private:
  ::std::vector<int> axes;
  double epsilon = 1e-5;
};

/* Of a group of channels each. The axis is that of the channels. */
class GroupNorm {
public:
  Status SetAxis(int number);
  Status SetGroup(int count);
  Status SetEpsilon(double value);
  Status Run(Handle &handle, Tensor &output, Tensor &mean, Tensor &inverseDeviation,
             const Tensor &input, const Tensor &gamma, const Tensor &beta,
             const MemoryMaintainer &maintainer = nullptr) const;

private:
  int axis = 1;
  int groups = 1;
  double epsilon = 1e-5;
};

/* The first half along the axis, times the sigmoid of the second. */
class Glu {
public:
  Status SetAxis(int number);
  Status Run(Handle &handle, Tensor &output, const Tensor &input) const;

private:
  int axis = -1;
};

/* The first half of the last dimension times its sigmoid, times the second half. */
class SwiGlu {
public:
  Status Run(Handle &handle, Tensor &output, const Tensor &input) const;
  Status RunBwd(Handle &handle, Tensor &inputGradient, const Tensor &input,
                const Tensor &outputGradient) const;
};

/* Elements become 0 with the probability P; the mask says which did not. The others are multiplied
 * by the scale, which is 1 / (1 - P) if it is not set. A seed and an offset give the same mask
 * again. */
class Dropout {
public:
  Status SetP(double value);
  Status SetScale(double value);
  Status SetSeed(uint64_t value);
  Status SetOffset(uint64_t value);
  /* Of memory, read when the work runs. */
  Status SetSeed(const uint64_t *place);
  Status SetOffset(const uint64_t *place, uint64_t more);
  Status RunDropout(Handle &handle, Tensor &output, const Tensor &input, Tensor &mask) const;
  Status RunDropoutBwd(Handle &handle, Tensor &inputGradient, const Tensor &outputGradient,
                       const Tensor &mask) const;

private:
  double probability = 0.5;
  double scale = 0;
  bool hasScale = false;
  uint64_t seed = 0, offset = 0;
  const uint64_t *seedPlace = nullptr;
  const uint64_t *offsetPlace = nullptr;
};

/* Of inputs [batch, classes, ...], which are logarithms of probabilities, and targets [batch, ...].
 */
class NLLLoss {
public:
  enum class Mode { NONE, MEAN, SUM };

  Status SetReductionMode(Mode value);
  Status SetIgnoreIndex(int64_t value);
  Status Run(Handle &handle, Tensor &output, Tensor &totalWeight, const Tensor &input,
             const Tensor &target, const Tensor &weight,
             const MemoryMaintainer &maintainer = nullptr) const;
  Status RunBwd(Handle &handle, Tensor &inputGradient, const Tensor &outputGradient,
                const Tensor &target, const Tensor &weight, const Tensor &totalWeight,
                const MemoryMaintainer &maintainer = nullptr) const;

private:
  Mode mode = Mode::MEAN;
  int64_t ignored = -100;
};

/* The same, with a softmax over the classes before it. */
class CrossEntropyLoss {
public:
  enum class ReductionMode { NONE, MEAN, SUM };

  Status SetReductionMode(ReductionMode value);
  Status SetIgnoreIndex(int64_t value);
  Status SetLabelSmoothing(double value);
  Status Run(Handle &handle, Tensor &output, const Tensor &input, const Tensor &target,
             const Tensor &weight, const MemoryMaintainer &maintainer = nullptr) const;
  Status RunBwd(Handle &handle, Tensor &inputGradient, const Tensor &input,
                const Tensor &outputGradient, const Tensor &target, const Tensor &weight,
                const MemoryMaintainer &maintainer = nullptr) const;

private:
  ReductionMode mode = ReductionMode::MEAN;
  int64_t ignored = -100;
  double smoothing = 0;
};

/* target (log(target) - input), where the target may be given as its logarithm. */
class KLDivLoss {
public:
  enum class Mode { NONE, MEAN, SUM };

  Status SetReductionMode(Mode value);
  Status SetLogTarget(bool value);
  Status Run(Handle &handle, Tensor &output, const Tensor &input, const Tensor &target,
             const MemoryMaintainer &maintainer = nullptr) const;
  Status RunBwd(Handle &handle, Tensor &inputGradient, const Tensor &outputGradient,
                const Tensor &input, const Tensor &target) const;

private:
  Mode mode = Mode::MEAN;
  bool isLogTarget = false;
};

/* softmax(scale query key^T + mask) value, of tensors [batch, heads, sequence, embedding], or in
 * RunFlashVarlen() [sequences, heads, embedding]. Several heads of queries may share one of keys.
 */
class ScaledDotProductAttention {
public:
  using ComputeMode = ComputeModeType;
  Status SetComputeMode(ComputeMode value);
  Status SetEmbedDim(int value);
  Status SetHeadsNum(int value);
  Status SetBatchSize(int value);
  Status SetMaxSeqlenQ(int value);
  Status SetMaxSeqlenK(int value);
  /* Of a mask [batch, keys], which says what is padding. */
  Status SetMaskMode(bool isPadding);
  Status SetCausal(bool value);
  Status SetScale(double value);
  Status SetDropoutP(double value);
  Status SetTraining(bool value);
  /* Whether keys are transposed, which the host does not support. */
  Status SetKeyFormat(bool isTransposed);

  Status RunMath(Handle &handle, Tensor &output, Tensor &weights, const Tensor &query,
                 const Tensor &key, const Tensor &value, const Tensor &mask, Tensor &dropoutMask,
                 const MemoryMaintainer &maintainer = nullptr) const;
  Status RunMathBwd(Handle &handle, Tensor &queryGradient, Tensor &keyGradient,
                    Tensor &valueGradient, Tensor &weightsGradient, const Tensor &outputGradient,
                    const Tensor &query, const Tensor &key, const Tensor &value,
                    const Tensor &weights, const Tensor &dropoutMask,
                    const MemoryMaintainer &maintainer = nullptr) const;
  Status RunFlash(Handle &handle, Tensor &output, Tensor &logSum, const Tensor &query,
                  const Tensor &key, const Tensor &value, const Tensor &mask, Tensor &dropoutMask,
                  const MemoryMaintainer &maintainer = nullptr) const;
  Status RunFlashBwd(Handle &handle, Tensor &queryGradient, Tensor &keyGradient,
                     Tensor &valueGradient, const Tensor &outputGradient, const Tensor &query,
                     const Tensor &key, const Tensor &value, const Tensor &mask,
                     const Tensor &output, const Tensor &logSum, const Tensor &dropoutMask,
                     const MemoryMaintainer &maintainer = nullptr) const;
  Status RunFlashVarlen(Handle &handle, Tensor &output, Tensor &logSum, const Tensor &query,
                        const Tensor &key, const Tensor &value, const Tensor &mask,
                        Tensor &dropoutMask, const Tensor &queryStarts, const Tensor &keyStarts,
                        const MemoryMaintainer &maintainer = nullptr) const;
  Status RunFlashVarlenBwd(Handle &handle, Tensor &queryGradient, Tensor &keyGradient,
                           Tensor &valueGradient, const Tensor &outputGradient, const Tensor &query,
                           const Tensor &key, const Tensor &value, const Tensor &mask,
                           const Tensor &output, const Tensor &logSum, const Tensor &dropoutMask,
                           const Tensor &queryStarts, const Tensor &keyStarts,
                           const MemoryMaintainer &maintainer = nullptr) const;

private:
  friend struct ::musaport::dnn::Access;
  int heads = 0;
  bool maskIsPadding = false;
  bool isCausal = false;
  bool hasScale = false;
  bool keyIsTransposed = false;
  double scale = 0;
  double dropout = 0;
};

} // namespace dnn
} // namespace musa
#pragma GCC visibility pop

#endif /* __cplusplus */

#endif /* MUDNN_NN_H */
