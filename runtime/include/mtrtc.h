/*===- mtrtc.h - MUSA's compiler as a library ---------------------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Names and numbers equal NVRTC's, but for the results: a program is compiled to MUSA's
 *intermediate code (mtrtcGetMUSA) and to a fat binary (mtrtcGetFatBin). On the host both are one
 *shared library, which muModuleLoadData() takes. docs/reference/mtrtc.md says what differs.
 *===----------------------------------------------------------------------===*/
#ifndef __MTRTC_H__
#define __MTRTC_H__

#include <stddef.h>
#include <stdlib.h>

typedef enum {
  MTRTC_SUCCESS = 0,
  MTRTC_ERROR_OUT_OF_MEMORY = 1,
  MTRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  MTRTC_ERROR_INVALID_INPUT = 3,
  MTRTC_ERROR_INVALID_PROGRAM = 4,
  MTRTC_ERROR_INVALID_OPTION = 5,
  MTRTC_ERROR_COMPILATION = 6,
  MTRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  MTRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  MTRTC_ERROR_INTERNAL_ERROR = 11,
  MTRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
  MTRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13,
  MTRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14,
  MTRTC_ERROR_PCH_CREATE = 15,
  MTRTC_ERROR_CANCELLED = 16,
  MTRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED = 17
} mtrtcResult;

typedef struct _mtrtcProgram *mtrtcProgram;

#if defined(__cplusplus)
extern "C" {
#endif

/* Never null. */
const char *mtrtcGetErrorString(mtrtcResult result);
/* The version of CUDA whose interface this is. */
mtrtcResult mtrtcVersion(int *major, int *minor);
/* Architectures as numbers: 31 for mp_31. */
mtrtcResult mtrtcGetNumSupportedArchs(int *numArchs);
mtrtcResult mtrtcGetSupportedArchs(int *supportedArchs);

/* `headers`: texts that `includeNames` names in #include. `name` may be null. All is copied. */
mtrtcResult mtrtcCreateProgram(mtrtcProgram *prog, const char *src, const char *name,
                               int numHeaders, const char *const *headers,
                               const char *const *includeNames);
mtrtcResult mtrtcDestroyProgram(mtrtcProgram *prog);
/* The log says what is wrong, also with an option. */
mtrtcResult mtrtcCompileProgram(mtrtcProgram prog, int numOptions, const char *const *options);

/* Sizes are in bytes, those of logs with the zero at the end. */
mtrtcResult mtrtcGetMUSASize(mtrtcProgram prog, size_t *codeSizeRet);
mtrtcResult mtrtcGetMUSA(mtrtcProgram prog, char *code);
mtrtcResult mtrtcGetFatBinSize(mtrtcProgram prog, size_t *fatBinSizeRet);
mtrtcResult mtrtcGetFatBin(mtrtcProgram prog, char *fatBin);
/* The host has neither: MTRTC_ERROR_INVALID_PROGRAM. */
mtrtcResult mtrtcGetLTOIRSize(mtrtcProgram prog, size_t *LTOIRSizeRet);
mtrtcResult mtrtcGetLTOIR(mtrtcProgram prog, char *LTOIR);
mtrtcResult mtrtcGetOptiXIRSize(mtrtcProgram prog, size_t *optixirSizeRet);
mtrtcResult mtrtcGetOptiXIR(mtrtcProgram prog, char *optixir);
mtrtcResult mtrtcGetProgramLogSize(mtrtcProgram prog, size_t *logSizeRet);
mtrtcResult mtrtcGetProgramLog(mtrtcProgram prog, char *log);

/* Before compilation: of a kernel, or the address of a variable, which a template may need. */
mtrtcResult mtrtcAddNameExpression(mtrtcProgram prog, const char *name_expression);
/* After it: the mangled name, which lives as long as the program. */
mtrtcResult mtrtcGetLoweredName(mtrtcProgram prog, const char *name_expression,
                                const char **lowered_name);

/* A callback that returns 1 cancels the compilation. It is asked before mcc is started. */
mtrtcResult mtrtcSetFlowCallback(mtrtcProgram prog, int (*callback)(void *, void *), void *payload);
/* There is no heap for precompiled headers on the host. */
mtrtcResult mtrtcGetPCHHeapSize(size_t *ret);
mtrtcResult mtrtcSetPCHHeapSize(size_t size);
mtrtcResult mtrtcGetPCHCreateStatus(mtrtcProgram prog);
mtrtcResult mtrtcGetPCHHeapSizeRequired(mtrtcProgram prog, size_t *size);

#if defined(__cplusplus)
} /* extern "C" */

#if defined(MTRTC_GET_TYPE_NAME) && MTRTC_GET_TYPE_NAME
#include <cstdlib>
#include <cxxabi.h>
#include <string>
#include <typeinfo>

inline mtrtcResult mtrtcGetTypeName(const std::type_info &info, std::string *result) {
  int status = 0;
  char *name = abi::__cxa_demangle(info.name(), nullptr, nullptr, &status);
  if (name == nullptr)
    return status == -1 ? MTRTC_ERROR_OUT_OF_MEMORY : MTRTC_ERROR_INTERNAL_ERROR;
  *result = name;
  std::free(name);
  return MTRTC_SUCCESS;
}
template <typename T> mtrtcResult mtrtcGetTypeName(std::string *result) {
  /* A reference's type_info is that of what it refers to. */
  struct Kept {
    static void of(T) {}
  };
  const mtrtcResult status = mtrtcGetTypeName(typeid(void (*)(T)), result);
  if (status != MTRTC_SUCCESS)
    return status;
  const std::string before = "void (*)(";
  *result = result->substr(before.size(), result->size() - before.size() - 1);
  return status;
}
#endif
#endif

#endif /* __MTRTC_H__ */
