# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(MUSAToolkit): MUSA::musart, MUSA::musa_driver and MUSA::NAME for each other library that
# is there, of the SDK in MUSA_HOME if that has a runtime, else of the host runtime that this file
# was installed with. MUSAToolkit_ROOT_DIR, _INCLUDE_DIRS, _LIBRARY_DIR, _BIN_DIR, _MCC_EXECUTABLE.
set(MUSAToolkit_ROOT_DIR "$ENV{MUSA_HOME}")
if(NOT EXISTS "${MUSAToolkit_ROOT_DIR}/include/musa_runtime.h")
  get_filename_component(MUSAToolkit_ROOT_DIR "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  # From a checkout: the build folder, which has the compiler, looks as an installed one does.
  if(NOT EXISTS "${MUSAToolkit_ROOT_DIR}/include/musa_runtime.h" AND CMAKE_MUSA_COMPILER)
    get_filename_component(MUSAToolkit_ROOT_DIR "${CMAKE_MUSA_COMPILER}/../.." ABSOLUTE)
  endif()
endif()
set(MUSAToolkit_INCLUDE_DIRS "${MUSAToolkit_ROOT_DIR}/include")
set(MUSAToolkit_BIN_DIR "${MUSAToolkit_ROOT_DIR}/bin")
set(MUSAToolkit_MCC_EXECUTABLE "${MUSAToolkit_BIN_DIR}/mcc")
set(MUSAToolkit_LIBRARY_DIR "${MUSAToolkit_ROOT_DIR}/lib")
set(MUSAToolkit_FOUND FALSE)

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
