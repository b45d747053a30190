/*===- library_types.h - the data types that the libraries share ----*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Names and numbers are those of CUDA's library_types.h.
 *===----------------------------------------------------------------------===*/
#ifndef MUSA_LIBRARY_TYPES_H
#define MUSA_LIBRARY_TYPES_H

/* R is real and C is complex. The bits and the kind of a number follow. */
typedef enum musaDataType_t {
  MUSA_R_32F = 0,
  MUSA_R_64F = 1,
  MUSA_R_16F = 2,
  MUSA_R_8I = 3,
  MUSA_C_32F = 4,
  MUSA_C_64F = 5,
  MUSA_C_16F = 6,
  MUSA_C_8I = 7,
  MUSA_R_8U = 8,
  MUSA_C_8U = 9,
  MUSA_R_32I = 10,
  MUSA_C_32I = 11,
  MUSA_R_32U = 12,
  MUSA_C_32U = 13,
  MUSA_R_16BF = 14,
  MUSA_C_16BF = 15,
  MUSA_R_4I = 16,
  MUSA_C_4I = 17,
  MUSA_R_4U = 18,
  MUSA_C_4U = 19,
  MUSA_R_16I = 20,
  MUSA_C_16I = 21,
  MUSA_R_16U = 22,
  MUSA_C_16U = 23,
  MUSA_R_64I = 24,
  MUSA_C_64I = 25,
  MUSA_R_64U = 26,
  MUSA_C_64U = 27,
  MUSA_R_8F_E4M3 = 28,
  MUSA_R_8F_E5M2 = 29
} musaDataType_t;
typedef musaDataType_t musaDataType;

typedef enum libraryPropertyType_t {
  MAJOR_VERSION = 0,
  MINOR_VERSION = 1,
  PATCH_LEVEL = 2
} libraryPropertyType_t;
typedef libraryPropertyType_t libraryPropertyType;

#endif /* MUSA_LIBRARY_TYPES_H */
