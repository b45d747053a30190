//===- musa_port/rand/constants.h - the constants of cuRAND's device API --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that turn bits into numbers themselves use these.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_RAND_CONSTANTS_H
#define MUSA_PORT_RAND_CONSTANTS_H

#define MURAND_2POW32 (4294967296.0f)
#define MURAND_2POW32_DOUBLE (4294967296.0)
#define MURAND_2POW32_INV (2.3283064e-10f)
#define MURAND_2POW32_INV_DOUBLE (2.3283064365386963e-10)
#define MURAND_2POW53_INV_DOUBLE (1.1102230246251565e-16)
#define MURAND_2PI (6.2831855f)
#define MURAND_2PI_DOUBLE (6.2831853071795860)
#define MURAND_PI_DOUBLE (3.1415926535897932)
#define MURAND_2POW32_INV_2PI (2.3283064e-10f * 6.2831855f)
#define MURAND_2POW53_INV_2PI_DOUBLE (1.1102230246251565e-16 * 6.2831853071795860)
/* Negative, as cuRAND's are. */
#define MURAND_SQRT2 (-1.4142135f)
#define MURAND_SQRT2_DOUBLE (-1.4142135623730951)

#endif // MUSA_PORT_RAND_CONSTANTS_H
