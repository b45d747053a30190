/*===- musalibxt.h - data that several devices share ----------------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Descriptors of libraries that work on several devices, of muFFT here.
 *===----------------------------------------------------------------------===*/
#ifndef MUSALIBXT_H
#define MUSALIBXT_H

#include <stddef.h>

#define MUSA_XT_DESCRIPTOR_VERSION 0x01000000
#define MAX_MUSA_DESCRIPTOR_GPUS 64

typedef enum libFormat_t { LIB_FORMAT_MUFFT = 0x0, LIB_FORMAT_UNDEFINED = 0x1 } libFormat;

typedef struct musaXtDesc_t {
  int version;
  int nGPUs;
  int GPUs[MAX_MUSA_DESCRIPTOR_GPUS];
  void *data[MAX_MUSA_DESCRIPTOR_GPUS];
  size_t size[MAX_MUSA_DESCRIPTOR_GPUS]; /* in bytes */
  void *musaXtState;
} musaXtDesc;

typedef struct musaLibXtDesc_t {
  int version;
  musaXtDesc *descriptor;
  libFormat library;
  int subFormat;
  void *libDescriptor;
} musaLibXtDesc;

#endif /* MUSALIBXT_H */
