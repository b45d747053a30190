//===- libraries/dnn/unary.cpp - functions of an element -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arithmetic.h"
#include "elements.h"
#include "mudnn_math.h"

namespace musaport::dnn {
namespace {

using Mode = musa::dnn::Unary::Mode;

struct Parameters {
  Mode mode;
  Number alpha;
  Number beta;
};

/// Calls `use` with the function of a mode that is one of real numbers. False: it is none.
template <typename C, typename Use> bool withRealFunction(const Parameters &parameters, Use use) {
  const auto alpha = valueOf<C>(parameters.alpha);
  const auto beta = valueOf<C>(parameters.beta);
  // NOLINTBEGIN(bugprone-macro-parentheses): the arguments are cases and expressions
#define CASE(mode, value)                                                                          \
  case Mode::mode:                                                                                 \
    use([=](C x) -> C { return value; });                                                          \
    return true;
  switch (parameters.mode) {
    CASE(ACOS, std::acos(x))
    CASE(ATAN, std::atan(x))
    CASE(COS, std::cos(x))
    CASE(ELU, x > 0 ? x : alpha * std::expm1(x))
    CASE(ERF, std::erf(x))
    CASE(EXP, std::exp(x))
    CASE(GELU, x * normalShare(x))
    CASE(GELU_TANH, x / 2 * (1 + std::tanh(geluArgument(x))))
    CASE(HARDSIGMOID, smaller(larger(x * alpha + beta, C(0)), C(1)))
    CASE(HARDSWISH, x * smaller(larger(x + 3, C(0)), C(6)) / 6)
    CASE(LEAKY_RELU, x > 0 ? x : x * alpha)
    CASE(LOG, std::log(x))
    CASE(LOG10, std::log10(x))
    CASE(LOG1P, std::log1p(x))
    CASE(LOG2, std::log2(x))
    CASE(MISH, x * std::tanh(softplus(x)))
    CASE(RECIPROCAL, 1 / x)
    CASE(RSQRT, 1 / std::sqrt(x))
    CASE(SIGMOID, sigmoid(x))
    CASE(SILU, x * sigmoid(x))
    CASE(SIN, std::sin(x))
    CASE(SOFTPLUS, x * alpha > beta ? x : std::log1p(std::exp(x * alpha)) / alpha)
    CASE(SQRT, std::sqrt(x))
    CASE(TAN, std::tan(x))
    CASE(TANH, std::tanh(x))
    CASE(TRUEDIV, x / alpha)
    CASE(TRUEDIV_BY_ALPHA, alpha / x)
  default:
    return false;
  }
}

/// The same of a mode that integers have too.
template <typename C, typename Use> bool withFunction(const Parameters &parameters, Use use) {
  constexpr bool isReal = std::is_floating_point_v<C>;
  const auto alpha = valueOf<C>(parameters.alpha);
  const auto beta = valueOf<C>(parameters.beta);
  switch (parameters.mode) {
    CASE(ABS, x < 0 ? subtract(C(0), x) : x == 0 ? C(0) : x)
    CASE(ADD, add(x, alpha))
    CASE(CAST, x)
    CASE(CEIL, isReal ? static_cast<C>(std::ceil(x)) : x)
    CASE(CLIP, smaller(larger(x, alpha), beta))
    CASE(DIV, quotient(x, alpha))
    CASE(EQ, x == alpha)
    CASE(FLOOR, isReal ? static_cast<C>(std::floor(x)) : x)
    CASE(FLOORDIV, flooredQuotient(x, alpha))
    CASE(FLOORDIV_BY_ALPHA, flooredQuotient(alpha, x))
    CASE(FLOORMOD, flooredRemainder(x, alpha))
    CASE(GE, x >= alpha)
    CASE(GT, x > alpha)
    CASE(IDENTITY, x)
    CASE(IS_INF, isReal && std::isinf(static_cast<double>(x)))
    CASE(IS_NAN, isNaN(x))
    CASE(LE, x <= alpha)
    CASE(LT, x < alpha)
    CASE(MAX, larger(x, alpha))
    CASE(MIN, smaller(x, alpha))
    CASE(MUL, multiply(x, alpha))
    CASE(NE, x != alpha)
    CASE(POW, power(x, alpha))
    CASE(RELU, larger(x, C(0)))
    CASE(ROUND, isReal ? static_cast<C>(std::nearbyint(x)) : x)
    CASE(SQUARE, multiply(x, x))
    CASE(SUB, subtract(x, alpha))
    CASE(SUB_BY_ALPHA, subtract(alpha, x))
    CASE(TRUNCATEDIV, truncatedQuotient(x, alpha))
    CASE(TRUNCATEDIV_BY_ALPHA, truncatedQuotient(alpha, x))
    CASE(TRUNCATEMOD, truncatedRemainder(x, alpha))
  default:
    return false;
  }
}
#undef CASE
// NOLINTEND(bugprone-macro-parentheses)

/// Whether the mode has alpha or beta, and a number that is no integer was given for it.
bool hasRealParameter(const Parameters &parameters) {
  switch (parameters.mode) {
  case Mode::ABS:
  case Mode::CAST:
  case Mode::CEIL:
  case Mode::FLOOR:
  case Mode::IDENTITY:
  case Mode::IS_INF:
  case Mode::IS_NAN:
  case Mode::RELU:
  case Mode::ROUND:
  case Mode::SQUARE:
    return false;
  case Mode::CLIP:
    return !parameters.alpha.isInteger || !parameters.beta.isInteger;
  default:
    return !parameters.alpha.isInteger;
  }
}

/// The work, or none if there is no such mode.
template <typename C>
Work workOf(const Parameters &parameters, const View &output, const View &input) {
  Work work;
  const auto use = [&](auto function) {
    work = [=] {
      mapElements<C>(output, input, [&](int64_t count, C *x) {
        for (int64_t i = 0; i < count; ++i)
          x[i] = function(x[i]);
      });
    };
  };
  const bool isFound = withFunction<C>(parameters, use);
  if constexpr (std::is_floating_point_v<C>)
    if (!isFound)
      withRealFunction<C>(parameters, use);
  return work;
}

/// With integers for real numbers where the results are the same integers.
Parameters ofIntegers(Parameters parameters) {
  const bool hasBounds =
      parameters.mode == Mode::CLIP || parameters.mode == Mode::MAX || parameters.mode == Mode::MIN;
  for (Number *number : {&parameters.alpha, &parameters.beta})
    *number = hasBounds ? bound(*number) : exact(*number);
  return parameters;
}

Work plan(Parameters parameters, const View &output, const View &given) {
  const View input = broadcast(given, output.dims);
  Computation computation = computationOf({input.type});
  const bool isRealMode = withRealFunction<float>(parameters, [](auto) {});
  if (computation == Computation::integers && isInteger(output.type) && !isRealMode)
    parameters = ofIntegers(parameters);
  if (isInteger(input.type) && (isRealMode || hasRealParameter(parameters)))
    computation = Computation::doubles;
  if (output.type == Type::DOUBLE && computation == Computation::floats && isRealMode)
    computation = Computation::doubles;
  Work work = withComputation(
      computation, [&](auto zero) { return workOf<decltype(zero)>(parameters, output, input); });
  require(static_cast<bool>(work));
  return output.count() != 0 ? work : Work();
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status Unary::SetMode(Mode value) {
  mode = value;
  return value >= Mode::ABS && value <= Mode::TRUNCATEMOD ? Status::SUCCESS
                                                          : Status::INVALID_PARAMETER;
}
Status Unary::SetAlpha(double value) {
  alpha = number(value);
  return Status::SUCCESS;
}
Status Unary::SetAlpha(int64_t value) {
  alpha = number(value);
  return Status::SUCCESS;
}
Status Unary::SetBeta(double value) {
  beta = number(value);
  return Status::SUCCESS;
}
Status Unary::SetBeta(int64_t value) {
  beta = number(value);
  return Status::SUCCESS;
}

Status Unary::Run(Handle &handle, Tensor &output, const Tensor &input) const {
  return call("Unary::Run", handle, {&output, &input},
              [&] { return plan({mode, alpha, beta}, viewOf(output), viewOf(input)); });
}

} // namespace musa::dnn
