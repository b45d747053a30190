# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(MusaPort): CUDA sources of a project are ported when it is built.
#
#   musa_port(NAME SOURCE_DIR DIR [OUTPUT_DIR DIR] [RULES FILE...] [EXCLUDE GLOB...] [ARCH MP]
#             [SOURCES_VAR VARIABLE] [CONFIGURE | BUILD])
#   musa_port_target(TARGET [NAME TWIN] [PORT NAME | musa_port()'s arguments])
#   MusaPort_EXECUTABLE, MusaPort_VERSION, MusaPort_INCLUDE_DIRS
include("${CMAKE_CURRENT_LIST_DIR}/MusaPortProgram.cmake")
if(MusaPort_VERSION STREQUAL "")
  set(MusaPort_FOUND FALSE)
  set(MusaPort_NOT_FOUND_MESSAGE "no musa-port was found: set MusaPort_EXECUTABLE (${MusaPort_EXECUTABLE})")
  return()
endif()

# What ported sources may include besides MUSA's own headers: musa_port/cuda_level.h, carry_flag.h,
# matrix_instructions.h, nvml.h, nvtx3.h, helper_*.h.
get_filename_component(MusaPort_INCLUDE_DIRS "${CMAKE_CURRENT_LIST_DIR}/../../../include" ABSOLUTE)

# enable_language(MUSA) finds the language's files, if the host's part is installed, too.
include("${CMAKE_CURRENT_LIST_DIR}/../MUSALanguage/MUSALanguageConfig.cmake" OPTIONAL)

include("${CMAKE_CURRENT_LIST_DIR}/MusaPortTree.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/MusaPortTarget.cmake")
