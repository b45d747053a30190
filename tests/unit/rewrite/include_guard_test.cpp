//===- include_guard_test.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/include_guard.h"

#include "gtest/gtest.h"

namespace musaport {
namespace {

std::string guard(const std::string &text) {
  std::vector<Token> tokens = tokenize(text);
  return findIncludeGuard(text, tokens);
}

TEST(IncludeGuard, IsFound) {
  EXPECT_EQ(guard("#ifndef A_H\n#define A_H\n#endif"), "A_H");
  EXPECT_EQ(guard("// license\n/* more */\n#ifndef A_H\n#define A_H 1\n#endif"), "A_H");
  EXPECT_EQ(guard("#if !defined(A_H)\n#define A_H\n#endif"), "A_H");
  EXPECT_EQ(guard("#if !defined A_H\n#define A_H\n#endif"), "A_H");
  EXPECT_EQ(guard("#  ifndef A_H\n#  define A_H\n#endif"), "A_H");
  EXPECT_EQ(guard("%:ifndef A_H\n%:define A_H\n%:endif"), "A_H");
  EXPECT_EQ(guard("#ifndef A_H\r\n#define A_H\r\n#endif\r\n"), "A_H");
}

TEST(IncludeGuard, IsNotThere) {
  EXPECT_EQ(guard(""), "");
  EXPECT_EQ(guard("#pragma once\n"), "");
  EXPECT_EQ(guard("int x;\n#ifndef A\n#define A\n#endif"), "");
  EXPECT_EQ(guard("#ifndef A\n#define B\n#endif"), "");
  EXPECT_EQ(guard("#ifndef A\n#include <a>\n#define A\n#endif"), "");
  EXPECT_EQ(guard("#ifdef A\n#define A\n#endif"), "");
  EXPECT_EQ(guard("#ifndef"), "");
  EXPECT_EQ(guard("#if !defined("), "");
  EXPECT_EQ(guard("#if !defined(A) && B\n#define C\n"), "");
}

TEST(RenameIncludeGuard, PartForTheExtension) {
  EXPECT_EQ(renameIncludeGuard("A_CUH", "a.cuh", "a.muh", Direction::CudaToMusa), "A_MUH");
  EXPECT_EQ(renameIncludeGuard("A_CUH_", "a.cuh", "a.muh", Direction::CudaToMusa), "A_MUH_");
  EXPECT_EQ(renameIncludeGuard("__a_cuh__", "a.cuh", "a.muh", Direction::CudaToMusa), "__a_muh__");
  EXPECT_EQ(renameIncludeGuard("A_CU_H_", "a.cuh", "a.muh", Direction::CudaToMusa), "A_MU_H_");
  EXPECT_EQ(renameIncludeGuard("CUH_A_CUH", "a.cuh", "a.muh", Direction::CudaToMusa), "CUH_A_MUH");
  EXPECT_EQ(renameIncludeGuard("CUH", "a.cuh", "a.muh", Direction::CudaToMusa), "MUH");
  EXPECT_EQ(renameIncludeGuard("F_CU", "f.cu", "f.mu", Direction::CudaToMusa), "F_MU");
}

TEST(RenameIncludeGuard, OthersStay) {
  EXPECT_EQ(renameIncludeGuard("A_H", "a.cuh", "a.muh", Direction::CudaToMusa), "A_H");
  EXPECT_EQ(renameIncludeGuard("FOCUH", "a.cuh", "a.muh", Direction::CudaToMusa), "FOCUH");
  EXPECT_EQ(renameIncludeGuard("A_CUHX", "a.cuh", "a.muh", Direction::CudaToMusa), "A_CUHX");
  EXPECT_EQ(renameIncludeGuard("A_CUH", "a.h", "a.h", Direction::CudaToMusa), "A_CUH");
  EXPECT_EQ(renameIncludeGuard("A_CUDA_H", "a.cuh", "a.muh", Direction::CudaToMusa), "A_CUDA_H");
  EXPECT_EQ(renameIncludeGuard("", "a.cuh", "a.muh", Direction::CudaToMusa), "");
}

} // namespace
} // namespace musaport
