/*===- mupti_version.h - the version of MUPTI ------------------------*- C -*-===
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*/
#ifndef MUPTI_VERSION_H
#define MUPTI_VERSION_H

#include "mupti_result.h"

/* The interface is that of CUPTI 12.4. */
#define MUPTI_API_VERSION 22

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

MUptiResult MUPTIAPI muptiGetVersion(uint32_t *version);

#if defined(__cplusplus)
}
#endif
#pragma GCC visibility pop

#endif /* MUPTI_VERSION_H */
