# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(MUSAToolkit) of a project that has the toolkit's folder cmake/ in CMAKE_MODULE_PATH, as
# those for the SDK do. lib/cmake/MUSAToolkit says what it gives.
get_filename_component(_musa_prefix "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE) # this folder may be a link
include("${_musa_prefix}/lib/cmake/MUSAToolkit/MUSAToolkitConfig.cmake")
unset(_musa_prefix)
if(NOT MUSAToolkit_FOUND)
  set(MUSAToolkit_ROOT_DIR "")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MUSAToolkit REQUIRED_VARS MUSAToolkit_ROOT_DIR
  VERSION_VAR MUSAToolkit_VERSION REASON_FAILURE_MESSAGE "${MUSAToolkit_NOT_FOUND_MESSAGE}")
