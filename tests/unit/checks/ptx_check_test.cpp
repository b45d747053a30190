//===- ptx_check_test.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> find(llvm::StringRef text) { return findingsIn("musa-ptx", text); }

TEST(PtxCheck, WhatThePortReadsItSaysItself) {
  EXPECT_THAT(find("__device__ unsigned f(unsigned x) {\n"
                   "  unsigned n;\n"
                   "  asm(\"popc.b32 %0, %1;\" : \"=r\"(n) : \"r\"(x));\n"
                   "  asm(\"mov.u32 %0, %%smid;\" : \"=r\"(n));\n"
                   "  return n;\n"
                   "}\n"),
              IsEmpty());
}

TEST(PtxCheck, OfALongStatementThePortSaysIt) {
  std::string text = "__device__ void f(unsigned x) { asm(\"{ mov.u32 %0, %0;\"";
  for (int i = 0; i < 20'000; ++i)
    text += " \"add.u32 %0, %0, 1;\"";
  EXPECT_THAT(find(text + "\"}\" : \"+r\"(x)); }\n"), IsEmpty());
}

TEST(PtxCheck, TextThatMacrosMakeIsReadWhole) {
  EXPECT_THAT(
      find("#define TYPE \".u32\"\n"
           "#define LOAD(m, x, p) asm(\"ld.\" #m \".u32 %0, [%1];\" : \"=r\"(x) : \"l\"(p))\n"
           "__device__ unsigned f(const unsigned *p) {\n"
           "  unsigned n;\n"
           "  asm(\"ld.global\" TYPE \" %0, [%1];\" : \"=r\"(n) : \"l\"(p));\n"
           "  LOAD(cg, n, p);\n"
           "  return n;\n"
           "}\n"),
      ElementsAre("5: PTX has no meaning in MUSA: 'ld.global.u32' stays"));
}

TEST(PtxCheck, WhatIsNoPtxIsNotReported) {
  EXPECT_THAT(find("__device__ void f() { asm volatile(\"\" ::: \"memory\"); }\n"
                   "void g() { asm volatile(\"pause\"); }\n"
                   "#ifndef __CUDA_ARCH__\n"
                   "void h() { asm volatile(\"exit;\"); }\n"
                   "#endif\n"),
              IsEmpty());
}

} // namespace
} // namespace musaport
