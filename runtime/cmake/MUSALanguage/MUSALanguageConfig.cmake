# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(MUSALanguage): project(), enable_language() and check_language() find the language MUSA
# from here on. It enables nothing, so it can come before project().
cmake_policy(VERSION 3.25) # whatever the project asks for
get_filename_component(_musa_language "${CMAKE_CURRENT_LIST_DIR}/../MUSA" ABSOLUTE)
if(NOT _musa_language IN_LIST CMAKE_MODULE_PATH)
  list(APPEND CMAKE_MODULE_PATH "${_musa_language}")
endif()
unset(_musa_language)
