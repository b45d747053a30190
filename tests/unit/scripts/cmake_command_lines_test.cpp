//===- cmake_command_lines_test.cpp - COMMAND nvcc ... ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/ported_script.h"

namespace musaport {
namespace {

TEST(CMakeCommandLines, FlagsBehindNvccAreItsOwn) {
  const std::pair<llvm::StringRef, llvm::StringRef> cases[] = {
      {"execute_process(COMMAND ${CUDA_NVCC_EXECUTABLE} -V OUTPUT_VARIABLE v)",
       "execute_process(COMMAND ${MUSA_MCC_EXECUTABLE} --version OUTPUT_VARIABLE v)"},
      {"add_custom_command(OUTPUT x.o COMMAND \"/usr/local/cuda/bin/nvcc\" --ptxas-options=-v "
       "-Xcompiler -fPIC -c x.c)",
       "add_custom_command(OUTPUT x.o COMMAND \"/usr/local/musa/bin/mcc\" -fPIC -c x.c)"},
      {"add_test(NAME t COMMAND nvcc -o OUT -lineinfo -V)",
       "add_test(NAME t COMMAND mcc -o OUT --version)"},
      {"add_custom_target(x COMMAND tool -V && nvcc -V)",
       "add_custom_target(x COMMAND tool -V && mcc --version)"}};
  for (const auto &[text, expected] : cases)
    EXPECT_EQ(portScript(text).text, expected);
}

TEST(CMakeCommandLines, VariablesThatHoldNvcc) {
  EXPECT_EQ(portScript("find_program(NVCC NAMES nvcc)\nset(CC ${NVCC})\n"
                       "execute_process(COMMAND ${CC} -V)")
                .text,
            "find_program(NVCC NAMES mcc)\nset(CC ${NVCC})\n"
            "execute_process(COMMAND ${CC} --version)");
  EXPECT_EQ(portScript("set(CC ${ROOT}/bin/nvcc)\nexecute_process(COMMAND ${CC} -V)").text,
            "set(CC ${ROOT}/bin/mcc)\nexecute_process(COMMAND ${CC} --version)");
}

TEST(CMakeCommandLines, WhatIsNotNvccs) {
  const std::pair<llvm::StringRef, llvm::StringRef> cases[] = {
      {"add_custom_command(OUTPUT x COMMAND nvcc ARGS -V DEPENDS -V)",
       "add_custom_command(OUTPUT x COMMAND mcc ARGS --version DEPENDS -V)"},
      {"add_custom_command(OUTPUT x COMMAND nvcc -V COMMENT \"nvcc -V\" VERBATIM COMMAND tool -V)",
       "add_custom_command(OUTPUT x COMMAND mcc --version COMMENT \"nvcc -V\" VERBATIM COMMAND "
       "tool -V)"},
      {"add_custom_target(x COMMAND nvcc -V && strip -V)",
       "add_custom_target(x COMMAND mcc --version && strip -V)"}};
  for (const auto &[text, expected] : cases)
    EXPECT_EQ(portScript(text).text, expected);
  for (const char *text :
       {"execute_process(COMMAND gcc -V)", "execute_process(COMMAND cuobjdump -V)",
        "set(X nvcc)\nif(X STREQUAL \"nvcc\")\nendif()", "add_custom_target(x COMMAND tool -V)"})
    EXPECT_EQ(portScript(text).text, text);
}

} // namespace
} // namespace musaport
