// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/instruction.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace musaport::ptx {
namespace {

using testing::ElementsAre;

Program parsed(llvm::StringRef text) {
  std::string error;
  std::optional<Program> program = parseProgram(text, error);
  EXPECT_TRUE(program) << error;
  return program ? std::move(*program) : Program();
}

std::string errorOf(llvm::StringRef text) {
  std::string error;
  EXPECT_FALSE(parseProgram(text, error));
  return error;
}

TEST(Instruction, OpcodeModifiersAndOperands) {
  const Program program = parsed("ld.global.L1::no_allocate.v2.u32 {%0, %1}, [%2+8];");
  ASSERT_EQ(program.instructions.size(), 1u);
  const Instruction &load = program.instructions[0];
  EXPECT_EQ(load.opcode, "ld");
  EXPECT_THAT(load.modifiers, ElementsAre("global", "L1::no_allocate", "v2", "u32"));
  EXPECT_EQ(load.name(), "ld.global.L1::no_allocate.v2.u32");
  ASSERT_EQ(load.operands.size(), 2u);
  EXPECT_EQ(load.operands[0].kind, Operand::Kind::Vector);
  EXPECT_EQ(load.operands[0].elements[1].text, "1");
  EXPECT_EQ(load.operands[1].kind, Operand::Kind::Address);
  EXPECT_EQ(load.operands[1].elements[1].text, "8");
}

TEST(Instruction, SpecialRegistersAndNamedOperands) {
  const Program program = parsed("mov.u32 %[out], %%tid.x; mov.u32 %0, %laneid;");
  ASSERT_EQ(program.instructions.size(), 2u);
  EXPECT_EQ(program.instructions[0].operands[0].kind, Operand::Kind::Statement);
  EXPECT_EQ(program.instructions[0].operands[0].text, "out");
  EXPECT_EQ(program.instructions[0].operands[1].kind, Operand::Kind::Special);
  EXPECT_EQ(program.instructions[0].operands[1].text, "%tid.x");
  EXPECT_EQ(program.instructions[1].operands[1].text, "%laneid");
}

TEST(Instruction, DeclarationsScopesGuardsAndPairs) {
  const Program program = parsed("{\n\t.reg .pred p, q; .reg .b32 t<2>; // two\n"
                                 "  shfl.sync.up.b32 t0|p, %1, 1, 0, -1;\n"
                                 "  @!p add.u32 t1, t0, 0x10U; /* end */ }");
  ASSERT_EQ(program.registers.size(), 4u);
  EXPECT_EQ(program.registers[0].type, "pred");
  EXPECT_EQ(program.registers[3].name, "t1");
  ASSERT_EQ(program.instructions.size(), 2u);
  EXPECT_EQ(program.instructions[0].operands[0].kind, Operand::Kind::Pair);
  EXPECT_EQ(program.instructions[0].operands[4].text, "-1");
  ASSERT_TRUE(program.instructions[1].guard);
  EXPECT_TRUE(program.instructions[1].guard->negated);
  EXPECT_EQ(program.instructions[1].operands[2].text, "0x10U");
}

TEST(Instruction, RegistersWithPercentSigns) {
  const Program program = parsed("{ .reg .u32 %%r1; mov.u32 %%r1, %0; }");
  EXPECT_EQ(program.registers[0].name, "r1");
  EXPECT_EQ(program.instructions[0].operands[0].kind, Operand::Kind::Register);
}

TEST(Instruction, Labels) {
  const Program program = parsed("LOOP_%=: bra LOOP_%=;\n DONE:");
  EXPECT_THAT(program.labels, ElementsAre("LOOP_", "DONE"));
  EXPECT_EQ(program.instructions[0].opcode, "bra");
}

TEST(Instruction, Numbers) {
  const Program program = parsed("add.f32 %0, 0f3F800000, 1.5e-3;");
  EXPECT_EQ(program.instructions[0].operands[1].text, "0f3F800000");
  EXPECT_EQ(program.instructions[0].operands[2].text, "1.5e-3");
}

TEST(Instruction, WhatIsNoPtx) {
  EXPECT_FALSE(errorOf("movl %%ebx, %0").empty()); // no semicolon
  EXPECT_FALSE(errorOf("lock; xaddl %0, (%1)").empty());
  EXPECT_EQ(errorOf("add.u32 %0, %1, ;"), "expected an operand at ';'");
  EXPECT_EQ(errorOf("{ exit;"), "a { is not closed");
  EXPECT_EQ(errorOf("}"), "one } too many");
  EXPECT_EQ(errorOf(".reg .b32 a, a;"), "the register 'a' is declared twice");
  EXPECT_EQ(errorOf(".reg .q32 a;"), "'q32' is not a register type");
  EXPECT_EQ(errorOf(".shared .u32 a;"), "the directive '.shared'");
}

TEST(Instruction, EveryEndOfATextIsSurvived) {
  const llvm::StringRef text =
      "{ .reg .pred p; .reg .b32 t<2>; @!p ld.global.v2.b32 {%0, t1}, "
      "[%[x] + 4]; shfl.sync.up.b32 t0|p, 1.0e-3, 0x1, -1, _; /* x */ // y";
  for (size_t length = 0; length <= text.size(); ++length) {
    std::string error;
    parseProgram(text.take_front(length), error);
  }
}

} // namespace
} // namespace musaport::ptx
