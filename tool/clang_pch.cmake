# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Clang's headers of its AST, its matchers and its preprocessor, precompiled once: to parse them is
# most of what it costs to compile a check.
#
# target_precompile_headers() would put a header of its own in front, which is in the build folder and
# whose path becomes a part of the result: ccache would then give one clone what names another's files.
# Here all that is read is LLVM's, and all clones share it.

set(musaport_clang_pch ${CMAKE_CURRENT_BINARY_DIR}/clang.pch)
string(TOUPPER "CMAKE_CXX_FLAGS_${CMAKE_BUILD_TYPE}" flags)
separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${${flags}}")
add_custom_command(OUTPUT ${musaport_clang_pch}
  COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${CMAKE_CXX_COMPILER} ${flags} -std=c++${CMAKE_CXX_STANDARD}
    $<TARGET_PROPERTY:musaport_options,INTERFACE_COMPILE_OPTIONS> -w
    -fpch-instantiate-templates -Xclang -fno-pch-timestamp -isystem ${MUSAPORT_LLVM_INCLUDE_DIR}
    -include clang/AST/RecursiveASTVisitor.h -include clang/Lex/Preprocessor.h
    -x c++-header -c ${MUSAPORT_LLVM_INCLUDE_DIR}/clang/ASTMatchers/ASTMatchFinder.h
    -MD -MT ${musaport_clang_pch} -MF ${musaport_clang_pch}.d -o ${musaport_clang_pch}
  DEPFILE ${musaport_clang_pch}.d
  COMMENT "Precompiling Clang's headers"
  COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(clang_pch DEPENDS ${musaport_clang_pch})

# musaport_use_clang_pch(TARGET): as target_precompile_headers(). Sources include what they use all the
# same, and -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON compiles them so.
function(musaport_use_clang_pch target)
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    add_dependencies(${target} clang_pch)
    target_compile_options(${target} PRIVATE -include-pch ${musaport_clang_pch})
  endif()
endfunction()
