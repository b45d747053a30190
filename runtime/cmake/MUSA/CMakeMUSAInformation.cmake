# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The language MUSA: how mcc is called. It is a Clang, so CMake's own description of Clang holds.
include(Compiler/Clang)
__compiler_clang(MUSA)
include(Platform/${CMAKE_SYSTEM_NAME}-Clang OPTIONAL)
include(Platform/${CMAKE_SYSTEM_NAME}-GNU OPTIONAL)
if(COMMAND __linux_compiler_gnu)
  __linux_compiler_gnu(MUSA)
endif()

set(CMAKE_MUSA_OUTPUT_EXTENSION .o)
set(CMAKE_INCLUDE_FLAG_MUSA "-I")
set(CMAKE_MUSA_COMPILER_ARG1 "")
foreach(standard IN ITEMS 11 14 17 20 23)
  set(CMAKE_MUSA${standard}_STANDARD_COMPILE_OPTION "-std=c++${standard}")
  set(CMAKE_MUSA${standard}_EXTENSION_COMPILE_OPTION "-std=gnu++${standard}")
endforeach()
set(CMAKE_MUSA_DEPFILE_FORMAT gcc)
set(CMAKE_DEPFILE_FLAGS_MUSA "-MD -MT <DEP_TARGET> -MF <DEP_FILE>")
if(CMAKE_GENERATOR MATCHES "Makefiles")
  set(CMAKE_MUSA_DEPENDS_USE_COMPILER TRUE)
endif()

# As CMakeCXXInformation.cmake has it, whether or not C++ is enabled.
set(CMAKE_SHARED_LIBRARY_MUSA_FLAGS "-fPIC")
set(CMAKE_SHARED_LIBRARY_CREATE_MUSA_FLAGS "-shared")
set(CMAKE_SHARED_MODULE_CREATE_MUSA_FLAGS "-shared")
set(CMAKE_SHARED_LIBRARY_SONAME_MUSA_FLAG "-Wl,-soname,")
set(CMAKE_SHARED_LIBRARY_RUNTIME_MUSA_FLAG "-Wl,-rpath,")
set(CMAKE_SHARED_LIBRARY_RUNTIME_MUSA_FLAG_SEP ":")
set(CMAKE_SHARED_LIBRARY_RPATH_LINK_MUSA_FLAG "-Wl,-rpath-link,")
set(CMAKE_EXECUTABLE_RUNTIME_MUSA_FLAG "${CMAKE_SHARED_LIBRARY_RUNTIME_MUSA_FLAG}")
set(CMAKE_EXECUTABLE_RUNTIME_MUSA_FLAG_SEP "${CMAKE_SHARED_LIBRARY_RUNTIME_MUSA_FLAG_SEP}")
set(CMAKE_EXECUTABLE_RPATH_LINK_MUSA_FLAG "${CMAKE_SHARED_LIBRARY_RPATH_LINK_MUSA_FLAG}")
set(CMAKE_EXE_EXPORTS_MUSA_FLAG "-Wl,--export-dynamic")

if(NOT DEFINED CMAKE_MUSA_ARCHITECTURES AND NOT "$ENV{MUSAARCHS}" STREQUAL "")
  set(CMAKE_MUSA_ARCHITECTURES "$ENV{MUSAARCHS}" CACHE STRING "The architectures of MUSA's GPUs")
endif()
set(CMAKE_MUSA_FLAGS_INIT "$ENV{MUSAFLAGS} ${CMAKE_MUSA_FLAGS_INIT}")
cmake_initialize_per_config_variable(CMAKE_MUSA_FLAGS "Flags used by the MUSA compiler")

if(CMAKE_MUSA_COMPILER_IS_HOST)
  # The host's mcc knows MUSA's language by CUDA's name too, and ccache knows no other.
  set(_CMAKE_COMPILE_AS_MUSA_FLAG "-x cuda")
else()
  # An SDK's needs to be told of the GPU for sources that are not called .mu, and does not link the
  # runtime by itself.
  set(_CMAKE_COMPILE_AS_MUSA_FLAG "-x musa -mtgpu")
  if(CMAKE_MUSA_COMPILER_TOOLKIT_ROOT)
    set(CMAKE_MUSA_STANDARD_LIBRARIES_INIT "-L\"${CMAKE_MUSA_COMPILER_TOOLKIT_ROOT}/lib\" -lmusart")
  endif()
endif()
set(CMAKE_MUSA_STANDARD_LIBRARIES "${CMAKE_MUSA_STANDARD_LIBRARIES_INIT}" CACHE STRING
  "Libraries linked by default with all MUSA programs")
mark_as_advanced(CMAKE_MUSA_STANDARD_LIBRARIES)
# CMake applies launchers to its own languages only.
if(NOT CMAKE_MUSA_COMPILER_LAUNCHER)
  set(CMAKE_MUSA_COMPILER_LAUNCHER "$ENV{CMAKE_MUSA_COMPILER_LAUNCHER}")
endif()
list(JOIN CMAKE_MUSA_COMPILER_LAUNCHER " " launcher)
string(STRIP "${launcher} <CMAKE_MUSA_COMPILER>" compiler)
if(NOT CMAKE_MUSA_COMPILE_OBJECT)
  set(CMAKE_MUSA_COMPILE_OBJECT
    "${compiler} <DEFINES> <INCLUDES> <FLAGS> ${_CMAKE_COMPILE_AS_MUSA_FLAG} -o <OBJECT> -c <SOURCE>")
endif()
set(CMAKE_MUSA_CREATE_PREPROCESSED_SOURCE
  "<CMAKE_MUSA_COMPILER> <DEFINES> <INCLUDES> <FLAGS> ${_CMAKE_COMPILE_AS_MUSA_FLAG} -E <SOURCE> > <PREPROCESSED_SOURCE>")
set(CMAKE_MUSA_CREATE_ASSEMBLY_SOURCE
  "<CMAKE_MUSA_COMPILER> <DEFINES> <INCLUDES> <FLAGS> ${_CMAKE_COMPILE_AS_MUSA_FLAG} -S <SOURCE> -o <ASSEMBLY_SOURCE>")
set(link "<LANGUAGE_COMPILE_FLAGS> <LINK_FLAGS>")
set(CMAKE_MUSA_CREATE_SHARED_LIBRARY
  "<CMAKE_MUSA_COMPILER> <CMAKE_SHARED_LIBRARY_MUSA_FLAGS> ${link} <CMAKE_SHARED_LIBRARY_CREATE_MUSA_FLAGS> <SONAME_FLAG><TARGET_SONAME> -o <TARGET> <OBJECTS> <LINK_LIBRARIES>")
set(CMAKE_MUSA_CREATE_SHARED_MODULE "${CMAKE_MUSA_CREATE_SHARED_LIBRARY}")
set(CMAKE_MUSA_ARCHIVE_CREATE "<CMAKE_AR> qc <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_MUSA_ARCHIVE_APPEND "<CMAKE_AR> q <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_MUSA_ARCHIVE_FINISH "<CMAKE_RANLIB> <TARGET>")
set(CMAKE_MUSA_LINK_EXECUTABLE
  "<CMAKE_MUSA_COMPILER> <FLAGS> <CMAKE_MUSA_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
unset(link)
unset(launcher)
unset(compiler)

# Properties of targets that CMake itself has for its own languages only: MUSA_STANDARD, MUSA_EXTENSIONS,
# MUSA_ARCHITECTURES, MUSA_SEPARABLE_COMPILATION. One that is not set is what the variable CMAKE_MUSA_... of
# the target's folder says; CMake lets no project initialise a property from such a variable.
function(_musa_initialize_targets folder)
  get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  foreach(property IN ITEMS STANDARD EXTENSIONS ARCHITECTURES SEPARABLE_COMPILATION)
    get_directory_property(value DIRECTORY "${folder}" DEFINITION CMAKE_MUSA_${property})
    foreach(target IN LISTS targets)
      get_target_property(type ${target} TYPE)
      get_property(known TARGET ${target} PROPERTY MUSA_${property} SET)
      if(NOT known AND NOT value STREQUAL "" AND NOT type STREQUAL "INTERFACE_LIBRARY")
        set_property(TARGET ${target} PROPERTY MUSA_${property} "${value}")
      endif()
    endforeach()
  endforeach()
  get_property(folders DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  foreach(inner IN LISTS folders)
    _musa_initialize_targets("${inner}")
  endforeach()
endfunction()

get_property(deferred GLOBAL PROPERTY MUSA_INITIALIZES_TARGETS)
if(NOT deferred)
  set_property(GLOBAL PROPERTY MUSA_INITIALIZES_TARGETS TRUE)
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]]
    CALL _musa_initialize_targets [[${CMAKE_SOURCE_DIR}]])")
endif()
get_property(known DIRECTORY PROPERTY MUSA_OPTIONS_ADDED)
if(NOT known)
  set_property(DIRECTORY PROPERTY MUSA_OPTIONS_ADDED TRUE)
  set(standard "$<TARGET_PROPERTY:MUSA_STANDARD>")
  set(dialect "$<IF:$<STREQUAL:$<UPPER_CASE:$<TARGET_PROPERTY:MUSA_EXTENSIONS>>,OFF>,c,gnu>")
  set(architectures "$<TARGET_PROPERTY:MUSA_ARCHITECTURES>")
  add_compile_options(
    "$<$<AND:$<COMPILE_LANGUAGE:MUSA>,$<BOOL:${standard}>>:-std=${dialect}++${standard}>"
    "$<$<AND:$<COMPILE_LANGUAGE:MUSA>,$<BOOL:${architectures}>>:--offload-arch=$<JOIN:${architectures},$<COMMA>>>")
  # The SDK has no relocatable device code.
  if(CMAKE_MUSA_COMPILER_IS_HOST)
    set(separable "$<BOOL:$<TARGET_PROPERTY:MUSA_SEPARABLE_COMPILATION>>")
    add_compile_options("$<$<AND:$<COMPILE_LANGUAGE:MUSA>,${separable}>:-fmusa-rdc>")
  endif()
endif()

set(CMAKE_MUSA_INFORMATION_LOADED 1)
