//===- declarations_test.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/declarations.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

/// The names of those that begin with X that `text` declares.
std::vector<std::string> declared(const std::string &text,
                                  DeclarationSearch search = DeclarationSearch::Certain) {
  std::vector<Token> tokens = tokenize(text);
  auto searchFor = [&](llvm::StringRef name) {
    return name.starts_with("X") ? search : DeclarationSearch::No;
  };
  const Declarations found = findDeclarations(text, tokens, searchFor);
  return search == DeclarationSearch::Scope ? found.scopes : found.names;
}

std::vector<std::string> likelyDeclared(const std::string &text) {
  return declared(text, DeclarationSearch::Likely);
}

TEST(Declarations, Macros) {
  EXPECT_THAT(declared("#define X1 1\n#define X2(a) a\n # define X3\n%:define X4\n"),
              ElementsAre("X1", "X2", "X3", "X4"));
  EXPECT_THAT(declared("#define \\\n X1 2\n"), ElementsAre("X1"));
  EXPECT_THAT(declared("#undef X1\n#ifdef X2\n#if X3\n#define other X4\n#define f(X5) X5\n"),
              IsEmpty());
}

TEST(Declarations, Types) {
  EXPECT_THAT(declared("class X1 { }; struct X2 : Base { }; union X3 { }; enum X4 { }; enum class "
                       "X5 : int { };"),
              ElementsAre("X1", "X2", "X3", "X4", "X5"));
  EXPECT_THAT(
      declared("struct X1 final { }; class EXPORT X2 { }; struct X3 final : public Base<int> { };"),
      ElementsAre("X1", "X2", "X3"));
  EXPECT_THAT(declared("struct alignas(16) X1 { }; struct [[nodiscard]] X2 { }; struct "
                       "__attribute__((packed)) X3 { };"),
              ElementsAre("X1", "X2", "X3"));
  EXPECT_THAT(declared("template <typename T> struct X1 { }; template <> struct X1<int> { };"),
              ElementsAre("X1"));
}

TEST(Declarations, ScopesAlone) {
  EXPECT_THAT(declared("namespace a::X1 { } struct X2 { }; namespace X3 = a; bool X4 = true; void "
                       "f(int X5) { } using namespace X6; enum E { X7 };\n#define X8\n",
                       DeclarationSearch::Scope),
              ElementsAre("X1", "X2", "X3"));
}

TEST(Declarations, UsesOfTypesAreNone) {
  EXPECT_THAT(declared("void f(struct X1 *p); X2 y{}; f(X3{}); auto z = X4{};"), IsEmpty());
}

TEST(Declarations, BaseClassesAreNone) {
  EXPECT_THAT(declared("class Y : public X1 { }; struct Z : X2 { }; struct W final : virtual "
                       "private A, protected X3 { };"),
              IsEmpty());
}

TEST(Declarations, ForwardDeclarationsAreNone) {
  // Somebody else's type is declared that way too; the tree's own is defined somewhere.
  EXPECT_THAT(
      declared(
          "struct X1; class X2; enum class X3 : int; namespace n { union X4; } friend class X5;"),
      IsEmpty());
}

TEST(Declarations, Aliases) {
  EXPECT_THAT(declared("using X1 = int; typedef struct S X2; typedef void (*Y)(X3); typedef X4 Z;"),
              ElementsAre("X1", "X2"));
  EXPECT_THAT(declared("using a::X1; using namespace X2;"), IsEmpty());
}

TEST(Declarations, Functions) {
  EXPECT_THAT(
      declared("void X1() { } inline int X2(int a) noexcept { } __global__ void X3(float *x) { }"),
      ElementsAre("X1", "X2", "X3"));
  EXPECT_THAT(declared("template <class T> T X1(T t) { }"), ElementsAre("X1"));
  EXPECT_THAT(declared("auto X1(int a) -> int { }"), ElementsAre("X1"));
  EXPECT_THAT(declared("const std::vector<int> &X1() const { }"), ElementsAre("X1"));
  EXPECT_THAT(declared("__global__ void __launch_bounds__(256) X1(int n) { }"), ElementsAre("X1"));
  EXPECT_THAT(declared("std::pair<int, float> *X1(int n) { }"), ElementsAre("X1"));
}

TEST(Declarations, CallsAndPrototypesAreNone) {
  EXPECT_THAT(
      declared(
          "void f() { X1(a); return X2(b); y = X3(c); if (X4()) { } for (;X5();) { } X6(x) { } }"),
      IsEmpty());
  EXPECT_THAT(declared("void X1(); extern int X2(int);"), IsEmpty());
  EXPECT_THAT(declared("a.X1() { } p->X2() { } N::X3() { } void N::X4() { }"), IsEmpty());
  EXPECT_THAT(declared("for (auto a : X1(n)) { } for (auto a : x) X2(a);"), IsEmpty());
}

TEST(Declarations, Variables) {
  EXPECT_THAT(declared("int X1; static const char *X2 = 0; float X3[4]; constexpr auto X4{1}; "
                       "std::vector<int> X5;"),
              ElementsAre("X1", "X2", "X3", "X4", "X5"));
  EXPECT_THAT(
      declared("f(X1); X2 = 1; return X3; x = X4; a[X5]; X6[1] = 2; delete X7; throw X8; goto X9;"),
      IsEmpty());
  EXPECT_THAT(declared("case X1: break; else X2; new X3; operator X4();"), IsEmpty());
}

TEST(Declarations, LanguageLinkage) {
  EXPECT_THAT(declared("extern \"C\" void X1() { } extern \"C\" int X2;"), ElementsAre("X1", "X2"));
}

TEST(LikelyDeclarations, AreNotCertain) {
  EXPECT_THAT(
      declared("T a, X1; void f(const T &X2, T *X3) { } for (auto &X4 : x) { } struct { } X5; "
               "void A::X6() { } namespace X7 { } float X8<float>(int) { }"),
      IsEmpty());
}

TEST(LikelyDeclarations, IncludeCertainOnes) {
  EXPECT_THAT(likelyDeclared("#define X1\nint X2; struct X3 { };"), ElementsAre("X1", "X2", "X3"));
}

TEST(LikelyDeclarations, Namespaces) {
  EXPECT_THAT(likelyDeclared("namespace X1 { } namespace a::X2::X3 { } namespace X4 = a::b;"),
              ElementsAre("X1", "X2", "X3", "X4"));
  EXPECT_THAT(likelyDeclared("using namespace X1; using namespace a::X2; a::X3(); using a::X4;"),
              IsEmpty());
}

TEST(LikelyDeclarations, MembersAndSpecializations) {
  EXPECT_THAT(likelyDeclared("void A::X1(int n) { } template <> float X2<float>(float x) { }"),
              ElementsAre("X1", "X2"));
  EXPECT_THAT(likelyDeclared("void f() { A::X1(1); return X2<float>(1); if (A::X3()) { } "
                             "for (auto a : A::X4(n)) { } for (; b; A::X5(c)) { } }"),
              IsEmpty());
}

TEST(LikelyDeclarations, AfterAStructure) {
  EXPECT_THAT(
      likelyDeclared("typedef struct { int a; } X1; struct S : B { struct { int b; } c; } X2;"),
      ElementsAre("X1", "X2"));
  EXPECT_THAT(likelyDeclared("int a[] = {1}; X1; { } X2; if (a) { struct S { }; } X3; } X4;"),
              IsEmpty());
}

TEST(LikelyDeclarations, Lists) {
  EXPECT_THAT(
      likelyDeclared("T X1, X2; T *X3, *X4; int b = f(1, 2), X5 = 3; std::map<int, T> c, X6;"
                     "for (int i = 0, X7 = 1; i < X7; ++i) { }"
                     "int d[2], X8; std::vector<std::vector<T>> e, &&X9 = f();"),
      ElementsAre("X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8", "X9"));
  EXPECT_THAT(likelyDeclared("a = b, X1; f(a, X2, b); T c = {a, X3, b}; return a, X4; T d(a, X5);"
                             "std::map<int, X6> e; g(a * X7, b); T f[] = {&X8, X9};"),
              IsEmpty());
}

TEST(LikelyDeclarations, InitializersAreNone) {
  EXPECT_THAT(likelyDeclared("T a = X1; T a = b == X2; T a = c ? b : X3; T a = c ? X4 : b; "
                             "auto f = &X5; T a = b, c = X6; T a = b * X7; T a = A::X8;"
                             "int n = A<b, X9, c>::v; T a = b | X10; T a = -X11, b = &X12;"
                             "T d[] = {a::X1, b & X2, c}; f({b & X3, c}); a::X4 = 1; g(a::X5);"),
              IsEmpty());
}

TEST(LikelyDeclarations, Parameters) {
  EXPECT_THAT(
      likelyDeclared("void f(const T &X1, std::pair<int, int> *X2) { } void g(T X3);"
                     "void A::h(T &X4) { } auto l = [&](T &X5) { }; try { } catch (E &X6) { }"
                     "void i(T *X7);"),
      ElementsAre("X1", "X2", "X3", "X4", "X5", "X6", "X7"));
  EXPECT_THAT(likelyDeclared("void f(const X1 &, X2 *p, const X3); y = g(a & X4); if (a * X5) { }"
                             "TEST(X6, name) { } while (a & X7) { } (void)X8; n = sizeof X9;"),
              IsEmpty());
  EXPECT_THAT(likelyDeclared("void f() { A::g(n & X1); std::min(n * X2, 3); T a(n * X3); "
                             "if (a not_eq X4) { } }"),
              IsEmpty());
}

TEST(LikelyDeclarations, TemplateParameters) {
  EXPECT_THAT(likelyDeclared("template <class X1, typename... X2, int X3 = 4, template <class X4> "
                             "class X5> void f();"),
              ElementsAre("X1", "X2", "X3", "X4", "X5"));
  EXPECT_THAT(likelyDeclared("template <class T = X1, int n = X2> void f(); A<int, X3> a; "
                             "bool b = x < y && z > X4;"),
              IsEmpty());
}

TEST(LikelyDeclarations, BindingsPointersToFunctionsLabelsAndTypesAhead) {
  EXPECT_THAT(likelyDeclared("auto [X1, X2] = p; for (const auto &[X3, n] : list) {}"),
              ElementsAre("X1", "X2", "X3"));
  EXPECT_THAT(likelyDeclared("void (*X1)(int); typedef int (A::*X2)();"), ElementsAre("X1", "X2"));
  EXPECT_THAT(likelyDeclared("void f() { goto X1; X2: g(); }"), ElementsAre("X2"));
  EXPECT_THAT(likelyDeclared("class X1; struct X2; class A { friend struct X3; };"),
              ElementsAre("X1", "X2", "X3"));
  EXPECT_THAT(likelyDeclared("int a[X1], b = c[X2]; auto l = [X3, X4] {}; r = (*X6)(1); "
                             "x ? X7 : X8; case X9: break;"),
              IsEmpty());
}

TEST(LikelyDeclarations, LocalsWithArguments) {
  EXPECT_THAT(likelyDeclared("void f() { T X1(1, 2); if (a) { { } std::lock_guard<M> X2(m); } }"
                             "int A::g() const { T X3(a.b); }"),
              ElementsAre("X1", "X2", "X3"));
  EXPECT_THAT(likelyDeclared("void X1(int a); struct A { int X2(int); }; namespace a { T X3(T); }"
                             "void f() { X4(1); return X5(2); a = X6(3); for (; n > X7(i); ) { } }"
                             "\n#define OPEN(x) if (x) {\nint X8(int);"),
              IsEmpty());
}

TEST(LikelyDeclarations, LoopsAndConditions) {
  EXPECT_THAT(
      likelyDeclared("for (const T &X1 : a) { } for (auto *X2 = a; ; ) { } if (T *X3 = f()) { }"),
      ElementsAre("X1", "X2", "X3"));
  EXPECT_THAT(likelyDeclared("for (auto &a : X1) { } for (; ; a & X2) { } return X3;"), IsEmpty());
}

TEST(Declarations, Enumerators) {
  EXPECT_THAT(declared("enum { X1, X2 = 3, Y = X4, X5 };"), ElementsAre("X1", "X2", "X5"));
  EXPECT_THAT(declared("enum class E : int { X1 = f(a, X2), X3, };"), ElementsAre("X1", "X3"));
  EXPECT_THAT(declared("enum E; f(X1, X2); enum E x = X3;"), IsEmpty());
  EXPECT_THAT(declared("enum E {\n#if A\nX1,\n#else\nX2 = 1,\n#endif\nX3\n};"),
              ElementsAre("X1", "X2", "X3"));
}

TEST(Declarations, EveryBranchCounts) {
  EXPECT_THAT(declared("#if 0\nint X1;\n#else\nint X2;\n#endif\n"), ElementsAre("X1", "X2"));
}

TEST(Declarations, CommentsAndStringsDoNot) {
  EXPECT_THAT(declared("// #define X1\n/* int X2; */ const char *y = \"int X3;\";"), IsEmpty());
}

TEST(Declarations, NamedOnceAndSorted) {
  EXPECT_THAT(declared("int X2; int X1;\n#define X2 3\n"), ElementsAre("X1", "X2"));
}

TEST(Declarations, BrokenCode) {
  // No statement's bracket opens in another one.
  EXPECT_THAT(declared("int a(b; c] int X1 {};  int a(\n#define b\n) int X2 {};"), IsEmpty());
  for (const char *text :
       {"X",      "#define",     "#define X", "enum",        "enum {",    "class X",
        "X(",     "X((",         "int X(",    "using X",     "typedef X", "} X",
        "X1 X2(", "struct X :",  "enum X {X", "template <X", ")))) X;",   "::X;",
        "::X {",  "(X,",         "*X,",       ", X,",        "a X",       "(a &X)",
        "X<",     "namespace X", "using a::X"})
    likelyDeclared(text); // no crash
}

} // namespace
} // namespace musaport
