/*===- mupti.h - the profiling tools interface -----------------------*- C -*-===
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The part of CUPTI that docs/reference/libraries.md lists; programs link with -lmupti.
 *===----------------------------------------------------------------------===*/
#ifndef MUPTI_H
#define MUPTI_H

#include "generated_musa_runtime_api_meta.h"
#include "mupti_activity.h"
#include "mupti_callbacks.h"
#include "mupti_driver_cbid.h"
#include "mupti_result.h"
#include "mupti_runtime_cbid.h"
#include "mupti_version.h"

#endif /* MUPTI_H */
