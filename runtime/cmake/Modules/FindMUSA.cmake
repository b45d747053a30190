# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(MUSA) of a project that has the toolkit's folder cmake/ in CMAKE_MODULE_PATH, as those for
# the SDK do. lib/cmake/MUSA says what it gives.
get_filename_component(_musa_prefix "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE) # this folder may be a link
include("${_musa_prefix}/lib/cmake/MUSA/MUSAConfig.cmake")
unset(_musa_prefix)
if(NOT MUSA_FOUND)
  set(MUSA_TOOLKIT_ROOT_DIR "")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MUSA REQUIRED_VARS MUSA_TOOLKIT_ROOT_DIR
  VERSION_VAR MUSA_VERSION REASON_FAILURE_MESSAGE "${MUSA_NOT_FOUND_MESSAGE}")
