//===- arch_guard_check_test.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> reported(llvm::StringRef text, llvm::StringRef architecture = "mp_31") {
  return findingsIn("musa-arch-guard", text, architecture);
}

constexpr llvm::StringRef left =
    " is false in the port for mp_31, where __CUDA_ARCH__ is not defined, and should be true";
constexpr llvm::StringRef value =
    " is false in the port for mp_31, where the architecture is 310, and should be true";

std::string line(unsigned number, llvm::StringRef text, llvm::StringRef outcome) {
  return std::to_string(number) + ": '" + (text + "'" + outcome).str();
}

TEST(ArchGuardCheck, ThresholdThatIsAMacro) {
  EXPECT_THAT(reported("#define LEAST 700\n"
                       "#if __CUDA_ARCH__ >= LEAST\n"
                       "#endif\n"
                       "#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < LEAST)\n" // 0 < 700, too
                       "#endif\n"),
              ElementsAre(line(2, "__CUDA_ARCH__ >= LEAST", left),
                          testing::StartsWith(
                              "4: 'defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < LEAST)' is true")));
}

TEST(ArchGuardCheck, ArchitectureThatIsAMacro) {
  EXPECT_THAT(reported("#define ARCH __CUDA_ARCH__\n"
                       "#define AT_LEAST(n) (ARCH >= (n))\n"
                       "#if ARCH >= 700\n"
                       "#elif ARCH >= 600\n" // not reached
                       "#endif\n"
                       "#if 0\n"
                       "#elif AT_LEAST(800)\n"
                       "#endif\n"
                       "#if AT_LEAST(950)\n" // neither has it
                       "#endif\n"),
              ElementsAre(line(3, "ARCH >= 700", value), line(7, "AT_LEAST(800)", value)));
  EXPECT_THAT(reported("#define ARCH __CUDA_ARCH__\n#if ARCH >= 200\n#endif\n"), IsEmpty());
  EXPECT_THAT(reported("#define ARCH __CUDA_ARCH__\n#if ARCH >= 200\n#endif\n", "mp_10"),
              ElementsAre(HasSubstr("the architecture is 100")));
}

TEST(ArchGuardCheck, ANumberBetweenNvidiasArchitectures) {
  // mp_21 is ported as 7.5, which is not above it, and mp_22 as 8.0, which is.
  const llvm::StringRef text = "#define ARCH __CUDA_ARCH__\n#if ARCH > 750\n#endif\n";
  EXPECT_THAT(reported(text, "mp_21"), IsEmpty());
  EXPECT_THAT(reported(text, "mp_22"),
              ElementsAre(HasSubstr("2: 'ARCH > 750' is false in the port for mp_22")));
}

TEST(ArchGuardCheck, ArithmeticIsMendedWhereItIsCertain) {
  const llvm::StringRef text = "#if __CUDA_ARCH__ / 100 >= 8 // Ampere\n"
                               "#endif\n"
                               "#if __CUDA_ARCH__ / 10 != 75\n" // no threshold
                               "#endif\n"
                               "#if (80 > __CUDA_ARCH__ / 10)\n"
                               "#endif\n";
  EXPECT_THAT(reported(text), ElementsAre(line(1, "__CUDA_ARCH__ / 100 >= 8", left),
                                          HasSubstr("5: '(80 > __CUDA_ARCH__ / 10)' is true")));
  const std::vector<Finding> found = analyzed("musa-arch-guard", text, "mp_31", {}, nullptr);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_THAT(found[0].fixes, ElementsAre(Fix{"/src/a.cu", 4, 24, "__CUDA_ARCH__ >= 800"}));
  EXPECT_THAT(
      found[0].notes,
      ElementsAre("__CUDA_ARCH__ 800 stands for __MUSA_ARCH__ 220, which mp_22 and newer have"));
  EXPECT_THAT(found[1].fixes, ElementsAre(Fix{"/src/a.cu", 86, 25, "__CUDA_ARCH__ < 800"}));
}

TEST(ArchGuardCheck, ConstantsAndTemplateArguments) {
  EXPECT_THAT(
      reported("#if __CUDA_ARCH__ > 0\n"
               "constexpr int arch = __CUDA_ARCH__;\n"
               "enum { generation = __CUDA_ARCH__ / 100 };\n"
               "template <int Arch> __device__ int f() {\n"
               "  if constexpr (Arch >= 800) return 1;\n"
               "  return 0;\n"
               "}\n"
               "template <class T, T V> struct constant { static constexpr T value = V; };\n"
               "__device__ int g() {\n"
               "  if constexpr (arch >= 700) return f<__CUDA_ARCH__>() + f<900>();\n"
               "  return generation > 7 && constant<int, __CUDA_ARCH__>::value >= 750;\n"
               "}\n"
               "#endif\n"),
      ElementsAre(line(5, "Arch >= 800", value), line(10, "arch >= 700", value),
                  HasSubstr("11: 'generation > 7 && constant")));
}

TEST(ArchGuardCheck, WhatThePortDecidesIsRight) {
  EXPECT_THAT(
      reported("#define HAS_BF16 (__CUDA_ARCH__ >= 800)\n"
               "#define IS_DEVICE defined(__CUDA_ARCH__)\n"
               "#define ARCH __CUDA_ARCH__\n"
               "#if HAS_BF16 && __CUDA_ARCH__ < 1000\n"
               "#endif\n"
               "#if defined(__CUDA_ARCH__) && 350 <= __CUDA_ARCH__\n"
               "#endif\n"
               "#ifdef ARCH\n"
               "#elif IS_DEVICE\n"
               "#endif\n"
               "#if ARCH > 0\n"
               "#endif\n"
               "#if __CUDA_ARCH__ == 800\n" // false on both, and the port says so
               "#endif\n"
               "#if __CUDA_ARCH__\n"
               "__device__ bool f(int n) { return HAS_BF16 && __CUDA_ARCH__ >= 700 && n > ARCH; }\n"
               "#endif\n"),
      IsEmpty());
}

} // namespace
} // namespace musaport
