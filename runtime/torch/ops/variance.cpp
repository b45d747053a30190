//===- torch/ops/variance.cpp - variance, standard deviation ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's own functions compute on the devices that they name, so these call the kernel.
//===----------------------------------------------------------------------===//
#include <ATen/musa/ops/std_mean_native.h>
#include <ATen/musa/ops/std_native.h>
#include <ATen/musa/ops/var_mean_native.h>
#include <ATen/musa/ops/var_native.h>
#include <ATen/native/ReduceOps.h>
#include <ATen/native/ReduceOpsUtils.h>
#include <ATen/native/TensorIterator.h>
#include <ATen/ops/add.h>
#include <ATen/ops/complex.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/imag.h>
#include <ATen/ops/real.h>
#include <ATen/ops/sqrt.h>

#include <array>
#include <limits>
#include <tuple>

namespace at::musa {
namespace {

enum class Spread { Variance, StandardDeviation };

struct Reduction {
  const char *function; // as messages name it
  OptionalIntArrayRef dimensions;
  double correction;
  bool keepsDimensions;
};

void checkInput(const char *function, const Tensor &input) {
  TORCH_CHECK(input.layout() == kStrided, function,
              " only supports strided layout, got: ", input.layout());
  TORCH_CHECK(isFloatingType(input.scalar_type()) || isComplexType(input.scalar_type()), function,
              " only supports floating point and complex dtypes, got: ", input.scalar_type());
}

void warnOfNoFreedom(const Reduction &reduction, const TensorIterator &iterator) {
  const int64_t outputs = iterator.num_output_elements();
  const int64_t reduced = outputs == 0 ? 0 : iterator.numel() / outputs;
  if (static_cast<double>(reduced) <= reduction.correction)
    TORCH_WARN(reduction.function,
               "(): degrees of freedom is <= 0. Correction should be strictly less than the "
               "reduction factor (input numel divided by output numel).");
}

void compute(const Reduction &reduction, const Tensor &input, Spread kind, Tensor &spread,
             Tensor *mean);

/// Those of the real and the imaginary parts, of which the variances add up.
void computeOfComplex(const Reduction &reduction, const Tensor &input, Spread kind, Tensor &spread,
                      Tensor *mean) {
  const std::array<Tensor, 2> parts = {at::real(input), at::imag(input)};
  std::array<Tensor, 2> variances, means;
  const auto options = input.options().dtype(c10::toRealValueType(spread.scalar_type()));
  for (size_t i = 0; i < parts.size(); ++i) {
    variances[i] = at::empty({0}, options);
    means[i] = at::empty({0}, options);
    compute(reduction, parts[i], Spread::Variance, variances[i], mean ? &means[i] : nullptr);
  }
  at::add_out(spread, variances[0], variances[1]);
  if (kind == Spread::StandardDeviation)
    at::sqrt_out(spread, spread);
  if (mean)
    at::complex_out(*mean, means[0], means[1]);
}

void compute(const Reduction &reduction, const Tensor &input, Spread kind, Tensor &spread,
             Tensor *mean) {
  checkInput(reduction.function, input);
  if (input.is_complex()) {
    computeOfComplex(reduction, input, kind, spread, mean);
    return;
  }
  const ScalarType type = spread.scalar_type();
  TORCH_CHECK(canCast(input.scalar_type(), type), "result type ", input.scalar_type(),
              " can't be cast to the desired output type ", type);
  TensorIterator iterator =
      mean ? native::make_reduction(reduction.function, spread, *mean, input, reduction.dimensions,
                                    reduction.keepsDimensions, type)
           : native::make_reduction(reduction.function, spread, input, reduction.dimensions,
                                    reduction.keepsDimensions, type);
  warnOfNoFreedom(reduction, iterator);
  if (iterator.numel() != 0) {
    native::std_var_stub(kPrivateUse1, iterator, reduction.correction,
                         kind == Spread::StandardDeviation);
    return;
  }
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  spread.fill_(undefined);
  if (mean)
    mean->fill_(undefined);
}

Reduction reductionOf(const char *function, OptionalIntArrayRef dimensions,
                      const std::optional<Scalar> &correction, bool keepsDimensions) {
  return {function, dimensions, correction.value_or(1).toDouble(), keepsDimensions};
}

Tensor emptySpread(const Tensor &input) {
  return at::empty({0}, input.options().dtype(c10::toRealValueType(input.scalar_type())));
}

Tensor computed(const Reduction &reduction, const Tensor &input, Spread kind) {
  Tensor spread = emptySpread(input);
  compute(reduction, input, kind, spread, nullptr);
  return spread;
}

std::tuple<Tensor, Tensor> computedWithMean(const Reduction &reduction, const Tensor &input,
                                            Spread kind) {
  Tensor spread = emptySpread(input);
  Tensor mean = at::empty({0}, input.options());
  compute(reduction, input, kind, spread, &mean);
  return {spread, mean};
}

} // namespace

Tensor variance(const Tensor &self, OptionalIntArrayRef dim,
                const std::optional<Scalar> &correction, bool keepdim) {
  return computed(reductionOf("var", dim, correction, keepdim), self, Spread::Variance);
}

Tensor &varianceOut(const Tensor &self, OptionalIntArrayRef dim,
                    const std::optional<Scalar> &correction, bool keepdim, Tensor &out) {
  compute(reductionOf("var", dim, correction, keepdim), self, Spread::Variance, out, nullptr);
  return out;
}

std::tuple<Tensor, Tensor> varianceAndMean(const Tensor &self, OptionalIntArrayRef dim,
                                           const std::optional<Scalar> &correction, bool keepdim) {
  return computedWithMean(reductionOf("var_mean", dim, correction, keepdim), self,
                          Spread::Variance);
}

Tensor standardDeviation(const Tensor &self, OptionalIntArrayRef dim,
                         const std::optional<Scalar> &correction, bool keepdim) {
  return computed(reductionOf("std", dim, correction, keepdim), self, Spread::StandardDeviation);
}

Tensor &standardDeviationOut(const Tensor &self, OptionalIntArrayRef dim,
                             const std::optional<Scalar> &correction, bool keepdim, Tensor &out) {
  compute(reductionOf("std", dim, correction, keepdim), self, Spread::StandardDeviation, out,
          nullptr);
  return out;
}

std::tuple<Tensor, Tensor> standardDeviationAndMean(const Tensor &self, OptionalIntArrayRef dim,
                                                    const std::optional<Scalar> &correction,
                                                    bool keepdim) {
  return computedWithMean(reductionOf("std_mean", dim, correction, keepdim), self,
                          Spread::StandardDeviation);
}

} // namespace at::musa
