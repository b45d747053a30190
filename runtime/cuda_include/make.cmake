# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DMUSA_PORT=... -DMUSA_INCLUDE=... -DCXX=... -DOUTPUT=... -P make.cmake
#
# CUDA's headers, made of MUSA's: ported backwards, called as the rules call them, with what is in
# include/ beside them.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/header_rules.cmake)

header_rules(cuda)
header_rules(musa --direction=m2c)

set(paths "")
set(others "")
foreach(name IN LISTS cuda)
  set(header "${cuda_${name}}")
  # muDNN's interface is another one than cuDNN's: no header for CUDA sources is made of it. CUDA
  # sources include libcu++'s <nv/target> by itself, as its own headers do.
  if(header STREQUAL "-" OR header MATCHES "^(mudnn|mt/)" OR NOT EXISTS "${MUSA_INCLUDE}/${header}")
    continue()
  endif()
  if(musa_${header} STREQUAL name AND NOT header MATCHES "^musa_port/")
    list(APPEND paths "\"${name}\": \"${header}\"")
  else()
    list(APPEND others "${name}")
  endif()
endforeach()
list(JOIN paths ",\n    " paths)
file(WRITE "${OUTPUT}.json" "{
  \"format\": \"musa-port-rules-1\",
  \"library\": \"cuda-include\",
  \"paths\": {
    ${paths}
  }
}
")

# musa/ wraps libcu++, which CUDA sources include by itself. What is said of the versions that MUSA's
# headers define is no failure: see musa_port/nvcc.h.
file(REMOVE_RECURSE "${OUTPUT}")
execute_process(COMMAND ${MUSA_PORT} --direction=m2c --quiet
    -r ${CMAKE_CURRENT_LIST_DIR}/rules.json -r ${OUTPUT}.json
    --exclude /musa/ --exclude /mt/ --exclude /musa_port/libcudacxx.h --exclude /mudnn* ${MUSA_INCLUDE} -o ${OUTPUT}
  RESULT_VARIABLE status ERROR_VARIABLE errors)
if(status GREATER 1)
  message(FATAL_ERROR "${errors}")
endif()
file(REMOVE "${OUTPUT}/.musa-port-manifest.json")

# CUDA's other names for a header of MUSA's.
foreach(name IN LISTS others)
  if(NOT EXISTS "${OUTPUT}/${name}" AND NOT name MATCHES "/$")
    set(header "${cuda_${name}}")
    # The same on both sides: what the rules keep, and the port's own.
    if(NOT musa_${header} STREQUAL "-" AND NOT header MATCHES "^musa_port/")
      set(header "${musa_${header}}")
    endif()
    file(WRITE "${OUTPUT}/${name}" "#include <${header}>\n")
  endif()
endforeach()
file(COPY "${CMAKE_CURRENT_LIST_DIR}/include/" DESTINATION "${OUTPUT}")

# musa_port/cuda/<name> is what CUDA's <name> has and MUSA's has not.
file(GLOB_RECURSE more RELATIVE "${OUTPUT}/musa_port/cuda" "${OUTPUT}/musa_port/cuda/*")
foreach(name IN LISTS more)
  if(NOT EXISTS "${OUTPUT}/${name}")
    message(FATAL_ERROR "musa_port/cuda/${name}: there is no ${name}")
  endif()
  file(APPEND "${OUTPUT}/${name}" "#include <musa_port/cuda/${name}>\n")
endforeach()

# Functions that the rules of a library name, and that neither the header declares nor those that
# follow as more arguments: only their names are known, so they take any arguments, also in C.
function(declare_by_name header library prefix result)
  execute_process(COMMAND ${MUSA_PORT} rules list ${library}
    OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "(^|\n)${prefix}[A-Z][A-Za-z0-9_]*" names "${list}")
  list(TRANSFORM names STRIP)
  list(FILTER names EXCLUDE REGEX "_t$|Get(Status|Error)(Name|String)$|CudartVersion$") # no status
  foreach(each IN ITEMS ${header} ${ARGN})
    execute_process(COMMAND ${CXX} -x c++ -E -P -dD -I "${OUTPUT}" "${OUTPUT}/${each}"
      OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "${prefix}[A-Z][A-Za-z0-9_]*" declared "${text}")
    list(REMOVE_ITEM names ${declared})
  endforeach()
  list(TRANSFORM names PREPEND "${result} ")
  list(JOIN names "(__CUDA_ANY);\n" names)
  file(APPEND "${OUTPUT}/${header}" "#if defined(__cplusplus)
extern \"C\" {
#define __CUDA_ANY ...
#else
#define __CUDA_ANY
#endif
${names}(__CUDA_ANY);
#undef __CUDA_ANY
#if defined(__cplusplus)
}
#endif
")
endfunction()

declare_by_name(cuda.h cuda-driver cu CUresult cudaGL.h)
declare_by_name(cublas_v2.h cublas cublas cublasStatus_t cublasXt.h)
declare_by_name(cublasLt.h cublaslt cublasLt cublasStatus_t)
declare_by_name(cusolverDn.h cusolver cusolverDn cusolverStatus_t)
declare_by_name(cusparse.h cusparse cusparse cusparseStatus_t)
