//===- musa_port/device/narrow_functions.h - arithmetic of a 16-bit floating-point type --*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included after narrow_type.h, once for each type, with the same macros. An operation computes in
// float and rounds again, to the format's p bits. float has 24 >= 2p + 2 bits, so + - * / and the
// square root are still rounded correctly. The fused multiply-add uses the format's own fma().
//===----------------------------------------------------------------------===//

#define __MUSA_UNARY(name, ...)                                                                    \
  __MUSA_HOSTDEVICE inline __MUSA_SCALAR name(const __MUSA_SCALAR operand) {                       \
    const float a = __musa_widen(operand);                                                         \
    return __MUSA_NARROW(__VA_ARGS__);                                                             \
  }
#define __MUSA_BINARY(name, ...)                                                                   \
  __MUSA_HOSTDEVICE inline __MUSA_SCALAR name(const __MUSA_SCALAR left,                            \
                                              const __MUSA_SCALAR right) {                         \
    const float a = __musa_widen(left);                                                            \
    const float b = __musa_widen(right);                                                           \
    return __MUSA_NARROW(__VA_ARGS__);                                                             \
  }
#define __MUSA_UNARY_OF_PAIRS(name, scalar)                                                        \
  __MUSA_HOSTDEVICE inline __MUSA_PAIR name(const __MUSA_PAIR a) {                                 \
    return __MUSA_PAIR(scalar(a.x), scalar(a.y));                                                  \
  }
#define __MUSA_BINARY_OF_PAIRS(name, scalar)                                                       \
  __MUSA_HOSTDEVICE inline __MUSA_PAIR name(const __MUSA_PAIR a, const __MUSA_PAIR b) {            \
    return __MUSA_PAIR(scalar(a.x, b.x), scalar(a.y, b.y));                                        \
  }
#define __MUSA_TERNARY_OF_PAIRS(name, scalar)                                                      \
  __MUSA_HOSTDEVICE inline __MUSA_PAIR name(const __MUSA_PAIR a, const __MUSA_PAIR b,              \
                                            const __MUSA_PAIR c) {                                 \
    return __MUSA_PAIR(scalar(a.x, b.x, c.x), scalar(a.y, b.y, c.y));                              \
  }

// ----------------------------------------------------------------------------------- arithmetic

__MUSA_BINARY(__hadd, a + b)
__MUSA_BINARY(__hsub, a - b)
__MUSA_BINARY(__hmul, a *b)
__MUSA_BINARY(__hdiv, a / b)
__MUSA_BINARY(__hadd_rn, a + b)
__MUSA_BINARY(__hsub_rn, a - b)
__MUSA_BINARY(__hmul_rn, a *b)
__MUSA_BINARY(__hadd_sat, __musa_clamp_to_unit(a + b))
__MUSA_BINARY(__hsub_sat, __musa_clamp_to_unit(a - b))
__MUSA_BINARY(__hmul_sat, __musa_clamp_to_unit(a *b))

__MUSA_HOSTDEVICE inline __MUSA_SCALAR __hfma(const __MUSA_SCALAR a, const __MUSA_SCALAR b,
                                              const __MUSA_SCALAR c) {
  return __MUSA_OF_BITS(__MUSA_FORMAT::fma(__musa_widen(a), __musa_widen(b), __musa_widen(c)));
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR __hfma_sat(const __MUSA_SCALAR a, const __MUSA_SCALAR b,
                                                  const __MUSA_SCALAR c) {
  return __MUSA_NARROW(__musa_clamp_to_unit(__musa_widen(__hfma(a, b, c))));
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR __hfma_relu(const __MUSA_SCALAR a, const __MUSA_SCALAR b,
                                                   const __MUSA_SCALAR c) {
  return __MUSA_NARROW(__musa_clamp_to_positive(__musa_widen(__hfma(a, b, c))));
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR __hneg(const __MUSA_SCALAR a) {
  return __MUSA_OF_BITS(__musa_bits(a) ^ 0x8000);
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR __habs(const __MUSA_SCALAR a) {
  return __MUSA_OF_BITS(__musa_bits(a) & 0x7fff);
}

__MUSA_BINARY_OF_PAIRS(__hadd2, __hadd)
__MUSA_BINARY_OF_PAIRS(__hsub2, __hsub)
__MUSA_BINARY_OF_PAIRS(__hmul2, __hmul)
__MUSA_BINARY_OF_PAIRS(__h2div, __hdiv)
__MUSA_BINARY_OF_PAIRS(__hadd2_rn, __hadd)
__MUSA_BINARY_OF_PAIRS(__hsub2_rn, __hsub)
__MUSA_BINARY_OF_PAIRS(__hmul2_rn, __hmul)
__MUSA_BINARY_OF_PAIRS(__hadd2_sat, __hadd_sat)
__MUSA_BINARY_OF_PAIRS(__hsub2_sat, __hsub_sat)
__MUSA_BINARY_OF_PAIRS(__hmul2_sat, __hmul_sat)
__MUSA_TERNARY_OF_PAIRS(__hfma2, __hfma)
__MUSA_TERNARY_OF_PAIRS(__hfma2_sat, __hfma_sat)
__MUSA_TERNARY_OF_PAIRS(__hfma2_relu, __hfma_relu)
__MUSA_UNARY_OF_PAIRS(__hneg2, __hneg)
__MUSA_UNARY_OF_PAIRS(__habs2, __habs)

/// Returns a * b + c for complex numbers: x is the real part, y the imaginary part.
__MUSA_HOSTDEVICE inline __MUSA_PAIR __hcmadd(const __MUSA_PAIR a, const __MUSA_PAIR b,
                                              const __MUSA_PAIR c) {
  const __MUSA_SCALAR real = __hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x));
  const __MUSA_SCALAR imaginary = __hfma(a.y, b.x, __hfma(a.x, b.y, c.y));
  return __MUSA_PAIR(real, imaginary);
}

// ----------------------------------------------------------------------------------- comparison

// With a NaN operand a comparison is false; its unordered form, which ends in u, is true.
#define __MUSA_COMPARISON(name, op)                                                                \
  __MUSA_HOSTDEVICE inline bool __h##name(const __MUSA_SCALAR left, const __MUSA_SCALAR right) {   \
    const float a = __musa_widen(left);                                                            \
    const float b = __musa_widen(right);                                                           \
    return a == a && b == b && a op b;                                                             \
  }                                                                                                \
  __MUSA_HOSTDEVICE inline bool __h##name##u(const __MUSA_SCALAR left,                             \
                                             const __MUSA_SCALAR right) {                          \
    const float a = __musa_widen(left);                                                            \
    const float b = __musa_widen(right);                                                           \
    return a != a || b != b || a op b;                                                             \
  }                                                                                                \
  __MUSA_COMPARISON_OF_PAIRS(name)                                                                 \
  __MUSA_COMPARISON_OF_PAIRS(name##u)
// For pairs: true if both halves are; 1.0 or 0.0 for each half; a bit mask for each half.
#define __MUSA_COMPARISON_OF_PAIRS(name)                                                           \
  __MUSA_HOSTDEVICE inline bool __hb##name##2(const __MUSA_PAIR a, const __MUSA_PAIR b) {          \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                             \
  }                                                                                                \
  __MUSA_HOSTDEVICE inline __MUSA_PAIR __h##name##2(const __MUSA_PAIR a, const __MUSA_PAIR b) {    \
    return __MUSA_PAIR(__MUSA_NARROW(__h##name(a.x, b.x) ? 1.0f : 0.0f),                           \
                       __MUSA_NARROW(__h##name(a.y, b.y) ? 1.0f : 0.0f));                          \
  }                                                                                                \
  __MUSA_MASK_OF_PAIRS(name)

// The masks are in the SDK from 4.3 on, and in CUDA from 12.0. Code for CUDA 11.8 may define them,
// so they are templates: a program's own function is preferred.
#if !defined(MUSAPORT_SDK_VERSION) || MUSAPORT_SDK_VERSION >= 40300
#define __MUSA_MASK_OF_PAIRS(name)                                                                 \
  template <typename = void>                                                                       \
  __MUSA_HOSTDEVICE inline unsigned __h##name##2_mask(const __MUSA_PAIR a, const __MUSA_PAIR b) {  \
    return (__h##name(a.x, b.x) ? 0x0000ffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);    \
  }
#else
#define __MUSA_MASK_OF_PAIRS(name)
#endif

__MUSA_COMPARISON(eq, ==)
__MUSA_COMPARISON(ne, !=)
__MUSA_COMPARISON(lt, <)
__MUSA_COMPARISON(le, <=)
__MUSA_COMPARISON(gt, >)
__MUSA_COMPARISON(ge, >=)
#undef __MUSA_COMPARISON
#undef __MUSA_COMPARISON_OF_PAIRS
#undef __MUSA_MASK_OF_PAIRS

__MUSA_HOSTDEVICE inline bool __hisnan(const __MUSA_SCALAR a) {
  return __musa_widen(a) != __musa_widen(a);
}
/// Returns 1 for +infinity, -1 for -infinity, and 0 for any other value.
__MUSA_HOSTDEVICE inline int __hisinf(const __MUSA_SCALAR a) {
  const float value = __musa_widen(a);
  return value == __builtin_inff() ? 1 : value == -__builtin_inff() ? -1 : 0;
}
__MUSA_HOSTDEVICE inline __MUSA_PAIR __hisnan2(const __MUSA_PAIR a) {
  return __MUSA_PAIR(__MUSA_NARROW(__hisnan(a.x) ? 1.0f : 0.0f),
                     __MUSA_NARROW(__hisnan(a.y) ? 1.0f : 0.0f));
}

__MUSA_BINARY(__hmin, __musa_min_of(a, b))
__MUSA_BINARY(__hmax, __musa_max_of(a, b))
__MUSA_BINARY(__hmin_nan, a != a ? a : b != b ? b : __musa_min_of(a, b))
__MUSA_BINARY(__hmax_nan, a != a ? a : b != b ? b : __musa_max_of(a, b))
__MUSA_BINARY_OF_PAIRS(__hmin2, __hmin)
__MUSA_BINARY_OF_PAIRS(__hmax2, __hmax)
__MUSA_BINARY_OF_PAIRS(__hmin2_nan, __hmin_nan)
__MUSA_BINARY_OF_PAIRS(__hmax2_nan, __hmax_nan)

// ------------------------------------------------------------------------------------ functions

#define __MUSA_FUNCTION(name, ...)                                                                 \
  __MUSA_UNARY(h##name, __VA_ARGS__)                                                               \
  __MUSA_UNARY_OF_PAIRS(h2##name, h##name)

__MUSA_FUNCTION(sqrt, __builtin_sqrtf(a))
__MUSA_FUNCTION(rsqrt, 1.0 / __builtin_sqrt(static_cast<double>(a)))
__MUSA_FUNCTION(rcp, 1.0f / a)
__MUSA_FUNCTION(exp, __builtin_expf(a))
__MUSA_FUNCTION(exp2, __builtin_exp2f(a))
__MUSA_FUNCTION(exp10, __builtin_exp10f(a))
__MUSA_FUNCTION(log, __builtin_logf(a))
__MUSA_FUNCTION(log2, __builtin_log2f(a))
__MUSA_FUNCTION(log10, __builtin_log10f(a))
__MUSA_FUNCTION(sin, __builtin_sinf(a))
__MUSA_FUNCTION(cos, __builtin_cosf(a))
__MUSA_FUNCTION(tanh, __builtin_tanhf(a))
__MUSA_FUNCTION(tanh_approx, __builtin_tanhf(a))
__MUSA_FUNCTION(ceil, __builtin_ceilf(a))
__MUSA_FUNCTION(floor, __builtin_floorf(a))
__MUSA_FUNCTION(trunc, __builtin_truncf(a))
__MUSA_FUNCTION(rint, __builtin_rintf(a))
#undef __MUSA_FUNCTION

// ------------------------------------------------------------------------------------ operators

#if !defined(__MUSA_NARROW_NO_OPERATORS)
#define __MUSA_OPERATOR(op, function)                                                              \
  __MUSA_HOSTDEVICE inline __MUSA_SCALAR operator op(const __MUSA_SCALAR &a,                       \
                                                     const __MUSA_SCALAR &b) {                     \
    return function(a, b);                                                                         \
  }                                                                                                \
  __MUSA_HOSTDEVICE inline __MUSA_SCALAR &operator op##=(__MUSA_SCALAR & a,                        \
                                                         const __MUSA_SCALAR & b) {                \
    return a = function(a, b);                                                                     \
  }
__MUSA_OPERATOR(+, __hadd)
__MUSA_OPERATOR(-, __hsub)
__MUSA_OPERATOR(*, __hmul)
__MUSA_OPERATOR(/, __hdiv)
#undef __MUSA_OPERATOR
#define __MUSA_OPERATOR(op, function)                                                              \
  __MUSA_HOSTDEVICE inline bool operator op(const __MUSA_SCALAR &a, const __MUSA_SCALAR &b) {      \
    return function(a, b);                                                                         \
  }
__MUSA_OPERATOR(==, __heq)
__MUSA_OPERATOR(!=, __hneu)
__MUSA_OPERATOR(<, __hlt)
__MUSA_OPERATOR(<=, __hle)
__MUSA_OPERATOR(>, __hgt)
__MUSA_OPERATOR(>=, __hge)
#undef __MUSA_OPERATOR
__MUSA_HOSTDEVICE inline __MUSA_SCALAR operator+(const __MUSA_SCALAR &a) { return a; }
__MUSA_HOSTDEVICE inline __MUSA_SCALAR operator-(const __MUSA_SCALAR &a) { return __hneg(a); }
__MUSA_HOSTDEVICE inline __MUSA_SCALAR &operator++(__MUSA_SCALAR &a) {
  return a = __hadd(a, __MUSA_NARROW(1.0f));
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR &operator--(__MUSA_SCALAR &a) {
  return a = __hsub(a, __MUSA_NARROW(1.0f));
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR operator++(__MUSA_SCALAR &a, int) {
  const __MUSA_SCALAR before = a;
  a = __hadd(a, __MUSA_NARROW(1.0f));
  return before;
}
__MUSA_HOSTDEVICE inline __MUSA_SCALAR operator--(__MUSA_SCALAR &a, int) {
  const __MUSA_SCALAR before = a;
  a = __hsub(a, __MUSA_NARROW(1.0f));
  return before;
}
#endif

#if !defined(__MUSA_NARROW_NO_PAIR_OPERATORS)
#define __MUSA_OPERATOR(op, function)                                                              \
  __MUSA_HOSTDEVICE inline __MUSA_PAIR operator op(const __MUSA_PAIR &a, const __MUSA_PAIR &b) {   \
    return function(a, b);                                                                         \
  }                                                                                                \
  __MUSA_HOSTDEVICE inline __MUSA_PAIR &operator op##=(__MUSA_PAIR & a, const __MUSA_PAIR & b) {   \
    return a = function(a, b);                                                                     \
  }
__MUSA_OPERATOR(+, __hadd2)
__MUSA_OPERATOR(-, __hsub2)
__MUSA_OPERATOR(*, __hmul2)
__MUSA_OPERATOR(/, __h2div)
#undef __MUSA_OPERATOR
#define __MUSA_OPERATOR(op, function)                                                              \
  __MUSA_HOSTDEVICE inline bool operator op(const __MUSA_PAIR &a, const __MUSA_PAIR &b) {          \
    return function(a, b);                                                                         \
  }
__MUSA_OPERATOR(==, __hbeq2)
__MUSA_OPERATOR(!=, __hbneu2)
__MUSA_OPERATOR(<, __hblt2)
__MUSA_OPERATOR(<=, __hble2)
__MUSA_OPERATOR(>, __hbgt2)
__MUSA_OPERATOR(>=, __hbge2)
#undef __MUSA_OPERATOR
__MUSA_HOSTDEVICE inline __MUSA_PAIR operator+(const __MUSA_PAIR &a) { return a; }
__MUSA_HOSTDEVICE inline __MUSA_PAIR operator-(const __MUSA_PAIR &a) { return __hneg2(a); }
__MUSA_HOSTDEVICE inline __MUSA_PAIR &operator++(__MUSA_PAIR &a) {
  return a = __hadd2(a, __MUSA_PAIR(__MUSA_NARROW(1.0f), __MUSA_NARROW(1.0f)));
}
__MUSA_HOSTDEVICE inline __MUSA_PAIR &operator--(__MUSA_PAIR &a) {
  return a = __hsub2(a, __MUSA_PAIR(__MUSA_NARROW(1.0f), __MUSA_NARROW(1.0f)));
}
__MUSA_HOSTDEVICE inline __MUSA_PAIR operator++(__MUSA_PAIR &a, int) {
  const __MUSA_PAIR before = a;
  a = __hadd2(a, __MUSA_PAIR(__MUSA_NARROW(1.0f), __MUSA_NARROW(1.0f)));
  return before;
}
__MUSA_HOSTDEVICE inline __MUSA_PAIR operator--(__MUSA_PAIR &a, int) {
  const __MUSA_PAIR before = a;
  a = __hsub2(a, __MUSA_PAIR(__MUSA_NARROW(1.0f), __MUSA_NARROW(1.0f)));
  return before;
}
#endif

#if defined(__MUSACC__)
// ------------------------------------------------------ atomics and shuffles, device code only

#define __MUSA_ATOMIC_ADD(name)                                                                    \
  __device__ __forceinline__ __MUSA_SCALAR name(__MUSA_SCALAR *address, __MUSA_SCALAR value) {     \
    return __musa_atomic_update(address, [=](__MUSA_SCALAR old) { return __hadd(old, value); });   \
  }                                                                                                \
  __device__ __forceinline__ __MUSA_PAIR name(__MUSA_PAIR *address, __MUSA_PAIR value) {           \
    return __musa_atomic_update(address, [=](__MUSA_PAIR old) { return __hadd2(old, value); });    \
  }
__MUSA_ATOMIC_ADD(atomicAdd)
__MUSA_ATOMIC_ADD(atomicAdd_block)
__MUSA_ATOMIC_ADD(atomicAdd_system)
#undef __MUSA_ATOMIC_ADD

#define __MUSA_SHUFFLE(type, name, how, operand)                                                   \
  __device__ __forceinline__ type name(unsigned mask, type value, operand, int width = warpSize,   \
                                       __MUSA_PLACE) {                                             \
    return __musa_shuffle_##how(mask, value, lane, width, __file, __line);                         \
  }
#define __MUSA_SHUFFLES(type)                                                                      \
  __MUSA_SHUFFLE(type, __shfl_sync, index, int lane)                                               \
  __MUSA_SHUFFLE(type, __shfl_up_sync, up, unsigned lane)                                          \
  __MUSA_SHUFFLE(type, __shfl_down_sync, down, unsigned lane)                                      \
  __MUSA_SHUFFLE(type, __shfl_xor_sync, xor, int lane)
__MUSA_SHUFFLES(__MUSA_SCALAR)
__MUSA_SHUFFLES(__MUSA_PAIR)
#undef __MUSA_SHUFFLES
#undef __MUSA_SHUFFLE

#endif // __MUSACC__

#undef __MUSA_UNARY
#undef __MUSA_BINARY
#undef __MUSA_UNARY_OF_PAIRS
#undef __MUSA_BINARY_OF_PAIRS
#undef __MUSA_TERNARY_OF_PAIRS

// The including header and narrow_type.h defined these macros.
#undef __MUSA_NARROW_TO_INTEGER
#undef __MUSA_NARROW_OF_INTEGER
#undef __MUSA_NARROW_INTEGER
#undef __MUSA_OF_BITS
#undef __MUSA_NARROW
#undef __MUSA_SCALAR
#undef __MUSA_SCALAR_RAW
#undef __MUSA_OTHER_SCALAR
#undef __MUSA_PAIR
#undef __MUSA_PAIR_RAW
#undef __MUSA_WORD
#undef __MUSA_WORD2
#undef __MUSA_FORMAT
#undef __MUSA_NARROW_NO_CONVERSIONS
#undef __MUSA_NARROW_NO_OPERATORS
#undef __MUSA_NARROW_NO_PAIR_OPERATORS
#undef __MUSA_JOIN2
#undef __MUSA_JOIN3
#undef __MUSA_JOIN4
#undef __MUSA_JOIN2_
#undef __MUSA_JOIN3_
#undef __MUSA_JOIN4_
