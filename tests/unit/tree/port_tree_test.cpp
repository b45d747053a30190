//===- port_tree_test.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/port_tree.h"

#include "rewrite/port_test.h"

using testing::ElementsAre;

namespace musaport {
namespace {

TEST(PortBuffer, WhatIsNoTextStaysAndIsSaid) {
  for (const char *name : {"x.cu", "CMakeLists.txt", "Makefile"}) {
    const std::string text("cudaFree(p);\0cudaFree(p);", 25);
    const Ported ported = port(text, {}, name);
    EXPECT_EQ(ported.text, text) << name;
    EXPECT_THAT(ported.ids(), ElementsAre("musa-not-text")) << name;
  }
}

} // namespace
} // namespace musaport
