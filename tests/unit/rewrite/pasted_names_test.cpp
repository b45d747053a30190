//===- pasted_names_test.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "port_test.h"

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> messages(const std::string &text) {
  std::vector<std::string> all;
  for (const Diagnostic &diagnostic : port(text).result.diagnostics)
    all.push_back(diagnostic.message);
  return all;
}

TEST(PastedNames, TheMacrosPartFollowsTheNames) {
  EXPECT_EQ(port("#define TRY(call) check(cuda##call)\nTRY(Malloc(&p, 8)); TRY(Free(p));").text,
            "#define TRY(call) check(musa##call)\nTRY(Malloc(&p, 8)); TRY(Free(p));");
  EXPECT_EQ(port("#define BLAS(T, ...) cublas##T##gemv(__VA_ARGS__)\nBLAS(S, h, n);").text,
            "#define BLAS(T, ...) mublas##T##gemv(__VA_ARGS__)\nBLAS(S, h, n);");
  EXPECT_EQ(port("#define OK(...) (cuda##__VA_ARGS__)\nOK(Free(p));").text,
            "#define OK(...) (musa##__VA_ARGS__)\nOK(Free(p));");
  EXPECT_EQ(port("#define STATUS(s) CUBLAS_STATUS_##s\n").text,
            "#define STATUS(s) MUBLAS_STATUS_##s\n");
  EXPECT_THAT(messages("#define TRY(call) check(cuda##call)\nTRY(Malloc(&p, 8));"), IsEmpty());
}

TEST(PastedNames, AMacroThatJoinsItsArguments) {
  EXPECT_EQ(port("#define PRE(name) LIB_PP_CAT(cuda, name)\nPRE(Free)(p);").text,
            "#define PRE(name) LIB_PP_CAT(musa, name)\nPRE(Free)(p);");
  EXPECT_EQ(port("#define BLAS(T, f) CONCAT3(cublas, T, f)\nBLAS(S, gemm)(h);").text,
            "#define BLAS(T, f) CONCAT3(mublas, T, f)\nBLAS(S, gemm)(h);");
  EXPECT_THAT(messages("#define PRE(name) PASTE(cuda, name)\nPRE(Free)(p);\nPRE(Frobnicate)(p);"),
              ElementsAre("'PRE' makes 'cudaFrobnicate' here, and 'musaFrobnicate' in the port, "
                          "and no rule knows that name"));
  const std::string other = "#define LOG(name) LOG_CATEGORY(cuda, name)\nLOG(Free);";
  EXPECT_EQ(port(other).text, other);
}

TEST(PastedNames, NamesTheCallsThatItIsWrongFor) {
  EXPECT_THAT(messages("#define TRY(call) cuda##call\nTRY(Free(p));\nTRY(Frobnicate(p));"),
              ElementsAre("'TRY' makes 'cudaFrobnicate' here, and 'musaFrobnicate' in the port, "
                          "and no rule knows that name"));
  EXPECT_THAT(messages("#define TRY(call) cuda##call\n#define FIRST(x) TRY((x)); TRY(Free(p))\n"),
              testing::Contains(HasSubstr("'TRY' joins 'musa' and what is not known here")));
}

TEST(PastedNames, AMacroThatPassesItsParameterOn) {
  const std::string macros = "#define API(name) cuda##name\n#define TRY(call) check(API(call))\n"
                             "#define TWICE(call) TRY(call); TRY(call)\n";
  EXPECT_EQ(port(macros + "TRY(Free(p));").text,
            "#define API(name) musa##name\n#define TRY(call) check(API(call))\n"
            "#define TWICE(call) TRY(call); TRY(call)\nTRY(Free(p));");
  EXPECT_THAT(messages(macros + "TRY(Free(p)); TWICE(Free(q));"), IsEmpty());
  EXPECT_THAT(messages(macros + "TRY(Free(p)); TWICE(Frobnicate(q));"),
              ElementsAre("'TWICE' makes 'cudaFrobnicate' here, and 'musaFrobnicate' in the port, "
                          "and no rule knows that name"));
  EXPECT_THAT(messages("#define API(n) cuda##n\n#define REC(x) REC(x) API(x)\nREC(Free)(p);"),
              IsEmpty());
  // No call but the passed on ones says what the macro is for.
  EXPECT_EQ(port("#define MINE(f) cuda##f\n#define RUN(f) MINE(f)()\nRUN(solve);").text,
            "#define MINE(f) cuda##f\n#define RUN(f) MINE(f)()\nRUN(solve);");
}

TEST(PastedNames, AMacroThatStandsForTheFirstWord) {
  const std::string macros = "#ifdef __CUDACC__\n#define PREFIX cuda\n#else\n#define PREFIX hip\n"
                             "#endif\n#define GLUE_(a, b) a##b\n#define GLUE(a, b) GLUE_(a, b)\n";
  EXPECT_EQ(port(macros + "#define gpuFree GLUE(PREFIX, Free)\nint r = gpuFree(p);\n").text,
            "#ifdef __MUSACC__\n#define PREFIX musa\n#else\n#define PREFIX hip\n#endif\n"
            "#define GLUE_(a, b) a##b\n#define GLUE(a, b) GLUE_(a, b)\n"
            "#define gpuFree GLUE(PREFIX, Free)\nint r = gpuFree(p);\n");
  EXPECT_THAT(port(macros + "#define gpuFree GLUE(PREFIX, Free)\nint r = gpuFree(p);\n").ids(),
              IsEmpty());
  // Some of the names are the tree's own.
  EXPECT_THAT(messages(macros + "#define API(f) GLUE(PREFIX, f)\nAPI(Free)(p); API(Mine)(p);"),
              ElementsAre("'API' makes 'cudaMine' here, and 'musaMine' in the port, and no rule "
                          "knows that name"));
  // In code, by a macro of any name, and what is no name of CUDA's.
  EXPECT_EQ(port("#define ON cuda\n#define FUSE_(a, b) a##b\n#define FUSE(a, b) FUSE_(a, b)\n"
                 "int r = FUSE(ON, Free)(p);\n")
                .text,
            "#define ON musa\n#define FUSE_(a, b) a##b\n#define FUSE(a, b) FUSE_(a, b)\n"
            "int r = FUSE(ON, Free)(p);\n");
  EXPECT_THAT(messages(macros + "int r = GLUE(PREFIX, Free)(p);\nint s = GLUE(PREFIX, _mine)(p);\n"
                                "namespace PREFIX { int x; }\n"),
              ElementsAre("'PREFIX' makes 'cuda_mine' here, and 'musa_mine' in the port, and no "
                          "rule knows that name",
                          "'PREFIX' stands for 'musa' in the port, also here"));
  // No macro joins it: a namespace, for example.
  const std::string scope = "#define IMPL cuda\nnamespace mine { namespace IMPL { int x; } }\n";
  EXPECT_EQ(port(scope).text, scope);
}

TEST(PastedNames, AMacroOfTheTreesOwnNamesStays) {
  const std::string text = "#define MINE(f) cuda##f()\nvoid cudasolve(); void g() { MINE(solve); }";
  EXPECT_EQ(port(text).text, text);
  EXPECT_THAT(messages(text), IsEmpty());
  EXPECT_EQ(port("#define M(f) cuda_##f()\n").text, "#define M(f) cuda_##f()\n");
}

TEST(PastedNames, Backwards) {
  EXPECT_EQ(portBack("#define TRY(call) musa##call\nTRY(Free(p));").text,
            "#define TRY(call) cuda##call\nTRY(Free(p));");
}

TEST(PastedNames, NamesThatMacrosJoinFollowTheirArguments) {
  EXPECT_EQ(port("typedef CUresult tcuInit(unsigned);\ntcuInit *cuInit;\n"
                 "#define GET(name) name = (t##name *)dlsym(lib, #name)\nGET(cuInit);\n")
                .text,
            "typedef MUresult tmuInit(unsigned);\ntmuInit *muInit;\n"
            "#define GET(name) name = (t##name *)dlsym(lib, #name)\nGET(muInit);\n");
  EXPECT_EQ(port("#define CREATE(name) decltype(&name) name##_;\nCREATE(cuMemCreate)\n"
                 "auto r = driver->cuMemCreate_(0);\n")
                .text,
            "#define CREATE(name) decltype(&name) name##_;\nCREATE(muMemCreate)\n"
            "auto r = driver->muMemCreate_(0);\n");
  EXPECT_EQ(port("#define F(name) t##name##_fn\ntypedef int (*tcuInit_fn)(unsigned);\n"
                 "F(cuInit) p;\n")
                .text,
            "#define F(name) t##name##_fn\ntypedef int (*tmuInit_fn)(unsigned);\nF(muInit) p;\n");
  // No macro joins these, or no rule has the rest.
  for (const char *text :
       {"#define GET(name) t##name\nint xcuInit, tcu, t, tcuMine;\n",
        "#define GET(name) t##name##_v2\nint tcuInit;\n",
        "#define GET(a, b) t##a##b\nint tcuInit;\n", "#define GET(a) t##a##1\nint tcuInit1;\n",
        "#define GET name##t\nint cuInitt;\n"})
    EXPECT_EQ(port(text).text, text);
}

/// The tree's own cuInit stays, and so does what is made of it.
TEST(PastedNames, JoinedNamesStayWithAnOwnArgument) {
  const RuleSet rules({}, {});
  const JoinedNames joined = {{"t", {""}}};
  EXPECT_EQ(portedJoinedName(joined, "tcuInit", rules, {}), "tmuInit");
  EXPECT_EQ(portedJoinedName(joined, "tcuInit", rules, {"cuInit"}), "");
  EXPECT_EQ(portedJoinedName(joined, "xcuInit", rules, {}), "");
}

TEST(PastedNames, AMacroOfWordsAlone) {
  const Ported ported = port("#define ALLOC(p, n) cuda##Malloc(p, n)\nint r = ALLOC(p, 4);\n");
  EXPECT_EQ(ported.text, "#define ALLOC(p, n) musa##Malloc(p, n)\nint r = ALLOC(p, 4);\n");
  EXPECT_THAT(ported.ids(), IsEmpty());
  EXPECT_EQ(port("#define FREE cuda##Free\nint r = FREE(p);\n").text,
            "#define FREE musa##Free\nint r = FREE(p);\n");
  // MUSA's name for it begins otherwise, or the name is the tree's own.
  for (const char *text : {"#define VERSION nvrtc##GetPTX\nauto f = &VERSION;\n",
                           "#define LOG cuda##_log\nint r = LOG(p);\n"})
    EXPECT_EQ(port(text).text, text);
  EXPECT_THAT(port("#define PTX nvrtc##GetPTX\nauto f = &PTX;\n").ids(),
              ElementsAre("musa-pasted-name"));
  // Nothing is made of it.
  EXPECT_THAT(port("#define PTX nvrtc##GetPTX\n#ifdef PTX\n#endif\n#if defined(PTX) && "
                   "!defined PTX\n#endif\n#undef PTX\n")
                  .ids(),
              IsEmpty());
}

TEST(PastedNames, ThatFitNoNameOfCudasAreTheTreesOwn) {
  const char *own = "#define RUN(name) cuda##name##Worker\n";
  EXPECT_EQ(port(own).text, own);
  EXPECT_EQ(port("#define GEMM(t) cublas##t##gemm\n").text, "#define GEMM(t) mublas##t##gemm\n");
}

TEST(PastedNames, ACallMeansNoDefinitionBeforeAnUndef) {
  const std::string list = "#define EACH(M) M(S) M(D)\n";
  const std::string other = "EACH(X)\n#undef X\n#define X(H) int make##H();\nX(Host)\n#undef X\n";
  EXPECT_EQ(port(list + "#define X(T) int cublas##T##gemv();\n" + other).text,
            list + "#define X(T) int mublas##T##gemv();\n" + other);
  EXPECT_THAT(messages(list + "#define X(T) int cublas##T##gemv();\n" + other), IsEmpty());
  EXPECT_THAT(
      messages("#define X(f) cuda##f\n#undef X\n#define X(f) cuda##f\nX(Free);\nX(Frobnicate);\n"),
      testing::SizeIs(1));
}

TEST(PastedNames, OfTwoMacrosOfOneNameTheOneThatFitsCounts) {
  const Ported ported =
      port("#if A\n#define CHECK(f) cuda##f\n#else\n#define CHECK(f) cublas##f\n#endif\n"
           "int a = CHECK(Malloc)(p, 4), b = CHECK(Create)(p);\n");
  EXPECT_THAT(ported.text,
              testing::HasSubstr("#define CHECK(f) musa##f\n#else\n#define CHECK(f) mublas##f"));
  EXPECT_THAT(ported.ids(), IsEmpty());
}

} // namespace
} // namespace musaport
