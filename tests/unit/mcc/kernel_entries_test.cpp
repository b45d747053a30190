//===- unit/mcc/kernel_entries_test.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "kernel_entries.h"

#include "ir_test.h"

namespace musaport {
namespace {

class KernelEntriesTest : public IrTest {};

TEST_F(KernelEntriesTest, TemplatesOfAnotherVersion) {
  const std::string old = "define void @__musa_run_blocks_of() { ret void }\n";
  EXPECT_TRUE(hasOwnTemplates(parse("")));
  EXPECT_FALSE(hasOwnTemplates(parse(old)));
  EXPECT_TRUE(hasOwnTemplates(parse(old + "define i32 @__musa_run_open_row_of() { ret i32 0 }")));
}

} // namespace
} // namespace musaport
