# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(MUSAToolkit): MUSA::musart, MUSA::musa_driver and MUSA::NAME for each other library that
# is there, of the toolkit that the MUSA compiler belongs to (MUSAToolkitRoot.cmake says which).
# MUSAToolkit_ROOT_DIR, _VERSION, _INCLUDE_DIRS, _LIBRARY_DIR, _BIN_DIR, _MCC_EXECUTABLE.
cmake_policy(VERSION 3.25) # whatever the project asks for
set(MUSAToolkit_FOUND FALSE)
include("${CMAKE_CURRENT_LIST_DIR}/MUSAToolkitRoot.cmake")
if(NOT MUSAToolkit_ROOT_DIR)
  return()
endif()
set(MUSAToolkit_INCLUDE_DIRS "${MUSAToolkit_ROOT_DIR}/include")
set(MUSAToolkit_BIN_DIR "${MUSAToolkit_ROOT_DIR}/bin")
set(MUSAToolkit_LIBRARY_DIR "${MUSAToolkit_ROOT_DIR}/lib")

function(_musa_toolkit_target name)
  if(TARGET MUSA::${name})
    return()
  endif()
  foreach(library IN LISTS ARGN)
    if(EXISTS "${MUSAToolkit_LIBRARY_DIR}/lib${library}.so")
      add_library(MUSA::${name} SHARED IMPORTED)
      set_target_properties(MUSA::${name} PROPERTIES
        IMPORTED_LOCATION "${MUSAToolkit_LIBRARY_DIR}/lib${library}.so"
        INTERFACE_INCLUDE_DIRECTORIES "${MUSAToolkit_INCLUDE_DIRS}"
        INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${MUSAToolkit_INCLUDE_DIRS}")
      return()
    endif()
  endforeach()
endfunction()

_musa_toolkit_target(musart musart)
# The host runtime has the driver API in the same library.
_musa_toolkit_target(musa_driver musa musart)
foreach(name IN ITEMS mublas mublasLt mufft murand musolver musparse mudnn mccl mupti mtrtc mupp)
  _musa_toolkit_target(${name} ${name})
endforeach()

if(TARGET MUSA::musart)
  set(MUSAToolkit_FOUND TRUE)
else()
  set(MUSAToolkit_NOT_FOUND_MESSAGE "libmusart.so is not in ${MUSAToolkit_LIBRARY_DIR}")
endif()
