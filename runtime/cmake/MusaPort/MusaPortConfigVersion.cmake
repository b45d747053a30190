# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The version is musa-port's; it serves whoever asks for an older one.
include("${CMAKE_CURRENT_LIST_DIR}/MusaPortProgram.cmake")
set(PACKAGE_VERSION "${MusaPort_VERSION}")
if(NOT PACKAGE_VERSION STREQUAL "" AND PACKAGE_VERSION VERSION_GREATER_EQUAL PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
