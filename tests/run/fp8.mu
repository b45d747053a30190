// E4M3 and E5M2: every code, and rounding against an exact reference, on the host and in kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O2
#include <musa_fp8.h>

#include "check.h"
#include "narrow_reference.h"

#include <string>
#include <type_traits>
#include <vector>

using reference::bitsAs;

struct E4M3 {
  using Scalar = __mt_fp8_e4m3;
  using Pair = __mt_fp8x2_e4m3;
  using Quad = __mt_fp8x4_e4m3;
  static constexpr __mt_fp8_interpretation_t interpretation = __MT_E4M3;
  static constexpr int mantissa = 3, bias = 7;
  static constexpr unsigned last = 0x7e, overflow = 0x7f, nan = 0x7f;
};
struct E5M2 {
  using Scalar = __mt_fp8_e5m2;
  using Pair = __mt_fp8x2_e5m2;
  using Quad = __mt_fp8x4_e5m2;
  static constexpr __mt_fp8_interpretation_t interpretation = __MT_E5M2;
  static constexpr int mantissa = 2, bias = 15;
  static constexpr unsigned last = 0x7b, overflow = 0x7c, nan = 0x7e;
};

template <typename F> const reference::Format &formatOf() {
  static const reference::Format format(F::mantissa, F::bias, F::last);
  return format;
}
template <typename F> unsigned expectedCode(double value, bool saturate) {
  const unsigned sign = std::signbit(value) ? 0x80u : 0u;
  if (std::isnan(value))
    return sign | F::nan;
  const unsigned code = formatOf<F>().magnitude({value}, reference::Nearest);
  return sign | (code <= F::last ? code : saturate ? F::last : F::overflow);
}
template <typename F> double expectedValue(unsigned code) {
  const unsigned magnitude = code & 0x7f;
  const double value = magnitude <= F::last ? formatOf<F>().numberOf(magnitude)
                       : F::overflow != F::nan && magnitude == F::overflow ? INFINITY
                                                                           : NAN;
  return code & 0x80 ? -value : value;
}

// What each of the functions makes of one double; those that take less get it rounded.
struct Codes {
  unsigned char ofDouble[2], ofFloat[2], ofHalf[2], ofBfloat16[2]; // by saturation
  unsigned char scalar[4];                                         // the class, from the same
};
template <typename F> __host__ __device__ Codes encode(double x) {
  Codes codes;
  const float f = static_cast<float>(x);
  const __half h = __double2half(x);
  const __mt_bfloat16 b = __double2bfloat16(x);
  for (int saturate = 0; saturate < 2; ++saturate) {
    const __mt_saturation_t how = saturate ? __MT_SATFINITE : __MT_NOSAT;
    codes.ofDouble[saturate] = __mt_cvt_double_to_fp8(x, how, F::interpretation);
    codes.ofFloat[saturate] = __mt_cvt_float_to_fp8(f, how, F::interpretation);
    codes.ofHalf[saturate] = __mt_cvt_halfraw_to_fp8(h, how, F::interpretation);
    codes.ofBfloat16[saturate] = __mt_cvt_bfloat16raw_to_fp8(b, how, F::interpretation);
  }
  using Scalar = typename F::Scalar;
  codes.scalar[0] = Scalar(x).__x;
  codes.scalar[1] = Scalar(f).__x;
  codes.scalar[2] = Scalar(h).__x;
  codes.scalar[3] = Scalar(b).__x;
  return codes;
}
template <typename F> __global__ void encodeAll(const double *x, Codes *codes, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count)
    codes[i] = encode<F>(x[i]);
}

template <typename F> void testEncoding() {
  reference::Random random;
  std::vector<double> inputs = {INFINITY, -INFINITY, NAN,    -static_cast<double>(NAN),
                                1e300,    -1e300,    1e-300, 5e-324,
                                0.0,      -0.0};
  const reference::Format &format = formatOf<F>();
  for (unsigned code = 0; code <= F::last; ++code) {
    const double number = format.numberOf(code);
    const double middle = (number + format.numberOf(code + 1)) / 2;
    for (const double value : {number, middle})
      for (const double sign : {1.0, -1.0})
        for (const double near :
             {value, std::nextafter(value, 1e9), std::nextafter(value, -1.0), value * (1 + 0x1p-20),
              value * (1 - 0x1p-20), value * (1 + 0x1p-10), value * (1 - 0x1p-10)})
          inputs.push_back(sign * near);
  }
  for (int i = 0; i < 100000; ++i)
    inputs.push_back(
        bitsAs<double>((random() & ~(0x7full << 56)) | (0x3bull + random() % 8) << 56));
  for (int i = 0; i < 10000; ++i)
    inputs.push_back(bitsAs<double>(random()));

  const int count = static_cast<int>(inputs.size());
  double *x = nullptr;
  Codes *codes = nullptr;
  CHECK_MUSA(musaMallocManaged(&x, inputs.size() * sizeof(double)));
  CHECK_MUSA(musaMallocManaged(&codes, inputs.size() * sizeof(Codes)));
  std::copy(inputs.begin(), inputs.end(), x);
  encodeAll<F><<<(count + 255) / 256, 256>>>(x, codes, count);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < count; ++i) {
    const double asDouble = inputs[i];
    const double asFloat = static_cast<float>(asDouble);
    const double asHalf = __half2float(__double2half(asDouble));
    const double asBfloat16 = __bfloat162float(__double2bfloat16(asDouble));
    for (const Codes &got : {encode<F>(asDouble), codes[i]}) {
      for (const bool saturate : {false, true}) {
        CHECK_EQUAL(got.ofDouble[saturate], expectedCode<F>(asDouble, saturate));
        CHECK_EQUAL(got.ofFloat[saturate], expectedCode<F>(asFloat, saturate));
        CHECK_EQUAL(got.ofHalf[saturate], expectedCode<F>(asHalf, saturate));
        CHECK_EQUAL(got.ofBfloat16[saturate], expectedCode<F>(asBfloat16, saturate));
      }
      CHECK_EQUAL(got.scalar[0], expectedCode<F>(asDouble, true));
      CHECK_EQUAL(got.scalar[1], expectedCode<F>(asFloat, true));
      CHECK_EQUAL(got.scalar[2], expectedCode<F>(asHalf, true));
      CHECK_EQUAL(got.scalar[3], expectedCode<F>(asBfloat16, true));
    }
  }
  CHECK_MUSA(musaFree(x));
  CHECK_MUSA(musaFree(codes));
}

struct Values {
  float ofFunction, asFloat, asHalf, asBfloat16;
  double asDouble;
  int asInt;
  unsigned char asUchar;
  signed char asChar;
  long long asLongLong;
  bool asBool;
};
template <typename F> __host__ __device__ Values decode(unsigned code) {
  typename F::Scalar scalar;
  scalar.__x = static_cast<__mt_fp8_storage_t>(code);
  Values values;
  values.ofFunction = __half2float(__mt_cvt_fp8_to_halfraw(scalar.__x, F::interpretation));
  values.asFloat = static_cast<float>(scalar);
  values.asHalf = __half2float(static_cast<__half>(scalar));
  values.asBfloat16 = __bfloat162float(static_cast<__mt_bfloat16>(scalar));
  values.asDouble = static_cast<double>(scalar);
  values.asInt = static_cast<int>(scalar);
  values.asUchar = static_cast<unsigned char>(scalar);
  values.asChar = static_cast<signed char>(scalar);
  values.asLongLong = static_cast<long long>(scalar);
  values.asBool = static_cast<bool>(scalar);
  return values;
}
template <typename F> __global__ void decodeAll(Values *values) {
  values[threadIdx.x] = decode<F>(threadIdx.x);
}

bool same(double a, double b) {
  return std::isnan(b) ? std::isnan(a) : a == b && std::signbit(a) == std::signbit(b);
}

template <typename F> void testDecoding() {
  Values *values = nullptr;
  CHECK_MUSA(musaMallocManaged(&values, 256 * sizeof(Values)));
  decodeAll<F><<<1, 256>>>(values);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned code = 0; code < 256; ++code) {
    const double expected = expectedValue<F>(code);
    const auto clamped = [expected](double low, double high) {
      return std::isnan(expected) ? 0 : std::trunc(std::min(std::max(expected, low), high));
    };
    for (const Values &got : {decode<F>(code), values[code]}) {
      CHECK(same(got.ofFunction, expected));
      CHECK(same(got.asFloat, expected));
      CHECK(same(got.asHalf, expected));
      CHECK(same(got.asBfloat16, expected));
      CHECK(same(got.asDouble, expected));
      CHECK_EQUAL(got.asInt, clamped(-2147483648.0, 2147483647.0));
      CHECK_EQUAL(got.asUchar, clamped(0, 255));
      CHECK_EQUAL(got.asChar, clamped(-128, 127));
      if (std::isfinite(expected))
        CHECK_EQUAL(got.asLongLong, static_cast<long long>(expected));
      CHECK_EQUAL(got.asBool, expected != 0);
    }
  }
  CHECK_MUSA(musaFree(values));
}

/// Bit by bit, whether pairs and quads are made of what the scalar functions give.
template <typename F> __host__ __device__ unsigned several() {
  using Scalar = typename F::Scalar;
  using Pair = typename F::Pair;
  using Quad = typename F::Quad;
  const auto code = [](double value) {
    return static_cast<unsigned>(__mt_cvt_double_to_fp8(value, __MT_SATFINITE, F::interpretation));
  };
  const unsigned two = code(1.5) | code(-0.3) << 8;
  const unsigned four = two | code(7.0) << 16 | code(1e9) << 24;
  const float2 f = {1.5f, -0.3f};
  const double2 d = {1.5, -0.3};
  const __half2 h(__float2half(1.5f), __float2half(-0.3f));
  const __half2 hHigh(__float2half(7.0f), __double2half(1e9));
  const __mt_bfloat162 b(__float2bfloat16(1.5f), __float2bfloat16(-0.3f));
  const __mt_bfloat162 bHigh(__float2bfloat16(7.0f), __double2bfloat16(1e9));
  unsigned good = 0;
  good |= __mt_cvt_float2_to_fp8x2(f, __MT_SATFINITE, F::interpretation) == two ? 1 : 0;
  good |= __mt_cvt_double2_to_fp8x2(d, __MT_SATFINITE, F::interpretation) == two ? 2 : 0;
  good |= __mt_cvt_halfraw2_to_fp8x2(h, __MT_SATFINITE, F::interpretation) == two ? 4 : 0;
  good |= __mt_cvt_bfloat16raw2_to_fp8x2(b, __MT_SATFINITE, F::interpretation) == two ? 8 : 0;
  good |= Pair(f).__x == two && Pair(d).__x == two ? 16 : 0;
  good |= Pair(h).__x == two && Pair(b).__x == two ? 32 : 0;
  good |= Quad(float4{1.5f, -0.3f, 7.0f, 1e9f}).__x == four ? 64 : 0;
  good |= Quad(double4{1.5, -0.3, 7.0, 1e9}).__x == four ? 128 : 0;
  good |= Quad(h, hHigh).__x == four && Quad(b, bHigh).__x == four ? 256 : 0;
  const float2 back = static_cast<float2>(Pair(f));
  const __half2 backHalf = static_cast<__half2>(Pair(f));
  const float4 backFour = static_cast<float4>(Quad(h, hHigh));
  const float second = static_cast<float>(Scalar(-0.3f));
  good |= back.x == 1.5f && back.y == second ? 512 : 0;
  good |= __low2float(backHalf) == 1.5f && __high2float(backHalf) == second ? 1024 : 0;
  good |= backFour.x == 1.5f && backFour.y == second && backFour.z == 7.0f &&
                  backFour.w == static_cast<float>(Scalar(1e9f))
              ? 2048
              : 0;
  good |= Scalar(3).__x == code(3) && Scalar(70000u).__x == code(70000) &&
                  Scalar(static_cast<short>(-5)).__x == code(-5) && Scalar(-9ll).__x == code(-9) &&
                  Scalar(~0ull).__x == code(1.8e19)
              ? 4096
              : 0;
  return good;
}
template <typename F> __global__ void severalOnDevice(unsigned *good) { *good = several<F>(); }

template <typename F> void testSeveral() {
  unsigned *good = nullptr;
  CHECK_MUSA(musaMallocManaged(&good, sizeof *good));
  severalOnDevice<F><<<1, 1>>>(good);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*good, 8191u);
  CHECK_EQUAL(several<F>(), 8191u);
  CHECK_MUSA(musaFree(good));
}

template <typename F> void testFormat() {
  static_assert(sizeof(typename F::Scalar) == 1 && sizeof(typename F::Pair) == 2, "");
  static_assert(sizeof(typename F::Quad) == 4 && alignof(typename F::Quad) == 4, "");
  static_assert(!std::is_convertible<float, typename F::Scalar>::value, "conversions are explicit");
  testEncoding<F>();
  testDecoding<F>();
  testSeveral<F>();
}

int main() {
  testFormat<E4M3>();
  testFormat<E5M2>();
  // Published: the greatest numbers and the least.
  CHECK_EQUAL(expectedValue<E4M3>(0x7e), 448.0);
  CHECK_EQUAL(expectedValue<E4M3>(0x01), 0x1p-9);
  CHECK_EQUAL(expectedValue<E5M2>(0x7b), 57344.0);
  CHECK_EQUAL(expectedValue<E5M2>(0x01), 0x1p-16);
  return CHECK_RESULT();
}
