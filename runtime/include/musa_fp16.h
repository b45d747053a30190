//===- musa_fp16.h - half and half2 ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef __MUSA_FP16_H__
#define __MUSA_FP16_H__

#if defined(__cplusplus) // C gets nothing from this header

#include "musa_port/device/keywords.h"
#include "musa_port/device/narrow_float.h"
#include "vector_types.h"
#if defined(__MUSACC__)
#include "musa_port/device/atomics.h"
#include "musa_port/device/memory.h" // declares the __ldg() templates
#include "musa_port/device/warp.h"
#endif

#define __MUSA_FP16_TYPES_EXIST__

struct __half;
struct __half2;
struct __mt_bfloat16;

#define __MUSA_SCALAR __half
#define __MUSA_SCALAR_RAW __half_raw
#define __MUSA_OTHER_SCALAR __mt_bfloat16
#define __MUSA_PAIR __half2
#define __MUSA_PAIR_RAW __half2_raw
#define __MUSA_WORD half
#define __MUSA_WORD2 half2
#define __MUSA_FORMAT __musa_format_half
#if defined(__MUSA_NO_HALF_CONVERSIONS__)
#define __MUSA_NARROW_NO_CONVERSIONS
#endif
#if defined(__MUSA_NO_HALF_OPERATORS__)
#define __MUSA_NARROW_NO_OPERATORS
#endif
#if defined(__MUSA_NO_HALF_OPERATORS__) || defined(__MUSA_NO_HALF2_OPERATORS__)
#define __MUSA_NARROW_NO_PAIR_OPERATORS
#endif
#include "musa_port/device/narrow_type.h"
// This header needs the type above:
#include "musa_port/device/narrow_functions.h"

typedef __half __mt_half;
typedef __half2 __mt_half2;
typedef __half_raw __mt_half_raw;
typedef __half2_raw __mt_half2_raw;
#if !defined(MUSA_NO_HALF)
typedef __half half;
typedef __half2 half2;
typedef __half mt_half;
typedef __half2 mt_half2;
#endif

#define MUSART_INF_FP16 __ushort_as_half(static_cast<unsigned short>(0x7C00U))
#define MUSART_NAN_FP16 __ushort_as_half(static_cast<unsigned short>(0x7FFFU))
#define MUSART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001U))
#define MUSART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7BFFU))
#define MUSART_NEG_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x8000U))
#define MUSART_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x0000U))
#define MUSART_ONE_FP16 __ushort_as_half(static_cast<unsigned short>(0x3C00U))

#endif // __cplusplus
#endif // __MUSA_FP16_H__
