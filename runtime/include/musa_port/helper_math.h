//===- musa_port/helper_math.h - arithmetic of float2 to uint4 ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The port's own header of a name that comes with NVIDIA's samples, see helper_string.h. These are
// plain functions with the parameters of that one's, no templates and no more of them: calls
// convert their arguments as there, and what a program declares beside it stays without a rival.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HELPER_MATH_H
#define MUSA_PORT_HELPER_MATH_H

#include <musa_runtime.h>

#include <math.h>
#include <stdlib.h>

typedef unsigned int uint;
typedef unsigned short ushort;

// What mcc's device headers declare, for the compilers of plain C++.
#ifndef __MUSACC__
inline int max(int a, int b) { return a > b ? a : b; }
inline int min(int a, int b) { return a < b ? a : b; }
inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
#endif

#define HELPER_MATH_MATH inline __host__ __device__

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are types, names and operators

// The components of a result. A number of components is a part of the macro's name.
#define HELPER_MATH_BINARY2(a, op, b) a.x op b.x, a.y op b.y
#define HELPER_MATH_BINARY3(a, op, b) HELPER_MATH_BINARY2(a, op, b), a.z op b.z
#define HELPER_MATH_BINARY4(a, op, b) HELPER_MATH_BINARY3(a, op, b), a.w op b.w
#define HELPER_MATH_CALL2(f, a) f(a.x), f(a.y)
#define HELPER_MATH_CALL3(f, a) HELPER_MATH_CALL2(f, a), f(a.z)
#define HELPER_MATH_CALL4(f, a) HELPER_MATH_CALL3(f, a), f(a.w)
#define HELPER_MATH_CALL_TWO2(f, a, b) f(a.x, b.x), f(a.y, b.y)
#define HELPER_MATH_CALL_TWO3(f, a, b) HELPER_MATH_CALL_TWO2(f, a, b), f(a.z, b.z)
#define HELPER_MATH_CALL_TWO4(f, a, b) HELPER_MATH_CALL_TWO3(f, a, b), f(a.w, b.w)
#define HELPER_MATH_CLAMP2(v, a, b) clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y)
#define HELPER_MATH_CLAMP3(v, a, b) HELPER_MATH_CLAMP2(v, a, b), clamp(v.z, a.z, b.z)
#define HELPER_MATH_CLAMP4(v, a, b) HELPER_MATH_CLAMP3(v, a, b), clamp(v.w, a.w, b.w)
#define HELPER_MATH_DOT2(a, b) a.x *b.x + a.y *b.y
#define HELPER_MATH_DOT3(a, b) HELPER_MATH_DOT2(a, b) + a.z *b.z
#define HELPER_MATH_DOT4(a, b) HELPER_MATH_DOT3(a, b) + a.w *b.w
#define HELPER_MATH_SAME2(s) s, s
#define HELPER_MATH_SAME3(s) s, s, s
#define HELPER_MATH_SAME4(s) s, s, s, s
#define HELPER_MATH_CAST2(T, v) static_cast<T>(v.x), static_cast<T>(v.y)
#define HELPER_MATH_CAST3(T, v) HELPER_MATH_CAST2(T, v), static_cast<T>(v.z)
#define HELPER_MATH_CAST4(T, v) HELPER_MATH_CAST3(T, v), static_cast<T>(v.w)

// Vectors of one number, of other vectors' elements, and of shorter and longer vectors.

#define HELPER_MATH_MAKE(T, n)                                                                     \
  HELPER_MATH_MATH T##n make_##T##n(T s) { return make_##T##n(HELPER_MATH_SAME##n(s)); }
#define HELPER_MATH_FROM(T, From, n)                                                               \
  HELPER_MATH_MATH T##n make_##T##n(From##n v) { return make_##T##n(HELPER_MATH_CAST##n(T, v)); }
#define HELPER_MATH_MAKES(T)                                                                       \
  HELPER_MATH_MAKE(T, 2)                                                                           \
  HELPER_MATH_MAKE(T, 3)                                                                           \
  HELPER_MATH_MAKE(T, 4)                                                                           \
  HELPER_MATH_MATH T##2 make_##T##2(T##3 v) { return make_##T##2(v.x, v.y); }                      \
  HELPER_MATH_MATH T##3 make_##T##3(T##2 v) { return make_##T##3(v.x, v.y, T(0)); }                \
  HELPER_MATH_MATH T##3 make_##T##3(T##2 v, T s) { return make_##T##3(v.x, v.y, s); }              \
  HELPER_MATH_MATH T##4 make_##T##4(T##3 v) { return make_##T##4(v.x, v.y, v.z, T(0)); }           \
  HELPER_MATH_MATH T##4 make_##T##4(T##3 v, T w) { return make_##T##4(v.x, v.y, v.z, w); }
HELPER_MATH_MAKES(float)
HELPER_MATH_MAKES(int)
HELPER_MATH_MAKES(uint)
#define HELPER_MATH_FROMS(n)                                                                       \
  HELPER_MATH_FROM(float, int, n)                                                                  \
  HELPER_MATH_FROM(float, uint, n)                                                                 \
  HELPER_MATH_FROM(int, uint, n)                                                                   \
  HELPER_MATH_FROM(int, float, n)                                                                  \
  HELPER_MATH_FROM(uint, int, n)
HELPER_MATH_FROMS(2)
HELPER_MATH_FROMS(3)
HELPER_MATH_FROMS(4)
HELPER_MATH_MATH float3 make_float3(float4 v) { return make_float3(v.x, v.y, v.z); }
HELPER_MATH_MATH uint3 make_uint3(uint4 v) { return make_uint3(v.x, v.y, v.z); }

// Operators. A number stands for a vector of it. Less than all: see the calls below.

#define HELPER_MATH_OF_VECTORS(T, n, op)                                                           \
  HELPER_MATH_MATH T##n operator op(T##n a, T##n b) {                                              \
    return make_##T##n(HELPER_MATH_BINARY##n(a, op, b));                                           \
  }                                                                                                \
  HELPER_MATH_MATH T##n operator op(T##n a, T b) { return a op make_##T##n(b); }                   \
  HELPER_MATH_MATH void operator op##=(T##n &a, T##n b) { a = a op b; }                            \
  HELPER_MATH_MATH void operator op##=(T##n &a, T b) { a = a op make_##T##n(b); }
#define HELPER_MATH_OF_NUMBER(T, n, op)                                                            \
  HELPER_MATH_MATH T##n operator op(T a, T##n b) { return make_##T##n(a) op b; }
#define HELPER_MATH_OPERATOR(T, n, op)                                                             \
  HELPER_MATH_OF_VECTORS(T, n, op) HELPER_MATH_OF_NUMBER(T, n, op)
#define HELPER_MATH_OPERATORS(T, op)                                                               \
  HELPER_MATH_OPERATOR(T, 2, op) HELPER_MATH_OPERATOR(T, 3, op) HELPER_MATH_OPERATOR(T, 4, op)
HELPER_MATH_OPERATORS(float, +)
HELPER_MATH_OPERATORS(int, +)
HELPER_MATH_OPERATORS(uint, +)
HELPER_MATH_OPERATOR(float, 2, -)
HELPER_MATH_OPERATOR(float, 3, -)
HELPER_MATH_OF_VECTORS(float, 4, -)
HELPER_MATH_OPERATORS(int, -)
HELPER_MATH_OPERATORS(uint, -)
HELPER_MATH_OPERATORS(float, *)
HELPER_MATH_OPERATORS(int, *)
HELPER_MATH_OPERATORS(uint, *)
HELPER_MATH_OPERATORS(float, /)

// A reference: a program may have one for vectors that are no variables.
#define HELPER_MATH_NEGATION(T, n)                                                                 \
  HELPER_MATH_MATH T##n operator-(T##n &a) { return make_##T##n(HELPER_MATH_CALL##n(-, a)); }
HELPER_MATH_NEGATION(float, 2)
HELPER_MATH_NEGATION(float, 3)
HELPER_MATH_NEGATION(float, 4)
HELPER_MATH_NEGATION(int, 2)
HELPER_MATH_NEGATION(int, 3)
HELPER_MATH_NEGATION(int, 4)

// Functions of each component.

#define HELPER_MATH_LEAST(a, b) (a < b ? a : b)
#define HELPER_MATH_GREATEST(a, b) (a > b ? a : b)
HELPER_MATH_MATH float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
HELPER_MATH_MATH int clamp(int f, int a, int b) { return f > b ? (a > b ? a : b) : f < a ? a : f; }
HELPER_MATH_MATH uint clamp(uint f, uint a, uint b) {
  return f > b ? (a > b ? a : b) : f < a ? a : f;
}
#if !defined(__cpp_lib_interpolate) || !defined(__GLIBCXX__) // its <math.h> has it, too
HELPER_MATH_MATH float lerp(float a, float b, float t) { return a + t * (b - a); }
#endif
HELPER_MATH_MATH float fracf(float v) { return v - floorf(v); }
HELPER_MATH_MATH float smoothstep(float a, float b, float x) {
  const float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return y * y * (3.0f - 2.0f * y);
}

#define HELPER_MATH_FUNCTION(T, n, name, f)                                                        \
  HELPER_MATH_MATH T##n name(T##n v) { return make_##T##n(HELPER_MATH_CALL##n(f, v)); }
#define HELPER_MATH_FUNCTION_OF_TWO(T, n, name, f)                                                 \
  HELPER_MATH_MATH T##n name(T##n a, T##n b) {                                                     \
    return make_##T##n(HELPER_MATH_CALL_TWO##n(f, a, b));                                          \
  }
#define HELPER_MATH_OF_ALL(T, n)                                                                   \
  HELPER_MATH_MATH T dot(T##n a, T##n b) { return HELPER_MATH_DOT##n(a, b); }                      \
  HELPER_MATH_MATH T##n clamp(T##n v, T##n a, T##n b) {                                            \
    return make_##T##n(HELPER_MATH_CLAMP##n(v, a, b));                                             \
  }                                                                                                \
  HELPER_MATH_MATH T##n clamp(T##n v, T a, T b) { return clamp(v, make_##T##n(a), make_##T##n(b)); }
#define HELPER_MATH_OF_INTEGERS(T, n)                                                              \
  HELPER_MATH_OF_ALL(T, n)                                                                         \
  HELPER_MATH_FUNCTION_OF_TWO(T, n, min, HELPER_MATH_LEAST)                                        \
  HELPER_MATH_FUNCTION_OF_TWO(T, n, max, HELPER_MATH_GREATEST)
#define HELPER_MATH_OF_FLOATS(n)                                                                   \
  HELPER_MATH_OF_ALL(float, n)                                                                     \
  HELPER_MATH_FUNCTION(float, n, floorf, floorf)                                                   \
  HELPER_MATH_FUNCTION(float, n, fracf, fracf)                                                     \
  HELPER_MATH_FUNCTION(float, n, fabs, fabsf)                                                      \
  HELPER_MATH_FUNCTION_OF_TWO(float, n, fmodf, fmodf)                                              \
  HELPER_MATH_FUNCTION_OF_TWO(float, n, fminf, fminf)                                              \
  HELPER_MATH_FUNCTION_OF_TWO(float, n, fmaxf, fmaxf)                                              \
  HELPER_MATH_MATH float##n lerp(float##n a, float##n b, float t) { return a + t * (b - a); }      \
  HELPER_MATH_MATH float length(float##n v) { return sqrtf(dot(v, v)); }                           \
  HELPER_MATH_MATH float##n normalize(float##n v) { return v * rsqrtf(dot(v, v)); }                \
  HELPER_MATH_MATH float##n smoothstep(float##n a, float##n b, float##n x) {                       \
    const float##n y = clamp((x - a) / (b - a), 0.0f, 1.0f);                                       \
    return y * y * (make_float##n(3.0f) - 2.0f * y);                                               \
  }
HELPER_MATH_OF_FLOATS(2)
HELPER_MATH_OF_FLOATS(3)
HELPER_MATH_OF_FLOATS(4)
HELPER_MATH_OF_INTEGERS(int, 2)
HELPER_MATH_OF_INTEGERS(int, 3)
HELPER_MATH_OF_INTEGERS(int, 4)
HELPER_MATH_OF_INTEGERS(uint, 2)
HELPER_MATH_OF_INTEGERS(uint, 3)
HELPER_MATH_OF_INTEGERS(uint, 4)
HELPER_MATH_FUNCTION(int, 2, abs, abs)
HELPER_MATH_FUNCTION(int, 3, abs, abs)
HELPER_MATH_FUNCTION(int, 4, abs, abs)

// NOLINTEND(bugprone-macro-parentheses)

/// A ray `i` as a surface with the normal `n` reflects it.
HELPER_MATH_MATH float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }

HELPER_MATH_MATH float3 cross(float3 a, float3 b) {
  return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

#undef HELPER_MATH_BINARY2
#undef HELPER_MATH_BINARY3
#undef HELPER_MATH_BINARY4
#undef HELPER_MATH_CALL2
#undef HELPER_MATH_CALL3
#undef HELPER_MATH_CALL4
#undef HELPER_MATH_CALL_TWO2
#undef HELPER_MATH_CALL_TWO3
#undef HELPER_MATH_CALL_TWO4
#undef HELPER_MATH_CAST2
#undef HELPER_MATH_CAST3
#undef HELPER_MATH_CAST4
#undef HELPER_MATH_CLAMP2
#undef HELPER_MATH_CLAMP3
#undef HELPER_MATH_CLAMP4
#undef HELPER_MATH_DOT2
#undef HELPER_MATH_DOT3
#undef HELPER_MATH_DOT4
#undef HELPER_MATH_FROM
#undef HELPER_MATH_FROMS
#undef HELPER_MATH_FUNCTION
#undef HELPER_MATH_FUNCTION_OF_TWO
#undef HELPER_MATH_GREATEST
#undef HELPER_MATH_LEAST
#undef HELPER_MATH_MAKE
#undef HELPER_MATH_MAKES
#undef HELPER_MATH_MATH
#undef HELPER_MATH_NEGATION
#undef HELPER_MATH_OF_ALL
#undef HELPER_MATH_OF_FLOATS
#undef HELPER_MATH_OF_INTEGERS
#undef HELPER_MATH_OF_NUMBER
#undef HELPER_MATH_OF_VECTORS
#undef HELPER_MATH_OPERATOR
#undef HELPER_MATH_OPERATORS
#undef HELPER_MATH_SAME2
#undef HELPER_MATH_SAME3
#undef HELPER_MATH_SAME4

#endif // MUSA_PORT_HELPER_MATH_H
