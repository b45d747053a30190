// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/translation.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace musaport::ptx {
namespace {

using testing::HasSubstr;
using testing::Not;

Translation translationOf(const std::string &source, const Surroundings &surroundings = {}) {
  const std::vector<Token> tokens = tokenize(source);
  size_t i = 0;
  while (i < tokens.size() && !llvm::StringRef(source).substr(tokens[i].offset).starts_with("asm"))
    ++i;
  auto statement = readAsmStatement(source, tokens, i);
  EXPECT_TRUE(statement) << source;
  return statement ? translate(*statement, Table::embedded(), surroundings) : Translation();
}

std::string textOf(const std::string &source) {
  const Translation translation = translationOf(source);
  EXPECT_EQ(translation.result, Translation::Result::Translated)
      << translation.instruction << ": " << translation.reason;
  return translation.text;
}

std::string reasonOf(const std::string &source) {
  const Translation translation = translationOf(source);
  EXPECT_EQ(translation.result, Translation::Result::Reported) << translation.text;
  return translation.instruction + ": " + translation.reason;
}

bool isPtx(const std::string &source) {
  return translationOf(source).result != Translation::Result::NotPtx;
}

TEST(PtxTranslation, OneInstructionIsAnAssignment) {
  EXPECT_EQ(textOf(R"(asm("popc.b32 %0, %1;" : "=r"(n) : "r"(x));)"), "n = __popc((unsigned)x)");
  EXPECT_EQ(textOf(R"(asm("add.f32 %0, %1, 0f3F800000;" : "=f"(s) : "f"(a + b));)"),
            "s = (a + b) + __uint_as_float(0x3F800000u)");
  EXPECT_EQ(textOf(R"(asm("mov.u32 %0, %%laneid;" : "=r"(lane));)"), "lane = __get_laneid()");
  EXPECT_EQ(textOf(R"(asm volatile("trap;");)"), "__trap()");
}

TEST(PtxTranslation, BranchesThatBecomeTheSame) {
  EXPECT_EQ(textOf("asm(\n#if PREFETCH\n\"ld.global.L2::128B.u32 %0, [%1];\"\n#else\n"
                   "\"ld.global.u32 %0, [%1];\"\n#endif\n: \"=r\"(x) : \"l\"(p));"),
            textOf(R"(asm("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(p));)"));
  EXPECT_THAT(reasonOf("asm(\n#if UP\n\"cvt.rpi.s32.f32 %0, %1;\"\n#else\n"
                       "\"cvt.rmi.s32.f32 %0, %1;\"\n#endif\n: \"=r\"(x) : \"f\"(y));"),
              HasSubstr("the branches of an #if within the asm statement become different code"));
  EXPECT_EQ(reasonOf("asm(\n#if FAST\n\"popc.b32 %0, %1;\"\n#else\n\"nonsense.b32 %0, %1;\"\n"
                     "#endif\n: \"=r\"(x) : \"r\"(y));"),
            reasonOf(R"(asm("nonsense.b32 %0, %1;" : "=r"(x) : "r"(y));)"));
}

TEST(PtxTranslation, BranchesThatCannotBeChosenAreReported) {
  const std::string add = "\"add.s32 %0, %1, 1;\"";
  std::string many = "asm(";
  for (int i = 0; i < 5; ++i)
    many += "\n#if A" + std::to_string(i) + "\n" + add + "\n#endif\n";
  for (const std::string &source :
       {"asm(" + add + " : \"=r\"(r)\n#ifdef A\n: \"r\"(x));\n#else\n: \"r\"(y));\n#endif\n",
        "asm(\n#define HINT 1\n" + add + " : \"=r\"(r) : \"r\"(x));",
        many + " : \"=r\"(r) : \"r\"(x));"})
    EXPECT_THAT(reasonOf(source), HasSubstr(" within the asm statement: move it out"));
  EXPECT_FALSE(isPtx("asm(\n#ifdef A\n\"nop\"\n#pragma x\n#endif\n);"));
}

TEST(PtxTranslation, BitsPassBetweenFloatAndInteger) {
  EXPECT_EQ(textOf(R"(asm("mov.b32 %0, %1;" : "=r"(bits) : "f"(x));)"),
            "bits = __float_as_uint(x)");
  EXPECT_EQ(textOf(R"(asm("mov.b32 %0, %1;" : "=f"(x) : "r"(bits));)"),
            "x = __uint_as_float((unsigned)bits)");
}

TEST(PtxTranslation, TheCarryFlagBetweenStatements) {
  Surroundings passes;
  passes.carry = "musaPortCarry";
  const auto text = [&](const std::string &source) { return translationOf(source, passes).text; };
  EXPECT_EQ(text(R"(asm("addc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));)"),
            "d = (unsigned)a + (unsigned)b + musaPortCarry");
  const std::string begins = text(R"(asm("add.cc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));)");
  EXPECT_THAT(begins, HasSubstr("musaPortCarry = ptx_next;"));
  EXPECT_THAT(begins, Not(HasSubstr("unsigned musaPortCarry")));
  // A chain of its own keeps its variable, and ends in no other statement.
  const std::string whole = R"(asm("add.cc.u32 %0, %2, %3; addc.u32 %1, 0, 0;"
      : "=r"(d), "=r"(e) : "r"(a), "r"(b));)";
  EXPECT_EQ(text(whole), textOf(whole));
  EXPECT_THAT(text(whole), HasSubstr("unsigned ptx_carry = 0;"));
  // Where no statement reads the flag of another, one that leaves it means nothing by it.
  EXPECT_THAT(textOf(R"(asm("add.cc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));)"),
              HasSubstr("unsigned ptx_carry = 0;"));
  EXPECT_EQ(reasonOf(R"(asm("addc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));)"),
            "addc.u32: it uses the carry flag of another asm statement");
}

TEST(PtxTranslation, A64BitResultMayBeAPointer) {
  EXPECT_EQ(textOf(R"(asm("mov.u64 %0, %1;" : "=l"(p) : "l"(q));)"),
            "p = (__typeof__(p))(unsigned long long)q");
}

TEST(PtxTranslation, AStatementWithinAnotherIsSaid) {
  EXPECT_EQ(reasonOf(R"(asm("popc.b32 %0, %1;" : "=r"(n) : "r"(({ __asm("bar.sync 0;"); x; })));)"),
            "popc.b32: the asm statement contains another one");
  EXPECT_FALSE(isPtx(R"(asm("pause" : "=r"(({ asm("pause"); x; })));)"));
}

TEST(PtxTranslation, WhatCannotBeReadIsSaidOnOneLine) {
  EXPECT_EQ(reasonOf(R"(asm("{\n.reg x=pred q;\nsetp.ne.u32 q, 1, 0;}" ::);)"),
            ".reg: expected a type after .reg");
  EXPECT_EQ(reasonOf(R"(asm("add.u32 (\n\t);" ::);)"),
            "add.u32: expected an operand at '(\\x0a\\x09);'");
  EXPECT_EQ(reasonOf(R"(asm("mov.u32 %0, 1;" : "=rm\n"(x));)"),
            ": the constraint \"=rm\\x0a\" is not supported");
}

TEST(PtxTranslation, AnOperandsNumberMayBeTooLarge) {
  EXPECT_EQ(reasonOf(R"(asm("popc.b32 %99999999999999999999, %1;" : "=r"(n) : "r"(x));)"),
            "popc.b32: there is no operand %99999999999999999999");
}

TEST(PtxTranslation, ANumberOfAnyLengthIsNoReasonToStop) {
  const std::string digits(1000, '9');
  for (const std::string &text :
       {"bfe.u32 %0, %" + digits + ", %1, 8;", "shl.b32 %0, %1, " + digits + ";",
        "ld.global.u32 %0, [%1+-" + digits + "];", "lop3.b32 %0, %1, %1, %1, 0x" + digits + ";",
        ".reg .b32 t<" + digits + ">; mov.b32 %0, t1;", "bar.sync " + digits + ";",
        "mov.u32 %0, %r" + digits + ";", "mov.f32 %0, 1e" + digits + ";"})
    EXPECT_TRUE(isPtx("asm(\"" + text + R"(" : "=r"(n) : "r"(x));)")) << text;
}

TEST(PtxTranslation, BracketsInBrackets) {
  for (const char *bracket : {"{", "[%1, "}) {
    std::string open;
    for (int i = 0; i < 200'000; ++i)
      open += bracket;
    EXPECT_THAT(reasonOf("asm(\"mov.u32 %0, " + open + R"(1;" : "=r"(n) : "r"(x));)"),
                testing::StartsWith("mov.u32: too many brackets around '"));
  }
}

TEST(PtxTranslation, MemoryAndVectors) {
  EXPECT_EQ(textOf(R"(asm("ld.global.u32 %0, [%1+4];" : "=r"(x) : "l"(p));)"),
            "x = *(const unsigned *)((char *)p + 4)");
  EXPECT_EQ(textOf(R"(asm volatile("ld.global.s8 %0, [%1];" : "=r"(x) : "l"(p) : "memory");)"),
            "x = (signed char)*(const volatile signed char *)p");
  EXPECT_EQ(textOf(R"(asm("ld.global.cs.u8 {%0}, [%1 + 0];" : "=r"(x) : "l"(p));)"),
            "x = (unsigned char)*(const unsigned char *)p");
  EXPECT_EQ(textOf(R"(asm("st.v2.f32 [%0], {%1, %2};" :: "l"(p), "f"(x), "f"(y));)"),
            "*(float *)p = x, *(float *)((char *)p + 4) = y");
  EXPECT_EQ(textOf(R"(asm("st.shared.u32 [%0], %1;" :: "r"(at), "r"(x));)"),
            "*(unsigned *)__cvta_shared_to_generic(at) = (unsigned)x");
}

TEST(PtxTranslation, AVectorOfOneIsAValue) {
  EXPECT_EQ(textOf(R"(asm("ld.global.cs.u8 {%0}, [%1 + 0];" : "=r"(x) : "l"(p));)"),
            "x = (unsigned char)*(const unsigned char *)p");
}

TEST(PtxTranslation, ResultsDoNotChangeWhatIsStillRead) {
  EXPECT_EQ(textOf(R"(asm("ld.v2.u64 {%0, %1}, [%2];" : "=l"(p), "=l"(y) : "l"(p));)"),
            "do {\nunsigned long long ptx_0 = 0;\nunsigned long long ptx_1 = 0;\n"
            "const unsigned long long ptx_2 = (unsigned long long)p;\n"
            "{ const auto ptx_value0 = *(const unsigned long long *)ptx_2; "
            "const auto ptx_value1 = *(const unsigned long long *)(ptx_2 + 8); "
            "ptx_0 = ptx_value0; ptx_1 = ptx_value1; }\n"
            "p = (__typeof__(p))ptx_0;\ny = (__typeof__(y))ptx_1;\n} while (0)");
}

TEST(PtxTranslation, OperandsAreEvaluatedOnce) {
  // The width of the shift is named twice in the rule.
  const std::string text =
      textOf(R"(asm("shl.b32 %0, %1, %2;" : "=r"(*out++) : "r"(f()), "r"(g()));)");
  EXPECT_EQ(text.find("f()"), text.rfind("f()"));
  EXPECT_EQ(text.find("g()"), text.rfind("g()"));
  EXPECT_EQ(text.find("out++"), text.rfind("out++"));
  EXPECT_LT(text.find("f()"), text.find("g()"));
  // A macro's parameter may be any expression.
  EXPECT_THAT(
      translationOf(R"(asm("shl.b32 %0, %1, %2;" : "=r"(x) : "r"(y), "r"(z));)", {true}).text,
      HasSubstr("const unsigned ptx_2 = (unsigned)(z);"));
  EXPECT_EQ(translationOf(R"(asm("ld.u32 %0, [%1+4];" : "=r"(x) : "l"(p));)", {true}).text,
            "(x) = *(const unsigned *)((char *)(p) + 4)");
}

TEST(PtxTranslation, ReadAndWritten) {
  EXPECT_EQ(textOf(R"(asm("add.u32 %0, %0, 1;" : "+r"(x));)"), "x = (unsigned)x + 1u");
  EXPECT_THAT(textOf(R"(asm("add.u32 %0, %0, 1;" : "+r"(*p++));)"),
              HasSubstr("auto &ptx_operand0 = *p++;"));
  EXPECT_THAT(textOf(R"(asm("add.u32 %0, %1, 1;" : "=r"(x) : "0"(y));)"),
              HasSubstr("unsigned ptx_0 = (unsigned)y;\nptx_0 = ptx_0 + 1u;"));
}

TEST(PtxTranslation, SeveralInstructionsPredicatesAndCarries) {
  EXPECT_EQ(textOf(R"(asm("{ .reg .pred p; setp.lt.s32 p, %1, %2; @p mov.b32 %0, 7; }"
                          : "+r"(x) : "r"(a), "r"(b));)"),
            "do {\nunsigned ptx_0 = (unsigned)x;\nconst unsigned ptx_1 = (unsigned)a;\n"
            "const unsigned ptx_2 = (unsigned)b;\nbool ptx_p = 0;\n"
            "ptx_p = (int)ptx_1 < (int)ptx_2;\nif (ptx_p) ptx_0 = 7u;\nx = ptx_0;\n} while (0)");
  EXPECT_THAT(textOf(R"(asm("add.cc.u32 %0, %2, %3; addc.u32 %1, %2, 0;"
                            : "=r"(l), "=r"(h) : "r"(a), "r"(b));)"),
              HasSubstr("{ const unsigned ptx_next = ptx_2 + ptx_3 < ptx_2; ptx_0 = ptx_2 + ptx_3; "
                        "ptx_carry = ptx_next; }\nptx_1 = ptx_2 + 0u + ptx_carry;"));
}

TEST(PtxTranslation, OrderOfMemoryIsSaid) {
  const Translation store =
      translationOf(R"(asm volatile("st.release.gpu.global.u32 [%0], %1;" :: "l"(p), "r"(x));)");
  EXPECT_EQ(store.text, "__threadfence(), *(volatile unsigned *)p = (unsigned)x");
  ASSERT_EQ(store.notes.size(), 1u);
  EXPECT_EQ(store.notes[0].instruction, "st.release.gpu.global.u32");
}

TEST(PtxTranslation, AMacrosParameterIsCheckedWhereTheMacroIsUsed) {
  const Translation load = translationOf(
      "#define LOAD(m, x, p) asm(\"ld.\" #m \".u32 %0, [%1];\" : \"=r\"(x) : \"l\"(p))", {true});
  EXPECT_THAT(load.text, testing::StartsWith("do {\nstatic_assert(!__builtin_strcmp(#m, \"ca\") || "
                                             "!__builtin_strcmp(#m, \"cg\")"));
  EXPECT_THAT(load.text, HasSubstr("ptx_0 = *(const volatile unsigned *)ptx_1;"));
  ASSERT_EQ(load.notes.size(), 1u);
  // Whatever it says of the opcode, a type or an operand is not known.
  auto reason = [](const std::string &text) {
    const Translation translation =
        translationOf("#define F(m, x) asm(" + text + " : \"=r\"(x))", {true});
    EXPECT_EQ(translation.result, Translation::Result::Reported);
    return translation.reason;
  };
  EXPECT_EQ(reason("#m \".u32 %0, 1;\""), "a part of the instruction comes from 'm'");
  EXPECT_EQ(reason("\"mov\" #m \".u32 %0, 1;\""), "a part of the instruction comes from 'm'");
  EXPECT_EQ(reason("\"mov.u32 %0, \" #m \";\""), "a part of the instruction comes from 'm'");
  EXPECT_EQ(reason("\"add.\" #m \".u32 %0, 1, 2;\""), "no rule knows this form");
}

TEST(PtxTranslation, WarpsOf128LanesDiffer) {
  const std::string source = R"(asm("mov.u32 %0, %%lanemask_lt;" : "=r"(x));)";
  EXPECT_TRUE(translationOf(source).notes.empty());
  ASSERT_EQ(translationOf(source, {false, 128}).notes.size(), 1u);
  EXPECT_THAT(translationOf(source, {false, 128}).notes[0].text, HasSubstr("more lanes"));
}

TEST(PtxTranslation, WhatHasNoTranslationIsNamed) {
  EXPECT_THAT(reasonOf(R"(asm("mma.sync.aligned.m16n8k8.f32 {%0}, {%1};" : "=f"(x) : "r"(y));)"),
              HasSubstr("mma.sync.aligned.m16n8k8.f32: no rule knows this shape"));
  EXPECT_EQ(reasonOf(R"(asm("addc.u32 %0, %1, 0;" : "=r"(x) : "r"(y));)"),
            "addc.u32: it uses the carry flag of another asm statement");
  EXPECT_THAT(reasonOf(R"(asm("mov.u32 %0, %%smid;" : "=r"(x));)"), HasSubstr("%smid"));
  EXPECT_THAT(reasonOf(R"(asm("mov.u32 %0, %1;" : "=r"(x));)"), HasSubstr("no operand %1"));
  EXPECT_THAT(reasonOf(R"(asm("mov.u32 %0, name;" : "=r"(x));)"), HasSubstr("'name'"));
  EXPECT_THAT(reasonOf(R"(asm("popc.b16 %0, %1;" : "=r"(x) : "h"(y));)"), HasSubstr("this form"));
  EXPECT_THAT(reasonOf(R"(asm("frob.u32 %0, %1;" : "=r"(x) : "r"(y));)"),
              HasSubstr("this instruction"));
  EXPECT_THAT(reasonOf(R"(asm("add.u32 %0 %1;" : "=r"(x) : "r"(y));)"), HasSubstr("';' expected"));
  EXPECT_THAT(reasonOf(R"(asm(LOAD " %0, [%1];" : "=r"(x) : "l"(y));)"), HasSubstr("'LOAD'"));
}

TEST(PtxTranslation, AssemblerOfTheHostIsNotTouched) {
  EXPECT_FALSE(isPtx(R"(asm volatile("" ::: "memory");)"));
  EXPECT_FALSE(isPtx(R"(asm volatile("pause");)"));
  EXPECT_FALSE(isPtx(R"(asm volatile("pause;");)"));
  EXPECT_FALSE(isPtx(R"(asm volatile("rdtsc" : "=a"(lo), "=d"(hi));)"));
  EXPECT_FALSE(isPtx(R"(asm volatile("cpuid;" : "=a"(a), "=b"(b) : "a"(c));)"));
  EXPECT_FALSE(isPtx(R"(asm("mov %0, %1;" : "=r"(x) : "r"(y));)"));
  EXPECT_FALSE(isPtx(R"(asm volatile("lock; xaddl %0, %1" : "+r"(x), "+m"(y));)"));
  EXPECT_FALSE(isPtx(R"(asm volatile("dmb ish; yield;" ::: "memory");)"));
}

TEST(PtxTranslation, AnyAssemblerOfTheDeviceIsPtx) {
  const auto ofDevice = [](const char *source) {
    return translationOf(source, {.isDevice = true}).result;
  };
  using Result = Translation::Result;
  const char *call = R"x(asm volatile("call (%0), _optix_get_x, ();" : "=r"(x));)x";
  EXPECT_EQ(translationOf(call).result, Result::NotPtx);
  EXPECT_EQ(ofDevice(call), Result::Reported);
  EXPECT_EQ(ofDevice(R"x(asm("nop;");)x"), Result::Reported);
  EXPECT_EQ(ofDevice(R"x(asm volatile("" ::: "memory");)x"), Result::NotPtx);
  EXPECT_EQ(ofDevice(R"x(asm volatile("s_waitcnt vmcnt(0)");)
  "), Result::NotPtx); // AMD's
      EXPECT_EQ(ofDevice(R"x(asm("v_add_f32 %0, %1, %1;" : "=v"(x) : "v"(y));)x"),
            Result::NotPtx);
}

TEST(PtxTable, HasRows) { EXPECT_GE(Table::embedded().rows().size(), 80u); }

TEST(PtxTable, FaultsAreFound) {
  Table table;
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(table.add("x.json", R"({"instructions": {"add.[u32 d": "1", "sub.u32 d": {}}})", {},
                         diagnostics));
  ASSERT_EQ(diagnostics.size(), 2u);
  EXPECT_THAT(diagnostics[0].message, HasSubstr("no form"));
  EXPECT_THAT(diagnostics[1].message, HasSubstr("either a translation or a reason"));
}

} // namespace
} // namespace musaport::ptx
