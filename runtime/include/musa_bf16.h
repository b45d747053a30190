//===- musa_bf16.h - __mt_bfloat16 and __mt_bfloat162 ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef __MUSA_BF16_H__
#define __MUSA_BF16_H__

#if defined(__cplusplus) // C gets nothing from this header

#include "musa_fp16.h"

#define __MUSA_BF16_TYPES_EXIST__

struct __mt_bfloat16;
struct __mt_bfloat162;

#define __MUSA_SCALAR __mt_bfloat16
#define __MUSA_SCALAR_RAW __mt_bfloat16_raw
#define __MUSA_OTHER_SCALAR __half
#define __MUSA_PAIR __mt_bfloat162
#define __MUSA_PAIR_RAW __mt_bfloat162_raw
#define __MUSA_WORD bfloat16
#define __MUSA_WORD2 bfloat162
#define __MUSA_FORMAT __musa_format_bfloat16
#if defined(__MUSA_NO_BFLOAT16_CONVERSIONS__)
#define __MUSA_NARROW_NO_CONVERSIONS
#endif
#if defined(__MUSA_NO_BFLOAT16_OPERATORS__)
#define __MUSA_NARROW_NO_OPERATORS
#endif
#if defined(__MUSA_NO_BFLOAT16_OPERATORS__) || defined(__MUSA_NO_BFLOAT162_OPERATORS__)
#define __MUSA_NARROW_NO_PAIR_OPERATORS
#endif
#include "musa_port/device/narrow_type.h"
// This header needs the type above:
#include "musa_port/device/narrow_functions.h"

#if !defined(__MUSA_NO_HALF_CONVERSIONS__)
__MUSA_HOSTDEVICE inline __half::__half(const __mt_bfloat16 &other)
    : __x(__musa_format_half::narrow(__musa_widen(other))) {}
#endif
#if !defined(__MUSA_NO_BFLOAT16_CONVERSIONS__)
__MUSA_HOSTDEVICE inline __mt_bfloat16::__mt_bfloat16(const __half &other)
    : __x(__musa_format_bfloat16::narrow(__musa_widen(other))) {}
#endif

#if !defined(MUSA_NO_BFLOAT16)
typedef __mt_bfloat16 mt_bfloat16;
typedef __mt_bfloat162 mt_bfloat162;
#endif

#define MUSART_INF_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7F80U))
#define MUSART_NAN_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7FFFU))
#define MUSART_MIN_DENORM_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0001U))
#define MUSART_MAX_NORMAL_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7F7FU))
#define MUSART_NEG_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x8000U))
#define MUSART_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0000U))
#define MUSART_ONE_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x3F80U))

#endif // __cplusplus
#endif // __MUSA_BF16_H__
