# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Headers of libraries, precompiled once: to parse them is most of what it costs to compile a source
# of this project.
#
# target_precompile_headers() would put a header of its own in front, which is in the build folder and
# whose path becomes a part of the result: ccache would then give one clone what names another's files.
# Here all that is read is the libraries', and all clones share it.

# musaport_precompile(NAME [OPTION...] -- HEADER...): the headers, as NAME. The last one is given by its path.
function(musaport_precompile name)
  list(FIND ARGN -- end)
  list(SUBLIST ARGN 0 ${end} options)
  math(EXPR first "${end} + 1")
  list(SUBLIST ARGN ${first} -1 headers)
  list(POP_BACK headers last)
  list(TRANSFORM headers PREPEND "-include;" OUTPUT_VARIABLE includes)
  string(TOUPPER "CMAKE_CXX_FLAGS_${CMAKE_BUILD_TYPE}" flags)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${${flags}}")
  set(pch ${PROJECT_BINARY_DIR}/precompiled/${name}.pch)
  add_custom_command(OUTPUT ${pch}
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${CMAKE_CXX_COMPILER} ${flags} -std=c++${CMAKE_CXX_STANDARD}
      $<TARGET_PROPERTY:musaport_options,INTERFACE_COMPILE_OPTIONS> ${options} -w
      -fpch-instantiate-templates -Xclang -fno-pch-timestamp -isystem ${MUSAPORT_LLVM_INCLUDE_DIR}
      ${includes} -x c++-header -c ${last} -MD -MT ${pch} -MF ${pch}.d -o ${pch}
    DEPFILE ${pch}.d
    COMMENT "Precompiling ${name}'s headers"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(precompiled_${name} DEPENDS ${pch})
endfunction()

# musaport_use_precompiled(TARGET NAME): as target_precompile_headers(). Sources include what they use all
# the same, and -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON compiles them so.
function(musaport_use_precompiled target name)
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    add_dependencies(${target} precompiled_${name})
    target_compile_options(${target} PRIVATE -include-pch ${PROJECT_BINARY_DIR}/precompiled/${name}.pch)
  endif()
endfunction()

# What almost every source uses: LLVM's containers, errors, files and streams, and with them the C++ library's.
set(MUSAPORT_LLVM_HEADERS functional map set llvm/ADT/STLExtras.h llvm/ADT/StringExtras.h
  llvm/ADT/StringMap.h llvm/ADT/StringSet.h llvm/Support/Error.h llvm/Support/MemoryBuffer.h
  llvm/Support/Path.h llvm/Support/raw_ostream.h)
musaport_precompile(llvm -- ${MUSAPORT_LLVM_HEADERS} ${MUSAPORT_LLVM_INCLUDE_DIR}/llvm/Support/FileSystem.h)
# Clang's AST, its matchers and its preprocessor.
musaport_precompile(clang -- clang/AST/RecursiveASTVisitor.h clang/Lex/Preprocessor.h
  ${MUSAPORT_LLVM_INCLUDE_DIR}/clang/ASTMatchers/ASTMatchFinder.h)
