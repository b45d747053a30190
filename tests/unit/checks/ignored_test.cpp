//===- ignored_test.cpp ----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/ignored.h"

#include "gtest/gtest.h"

namespace musaport {
namespace {

/// Of the line that has an x.
bool ignored(llvm::StringRef text) { return isIgnored(text, text.find('x'), "musa-a"); }

TEST(Ignored, OnTheSameLine) {
  EXPECT_TRUE(ignored("x; // musa-port: ignore(musa-a) tested by hand\n"));
  EXPECT_TRUE(ignored("\nx; /* musa-port: ignore(musa-b, musa-a) why */ y\nz"));
  EXPECT_TRUE(ignored("x; // why // musa-port: ignore(musa-a) why"));
  EXPECT_FALSE(ignored("x; // musa-port: ignore(musa-b) why\n"));
  EXPECT_FALSE(ignored("x;\ny; // musa-port: ignore(musa-a) why\n"));
}

TEST(Ignored, OnTheLineAbove) {
  EXPECT_TRUE(ignored("  // musa-port: ignore(musa-a) why\n  x;\n"));
  EXPECT_TRUE(ignored("a;\r\n/* musa-port: ignore(musa-a) why */\r\nx;\r\n"));
  EXPECT_FALSE(ignored("a; // musa-port: ignore(musa-a) why\nx;\n"));
  EXPECT_FALSE(ignored("// musa-port: ignore(musa-a) why\n\nx;\n"));
}

TEST(Ignored, NeedsAReason) {
  EXPECT_FALSE(ignored("x; // musa-port: ignore(musa-a)\n"));
  EXPECT_FALSE(ignored("x; /* musa-port: ignore(musa-a) */\n"));
  EXPECT_FALSE(ignored("x; // musa-port: ignore(musa-a\n"));
}

} // namespace
} // namespace musaport
