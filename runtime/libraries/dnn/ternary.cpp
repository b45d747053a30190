//===- libraries/dnn/ternary.cpp - functions of three elements ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "arithmetic.h"
#include "elements.h"
#include "mudnn_math.h"

namespace musaport::dnn {
namespace {

using Mode = musa::dnn::Ternary::Mode;

template <typename C> C compute(Mode mode, C alpha, C a, C b, C c) {
  switch (mode) {
  case Mode::ADDCDIV:
    return add(a, quotient(b, c));
  case Mode::ADDCDIV_ALPHA:
    return add(a, multiply(alpha, quotient(b, c)));
  case Mode::ADDCMUL:
    return add(a, multiply(b, c));
  case Mode::ADDCMUL_ALPHA:
    return add(a, multiply(alpha, multiply(b, c)));
  case Mode::CLAMP:
    return smaller(larger(a, b), c);
  case Mode::SELECT:
    return a != 0 ? b : c;
  }
  return a;
}

template <typename C>
void run(Mode mode, const Number &alpha, const View &output, const std::array<View, 3> &inputs) {
  using Four = Loop<4>;
  Four({&output, inputs.data(), &inputs[1], &inputs[2]})
      .run([&](const auto &at, const auto &strides, int64_t count) {
        std::array<std::array<C, Four::piece>, 3> x;
        for (size_t k = 0; k < 3; ++k)
          load(inputs[k], at[k + 1], strides[k + 1], count, x[k].data());
        for (int64_t i = 0; i < count; ++i)
          x[0][i] = compute(mode, valueOf<C>(alpha), x[0][i], x[1][i], x[2][i]);
        store(output, at[0], strides[0], count, x[0].data());
      });
}

Work plan(Mode mode, Number alpha, const View &output, std::array<View, 3> inputs) {
  require(mode >= Mode::ADDCDIV && mode <= Mode::SELECT);
  for (View &input : inputs)
    input = broadcast(input, output.dims);
  const bool isSelection = mode == Mode::SELECT; // the condition's type says nothing of the others
  requireSupport(!isSelection || isInteger(inputs[0].type));
  Computation computation = isSelection
                                ? computationOf({inputs[1].type, inputs[2].type})
                                : computationOf({inputs[0].type, inputs[1].type, inputs[2].type});
  if (computation == Computation::integers && isInteger(output.type))
    alpha = exact(alpha);
  const bool hasAlpha = mode == Mode::ADDCDIV_ALPHA || mode == Mode::ADDCMUL_ALPHA;
  if (hasAlpha && !alpha.isInteger &&
      (computation == Computation::integers || computation == Computation::unsignedIntegers))
    computation = Computation::doubles;
  if (output.count() == 0)
    return {};
  return [=] {
    withComputation(computation,
                    [&](auto zero) { run<decltype(zero)>(mode, alpha, output, inputs); });
  };
}

} // namespace
} // namespace musaport::dnn

namespace musa::dnn {

using namespace musaport::dnn;

Status Ternary::SetMode(Mode value) {
  mode = value;
  return value >= Mode::ADDCDIV && value <= Mode::SELECT ? Status::SUCCESS
                                                         : Status::INVALID_PARAMETER;
}
Status Ternary::SetAlpha(double value) {
  alpha = number(value);
  return Status::SUCCESS;
}
Status Ternary::SetAlpha(int64_t value) {
  alpha = number(value);
  return Status::SUCCESS;
}

Status Ternary::Run(Handle &handle, Tensor &output, const Tensor &first, const Tensor &second,
                    const Tensor &third) const {
  return call("Ternary::Run", handle, {&output, &first, &second, &third}, [&] {
    return plan(mode, alpha, viewOf(output), {viewOf(first), viewOf(second), viewOf(third)});
  });
}

} // namespace musa::dnn
