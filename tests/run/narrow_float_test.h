//===- narrow_float_test.h - the common tests of half and bfloat16 --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The including file defines SCALAR, PAIR, RAW, PAIR_RAW, WORD, WORD2 and MANTISSA. Each function
// runs on the host and in a kernel, and both results are compared with an exact reference.
//===----------------------------------------------------------------------===//
#include "check.h"
#include "narrow_reference.h"

#include <climits>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

using reference::Real;
using reference::Rounding;

#define JOIN_(a, b, c, d) a##b##c##d
#define JOIN(a, b, c, d) JOIN_(a, b, c, d)

const reference::Format16 format(MANTISSA);

__host__ __device__ inline SCALAR ofBits(unsigned bits) {
  RAW raw;
  raw.x = static_cast<unsigned short>(bits);
  return SCALAR(raw);
}
__host__ __device__ inline unsigned short bitsOf(SCALAR value) { return static_cast<RAW>(value).x; }

struct Unary {
  unsigned short a;
};
struct Binary {
  unsigned short a, b;
};
struct Ternary {
  unsigned short a, b, c;
};

template <typename Function, typename In, typename Out>
__global__ void apply(const In *in, Out *out, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count)
    out[i] = Function()(in[i]);
}

/// Calls Function for each input on the host and in a kernel. Both must return expect(input).
template <typename Function, typename In, typename Expect>
void compare(const char *name, const std::vector<In> &inputs, Expect expect) {
  using Out = decltype(Function()(inputs[0]));
  const int count = static_cast<int>(inputs.size());
  In *in = nullptr;
  Out *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&in, inputs.size() * sizeof(In)));
  CHECK_MUSA(musaMallocManaged(&out, inputs.size() * sizeof(Out)));
  std::copy(inputs.begin(), inputs.end(), in);
  apply<Function><<<(count + 255) / 256, 256>>>(in, out, count);
  CHECK_MUSA(musaDeviceSynchronize());
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    const Out expected = expect(inputs[i]);
    const Out host = Function()(inputs[i]);
    if (host == expected && out[i] == expected)
      continue;
    if (++wrong <= 3) {
      std::fprintf(stderr, "%s: input", name);
      for (std::size_t byte = sizeof(In); byte-- > 0;)
        std::fprintf(stderr, " %02x", reinterpret_cast<const unsigned char *>(&inputs[i])[byte]);
      std::fprintf(stderr, ": host %llx, device %llx, expected %llx\n", (unsigned long long)host,
                   (unsigned long long)out[i], (unsigned long long)expected);
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_MUSA(musaFree(in));
  CHECK_MUSA(musaFree(out));
}

#define FUNCTION(name, In, ...)                                                                    \
  struct name {                                                                                    \
    __host__ __device__ auto operator()(const In &in) const { return __VA_ARGS__; }                \
  };

// ----------------------------------------------------------------------------------- conversions

/// The format's numbers, the midpoints between them, the neighbours of both, and random bits.
template <typename Wide, typename Bits> std::vector<Wide> interesting(reference::Random &random) {
  std::vector<Wide> values;
  for (unsigned code = 0; code <= format.last + 1; ++code) {
    const double number = format.numberOf(code);
    const double middle = (number + format.numberOf(code + 1)) / 2;
    for (const double value : {number, middle}) {
      const Wide exact = static_cast<Wide>(value);
      const Bits bits = reference::bitsAs<Bits>(exact);
      for (const Bits near : {bits - 1, bits, bits + 1}) {
        const Wide wide = reference::bitsAs<Wide>(near);
        values.push_back(random() & 1 ? wide : -wide);
      }
    }
  }
  for (int i = 0; i < 200000; ++i)
    values.push_back(reference::bitsAs<Wide>(static_cast<Bits>(random())));
  for (const Wide value : {Wide(0), Wide(-0.0), Wide(INFINITY), Wide(-INFINITY), Wide(NAN)})
    values.push_back(value);
  return values;
}

__host__ __device__ inline unsigned floatBits(float value) {
  return value == value ? __builtin_bit_cast(unsigned, value) : 0xffffffffu;
}
FUNCTION(Widen, Unary, floatBits(JOIN(__, WORD, 2float, )(ofBits(in.a))))
FUNCTION(FromFloat, float, bitsOf(JOIN(__float2, WORD, , )(in)))
FUNCTION(FromFloatRn, float, bitsOf(JOIN(__float2, WORD, _rn, )(in)))
FUNCTION(FromFloatRz, float, bitsOf(JOIN(__float2, WORD, _rz, )(in)))
FUNCTION(FromFloatRd, float, bitsOf(JOIN(__float2, WORD, _rd, )(in)))
FUNCTION(FromFloatRu, float, bitsOf(JOIN(__float2, WORD, _ru, )(in)))
FUNCTION(FromDouble, double, bitsOf(JOIN(__double2, WORD, , )(in)))
FUNCTION(ConstructFloat, float, bitsOf(SCALAR(in)))
FUNCTION(ConstructDouble, double, bitsOf(SCALAR(in)))

inline std::vector<Unary> allCodes() {
  std::vector<Unary> codes;
  for (unsigned code = 0; code < 0x10000; ++code)
    codes.push_back({static_cast<unsigned short>(code)});
  return codes;
}

template <int R> unsigned short roundedAs(double value) {
  return format.rounded({value}, static_cast<Rounding>(R));
}

inline void testFloats(reference::Random &random) {
  compare<Widen>("widen", allCodes(), [](Unary in) {
    const float value = static_cast<float>(format.valueOf(in.a));
    return format.isNan(in.a) ? 0xffffffffu : reference::bitsAs<unsigned>(value);
  });
  const auto floats = interesting<float, std::uint32_t>(random);
  compare<FromFloat>("from float", floats, roundedAs<reference::Nearest>);
  compare<FromFloatRn>("from float, rn", floats, roundedAs<reference::Nearest>);
  compare<FromFloatRz>("from float, rz", floats, roundedAs<reference::Zero>);
  compare<FromFloatRd>("from float, rd", floats, roundedAs<reference::Down>);
  compare<FromFloatRu>("from float, ru", floats, roundedAs<reference::Up>);
  compare<ConstructFloat>("construct from float", floats, roundedAs<reference::Nearest>);
  const auto doubles = interesting<double, std::uint64_t>(random);
  compare<FromDouble>("from double", doubles, roundedAs<reference::Nearest>);
  compare<ConstructDouble>("construct from double", doubles, roundedAs<reference::Nearest>);
}

// -------------------------------------------------------------------------------------- integers

template <typename Integer> long double integral(long double value, Rounding rounding) {
  switch (rounding) {
  case reference::Nearest:
    return std::nearbyint(value);
  case reference::Zero:
    return std::trunc(value);
  case reference::Down:
    return std::floor(value);
  case reference::Up:
    return std::ceil(value);
  }
  return value;
}
template <typename Integer> Integer toInteger(unsigned short code, Rounding rounding) {
  const long double value = format.valueOf(code);
  if (std::isnan(value))
    return static_cast<Integer>(sizeof(Integer) == 8 ? 1ull << 63 : 0);
  const long double whole = integral<Integer>(value, rounding);
  if (whole >= static_cast<long double>(std::numeric_limits<Integer>::max()))
    return std::numeric_limits<Integer>::max();
  if (whole <= static_cast<long double>(std::numeric_limits<Integer>::min()))
    return std::numeric_limits<Integer>::min();
  return static_cast<Integer>(whole);
}
template <typename Integer> std::vector<Integer> integers(reference::Random &random) {
  std::vector<Integer> values = {0, 1, std::numeric_limits<Integer>::max(),
                                 std::numeric_limits<Integer>::min()};
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    values.push_back(static_cast<Integer>(bits >> (bits & 63)));
  }
  // Integers halfway between two numbers of the format, and their neighbours.
  for (int top = MANTISSA + 1; top < static_cast<int>(sizeof(Integer)) * 8 - 1; ++top) {
    const std::uint64_t middle = (1ull << top) + (1ull << (top - MANTISSA - 1));
    for (const std::uint64_t odd : {0ull, 1ull << (top - MANTISSA)})
      for (const std::uint64_t near : {middle - 1, middle, middle + 1})
        values.push_back(static_cast<Integer>(near + odd));
  }
  return values;
}

#define TO_INTEGER(word, suffix, type, rounding)                                                   \
  {                                                                                                \
    FUNCTION(To, Unary, JOIN(__, WORD, 2##word, suffix)(ofBits(in.a)))                             \
    static_assert(std::is_same<decltype(To()(Unary())), type>::value, #word #suffix);              \
    compare<To>("to " #word #suffix, allCodes(),                                                   \
                [](Unary in) { return toInteger<type>(in.a, rounding); });                         \
  }
#define FROM_INTEGER(word, suffix, type, rounding)                                                 \
  {                                                                                                \
    FUNCTION(From, type, bitsOf(JOIN(__##word##2, WORD, suffix, )(in)))                            \
    compare<From>("from " #word #suffix, integers<type>(random),                                   \
                  [](type in) { return format.rounded({(long double)in}, rounding); });            \
  }
#define INTEGER(word, type)                                                                        \
  TO_INTEGER(word, _rn, type, reference::Nearest)                                                  \
  TO_INTEGER(word, _rz, type, reference::Zero)                                                     \
  TO_INTEGER(word, _rd, type, reference::Down)                                                     \
  TO_INTEGER(word, _ru, type, reference::Up)                                                       \
  FROM_INTEGER(word, _rn, type, reference::Nearest)                                                \
  FROM_INTEGER(word, _rz, type, reference::Zero)                                                   \
  FROM_INTEGER(word, _rd, type, reference::Down)                                                   \
  FROM_INTEGER(word, _ru, type, reference::Up)
#define CONVERSION_TO(type)                                                                        \
  {                                                                                                \
    FUNCTION(To, Unary, static_cast<type>(ofBits(in.a)))                                           \
    compare<To>("to " #type, allCodes(),                                                           \
                [](Unary in) { return toInteger<type>(in.a, reference::Zero); });                  \
  }
#define CONVERSION(type)                                                                           \
  CONVERSION_TO(type) {                                                                            \
    FUNCTION(From, type, bitsOf(SCALAR(in)))                                                       \
    compare<From>("from " #type, integers<type>(random),                                           \
                  [](type in) { return format.rounded({(long double)in}); });                      \
  }

inline void testIntegers(reference::Random &random) {
  INTEGER(short, short)
  INTEGER(ushort, unsigned short)
  INTEGER(int, int)
  INTEGER(uint, unsigned int)
  INTEGER(ll, long long)
  INTEGER(ull, unsigned long long)
  TO_INTEGER(char, _rz, signed char, reference::Zero)
  TO_INTEGER(uchar, _rz, unsigned char, reference::Zero)
  CONVERSION_TO(char)
  CONVERSION_TO(signed char)
  CONVERSION_TO(unsigned char)
  CONVERSION(short)
  CONVERSION(unsigned short)
  CONVERSION(int)
  CONVERSION(unsigned int)
  CONVERSION(long)
  CONVERSION(unsigned long)
  CONVERSION(long long)
  CONVERSION(unsigned long long)
  FUNCTION(ToBool, Unary, static_cast<bool>(ofBits(in.a)))
  compare<ToBool>("to bool", allCodes(), [](Unary in) { return format.valueOf(in.a) != 0; });
  FUNCTION(AsShort, Unary, JOIN(__, WORD, _as_short, )(JOIN(__ushort_as_, WORD, , )(in.a)))
  compare<AsShort>("as short", allCodes(), [](Unary in) { return static_cast<short>(in.a); });
  FUNCTION(AsUshort, Unary,
           JOIN(__, WORD, _as_ushort, )(JOIN(__short_as_, WORD, , )(static_cast<short>(in.a))))
  compare<AsUshort>("as ushort", allCodes(), [](Unary in) { return in.a; });
}

// ------------------------------------------------------------------------------------ arithmetic

/// Random pairs of codes, and pairs whose second code is near the first.
inline std::vector<Binary> pairs(reference::Random &random) {
  std::vector<Binary> values;
  for (int i = 0; i < 150000; ++i) {
    const std::uint64_t bits = random();
    values.push_back({static_cast<unsigned short>(bits), static_cast<unsigned short>(bits >> 16)});
    const unsigned near = static_cast<unsigned>(bits ^ (bits >> 32 & 0x87ff));
    values.push_back({static_cast<unsigned short>(bits), static_cast<unsigned short>(near)});
  }
  const unsigned infinity = format.last + 1;
  const unsigned special[] = {
      0, 1, 2, 1u << MANTISSA, (1u << MANTISSA) - 1, format.last, infinity, infinity + 1, 0x7fff};
  for (const unsigned a : special)
    for (const unsigned b : special)
      for (const unsigned signs : {0u, 1u, 2u, 3u})
        values.push_back({static_cast<unsigned short>(a | (signs & 1) << 15),
                          static_cast<unsigned short>(b | (signs & 2) << 14)});
  return values;
}

#define BINARY(name, call) FUNCTION(name, Binary, bitsOf(call(ofBits(in.a), ofBits(in.b))))
BINARY(Add, __hadd)
BINARY(Sub, __hsub)
BINARY(Mul, __hmul)
BINARY(Div, __hdiv)
BINARY(AddRn, __hadd_rn)
BINARY(SubRn, __hsub_rn)
BINARY(MulRn, __hmul_rn)
BINARY(AddSat, __hadd_sat)
BINARY(SubSat, __hsub_sat)
BINARY(MulSat, __hmul_sat)
BINARY(Min, __hmin)
BINARY(Max, __hmax)
BINARY(MinNan, __hmin_nan)
BINARY(MaxNan, __hmax_nan)
FUNCTION(OperatorAdd, Binary, bitsOf(ofBits(in.a) + ofBits(in.b)))
FUNCTION(OperatorSub, Binary, bitsOf(ofBits(in.a) - ofBits(in.b)))
FUNCTION(OperatorMul, Binary, bitsOf(ofBits(in.a) * ofBits(in.b)))
FUNCTION(OperatorDiv, Binary, bitsOf(ofBits(in.a) / ofBits(in.b)))
FUNCTION(Negate, Unary, bitsOf(-ofBits(in.a)))
FUNCTION(Neg, Unary, bitsOf(__hneg(ofBits(in.a))))
FUNCTION(Abs, Unary, bitsOf(__habs(ofBits(in.a))))
FUNCTION(IsNan, Unary, __hisnan(ofBits(in.a)))
FUNCTION(IsInf, Unary, __hisinf(ofBits(in.a)))
FUNCTION(Sqrt, Unary, bitsOf(hsqrt(ofBits(in.a))))
FUNCTION(Rcp, Unary, bitsOf(hrcp(ofBits(in.a))))
FUNCTION(Fma, Ternary, bitsOf(__hfma(ofBits(in.a), ofBits(in.b), ofBits(in.c))))
FUNCTION(FmaSat, Ternary, bitsOf(__hfma_sat(ofBits(in.a), ofBits(in.b), ofBits(in.c))))
FUNCTION(FmaRelu, Ternary, bitsOf(__hfma_relu(ofBits(in.a), ofBits(in.b), ofBits(in.c))))

inline unsigned short addOf(Binary in) {
  return format.rounded(reference::sum({format.valueOf(in.a)}, format.valueOf(in.b)));
}
inline unsigned short subOf(Binary in) {
  return format.rounded(reference::sum({format.valueOf(in.a)}, -format.valueOf(in.b)));
}
inline unsigned short mulOf(Binary in) { // the product is exact in long double
  return format.rounded({static_cast<long double>(format.valueOf(in.a)) * format.valueOf(in.b)});
}
inline unsigned short divOf(Binary in) {
  return format.rounded(reference::quotient(format.valueOf(in.a), format.valueOf(in.b)));
}
inline unsigned short fmaOf(Ternary in) {
  const long double product = static_cast<long double>(format.valueOf(in.a)) * format.valueOf(in.b);
  const long double c = format.valueOf(in.c);
  if (!std::isfinite(product) || !std::isfinite(c))
    return format.rounded({product + c});
  return format.rounded(reference::sum({product}, c));
}
/// Clamps to [0, 1]. NaN becomes 0.
inline unsigned short saturated(unsigned short code) {
  const double value = format.valueOf(code);
  return value > 0 ? value < 1 ? code : format.rounded({1.0L}) : 0;
}

inline std::vector<Ternary> triples(reference::Random &random) {
  std::vector<Ternary> values;
  for (const Binary &pair : pairs(random)) {
    // c has any size, or about the size of the product. The loops below add halfway products.
    values.push_back({pair.a, pair.b, static_cast<unsigned short>(random())});
    const unsigned product = mulOf(pair);
    values.push_back({pair.a, pair.b, static_cast<unsigned short>(product ^ (random() & 0x8fff))});
  }
  // (1 + 2^-i) * (1 + 2^-j) has its last bit at 2^-(i+j). For some i and j, that is halfway.
  const unsigned one = format.rounded({1.0L});
  for (unsigned i = 0; i < MANTISSA; ++i)
    for (unsigned j = 0; j < MANTISSA; ++j)
      for (unsigned c = 1; c < format.last; c += 1u << (MANTISSA - 2))
        for (const unsigned sign : {0u, 0x8000u})
          values.push_back({static_cast<unsigned short>(one | 1u << i),
                            static_cast<unsigned short>(one | 1u << j),
                            static_cast<unsigned short>(c | sign)});
  return values;
}

inline void testArithmetic(reference::Random &random) {
  const std::vector<Binary> inputs = pairs(random);
  compare<Add>("hadd", inputs, addOf);
  compare<Sub>("hsub", inputs, subOf);
  compare<Mul>("hmul", inputs, mulOf);
  compare<Div>("hdiv", inputs, divOf);
  compare<AddRn>("hadd_rn", inputs, addOf);
  compare<SubRn>("hsub_rn", inputs, subOf);
  compare<MulRn>("hmul_rn", inputs, mulOf);
  compare<OperatorAdd>("+", inputs, addOf);
  compare<OperatorSub>("-", inputs, subOf);
  compare<OperatorMul>("*", inputs, mulOf);
  compare<OperatorDiv>("/", inputs, divOf);
  compare<AddSat>("hadd_sat", inputs, [](Binary in) { return saturated(addOf(in)); });
  compare<SubSat>("hsub_sat", inputs, [](Binary in) { return saturated(subOf(in)); });
  compare<MulSat>("hmul_sat", inputs, [](Binary in) { return saturated(mulOf(in)); });

  // Maps codes to integers that sort as the numbers do, with -0 below +0.
  const auto order = [](unsigned short code) { return code & 0x8000 ? 0x7fff - code : int(code); };
  const auto extreme = [order](Binary in, bool least, bool nan) -> unsigned short {
    const bool a = format.isNan(in.a);
    const bool b = format.isNan(in.b);
    if ((a && b) || (nan && (a || b)))
      return 0x7fff;
    if (a || b)
      return a ? in.b : in.a;
    return (order(in.a) < order(in.b)) == least ? in.a : in.b;
  };
  compare<Min>("hmin", inputs, [&](Binary in) { return extreme(in, true, false); });
  compare<Max>("hmax", inputs, [&](Binary in) { return extreme(in, false, false); });
  compare<MinNan>("hmin_nan", inputs, [&](Binary in) { return extreme(in, true, true); });
  compare<MaxNan>("hmax_nan", inputs, [&](Binary in) { return extreme(in, false, true); });

  const auto negative = [](Unary in) { return static_cast<unsigned short>(in.a ^ 0x8000); };
  compare<Negate>("unary -", allCodes(), negative);
  compare<Neg>("hneg", allCodes(), negative);
  compare<Abs>("habs", allCodes(), [](Unary in) { return (unsigned short)(in.a & 0x7fff); });
  compare<IsNan>("hisnan", allCodes(), [](Unary in) { return format.isNan(in.a); });
  compare<IsInf>("hisinf", allCodes(), [](Unary in) {
    const double value = format.valueOf(in.a);
    return std::isinf(value) ? value > 0 ? 1 : -1 : 0;
  });
  compare<Sqrt>("hsqrt", allCodes(), [](Unary in) {
    return format.rounded(reference::squareRoot(format.valueOf(in.a)));
  });
  compare<Rcp>("hrcp", allCodes(), [](Unary in) {
    return format.rounded(reference::quotient(1, format.valueOf(in.a)));
  });

  const std::vector<Ternary> three = triples(random);
  compare<Fma>("hfma", three, fmaOf);
  compare<FmaSat>("hfma_sat", three, [](Ternary in) { return saturated(fmaOf(in)); });
  compare<FmaRelu>("hfma_relu", three, [](Ternary in) {
    const unsigned short code = fmaOf(in);
    return format.valueOf(code) <= 0 ? (unsigned short)0 : code;
  });
}

// ------------------------------------------------------------------------------------ comparison

__host__ __device__ inline PAIR pairOf(unsigned short a, unsigned short b) {
  return PAIR(ofBits(a), ofBits(b));
}

#define COMPARISON(name, op, expectNan)                                                            \
  {                                                                                                \
    FUNCTION(Scalar, Binary, __h##name(ofBits(in.a), ofBits(in.b)))                                \
    const auto expect = [](Binary in) -> bool {                                                    \
      if (format.isNan(in.a) || format.isNan(in.b))                                                \
        return expectNan;                                                                          \
      return format.valueOf(in.a) op format.valueOf(in.b);                                         \
    };                                                                                             \
    compare<Scalar>(#name, inputs, expect);                                                        \
    FUNCTION(Both, Binary, __hb##name##2(pairOf(in.a, in.b), pairOf(in.b, in.a)))                  \
    compare<Both>("hb" #name "2", inputs,                                                          \
                  [&](Binary in) { return expect(in) && expect({in.b, in.a}); });                  \
    FUNCTION(Mask, Binary, __h##name##2_mask(pairOf(in.a, in.b), pairOf(in.b, in.a)))              \
    compare<Mask>("h" #name "2_mask", inputs, [&](Binary in) {                                     \
      return (expect(in) ? 0xffffu : 0u) | (expect({in.b, in.a}) ? 0xffff0000u : 0u);              \
    });                                                                                            \
    FUNCTION(Number, Binary, pairBits(__h##name##2(pairOf(in.a, in.b), pairOf(in.b, in.a))))       \
    compare<Number>("h" #name "2", inputs, [&](Binary in) {                                        \
      const unsigned one = format.rounded({1.0L});                                                 \
      return (expect(in) ? one : 0u) | (expect({in.b, in.a}) ? one << 16 : 0u);                    \
    });                                                                                            \
  }
#define OPERATOR(op, expectNan)                                                                    \
  {                                                                                                \
    FUNCTION(Scalar, Binary, ofBits(in.a) op ofBits(in.b))                                         \
    compare<Scalar>(#op, inputs, [](Binary in) -> bool {                                           \
      if (format.isNan(in.a) || format.isNan(in.b))                                                \
        return expectNan;                                                                          \
      return format.valueOf(in.a) op format.valueOf(in.b);                                         \
    });                                                                                            \
  }

__host__ __device__ inline unsigned pairBits(PAIR value) {
  const PAIR_RAW raw = value;
  return raw.x | static_cast<unsigned>(raw.y) << 16;
}

inline void testComparison(reference::Random &random) {
  std::vector<Binary> inputs = pairs(random);
  inputs.erase(inputs.begin(), inputs.begin() + 250000);
  COMPARISON(eq, ==, false)
  COMPARISON(ne, !=, false)
  COMPARISON(lt, <, false)
  COMPARISON(le, <=, false)
  COMPARISON(gt, >, false)
  COMPARISON(ge, >=, false)
  COMPARISON(equ, ==, true)
  COMPARISON(neu, !=, true)
  COMPARISON(ltu, <, true)
  COMPARISON(leu, <=, true)
  COMPARISON(gtu, >, true)
  COMPARISON(geu, >=, true)
  OPERATOR(==, false)
  OPERATOR(!=, true)
  OPERATOR(<, false)
  OPERATOR(<=, false)
  OPERATOR(>, false)
  OPERATOR(>=, false)
}

// ------------------------------------------------------------------------------------- functions

/// Checks that each result is faithful: one of the two numbers around the exact result. Nearly all
/// results must be the nearer one.
template <typename Function> void nearly(const char *name, double (*exact)(double)) {
  int notNearest = 0;
  compare<Function>(name, allCodes(), [&](Unary in) {
    const unsigned short got = Function()(in);
    const long double value = exact(format.valueOf(in.a));
    const unsigned short nearest = format.rounded({value});
    if (got == nearest)
      return got;
    ++notNearest;
    const bool faithful = got == format.rounded({value}, reference::Down) ||
                          got == format.rounded({value}, reference::Up);
    return faithful ? got : nearest;
  });
  if (notNearest > 64)
    check::report(__FILE__, __LINE__, std::string(name) + " is often not the nearest number");
}

#define MATH(name, ...)                                                                            \
  {                                                                                                \
    FUNCTION(One, Unary, bitsOf(h##name(ofBits(in.a))))                                            \
    nearly<One>("h" #name, [](double a) -> double { return __VA_ARGS__; });                        \
    FUNCTION(Two, Unary,                                                                           \
             pairBits(h2##name(pairOf(in.a, static_cast<unsigned short>(in.a ^ 0x8001)))))         \
    compare<Two>("h2" #name, allCodes(), [](Unary in) {                                            \
      const Unary other = {static_cast<unsigned short>(in.a ^ 0x8001)};                            \
      return One()(in) | static_cast<unsigned>(One()(other)) << 16;                                \
    });                                                                                            \
  }

inline void testMath(){
    MATH(sqrt, std::sqrt(a)) MATH(rsqrt, 1 / std::sqrt(a)) MATH(rcp, 1 / a) MATH(exp, std::exp(a))
        MATH(exp2, std::exp2(a)) MATH(exp10, std::pow(10.0, a)) MATH(log, std::log(a))
            MATH(log2, std::log2(a)) MATH(log10, std::log10(a)) MATH(sin, std::sin(a))
                MATH(cos, std::cos(a)) MATH(tanh, std::tanh(a)) MATH(tanh_approx, std::tanh(a))
                    MATH(ceil, std::ceil(a)) MATH(floor, std::floor(a)) MATH(trunc, std::trunc(a))
                        MATH(rint, std::nearbyint(a))}

// ----------------------------------------------------------------------------------------- pairs

/// Tests a pair function. Its first lane gets (a, b), and its second lane gets (b, a).
#define LANES(name, pairCall, scalarCall)                                                          \
  {                                                                                                \
    FUNCTION(Two, Binary, pairBits(pairCall(pairOf(in.a, in.b), pairOf(in.b, in.a))))              \
    compare<Two>(name, inputs, [](Binary in) {                                                     \
      return static_cast<unsigned>(bitsOf(scalarCall(ofBits(in.a), ofBits(in.b)))) |               \
             static_cast<unsigned>(bitsOf(scalarCall(ofBits(in.b), ofBits(in.a)))) << 16;          \
    });                                                                                            \
  }
#define LANES3(name, pairCall, scalarCall)                                                         \
  {                                                                                                \
    FUNCTION(Two, Binary,                                                                          \
             pairBits(pairCall(pairOf(in.a, in.b), pairOf(in.b, in.a), pairOf(in.a, in.a))))       \
    compare<Two>(name, inputs, [](Binary in) {                                                     \
      const SCALAR a = ofBits(in.a), b = ofBits(in.b);                                             \
      return static_cast<unsigned>(bitsOf(scalarCall(a, b, a))) |                                  \
             static_cast<unsigned>(bitsOf(scalarCall(b, a, a))) << 16;                             \
    });                                                                                            \
  }
__host__ __device__ inline PAIR plus(PAIR a, PAIR b) {
  return a + b;
}
__host__ __device__ inline PAIR minus(PAIR a, PAIR b) { return a - b; }
__host__ __device__ inline PAIR times(PAIR a, PAIR b) { return a * b; }
__host__ __device__ inline PAIR over(PAIR a, PAIR b) { return a / b; }

/// Each step gives an exact number, so one final sum shows whether all steps are right.
__host__ __device__ inline unsigned operatorsInPlace() {
  SCALAR a = SCALAR(6.0f);
  a += SCALAR(2.0f); // 8
  a -= SCALAR(3.0f); // 5
  a *= SCALAR(4.0f); // 20
  a /= SCALAR(8.0f); // 2.5
  const SCALAR before = a++;
  const SCALAR after = ++a; // 4.5
  const SCALAR down = a--;
  --a; // 2.5
  PAIR p(a, SCALAR(1.0f));
  p += PAIR(SCALAR(1.5f), SCALAR(1.0f)); // 4, 2
  p -= PAIR(SCALAR(1.0f), SCALAR(0.0f)); // 3, 2
  p *= PAIR(SCALAR(2.0f), SCALAR(8.0f)); // 6, 16
  p /= PAIR(SCALAR(4.0f), SCALAR(4.0f)); // 1.5, 4
  ++p;
  p++;
  --p;
  p--;
  p = -p;
  p = +p;
  unsigned good = 0;
  good |= bitsOf(before) == bitsOf(SCALAR(2.5f)) ? 1 : 0;
  good |= bitsOf(after) == bitsOf(SCALAR(4.5f)) ? 2 : 0;
  good |= bitsOf(down) == bitsOf(SCALAR(4.5f)) ? 4 : 0;
  good |= bitsOf(a) == bitsOf(SCALAR(2.5f)) ? 8 : 0;
  good |= bitsOf(p.x) == bitsOf(SCALAR(-1.5f)) ? 16 : 0;
  good |= bitsOf(p.y) == bitsOf(SCALAR(-4.0f)) ? 32 : 0;
  good |= p == p && !(p != p) && p <= p && p >= p && !(p < p) && !(p > p) ? 64 : 0;
  a = 3;
  good |= static_cast<int>(a) == 3 ? 128 : 0;
  a = 2.5;
  good |= static_cast<float>(a) == 2.5f ? 256 : 0;
  return good;
}

__host__ __device__ inline unsigned pairConversions() {
  const SCALAR one = SCALAR(1.0f), two = SCALAR(2.0f);
  const PAIR p = JOIN(__halves2, WORD2, , )(one, two);
  const PAIR q = JOIN(__floats2, WORD2, _rn, )(3.0f, 4.0f);
  float2 f;
  f.x = 5.0f;
  f.y = 6.0f;
  const PAIR r = JOIN(__float22, WORD2, _rn, )(f);
  const float2 back = JOIN(__, WORD2, 2float2, )(r);
  const PAIR both = JOIN(__float2, WORD2, _rn, )(7.0f);
  const PAIR spread = JOIN(__, WORD, 2, WORD2)(two);
  unsigned good = 0;
  good |= __low2float(p) == 1 && __high2float(p) == 2 ? 1 : 0;
  good |= __low2float(q) == 3 && __high2float(q) == 4 ? 2 : 0;
  good |= back.x == 5 && back.y == 6 ? 4 : 0;
  good |= pairBits(both) == pairBits(PAIR(SCALAR(7.0f), SCALAR(7.0f))) ? 8 : 0;
  good |= pairBits(spread) == pairBits(PAIR(two, two)) ? 16 : 0;
  good |= bitsOf(JOIN(__low2, WORD, , )(q)) == bitsOf(SCALAR(3.0f)) ? 32 : 0;
  good |= bitsOf(JOIN(__high2, WORD, , )(q)) == bitsOf(SCALAR(4.0f)) ? 64 : 0;
  good |= pairBits(JOIN(__low2, WORD2, , )(p)) == pairBits(PAIR(one, one)) ? 128 : 0;
  good |= pairBits(JOIN(__high2, WORD2, , )(p)) == pairBits(PAIR(two, two)) ? 256 : 0;
  good |= pairBits(JOIN(__lows2, WORD2, , )(p, q)) == pairBits(PAIR(one, SCALAR(3.0f))) ? 512 : 0;
  good |= pairBits(JOIN(__highs2, WORD2, , )(p, q)) == pairBits(PAIR(two, SCALAR(4.0f))) ? 1024 : 0;
  good |= pairBits(__lowhigh2highlow(p)) == pairBits(PAIR(two, one)) ? 2048 : 0;
  good |= pairBits(JOIN(make_, WORD2, , )(one, two)) == pairBits(p) ? 4096 : 0;
  // (1 + 2i) * (3 + 4i) + (5 + 6i)
  const PAIR complex = __hcmadd(p, q, r);
  good |= __low2float(complex) == 0 && __high2float(complex) == 16 ? 8192 : 0;
  const PAIR nan = __hisnan2(PAIR(ofBits(0x7fff), one));
  good |= __low2float(nan) == 1 && __high2float(nan) == 0 ? 16384 : 0;
  return good;
}

FUNCTION(InPlace, Unary, operatorsInPlace() + 0 * in.a)
FUNCTION(Pairs, Unary, pairConversions() + 0 * in.a)
FUNCTION(NegAbs2, Binary,
         pairBits(__hneg2(pairOf(in.a, in.b))) ^ pairBits(__habs2(pairOf(in.a, in.b))))

inline void testPairs(reference::Random &random) {
  std::vector<Binary> inputs = pairs(random);
  inputs.erase(inputs.begin(), inputs.begin() + 250000);
  LANES("hadd2", __hadd2, __hadd)
  LANES("hsub2", __hsub2, __hsub)
  LANES("hmul2", __hmul2, __hmul)
  LANES("h2div", __h2div, __hdiv)
  LANES("hadd2_rn", __hadd2_rn, __hadd_rn)
  LANES("hsub2_rn", __hsub2_rn, __hsub_rn)
  LANES("hmul2_rn", __hmul2_rn, __hmul_rn)
  LANES("hadd2_sat", __hadd2_sat, __hadd_sat)
  LANES("hsub2_sat", __hsub2_sat, __hsub_sat)
  LANES("hmul2_sat", __hmul2_sat, __hmul_sat)
  LANES("hmin2", __hmin2, __hmin)
  LANES("hmax2", __hmax2, __hmax)
  LANES("hmin2_nan", __hmin2_nan, __hmin_nan)
  LANES("hmax2_nan", __hmax2_nan, __hmax_nan)
  LANES("+", plus, __hadd)
  LANES("-", minus, __hsub)
  LANES("*", times, __hmul)
  LANES("/", over, __hdiv)
  LANES3("hfma2", __hfma2, __hfma)
  LANES3("hfma2_sat", __hfma2_sat, __hfma_sat)
  LANES3("hfma2_relu", __hfma2_relu, __hfma_relu)
  compare<NegAbs2>("hneg2 and habs2", inputs, [](Binary in) {
    const unsigned both = in.a | static_cast<unsigned>(in.b) << 16;
    return (both ^ 0x80008000u) ^ (both & 0x7fff7fffu);
  });
  const std::vector<Unary> once(1);
  compare<InPlace>("operators in place", once, [](Unary) { return 511u; });
  compare<Pairs>("pairs", once, [](Unary) { return 32767u; });
}

// ------------------------------------------------------------------------------ memory and lanes

__global__ void addAtomically(SCALAR *one, PAIR *two, unsigned *olds) {
  const SCALAR old = atomicAdd(one, SCALAR(1.0f));
  atomicAdd(two, PAIR(SCALAR(1.0f), SCALAR(-0.5f)));
  olds[threadIdx.x + blockIdx.x * blockDim.x] = static_cast<unsigned>(static_cast<float>(old));
}

__global__ void load(const SCALAR *one, SCALAR *oneOut, const PAIR *two, PAIR *twoOut) {
  __stcs(oneOut + 0, __ldg(one));
  __stcg(oneOut + 1, __ldcg(one + 1));
  __stwb(oneOut + 2, __ldca(one + 2));
  __stwt(oneOut + 3, __ldcs(one + 3));
  __stcs(twoOut + 0, __ldg(two));
  __stcg(twoOut + 1, __ldcv(two + 1));
  __stwt(twoOut + 2, __ldlu(two + 2));
}

__global__ void shuffle(float *out) {
  const int lane = static_cast<int>(threadIdx.x);
  const SCALAR mine = SCALAR(static_cast<float>(lane));
  const PAIR both(mine, __hneg(mine));
  const unsigned all = 0xffffffffu;
  float *row = out + lane * 8;
  row[0] = static_cast<float>(__shfl_sync(all, mine, 5));
  row[1] = static_cast<float>(__shfl_xor_sync(all, mine, 3));
  row[2] = static_cast<float>(__shfl_up_sync(all, mine, 2, 16));
  row[3] = static_cast<float>(__shfl_down_sync(all, mine, 4));
  row[4] = __high2float(__shfl_sync(all, both, lane ^ 1));
  row[5] = __high2float(__shfl_xor_sync(all, both, 16));
  row[6] = __high2float(__shfl_up_sync(all, both, 1));
  row[7] = __low2float(__shfl_down_sync(all, both, 8, 8));
}

inline void testDevice() {
  SCALAR *one = nullptr;
  PAIR *two = nullptr;
  unsigned *olds = nullptr;
  float *lanes = nullptr;
  CHECK_MUSA(musaMallocManaged(&one, 16 * sizeof(SCALAR)));
  CHECK_MUSA(musaMallocManaged(&two, 16 * sizeof(PAIR)));
  CHECK_MUSA(musaMallocManaged(&olds, 128 * sizeof(unsigned)));
  CHECK_MUSA(musaMallocManaged(&lanes, 32 * 8 * sizeof(float)));

  *one = SCALAR(0.0f);
  *two = PAIR(SCALAR(0.0f), SCALAR(0.0f));
  addAtomically<<<4, 32>>>(one, two, olds);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(static_cast<float>(*one), 128.0f);
  CHECK_EQUAL(__low2float(*two), 128.0f);
  CHECK_EQUAL(__high2float(*two), -64.0f);
  std::sort(olds, olds + 128);
  for (unsigned i = 0; i < 128; ++i)
    CHECK_EQUAL(olds[i], i);

  for (int i = 0; i < 8; ++i) {
    one[i] = SCALAR(static_cast<float>(i + 1));
    two[i] = PAIR(one[i], __hneg(one[i]));
  }
  load<<<1, 1>>>(one, one + 8, two, two + 8);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < 4; ++i)
    CHECK_EQUAL(static_cast<float>(one[8 + i]), static_cast<float>(i + 1));
  for (int i = 0; i < 3; ++i)
    CHECK_EQUAL(pairBits(two[8 + i]), pairBits(two[i]));

  shuffle<<<1, 32>>>(lanes);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int lane = 0; lane < 32; ++lane) {
    const float *row = lanes + lane * 8;
    CHECK_EQUAL(row[0], 5.0f);
    CHECK_EQUAL(row[1], static_cast<float>(lane ^ 3));
    CHECK_EQUAL(row[2], static_cast<float>(lane % 16 < 2 ? lane : lane - 2));
    CHECK_EQUAL(row[3], static_cast<float>(lane + 4 < 32 ? lane + 4 : lane));
    CHECK_EQUAL(row[4], -static_cast<float>(lane ^ 1));
    CHECK_EQUAL(row[5], -static_cast<float>(lane ^ 16));
    CHECK_EQUAL(row[6], -static_cast<float>(lane == 0 ? 0 : lane - 1));
    CHECK_EQUAL(row[7], static_cast<float>(lane));
  }
  CHECK_MUSA(musaFree(one));
  CHECK_MUSA(musaFree(two));
  CHECK_MUSA(musaFree(olds));
  CHECK_MUSA(musaFree(lanes));
}

inline void testAll() {
  static_assert(sizeof(SCALAR) == 2 && alignof(SCALAR) == 2, "");
  static_assert(sizeof(PAIR) == 4 && alignof(PAIR) == 4, "");
  static_assert(std::is_trivially_copyable<PAIR>::value, "");
  static_assert(std::is_trivially_default_constructible<PAIR>::value, "");
  reference::Random random;
  testFloats(random);
  testIntegers(random);
  testArithmetic(random);
  testComparison(random);
  testMath();
  testPairs(random);
  testDevice();
}
