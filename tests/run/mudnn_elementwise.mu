// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmudnn
//
// Functions of one, two and three elements, against the same in double: all modes and types,
// strides and broadcast sizes.
#include "mudnn_test.h"

#include <limits>

namespace {

using U = dnn::Unary::Mode;
using B = dnn::Binary::Mode;
using T3 = dnn::Ternary::Mode;

constexpr double pi = 3.14159265358979323846;

double gelu(double x) { return x * 0.5 * std::erfc(-x / std::sqrt(2.0)); }
double geluTanh(double x) {
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / pi) * (x + 0.044715 * x * x * x)));
}
double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
/// By its definition.
double slope(double (*f)(double), double x) { return (f(x + 1e-5) - f(x - 1e-5)) / 2e-5; }
double silu(double x) { return x * sigmoid(x); }

template <typename T, typename R = T>
void unary(dnn::Handle &handle, U mode, double alpha, double beta, const Values &given,
           const std::function<double(double)> &f, const char *name) {
  const Dims dims = {3, 4, 5};
  const Values x = rounded<T>(given);
  const Operand<T> input(dims, x, {20, 1, 4}); // a transposed one
  const Result<R> output(dims, {40, 10, 2});   // with gaps
  dnn::Unary op;
  CHECK_DNN(op.SetMode(mode));
  CHECK_DNN(op.SetAlpha(alpha));
  CHECK_DNN(op.SetBeta(beta));
  dnn::Tensor out = output.tensor();
  CHECK_DNN(op.Run(handle, out, input.tensor()));
  Values expected(x.size());
  std::transform(x.begin(), x.end(), expected.begin(), f);
  CHECK_NEAR(output.read(), rounded<R>(expected), tolerance<R>, name);
}

template <typename T> void realUnaries(dnn::Handle &handle) {
  const auto run = [&](U mode, double alpha, double beta, double from, double to,
                       const std::function<double(double)> &f, const char *name) {
    unary<T>(handle, mode, alpha, beta, randoms(60, from, to), f, name);
  };
  run(U::ABS, 0, 0, -2, 2, [](double x) { return std::abs(x); }, "ABS");
  run(U::ACOS, 0, 0, -0.9, 0.9, [](double x) { return std::acos(x); }, "ACOS");
  run(U::ADD, 0.25, 0, -2, 2, [](double x) { return x + 0.25; }, "ADD");
  run(U::ATAN, 0, 0, -2, 2, [](double x) { return std::atan(x); }, "ATAN");
  run(U::CEIL, 0, 0, -2, 2, [](double x) { return std::ceil(x); }, "CEIL");
  run(U::CLIP, -1, 0.5, -2, 2, [](double x) { return std::min(std::max(x, -1.0), 0.5); }, "CLIP");
  run(U::COS, 0, 0, -2, 2, [](double x) { return std::cos(x); }, "COS");
  run(U::DIV, 4, 0, -2, 2, [](double x) { return x / 4; }, "DIV");
  run(U::ELU, 0.5, 0, -2, 2, [](double x) { return x > 0 ? x : 0.5 * (std::exp(x) - 1); }, "ELU");
  run(U::ERF, 0, 0, -2, 2, [](double x) { return std::erf(x); }, "ERF");
  run(U::EXP, 0, 0, -2, 2, [](double x) { return std::exp(x); }, "EXP");
  run(U::FLOOR, 0, 0, -2, 2, [](double x) { return std::floor(x); }, "FLOOR");
  run(U::FLOORDIV, 0.5, 0, -2, 2, [](double x) { return std::floor(x / 0.5); }, "FLOORDIV");
  run(
      U::FLOORMOD, -0.5, 0, -2, 2, [](double x) { return x + 0.5 * std::floor(x / -0.5); },
      "FLOORMOD");
  run(U::GELU, 0, 0, -2, 2, gelu, "GELU");
  run(U::GELU_TANH, 0, 0, -2, 2, geluTanh, "GELU_TANH");
  run(
      U::HARDSIGMOID, 0.5, 0.25, -2, 2,
      [](double x) { return std::min(std::max(0.5 * x + 0.25, 0.0), 1.0); }, "HARDSIGMOID");
  run(
      U::HARDSWISH, 0, 0, -4, 4,
      [](double x) { return x * std::min(std::max(x + 3, 0.0), 6.0) / 6; }, "HARDSWISH");
  run(U::IDENTITY, 0, 0, -2, 2, [](double x) { return x; }, "IDENTITY");
  run(U::LEAKY_RELU, 0.125, 0, -2, 2, [](double x) { return x > 0 ? x : 0.125 * x; }, "LEAKY");
  run(U::LOG, 0, 0, 0.1, 2, [](double x) { return std::log(x); }, "LOG");
  run(U::LOG10, 0, 0, 0.1, 2, [](double x) { return std::log10(x); }, "LOG10");
  run(U::LOG1P, 0, 0, 0.1, 2, [](double x) { return std::log1p(x); }, "LOG1P");
  run(U::LOG2, 0, 0, 0.1, 2, [](double x) { return std::log2(x); }, "LOG2");
  run(
      U::MISH, 0, 0, -2, 2, [](double x) { return x * std::tanh(std::log1p(std::exp(x))); },
      "MISH");
  run(U::MUL, -1, 0, -2, 2, [](double x) { return -x; }, "MUL");
  run(U::POW, 3, 0, -2, 2, [](double x) { return x * x * x; }, "POW");
  run(U::RECIPROCAL, 0, 0, 0.5, 2, [](double x) { return 1 / x; }, "RECIPROCAL");
  run(U::RELU, 0, 0, -2, 2, [](double x) { return std::max(x, 0.0); }, "RELU");
  run(U::ROUND, 0, 0, -4, 4, [](double x) { return std::nearbyint(x); }, "ROUND");
  run(U::RSQRT, 0, 0, 0.5, 2, [](double x) { return 1 / std::sqrt(x); }, "RSQRT");
  run(U::SIGMOID, 0, 0, -2, 2, sigmoid, "SIGMOID");
  run(U::SILU, 0, 0, -2, 2, silu, "SILU");
  run(U::SIN, 0, 0, -2, 2, [](double x) { return std::sin(x); }, "SIN");
  run(
      U::SOFTPLUS, 2, 3, -2, 2,
      [](double x) { return 2 * x > 3 ? x : std::log1p(std::exp(2 * x)) / 2; }, "SOFTPLUS");
  run(U::SQRT, 0, 0, 0.5, 2, [](double x) { return std::sqrt(x); }, "SQRT");
  run(U::SQUARE, 0, 0, -2, 2, [](double x) { return x * x; }, "SQUARE");
  run(U::SUB, 0.25, 0, -2, 2, [](double x) { return x - 0.25; }, "SUB");
  run(U::SUB_BY_ALPHA, 0.25, 0, -2, 2, [](double x) { return 0.25 - x; }, "SUB_BY_ALPHA");
  run(U::TAN, 0, 0, -1, 1, [](double x) { return std::tan(x); }, "TAN");
  run(U::TANH, 0, 0, -2, 2, [](double x) { return std::tanh(x); }, "TANH");
  run(U::TRUEDIV, 4, 0, -2, 2, [](double x) { return x / 4; }, "TRUEDIV");
  run(U::TRUEDIV_BY_ALPHA, 4, 0, 1, 2, [](double x) { return 4 / x; }, "TRUEDIV_BY_ALPHA");
  run(U::TRUNCATEDIV, 0.5, 0, -2, 2, [](double x) { return std::trunc(x / 0.5); }, "TRUNCATEDIV");
  run(U::TRUNCATEMOD, 0.5, 0, -2, 2, [](double x) { return std::fmod(x, 0.5); }, "TRUNCATEMOD");
  unary<T, bool>(handle, U::GE, 0.5, 0, randoms(60), [](double x) { return x >= 0.5; }, "GE");
  unary<T, bool>(handle, U::LT, 0.5, 0, randoms(60), [](double x) { return x < 0.5; }, "LT");
  unary<T, int32_t>(
      handle, U::CAST, 0, 0, randoms(60, -50, 50), [](double x) { return std::trunc(x); }, "CAST");
}

template <typename T> T valueFor(dnn::Handle &handle, dnn::Unary &op, T x) {
  const Operand<T> input({1}, {static_cast<double>(x)});
  const Result<T> output({1});
  dnn::Tensor out = output.tensor();
  CHECK_DNN(op.Run(handle, out, input.tensor()));
  return static_cast<T>(output.read()[0]);
}

void integerUnaries(dnn::Handle &handle) {
  const auto run = [&](U mode, int64_t alpha, int64_t x) {
    dnn::Unary op;
    CHECK_DNN(op.SetMode(mode));
    CHECK_DNN(op.SetAlpha(alpha));
    return valueFor<int64_t>(handle, op, x);
  };
  CHECK_EQUAL(run(U::FLOORDIV, 2, -7), -4);
  CHECK_EQUAL(run(U::TRUNCATEDIV, 2, -7), -3);
  CHECK_EQUAL(run(U::FLOORMOD, 3, -7), 2);
  CHECK_EQUAL(run(U::TRUNCATEMOD, 3, -7), -1);
  CHECK_EQUAL(run(U::FLOORDIV_BY_ALPHA, -7, 2), -4);
  CHECK_EQUAL(run(U::TRUNCATEDIV_BY_ALPHA, -7, 2), -3);
  CHECK_EQUAL(run(U::DIV, 0, 5), 0);
  CHECK_EQUAL(run(U::POW, 5, -3), -243);
  CHECK_EQUAL(run(U::ABS, 0, -5), 5);
  CHECK_EQUAL(run(U::MUL, 3, -5), -15);
  CHECK_EQUAL(run(U::MAX, 3, -5), 3);
  CHECK_EQUAL(run(U::MIN, 3, -5), -5);

  // Integers become real numbers where the function or the parameter is one.
  unary<int32_t, float>(
      handle, U::SQRT, 0, 0,
      {1, 4, 9, 2, 3, 5, 6, 7, 8, 10, 1, 4, 9, 2, 3, 5, 6, 7, 8, 10, 1, 4, 9, 2, 3, 5, 6, 7, 8, 10,
       1, 4, 9, 2, 3, 5, 6, 7, 8, 10, 1, 4, 9, 2, 3, 5, 6, 7, 8, 10, 1, 4, 9, 2, 3, 5, 6, 7, 8, 10},
      [](double x) { return std::sqrt(x); }, "SQRT of integers");
  unary<int64_t, float>(
      handle, U::MUL, 0.5, 0, randoms(60, -9, 9), [](double x) { return x / 2; },
      "MUL of integers");
  unary<float, bool>(
      handle, U::CAST, 0, 0, randoms(60), [](double x) { return x != 0; }, "to BOOL");
  unary<bool, float>(handle, U::CAST, 0, 0, Values(60, 1), [](double x) { return x; }, "of BOOL");
}

/// An integer that a double would round, beside real parameters.
void exactIntegers(dnn::Handle &handle) {
  const auto run = [&](U mode, double alpha, double beta, int64_t x) {
    const DeviceArray<int64_t> memory({x});
    dnn::Tensor tensor;
    CHECK_DNN(tensor.SetType(Type::INT64));
    CHECK_DNN(tensor.SetAddr(memory.get()));
    CHECK_DNN(tensor.SetNdInfo({1}));
    dnn::Unary op;
    CHECK_DNN(op.SetMode(mode));
    CHECK_DNN(op.SetAlpha(alpha));
    CHECK_DNN(op.SetBeta(beta));
    CHECK_DNN(op.Run(handle, tensor, tensor));
    return memory.read()[0];
  };
  const double infinity = std::numeric_limits<double>::infinity();
  constexpr int64_t large = (int64_t{1} << 60) + 1, most = std::numeric_limits<int64_t>::max();
  CHECK_EQUAL(run(U::CLIP, 0, 1e19, large), large);
  CHECK_EQUAL(run(U::CLIP, -infinity, infinity, -large), -large);
  CHECK_EQUAL(run(U::CLIP, -2.5, 3.5, large), 3);
  CHECK_EQUAL(run(U::CLIP, -2.5, 3.5, -large), -2);
  CHECK_EQUAL(run(U::CLIP, -2.5, 3.5, -1), -1);
  CHECK_EQUAL(run(U::MAX, 0.5, 0, large), large);
  CHECK_EQUAL(run(U::MAX, 0.5, 0, -3), 0);
  CHECK_EQUAL(run(U::MIN, 1e30, 0, large), large);
  CHECK_EQUAL(run(U::MAX, 1e30, 0, large), most);
  CHECK_EQUAL(run(U::ADD, 2, 0, large), large + 2);
  CHECK_EQUAL(run(U::SUB_BY_ALPHA, 2, 0, large), 2 - large);
  CHECK_EQUAL(run(U::EQ, 0x1p60, 0, large), 0);
  CHECK_EQUAL(run(U::GT, 0x1p60, 0, large), 1);
  CHECK_EQUAL(run(U::POW, 3, 0, 1000003), 1000009000027000027);
  CHECK_EQUAL(run(U::POW, 3, 0, large), (int64_t{3} << 60) + 1); // 2^120 and the like are gone
  CHECK_EQUAL(run(U::POW, 0.5, 0, 81), 9);
  CHECK_EQUAL(run(U::MUL, 0.5, 0, 81), 40);
}

void specialUnaries(dnn::Handle &handle) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Values given = {0, infinity, -infinity, std::nan("")};
  const Operand<float> input({4}, given);
  const Result<bool> output({4});
  dnn::Tensor out = output.tensor();
  dnn::Unary op;
  CHECK_DNN(op.SetMode(U::IS_INF));
  CHECK_DNN(op.Run(handle, out, input.tensor()));
  CHECK_NEAR(output.read(), (Values{0, 1, 1, 0}), 0, "IS_INF");
  CHECK_DNN(op.SetMode(U::IS_NAN));
  CHECK_DNN(op.Run(handle, out, input.tensor()));
  CHECK_NEAR(output.read(), (Values{0, 0, 0, 1}), 0, "IS_NAN");

  // In place.
  dnn::Tensor both = input.tensor();
  CHECK_DNN(op.SetMode(U::RELU));
  CHECK_DNN(op.Run(handle, both, both));
  CHECK_NEAR(input.read(), (Values{0, infinity, 0, std::nan("")}), 0, "RELU in place");
}

template <typename T, typename R = T>
void binary(dnn::Handle &handle, B mode, double alpha, double from, double to,
            const std::function<double(double, double)> &f, const char *name) {
  const Dims dims = {2, 3, 4};
  const Values a = rounded<T>(randoms(24, from, to));
  const Values b = rounded<T>(randoms(3, from, to));
  const Operand<T> left(dims, a, {12, 1, 3});
  const Operand<T> right({3, 1}, b);
  const Result<R> output(dims, {24, 8, 2});
  dnn::Binary op;
  CHECK_DNN(op.SetMode(mode));
  CHECK_DNN(op.SetAlpha(alpha));
  dnn::Tensor out = output.tensor();
  CHECK_DNN(op.Run(handle, out, left.tensor(), right.tensor()));
  Values expected(24);
  forEach(dims, [&](const Dims &index, int64_t i) { expected[i] = f(a[i], b[index[1]]); });
  CHECK_NEAR(output.read(), rounded<R>(expected), tolerance<R>, name);
}

template <typename T> void realBinaries(dnn::Handle &handle) {
  const auto run = [&](B mode, double from, const std::function<double(double, double)> &f,
                       const char *name) { binary<T>(handle, mode, 0.5, from, 2, f, name); };
  run(B::ADD, -2, [](double a, double b) { return a + b; }, "ADD");
  run(B::ADD_ALPHA, -2, [](double a, double b) { return a + 0.5 * b; }, "ADD_ALPHA");
  run(B::SUB, -2, [](double a, double b) { return a - b; }, "SUB");
  run(B::SUB_ALPHA, -2, [](double a, double b) { return a - 0.5 * b; }, "SUB_ALPHA");
  run(B::MUL, -2, [](double a, double b) { return a * b; }, "MUL");
  run(B::DIV, 1, [](double a, double b) { return a / b; }, "DIV");
  run(B::TRUEDIV, 1, [](double a, double b) { return a / b; }, "TRUEDIV");
  run(B::DIVNONAN, 1, [](double a, double b) { return a / b; }, "DIVNONAN");
  run(B::POW, 0.5, [](double a, double b) { return std::pow(a, b); }, "POW");
  run(B::MAX, -2, [](double a, double b) { return std::max(a, b); }, "MAX");
  run(B::MIN, -2, [](double a, double b) { return std::min(a, b); }, "MIN");
  run(B::PRELU, -2, [](double a, double b) { return a > 0 ? a : a * b; }, "PRELU");
  run(B::LEAKY_RELU_BW, -2, [](double a, double b) { return b > 0 ? a : 0.5 * a; }, "LEAKY_BW");
  run(B::THRESHOLD_BW, -2, [](double a, double b) { return b > 0.5 ? a : 0; }, "THRESHOLD_BW");
  run(B::SIGMOID_BW, -2, [](double a, double b) { return a * b * (1 - b); }, "SIGMOID_BW");
  run(B::TANH_BW, -2, [](double a, double b) { return a * (1 - b * b); }, "TANH_BW");
  run(B::RSQRT_BW, 0.5, [](double a, double b) { return -0.5 * b * a * a * a; }, "RSQRT_BW");
  if (tolerance<T> > 1e-9) {
    run(B::SILU_BW, -2, [](double a, double b) { return a * slope(silu, b); }, "SILU_BW");
    run(B::GELU_NONE_BW, -2, [](double a, double b) { return a * slope(gelu, b); }, "GELU_BW");
    run(B::GELU_TANH_BW, -2, [](double a, double b) { return a * slope(geluTanh, b); }, "GELU_T");
  }
  binary<T, bool>(handle, B::LE, 0, -2, 2, [](double a, double b) { return a <= b; }, "LE");
  binary<T, bool>(handle, B::NE, 0, -2, 2, [](double a, double b) { return a != b; }, "NE");
  binary<T, bool>(
      handle, B::LOGICAL_AND, 0, -2, 2, [](double a, double b) { return a && b; }, "AND");
}

void integerBinaries(dnn::Handle &handle) {
  const auto run = [&](B mode, int64_t a, int64_t b) {
    const Operand<int32_t> left({1}, {double(a)});
    const Operand<int32_t> right({1}, {double(b)});
    const Result<int32_t> output({1});
    dnn::Binary op;
    CHECK_DNN(op.SetMode(mode));
    dnn::Tensor out = output.tensor();
    CHECK_DNN(op.Run(handle, out, left.tensor(), right.tensor()));
    return static_cast<int64_t>(output.read()[0]);
  };
  CHECK_EQUAL(run(B::FLOORDIV, 7, -2), -4);
  CHECK_EQUAL(run(B::TRUNCATEDIV, 7, -2), -3);
  CHECK_EQUAL(run(B::FLOORMOD, 7, -2), -1);
  CHECK_EQUAL(run(B::TRUNCATEMOD, -7, 2), -1);
  CHECK_EQUAL(run(B::DIV, 1, 0), 0);
  CHECK_EQUAL(run(B::POW, 2, 10), 1024);
  CHECK_EQUAL(run(B::POW, 2, -1), 0);
  CHECK_EQUAL(run(B::LOGICAL_XOR, 4, 2), 0);
  CHECK_EQUAL(run(B::LOGICAL_OR, 4, 0), 1);
  CHECK_EQUAL(run(B::EQ, 4, 4), 1);

  // A 64-bit integer is not rounded, also beside a real alpha.
  const std::vector<int64_t> large = {(int64_t{1} << 60) + 1};
  const DeviceArray<int64_t> memory(large);
  dnn::Tensor tensor;
  CHECK_DNN(tensor.SetType(Type::INT64));
  CHECK_DNN(tensor.SetAddr(memory.get()));
  CHECK_DNN(tensor.SetNdInfo({1}));
  dnn::Binary op;
  CHECK_DNN(op.SetMode(B::ADD));
  CHECK_DNN(op.Run(handle, tensor, tensor, tensor));
  CHECK_EQUAL(memory.read()[0], (int64_t{1} << 61) + 2);
  CHECK_DNN(op.SetMode(B::SUB_ALPHA));
  CHECK_DNN(op.SetAlpha(3.0));
  CHECK_DNN(op.Run(handle, tensor, tensor, tensor));
  CHECK_EQUAL(memory.read()[0], -(int64_t{1} << 62) - 4);
  CHECK_DNN(op.SetMode(B::POW));
  const DeviceArray<int64_t> three({3}), power({41});
  dnn::Tensor base = tensor, exponent = tensor;
  CHECK_DNN(base.SetAddr(three.get()));
  CHECK_DNN(exponent.SetAddr(power.get()));
  CHECK_DNN(op.Run(handle, tensor, base, exponent));
  CHECK_EQUAL(memory.read()[0], -420491770248316829); // 3^41, as far as it fits
}

/// A gradient passes where the input is NaN: that is not below the threshold.
template <typename T> void thresholdOfNaN(dnn::Handle &handle) {
  const Operand<T> gradient({4}, {1, 2, 3, 4}), input({4}, {std::nan(""), 0.5, 0.25, 0.75});
  const Result<T> output({4});
  dnn::Tensor out = output.tensor();
  dnn::Binary op;
  CHECK_DNN(op.SetMode(B::THRESHOLD_BW));
  CHECK_DNN(op.SetAlpha(0.5));
  CHECK_DNN(op.Run(handle, out, gradient.tensor(), input.tensor()));
  CHECK_NEAR(output.read(), (Values{1, 0, 0, 4}), 0, "THRESHOLD_BW");
}

/// Half beside float is computed as float; the result's type is its own.
void mixedBinary(dnn::Handle &handle) {
  const Operand<__half> left({4}, {1, 2, 3, 4});
  const Operand<float> right({4}, {0.1, 0.2, 0.3, 0.4});
  const Result<float> output({4});
  dnn::Tensor out = output.tensor();
  dnn::Binary op;
  CHECK_DNN(op.SetMode(B::MUL));
  CHECK_DNN(op.Run(handle, out, left.tensor(), right.tensor()));
  CHECK_NEAR(output.read(), (Values{0.1, 0.4, 0.9, 1.6}), 1e-6, "half and float");
}

template <typename T> void ternaries(dnn::Handle &handle) {
  const Dims dims = {3, 4};
  const Values a = rounded<T>(randoms(12)), b = rounded<T>(randoms(4)),
               c = rounded<T>(randoms(12, 1, 2));
  const Operand<T> first(dims, a, {1, 3});
  const Operand<T> second({1, 4}, b);
  const Operand<T> third(dims, c, {8, 2});
  const auto run = [&](T3 mode, const std::function<double(double, double, double)> &f,
                       const char *name, double alpha = 0.5) {
    const Result<T> output(dims);
    dnn::Ternary op;
    CHECK_DNN(op.SetMode(mode));
    if (alpha != 1)
      CHECK_DNN(op.SetAlpha(alpha));
    dnn::Tensor out = output.tensor();
    CHECK_DNN(op.Run(handle, out, first.tensor(), second.tensor(), third.tensor()));
    Values expected(12);
    for (int i = 0; i < 12; ++i)
      expected[i] = f(a[i], b[i % 4], c[i]);
    CHECK_NEAR(output.read(), rounded<T>(expected), tolerance<T>, name);
  };
  run(T3::ADDCMUL, [](double x, double y, double z) { return x + y * z; }, "ADDCMUL");
  run(T3::ADDCMUL_ALPHA, [](double x, double y, double z) { return x + 0.5 * y * z; }, "ADDCMUL_A");
  run(T3::ADDCDIV, [](double x, double y, double z) { return x + y / z; }, "ADDCDIV");
  run(T3::ADDCDIV_ALPHA, [](double x, double y, double z) { return x + 0.5 * y / z; }, "ADDCDIV_A");
  run(T3::ADDCDIV_ALPHA, [](double x, double y, double z) { return x + y / z; }, "no alpha", 1);
  run(T3::CLAMP, [](double x, double y, double z) { return std::min(std::max(x, y), z); }, "CLAMP");

  const Operand<bool> condition(dims, {1, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1, 0});
  const Result<T> output(dims);
  dnn::Ternary op;
  CHECK_DNN(op.SetMode(T3::SELECT));
  dnn::Tensor out = output.tensor();
  CHECK_DNN(op.Run(handle, out, condition.tensor(), first.tensor(), third.tensor()));
  const Values chosen = condition.read();
  Values expected(12);
  for (int i = 0; i < 12; ++i)
    expected[i] = chosen[i] != 0 ? a[i] : c[i];
  CHECK_NEAR(output.read(), expected, 0, "SELECT");
}

void errors(dnn::Handle &handle) {
  const Operand<float> input({2, 3}, randoms(6));
  const Operand<float> other({2, 4}, randoms(8));
  dnn::Tensor out = other.tensor();
  dnn::Unary unary;
  CHECK_INVALID(unary.Run(handle, out, other.tensor())); // no mode
  CHECK_INVALID(unary.SetMode(static_cast<U>(999)));
  CHECK_DNN(unary.SetMode(U::EXP));
  CHECK_INVALID(unary.Run(handle, out, input.tensor())); // other sizes
  dnn::Tensor without;
  CHECK_DNN(without.SetNdInfo({2, 4}));
  CHECK_INVALID(unary.Run(handle, out, without)); // no memory
  dnn::Binary binary;
  CHECK_INVALID(binary.Run(handle, out, out, out));
  CHECK_DNN(binary.SetMode(B::ADD));
  CHECK_INVALID(binary.Run(handle, out, out, input.tensor()));
  dnn::Ternary ternary;
  CHECK_INVALID(ternary.Run(handle, out, out, out, out));
  CHECK_INVALID(out.SetType(static_cast<Type>(99)));
  CHECK_INVALID(out.SetNdInfo({2, -4}));
  CHECK_INVALID(out.SetNdInfo({2, 4}, {1}));
  const Dims nine(9, 1);
  CHECK_NOT_SUPPORTED(out.SetNdInfo(9, nine.data()));
  CHECK_NOT_SUPPORTED(out.SetNdInfo(1 << 30, nine.data()));
  CHECK_INVALID(out.SetNdInfo(-1, nine.data()));
  dnn::Tensor repeated = other.tensor();
  CHECK_DNN(repeated.SetNdInfo({2, 4}, {0, 1}));
  CHECK_INVALID(unary.Run(handle, repeated, other.tensor())); // two results in one place
  CHECK_DNN(ternary.SetMode(T3::SELECT));
  dnn::Tensor whole = other.tensor();
  CHECK_NOT_SUPPORTED(ternary.Run(handle, whole, other.tensor(), other.tensor(), other.tensor()));
  dnn::Handle wrong(99);
  CHECK_STATUS(wrong.SetStream(nullptr), dnn::Status::NOT_INITIALIZED);
  CHECK_STATUS(unary.Run(wrong, out, out), dnn::Status::NOT_INITIALIZED);
}

void emptyTensors(dnn::Handle &handle) {
  dnn::Tensor nothing;
  CHECK_DNN(nothing.SetNdInfo({0, 3}));
  dnn::Unary op;
  CHECK_DNN(op.SetMode(U::EXP));
  CHECK_DNN(op.Run(handle, nothing, nothing));
  // A number has no dimensions.
  const Operand<float> input({}, {3});
  const Result<float> output(Dims{});
  dnn::Tensor out = output.tensor();
  CHECK_DNN(op.SetMode(U::SQUARE));
  CHECK_DNN(op.Run(handle, out, input.tensor()));
  CHECK_NEAR(output.read(), Values{9}, 0, "a number");
}

/// A call is work of the handle's stream: in order with its other work, and a node in a graph.
void streams(dnn::Handle &handle) {
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
  CHECK_DNN(handle.SetStream(stream));
  const Operand<float> x({3}, {1, 2, 3});
  dnn::Tensor tensor = x.tensor();
  dnn::Unary op;
  CHECK_DNN(op.SetMode(U::MUL));
  CHECK_DNN(op.SetAlpha(2.0));
  CHECK_MUSA(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  CHECK_DNN(op.Run(handle, tensor, tensor));
  musaGraph_t graph = nullptr;
  CHECK_MUSA(musaStreamEndCapture(stream, &graph));
  musaGraphExec_t executable = nullptr;
  CHECK_MUSA(musaGraphInstantiate(&executable, graph, 0));
  CHECK_NEAR(x.read(), (Values{1, 2, 3}), 0, "captured");
  CHECK_MUSA(musaGraphLaunch(executable, stream));
  CHECK_MUSA(musaGraphLaunch(executable, stream));
  CHECK_NEAR(x.read(), (Values{4, 8, 12}), 0, "launched twice");
  CHECK_MUSA(musaGraphExecDestroy(executable));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_DNN(handle.SetStream(nullptr));
  CHECK_MUSA(musaStreamDestroy(stream));
}

} // namespace

int main() {
  dnn::Handle handle;
  realUnaries<float>(handle);
  realUnaries<double>(handle);
  realUnaries<__half>(handle);
  realUnaries<__mt_bfloat16>(handle);
  integerUnaries(handle);
  exactIntegers(handle);
  specialUnaries(handle);
  realBinaries<float>(handle);
  realBinaries<double>(handle);
  realBinaries<__half>(handle);
  realBinaries<__mt_bfloat16>(handle);
  integerBinaries(handle);
  mixedBinary(handle);
  ternaries<float>(handle);
  ternaries<double>(handle);
  ternaries<__half>(handle);
  ternaries<__mt_bfloat16>(handle);
  thresholdOfNaN<float>(handle);
  thresholdOfNaN<__half>(handle);
  errors(handle);
  emptyTensors(handle);
  streams(handle);
  return CHECK_RESULT();
}
