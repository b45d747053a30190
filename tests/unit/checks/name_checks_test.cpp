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

/// More of what CUDA's headers declare.
const TestBuild withCuda = {.cuda = "extern \"C\" cudaError_t cudaFree(void *);\n"
                                    "extern \"C\" cudaError_t cudaMalloc(void **, size_t);\n"
                                    "namespace cuda { inline namespace v4 {\n"
                                    "template <int> struct barrier {};\n"
                                    "} }\n",
                            .arguments = {}};

std::vector<std::string> ownNames(const std::string &text) {
  return findingsIn("musa-own-name", text, "mp_31", withCuda);
}

std::string staysOf(const std::string &line, const std::string &name) {
  return line + ": '" + name + "' is the tree's own, not CUDA's, and keeps its name";
}

TEST(OwnNameCheck, WhatClassesAndNamespacesDeclare) {
  EXPECT_THAT(ownNames("struct Pool {\n"
                       "  void cudaFree(void *);\n"
                       "  int cudaMalloc;\n"
                       "  enum { cudaSuccess };\n"
                       "};\n"
                       "void Pool::cudaFree(void *) {}\n"
                       "namespace mine { struct cudaDeviceProp; using cudaEvent_t = int; }\n"),
              ElementsAre(staysOf("2", "Pool::cudaFree"), staysOf("3", "Pool::cudaMalloc"),
                          staysOf("4", "Pool::cudaSuccess"), staysOf("7", "mine::cudaDeviceProp"),
                          staysOf("7", "mine::cudaEvent_t")));
}

TEST(OwnNameCheck, WhereCudasIsUsedTooAllAreRenamed) {
  EXPECT_THAT(ownNames("struct Pool {\n"
                       "  void cudaFree(void *p) { ::cudaFree(p); }\n"
                       "  int cudaMalloc;\n"
                       "};\n"),
              ElementsAre("2: 'Pool::cudaFree' is the tree's own, but is renamed to 'musaFree', as "
                          "CUDA's 'cudaFree' is",
                          staysOf("3", "Pool::cudaMalloc")));
}

/// Whether all that is the tree's own stays: a method cudaFree, and what `text` declares.
bool stays(const std::string &text) {
  const std::vector<std::string> found =
      ownNames("struct Pool { void cudaFree(void *); };\n" + text);
  const size_t staying = llvm::count_if(
      found, [](llvm::StringRef finding) { return finding.ends_with("and keeps its name"); });
  EXPECT_TRUE(staying == 0 || staying == found.size());
  return staying > 0;
}

TEST(OwnNameCheck, UsesOfTheTreesOwn) {
  EXPECT_TRUE(stays("void f(Pool p) { p.cudaFree(0); (&p)->cudaFree(0); }\n"));
  EXPECT_TRUE(stays("template <typename T> void f(T t) { t.cudaFree(0); }\n"));
  EXPECT_TRUE(stays("struct Other { int cudaFree; Other() : cudaFree(0) { cudaFree = 1; } };\n"
                    "template <typename T> struct Held { void cudaFree(T);\n"
                    "  void f(T t) { cudaFree(t); } };\n"
                    "template <typename T> void Held<T>::cudaFree(T) {}\n"));
  EXPECT_TRUE(stays("namespace mine { struct cudaFree { cudaFree(); ~cudaFree(); }; }\n"
                    "mine::cudaFree::cudaFree() {}\n"
                    "namespace mine { cudaFree a, *b = new cudaFree; }\n"
                    "using mine::cudaFree;\n"));
  EXPECT_TRUE(stays("namespace mine { template <typename T> void cudaFree(T);\n"
                    "void f(int i) { cudaFree(i); cudaFree<char>('c'); } }\n"));
  EXPECT_TRUE(stays("#define FREE(object) (object).cudaFree(0)\n"
                    "void f(Pool p, int cudaFree) { FREE(p); cudaFree = 0; }\n"
                    "// cudaFree\n"
                    "const char *text = \"cudaFree\";\n"));
}

TEST(OwnNameCheck, WhatMayBeCudas) {
  EXPECT_FALSE(stays("void f() { cudaFree(0); }\n"));
  EXPECT_FALSE(stays("auto f = &::cudaFree;\n"));
  EXPECT_FALSE(stays("namespace mine { using ::cudaFree; }\n"
                     "void f() { mine::cudaFree(0); }\n"));
  EXPECT_FALSE(stays("template <typename T> void f(T t) { cudaFree(t); }\n"));
  EXPECT_FALSE(stays("#define FREE(p) cudaFree(p)\n"));
  EXPECT_FALSE(stays("#define FREE(p) cudaFree(p)\n" // in another file it may be CUDA's
                     "struct Other { void cudaFree(int); void f() { FREE(0); } };\n"));
  EXPECT_FALSE(stays("#define CALL(object, name) load((object).name, #name)\n"
                     "void load(int, const char *);\n"
                     "struct Driver { int cudaFree; };\n"
                     "void f(Driver d) { CALL(d, cudaFree); }\n"));
  EXPECT_FALSE(stays("template <typename T> void f() { T::cudaFree(0); }\n"));
  EXPECT_FALSE(stays("#ifdef WITH_CUDA\n"
                     "void f() { cudaFree(0); }\n"
                     "#endif\n"));
  EXPECT_FALSE(stays("#ifdef cudaFree\n"
                     "#endif\n"));
}

TEST(OwnNameCheck, WhatCannotBeParsedMayBeCudas) {
  const std::string pool = "struct Pool { void cudaFree(void *); };\n";
  std::vector<std::string> errors;
  EXPECT_THAT(findingsIn("musa-own-name", pool + "missing::Type f() { cudaFree(0); }\n", "mp_31",
                         withCuda, &errors),
              ElementsAre(HasSubstr("is renamed to 'musaFree', as CUDA's 'cudaFree' is")));
  EXPECT_THAT(findingsIn("musa-own-name", pool + "missing::Type f(Pool p) { p.cudaFree(0); }\n",
                         "mp_31", withCuda, &errors),
              ElementsAre(staysOf("1", "Pool::cudaFree")));
  EXPECT_FALSE(errors.empty());
}

TEST(OwnNameCheck, ATemplateCountsOnce) {
  EXPECT_THAT(ownNames("template <typename T> struct Pool { void cudaFree(T *) {} };\n"
                       "void f(int *i, char *c) { Pool<int>().cudaFree(i); "
                       "Pool<char>().cudaFree(c); }\n"),
              ElementsAre(staysOf("1", "Pool::cudaFree")));
}

TEST(OwnNameCheck, AMacroCountsOnce) {
  EXPECT_THAT(ownNames("#define ALL(_) _(cuInit) _(cuMemFree)\n"
                       "#define FIELD(name) int name;\n"
                       "struct Driver { ALL(FIELD) };\n"),
              ElementsAre("3: 'Driver::cuInit' is the tree's own, but is renamed to 'muInit', as "
                          "CUDA's 'cuInit' is"));
}

TEST(OwnNameCheck, OfWhatIsGlobalWhatTheTreeDefines) {
  const std::string function = "cudaError_t cudaMemset(void *p) { return 0; }\n";
  EXPECT_THAT(ownNames(function + "extern \"C\" cudaError_t cudaMemcpy(void **p, size_t n);\n"
                                  "struct cudaDeviceProp;\n"
                                  "typedef struct event *cudaEvent_t;\n"
                                  "void f() { cudaMemset(0); }\n"),
              ElementsAre(staysOf("1", "cudaMemset")));
  // It takes the place of CUDA's when the program is linked.
  EXPECT_THAT(ownNames("extern \"C\" " + function),
              ElementsAre("1: 'cudaMemset' is the tree's own, but is renamed to 'musaMemset', as "
                          "CUDA's 'cudaMemset' is"));
  EXPECT_THAT(ownNames("void (*cudaMemset)(int);\n"),
              ElementsAre("1: 'cudaMemset' is the tree's own, but is renamed to 'musaMemset', as "
                          "CUDA's 'cudaMemset' is"));
  EXPECT_THAT(ownNames("extern \"C\" cudaError_t cudaFree(void *) { return 0; }\n"),
              IsEmpty()); // the headers declare it
}

TEST(OwnNameCheck, NamesThatThePortLeaves) {
  EXPECT_THAT(ownNames("struct A { int cudaMine, half, dim3; void CUDAStream(); };\n"
                       "namespace cuda { struct mine {}; }\n"
                       "cuda::mine m;\n"
                       "void f(cudaStream_t s) { int cudaFree = 0; static int cudaMalloc; }\n"),
              IsEmpty());
  const std::string keeps = "'A::cudaLaunchDevice' is the tree's own, not CUDA's, and keeps its "
                            "name";
  EXPECT_THAT(ownNames("struct A { int cudaLaunchDevice; };\n"), ElementsAre("1: " + keeps));
  EXPECT_THAT(ownNames("struct A { int cudaLaunchDevice; };\n"
                       "#define LAUNCH cudaLaunchDevice\n"),
              ElementsAre("1: " + keeps));
}

TEST(OwnNameCheck, AQualifiedNameThatThePortKnows) {
  EXPECT_THAT(ownNames("namespace cuda {\n"
                       "struct latch {};\n"
                       "struct pipeline {};\n"
                       "pipeline p;\n"
                       "}\n"
                       "cuda::latch l;\n"
                       "template <typename T> cuda::latch f(T);\n"),
              ElementsAre(staysOf("2", "cuda::latch")));
  EXPECT_THAT(ownNames("namespace mine { namespace cuda { struct barrier {}; } }\n"
                       "mine::cuda::barrier b;\n"),
              IsEmpty());
}

TEST(OwnNameCheck, AQualifiedNameThatMayBeCudas) {
  const std::string error = "2: 'cuda::latch' is the tree's own, but where it is qualified the "
                            "port takes it for CUDA's and writes 'musa::latch'";
  const std::string latch = "namespace cuda {\n"
                            "struct latch {};\n"
                            "}\n"
                            "cuda::latch l;\n";
  EXPECT_THAT(ownNames(latch + "#define LATCH cuda::latch\n"), ElementsAre(error));
}

std::vector<std::string> pastedNames(const std::string &text) {
  return findingsIn("musa-pasted-name", text);
}

TEST(PastedNameCheck, ANameOfCudasMadeOfParts) {
  const std::string functions = "void cublasSgemm(); void cublasDgemm();\n";
  EXPECT_THAT(pastedNames(functions + "#define GEMM(c, T) c##ublas##T##gemm\n"
                                      "void f() {\n"
                                      "  GEMM(c, S)();\n"
                                      "  GEMM(c, D)();\n"
                                      "}\n"),
              ElementsAre("4: 'GEMM' makes 'cublasSgemm' in the port, where CUDA's "
                          "'cublasSgemm' is called 'mublasSgemm'",
                          "5: 'GEMM' makes 'cublasDgemm' in the port, where CUDA's "
                          "'cublasDgemm' is called 'mublasDgemm'"));
  // The port itself decides where the macro begins the name.
  EXPECT_THAT(pastedNames(functions + "#define GEMM(T) cublas##T##gemm\nvoid f() { GEMM(S)(); }\n"),
              IsEmpty());
}

TEST(PastedNameCheck, ANameOfTheTreeMadeOfOneOfCudas) {
  const std::string macro = "#define DECLARE(name) int name##_##1;\n";
  EXPECT_THAT(pastedNames(macro + "struct Driver {\n"
                                  "  DECLARE(cuInit)\n"
                                  "};\n"
                                  "int f(Driver d) { return d.cuInit_1; }\n"),
              ElementsAre("3: 'DECLARE' makes 'cuInit_1' here but 'muInit_1' in the port, while "
                          "the rest of the port still says 'cuInit_1'"));
  EXPECT_THAT(pastedNames(macro + "struct Driver { DECLARE(cuInit) };\n"), IsEmpty());
  EXPECT_THAT(pastedNames(macro + "#define USE(name) name##_##1\n"
                                  "struct Driver { DECLARE(cuInit) };\n"
                                  "int f(Driver d) { return d.USE(cuInit); }\n"),
              IsEmpty());
  // The port renames what a word and an argument make.
  EXPECT_THAT(pastedNames("#define DECLARE(name) int name##_, t##name, t##name##_;\n"
                          "struct Driver { DECLARE(cuInit) };\n"
                          "int f(Driver d) { return d.cuInit_ + d.tcuInit + d.tcuInit_; }\n"),
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
              ElementsAre(HasSubstr("1: the tree declares 'musaFree', which is also MUSA's name "
                                    "for CUDA's 'cudaFree'"),
                          HasSubstr("3: the tree declares 'musaStream_t', which"),
                          HasSubstr("4: the tree defines the macro 'musaSuccess'")));
}

TEST(NameCollisionCheck, BothNamesInOneScope) {
  const std::string text = "struct A { void cudaFree(void *); void musaFree(void *); };\n"
                           "struct B { void musaFree(void *); };\n"
                           "enum class E { cudaSuccess, musaSuccess };\n";
  EXPECT_THAT(collisions(text + "#define FREE(p) cudaFree(p)\n"
                                "#define SUCCESS cudaSuccess\n"),
              ElementsAre("1: 'A::cudaFree' becomes 'A::musaFree', which the tree declares, too",
                          "3: 'E::cudaSuccess' becomes 'E::musaSuccess', which the tree declares, "
                          "too"));
  EXPECT_THAT(collisions(text), IsEmpty()); // the tree's own, which stay
}

TEST(NameCollisionCheck, CudasNameWhereTheTreeHasMusas) {
  const std::string cuda = "cudaError_t cudaFree(void *);\n";
  EXPECT_THAT(
      collisions(cuda + "struct A {\n"
                        "  void musaFree(void *);\n"
                        "  void f(void *p) { cudaFree(p); ::cudaFree(p); }\n"
                        "  void g(void *p);\n"
                        "};\n"
                        "void A::g(void *p) { cudaFree(p); }\n"
                        "void h(void *p) { cudaFree(p); }\n"
                        "namespace n { void musaMalloc(); }\n"),
      ElementsAre(
          "4: CUDA's 'cudaFree' becomes 'musaFree', which means the tree's 'A::musaFree' here",
          "7: CUDA's 'cudaFree' becomes 'musaFree', which means the tree's 'A::musaFree' here"));
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
  EXPECT_THAT(
      collisions("#ifdef __CUDACC__\n"
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
      ElementsAre("2: this branch is never taken in the port: its condition 'defined(__MUSACC__)' "
                  "becomes the same as the earlier 'defined(__CUDACC__)'"));
}

std::vector<std::string> selfDefines(const std::string &text) {
  std::vector<std::string> errors; // there is nothing of MUSA's in CUDA's headers
  return findingsIn("musa-self-define", text, "mp_31", {}, &errors);
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
                  "constexpr E cudaSuccess = musaSuccess;\n"
                  "#define MINE cudaFree(cudaSuccess)\n"),
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
              ElementsAre("2: this file uses MUSA names already: '__MUSA_ARCH__', 'musaFree', "
                          "'musaMalloc' and 1 more"));
  EXPECT_THAT(alreadyPorted("#include <musa_runtime.h>\n"),
              ElementsAre("1: this file uses MUSA names already: 'musa_runtime.h'"));
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
              ElementsAre("2: this string names CUDA's 'cuInit', and the port does not change "
                          "strings: MUSA has 'muInit'"));
  // It stays in sources, by a header of the port's.
  EXPECT_THAT(strings(lookUp + "void f(void *h) { dlsym(h, \"nvmlInit_v2\"); }\n"),
              ElementsAre("2: this string names CUDA's 'nvmlInit_v2', and the port does not change "
                          "strings: no library of MUSA's has it"));
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
