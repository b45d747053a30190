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
  for (const char *text :
       {"#define musaFree hipFree", "#define musaFree musaFreeHost", "#define mine musaFree",
        "#define musaSuccess", "#define musaFree (musaFree)", "#define musaFree(p) musaFree(q)",
        "#define musaFree (p) musaFree(p)", "#define musaMalloc(p, n) musaMalloc(n, p)",
        "#define musaFree musaFree +", "#define musaFree(p"}) {
    std::string cuda = text;
    cuda.replace(8, cuda.find("musa") == 8 ? 4 : 0, cuda.find("musa") == 8 ? "cuda" : "");
    EXPECT_EQ(port(cuda).text, text);
  }
  EXPECT_EQ(port("void cudaFree musaFree;").text, "void musaFree musaFree;");
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
