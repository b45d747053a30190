//===- libraries/dnn/binary.cpp - functions of two elements -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arithmetic.h"
#include "elements.h"
#include "mudnn_math.h"

namespace musaport::dnn {
namespace {

using Mode = musa::dnn::Binary::Mode;

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are cases and expressions
#define CASE(mode, value)                                                                          \
  case Mode::mode:                                                                                 \
    use([=](C a, C b) -> C { return value; });                                                     \
    return true;

/// Calls `use` with the function of a mode that is one of real numbers. False: it is none.
template <typename C, typename Use> bool withRealFunction(Mode mode, const Number &given, Use use) {
  const auto alpha = valueOf<C>(given);
  switch (mode) {
    CASE(DIVNONAN, b == 0 ? 0 : a / b)
    CASE(GELU_NONE_BW, a * (normalShare(b) + b * normalDensity(b)))
    CASE(GELU_TANH_BW, a * geluTanhSlope(b))
    CASE(LEAKY_RELU_BW, b > 0 ? a : a * alpha)
    CASE(PRELU, a > 0 ? a : a * b)
    CASE(RSQRT_BW, C(-0.5) * b * a * a * a)
    CASE(SIGMOID_BW, a * b * (1 - b))
    CASE(SILU_BW, a * sigmoid(b) * (1 + b * (1 - sigmoid(b))))
    CASE(TANH_BW, a * (1 - b * b))
    CASE(TRUEDIV, a / b)
  default:
    return false;
  }
}

/// The same of a mode that integers have too.
template <typename C, typename Use> bool withFunction(Mode mode, const Number &given, Use use) {
  const auto alpha = valueOf<C>(given);
  switch (mode) {
    CASE(ADD, add(a, b))
    CASE(ADD_ALPHA, add(a, multiply(alpha, b)))
    CASE(DIV, quotient(a, b))
    CASE(EQ, a == b)
    CASE(FLOORDIV, flooredQuotient(a, b))
    CASE(FLOORMOD, flooredRemainder(a, b))
    CASE(GE, a >= b)
    CASE(GT, a > b)
    CASE(LE, a <= b)
    CASE(LOGICAL_AND, a != 0 && b != 0)
    CASE(LOGICAL_OR, a != 0 || b != 0)
    CASE(LOGICAL_XOR, (a != 0) != (b != 0))
    CASE(LT, a < b)
    CASE(MAX, larger(a, b))
    CASE(MIN, smaller(a, b))
    CASE(MUL, multiply(a, b))
    CASE(NE, a != b)
    CASE(POW, power(a, b))
    CASE(SUB, subtract(a, b))
    CASE(SUB_ALPHA, subtract(a, multiply(alpha, b)))
    CASE(THRESHOLD_BW, b <= alpha ? 0 : a)
    CASE(TRUNCATEDIV, truncatedQuotient(a, b))
    CASE(TRUNCATEMOD, truncatedRemainder(a, b))
  default:
    return false;
  }
}
#undef CASE
// NOLINTEND(bugprone-macro-parentheses)

template <typename C>
Work workOf(Mode mode, const Number &alpha, const View &output, const View &left,
            const View &right) {
  Work work;
  const auto use = [&](auto function) {
    work = [=] {
      using Three = Loop<3>;
      Three({&output, &left, &right}).run([&](const auto &at, const auto &strides, int64_t count) {
        std::array<C, Three::piece> a;
        std::array<C, Three::piece> b;
        load(left, at[1], strides[1], count, a.data());
        load(right, at[2], strides[2], count, b.data());
        for (int64_t i = 0; i < count; ++i)
          a[i] = function(a[i], b[i]);
        store(output, at[0], strides[0], count, a.data());
      });
    };
  };
  const bool isFound = withFunction<C>(mode, alpha, use);
  if constexpr (std::is_floating_point_v<C>)
    if (!isFound)
      withRealFunction<C>(mode, alpha, use);
  return work;
}

bool hasAlpha(Mode mode) {
  return mode == Mode::ADD_ALPHA || mode == Mode::SUB_ALPHA || mode == Mode::THRESHOLD_BW;
}

Work plan(Mode mode, Number alpha, const View &output, const View &givenLeft,
          const View &givenRight) {
  const View left = broadcast(givenLeft, output.dims);
  const View right = broadcast(givenRight, output.dims);
  Computation computation = computationOf({left.type, right.type});
  const bool isRealMode = withRealFunction<float>(mode, alpha, [](auto) {});
  if (computation == Computation::integers && isInteger(output.type))
    alpha = exact(alpha);
  if (isInteger(left.type) && isInteger(right.type) &&
      (isRealMode || (hasAlpha(mode) && !alpha.isInteger)))
    computation = Computation::doubles;
  Work work = withComputation(computation, [&](auto zero) {
    return workOf<decltype(zero)>(mode, alpha, output, left, right);
  });
  require(static_cast<bool>(work));
  return output.count() != 0 ? work : Work();
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status Binary::SetMode(Mode value) {
  mode = value;
  return value >= Mode::ADD && value <= Mode::TRUNCATEMOD ? Status::SUCCESS
                                                          : Status::INVALID_PARAMETER;
}
Status Binary::SetAlpha(double value) {
  alpha = number(value);
  return Status::SUCCESS;
}
Status Binary::SetAlpha(int64_t value) {
  alpha = number(value);
  return Status::SUCCESS;
}

Status Binary::Run(Handle &handle, Tensor &output, const Tensor &left, const Tensor &right) const {
  return call("Binary::Run", handle, {&output, &left, &right},
              [&] { return plan(mode, alpha, viewOf(output), viewOf(left), viewOf(right)); });
}

} // namespace musa::dnn
