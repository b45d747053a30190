# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DMUSA_PORT=... -DCUTLASS_INCLUDE=... -DOUTPUT=... -P make.cmake
#
# MUTLASS for the host: NVIDIA's CUTLASS and CuTe, of the folder CUTLASS_INCLUDE, as musa-port ports
# them. Their namespaces, macros and names are MUTLASS's then (rules/cutlass.json). MUTLASS is of
# CUTLASS 3, and has less: a header that it lacks keeps its name in a port, so both names lead to
# the same file.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../cuda_include/header_rules.cmake)

if(NOT EXISTS "${CUTLASS_INCLUDE}/cutlass/cutlass.h" OR NOT EXISTS "${CUTLASS_INCLUDE}/cute")
  message(FATAL_ERROR "${CUTLASS_INCLUDE} has no cutlass/cutlass.h, or no cute/")
endif()

# What has no meaning in MUSA is said of each line that a program could not use anyway: instructions
# of Hopper, sparse matrices. Only exit status 2 is a failure.
file(REMOVE_RECURSE "${OUTPUT}.part")
execute_process(COMMAND ${MUSA_PORT} ${CUTLASS_INCLUDE} -o ${OUTPUT}.part --translate-ptx --quiet
    -r ${CMAKE_CURRENT_LIST_DIR}/rules.json --report ${OUTPUT}.report.json
  RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE messages)
if(NOT status MATCHES "^[01]$")
  message(FATAL_ERROR "CUTLASS could not be ported:\n${messages}")
endif()

foreach(pair IN ITEMS "cutlass mutlass" "cute mute")
  string(REPLACE " " ";" pair "${pair}")
  list(GET pair 1 musa)
  list(GET pair 0 cuda)
  file(CREATE_LINK ${cuda} "${OUTPUT}.part/${musa}" SYMBOLIC)
endforeach()
# The headers whose own names the rules change.
header_rules(cuda)
list(FILTER cuda INCLUDE REGEX "^(cutlass|cute)/")
if(NOT cuda)
  message(FATAL_ERROR "`musa-port rules list` names no header of CUTLASS")
endif()
foreach(from IN LISTS cuda)
  set(to "${cuda_${from}}")
  if(to MATCHES "^mut" AND EXISTS "${OUTPUT}.part/${from}" AND NOT EXISTS "${OUTPUT}.part/${to}")
    cmake_path(GET from FILENAME name)
    file(CREATE_LINK ${name} "${OUTPUT}.part/${to}" SYMBOLIC)
  endif()
endforeach()

file(REMOVE_RECURSE "${OUTPUT}")
file(RENAME "${OUTPUT}.part" "${OUTPUT}")
