// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rewrite/carry_chains.h"

#include "port_test.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace musaport {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string macros = R"(
#define ADD_CC(d, a, b) asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b))
#define ADDC_CC(d, a, b) asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b))
#define ADDC(d, a, b) asm volatile("addc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b))
)";

Ported translated(const std::string &source, llvm::StringRef name = "x.cu") {
  return port(source, {}, name, /*defaults=*/true, Direction::CudaToMusa, /*analyze=*/true);
}

CarryChains chainsOf(const std::string &source) {
  CarryChains chains;
  chains.add(findCarryFacts(source, tokenize(source)));
  return chains;
}

/// The lines of the functions that use the flag; those that get no variable are negative.
std::vector<int> functionsOf(const std::string &source) {
  const std::vector<Token> tokens = tokenize(source);
  std::vector<int> lines;
  for (const CarryFunction &function : findCarryFunctions({source, tokens}, chainsOf(source))) {
    const llvm::StringRef before =
        llvm::StringRef(source).take_front(tokens[function.brace].offset);
    const int line = static_cast<int>(before.count('\n'));
    lines.push_back(function.flow.isClosed() ? line : -line);
  }
  return lines;
}

TEST(CarryChains, MacrosOfStatements) {
  const CarryChains chains =
      chainsOf(macros + "#define ONE(d, a) asm(\"mov.b32 %0, %1;\" : \"=r\"(d)"
                        " : \"r\"(a))\n");
  EXPECT_TRUE(chains.passes());
  EXPECT_EQ(chains.macros.size(), 3u);
  EXPECT_TRUE(chains.macros.lookup("ADD_CC").leaves && !chains.macros.lookup("ADD_CC").reads);
  EXPECT_TRUE(chains.macros.lookup("ADDC_CC").leaves && chains.macros.lookup("ADDC_CC").reads);
  EXPECT_TRUE(!chains.macros.lookup("ADDC").leaves && chains.macros.lookup("ADDC").reads);
}

TEST(CarryChains, MacrosOfMacros) {
  const CarryChains chains =
      chainsOf("#define ADD2(d, a, b) { ADD_CC(d[0], a[0], b[0]); \\\n ADDC(d[1], a[1], b[1]); }\n"
               "#define BEGIN(d, a, b) ADD_CC(d, a, b)\n" +
               macros);
  EXPECT_TRUE(chains.macros.lookup("ADD2").isClosed());
  EXPECT_TRUE(chains.macros.lookup("BEGIN").leaves);
}

TEST(CarryChains, ChainsOfOneStatementAreNone) {
  const CarryChains chains = chainsOf(
      R"(__device__ void f(unsigned &d, unsigned a) {
  asm("add.cc.u32 %0, %1, %1; addc.u32 %0, %0, 0;" : "=r"(d) : "r"(a));
  asm("add.cc.u32 %0, %1, %1;" : "=r"(d) : "r"(a));
})");
  EXPECT_FALSE(chains.passes());
}

TEST(CarryChains, FunctionsThatBeginAndEndTheirChains) {
  EXPECT_THAT(functionsOf(macros + R"(__device__ void add(unsigned *d, const unsigned *a) {
  ADD_CC(d[0], a[0], a[1]);
  for (int i = 1; i < 7; ++i) {
    ADDC_CC(d[i], a[i], a[i]);
  }
  ADDC(d[7], 0, 0);
}
__device__ void begin(unsigned *d) { ADD_CC(d[0], d[1], d[2]); }
__device__ void end(unsigned *d) { ADDC(d[0], d[1], d[2]); }
__device__ int other(int x) { return x; }
struct __align__(16) Number {
  __device__ Number(unsigned x) : limbs{x, x} { ADD_CC(limbs[0], x, x); ADDC(limbs[1], x, x); }
  unsigned limbs[2];
};
)"),
              ElementsAre(4, -11, -12, 15));
}

TEST(CarryChains, BranchesBeginAtTheSameBrace) {
  EXPECT_THAT(functionsOf(macros + R"(
#ifdef WIDE
template <class T> __device__ void add(T *d, int n) {
#else
__device__ void add(unsigned *d) {
#endif
  ADD_CC(d[0], d[1], d[2]);
  ADDC(d[1], d[1], d[2]);
}
__device__ void next(unsigned *d) { ADD_CC(d[0], d[1], d[2]); ADDC(d[1], 0, 0); }
)"),
              ElementsAre(8, 13));
}

TEST(CarryChains, AFunctionGetsAVariable) {
  const Ported ported = translated(macros + R"(__device__ void add(unsigned *d) {
#pragma unroll
  for (int i = 0; i < 2; ++i)
    ADD_CC(d[0], d[1], d[2]);
  ADDC(d[1], d[1], d[2]);
})");
  EXPECT_THAT(ported.text, HasSubstr("add(unsigned *d) { unsigned musaPortCarry = 0;\n#pragma"));
  EXPECT_THAT(ported.text, HasSubstr("#include <musa_port/carry_flag.h>\n"));
  EXPECT_THAT(ported.result.diagnostics, IsEmpty());
}

TEST(CarryChains, FlagsBetweenFunctionsAreSaid) {
  const Ported ported = translated(R"(#include <cstdint>
__device__ uint32_t add_cc(uint32_t a, uint32_t b) {
  uint32_t r;
  asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
__device__ uint32_t addc(uint32_t a, uint32_t b) {
  uint32_t r;
  asm volatile("addc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
)");
  EXPECT_THAT(ported.text, HasSubstr("#include <musa_port/carry_flag.h>\n#include <cstdint>"));
  EXPECT_THAT(ported.text, Not(HasSubstr("unsigned musaPortCarry")));
  ASSERT_EQ(ported.result.diagnostics.size(), 1u);
  EXPECT_EQ(ported.result.diagnostics[0].message,
            "the carry flag leaves this function, or comes from another one");
  EXPECT_EQ(ported.result.diagnostics[0].severity, Severity::Warning);
}

TEST(CarryChains, HeadersOfOtherCompilersIncludeTheFlagForMccAlone) {
  EXPECT_THAT(translated("#pragma once\n" + macros, "x.h").text,
              HasSubstr("#pragma once\n\n#if defined(__MUSACC__)\n#include "
                        "<musa_port/carry_flag.h>\n#endif\n#define ADD_CC"));
}

} // namespace
} // namespace musaport
