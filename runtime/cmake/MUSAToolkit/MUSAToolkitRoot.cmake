# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Which mcc there is, and the toolkit that it belongs to: MUSAToolkit_MCC_EXECUTABLE,
# MUSAToolkit_ROOT_DIR, MUSAToolkit_VERSION. Without them MUSAToolkit_NOT_FOUND_MESSAGE says why.
#
# The compiler is CMAKE_MUSA_COMPILER, else MUSACC in the environment, else the SDK's in MUSA_HOME,
# else the one that these files were installed with, else any in PATH. One that was asked for and is
# not there is not passed over.
set(MUSAToolkit_MCC_EXECUTABLE "")
set(MUSAToolkit_ROOT_DIR "")
set(MUSAToolkit_VERSION "")
set(MUSAToolkit_NOT_FOUND_MESSAGE "")

set(_musa_asked "${CMAKE_MUSA_COMPILER}")
set(_musa_asked_by "CMAKE_MUSA_COMPILER")
if(NOT _musa_asked)
  set(_musa_asked "$ENV{MUSACC}")
  set(_musa_asked_by "MUSACC")
endif()
if(_musa_asked)
  find_program(_musa_found NAMES "${_musa_asked}" PATHS ENV PATH NO_DEFAULT_PATH NO_CACHE)
  if(NOT _musa_found)
    set(MUSAToolkit_NOT_FOUND_MESSAGE "${_musa_asked_by} is ${_musa_asked}, which is no program")
  endif()
else()
  # Ours by its name: the folder may be a link.
  get_filename_component(_musa_own "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  foreach(_musa_folder IN ITEMS "$ENV{MUSA_HOME}" "${_musa_own}")
    if(NOT _musa_found AND _musa_folder AND EXISTS "${_musa_folder}/bin/mcc")
      set(_musa_found "${_musa_folder}/bin/mcc")
    endif()
  endforeach()
  find_program(_musa_found NAMES mcc PATHS ENV PATH NO_DEFAULT_PATH NO_CACHE)
  if(NOT _musa_found)
    set(MUSAToolkit_NOT_FOUND_MESSAGE
      "no mcc was found: set CMAKE_MUSA_COMPILER, or MUSACC or MUSA_HOME in the environment")
  endif()
endif()

if(_musa_found)
  set(MUSAToolkit_MCC_EXECUTABLE "${_musa_found}")
  foreach(_musa_path IN ITEMS ABSOLUTE REALPATH)
    get_filename_component(_musa_folder "${_musa_found}" ${_musa_path})
    get_filename_component(_musa_folder "${_musa_folder}/../.." ABSOLUTE)
    if(NOT MUSAToolkit_ROOT_DIR AND EXISTS "${_musa_folder}/include/musa_runtime.h")
      set(MUSAToolkit_ROOT_DIR "${_musa_folder}")
    endif()
  endforeach()
  if(NOT MUSAToolkit_ROOT_DIR)
    set(MUSAToolkit_NOT_FOUND_MESSAGE
      "there is no include/musa_runtime.h beside the folder of the compiler ${_musa_found}")
  elseif(EXISTS "${MUSAToolkit_ROOT_DIR}/include/musa.h")
    file(STRINGS "${MUSAToolkit_ROOT_DIR}/include/musa.h" _musa_version
      REGEX "^#[ \t]*define[ \t]+MUSA_VERSION[ \t]+[0-9]+" LIMIT_COUNT 1)
    if(_musa_version MATCHES "([0-9]+)[^0-9]*$")
      # 40300 is 4.3.
      math(EXPR _musa_major "${CMAKE_MATCH_1} / 10000")
      math(EXPR _musa_minor "${CMAKE_MATCH_1} % 10000 / 100")
      set(MUSAToolkit_VERSION "${_musa_major}.${_musa_minor}")
    endif()
  endif()
endif()
foreach(_musa_name IN ITEMS asked asked_by found own folder path version major minor name)
  unset(_musa_${_musa_name})
endforeach()
