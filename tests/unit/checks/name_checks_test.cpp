//===- name_checks_test.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of names: musa-own-name, musa-pasted-name, musa-name-collision, musa-self-define,
// musa-already-ported, musa-name-in-string.
//===----------------------------------------------------------------------===//
#include "check_test.h"

#include "gmock/gmock.h"

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace musaport {
namespace {

std::vector<std::string> ownNames(const std::string &text) {
  return findingsIn("musa-own-name", text);
}

TEST(OwnNameCheck, WhatClassesAndNamespacesDeclare) {
  EXPECT_THAT(ownNames("struct Pool {\n"
                       "  void cudaFree(void *);\n"
                       "  int cudaMalloc;\n"
                       "  enum { cudaSuccess };\n"
                       "};\n"
                       "void Pool::cudaFree(void *) {}\n"
                       "namespace mine { struct cudaDeviceProp; using cudaEvent_t = int; }\n"),
              ElementsAre("2: 'Pool::cudaFree' is the tree's own, and is renamed as CUDA's "
                          "'cudaFree' is: 'musaFree'",
                          "3: 'Pool::cudaMalloc' is the tree's own, and is renamed as CUDA's "
                          "'cudaMalloc' is: 'musaMalloc'",
                          "4: 'Pool::cudaSuccess' is the tree's own, and is renamed as CUDA's "
                          "'cudaSuccess' is: 'musaSuccess'",
                          "7: 'mine::cudaDeviceProp' is the tree's own, and is renamed as CUDA's "
                          "'cudaDeviceProp' is: 'musaDeviceProp'",
                          "7: 'mine::cudaEvent_t' is the tree's own, and is renamed as CUDA's "
                          "'cudaEvent_t' is: 'musaEvent_t'"));
}

TEST(OwnNameCheck, ATemplateCountsOnce) {
  EXPECT_THAT(ownNames("template <typename T> struct Pool { void cudaFree(T *) {} };\n"
                       "void f(int *i, char *c) { Pool<int>().cudaFree(i); "
                       "Pool<char>().cudaFree(c); }\n"),
              ElementsAre(HasSubstr("1: 'Pool::cudaFree' is the tree's own")));
}

TEST(OwnNameCheck, AMacroCountsOnce) {
  EXPECT_THAT(ownNames("#define ALL(_) _(cuInit) _(cuMemFree)\n"
                       "#define FIELD(name) int name;\n"
                       "struct Driver { ALL(FIELD) };\n"),
              ElementsAre(HasSubstr("3: 'Driver::cuInit' is the tree's own")));
}

TEST(OwnNameCheck, OfWhatIsGlobalWhatTheTreeDefines) {
  EXPECT_THAT(ownNames("extern \"C\" cudaError_t cudaFree(void *p) { return 0; }\n"
                       "extern \"C\" cudaError_t cudaMalloc(void **p, size_t n);\n"
                       "struct cudaDeviceProp;\n"
                       "typedef struct event *cudaEvent_t;\n"),
              ElementsAre(HasSubstr("1: 'cudaFree' is the tree's own")));
  EXPECT_THAT(
      ownNames("extern \"C\" cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, "
               "size_t, cudaStream_t) { return 0; }\n"),
      IsEmpty()); // the headers declare it
}

TEST(OwnNameCheck, NamesThatThePortLeaves) {
  EXPECT_THAT(ownNames("struct A { int cudaMine, half, dim3; void CUDAStream(); };\n"
                       "namespace cuda { struct mine {}; }\n"
                       "cuda::mine m;\n"
                       "void f(cudaStream_t s) { int cudaFree = 0; static int cudaMalloc; }\n"),
              IsEmpty());
  EXPECT_THAT(ownNames("struct A { int cudaLaunchDevice; };\n"),
              ElementsAre("1: 'A::cudaLaunchDevice' is the tree's own, not CUDA's, and keeps its "
                          "name"));
}

TEST(OwnNameCheck, AQualifiedNameThatThePortTakesForCudas) {
  EXPECT_THAT(ownNames("namespace cuda {\n"
                       "struct barrier {};\n"
                       "struct latch {};\n"
                       "latch l;\n"
                       "}\n"
                       "cuda::barrier b;\n"),
              ElementsAre("2: 'cuda::barrier' is the tree's own, and the port writes it "
                          "'musa::barrier' where it is qualified, as CUDA's"));
  EXPECT_THAT(ownNames("namespace mine { namespace cuda { struct barrier {}; } }\n"
                       "mine::cuda::barrier b;\n"),
              IsEmpty());
}

std::vector<std::string> pastedNames(const std::string &text) {
  return findingsIn("musa-pasted-name", text);
}

TEST(PastedNameCheck, ANameOfCudasMadeOfParts) {
  const std::string functions = "void cublasSgemm(); void cublasDgemm();\n";
  EXPECT_THAT(pastedNames(functions + "#define GEMM(T) cublas##T##gemm\n"
                                      "void f() {\n"
                                      "  GEMM(S)();\n"
                                      "  GEMM(D)();\n"
                                      "}\n"),
              ElementsAre("4: 'GEMM' makes CUDA's 'cublasSgemm' here, and 'cublasSgemm' in the "
                          "port, where it is 'mublasSgemm'",
                          "5: 'GEMM' makes CUDA's 'cublasDgemm' here, and 'cublasDgemm' in the "
                          "port, where it is 'mublasDgemm'"));
}

TEST(PastedNameCheck, ANameOfTheTreeMadeOfOneOfCudas) {
  const std::string macro = "#define DECLARE(name) int name##_;\n";
  EXPECT_THAT(pastedNames(macro + "struct Driver {\n"
                                  "  DECLARE(cuInit)\n"
                                  "};\n"
                                  "int f(Driver d) { return d.cuInit_; }\n"),
              ElementsAre("3: 'DECLARE' makes 'cuInit_' here, and 'muInit_' in the port, where "
                          "the rest of the tree says 'cuInit_'"));
  EXPECT_THAT(pastedNames(macro + "struct Driver { DECLARE(cuInit) };\n"), IsEmpty());
  EXPECT_THAT(pastedNames(macro + "#define USE(name) name##_\n"
                                  "struct Driver { DECLARE(cuInit) };\n"
                                  "int f(Driver d) { return d.USE(cuInit); }\n"),
              IsEmpty());
}

TEST(PastedNameCheck, NamesThatStay) {
  EXPECT_THAT(pastedNames("#define CAT(a, b) a##b\n"
                          "#define LAST(a, ...) f(a, ##__VA_ARGS__)\n"
                          "#define TEXT(a) #a\n"
                          "int CAT(my, name), myname2, CAT(x, 1);\n"
                          "void f(int, int = 0);\n"
                          "void g() { LAST(1, 2); LAST(1); const char *t = TEXT(cuInit); }\n"),
              IsEmpty());
}

std::vector<std::string> collisions(const std::string &text) {
  return findingsIn("musa-name-collision", text);
}

TEST(NameCollisionCheck, WhatTheTreeDeclaresGlobally) {
  EXPECT_THAT(collisions("void musaFree(void *) {}\n"
                         "void musaMalloc(void *);\n"
                         "typedef int musaStream_t;\n"
                         "#define musaSuccess 0\n"
                         "void musaMine() {}\n"
                         "#define MUSA_MINE 1\n"),
              ElementsAre(HasSubstr("1: the tree declares 'musaFree' itself, and the port makes "
                                    "'musaFree' of CUDA's 'cudaFree'"),
                          HasSubstr("3: the tree declares 'musaStream_t' itself"),
                          HasSubstr("4: the tree defines the macro 'musaSuccess'")));
}

TEST(NameCollisionCheck, BothNamesInOneScope) {
  EXPECT_THAT(collisions("struct A { void cudaFree(void *); void musaFree(void *); };\n"
                         "struct B { void musaFree(void *); };\n"
                         "enum class E { cudaSuccess, musaSuccess };\n"),
              ElementsAre("1: 'A::cudaFree' becomes 'A::musaFree', which the tree declares, too",
                          "3: 'E::cudaSuccess' becomes 'E::musaSuccess', which the tree declares, "
                          "too"));
}

TEST(NameCollisionCheck, CudasNameWhereTheTreeHasMusas) {
  const std::string cuda = "cudaError_t cudaFree(void *);\n";
  EXPECT_THAT(collisions(cuda + "struct A {\n"
                                "  void musaFree(void *);\n"
                                "  void f(void *p) { cudaFree(p); ::cudaFree(p); }\n"
                                "  void g(void *p);\n"
                                "};\n"
                                "void A::g(void *p) { cudaFree(p); }\n"
                                "void h(void *p) { cudaFree(p); }\n"
                                "namespace n { void musaMalloc(); }\n"),
              ElementsAre("4: CUDA's 'cudaFree' becomes 'musaFree', which is the tree's "
                          "'A::musaFree' here",
                          "7: CUDA's 'cudaFree' becomes 'musaFree', which is the tree's "
                          "'A::musaFree' here"));
}

TEST(NameCollisionCheck, LabelsOfASwitch) {
  const std::string values = "enum Math { CUBLAS_DEFAULT_MATH, CUBLAS_TENSOR_OP_MATH, "
                             "CUBLAS_TF32_TENSOR_OP_MATH };\n";
  EXPECT_THAT(collisions(values + "int f(Math m) {\n"
                                  "  switch (m) {\n"
                                  "  case CUBLAS_DEFAULT_MATH: return 0;\n"
                                  "  case CUBLAS_TENSOR_OP_MATH: return 1;\n"
                                  "  case CUBLAS_TF32_TENSOR_OP_MATH: return 2;\n"
                                  "  }\n"
                                  "  return 3;\n"
                                  "}\n"),
              ElementsAre(HasSubstr("6: 'CUBLAS_TF32_TENSOR_OP_MATH' and 'CUBLAS_TENSOR_OP_MATH' "
                                    "both become 'MUBLAS_TENSOR_OP_MATH'")));
  EXPECT_THAT(collisions(values + "int f(Math m) {\n"
                                  "  switch (m) { case CUBLAS_TENSOR_OP_MATH: return 1; default: "
                                  "return 2; }\n"
                                  "  switch (m) { case CUBLAS_TF32_TENSOR_OP_MATH: return 1; "
                                  "default: return 2; }\n"
                                  "}\n"),
              IsEmpty());
}

TEST(NameCollisionCheck, ABranchThatIsNeverTaken) {
  EXPECT_THAT(collisions("#ifdef __CUDACC__\n"
                         "#elif defined(__MUSACC__)\n"
                         "#endif\n"
                         "#if defined(__CUDACC__) && A\n"
                         "#elif defined(__MUSACC__)\n"
                         "#elif B\n"
                         "#elif defined( __MUSACC__ )\n"
                         "#endif\n"
                         "#if defined(__CUDACC__)\n"
                         "#endif\n"
                         "#if defined(__MUSACC__)\n"
                         "#endif\n"),
              ElementsAre("2: this branch is never taken in the port: its condition "
                          "'defined(__MUSACC__)' becomes that of an earlier one, "
                          "'defined(__CUDACC__)'"));
}

std::vector<std::string> selfDefines(const std::string &text) {
  std::vector<std::string> errors; // there is nothing of MUSA's in CUDA's headers
  return findingsIn("musa-self-define", text, "mp_31", {}, &errors);
}

TEST(SelfDefineCheck, MacrosAreSaidOnceAFile) {
  EXPECT_THAT(selfDefines("#define cudaFree musaFree\n"
                          "#define cudaMalloc(p, n) musaMalloc(p, n)\n"),
              ElementsAre(HasSubstr("1: 'cudaFree' is defined as 'musaFree'")));
  EXPECT_THAT(selfDefines("#define cudaMalloc(p, n) musaMalloc(p, n)\n"),
              ElementsAre(HasSubstr("1: 'cudaMalloc' is defined as 'musaMalloc'")));
}

TEST(SelfDefineCheck, OtherMacros) {
  EXPECT_THAT(selfDefines("#define cudaFree hipFree\n"
                          "#define cudaMalloc musaMallocManaged\n"
                          "#define mine musaFree\n"
                          "#define cudaSuccess\n"
                          "#define cudaFreeHost (0)\n"
                          "#define CUDA_NO_HALF 1\n"),
              IsEmpty());
}

TEST(SelfDefineCheck, FunctionsVariablesAndAliases) {
  EXPECT_THAT(
      selfDefines("inline int musaFree(void *);\n"
                  "inline int cudaFree(void *p) { return musaFree(p); }\n"
                  "struct musaEvent;\n"
                  "typedef musaEvent *musaEvent_t;\n"
                  "using cudaEvent_t = musaEvent_t;\n"
                  "struct A { using cudaEvent_t = musaEvent_t; };\n"
                  "enum E { musaSuccess };\n"
                  "constexpr E cudaSuccess = musaSuccess;\n"),
      ElementsAre("2: 'cudaFree' becomes 'musaFree', and calls itself in the port",
                  "5: 'cudaEvent_t' becomes 'musaEvent_t', and is an alias of itself in the port",
                  "6: 'cudaEvent_t' becomes 'musaEvent_t', and is an alias of itself in the port",
                  "8: 'cudaSuccess' becomes 'musaSuccess', and is initialised with itself in the "
                  "port"));
}

TEST(SelfDefineCheck, WhatMeansAnother) {
  EXPECT_THAT(selfDefines("int musaFree(void *); int cudaMalloc(void *);\n"
                          "struct A {\n"
                          "  int cudaFree(void *p) { return ::musaFree(p) + other->musaFree(p); }\n"
                          "  int mine(void *p) { return musaFree(p); }\n"
                          "  A *other;\n"
                          "  int musaFree(void *);\n"
                          "  int cudaMalloc(void *p) { return ::cudaMalloc(p); }\n"
                          "};\n"),
              IsEmpty());
}

std::vector<std::string> alreadyPorted(const std::string &text) {
  std::vector<std::string> errors;
  return findingsIn("musa-already-ported", text, "mp_31", {}, &errors);
}

TEST(AlreadyPortedCheck, OnceAFileInAllBranches) {
  EXPECT_THAT(alreadyPorted("// musaFree\n"
                            "#ifdef __MUSA_ARCH__\n"
                            "void f(void *p) { musaFree(p); musaFree(p); musaMalloc(); "
                            "musaDeviceSynchronize(); }\n"
                            "#endif\n"),
              ElementsAre("2: this file names MUSA already: '__MUSA_ARCH__', 'musaFree', "
                          "'musaMalloc' and 1 more"));
  EXPECT_THAT(alreadyPorted("#include <musa_runtime.h>\n"),
              ElementsAre("1: this file names MUSA already: 'musa_runtime.h'"));
}

TEST(AlreadyPortedCheck, NamesOfBothSides) {
  EXPECT_THAT(alreadyPorted("#include <mma.h>\n"), IsEmpty());
}

TEST(AlreadyPortedCheck, NamesThatOnlyLookLikeMusas) {
  EXPECT_THAT(alreadyPorted("#ifdef USE_MY_MUSA\n"
                            "#endif\n"
                            "const char *t = \"musaFree\"; // musaMalloc\n"
                            "void musaMine(); int kMusa, mu, dim3_, half_;\n"
                            "void f(cudaStream_t s);\n"),
              IsEmpty());
}

std::vector<std::string> strings(const std::string &text) {
  return findingsIn("musa-name-in-string", text);
}

TEST(NameInStringCheck, WhatALookUpIsGiven) {
  const std::string lookUp = "extern \"C\" void *dlsym(void *, const char *);\n";
  EXPECT_THAT(strings(lookUp + "void f(void *h) { dlsym(h, \"cuInit\"); }\n"),
              ElementsAre("2: this string names CUDA's 'cuInit', and the port leaves strings: "
                          "MUSA's is 'muInit'"));
  EXPECT_THAT(strings(lookUp + "#define TEXT(name) #name\n"
                               "void print(const char *);\n"
                               "void f(void *h) {\n"
                               "  dlsym(h, TEXT(cuInit));\n"
                               "  dlsym(h, \"myInit\");\n"
                               "  print(\"cuInit\");\n"
                               "}\n"),
              IsEmpty());
}

} // namespace
} // namespace musaport
