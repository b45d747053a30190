# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The language MUSA: which compiler it has. CMAKE_MUSA_COMPILER, else MUSACC in the environment, else
# the mcc of an SDK in MUSA_HOME, else the one that these files were installed with, else any.
if(NOT CMAKE_MUSA_COMPILER)
  if(DEFINED ENV{MUSACC})
    set(CMAKE_MUSA_COMPILER_INIT "$ENV{MUSACC}")
  endif()
  # By its name: the folder may be a link.
  get_filename_component(prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  find_program(CMAKE_MUSA_COMPILER NAMES ${CMAKE_MUSA_COMPILER_INIT} mcc
    HINTS "$ENV{MUSA_HOME}/bin" "${prefix}/bin"
    DOC "The compiler of MUSA sources")
endif()
if(NOT CMAKE_MUSA_COMPILER)
  message(FATAL_ERROR "No mcc was found: set CMAKE_MUSA_COMPILER or the environment's MUSA_HOME")
endif()
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
