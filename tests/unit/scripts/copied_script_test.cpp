//===- copied_script_test.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/copied_script.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using testing::ElementsAre;
using testing::IsEmpty;

namespace musaport {
namespace {

/// "line:column message" of each warning about a script in a tree that renames add.cu and util.cuh.
std::vector<std::string> warnings(llvm::StringRef text, llvm::StringRef path = "build.sh") {
  llvm::StringMap<std::string> renamed;
  renamed["add.cu"] = "add.mu";
  renamed["util.cuh"] = "util.muh";
  std::vector<std::string> all;
  for (const Diagnostic &diagnostic :
       checkBuildScript(path, text, renamed, RuleSet({true, 0}, {}))) {
    EXPECT_EQ(diagnostic.id, "musa-build-script");
    EXPECT_EQ(diagnostic.severity, Severity::Warning);
    EXPECT_EQ(diagnostic.place.file, path);
    all.push_back(std::to_string(diagnostic.place.line) + ":" +
                  std::to_string(diagnostic.place.column) + " " + diagnostic.message);
  }
  return all;
}

TEST(BuildScript, NamesRenamedFiles) {
  EXPECT_THAT(warnings("add_library(x\n  src/add.cu util.cuh)\n"),
              ElementsAre("2:7 'add.cu' is now called 'add.mu'",
                          "2:14 'util.cuh' is now called 'util.muh'"));
  EXPECT_THAT(warnings("sources=['add.cu']"), ElementsAre("1:11 'add.cu' is now called 'add.mu'"));
  EXPECT_THAT(warnings("Compile add.cu."), ElementsAre("1:9 'add.cu' is now called 'add.mu'"));
}

TEST(BuildScript, NamesTheCompiler) {
  EXPECT_THAT(warnings("# nvcc\nmy-nvcc x\nCC=$root/bin/nvcc\nnvcc -c x.c\n"),
              ElementsAre("3:14 'nvcc' is now called 'mcc'"));
}

TEST(BuildScript, NamesFlagsOfNvcc) {
  EXPECT_THAT(warnings("FLAGS=\"-gencode arch=compute_70,code=sm_70 -O3\"\n"),
              ElementsAre("1:8 '-gencode arch=compute_70,code=sm_70' is an nvcc flag"));
  EXPECT_THAT(warnings("copts = [\"-Xcompiler\", \"-fPIC\"]\n"),
              ElementsAre("1:11 '-Xcompiler\", \"-fPIC' is an nvcc flag"));
  // These are others' flags, too.
  EXPECT_THAT(warnings("cc -G x.c\nnvcc x.c \\\n  -G\ncc -dc x.c\n"),
              ElementsAre("2:1 'nvcc' is now called 'mcc'", "3:3 '-G' is an nvcc flag"));
  EXPECT_THAT(warnings("nvcc -dc x.c"),
              ElementsAre("1:1 'nvcc' is now called 'mcc'", "1:6 '-dc' is an nvcc flag"));
}

TEST(BuildScript, OthersHaveFlagsToo) {
  EXPECT_THAT(warnings("samtools sort --threads 4\npytest --keep x\ng++ -Xlinker -rpath x.c\n"),
              IsEmpty());
  EXPECT_THAT(warnings("RUN nvcc --version && \\\n  python -m pip install x; ls -G | gcc -m 64\n"
                       "cmake -DX=/x/nvcc -G Ninja\n"),
              ElementsAre("1:5 'nvcc' is now called 'mcc'"));
  EXPECT_THAT(warnings("CC=1 ccache /x/bin/nvcc -G -Xcompiler \\\n  -fPIC x.c\n"),
              ElementsAre("1:20 'nvcc' is now called 'mcc'", "1:25 '-G' is an nvcc flag"));
}

TEST(BuildScript, NamesLibrariesFoldersAndEnvironment) {
  EXPECT_THAT(warnings("cc -L/usr/local/cuda-12.2/lib64 -lcudart -lm\n"),
              ElementsAre("1:6 '/usr/local/cuda-12.2' is now called '/usr/local/musa'",
                          "1:33 '-lcudart' is now called '-lmusart'"));
  EXPECT_THAT(warnings("export CUDA_HOME=/opt/cuda/x\n"),
              ElementsAre("1:8 'CUDA_HOME' is now called 'MUSA_HOME'",
                          "1:18 '/opt/cuda' is now called '/usr/local/musa'"));
  EXPECT_THAT(warnings("export NVCC_APPEND_FLAGS=-g CUDA_DEVICE_ORDER=x CUDA_CACHE_PATH=y\n"),
              ElementsAre("1:8 'NVCC_APPEND_FLAGS' has no counterpart in MUSA",
                          "1:29 'CUDA_DEVICE_ORDER' is now called 'MUSA_DEVICE_ORDER'"));
  EXPECT_THAT(warnings("cp my/usr/local/cuda $X/opt/cuda http://x/opt/cuda\n"), IsEmpty());
}

TEST(BuildScript, NamesLibrariesOfListsAndHeaders) {
  EXPECT_THAT(warnings("links { \"cudart\", \"my_cublas\" }\n", "premake5.lua"),
              ElementsAre("1:10 'cudart' is now called 'musart'"));
  EXPECT_THAT(warnings("AC_CHECK_HEADERS([cuda_runtime.h])\ndnl nvcc\n", "x/configure.ac"),
              ElementsAre("1:19 'cuda_runtime.h' is now called 'musa_runtime.h'"));
  EXPECT_THAT(warnings("nsys profile -t cublas a\n"), IsEmpty());
}

TEST(BuildScript, NamesPackagesAndPython) {
  EXPECT_THAT(warnings("torch\nnvidia-cublas-cu12==12.1\n", "requirements-gpu.txt"),
              ElementsAre("2:1 this line names CUDA"));
  EXPECT_THAT(warnings("python -c 'import torch; torch.cuda.init(); my.torch.cuda.x'\n"),
              ElementsAre("1:26 this Python code in the script uses 'torch.cuda.init'"));
}

TEST(BuildScript, NamesVariablesOfCMake) {
  EXPECT_THAT(
      warnings("cmake -DCMAKE_CUDA_ARCHITECTURES=80 -DCMAKE_CUDA_FLAGS_DEBUG:STRING=-G -DX=1\n"),
      ElementsAre("1:9 'CMAKE_CUDA_ARCHITECTURES' is now called 'CMAKE_MUSA_ARCHITECTURES'",
                  "1:39 'CMAKE_CUDA_FLAGS_DEBUG' is now called 'CMAKE_MUSA_FLAGS_DEBUG'"));
}

TEST(BuildScript, NamesALineOfWhichNothingElseIsSaid) {
  EXPECT_THAT(
      warnings("FROM nvidia/cuda:12.2.0\nRUN nvcc x && x cuda\nRUN pip install cuda-python\n",
               "Dockerfile"),
      ElementsAre("1:13 this line names CUDA", "2:5 'nvcc' is now called 'mcc'",
                  "3:17 this line names CUDA"));
  EXPECT_THAT(warnings("dependency('CUDA')\nsubdir('cuda/x')\nx('a/cuda', 'my_cuda')\n// cuda\n",
                       "meson.build"),
              ElementsAre("1:13 this line names CUDA"));
}

TEST(BuildScript, OncePerName) { EXPECT_EQ(warnings("add.cu add.cu\nadd.cu\n").size(), 1u); }

TEST(BuildScript, OtherNamesStay) {
  EXPECT_THAT(warnings("my_add.cu add.cuda add.cu.o x.add.cu add.cpp addXcu"), IsEmpty());
  EXPECT_THAT(warnings(""), IsEmpty());
}

TEST(BuildScript, CommentsStay) {
  EXPECT_THAT(warnings("#!add.cu\n  # util.cuh\r\n#add.cu"), IsEmpty());
  EXPECT_EQ(warnings("cat > x.c <<X\n# include \"util.cuh\"\nX\n").size(), 1u);
  EXPECT_THAT(warnings("# add.cu\ncompile util.cuh # add.cu\n"),
              ElementsAre("2:9 'util.cuh' is now called 'util.muh'",
                          "2:20 'add.cu' is now called 'add.mu'"));
}

TEST(BuildScript, Patterns) {
  EXPECT_EQ(warnings("file(GLOB x *.cu)").size(), 1u);
  EXPECT_EQ(warnings("file(GLOB x src/*.cuh)").size(), 1u);
  EXPECT_EQ(warnings("%.o: %.cu\n").size(), 1u);
  EXPECT_THAT(warnings("*.cpp *.cuda cpu.*"), IsEmpty());
}

TEST(BuildScript, PatternsMatterOnlyWhereSomethingIsRenamed) {
  EXPECT_THAT(checkBuildScript("x", "*.cu", {}, RuleSet({true, 0}, {})), IsEmpty());
}

TEST(BuildScript, ShowsTheLine) {
  llvm::StringMap<std::string> renamed;
  renamed["add.cu"] = "add.mu";
  std::vector<Diagnostic> all =
      checkBuildScript("x", "one\r\n  add.cu  \r\nthree", renamed, RuleSet({true, 0}, {}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].sourceLine, "  add.cu  ");
  EXPECT_EQ(all[0].place.line, 2u);
  EXPECT_EQ(all[0].place.column, 3u);
  EXPECT_EQ(all[0].length, 6u);
}

} // namespace
} // namespace musaport
