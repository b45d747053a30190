//===- name_map_test.cpp - macros that stand for another name ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/name_map.h"

#include "port_test.h"

namespace musaport {
namespace {

TEST(SelfMap, IsLeftOutAndItsLineStays) {
  const Ported ported = port("#define cudaFree musaFree // ours\n"
                             "  # define cudaMalloc(p, n) musaMalloc(p, n)\n"
                             "#define cudaGetLastError() \\\n"
                             "  musaGetLastError()\n"
                             "#ifndef cublasCreate\n"
                             "#define cublasCreate /* MUSA's */ mublasCreate\n"
                             "#endif\n");
  EXPECT_EQ(ported.text, " // ours\n"
                         "  \n"
                         "\\\n"
                         "\n"
                         "#ifndef mublasCreate\n"
                         "  /* MUSA's */ \n"
                         "#endif\n");
  EXPECT_EQ(ported.uses(true).size(), 4U);
}

TEST(SelfMap, OtherMacrosStay) {
  for (const auto &[cuda, musa] :
       {std::pair<const char *, const char *>{"#define cudaFree hipFree",
                                              "#define musaFree hipFree"},
        {"#define cudaFree musaFreeHost", "#define musaFree musaFreeHost"},
        {"#define mine musaFree", "#define mine musaFree"},
        {"#define cudaSuccess", "#define musaSuccess"},
        {"#define cudaFree (musaFree)", "#define musaFree (musaFree)"},
        {"#define cudaFree(p) musaFree(q)", "#define musaFree(p) musaFree(q)"},
        {"#define cudaFree (p) musaFree(p)", "#define musaFree (p) musaFree(p)"},
        {"#define cudaMalloc(p, n) musaMalloc(n, p)", "#define musaMalloc(p, n) musaMalloc(n, p)"},
        {"#define cudaFree musaFree +", "#define musaFree musaFree +"},
        {"#define cudaFree(p", "#define musaFree(p"},
        {"void cudaFree musaFree;", "void musaFree musaFree;"}})
    EXPECT_EQ(port(cuda).text, musa);
}

TEST(SelfMap, BackToCuda) {
  EXPECT_EQ(port("#define musaFree cudaFree\n", {}, "x.mu", true, Direction::MusaToCuda).text,
            "\n");
}

TEST(SelfMap, ByAUsersRule) {
  EXPECT_EQ(port("#define mineFree yoursFree\nmineFree(p);\n", R"({"mineFree": "yoursFree"})").text,
            "\nyoursFree(p);\n");
}

} // namespace
} // namespace musaport
