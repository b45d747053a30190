# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(MUSA): the language MUSA, and what scripts written for Moore Threads' SDK use:
#
#   musa_add_executable(NAME [EXCLUDE_FROM_ALL] SOURCES... [OPTIONS FLAGS...])
#   musa_add_library(NAME [STATIC | SHARED | MODULE] [EXCLUDE_FROM_ALL] SOURCES... [OPTIONS FLAGS...])
#   musa_include_directories(FOLDERS...)
#   MUSA_MCC_FLAGS, MUSA_MCC_FLAGS_<CONFIG>   for MUSA sources of targets made afterwards
#   MUSA_LINK_LIBRARIES_KEYWORD               PRIVATE or PUBLIC, where the script's own calls of
#                                             target_link_libraries() say so; empty by default
#   MUSA_FOUND, MUSA_VERSION, MUSA_TOOLKIT_ROOT_DIR, MUSA_INCLUDE_DIRS, MUSA_LIBRARIES, MUSA_MCC_EXECUTABLE
cmake_policy(VERSION 3.25) # whatever the project asks for
include("${CMAKE_CURRENT_LIST_DIR}/../MUSAToolkit/MUSAToolkitConfig.cmake")
set(MUSA_FOUND ${MUSAToolkit_FOUND})
set(MUSA_NOT_FOUND_MESSAGE "${MUSAToolkit_NOT_FOUND_MESSAGE}")
if(NOT MUSA_FOUND)
  return()
endif()
include("${CMAKE_CURRENT_LIST_DIR}/../MUSALanguage/MUSALanguageConfig.cmake")
if(NOT CMAKE_MUSA_COMPILER_LOADED)
  enable_language(MUSA)
endif()

set(MUSA_VERSION "${MUSAToolkit_VERSION}")
set(MUSA_TOOLKIT_ROOT_DIR "${MUSAToolkit_ROOT_DIR}")
set(MUSA_INCLUDE_DIRS "${MUSAToolkit_INCLUDE_DIRS}")
set(MUSA_LIBRARIES MUSA::musart)
set(MUSA_MUSART_LIBRARY MUSA::musart)
set(MUSA_MCC_EXECUTABLE "${CMAKE_MUSA_COMPILER}")

# A .cu is MUSA's for musa_add_..., as a .mu is everywhere.
function(_musa_sources result flags)
  cmake_parse_arguments(arg "" "" "OPTIONS" ${ARGN})
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    if(source MATCHES "\\.cu$")
      set_source_files_properties("${source}" PROPERTIES LANGUAGE MUSA)
    endif()
  endforeach()
  set(${result} ${arg_UNPARSED_ARGUMENTS} PARENT_SCOPE)
  set(${flags} ${arg_OPTIONS} PARENT_SCOPE)
endfunction()

function(_musa_flags target)
  set(flags ${MUSA_MCC_FLAGS} ${ARGN})
  separate_arguments(flags UNIX_COMMAND "${flags}")
  foreach(flag IN LISTS flags)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:MUSA>:${flag}>")
  endforeach()
  foreach(config IN ITEMS Debug Release RelWithDebInfo MinSizeRel)
    string(TOUPPER ${config} upper)
    separate_arguments(flags UNIX_COMMAND "${MUSA_MCC_FLAGS_${upper}}")
    foreach(flag IN LISTS flags)
      target_compile_options(${target} PRIVATE
        "$<$<AND:$<COMPILE_LANGUAGE:MUSA>,$<CONFIG:${config}>>:${flag}>")
    endforeach()
  endforeach()
  target_link_libraries(${target} ${MUSA_LINK_LIBRARIES_KEYWORD} ${MUSA_LIBRARIES})
endfunction()

function(musa_add_executable target)
  _musa_sources(sources flags ${ARGN})
  add_executable(${target} ${sources})
  _musa_flags(${target} ${flags})
endfunction()

function(musa_add_library target)
  _musa_sources(sources flags ${ARGN})
  add_library(${target} ${sources})
  _musa_flags(${target} ${flags})
endfunction()

macro(musa_include_directories)
  include_directories(${ARGN})
endmacro()
