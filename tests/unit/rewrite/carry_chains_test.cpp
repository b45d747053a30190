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
using testing::StartsWith;

const std::string macros = R"(
#define ADD_CC(d, a, b) asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b))
#define ADDC_CC(d, a, b) asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b))
#define ADDC(d, a, b) asm volatile("addc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b))
)";

Ported translated(const std::string &source, llvm::StringRef name = "x.cu") {
  return port(source, {}, name, /*defaults=*/true, Direction::CudaToMusa, /*analyze=*/true);
}

CarryChains chainsOf(llvm::ArrayRef<std::string> sources) {
  CarryChains chains;
  for (const std::string &source : sources)
    chains.add(findCarryFacts(source, tokenize(source)));
  chains.follow([&](llvm::function_ref<void(const SourceText &)> visit) {
    for (const std::string &source : sources) {
      const std::vector<Token> tokens = tokenize(source);
      visit({source, tokens});
    }
  });
  return chains;
}

/// The lines of the functions that use the flag; those of a shared one are negative.
std::vector<int> functionsOf(const std::string &source) {
  const std::vector<Token> tokens = tokenize(source);
  const CarryChains chains = chainsOf(source);
  std::vector<int> lines;
  for (const size_t brace : chains.functions({source, tokens})) {
    const llvm::StringRef before = llvm::StringRef(source).take_front(tokens[brace].offset);
    const int line = static_cast<int>(before.count('\n'));
    lines.push_back(chains.isShared() ? -line : line);
  }
  return lines;
}

const std::string chain = "ADD_CC(d[0], d[1], d[2]); ADDC(d[1], 0, 0);";

TEST(CarryChains, ChainsOfOneStatementAreNone) {
  const CarryChains chains = chainsOf(std::string(
      R"(__device__ void f(unsigned &d, unsigned a) {
  asm("add.cc.u32 %0, %1, %1; addc.u32 %0, %0, 0;" : "=r"(d) : "r"(a));
  asm("add.cc.u32 %0, %1, %1;" : "=r"(d) : "r"(a));
})"));
  EXPECT_FALSE(chains.passes());
  EXPECT_EQ(chains.variable(), "");
}

TEST(CarryChains, FunctionsThatBeginAndEndTheirChains) {
  EXPECT_THAT(functionsOf(macros + R"(__device__ void add(unsigned *d, const unsigned *a) {
  ADD_CC(d[0], a[0], a[1]);
  for (int i = 1; i < 7; ++i) {
    ADDC_CC(d[i], a[i], a[i]);
  }
  ADDC(d[7], 0, 0);
}
__device__ int other(int x) { return x; }
struct __align__(16) Number {
  __device__ Number(unsigned x) : limbs{x, x} { ADD_CC(limbs[0], x, x); ADDC(limbs[1], x, x); }
  __device__ Number &operator=(const Number &d) { ADD_CC(d[0], d[1], d[2]); ADDC(d[1], 0, 0); }
  unsigned limbs[2];
};
struct Number f(unsigned *d, Number n = {}, Number m = Number{1}) { ADD_CC(d, d, d); ADDC(d, d, d); }
)"),
              ElementsAre(4, 13, 14, 17));
}

TEST(CarryChains, WhatNobodyReadsIsNotShared) {
  EXPECT_THAT(functionsOf(macros + "void f(int *d) { " + chain +
                          " }\n"
                          "void wraps(int *d) { ADD_CC(d, d, d); ADDC_CC(d, d, d); }\n"),
              ElementsAre(4, 5));
}

TEST(CarryChains, OneFunctionThatReadsTheFlagSharesIt) {
  EXPECT_THAT(functionsOf(macros + "void f(int *d) { " + chain +
                          " }\n"
                          "void begin(int *d) { ADD_CC(d[0], d[1], d[2]); }\n"
                          "void end(int *d) { ADDC(d[0], d[1], d[2]); }\n"),
              ElementsAre(-4, -5, -6));
}

TEST(CarryChains, WhatAVariableCannotReachSharesTheFlag) {
  for (const std::string &source :
       {"void f(int *d) { auto add = [=](int i) { " + chain + " }; add(1); }\n",
        "void f(int *d) { return apply([&] { " + chain + " }); }\n",
        "void f(int *d) { struct S { void g(int *d) { " + chain + " } }; }\n",
        "#define DEFINE(name) void name(int *d) { " + chain + " }\nDEFINE(f)\n"})
    EXPECT_TRUE(chainsOf(macros + source).isShared()) << source;
  EXPECT_FALSE(chainsOf(macros + "void f(int *d) { [[maybe_unused]] int x = d[0]; return " +
                        "d[x] + (d)[1]; " + chain + " }\n")
                   .isShared());
}

TEST(CarryChains, ClassesAndNamespacesAreNoFunctions) {
  for (const std::string head :
       {"typedef struct __align__(8)", "struct ALIGN(8) S", "BEGIN_NS(foo)\nnamespace foo",
        "struct __align__(8)", "extern \"C\"", "namespace a"}) {
    std::string source = macros;
    source.append(head).append(" { void f(int *d) {\n").append(chain).append(" } int x; };\n");
    EXPECT_THAT(functionsOf(source),
                ElementsAre(4 + static_cast<int>(llvm::StringRef(head).count('\n'))))
        << head;
  }
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

TEST(CarryChains, MacrosOfOtherFiles) {
  // The file that is seen first uses macros of the second, whose macros are those of the third.
  const std::string uses = "void f(int *d) { ADD_CC(d, d, d); FINISH(d); }\n";
  const std::string between = "#define FINISH(d) LAST(d)\n#define LAST(d) ADDC(d, d, d)\n";
  EXPECT_FALSE(chainsOf({uses, between, macros}).isShared());
  EXPECT_TRUE(chainsOf({uses + "void g(int *d) { FINISH(d); }\n", between, macros}).isShared());
}

TEST(CarryChains, AFunctionGetsAVariable) {
  const Ported ported = translated(macros + R"(__device__ void add(unsigned *d) {
#pragma unroll
  for (int i = 0; i < 2; ++i)
    ADD_CC(d[0], d[1], d[2]);
  ADDC(d[1], d[1], d[2]);
})");
  EXPECT_THAT(ported.text,
              HasSubstr("add(unsigned *d) { __attribute__((unused)) unsigned musaPortCarry = 0;\n"
                        "#pragma"));
  EXPECT_THAT(ported.text, Not(HasSubstr("#include")));
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
  EXPECT_THAT(ported.text, HasSubstr("r = (unsigned)a + (unsigned)b + ::musa_port::carryFlag;"));
  ASSERT_EQ(ported.result.diagnostics.size(), 1u);
  EXPECT_EQ(ported.result.diagnostics[0].message,
            "the carry flag of the asm statements is kept in shared memory, which is slow");
  EXPECT_EQ(ported.result.diagnostics[0].severity, Severity::Warning);
}

TEST(CarryChains, WhereTheHeaderIsIncluded) {
  const std::string shared = "__device__ void end(unsigned *d) { ADDC(d[0], d[1], d[2]); }\n";
  const std::string header = "#include <musa_port/carry_flag.h>\n";
  EXPECT_THAT(
      translated("#pragma once\n" + macros + shared, "x.h").text,
      HasSubstr("#pragma once\n\n#if defined(__MUSACC__)\n" + header + "#endif\n#define ADD_CC"));
  // Not within braces, and not behind the use.
  EXPECT_THAT(translated("int first[] = {\n#include \"p.inc\"\n};\n" + macros + shared).text,
              StartsWith(header));
  EXPECT_THAT(translated("#define X 1" + macros + shared + "#include \"tail.inc\"\n").text,
              StartsWith(header));
}

} // namespace
} // namespace musaport
