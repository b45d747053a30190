# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Ports what PyTorch has for CUDA, when the project is configured.
#
#   MUSA_PORTED_DIR    the ported folders: c10/musa, aten/src/ATen/musa, aten/src/ATen/native/musa...
#   MUSA_LICENSE_DIR   where PyTorch's LICENSE and NOTICE are
#   MUSA_OVERLAY_DIR   installed headers of libtorch that test CUDA's macros, with MUSA's

# fetch(NAME VARIABLE): a part of PyTorch's source that tests/external/corpora.json names.
function(fetch name variable)
  execute_process(COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_SOURCE_DIR}/../tests/external/fetch.py" ${name}
    OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "PyTorch's source could not be fetched; have -DPYTORCH_SOURCE_DIR=FOLDER name one")
  endif()
  set(${variable} "${folder}" PARENT_SCOPE)
endfunction()
set(MUSA_LICENSE_DIR "${PYTORCH_SOURCE_DIR}")
if(NOT PYTORCH_SOURCE_DIR)
  fetch(pytorch-aten PYTORCH_SOURCE_DIR)
  fetch(pytorch-license MUSA_LICENSE_DIR)
endif()

set(version_file "${PYTORCH_SOURCE_DIR}/version.txt")
if(NOT EXISTS "${version_file}")
  message(FATAL_ERROR "${PYTORCH_SOURCE_DIR} is no source of PyTorch: it has no version.txt")
endif()
file(STRINGS "${version_file}" source_version LIMIT_COUNT 1)
string(REGEX MATCH "^[0-9]+\\.[0-9]+\\.[0-9]+" source_version "${source_version}")
if(NOT source_version VERSION_EQUAL Torch_VERSION)
  message(FATAL_ERROR "PyTorch's source in ${PYTORCH_SOURCE_DIR} is of version ${source_version}, "
    "and the installed libtorch of ${Torch_VERSION}; both have to be of one version")
endif()

# port(NAME SOURCE OUTPUT ARGUMENTS...): what needs a person's decision is in NAME.json and is no error
# here: the rules say what is expected, and the compiler and the tests judge the rest.
function(port name source output)
  execute_process(COMMAND "${MUSA_PORT}" "${source}" -o "${output}" -q --force --python=off --report "${CMAKE_BINARY_DIR}/${name}.json" ${ARGN}
    ERROR_FILE "${CMAKE_BINARY_DIR}/${name}.log" OUTPUT_QUIET RESULT_VARIABLE status)
  if(NOT status MATCHES "^[01]$")
    file(READ "${CMAKE_BINARY_DIR}/${name}.log" log)
    message(FATAL_ERROR "musa-port failed (${status}):\n${log}")
  endif()
endfunction()

set(rules "${CMAKE_CURRENT_SOURCE_DIR}/rules")
set(MUSA_PORTED_DIR "${CMAKE_BINARY_DIR}/ported")
message(STATUS "Porting PyTorch ${source_version}'s CUDA sources")
port(ported "${PYTORCH_SOURCE_DIR}" "${MUSA_PORTED_DIR}" -r "${rules}/pytorch.json" -r "${rules}/kernels.json"
  --include /c10/cuda/ --include /aten/src/ATen/cuda/ --include /aten/src/ATen/native/cuda/
  --include "/aten/src/ATen/native/*/cuda/"
  # These test CUDA's macros and are not installed.
  --include /aten/src/ATen/native/sparse/Macros.h --include /aten/src/ATen/native/ufunc/add.h
  # What attention calls of it refuses, where there is no cuDNN.
  --include /aten/src/ATen/native/cudnn/MHA.cpp
  # Tensors that processes share.
  --include "/torch/csrc/CudaIPCTypes.*"
  # Kernels of CUTLASS.
  --exclude "/aten/src/ATen/native/transformers/cuda/flash_attn/"
  --exclude "/aten/src/ATen/native/transformers/cuda/mem_eff_attention/"
  --exclude cutlass_extensions/)

# Of the headers that are not CUDA's but test its macros, copies; they are found before the installed.
set(MUSA_OVERLAY_DIR "${CMAKE_BINARY_DIR}/overlay")
find_path(TORCH_HEADERS ATen/ATen.h PATHS ${TORCH_INCLUDE_DIRS} REQUIRED)
file(GLOB_RECURSE headers RELATIVE "${TORCH_HEADERS}" "${TORCH_HEADERS}/ATen/*.h" "${TORCH_HEADERS}/c10/*.h")
set(includes)
foreach(header IN LISTS headers)
  if(header MATCHES "/(cuda|hip|cudnn|miopen)/")
    continue()
  endif()
  file(STRINGS "${TORCH_HEADERS}/${header}" found LIMIT_COUNT 1
    REGEX "__CUDACC__|__CUDA_ARCH__|__NVCC__|CUDA_VERSION|__HIPCC__")
  if(found)
    list(APPEND includes --include "/${header}")
  endif()
endforeach()
set(toolkit "${CMAKE_CURRENT_SOURCE_DIR}/../rules")
port(overlay "${TORCH_HEADERS}" "${MUSA_OVERLAY_DIR}" --no-default-rules
  -r "${toolkit}/macros.json" -r "${toolkit}/cuda-types.json" -r "${toolkit}/cuda-driver.json"
  -r "${toolkit}/cuda-runtime.json" -r "${toolkit}/cuda-device.json"
  -r "${rules}/installed_headers.json" ${includes})
file(GLOB rule_files "${rules}/*.json" "${toolkit}/*.json")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rule_files} "${MUSA_PORT}" "${version_file}")
