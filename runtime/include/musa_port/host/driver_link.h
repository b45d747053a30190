//===- musa_port/host/driver_link.h - linking device code at run time --*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of musa.h, for C and C++. docs/reference/runtime.md says what can be linked.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_DRIVER_LINK_H
#define MUSA_PORT_HOST_DRIVER_LINK_H

#define muLinkCreate muLinkCreate_v2
#define muLinkAddData muLinkAddData_v2
#define muLinkAddFile muLinkAddFile_v2

typedef enum MUjitInputType_enum {
  MU_JIT_INPUT_MUBIN = 0,
  MU_JIT_INPUT_PTX = 1,
  MU_JIT_INPUT_FATBINARY = 2,
  MU_JIT_INPUT_OBJECT = 3,
  MU_JIT_INPUT_LIBRARY = 4,
  MU_JIT_INPUT_MTVM = 5,
  MU_JIT_NUM_INPUT_TYPES = 6
} MUjitInputType;

/* Values of options that are about code for a GPU. */
typedef enum MUjit_fallback_enum { MU_PREFER_PTX = 0, MU_PREFER_BINARY = 1 } MUjit_fallback;
typedef enum MUjit_cacheMode_enum {
  MU_JIT_CACHE_OPTION_NONE = 0,
  MU_JIT_CACHE_OPTION_CG = 1,
  MU_JIT_CACHE_OPTION_CA = 2
} MUjit_cacheMode;

typedef struct MUlinkState_st *MUlinkState;

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

MUresult muLinkCreate(unsigned int numOptions, MUjit_option *options, void **optionValues,
                      MUlinkState *stateOut);
MUresult muLinkAddData(MUlinkState state, MUjitInputType type, void *data, size_t size,
                       const char *name, unsigned int numOptions, MUjit_option *options,
                       void **optionValues);
MUresult muLinkAddFile(MUlinkState state, MUjitInputType type, const char *path,
                       unsigned int numOptions, MUjit_option *options, void **optionValues);
MUresult muLinkComplete(MUlinkState state, void **mubinOut, size_t *sizeOut);
MUresult muLinkDestroy(MUlinkState state);

#pragma GCC visibility pop
#if defined(__cplusplus)
} // extern "C"
#endif

#endif /* MUSA_PORT_HOST_DRIVER_LINK_H */
