//===- guards_test.cpp -----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "port_test.h"

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

namespace musaport {
namespace {

constexpr llvm::StringRef levelInclude = "#include <musa_port/cuda_level.h>\n";

TEST(ArchitectureGuard, ComparesWithMusasThreshold) {
  EXPECT_EQ(port("#if __CUDA_ARCH__ >= 800\n").text, "#if __MUSA_ARCH__ >= 220\n");
  EXPECT_EQ(port("#if __CUDA_ARCH__ >= 900\n").text, "#if __MUSA_ARCH__ >= 310\n");
  EXPECT_EQ(port("#if __CUDA_ARCH__ < 600\n").text, "#if __MUSA_ARCH__ < 100\n");
  EXPECT_EQ(port("#if (__CUDA_ARCH__ >= 750) && (__CUDA_ARCH__ < 800)\n").text,
            "#if (__MUSA_ARCH__ >= 100) && (__MUSA_ARCH__ < 220)\n");
}

TEST(ArchitectureGuard, ReadsStrictComparisonsAsTheNextArchitecture) {
  EXPECT_EQ(port("#if __CUDA_ARCH__ > 800\n").text, "#if __MUSA_ARCH__ >= 310\n");
  EXPECT_EQ(port("#if __CUDA_ARCH__ > 700\n").text, "#if __MUSA_ARCH__ >= 100\n");
  EXPECT_EQ(port("#if __CUDA_ARCH__ <= 800\n").text, "#if __MUSA_ARCH__ < 310\n");
  // After 750 comes 800.
  EXPECT_EQ(port("#if __CUDA_ARCH__ > 750\n").text, "#if __MUSA_ARCH__ >= 220\n");
  EXPECT_EQ(port("#if __CUDA_ARCH__ <= 750\n").text, "#if __MUSA_ARCH__ < 220\n");
  EXPECT_EQ(port("#if __CUDA_ARCH__ >= 760\n").text, "#if __MUSA_ARCH__ >= 220\n");
}

TEST(ArchitectureGuard, HandlesBothOrders) {
  EXPECT_EQ(port("#if 800 <= __CUDA_ARCH__\n").text, "#if 220 <= __MUSA_ARCH__\n");
  EXPECT_EQ(port("#if 600 > __CUDA_ARCH__\n").text, "#if 100 > __MUSA_ARCH__\n");
  EXPECT_EQ(port("#if 800 < __CUDA_ARCH__\n").text, "#if 310 <= __MUSA_ARCH__\n");
}

TEST(ArchitectureGuard, HandlesParenthesesAndCode) {
  EXPECT_EQ(port("#if (__CUDA_ARCH__) >= 800\n").text, "#if (__MUSA_ARCH__) >= 220\n");
  EXPECT_EQ(port("bool b = __CUDA_ARCH__ >= 800;\n").text, "bool b = __MUSA_ARCH__ >= 220;\n");
}

TEST(ArchitectureGuard, RenamesQuestionsForDeviceCode) {
  EXPECT_EQ(port("#ifdef __CUDA_ARCH__\n").text, "#ifdef __MUSA_ARCH__\n");
  EXPECT_EQ(port("#if defined(__CUDA_ARCH__) && !defined __CUDA_ARCH__\n").text,
            "#if defined(__MUSA_ARCH__) && !defined __MUSA_ARCH__\n");
  EXPECT_EQ(port("#if __CUDA_ARCH__\n").text, "#if __MUSA_ARCH__\n");
  EXPECT_EQ(port("#if __CUDA_ARCH__ > 0\n").text, "#if __MUSA_ARCH__ > 0\n");
}

TEST(ArchitectureGuard, FollowsAMacroThatStandsForANumber) {
  const std::string define = "#define CC_VOLTA 700\n#define CC_NEW (800)\n";
  EXPECT_EQ(port(define + "#if __CUDA_ARCH__ >= CC_VOLTA\n").text,
            define + "#if __MUSA_ARCH__ >= 100\n");
  EXPECT_EQ(port(define + "#if defined(__CUDA_ARCH__) && (CC_NEW > __CUDA_ARCH__)\n").text,
            define + "#if defined(__MUSA_ARCH__) && (220 > __MUSA_ARCH__)\n");
  EXPECT_EQ(port(define + "bool b = __CUDA_ARCH__ >= CC_NEW;\n").text,
            define + "bool b = __MUSA_ARCH__ >= 220;\n");
}

TEST(ArchitectureGuard, FollowsNoOtherMacro) {
  for (llvm::StringRef define :
       {"#define CC 700\n#define CC 800\n", "#define CC 700\n#define CC CC_OTHER\n",
        "#define CC 7\n", "#define CC 350 * 2\n", "#define CC(x) 700\n", "#define CC\n700;\n",
        "#ifndef CC\n#define CC 700\n#endif\n", "#define OTHER 700\n"}) {
    const std::string text = define.str() + "#if __CUDA_ARCH__ >= CC\n#endif\n";
    EXPECT_THAT(port(text).ids(), ElementsAre("musa-arch-guard")) << text;
  }
}

TEST(ArchitectureGuard, WithoutAnAnswerIsAnError) {
  for (llvm::StringRef guard :
       {"__CUDA_ARCH__ >= 1000", "__CUDA_ARCH__ == 800", "__CUDA_ARCH__ >= MIN_ARCH",
        "__CUDA_ARCH__ / 100 >= 8", "__CUDA_ARCH__ >= 8 * 100", "MIN <= __CUDA_ARCH__"}) {
    std::string text = ("#if " + guard + "\n#endif\n").str();
    Ported ported = port(text);
    EXPECT_EQ(ported.text, text);
    EXPECT_THAT(ported.ids(), ElementsAre("musa-arch-guard")) << guard.str();
    const std::vector<NameUse> remaining = ported.uses(/*isEdited=*/false);
    ASSERT_EQ(remaining.size(), 1u);
    EXPECT_EQ(remaining[0].name, "__CUDA_ARCH__");
  }
}

TEST(ArchitectureGuard, IsSetForAnEditor) {
  const Ported ported = port("#if defined(__INTELLISENSE__)\n#ifndef X\n#define X\n#endif\n"
                             "#define __CUDA_ARCH__ 520\n#endif\n");
  EXPECT_EQ(ported.text, "#if defined(__INTELLISENSE__)\n#ifndef X\n#define X\n#endif\n"
                         "#define __MUSA_ARCH__ 520\n#endif\n");
  EXPECT_THAT(ported.ids(), IsEmpty());
  for (llvm::StringRef other : {"#ifndef __INTELLISENSE__\n", "#ifdef __INTELLISENSE__\n#else\n",
                                "#ifdef WITH_GPU\n", "#ifdef __INTELLISENSE__\n#endif\n#if 1\n"})
    EXPECT_THAT(port(other.str() + "#define __CUDA_ARCH__ 520\n#endif\n").ids(),
                ElementsAre("musa-arch-guard"))
        << other.str();
}

TEST(ArchitectureGuard, GpusOlderThanFermiNeedNoDecision) {
  for (llvm::StringRef guard : {"__CUDA_ARCH__ == 100", "130 != __CUDA_ARCH__"}) {
    const std::string text = ("#if " + guard + "\n#endif\n").str();
    const Ported ported = port(text);
    EXPECT_EQ(ported.text, text); // 0, as nothing defines it
    ASSERT_EQ(ported.result.diagnostics.size(), 1u);
    EXPECT_EQ(ported.result.diagnostics[0].severity, Severity::Remark);
  }
}

TEST(ArchitectureGuard, WarnsWhereTheValueIsUsed) {
  Ported ported = port("int a = __CUDA_ARCH__;\n");
  EXPECT_EQ(ported.text, "int a = __MUSA_ARCH__;\n");
  EXPECT_THAT(ported.ids(), ElementsAre("musa-arch-value"));
  EXPECT_THAT(port("f<__CUDA_ARCH__>();\n").ids(), ElementsAre("musa-arch-value"));
}

TEST(VersionGuard, ComparesWithTheCudaLevel) {
  Ported ported = port("#if CUDA_VERSION >= 11040\n#endif\n");
  EXPECT_EQ(ported.text, levelInclude.str() + "#if MUSAPORT_CUDA_LEVEL >= 11040\n#endif\n");
  EXPECT_THAT(ported.ids(), IsEmpty());
  EXPECT_EQ(port("#if 11040 <= CUDART_VERSION\n#endif\n").text,
            levelInclude.str() + "#if 11040 <= MUSAPORT_CUDA_LEVEL\n#endif\n");
}

TEST(VersionGuard, AsksWhetherMusasHeadersAreIncluded) {
  Ported ported = port("#if defined(CUDA_VERSION) && CUDA_VERSION < 11040\n#endif\n");
  EXPECT_EQ(ported.text, levelInclude.str() +
                             "#if defined(MUSA_VERSION) && MUSAPORT_CUDA_LEVEL < 11040\n#endif\n");
  EXPECT_EQ(port("#ifdef CUDART_VERSION\n#endif\n").text, "#ifdef MUSART_VERSION\n#endif\n");
}

TEST(VersionGuard, KeepsArithmeticOnTheLevel) {
  EXPECT_EQ(port("#if CUDA_VERSION / 1000 >= 11\n#endif\n").text,
            levelInclude.str() + "#if MUSAPORT_CUDA_LEVEL / 1000 >= 11\n#endif\n");
}

TEST(VersionGuard, WarnsWhereTheValueIsUsed) {
  Ported ported = port("int v = CUDA_VERSION;\n");
  EXPECT_EQ(ported.text, "int v = MUSA_VERSION;\n");
  EXPECT_THAT(ported.ids(), ElementsAre("musa-version-value"));
  for (const char *text :
       {"int v = (CUDA_VERSION);\n", "return CUDA_VERSION;\n", "return (CUDA_VERSION);\n",
        "if (CUDA_VERSION) f();\n", "#define V (CUDA_VERSION)\n", "f<CUDA_VERSION>();\n",
        "f(CUDA_VERSION / 1000);\n"})
    EXPECT_EQ(port(text).result.diagnostics[0].severity, Severity::Warning) << text;
}

TEST(VersionGuard, RemarksWhereTheValueIsHandedOn) {
  for (const char *text :
       {"print(CUDA_VERSION);\n", "printf(\"%d\", CUDA_VERSION);\n", "log(CUDA_VERSION, 1);\n",
        "out << CUDA_VERSION << 1;\n", "out << \"a\" << CUDA_VERSION;\n"}) {
    const Ported ported = port(text);
    EXPECT_THAT(ported.ids(), ElementsAre("musa-version-value")) << text;
    EXPECT_EQ(ported.result.diagnostics[0].severity, Severity::Remark) << text;
  }
}

TEST(VersionGuard, IncludesTheLevelWhereItIsSeen) {
  // At the first include that is not inside a condition, behind the include guard.
  EXPECT_EQ(port("#ifndef X_H\n#define X_H\n\n#include <a.h>\n#include <b.h>\n#if CUDA_VERSION > "
                 "9000\n#endif\n#endif\n",
                 {}, "x.cuh")
                .text,
            "#ifndef X_H\n#define X_H\n\n" + levelInclude.str() +
                "#include <a.h>\n#include <b.h>\n#if MUSAPORT_CUDA_LEVEL > 9000\n#endif\n#endif\n");
  // Before the outermost condition if the includes are inside of one.
  EXPECT_EQ(port("// c\n#if A\n#include <a.h>\n#if CUDA_VERSION > 9000\n#endif\n#endif\n").text,
            "// c\n" + levelInclude.str() +
                "#if A\n#include <a.h>\n#if MUSAPORT_CUDA_LEVEL > 9000\n#endif\n#endif\n");
  // Once.
  EXPECT_EQ(port("#include <musa_port/cuda_level.h>\n#if CUDA_VERSION > 9000\n#endif\n").text,
            "#include <musa_port/cuda_level.h>\n#if MUSAPORT_CUDA_LEVEL > 9000\n#endif\n");
  // With the file's line endings.
  EXPECT_EQ(port("#include <a.h>\r\n#if CUDA_VERSION > 9000\r\n#endif\r\n").text,
            "#include <musa_port/cuda_level.h>\r\n#include <a.h>\r\n#if MUSAPORT_CUDA_LEVEL > "
            "9000\r\n#endif\r\n");
}

const std::string level =
    "#if defined(__MUSACC__) || defined(MUSA_VERSION) || defined(MUSART_VERSION)\n"
    "#include <musa_port/cuda_level.h>\n"
    "#endif\n";

TEST(VersionGuard, TheLevelHeaderIsConditionalWhereABuildMayBeWithoutCuda) {
  const std::string guard = "#ifndef A_H\n#define A_H\n#include <vector>\n";
  for (const char *name : {"a.h", "a.hpp", "a.cpp"}) {
    EXPECT_EQ(port(guard + "#if __CUDACC_VER_MAJOR__ >= 11\n#endif\n#endif\n", {}, name).text,
              guard + level + "#if MUSAPORT_CUDACC_VER_MAJOR >= 11\n#endif\n#endif\n");
    // Without CUDA this does not compile.
    EXPECT_EQ(port("#include <cuda.h>\n#if CUDA_VERSION > 9000\n#endif\n", {}, name).text,
              "#include <musa_port/cuda_level.h>\n#include <musa.h>\n#if MUSAPORT_CUDA_LEVEL > "
              "9000\n#endif\n");
  }
  const std::string condition = "#ifdef WITH_GPU\n#include <cuda.h>\n";
  EXPECT_THAT(port(condition + "int n;\n#if CUDA_VERSION > 9000\n#endif\n#endif\n", {}, "a.h").text,
              HasSubstr("int n;\n" + level + "#if MUSAPORT_CUDA_LEVEL"));
}

/// What a header becomes, with each insertion as LEVEL.
std::string portOfHeader(const std::string &source) {
  std::string text = port(source, {}, "a.h").text;
  for (size_t at; (at = text.find(level)) != std::string::npos;)
    text.replace(at, level.size(), "LEVEL\n");
  return text;
}

TEST(VersionGuard, TheLevelHeaderIsBeforeEachUse) {
  EXPECT_EQ(portOfHeader("#ifdef A\n#elif CUDA_VERSION > 9000\n#endif\n"),
            "LEVEL\n#ifdef A\n#elif MUSAPORT_CUDA_LEVEL > 9000\n#endif\n");
  // once for all that follows, in the same branch
  EXPECT_EQ(portOfHeader("#if CUDA_VERSION > 9000\n#if CUDA_VERSION > 1\n#endif\n#endif\n"
                         "#if CUDA_VERSION > 2\n#endif\n"),
            "LEVEL\n#if MUSAPORT_CUDA_LEVEL > 9000\n#if MUSAPORT_CUDA_LEVEL > 1\n#endif\n#endif\n"
            "#if MUSAPORT_CUDA_LEVEL > 2\n#endif\n");
  EXPECT_EQ(portOfHeader("#ifdef A\n#if CUDA_VERSION > 1\n#endif\n#else\n"
                         "#if CUDA_VERSION > 2\n#endif\n#endif\n"
                         "#if CUDA_VERSION > 3\n#endif\n"),
            "#ifdef A\nLEVEL\n#if MUSAPORT_CUDA_LEVEL > 1\n#endif\n#else\n"
            "LEVEL\n#if MUSAPORT_CUDA_LEVEL > 2\n#endif\n#endif\n"
            "LEVEL\n#if MUSAPORT_CUDA_LEVEL > 3\n#endif\n");
  // no #include within a macro's arguments
  EXPECT_EQ(portOfHeader("int n;\nCHECK(a,\n  CUDA_VERSION > 1);\n"),
            "int n;\nLEVEL\nCHECK(a,\n  MUSAPORT_CUDA_LEVEL > 1);\n");
  EXPECT_EQ(portOfHeader("CHECK({\n  f(CUDA_VERSION > 1);\n});\n"),
            "LEVEL\nCHECK({\n  f(MUSAPORT_CUDA_LEVEL > 1);\n});\n");
  // an include may bring MUSA's headers
  EXPECT_EQ(portOfHeader(
                "#if CUDA_VERSION > 1\n#endif\n#include \"gpu.h\"\n#if CUDA_VERSION > 2\n#endif\n"),
            "LEVEL\n#if MUSAPORT_CUDA_LEVEL > 1\n#endif\n#include \"gpu.h\"\nLEVEL\n#if "
            "MUSAPORT_CUDA_LEVEL > 2\n#endif\n");
  // the text of a macro is read later
  EXPECT_THAT(port("#define OLD (CUDA_VERSION < 1)\n#include \"gpu.h\"\n", {}, "a.h").text,
              StartsWith("#if defined(__MUSACC__) || __has_include(<musa_port/cuda_level.h>)\n"));
  EXPECT_THAT(port("  #define OLD (CUDA_VERSION < 1)\r\n", {}, "a.h").text,
              AllOf(StartsWith("  #if defined"), HasSubstr("\r\n  #include"),
                    HasSubstr("\r\n  #endif\r\n  #define OLD (MUSAPORT")));
  EXPECT_EQ(port(port("#if CUDA_VERSION > 1\n#endif\n", {}, "a.h").text, {}, "a.h").text,
            port("#if CUDA_VERSION > 1\n#endif\n", {}, "a.h").text);
}

TEST(VersionGuard, OfALibraryHasALevelOfItsOwn) {
  EXPECT_EQ(port("#if CUSPARSE_VERSION >= 11400\n#endif\n").text,
            levelInclude.str() + "#if MUSAPORT_CUSPARSE_LEVEL >= 11400\n#endif\n");
}

TEST(VersionGuard, PortedTwiceIsPortedOnce) {
  std::string once =
      port("#include <a.h>\n#if CUDA_VERSION >= 11040 && __CUDA_ARCH__ >= 800\n#endif\n").text;
  EXPECT_EQ(port(once).text, once);
}

TEST(GuardBackwards, ComparesWithCudasThreshold) {
  EXPECT_EQ(portBack("#if __MUSA_ARCH__ >= 220\n").text, "#if __CUDA_ARCH__ >= 800\n");
  EXPECT_EQ(portBack("#if 310 > __MUSA_ARCH__\n").text, "#if 900 > __CUDA_ARCH__\n");
  EXPECT_EQ(portBack("#if __MUSA_ARCH__ > 210\n").text, "#if __CUDA_ARCH__ >= 800\n");
  EXPECT_EQ(portBack("#if __MUSA_ARCH__ >= 1\n").text, "#if __CUDA_ARCH__ >= 1\n");
  EXPECT_THAT(portBack("#if __MUSA_ARCH__ >= 220 && __MUSA_ARCH__ > 1\n").ids(), IsEmpty());
  EXPECT_EQ(portBack("#ifdef __MUSA_ARCH__\n").text, "#ifdef __CUDA_ARCH__\n");
  const Ported without = portBack("#if __MUSA_ARCH__ >= 210\n#endif\n");
  EXPECT_THAT(without.ids(), ElementsAre("musa-arch-guard"));
  EXPECT_EQ(without.result.diagnostics[0].message,
            "no NVIDIA GPU corresponds to '__MUSA_ARCH__ >= 210'");
}

/// 100 is what each number up to 750 becomes. Code behind it may need what sm_75 has.
TEST(GuardBackwards, WhatEveryMusaGpuHasIsTheOldestThatHasItAll) {
  for (const auto &[from, to] :
       {std::pair("#if __MUSA_ARCH__ >= 100\n", "#if __CUDA_ARCH__ >= 750\n"),
        std::pair("#if 100 > __MUSA_ARCH__\n", "#if 750 > __CUDA_ARCH__\n"),
        std::pair("#if __MUSA_ARCH__ <= 99\n", "#if __CUDA_ARCH__ < 750\n")}) {
    const Ported ported = portBack(from);
    EXPECT_EQ(ported.text, to);
    EXPECT_THAT(ported.ids(), ElementsAre("musa-arch-guard"));
    EXPECT_EQ(ported.result.diagnostics[0].severity, Severity::Warning);
  }
}

TEST(GuardBackwards, LevelsAreCudasVersions) {
  EXPECT_EQ(portBack((levelInclude + "#if MUSAPORT_CUDA_LEVEL >= 11040\n").str()).text,
            "#include <cuda.h>\n#if CUDA_VERSION >= 11040\n");
  EXPECT_EQ(portBack("#ifdef MUSA_VERSION\n").text, "#ifdef CUDA_VERSION\n");
}

TEST(GuardBackwards, MusasOwnVersionHasNoAnswer) {
  const Ported ported = portBack("#if MUSA_VERSION >= 30100\n#endif\n");
  EXPECT_EQ(ported.text, "#if MUSA_VERSION >= 30100\n#endif\n");
  EXPECT_THAT(ported.ids(), ElementsAre("musa-version-guard"));
  EXPECT_EQ(ported.result.diagnostics[0].message,
            "'MUSA_VERSION' is MUSA's own version, which has no counterpart in CUDA");
}

} // namespace
} // namespace musaport
