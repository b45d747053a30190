//===- unit/mcc/command_line_test.cpp --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "command_line.h"

#include "temporary_folder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace musaport {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

CommandLine parse(const std::vector<const char *> &arguments) {
  llvm::Expected<CommandLine> line = parseCommandLine(arguments);
  if (!line) {
    ADD_FAILURE() << llvm::toString(line.takeError());
    return {};
  }
  return std::move(*line);
}

std::string errorOf(const std::vector<const char *> &arguments) {
  llvm::Expected<CommandLine> line = parseCommandLine(arguments);
  return line ? "" : llvm::toString(line.takeError());
}

TEST(CommandLine, SourcesAreNamedByExtension) {
  EXPECT_THAT(parse({"-c", "a.mu"}).arguments, ElementsAre("-c", "-x", "cuda", "a.mu"));
  EXPECT_THAT(parse({"-c", "a.cu"}).arguments, ElementsAre("-c", "-x", "cuda", "a.cu"));
  EXPECT_THAT(parse({"-c", "a.c"}).arguments, ElementsAre("-c", "-x", "c", "a.c"));
  EXPECT_THAT(parse({"-c", "a.cpp", "a.mu"}).arguments,
              ElementsAre("-c", "-x", "none", "a.cpp", "-x", "cuda", "a.mu"));
}

TEST(CommandLine, LanguageHoldsForWhatFollows) {
  EXPECT_THAT(parse({"a.cpp", "-x", "musa", "b.cpp", "-x", "none", "c.cpp", "-xc", "d"}).arguments,
              ElementsAre("-x", "none", "a.cpp", "-x", "cuda", "b.cpp", "-x", "none", "c.cpp", "-x",
                          "c", "d"));
}

TEST(CommandLine, ArchitectureIsTheLastGiven) {
  EXPECT_EQ(parse({"a.mu"}).architecture.name, "mp_31");
  EXPECT_EQ(parse({"--offload-arch=mp_21", "a.mu"}).architecture.musaArch, 210u);
  EXPECT_EQ(parse({"--cuda-gpu-arch=mp_22", "a.mu"}).architecture.musaArch, 220u);
  EXPECT_EQ(parse({"--offload-arch=native", "a.mu"}).architecture.musaArch, 310u);
  EXPECT_FALSE(parse({"--offload-arch=native", "a.mu"}).runsOnAll);
  EXPECT_EQ(parse({"--offload-arch=any", "a.mu"}).architecture.musaArch, 310u);
  EXPECT_TRUE(parse({"--offload-arch=any", "a.mu"}).runsOnAll);
  const CommandLine both = parse({"--offload-arch=mp_21,mp_22", "a.mu"});
  EXPECT_EQ(both.architecture.musaArch, 220u);
  EXPECT_THAT(both.notes, ElementsAre(HasSubstr("one architecture")));
  EXPECT_THAT(errorOf({"--offload-arch=sm_90", "a.mu"}), HasSubstr("known are mp_10, mp_21"));
}

TEST(CommandLine, DeviceLevel) {
  EXPECT_EQ(parse({"a.mu"}).deviceLevel, 1u);
  EXPECT_EQ(parse({"-O0", "a.mu"}).deviceLevel, 0u);
  EXPECT_EQ(parse({"-O", "a.mu"}).deviceLevel, 1u);
  EXPECT_EQ(parse({"-O2", "a.mu"}).deviceLevel, 2u);
  EXPECT_EQ(parse({"-O3", "-Od1", "a.mu"}).deviceLevel, 1u);
  EXPECT_EQ(parse({"-Od3", "-O0", "a.mu"}).deviceLevel, 3u);
  EXPECT_THAT(parse({"-Od3", "a.mu"}).arguments, Not(Contains("-Od3")));
}

TEST(CommandLine, GpuOptionsAreAccepted) {
  EXPECT_THAT(parse({"-mtgpu", "a.mu"}).notes, IsEmpty());
  const CommandLine line = parse({"-mllvm", "-mtgpu-opt-level=1", "-fmusa-flush-denormals-to-zero",
                                  "-mathx-disable-fp64", "-mllvm", "-stats", "a.mu"});
  EXPECT_THAT(line.notes, ElementsAre(HasSubstr("-mtgpu-opt-level=1"), HasSubstr("flush-denormals"),
                                      HasSubstr("fp64")));
  EXPECT_THAT(line.arguments, ElementsAre("-mllvm", "-stats", "-x", "cuda", "a.mu"));
}

TEST(CommandLine, RelocatableCode) {
  for (const char *option : {"-fmusa-rdc", "-fgpu-rdc", "-fcuda-rdc", "-rdc=true",
                             "--relocatable-device-code=true", "-dc", "--device-c"})
    EXPECT_TRUE(parse({option, "a.mu"}).relocatable) << option;
  for (const char *option : {"-rdc=false", "-fno-gpu-rdc", "-fno-musa-rdc"})
    EXPECT_FALSE(parse({"-fmusa-rdc", option, "a.mu"}).relocatable) << option;
  EXPECT_FALSE(parse({"a.mu"}).relocatable);
  EXPECT_TRUE(parse({"-fmusa-rdc", "a.mu"}).links);
  EXPECT_FALSE(parse({"-dc", "a.mu"}).links);
  EXPECT_TRUE(parse({"-dlink", "a.o"}).linksDeviceOnly);
}

TEST(CommandLine, OptionsOfTheWholeAreNoOptionsOfOneFile) {
  const CommandLine line =
      parse({"-DA=1", "-o", "out", "-I", "include", "a.mu", "-lm", "-Wl,-z,now"});
  EXPECT_THAT(line.options, ElementsAre("-D", "A=1", "-I", "include"));
  EXPECT_EQ(line.output, "out");
  EXPECT_EQ(line.inputs, 3u);
  EXPECT_THAT(line.arguments, Contains("-lm"));
}

TEST(CommandLine, LinksUnlessAPhaseIsGiven) {
  EXPECT_TRUE(parse({"a.o"}).links);
  for (const char *phase : {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"})
    EXPECT_FALSE(parse({phase, "a.mu"}).links) << phase;
  EXPECT_TRUE(parse({"-MD", "a.mu"}).links);
}

TEST(CommandLine, HeadersArePrecompiled) {
  const CommandLine line = parse({"-x", "musa-header", "a.h", "-o", "a.h.pch"});
  EXPECT_TRUE(line.precompiles);
  EXPECT_THAT(line.arguments, ElementsAre("-x", "cuda", "a.h", "-fsyntax-only"));
  EXPECT_EQ(line.output, "a.h.pch");
  EXPECT_TRUE(parse({"a.muh"}).precompiles);
  EXPECT_FALSE(parse({"-E", "a.muh"}).precompiles);
  EXPECT_THAT(errorOf({"a.muh", "b.mu"}), HasSubstr("both precompile headers"));
}

TEST(CommandLine, Modules) {
  for (const auto &options : {std::vector<const char *>{"--cuda-device-only", "in/a.mu"},
                              std::vector<const char *>{"-c", "--cuda-device-only", "in/a.mu"}}) {
    const CommandLine line = parse(options);
    EXPECT_TRUE(line.links);
    EXPECT_THAT(line.arguments,
                ElementsAre("-x", "cuda", "in/a.mu", "-fPIC", "-shared", "-o", "a.mubin"));
    EXPECT_THAT(line.options, ElementsAre("-fPIC"));
  }
  EXPECT_THAT(parse({"--cuda-device-only", "a.mu", "-o", "b.ptx"}).arguments,
              ElementsAre("-x", "cuda", "a.mu", "-o", "b.ptx", "-fPIC", "-shared"));
  EXPECT_FALSE(parse({"--cuda-device-only", "-E", "a.mu"}).links);
  const CommandLine linked = parse({"--cuda-device-only", "in/a.o", "b.a"});
  EXPECT_THAT(linked.moduleObjects, ElementsAre("in/a.o", "b.a"));
  EXPECT_EQ(linked.output, "a.mubin");
}

TEST(CommandLine, ResponseFiles) {
  const TemporaryFolder folder;
  const std::string path = folder.path("options");
  folder.write("options", "-O2 \"-DTEXT=a b\"\n a.mu\n");
  const std::string argument = "@" + path;
  const CommandLine line = parse({"-c", argument.c_str()});
  EXPECT_THAT(line.arguments, ElementsAre("-c", "-O2", "-D", "TEXT=a b", "-x", "cuda", "a.mu"));
}

TEST(CommandLine, Errors) {
  EXPECT_EQ(errorOf({"a.mu", "-o"}), "argument to '-o' is missing (expected 1 value)");
  EXPECT_THAT(errorOf({"--cuda-host-only", "-c", "a.mu"}), HasSubstr("needs -E"));
  EXPECT_THAT(errorOf({"--cuda-device-only", "-S", "a.mu"}), HasSubstr("makes a module"));
  EXPECT_THAT(errorOf({"--cuda-device-only", "a.mu", "b.mu"}), HasSubstr("of one source"));
  EXPECT_THAT(errorOf({"--cuda-device-only", "a.mu", "b.o"}), HasSubstr("or of the relocatable"));
  EXPECT_EQ(errorOf({"--cuda-host-only", "-E", "a.mu"}), "");
}

} // namespace
} // namespace musaport
