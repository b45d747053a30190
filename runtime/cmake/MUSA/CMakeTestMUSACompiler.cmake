# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
if(CMAKE_MUSA_COMPILER_FORCED OR CMAKE_MUSA_COMPILER_WORKS)
  set(CMAKE_MUSA_COMPILER_WORKS TRUE)
  return()
endif()

message(CHECK_START "Check for working MUSA compiler: ${CMAKE_MUSA_COMPILER}")
set(folder "${CMAKE_BINARY_DIR}/CMakeFiles/CMakeTmp/MUSA")
file(MAKE_DIRECTORY "${folder}")
file(WRITE "${folder}/test.mu" "__global__ void kernel() {}\nint main() { return 0; }\n")
separate_arguments(flags UNIX_COMMAND
  "$ENV{MUSAFLAGS} ${CMAKE_MUSA_FLAGS} ${_CMAKE_COMPILE_AS_MUSA_FLAG}")
execute_process(COMMAND "${CMAKE_MUSA_COMPILER}" ${flags} "${folder}/test.mu" -c -o "${folder}/test.o"
  WORKING_DIRECTORY "${folder}" RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL 0)
  message(CHECK_FAIL "broken")
  message(FATAL_ERROR "${CMAKE_MUSA_COMPILER} cannot compile a simple program:\n${output}")
endif()
message(CHECK_PASS "works")
set(CMAKE_MUSA_COMPILER_WORKS TRUE)
configure_file("${CMAKE_CURRENT_LIST_DIR}/CMakeMUSACompiler.cmake.in"
  "${CMAKE_PLATFORM_INFO_DIR}/CMakeMUSACompiler.cmake" @ONLY)
