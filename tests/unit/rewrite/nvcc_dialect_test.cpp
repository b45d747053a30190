//===- nvcc_dialect_test.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "port_test.h"

#include "llvm/Support/FormatVariadic.h"

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

namespace musaport {
namespace {

TEST(NvccDialect, JoinsLaunches) {
  EXPECT_EQ(port("k << <g, b >> >(x);").text, "k <<<g, b >>>(x);");
  EXPECT_EQ(port("k < << g, b > >> (x);").text, "k <<< g, b >>> (x);");
  EXPECT_EQ(port("k< < <g, b> > >(x);").text, "k<<<g, b>>>(x);");
  EXPECT_EQ(port("k << <(n + 63) / 64, 64, 0, s>>>(x);").text,
            "k <<<(n + 63) / 64, 64, 0, s>>>(x);");
  EXPECT_EQ(port("k<<<g, b>> >(x);").text, "k<<<g, b>>>(x);");
  EXPECT_EQ(port("f<int, 8>\n  << <g, b >> >\n  (x);").text, "f<int, 8>\n  <<<g, b >>>\n  (x);");
  EXPECT_EQ(port("table[i]<< <g, b>> >(x);").text, "table[i]<<<g, b>>>(x);");
}

TEST(NvccDialect, PortsTheNamesInsideOfAJoinedLaunch) {
  EXPECT_EQ(port("k << <cudaDevAttrWarpSize, b, 0, cudaStreamLegacy >> >(cudaSuccess);").text,
            "k <<<musaDevAttrWarpSize, b, 0, musaStreamLegacy >>>(musaSuccess);");
  EXPECT_EQ(port("CHECK((k << <a << 1, sizeof(v<v<int>>) >> >(x)));").text,
            "CHECK((k <<<a << 1, sizeof(v<v<int>>) >>>(x)));");
  EXPECT_EQ(port("#define RUN(k, x) \\\n  k << <g, \\\n b >> >(x)\n").text,
            "#define RUN(k, x) \\\n  k <<<g, \\\n b >>>(x)\n");
}

TEST(NvccDialect, LeavesWhatIsNoLaunch) {
  expectUntouched({"std::cout << a < b;", "template <> Out &operator<< <>(Out &, int);",
                   "a << b >> c;", "x = a < b; y = c > d;", "v<v<v<int> > > (x);",
                   "k<<<g, b>>>(x);", "f(\"k << <g, b>> >(x)\");", "// k << <g, b>> >(x)\n"});
}

TEST(NvccDialect, NamesALaunchWithoutAnEnd) {
  EXPECT_THAT(port("k << <g, b >>(x);").ids(), ElementsAre("musa-nvcc-dialect"));
  EXPECT_EQ(port("k << <g, b >>(x);").text, "k << <g, b >>(x);");
}

TEST(NvccDialect, DimensionsInBraces) {
  EXPECT_EQ(port("k<<<n, {16, 16, 1}, 0, s>>>(x);").text, "k<<<n, dim3{16, 16, 1}, 0, s>>>(x);");
  EXPECT_EQ(port("k<<<{a, b}, {16}>>>(x);").text, "k<<<dim3{a, b}, dim3{16}>>>(x);");
  EXPECT_EQ(port("k << <{a}, b >> >(x);").text, "k <<<dim3{a}, b >>>(x);");
  EXPECT_EQ(port("k<<<n, m, {}, {}>>>(x);").text, "k<<<n, m, size_t{}, musaStream_t{}>>>(x);");
  EXPECT_EQ(port("k<<<n, {m}, 64, {s}>>>(x);").text, "k<<<n, dim3{m}, 64, musaStream_t{s}>>>(x);");
  expectUntouched({"k<<<dim3{a, b}, dim3(16)>>>(x);", "k<<<n, f({16, 16})>>>(x);"});
}

TEST(NvccDialect, AttributesComeFirst) {
  EXPECT_EQ(port("__shared__ alignas(16) half a[64];").text, "alignas(16) __shared__ half a[64];");
  EXPECT_EQ(port("extern __shared__ alignas(128) char raw[];").text,
            "alignas(128) extern __shared__ char raw[];");
  EXPECT_EQ(port("static __device__ alignas(8) alignas(T) int g[4];").text,
            "alignas(8) alignas(T) static __device__ int g[4];");
  EXPECT_EQ(port("static alignas(16) __shared__ int h[64];").text,
            "alignas(16) static __shared__ int h[64];");
  EXPECT_EQ(port("template <class T> __device__ [[nodiscard]] T f();").text,
            "template <class T> [[nodiscard]] __device__ T f();");
  EXPECT_EQ(port("__shared__ alignas(16)\n  cudaStream_t s[1];").text,
            "alignas(16)\n  __shared__ musaStream_t s[1];");
  EXPECT_EQ(port("{ double __shared__ alignas(32) t[8]; }").text,
            "{ alignas(32) double __shared__ t[8]; }");
  EXPECT_EQ(port("v<cudaStream_t, 2> static __shared__ alignas(8) alignas(16) t[8];").text,
            "alignas(8) alignas(16) v<musaStream_t, 2> static __shared__ t[8];");
  for (const char *text : {"float __shared__ alignas(sizeof(int2)) x[4];",
                           "float __shared__ alignas(16) /* keep */ x[4];"}) {
    EXPECT_EQ(port(text).text, text);
    EXPECT_THAT(port(text).ids(), ElementsAre("musa-nvcc-dialect"));
  }
  EXPECT_EQ(port("#if X\n__shared__ alignas(16) int a[4];\n#endif\n").text,
            "#if X\nalignas(16) __shared__ int a[4];\n#endif\n");
  expectUntouched({"alignas(16) __shared__ int a[4];", "static alignas(16) int a[4];",
                   "struct alignas(16) S {};", "__shared__ __align__(16) int a[4];", "a[b[0]] = 1;",
                   "[=] __device__ (int i) { return i; };"});
}

TEST(NvccDialect, LiteralsAndNames) {
  const Ported ported = port("extern \"C\"__global__ void k();");
  EXPECT_EQ(ported.text, "extern \"C\" __global__ void k();");
  EXPECT_EQ(ported.uses(true).size(), 1U); // the report counts it
  EXPECT_EQ(port("#if defined(X) && \"\"__CUDACC__\n#endif\n").text,
            "#if defined(X) && \"\" __MUSACC__\n#endif\n"); // the name is ported, too
  EXPECT_EQ(port("int i = 'a'__X__ + sizeof(L\"b\"__Y__);").text,
            "int i = 'a' __X__ + sizeof(L\"b\" __Y__);");
  EXPECT_EQ(port("printf(\"%\"PRIu64\"\\n\", n);").text, "printf(\"%\" PRIu64\"\\n\", n);");
  expectUntouched({"f(\"a\"_mine, \"b\"s, \"c\"sv, \"d\");", "#define S(x) \"a\" #x \"b\"\n"});
  EXPECT_EQ(port("printf(\"%\"PRIu64, n);", {}, "x.cpp").text, "printf(\"%\"PRIu64, n);");
}

TEST(NvccDialect, BarriersThatAreNotCalled) {
  const Ported ported = port("{ if (a) __syncthreads; __syncthreads; b(); __syncthreads(); }");
  EXPECT_EQ(ported.text, "{ if (a) (void)0; (void)0; b(); __syncthreads(); }");
  EXPECT_THAT(ported.ids(), ElementsAre("musa-nvcc-dialect", "musa-nvcc-dialect"));
  expectUntouched({"auto f = __syncthreads;", "return __syncthreads;", "a.__syncthreads;"});
}

TEST(NvccDialect, RestrictBeforeAType) {
  EXPECT_EQ(
      port("__device__ int f(const __restrict__ unsigned int *p, __restrict__ std::size_t *q);")
          .text,
      "__device__ int f(const unsigned int *p, std::size_t *q);");
  EXPECT_EQ(port("void f(const __restrict__ uint8_t p[384 * k + 32], __restrict__ T q[])").text,
            "void f(const uint8_t p[384 * k + 32], T q[])");
  expectUntouched({"void f(float *__restrict__ p, const float *const __restrict__ q);",
                   "void f(T const __restrict__ p, U __restrict__ q);",
                   "void f(pointer __restrict__ p, int *q);",
                   "void f(T const __restrict__ p[4], const __restrict__ pointer p);"});
}

TEST(NvccDialect, RestrictOfWhatIsNoPointer) {
  EXPECT_EQ(port("void f(float *p, size_t __restrict__ n, const unsigned __restrict__ m);").text,
            "void f(float *p, size_t n, const unsigned m);");
  EXPECT_EQ(port("void f(half __restrict__ (*tile)[8], uint32_t __restrict__ c[][4],\n"
                 "       float __restrict__ const *a);")
                .text,
            "void f(half (*tile)[8], uint32_t c[][4],\n       float const *a);");
  expectUntouched({"void f(int *__restrict__ n);", "void f(T __restrict__ n);",
                   "int __restrict__\n",
                   "void f(pointer __restrict__ *n);"}); // to pointers, perhaps
}

TEST(NvccDialect, ClassesThatOnlyTheirTypedefNames) {
  for (const char *body :
       {"private: int i;", "int f() { return 1; }", "int f() const { return 1; }",
        "bool operator<(int) const;", "using T = int;"}) {
    const std::string text = std::string("{ ") + body + " } S;";
    EXPECT_EQ(port("typedef struct " + text, {}, "x.h").text, "typedef struct S " + text);
  }
  expectUntouched(
      {"typedef struct { int i; int (*f)(int); } S;", "typedef struct S { void f() {} } S;",
       "typedef struct { int f() { return 1; } } *S;", "typedef struct {",
       "typedef struct { struct T { int i; } t[2]; } S;", "struct { int f() { return 1; } } s;"});
}

TEST(NvccDialect, Typeof) {
  EXPECT_EQ(port("typeof(x) y; typeof (a + b) c;").text, "__typeof__(x) y; __typeof__ (a + b) c;");
  expectUntouched(
      {"decltype(x) y;", "a.typeof(x);", "int typeof;", "#define typeof(x) decltype(x)\n"});
  EXPECT_EQ(port("typeof(x) y;", {}, "x.h").text, "typeof(x) y;");
}

TEST(NvccDialect, NamesDefaultsThatNameTheirParameter) {
  const Ported ported = port("struct S { int n; void f(size_t n = n, float *p = p); };");
  EXPECT_THAT(ported.ids(), ElementsAre("musa-nvcc-dialect", "musa-nvcc-dialect"));
  expectUntouched({"void f(int n = m);", "f(n = n);", "auto g = [n = n](int m) {};",
                   "for (int n = n, m = 1;;) ;", "template <int n = n> struct X;", "int n = n;"});
}

TEST(NvccDialect, NamesDefaultsOfMembersOutsideOfTheirTemplates) {
  for (const char *text :
       {"template <class T> int S<T>::f(int n, int m = 3) { return n; }",
        "template <class T> S<T>::S(int n = 3) : n(n) {}",
        "template <class T, int N> __device__ T S<T, N>::operator()(T t = T(1)) {}",
        "template <class T> template <class U> int S<T>::g(U u, int k = 1) { return k; }",
        "template <class U> int S::g(U u, int n = 1) { return n; }",
        "template <class T> int S<T>::I::f(int n = 1) { return n; }"})
    EXPECT_THAT(port(text).ids(), ElementsAre("musa-nvcc-dialect")) << text;
  expectUntouched({"int S::f(int n = 3) { return n; }", "int S<int>::f(int n = 3) { return n; }",
                   "template <class T> int S<T>::f(int n) { return n = 3; }",
                   "template <class T> int S<T>::f(T t, decltype(n = 3) m) { return m; }",
                   "template <class T> int f(int n = 3) { return S<T>::g(n); }",
                   "template <class T> int S<T>::n = f(3);",
                   "template <> int S::f<int>(int n = 3) { return n; }"});
  EXPECT_THAT(port("template <class T> int S<T>::f(int n = 3) {}", {}, "x.cpp").ids(),
              testing::IsEmpty());
}

/// What a definition behind a class of these members becomes.
std::string behindClass(const std::string &members, const std::string &definition,
                        llvm::StringRef file = "x.cu") {
  const std::string head = "struct S {\n" + members + "\n};\n";
  return port(head + definition, {}, file).text.substr(head.size());
}

TEST(NvccDialect, DefinitionsOfMembersGetTheWordsOfTheirDeclarations) {
  const std::string members = "  __host__ __device__ int f(int n) const;\n"
                              "  static __device__ S *g();\n  __device__ S();\n"
                              "  __device__ ~S();\n  __device__ S &operator+=(const S &x);\n"
                              "  __device__ float operator()(int n);\n"
                              "  __device__ cudaError_t e();\n";
  for (const auto &[from, to] : std::initializer_list<std::pair<const char *, const char *>>{
           {"int S::f(int n) const { return n; }",
            "__host__ __device__ int S::f(int n) const { return n; }"},
           {"S *S::g() {}", "__device__ S *S::g() {}"},
           {"S::S() : n(1) {}", "__device__ S::S() : n(1) {}"},
           {"int i; S::~S() {}", "int i; __device__ S::~S() {}"},
           {"inline S &S::operator+=(const S &x) {}",
            "__device__ inline S &S::operator+=(const S &x) {}"},
           {"float S::operator()(int n) {}", "__device__ float S::operator()(int n) {}"},
           {"cudaError_t S::e() {}", "musaError_t __device__ S::e() {}"},
           // They have them, or are no definitions.
           {"__device__ S *S::g() {}", "__device__ S *S::g() {}"},
           {"void h() { int x = S::f(1); if (S::g()) {} }",
            "void h() { int x = S::f(1); if (S::g()) {} }"},
           {"int S::other() {}", "int S::other() {}"}})
    EXPECT_EQ(behindClass(members, from), to);
}

TEST(NvccDialect, ADefinitionWhoseTypeIsPortedBeforeAStarIsNamed) {
  EXPECT_THAT(port("struct S { __device__ cudaError_t *g(); };\ncudaError_t *S::g() {}\n").ids(),
              ElementsAre("musa-nvcc-dialect"));
}

TEST(NvccDialect, OnlyDeclarationsThatAgreeSayAMembersWords) {
  const std::string definition = "int S::f(int n) { return n; }";
  for (const char *members :
       {"int f(int n);", "__device__ int f(); int f(int n);", "__device__ int f(int n) {}",
        "int a; __device__ int b(); int f(int n);", "struct T { __device__ int f(int n); };",
        "__device__ int f(float n); int f(int);", "friend __device__ int f(int n);"})
    EXPECT_EQ(behindClass(members, definition), definition) << members;
  for (const char *members :
       {"__device__ int f(int);", "__device__ int f(int count = 1); int f(float n);",
        "__device__ int f(int n); int y = f(3);", "friend int f(S, S); __device__ int f(int n);",
        "__device__ int f(int n); __host__ int f(const int *n);",
        "__device__ int f(int n); int f(int n) const;"})
    EXPECT_EQ(behindClass(members, definition), "__device__ " + definition) << members;
  EXPECT_EQ(behindClass("__device__ __host__ int f(int n); __host__ __device__ int f(float);",
                        definition),
            "__host__ __device__ " + definition);
  EXPECT_EQ(port("template <class T> struct V : B<T> { __device__ T at(int i); };\n"
                 "template <> struct V<int> { int at(int i); };\n"
                 "int V<int>::at(int i) { return i; }\n"
                 "template <class T> T V<T>::at(int i) { return i; }\n")
                .text,
            "template <class T> struct V : B<T> { __device__ T at(int i); };\n"
            "template <> struct V<int> { int at(int i); };\n"
            "int V<int>::at(int i) { return i; }\n"
            "template <class T> __device__ T V<T>::at(int i) { return i; }\n");
}

TEST(NvccDialect, DeclarationsThatDifferAreNamedAtTheDefinition) {
  for (const std::string text :
       {"namespace a { struct S { __device__ int f(); }; }\n"
        "namespace b { struct S { int f(); }; int S::f() { return 1; } }\n",
        "struct S {\n#ifdef __CUDACC__\n__device__ int f();\n#else\n"
        "int f();\n#endif\n};\nint S::f() { return 1; }\n"}) {
    const Ported ported = port(text);
    EXPECT_THAT(ported.ids(), Contains("musa-nvcc-dialect")) << text;
    EXPECT_THAT(ported.text, HasSubstr("int f()"));
  }
}

TEST(NvccDialect, StatementsAreNoDefinitionsOfMembers) {
  const std::string members = "static __device__ V f(int n); enum { a };";
  for (const std::string statement :
       {"return S::f(a) + V{1};", "return S::f(1) ? int{1} : int{2};", "case S::f(1): {}",
        "throw S::f(1) + V{2};", "x = S::f(1) + V{2};", "auto v = S::f(1), w = V{2};",
        "S::f(1) < V{2};", "else S::f(1), V{2};", "for (V v : S::f(1)) {}"})
    EXPECT_EQ(behindClass(members, "void g() { " + statement + " }"),
              "void g() { " + statement + " }");
}

TEST(NvccDialect, WordsOfMembersUnderConditions) {
  const std::string condition = "#ifdef __MUSACC__\n__host__ __device__\n#endif\n";
  const std::string head = "struct S {\n" + condition + "int f(int a);\n};\n";
  const std::string definition = "inline int S::f(int a) { return a; }\n";
  // They are there.
  EXPECT_EQ(port(head + condition + definition, {}, "a.h").text, head + condition + definition);
  // No other compiler takes a device file.
  EXPECT_EQ(port(head + definition, {}, "a.cu").text, head + "__host__ __device__ " + definition);
  const Ported header = port(head + definition, {}, "a.h");
  EXPECT_EQ(header.text, head + definition);
  EXPECT_THAT(header.ids(), ElementsAre("musa-nvcc-dialect"));
}

TEST(NvccDialect, MacrosAreWordsOfMembersToo) {
  const std::string macro = "#ifdef __MUSACC__\n#define HD __host__ __device__ inline\n#else\n"
                            "#define HD\n#endif\n";
  const std::string head = macro + "struct S { HD float f() const; static HD float g(); };\n";
  for (const char *file : {"a.cu", "a.h"})
    EXPECT_EQ(port(head + "float S::f() const {}\nHD float S::g() {}\n", {}, file).text,
              head + "HD float S::f() const {}\nHD float S::g() {}\n");
  const std::string ofMacros = "#define BOTH MY_HOST MY_DEVICE\n#define MY_HOST __host__\n"
                               "#define MY_DEVICE __device__\n#define ONLY_HOST MY_HOST\n"
                               "struct S { BOTH float f(); ONLY_HOST float g(); };\n";
  EXPECT_EQ(port(ofMacros + "float S::f() {}\nfloat S::g() {}\n").text,
            ofMacros + "BOTH float S::f() {}\nfloat S::g() {}\n");
  // It is gone where the definition stands, or means something else.
  for (const std::string &other :
       {ofMacros + "#undef MY_DEVICE\nfloat S::f() {}\n",
        head + "#undef HD\nfloat S::f() const {}\n",
        std::string("#define HD __declspec(x)\nstruct S { HD float f(); };\nfloat S::f() {}\n"),
        std::string("struct S { FILE f(); };\nFILE S::f() {}\n")})
    EXPECT_EQ(port(other).text, other);
}

TEST(NvccDialect, WhereTheDefinitionOfAMemberBegins) {
  const std::string members = "__device__ int f(); __device__ S();";
  for (const auto &[from, to] : std::initializer_list<std::pair<const char *, const char *>>{
           {"MY_NAMESPACE_BEGIN\nint S::f() {}", "MY_NAMESPACE_BEGIN\n__device__ int S::f() {}"},
           {"[[nodiscard]] int S::f() {}", "__device__ [[nodiscard]] int S::f() {}"},
           {"decltype(1) S::f() {}", "__device__ decltype(1) S::f() {}"},
           {"API(noinline) int S::f() {}", "__device__ API(noinline) int S::f() {}"},
           {"int\nS::f() {}", "__device__ int\nS::f() {}"},
           {"int S::f() try {} catch (...) {}", "__device__ int S::f() try {} catch (...) {}"},
           {"auto S::f() -> int {}", "__device__ auto S::f() -> int {}"},
           {"S::S() = default;", "__device__ S::S() = default;"}})
    EXPECT_EQ(behindClass(members, from), to);
}

TEST(NvccDialect, ATemplatesMemberGetsTheWordsBehindItsHead) {
  EXPECT_EQ(port("template <class T> struct V : B<T> { __device__ T at(int i); };\n"
                 "template <class T> T V<T>::at(int i) { return i; }\n")
                .text,
            "template <class T> struct V : B<T> { __device__ T at(int i); };\n"
            "template <class T> __device__ T V<T>::at(int i) { return i; }\n");
}

TEST(NvccDialect, MacrosThatAreTheDevicesInOneOfTwoCompilations) {
  const std::string otherwise = "#else\n#define BOTH // the host's\n#endif\n";
  const auto text = [](const std::string &condition, const std::string &words,
                       const std::string &rest) {
    return "#" + condition + "\n#define BOTH " + words + "\n" + rest;
  };
  EXPECT_EQ(port(text("ifdef __CUDA_ARCH__", "__device__", otherwise)).text,
            text("ifdef __MUSACC__", "__host__ __device__", otherwise));
  EXPECT_EQ(port(text("if defined(__CUDACC__) && defined(__CUDA_ARCH__)", "inline __device__",
                      "#define TOO __device__\n" + otherwise))
                .text,
            text("if defined(__MUSACC__) ", "inline __host__ __device__",
                 "#define TOO __host__ __device__\n" + otherwise));
  EXPECT_EQ(port(text("ifdef __CUDA_ARCH__", "__host__ __device__", otherwise)).text,
            text("ifdef __MUSACC__", "__host__ __device__", otherwise));
  // Another question, other text in a branch, or both sides have it already.
  const auto stays = [&](const std::string &source) {
    const std::string ported = port(source).text;
    EXPECT_EQ(llvm::StringRef(ported).count("__host__ __device__"),
              llvm::StringRef(source).count("__host__ __device__"))
        << ported;
  };
  for (const char *condition :
       {"ifdef __CUDACC__", "ifndef __CUDA_ARCH__", "if !defined(__CUDA_ARCH__)",
        "if defined(X) || __CUDA_ARCH__", "if __CUDA_ARCH__ >= 200"})
    stays(text(condition, "__device__", otherwise));
  const std::string ifDevice = "ifdef __CUDA_ARCH__";
  stays(text(ifDevice, "__device__", "#else\n#define BOTH __device__\n#endif\n"));
  stays(text(ifDevice, "__device__", "#endif\n"));
  stays(text(ifDevice, "__device__", "int x;\n" + otherwise));
  stays(text(ifDevice, "__device__", "#else\n#define BOTH\nint x;\n#endif\n"));
  stays(text(ifDevice, "__host__ __device__", otherwise));
  stays(text(ifDevice, "__host__", otherwise));
  stays(text(ifDevice, "__device__ const", otherwise));
  stays(text(ifDevice, "__device__", "#else\n#define BOTH static const\n#endif\n"));
  stays("#ifdef __CUDA_ARCH__\n#define BOTH(f) __device__ int f() { return 1; }\n#else\n"
        "#define BOTH(f) int f() { return 2; }\n#endif\n");
  // A macro for each side, and one for both.
  const auto sides = [](const char *condition, const char *device) {
    return llvm::formatv("#{0}\n#define __d {1}\n#define __h __host__\n#else\n#define __d\n"
                         "#define __h\n#endif\n#define __both__ __h __d\n__both__ int f();\n",
                         condition, device)
        .str();
  };
  EXPECT_EQ(port(sides("if defined(__CUDA_ARCH__)", "__device__")).text,
            sides("if defined(__MUSACC__)", "__host__ __device__"));
  // A variable would be the device's alone.
  for (const char *variable :
       {"BOTH const float t[2] = {1, 2};\n", "static BOTH int n;\n",
        "BOTH __attribute__((aligned(8))) float x = 1;\n", "BOTH alignas(8) T<int> y{};\n",
        "BOTH ::ns::real u = 3;\n", "BOTH F t(2);\n", "BOTH F t(x, \"y\");\n", "BOTH F t(x);\n",
        "#define TABLE(n) BOTH float n[2]\n", "#define OTHER BOTH\nOTHER int x;\n",
        "#define OTHER BOTH const\n"})
    stays(text(ifDevice, "__device__", otherwise) + variable);
  for (const char *function :
       {"BOTH alignas(8) T f(int n = 1) { return n; }\n", "BOTH T &operator=(const T &x);\n",
        "BOTH float operator[](int i) const;\n", "BOTH int n() const;\n",
        "BOTH ::ns::real f(int);\n", "BOTH inline real twice(real);\n", "BOTH V(real);\n",
        "BOTH explicit V(real, real);\n", "#define DECLARE(f) BOTH float f(int n)\n",
        "#define OTHER BOTH\nOTHER int f(int);\n"})
    EXPECT_EQ(port(text(ifDevice, "__device__", otherwise) + function).text,
              text("ifdef __MUSACC__", "__host__ __device__", otherwise) + function);
}

TEST(NvccDialect, StaticTemplatesThatAreDeclaredOtherwise) {
  const std::string declared =
      "template <bool A, class T = int> cudaError_t f(const T *p, int n);\n";
  const std::string ported = "template <bool A, class T = int> musaError_t f(const T *p, int n);\n";
  EXPECT_EQ(
      port(declared + "template <bool, class T> static cudaError_t f(const T *q, int) {}\n").text,
      ported + "template <bool, class T> musaError_t f(const T *q, int) {}\n");
  for (const char *other :
       {"template <bool A> static void f(const T *p, int n) {}\n", // another template
        "template <bool A, class T> static void f(T *p, int n) {}\n",
        "template <bool A, class T> static void g(const T *p, int n) {}\n",
        "template <bool A, class T> void f(const T *p, int n) {}\n",
        "template <bool A, class T> static void f(const T *p, int n);\n",
        "static void f(const T *p, int n) {}\n",
        "template <> static void f(const T *p, int n) {}\n"})
    EXPECT_EQ(port(declared + other).text, ported + other);
  // In another scope, or a class.
  const char *const plain = "template <class T> void r(T);\n";
  const char *const isStatic = "template <class T> static void r(T) {}\n";
  const auto both = [&](const char *first, const char *second) {
    return llvm::formatv(first, plain).str() + llvm::formatv(second, isStatic).str();
  };
  for (const std::string &source :
       {both("struct S {{\n{0}};\n", "{0}"), both("{0}", "struct S {{\n{0}};\n"),
        both("namespace a {{\n{0}}\n", "{0}"), both("{0}", "namespace {{\n{0}}\n"),
        both("namespace a {{\n{0}}\n", "namespace b {{\n{0}}\n")})
    EXPECT_EQ(port(source).text, source);
  EXPECT_EQ(
      port(both("namespace a {{\n{0}}\n", "namespace a {{\nextern \"C++\" {{\n{0}}\n}\n")).text,
      "namespace a {\ntemplate <class T> void r(T);\n}\nnamespace a {\nextern \"C++\" {\n"
      "template <class T> void r(T) {}\n}\n}\n");
  // A template that is static from the first.
  expectUntouched(
      {"template <class T> static void f(T);\ntemplate <class T> static void f(T) {}\n"});
}

TEST(NvccDialect, DefinitionsOfFunctionsGetTheWordsOfTheirDeclarations) {
  const std::string declared = "__host__ __device__ float f(const float *x, int n = 2);\n";
  EXPECT_EQ(port(declared + "float f(const float *y, int) { return 0; }\n").text,
            declared + "__host__ __device__ float f(const float *y, int) { return 0; }\n");
  EXPECT_EQ(port(declared + "extern int a;\ninline float f(const float *y, int) {}\n").text,
            declared +
                "extern int a;\n__host__ __device__ inline float f(const float *y, int) {}\n");
  // The type is a name that is ported, too.
  EXPECT_EQ(port("__device__ cudaError_t g();\ncudaError_t g() {}\n").text,
            "__device__ musaError_t g();\n__device__ musaError_t g() {}\n");
  EXPECT_EQ(port("#ifndef A\n#define A\n__device__ int g();\n#endif\nint g() {}\n").text,
            "#ifndef A\n#define A\n__device__ int g();\n#endif\n__device__ int g() {}\n");
  EXPECT_EQ(port("#define HD __host__ __device__\nnamespace a {\nHD int h();\n}\n"
                 "namespace a {\nint h() {}\n}\n")
                .text,
            "#define HD __host__ __device__\nnamespace a {\nHD int h();\n}\n"
            "namespace a {\nHD int h() {}\n}\n");
  EXPECT_EQ(port("namespace a {\n__device__ int g(const int n) noexcept;\nvoid k(void);\n}\n"
                 "int a::g(int m) noexcept(true) {}\nvoid a::k() {}\n")
                .text,
            "namespace a {\n__device__ int g(const int n) noexcept;\nvoid k(void);\n}\n"
            "__device__ int a::g(int m) noexcept(true) {}\nvoid a::k() {}\n");
  EXPECT_EQ(port("__device__ int g(void);\nint g() {}\n").text,
            "__device__ int g(void);\n__device__ int g() {}\n");
  for (const char *other :
       {"float f(float *x, int n) {}\n", "float f(const float *x) {}\n", // other parameters
        "float a::f(const float *x, int n) {}\n", "float T<int>::f(const float *x, int n) {}\n",
        "__device__ float f(const float *x, int n) {}\n",
        "namespace a {\nfloat f(const float *x, int n) {}\n}\n",
        "struct S {\nfloat f(const float *x, int n) {}\n};\n", "float f(const float *x, int n);\n",
        "float a = f(x, n);\n", "float S::f(const float *x, int n) {}\n",
        "template <class T> float f(const float *x, int n) {}\n"})
    EXPECT_EQ(port(declared + other).text, declared + other);
  // What is only sometimes for the device, and what only a class declares.
  expectUntouched({"#ifdef X\n__device__\n#endif\nint f();\nint f() {}\n",
                   "#ifdef X\n__device__ int f();\n#else\nint f() {}\n#endif\n",
                   "#if 0\n__device__ int f();\n#endif\nint f() {}\n",
                   "#define X\n#ifndef Y\n__device__ int f();\n#endif\nint f() {}\n",
                   "template <int N> __device__ int f();\ntemplate <class T> int f() {}\n",
                   "struct S {\n  __device__ int f();\n};\nint f() {}\n",
                   "void g() {\n  __device__ int f();\n}\nint f() {}\n",
                   "EXPORT int f();\nint f() {}\n"});
}

TEST(NvccDialect, SpecializationsHaveTheWordsOfTheirTemplates) {
  const std::string both = "template <class T> inline __host__ __device__ float f(T t);\n";
  EXPECT_EQ(port(both + "template <> inline __device__ float f(int i) { return g(i); }\n").text,
            both + "template <> __host__ inline __device__ float f(int i) { return g(i); }\n");
  EXPECT_EQ(port("#define HD __host__ __device__\nnamespace a {\ntemplate <class T> HD T f(T) {}\n"
                 "template <> __device__ int f<int>(int i) {}\n}\n")
                .text,
            "#define HD __host__ __device__\nnamespace a {\ntemplate <class T> HD T f(T) {}\n"
            "template <> HD __device__ int f<int>(int i) {}\n}\n");
  EXPECT_EQ(port(both + "template <> float f(int i) {}\n").text,
            both + "template <> __host__ __device__ float f(int i) {}\n");
  for (const char *other :
       {"template <> inline __host__ __device__ float f(int i) {}\n",
        "__device__ float f(int i) {}\n", "template <> __device__ float g(int i) {}\n",
        "namespace a {\ntemplate <> __device__ float f(int i) {}\n}\n",
        "template <class T> __device__ T f(T a, T b);\ntemplate <> __device__ float f(int i) {}\n"})
    EXPECT_EQ(port(both + other).text, both + other);
}

TEST(NvccDialect, TemplatesHaveTheWordsOfTheirSpecializations) {
  const std::string both =
      "template <> inline __host__ __device__ float f(float x) { return x; }\n";
  EXPECT_EQ(port("template <class T> T inline __device__ f(T);\n" + both +
                 "template <> __device__ int f(int x) {}\n")
                .text,
            "template <class T> __host__ T inline __device__ f(T);\n" + both +
                "template <> __host__ __device__ int f(int x) {}\n");
  const std::string device = "template <class T> __device__ T f(T);\n";
  EXPECT_EQ(port(device + "template <> int f(int);\ntemplate <> int f(int x) {}\n").text,
            device +
                "template <> __device__ int f(int);\ntemplate <> __device__ int f(int x) {}\n");
  for (const std::string &untouched :
       {device + "#ifdef A\n" + both + "#endif\n",
        device + both + "template float f<float>(float);\n",
        device + both + "struct S {\n  friend float f<float>(float);\n};\n",
        device + "template <class T> T f(std::vector<T> x) {}\ntemplate <> int f(std::vector<int> "
                 "x) {}\n",
        std::string("template <class T> __device__ T R::f(T x) {}\n"
                    "template <> __host__ __device__ int R::f(int x) {}\n")})
    expectUntouched({untouched.c_str()});
  for (const char *untouched :
       {"template <class T> T f(T x) {}\n__device__ int f(int x) {}\n",
        "template <class T> T f(T);\ntemplate <> __device__ int f(int x) {}\n",
        "template <class T> T f(T);\ntemplate <> int f(int x) {}\n",
        "template <class T> T f(T);\ntemplate <> __device__ int f(int x) {}\n"
        "template <> float f(float x) {}\n",
        "template <class T> T f(T x) {}\ntemplate <class T> __device__ T f(T x, T y) {}\n"
        "template <> __host__ __device__ int f(int x, int y) {}\n"})
    expectUntouched({untouched});
}

TEST(NvccDialect, UnrollBeforeWhatIsNoLoop) {
  EXPECT_EQ(port("#pragma unroll\n__global__ void k(int *o) {\n#pragma unroll 4\n  int n = 0;\n"
                 "#pragma unroll\n#ifdef A\n  if (n)\n    return;\n#endif\n}\n")
                .text,
            "\n__global__ void k(int *o) {\n\n  int n = 0;\n"
            "\n#ifdef A\n  if (n)\n    return;\n#endif\n}\n");
  for (const char *noLoop :
       {"n = f(1);\n", "float4 v = g();\n", "f(n);\n", "a[n] += 2;\n", "*o = 1;\n",
        "template <class T> T h(T);\n", "__shared__ T s;\n", "++n;\n", "}\n"})
    EXPECT_EQ(port("#pragma unroll 2\n" + std::string(noLoop)).text, "\n" + std::string(noLoop));
  expectUntouched({"#pragma unroll\n  for (;;) {}\n", "#pragma unroll 2\n  while (f()) {}\n",
                   "#pragma unroll\n#pragma GCC ivdep\n  for (;;) {}\n",
                   "#pragma unroll\n  LOOP(4) {}\n", "#pragma unroll\n  LOOP(4) a[i] = 1;\n",
                   "#pragma unroll\n  FOREVER {}\n", "#pragma unroll\n  again: for (;;) {}\n",
                   "#pragma unroll\n  [[likely]] for (;;) {}\n",
                   "#pragma unroll\n  EACH for (;;) {}\n", "#pragma unroll\n  do {} while (f());\n",
                   "#pragma once\n__device__ int i;\n"});
}

TEST(NvccDialect, DeclarationsOfVariablesThatKernelsHave) {
  EXPECT_EQ(port("#ifndef __CUDA_ARCH__\nextern const dim3 blockDim;\nextern uint3 threadIdx;\n"
                 "#endif\n")
                .text,
            "#ifndef __MUSA_ARCH__\n\n\n#endif\n");
  EXPECT_EQ(port("#if !defined(__CUDA_ARCH__)\nextern const dim3 blockDim;\n#endif\n").text,
            "#if !defined(__MUSA_ARCH__)\n\n#endif\n");
  for (const char *own : // a program's own, or something else
       {"extern const dim3 block;\n", "extern \"C\" void f(dim3 blockDim);\n",
        "dim3 blockDim(1);\n", "extern dim3 blockDim, other;\n"})
    EXPECT_EQ(port("#ifndef __CUDA_ARCH__\n" + std::string(own) + "#endif\n").text,
              "#ifndef __MUSA_ARCH__\n" + std::string(own) + "#endif\n");
  EXPECT_EQ(port("#if !defined(A) && defined(__CUDA_ARCH__)\nextern dim3 gridDim;\n#endif\n").text,
            "#if !defined(A) && defined(__MUSA_ARCH__)\nextern dim3 gridDim;\n#endif\n");
  expectUntouched({"extern dim3 gridDim;\n", "namespace cfg {\nextern dim3 blockDim;\n}\n",
                   "#ifndef A\nextern dim3 gridDim;\n#endif\n"});
}

TEST(NvccDialect, ShiftsOfNegativeNumbers) {
  EXPECT_EQ(port("struct A { enum {\n"
                 "  bits = 5,\n"
                 "  mask = ((-1 << bits) & 31) << 8, high = -1 << 3 };\n"
                 "};\n")
                .text,
            "struct A { enum {\n"
            "  bits = 5,\n"
            "  mask = ((-(1 << bits)) & 31) << 8, high = -(1 << 3) };\n"
            "};\n");
  EXPECT_EQ(port("enum class E : int { a = -2 << N, b };\n").text,
            "enum class E : int { a = -(2 << N), b };\n");
  expectUntouched({"int f(int n) { return (-1 << n); }\n",
                   "enum { a = 3 - 1 << 2, b = (-1 << 2 + 1) };\n", "enum { a = f(-x << 2) };\n",
                   "struct S { int a = -1 << 2; };\n"});
}

TEST(NvccDialect, MainWithoutAType) {
  EXPECT_EQ(port("#include \"a.h\"\nmain(int argc, char **argv) {}\n").text,
            "#include \"a.h\"\nint main(int argc, char **argv) {}\n");
  expectUntouched({"int main() {}\n", "int f() {\n  return main(1, 2);\n}\n",
                   "extern \"C\" int main();\n", "auto main() -> int {}\n",
                   "int\n#ifndef NO_MAIN\nmain(int argc, char **argv) {}\n#endif\n"});
}

TEST(NvccDialect, PragmasInMacros) {
  EXPECT_EQ(
      port("#define UNROLL #pragma unroll\n#  define NO  #pragma nv_diag \"x\"  // why\n").text,
      "#define UNROLL _Pragma(\"unroll\")\n"
      "#  define NO  _Pragma(\"nv_diag \\\"x\\\"\")  // why\n");
  expectUntouched({"#define UNROLL _Pragma(\"unroll\")\n", "#pragma unroll\n", "#define S(x) #x\n",
                   "#define S(pragma) #pragma y\n", "#define PRAGMA pragma\n",
                   "#define EMPTY #pragma\n"});
}

TEST(NvccDialect, OnlyFromCudaWithDefaultRules) {
  EXPECT_EQ(portBack("k << <g, b >> >(x);").text, "k << <g, b >> >(x);");
  EXPECT_EQ(port("k << <g, b >> >(x);", {}, "x.cu", /*defaults=*/false).text,
            "k << <g, b >> >(x);");
}

} // namespace
} // namespace musaport
