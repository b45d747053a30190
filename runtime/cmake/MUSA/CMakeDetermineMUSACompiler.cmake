# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The language MUSA: which compiler it has, as MUSAToolkitRoot.cmake chooses it.
include("${CMAKE_CURRENT_LIST_DIR}/../MUSAToolkit/MUSAToolkitRoot.cmake")
if(NOT MUSAToolkit_MCC_EXECUTABLE)
  message(FATAL_ERROR "The compiler of MUSA: ${MUSAToolkit_NOT_FOUND_MESSAGE}")
endif()
set(CMAKE_MUSA_COMPILER "${MUSAToolkit_MCC_EXECUTABLE}")
set(CMAKE_MUSA_COMPILER "${MUSAToolkit_MCC_EXECUTABLE}" CACHE FILEPATH
  "The compiler of MUSA sources" FORCE)
mark_as_advanced(CMAKE_MUSA_COMPILER)
set(CMAKE_MUSA_COMPILER_ENV_VAR "MUSACC")

# mcc is a Clang, with Clang's command line; its own version says little to a project.
execute_process(COMMAND "${CMAKE_MUSA_COMPILER}" --version
  OUTPUT_VARIABLE CMAKE_MUSA_COMPILER_VERSION_TEXT ERROR_QUIET RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${CMAKE_MUSA_COMPILER} --version fails (${status})")
endif()
if(CMAKE_MUSA_COMPILER_VERSION_TEXT MATCHES "[Cc]lang[^0-9\n]* ([0-9]+\\.[0-9]+(\\.[0-9]+)?)"
    OR CMAKE_MUSA_COMPILER_VERSION_TEXT MATCHES "([0-9]+\\.[0-9]+(\\.[0-9]+)?)")
  set(CMAKE_MUSA_COMPILER_VERSION "${CMAKE_MATCH_1}")
endif()
set(CMAKE_MUSA_COMPILER_IS_HOST FALSE)
if(CMAKE_MUSA_COMPILER_VERSION_TEXT MATCHES "^mcc \\(musa-port\\)")
  set(CMAKE_MUSA_COMPILER_IS_HOST TRUE)
endif()
if(NOT CMAKE_MUSA_COMPILER_ID_RUN)
  set(CMAKE_MUSA_COMPILER_ID_RUN 1)
  message(STATUS "The MUSA compiler is ${CMAKE_MUSA_COMPILER}")
endif()

# Where only MUSA is enabled, nobody else looks for these.
foreach(tool IN ITEMS AR RANLIB LINKER)
  string(TOLOWER ${tool} name)
  string(REPLACE linker ld name ${name})
  find_program(CMAKE_${tool} NAMES ${name} llvm-${name})
  mark_as_advanced(CMAKE_${tool})
endforeach()

configure_file("${CMAKE_CURRENT_LIST_DIR}/CMakeMUSACompiler.cmake.in"
  "${CMAKE_PLATFORM_INFO_DIR}/CMakeMUSACompiler.cmake" @ONLY)
