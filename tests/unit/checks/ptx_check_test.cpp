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

TEST(PtxCheck, WhatHasNoTranslationIsNamed) {
  EXPECT_THAT(find("__device__ void f() {\n"
                   "  asm volatile(\"exit;\");\n"
                   "  unsigned n;\n"
                   "  asm(\"mov.u32 %0, %%smid;\" : \"=r\"(n));\n"
                   "}\n"),
              ElementsAre("2: PTX has no meaning in MUSA: 'exit' stays",
                          "4: PTX has no meaning in MUSA: 'mov.u32' stays"));
}

TEST(PtxCheck, WhatThePortTranslatesIsARemark) {
  EXPECT_THAT(find("template <typename T> __device__ T f(T x) {\n"
                   "  T n;\n"
                   "  asm(\"popc.b32 %[n], %[x];\" : [n] \"=r\"(n) : [x] \"r\"(x));\n"
                   "  return n;\n"
                   "}\n"
                   "__device__ unsigned g() { return f(1u) + f(2); }\n"),
              ElementsAre("3: a port with --analyze makes C++ of 'popc.b32'"));
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
      ElementsAre("5: PTX has no meaning in MUSA: 'ld.global.u32' stays",
                  "6: a port with --analyze makes C++ of 'ld.cg.u32'"));
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
