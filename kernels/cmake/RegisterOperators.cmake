# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes the C++ that registers the operators of musa_functions.yaml.
#
#   MUSA_GENERATED_DIR      its headers
#   MUSA_GENERATED_SOURCES  its sources, and the kernels that torchgen writes for CUDA, ported
set(MUSA_GENERATED_DIR "${CMAKE_BINARY_DIR}/generated")
set(functions "${CMAKE_CURRENT_SOURCE_DIR}/musa_functions.yaml")
execute_process(
  COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_SOURCE_DIR}/codegen/gen.py"
    --functions "${functions}" --output-dir "${MUSA_GENERATED_DIR}" --output-dependencies "${CMAKE_BINARY_DIR}/generated.d"
  ERROR_VARIABLE errors RESULT_VARIABLE status)
if(status)
  message(FATAL_ERROR "The operators cannot be registered:\n${errors}")
endif()
file(READ "${CMAKE_BINARY_DIR}/generated.d" inputs)
string(REGEX REPLACE "^[^\n]*: *\\\\?\n" "" inputs "${inputs}")
string(REPLACE "\\\n" "" inputs "${inputs}")
separate_arguments(inputs UNIX_COMMAND "${inputs}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${inputs})

port(generated "${MUSA_GENERATED_DIR}" "${CMAKE_BINARY_DIR}/ported_generated"
  -r "${rules}/pytorch.json" -r "${rules}/kernels.json" --include "*.cu")
file(GLOB MUSA_GENERATED_SOURCES "${MUSA_GENERATED_DIR}/*.cpp" "${CMAKE_BINARY_DIR}/ported_generated/*.mu")
