//===- unit/mcc/call_graph_test.cpp ------------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "call_graph.h"

#include "ir_test.h"

namespace musaport {
namespace {

class CallGraphTest : public IrTest {};

constexpr llvm::StringLiteral program = R"(
@table = global [2 x ptr] [ptr @one, ptr @waiting]
declare void @__musa_wait_block(ptr, ptr, i32)
define void @one(i32 %a) { ret void }
define void @waiting(ptr %a, i32 %b) {
  call void @__musa_wait_block(ptr null, ptr null, i32 0)
  ret void
}
define void @direct() {
  call void @one(i32 1)
  ret void
}
define void @indirect(ptr %f) {
  call void %f(ptr null, i32 1)
  ret void
}
define void @recursive() {
  call void @recursive()
  ret void
})";

TEST_F(CallGraphTest, FollowsCallsToDeclarations) {
  const llvm::Module &module = parse(program);
  const CallGraph graph(module);
  EXPECT_EQ(graph.reachable(*module.getFunction("direct")).size(), 2U);
  const auto reached = graph.reachable(*module.getFunction("waiting"));
  EXPECT_TRUE(reached.contains(module.getFunction("__musa_wait_block")));
  EXPECT_EQ(graph.reachable(*module.getFunction("recursive")).size(), 1U);
}

TEST_F(CallGraphTest, PointersReachFunctionsWithAsManyParameters) {
  const llvm::Module &module = parse(program);
  const auto reached = CallGraph(module).reachable(*module.getFunction("indirect"));
  EXPECT_TRUE(reached.contains(module.getFunction("waiting")));
  EXPECT_TRUE(reached.contains(module.getFunction("__musa_wait_block")));
  EXPECT_FALSE(reached.contains(module.getFunction("one")));
}

TEST_F(CallGraphTest, WaitsAreKnownByTheirNames) {
  const llvm::Module &module = parse(program);
  EXPECT_TRUE(isWait(*module.getFunction("__musa_wait_block")));
  EXPECT_FALSE(isWait(*module.getFunction("waiting")));
}

} // namespace
} // namespace musaport
