//===- standard_headers_test.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/standard_headers.h"

#include "gtest/gtest.h"

namespace musaport {
namespace {

TEST(StandardHeaders, OfNamesInStd) {
  EXPECT_EQ(standardHeaderFor("no template named 'function' in namespace 'std'", ""),
            "<functional>");
  EXPECT_EQ(standardHeaderFor("no member named 'sort' in namespace 'std'", ""), "<algorithm>");
  EXPECT_EQ(standardHeaderFor("no type named 'string' in namespace 'std'", ""), "<string>");
  EXPECT_EQ(standardHeaderFor("no template named 'own' in namespace 'std'", ""), "");
  EXPECT_EQ(standardHeaderFor("no template named 'function' in namespace 'own'", ""), "");
}

TEST(StandardHeaders, OfTypesThatAreOnlyDeclared) {
  EXPECT_EQ(standardHeaderFor(
                "implicit instantiation of undefined template 'std::basic_ofstream<char>'", ""),
            "<fstream>");
  EXPECT_EQ(standardHeaderFor("variable has incomplete type 'std::stringstream' (aka "
                              "'basic_stringstream<char>')",
                              ""),
            "<sstream>");
  EXPECT_EQ(standardHeaderFor("variable has incomplete type 'Own'", ""), "");
}

TEST(StandardHeaders, OfGlobalNames) {
  EXPECT_EQ(standardHeaderFor("use of undeclared identifier 'memcpy'", "memcpy"), "<string.h>");
  EXPECT_EQ(standardHeaderFor("unknown type name 'uint32_t'", "uint32_t"), "<stdint.h>");
  EXPECT_EQ(standardHeaderFor("unknown type name 'vector'", "vector"), "");
}

} // namespace
} // namespace musaport
