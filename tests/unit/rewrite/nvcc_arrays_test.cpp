//===- nvcc_arrays_test.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "port_test.h"

namespace musaport {
namespace {

TEST(NvccArrays, ZerosForArraysOfVariableLength) {
  const auto zeros = [](const std::string &name) {
    return " __builtin_memset(" + name + ", 0, sizeof(" + name + "));";
  };
  EXPECT_EQ(port("void f(int n) {\n  int a[n] = {0};\n}\n").text,
            "void f(int n) {\n  int a[n];" + zeros("a") + "\n}\n");
  EXPECT_EQ(port("int f(float *p, unsigned n, int) {\n  for (int i = 1; i < 9; ++i) {\n"
                 "    double m = -1e30, o[n + 1][2] = {}, *rows[i] = {0}; g();\n  }\n}\n")
                .text,
            "int f(float *p, unsigned n, int) {\n  for (int i = 1; i < 9; ++i) {\n"
            "    double m = -1e30, o[n + 1][2], *rows[i];" +
                zeros("o") + zeros("rows") + " g();\n  }\n}\n");
  EXPECT_EQ(port("void f() {\n  int n = g();\n  { int k = 1; }\n  if (n) {\n    int b[2] = {1, 2}, "
                 "a[N * n] = {0.0f};\n  }\n}\n")
                .text,
            "void f() {\n  int n = g();\n  { int k = 1; }\n  if (n) {\n    int b[2] = {1, 2}, "
            "a[N * n];" +
                zeros("a") + "\n  }\n}\n");
  expectUntouched({"void f(int n) {\n  int a[N] = {0};\n}\n",
                   "void f(int n) {\n  Box a[n] = {};\n}\n",
                   "void f(int n) {\n  for (int a[n] = {0}; n;) {}\n}\n",
                   "void g(int n = 3) {}\nvoid f() {\n  int a[n] = {0};\n}\n",
                   "void f() {\n  const int n = 4;\n  int a[n] = {0};\n}\n",
                   "const int n = 4;\nvoid f() {\n  int a[n] = {0};\n}\n",
                   "void f() {\n  { int n = g(); }\n  int a[n] = {0};\n}\n",
                   "template <int n> void f() {\n  int a[n] = {0};\n}\n",
                   "struct S {\n  int a[n] = {0};\n};\n", "#define A int a[n] = {0};\n",
                   // Another n is nearer, or it is no local variable.
                   "int n = 5;\ntemplate <int n> struct Tile {\n  float a[n] = {0};\n};\n",
                   "int n;\nvoid f() {\n  int a[n] = {0};\n}\n",
                   "int n;\ntemplate <int n> int f() {\n  int a[n] = {0};\n}\n",
                   "void f(int n) {\n  struct S {\n    int a[n] = {0};\n  };\n}\n",
                   "void f(int n) {\n  {\n    const int n = 4;\n    int a[n] = {0};\n  }\n}\n",
                   "constexpr int f(int n) {\n  int a[n] = {0};\n  return a[0];\n}\n",
                   "#define n 4\nvoid f() {\n  int a[n] = {0};\n}\n",
                   // What is behind reads it.
                   "void f(int n) {\n  int a[n] = {0}, b = a[0];\n}\n"});
  EXPECT_EQ(port("void f(int n) {\n  do {\n    int a[n] = {0};\n  } while (0);\n}\n").text,
            "void f(int n) {\n  do {\n    int a[n];" + zeros("a") + "\n  } while (0);\n}\n");
}

TEST(NvccArrays, ValuesForArraysOfVariableLength) {
  const auto copy = [](const std::string &name) {
    return " __builtin_memset(" + name + ", 0, sizeof(" + name + ")); __builtin_memcpy(" + name +
           ", musaPortValues_" + name + ", sizeof(musaPortValues_" + name + "));";
  };
  EXPECT_EQ(port("void f(int n) {\n  int a[n] = {1};\n}\n").text,
            "void f(int n) {\n  int musaPortValues_a[] = {1}; int a[n];" + copy("a") + "\n}\n");
  EXPECT_EQ(
      port("int main() {\n  unsigned long n = 4;\n  const unsigned char key[n + 1]= { // hex\n"
           "    0x2b, f(1),\n  };\n}\n")
          .text,
      "int main() {\n  unsigned long n = 4;\n  const unsigned char musaPortValues_key[]= { // hex\n"
      "    0x2b, f(1),\n  }; unsigned char key[n + 1];" +
          copy("key") + "\n}\n");
  expectUntouched(
      {"void f(int n) {\n  int a[4] = {1, 2};\n}\n",
       "void f(int n) {\n  int a[n][2] = {{1, 2}};\n}\n",
       "void f(int n) {\n  int a[n] = {1}, b = a[0];\n}\n",
       "void f(int n) {\n  int b, a[n] = {1};\n}\n", "void f(int n) {\n  Box a[n] = {1};\n}\n",
       "void f(int n) {\n  char *a[n] = {p};\n}\n",
       "void f(int n) {\n  const int k = 4;\n  int a[k] = {1};\n}\n",
       "void f(int n) {\n  const int a[n] = {0};\n}\n",
       "void f(int n) {\n  int a[n] = {\n#ifdef A\n    1\n#endif\n  };\n}\n",
       "int const n = 2;\nint const a[n] = {1, 2};\n", "unsigned n = 2;\nint a[n] = {1, 2};\n",
       "namespace x {\nunsigned n = 2;\nint a[n] = {1, 2};\n}\n",
       "void f() {\n  int const n = 2;\n  int a[n] = {1, 2};\n}\n"});
}

TEST(NvccArrays, PointersToArraysOfVariableLength) {
  EXPECT_EQ(
      port(
          "void f(float *t, int h, int w) {\n  float (*x)[h][2 * w] = (float (*)[h][2 * w])t;\n}\n")
          .text,
      "void f(float *t, int h, int w) {\n  auto x = (float (*)[h][2 * w])t;\n}\n");
  expectUntouched(
      {"void f(float *t) {\n  float (*x)[4] = (float (*)[4])t;\n}\n",
       "void f(float *t, int n) {\n  float (*x)[n] = (int (*)[n])t;\n}\n",
       "void f(float *t, int n) {\n  float (*x)[n] = (float (*)[n + 1])t;\n}\n",
       "void f(float *t, int n) {\n  float (*x)[n] = g(t);\n}\n",
       "void f(float *t, int n) {\n  float (*x)[n], y = (float (*)[n])t;\n}\n",
       "void f(float *t, int n) {\n  float (*x)[n] = (float (*)[n])t, z = g(1, 2);\n}\n"});
  const std::string c = "void f(float *t, int n) {\n  float (*x)[n] = (float (*)[n])t;\n}\n";
  EXPECT_EQ(port(c, {}, "x.c").text, c); // which has no auto
}

} // namespace
} // namespace musaport
