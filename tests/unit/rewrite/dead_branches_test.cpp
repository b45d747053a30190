//===- dead_branches_test.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "port_test.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

/// A name that MUSA lacks, and the error for its use.
constexpr llvm::StringLiteral use = "void *p = __nvvm_get_smem_pointer(q);\n";

TEST(DeadBranches, AQuestionForWhatMusaLacksNeedsNoDecision) {
  for (llvm::StringRef text :
       {"#ifdef __NVCC_DIAG_PRAGMA_SUPPORT__\n#endif\n",
        "#if defined(__NVCC_DIAG_PRAGMA_SUPPORT__)\n#endif\n",
        "#if __CUDACC__ && defined __CUDA_ARCH_FEAT_SM100_ALL\n#endif\n",
        "#if __CUDA_ARCH_FEAT_SM90_ALL\n#endif\n", "#if !__CUDA_ARCH_FEAT_SM90_ALL || X\n#endif\n",
        "#undef __CUDA_ARCH_FEAT_SM90_ALL\n"}) {
    Ported ported = port(text);
    EXPECT_THAT(ported.ids(), IsEmpty()) << text.str();
    for (const NameUse &left : ported.uses(/*isEdited=*/false))
      EXPECT_EQ(left.outcome, Outcome::Kept);
  }
}

TEST(DeadBranches, AComparisonDoes) {
  EXPECT_THAT(port("#if __CUDACC_VER__ >= 80000\n#endif\n").ids(),
              ElementsAre("musa-unsupported-api"));
  EXPECT_THAT(port("int v = __CUDACC_VER__;\n").ids(), ElementsAre("musa-unsupported-api"));
}

TEST(DeadBranches, NothingInABranchThatIsNeverTakenDoes) {
  for (llvm::StringRef condition :
       {"#if 0\n", "#ifdef __CUDACC_VER__\n", "#if defined(__CUDACC_VER__) && __CUDACC_VER__ > 8\n",
        "#if (A || B) && (defined(__CUDACC_VER__))\n", "#ifndef __CUDACC_VER_MAJOR__\n",
        "#ifdef __CUDACC_VER_MAJOR__\n#else\n", "#if !defined(__CUDACC_VER__)\n#elif X\n",
        "#if defined(__CUDACC_VER_MAJOR__) || A < 3\n#elif X\n#if Y\n", "#if 0\n#if 1\n",
        "#if 0\n#ifdef A\n#else\n"}) {
    const std::string text = condition.str() + use.str();
    EXPECT_THAT(port(text).ids(), IsEmpty()) << text;
  }
}

TEST(DeadBranches, AllOthersDo) {
  for (llvm::StringRef condition :
       {"#if 1\n", "#ifdef A\n", "#if A == 0 && B\n", "#if 0 || A\n", "#if (0) + 1\n",
        "#ifdef __CUDACC_VER__\n#else\n", "#ifdef __CUDACC_VER__\n#endif\n", "#if 0\n#elif A\n",
        "#ifdef __CUDACC_VER_MAJOR__\n", "#if !defined(__CUDACC_VER__)\n",
        "#if !(defined(__CUDACC_VER__) && __CUDACC_VER__ > 8)\n", "#if 0 ? A : B\n",
        "#ifdef CUDA_VERSION\n#else\n", "#if f(0\n", "#if\n", "#ifdef\n", "#else\n",
        "#if 0\n#endif\n#endif\n"}) {
    const std::string text = condition.str() + use.str();
    EXPECT_THAT(port(text).ids(), ElementsAre("musa-unsupported-api")) << text;
  }
}

TEST(DeadBranches, WhatTheTreeDefinesIsNotKnown) {
  EXPECT_THAT(port("#define __CUDACC_VER__ 90000\n#ifdef __CUDACC_VER__\n" + use.str()).ids(),
              ElementsAre("musa-unsupported-api"));
}

TEST(DeadBranches, AnotherCompilerMayReadAHeader) {
  const std::string text = "#ifdef __CUDACC_VER_MAJOR__\n#else\n" + use.str() + "#endif\n";
  EXPECT_THAT(port(text, {}, "x.cuh").ids(), IsEmpty());
  for (llvm::StringRef name : {"x.h", "x.cpp"})
    EXPECT_THAT(port(text, {}, name).ids(), ElementsAre("musa-unsupported-api")) << name.str();
}

TEST(DeadBranches, WhatIsForNeitherCompiler) {
  const std::string nvcc8 = "#elif defined(__CUDACC__)\n" + use.str() + "#endif\n";
  for (llvm::StringRef first : {"#if defined(__CUDACC__) && __CUDACC_VER_MAJOR__ >= 9\n",
                                "#if X || (defined(__CUDACC__) && 9 <= __CUDACC_VER_MAJOR__)\n",
                                "#ifdef __CUDACC__\n", "#if __CUDACC_VER_MAJOR__ > 8\n"})
    for (llvm::StringRef name : {"x.h", "x.cpp", "x.cu"})
      EXPECT_THAT(port(first.str() + nvcc8, {}, name).ids(), IsEmpty())
          << first.str() << name.str();
  for (llvm::StringRef first :
       {"#if defined(__CUDACC__) && __CUDACC_VER_MAJOR__ >= 12\n", "#if X\n",
        "#if defined(__CUDACC__) && X\n", "#ifndef __CUDACC__\n"})
    EXPECT_THAT(port(first.str() + nvcc8, {}, "x.h").ids(), ElementsAre("musa-unsupported-api"))
        << first.str();
}

TEST(DeadBranches, WhatIsForOneCompilerOfTwo) {
  for (llvm::StringRef first :
       {"#ifdef __CUDACC__\n", "#ifndef __CUDACC__\n", "#undef __CUDACC__\n#ifndef __CUDACC__\n"})
    for (llvm::StringRef name : {"x.h", "x.cpp", "x.cu", "x.cuh"})
      EXPECT_THAT(port(first.str() + use.str(), {}, name).ids(),
                  ElementsAre("musa-unsupported-api"))
          << first.str() << name.str();
  EXPECT_THAT(
      port("#if CUDA_VERSION < 8000\n#if !defined(__NVCC__)\n" + use.str(), {}, "x.h").ids(),
      ElementsAre("musa-unsupported-api"));
}

TEST(DeadBranches, ComparisonsWithVersionsBeforeCuda9) {
  for (llvm::StringRef condition :
       {"#if CUDA_VERSION < 8000\n", "#if CUDART_VERSION <= 8999\n", "#if 9000 > CUDA_VERSION\n",
        "#if CUDA_VERSION == 7050\n", "#if CUDA_VERSION >= 9000\n#else\n",
        "#if CUDA_VERSION != 8000\n#else\n", "#if __CUDACC_VER_MAJOR__ < 9\n"})
    EXPECT_THAT(port(condition.str() + use.str()).ids(), IsEmpty()) << condition.str();
  for (llvm::StringRef condition :
       {"#if CUDA_VERSION < 9001\n", "#if CUDART_VERSION <= 9000\n", "#if CUDA_VERSION >= 9000\n",
        "#if CUDA_VERSION == 9000\n", "#if CUDA_VERSION < X\n", "#if CUDA_VERSION >= 9001\n#else\n",
        "#if CUDA_VERSION / 1000 < 8\n", "#if CUDA_VERSION < 8000 && X ? 0 : 1\n",
        "#if (CUDA_VERSION < 8000 && X ? 0 : 1)\n",
        "#if CUDA_VERSION >= 9000 || X ? 0 : 1\n#else\n", "#if CUDA_VERSION < 8000 ? 0 : 1\n"})
    EXPECT_THAT(port(condition.str() + use.str()).ids(), ElementsAre("musa-unsupported-api"))
        << condition.str();
}

TEST(DeadBranches, NamesInThemArePorted) {
  EXPECT_EQ(port("#if 0\ncudaFree(p);\n#endif\n").text, "#if 0\nmusaFree(p);\n#endif\n");
}

/// A port with --translate-ptx.
Ported translated(const std::string &text) {
  return port(text, {}, "x.cu", /*defaults=*/true, Direction::CudaToMusa, /*analyze=*/true);
}

/// PTX without a counterpart.
constexpr llvm::StringLiteral ptx = "asm(\"nonsense.u32 %0, %1;\" : \"=r\"(r) : \"r\"(x));\n";

TEST(DeadBranches, PtxThatNoGpuOfMusaCompilesNeedsNoDecision) {
  for (llvm::StringRef condition :
       {"#if __CUDA_ARCH__ < 200\n", "#if 300 > __CUDA_ARCH__\n",
        "#if __CUDA_ARCH__ >= 300\n#else\n", "#if !(__CUDA_ARCH__ >= 130) && X\n",
        "#ifndef __CUDA_ARCH__\n", "#if __CUDA_ARCH__ == 130\n",
        "#if X\n#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ > 110 || X)\n#else\n"}) {
    const std::string text = condition.str() + ptx.str() + "#endif\n";
    EXPECT_THAT(translated(text).ids(), testing::Not(testing::Contains("musa-ptx"))) << text;
    EXPECT_EQ(translated(text).text.find(ptx) != std::string::npos, true) << text;
    EXPECT_THAT(port(text).ids(), testing::Not(testing::Contains("musa-ptx"))) << text;
  }
}

TEST(DeadBranches, OtherPtxDoes) {
  for (llvm::StringRef condition :
       {"#if __CUDA_ARCH__ >= 200\n", "#if __CUDA_ARCH__ < 900\n", "#if __CUDA_ARCH__\n",
        "#if !__CUDA_ARCH__ >= 300\n", "#if (__CUDA_ARCH__ >= 300) == X\n",
        "#if __CUDA_ARCH__ < 300 + X\n", "#if __CUDA_ARCH__ < 300 ? 1 : X\n", "#if X < 300\n"}) {
    const std::string text = condition.str() + ptx.str() + "#endif\n";
    EXPECT_THAT(translated(text).ids(), testing::Contains("musa-ptx")) << text;
  }
}

TEST(DeadBranches, CodeForTheHostIsInThem) {
  EXPECT_THAT(port("#if __CUDA_ARCH__ >= 200\n#else\n" + use.str() + "#endif\n").ids(),
              ElementsAre("musa-unsupported-api"));
}

TEST(DeadBranches, AStatementIsReadWithoutThem) {
  const Ported ported = translated("asm(\n#if __CUDA_ARCH__ >= 200\n\"popc.b32 %0, %1;\"\n#else\n"
                                   "\"nonsense.u32 %0, %1;\"\n#endif\n: \"=r\"(r) : \"r\"(x));\n");
  EXPECT_THAT(ported.ids(), IsEmpty());
  EXPECT_EQ(ported.text.find("asm"), std::string::npos) << ported.text;
}

} // namespace
} // namespace musaport
