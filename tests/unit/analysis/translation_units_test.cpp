//===- translation_units_test.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/translation_units.h"

#include "temporary_folder.h"

#include "gmock/gmock.h"

#include <filesystem>

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace musaport {
namespace {

class TranslationUnits : public testing::Test {
protected:
  TranslationUnits() : root(std::filesystem::canonical(folder.path("")).string()) {}

  std::vector<TranslationUnit> units(const BuildArguments &build = {}) {
    llvm::Expected<Tree> tree = listTree(root, {});
    EXPECT_TRUE(bool(tree));
    const RuleSet rules({}, {});
    llvm::Expected<std::vector<TranslationUnit>> found = translationUnits(*tree, build, rules);
    EXPECT_TRUE(bool(found));
    return std::move(*found);
  }
  llvm::Expected<BuildArguments> buildOf(const std::string &file, const std::string &command) {
    folder.write("b/compile_commands.json", R"([{"directory": ")" + root + R"(/b", "file": "../)" +
                                                file + R"(", "command": ")" + command + "\"}]");
    return readBuildArguments(root + "/b");
  }
  std::vector<std::string> argumentsOf(const std::string &command) {
    folder.write("a.cu");
    llvm::Expected<BuildArguments> build = buildOf("a.cu", command);
    EXPECT_TRUE(bool(build));
    const std::vector<TranslationUnit> found = units(*build);
    EXPECT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].file, root + "/a.cu");
    EXPECT_EQ(found[0].folder, root + "/b");
    return found[0].arguments;
  }

  TemporaryFolder folder;
  std::string root;
};

TEST_F(TranslationUnits, WhatMayBeParsedBeforeASource) {
  folder.write("a.cu", "// a comment\n#pragma once\n#define WIDTH 4\n#include <vector>\n"
                       "#include \"own.h\"\n#include <late.h>\n");
  folder.write("own.h", "#ifndef OWN_H\n#define OWN_H\n#include <map>\n#define LATE 1\n#endif\n");
  folder.write("b.cu", "#include <vector>\nint x;\n#define BEHIND 1\n#include <list>\n");
  folder.write("c.cu", "#if defined(A)\n#include <vector>\n#include <ATen/ATen.h>\n#endif\n");
  folder.write("d.cu", "#include HEADER\n#include <vector>\n");
  folder.write("e.cu", "#include \"e.cu\"\n#include <vector>\n"); // itself
  // PyTorch's come first, wherever they are.
  folder.write("f.cu", "#include <cmath>\n#include \"code.h\"\n#include <torch/extension.h>\n");
  folder.write("code.h", "#pragma once\n#define N 8\ninline int f() { return N; }\n"
                         "#include <ATen/ATen.h>\n#define BEHIND 1\n");
  folder.write("g.cu", "#ifndef PLAIN\n#include <vector>\n#include <ATen/ATen.h>\n#else\n"
                       "#include <map>\n#endif\n#include <list>\n"); // no include guard
  folder.write("h.cu", "#ifndef H\n#define H\n#include <vector>\n#undef A\n#include <map>\n"
                       "#else\n#include <torch/all.h>\n#endif\n");
  // Macros of a third party's header may change PyTorch's.
  folder.write("i.cu", "int i;\n#include <party.h>\n#include <ATen/ATen.h>\n");
  folder.write("j.cu", "#include <party.h>\n#include <ATen/ATen.h>\n");
  folder.write("k.cu", "int k;\n#include <cuda_fp16.h>\n#include <ATen/ATen.h>\n");
  const std::vector<TranslationUnit> found = units();
  ASSERT_EQ(found.size(), 11U);
  EXPECT_THAT(found[0].start, ElementsAre("<vector>", "<map>", "<late.h>"));
  EXPECT_THAT(found[0].startMacros, ElementsAre("WIDTH", "OWN_H", "LATE"));
  EXPECT_THAT(found[1].start, ElementsAre("<vector>"));
  EXPECT_THAT(found[1].startMacros, IsEmpty());
  EXPECT_THAT(found[2].start, IsEmpty());
  EXPECT_THAT(found[3].start, IsEmpty());
  EXPECT_THAT(found[4].start, IsEmpty());
  EXPECT_THAT(found[5].start, ElementsAre("<ATen/ATen.h>", "<torch/extension.h>", "<cmath>"));
  EXPECT_THAT(found[5].startMacros, ElementsAre("N", "BEHIND"));
  EXPECT_THAT(found[6].start, IsEmpty());
  EXPECT_THAT(found[7].start, ElementsAre("<vector>", "<map>"));
  EXPECT_THAT(found[7].startMacros, ElementsAre("H", "A"));
  EXPECT_THAT(found[8].start, IsEmpty());
  EXPECT_THAT(found[9].start, ElementsAre("<party.h>", "<ATen/ATen.h>"));
  EXPECT_THAT(found[10].start, ElementsAre("<ATen/ATen.h>"));
}

TEST_F(TranslationUnits, HeadersThatAreIncludedOnManyWays) {
  // Each header includes the two of the next row: there are 2^40 ways to the last.
  constexpr int rows = 40;
  for (int i = 0; i < rows; ++i)
    for (const std::string side : {"a", "b"}) {
      const std::string number = std::to_string(i), next = std::to_string(i + 1);
      folder.write(side + number + ".h", "#pragma once\n#include \"a" + next +
                                             ".h\"\n#include \"b" + next + ".h\"\n#define " + side +
                                             number + "\n");
    }
  folder.write("a40.h", "#pragma once\n#include <vector>\n#define LAST\n");
  folder.write("b40.h", "#pragma once\n");
  folder.write("x.cu", "#include \"a0.h\"\n#include \"b0.h\"\n#include <map>\nint x;\n");
  const TranslationUnit unit = units().front();
  EXPECT_THAT(unit.start, ElementsAre("<vector>", "<map>"));
  EXPECT_THAT(unit.startMacros, testing::SizeIs(2 * rows + 1));
}

TEST_F(TranslationUnits, HeadersOfPyTorchOfTheActiveEnvironment) {
  TemporaryFolder environment;
  const std::string of39 = "lib/python3.9/site-packages/torch/include/torch/csrc/api/include";
  const std::string of12 = "lib/python3.12/site-packages/torch/include";
  environment.write(of39 + "/torch/all.h");
  environment.write(of12 + "/torch/csrc/api/include/torch/all.h");
  setenv("VIRTUAL_ENV", environment.path("").c_str(), 1);
  folder.write("a.cu", "#include <torch/extension.h>\n");
  const std::vector<std::string> found = units().front().arguments;
  const auto first = llvm::find(found, "-isystem");
  ASSERT_GE(found.end() - first, 4);
  EXPECT_THAT(first[1], testing::EndsWith(of12));
  EXPECT_THAT(first[3], testing::EndsWith(of12 + "/torch/csrc/api/include"));
  EXPECT_THAT(found, testing::Contains("-D__CUDA_NO_HALF_OPERATORS__"));
  folder.write("setup.py", "flags = ['-U__CUDA_NO_HALF_OPERATORS__']\n");
  EXPECT_THAT(units().front().arguments,
              testing::Not(testing::Contains("-D__CUDA_NO_HALF_OPERATORS__")));
  folder.write("a.cu", "#include \"torch/extension.h\"\n");
  folder.write("torch/extension.h"); // the tree's own
  EXPECT_THAT(units().front().arguments, testing::Not(testing::Contains("-isystem")));
  unsetenv("VIRTUAL_ENV");
}

TEST_F(TranslationUnits, OneACudaSource) {
  folder.write("a.cu", "#include <common/c.h>\n#include \"d.h\"\n#include <vector>\n");
  folder.write("a.cpp", "#include \"only_cpp.h\"\n");
  folder.write("src/d.h");
  folder.write("src/e.cu", "#include \"d.h\"\n");
  folder.write("include/common/c.h", "#include \"e.cuh\"\n");
  folder.write("include/common/e.cuh");
  const std::vector<TranslationUnit> found = units();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].file, root + "/a.cu");
  EXPECT_EQ(found[0].folder, root);
  EXPECT_THAT(found[0].arguments,
              ElementsAre("-I" + root, "-I" + root + "/include", "-I" + root + "/src"));
  EXPECT_EQ(found[1].file, root + "/src/e.cu");
}

TEST_F(TranslationUnits, NoFolderHidesTheStandardLibrary) {
  folder.write("a.cu", "#include <math.h>\n#include \"own.h\"\n");
  folder.write("maths/math.h");
  folder.write("util/own.h");
  folder.write("util/string.h");
  EXPECT_THAT(units().at(0).arguments, ElementsAre("-I" + root, "-idirafter" + root + "/util"));
}

TEST_F(TranslationUnits, NoFolderHidesTheSystemsHeaders) {
  folder.write("a.cu", "#include <pthread.h>\n#include <getopt.h>\n#include <png.h>\n");
  folder.write("windows/pthread.h");
  folder.write("tools/getopt.h");
  folder.write("tools/png.h");
  EXPECT_THAT(units().at(0).arguments, ElementsAre("-I" + root, "-idirafter" + root + "/tools"));
}

TEST_F(TranslationUnits, NoFolderHidesTheToolkitsHeaders) {
  folder.write("a.cu", "#include <cuda.h>\n#include \"own.h\"\n");
  folder.write("helper/cuda.h");
  folder.write("helper/own.h");
  EXPECT_THAT(units().at(0).arguments, ElementsAre("-I" + root, "-idirafter" + root + "/helper"));
}

TEST_F(TranslationUnits, MacrosThatTurnCudaOn) {
  folder.write("a.cu", "#include \"a.h\"\n");
  folder.write("a.h", "#ifndef A_H\n#define A_H\n"
                      "#ifdef GPU\n#include \"cuda_runtime.h\"\n"
                      "#ifdef CUDNN\n#include \"cudnn.h\"\n#endif\n#endif\n"
                      "#if defined(WITH_CURAND)\n#include <curand.h>\n#else\n#include <cufft.h>\n"
                      "#endif\n"
                      "#if MKL\n#include <mkl.h>\n#elif ELSE\n#include <cublas_v2.h>\n#endif\n"
                      "#ifdef OWN\n#include <cuda.h>\n#endif\n"
                      "#ifdef NOBODYS\n#include <cuda.h>\n#endif\n"
                      "#ifdef __CUDACC__\n#include <cuda_fp16.h>\n#endif\n"
                      "#ifdef USE_CUDA\n#include <cublas_v2.h>\n#endif\n"
                      "#ifdef _WIN32\n#include <windows.h>\n#include <cuda.h>\n#endif\n#endif\n");
  folder.write("own.h", "#define OWN 1\n");
  folder.write(
      "Makefile",
      "CFLAGS += -DGPU -DCUDNN -DMKL -DELSE -DOWN=1 -DNOBODYSX -DUSE_CUDA -D__CUDACC__ -D_WIN32\n");
  folder.write("CMakeLists.txt", "target_compile_definitions(a PRIVATE WITH_CURAND=1)\n");
  EXPECT_THAT(units().at(0).arguments,
              ElementsAre("-I" + root, "-DGPU", "-DUSE_CUDA", "-DWITH_CURAND"));
}

TEST_F(TranslationUnits, MacrosThatAreCalledAsWhatTurnsCudaOn) {
  folder.write("a.cu", "#if defined(WITH_CUDA) || defined(WITH_HIP)\n#include \"b.h\"\n#endif\n"
                       "#ifdef MY_CUDA_SUPPORT\n#elif X_CUDA\n#endif\n#ifdef NO_CUDA\n#endif\n"
                       "#ifdef HAVE_CUDNN\n#endif\n#ifdef NOBODYS_CUDA\n#endif\n"
                       "int i = NOT_ASKED_FOR_CUDA;\n");
  folder.write("setup.py", "define_macros = []\ndefine_macros += [(\"WITH_CUDA\", None)]\n"
                           "define_macros += [(\"WITH_HIP\", None), (\"HAVE_CUDNN\", None)]\n");
  folder.write("Makefile", "F = -DMY_CUDA_SUPPORT -DX_CUDA=1 -DNO_CUDA -DNOT_ASKED_FOR_CUDA\n");
  EXPECT_THAT(units().at(0).arguments,
              ElementsAre("-I" + root, "-DMY_CUDA_SUPPORT", "-DWITH_CUDA", "-DX_CUDA"));
}

TEST_F(TranslationUnits, MacrosThatAreComparedAreNoSwitches) {
  folder.write("a.cu",
               "#if CUDA_VERSION < 9000\n#endif\n#if MY_CUDA >= 2 && WIDE_CUDA == 1\n#endif\n"
               "#ifdef USE_CUDA_STUBS\n#endif\n#ifdef SKIP_CUDA\n#endif\n");
  folder.write("build.sh", "cmake -DCUDA_VERSION=12.2 .\n");
  folder.write("Makefile", "F = -DMY_CUDA=3 -DWIDE_CUDA=1 -DUSE_CUDA_STUBS -DSKIP_CUDA\n");
  EXPECT_THAT(units().at(0).arguments, ElementsAre("-I" + root, "-DMY_CUDA=3"));
}

TEST_F(TranslationUnits, MacrosThatSourcesDemand) {
  folder.write("a.cu", "#ifndef HALF\n#error \"the build defines it\"\n#endif\n"
                       "#if !defined(WIDTH)\n#error no width\n#endif\n"
                       "#ifndef FLAG\n#error no flag\n#endif\n"
                       "#ifndef COMPUTED\n#error no value\n#endif\n"
                       "#ifdef BAD\n#error bad\n#endif\n#ifndef OWN\n#define OWN 1\n#endif\n");
  folder.write("CMakeLists.txt", "if(A)\nlist(APPEND D -DHALF=1)\nelse()\nlist(APPEND D -DHALF=0)\n"
                                 "endif()\nadd_definitions(-DFLAG -DWIDTH=std::max -DBAD -DOWN=2)\n"
                                 "add_definitions(-DCOMPUTED=${X})\n");
  EXPECT_THAT(units().at(0).arguments,
              ElementsAre("-I" + root, "-DFLAG", "-DHALF=1", "-DWIDTH=std::max"));
}

TEST_F(TranslationUnits, MacrosWhoseValueIsTheBuilds) {
  folder.write("a.cu", "#if WIDTH == 2\nint a[BLOCK], b[OWN], c[SWITCH], d[SEVERAL], e[LEFT_OUT];\n"
                       "#endif\nREAL x[COMPUTED];\n#define OWN 3\n");
  folder.write("Makefile", "F = -DWIDTH=2 -DBLOCK=$(N) -DOWN=4 -DSWITCH=1 -DSEVERAL=2\n"
                           "#F = -DLEFT_OUT=3 -DWIDTH=1\nG = -DSEVERAL=3 -DCOMPUTED=$(N)x\n");
  folder.write("CMakeLists.txt", "target_compile_definitions(a PRIVATE REAL=double UNUSED=5)\n");
  EXPECT_THAT(units().at(0).arguments, ElementsAre("-I" + root, "-DREAL=double", "-DWIDTH=2"));
}

TEST_F(TranslationUnits, CxxStandardsThatScriptsAskFor) {
  folder.write("a.cu", "");
  for (const char *script :
       {"set(CMAKE_CUDA_STANDARD 20)", "set_property(TARGET a PROPERTY\n CXX_STANDARD \"23\")",
        "target_compile_features(a PUBLIC cuda_std_20)", "F = -std=c++2a -O2",
        "add_compile_options(-std=gnu++17 --std=gnu++20)", "STANDARD = -std c++20 -O3",
        "<LanguageStandard>stdcpp20</LanguageStandard>", "/std:c++20"}) {
    folder.write("CMakeLists.txt", script);
    EXPECT_THAT(units().at(0).arguments, ElementsAre("-I" + root, "-std=c++20")) << script;
  }
  for (const char *script :
       {"set(CMAKE_CUDA_STANDARD 17)", "cxx_std_201", "set(CMAKE_CUDA_STANDARD_REQUIRED ON)",
        "# set(CMAKE_CXX_STANDARD 20)", "x\n # set(CMAKE_CXX_STANDARD 20)\n", "-std=c++14"}) {
    folder.write("CMakeLists.txt", script);
    EXPECT_THAT(units().at(0).arguments, ElementsAre("-I" + root)) << script;
  }
}

TEST_F(TranslationUnits, RelocatableCodeThatScriptsAskFor) {
  folder.write("a.cu", "");
  for (const char *script :
       {"set(CMAKE_CUDA_SEPARABLE_COMPILATION ON)",
        "set_target_properties(a PROPERTIES\n CUDA_SEPARABLE_COMPILATION TRUE)",
        "%.o: %.cu\n\tnvcc -dc $< -o $@\n", "nvcc_flags = ['-rdc=true', '-O3']",
        "F = -O3 --relocatable-device-code=true", "-dc", "NVCCFLAGS=-dc -O3",
        "set_property(TARGET a PROPERTY CUDA_SEPARABLE_COMPILATION\n yes)"}) {
    folder.write("CMakeLists.txt", script);
    EXPECT_THAT(units().at(0).arguments, ElementsAre("-I" + root, "-fgpu-rdc")) << script;
  }
  for (const char *script :
       {"set(CMAKE_CUDA_SEPARABLE_COMPILATION OFF)", "a-dc", "-dcf", "gzip -dc a.gz | tar x",
        "# nvcc -dc a.cu", "$(CUDA_SEPARABLE_COMPILATION)", "-rdc=true2"}) {
    folder.write("CMakeLists.txt", script);
    EXPECT_THAT(units().at(0).arguments, ElementsAre("-I" + root)) << script;
  }
}

TEST_F(TranslationUnits, BackslashesInIncludes) {
  folder.write("a.cu", "#include \"lib\\inner\\k.cuh\"\n");
  folder.write("src/lib/inner/k.cuh", "");
  EXPECT_THAT(units().at(0).arguments,
              ElementsAre("-I" + root, "-I" + root + "/src", "-fms-extensions"));
}

TEST_F(TranslationUnits, PartsOfOthersAreNone) {
  folder.write("all.cu", "#include \"parts/one.cu\"\n#include \"list.cuh\"\n");
  folder.write("list.cuh", "#include <two.cu>\n");
  folder.write("parts/one.cu");
  folder.write("parts/two.cu");
  folder.write("alone.cu");
  folder.write("host.cpp", "#include \"alone.cu\"\n"); // nothing says that it uses CUDA
  std::vector<std::string> files;
  for (const TranslationUnit &unit : units())
    files.push_back(unit.file.substr(root.size() + 1));
  EXPECT_THAT(files, ElementsAre("all.cu", "alone.cu"));
  const llvm::Expected<BuildArguments> build = buildOf("parts/one.cu", "nvcc -c ../parts/one.cu");
  EXPECT_EQ(units(*build).at(2).file, root + "/parts/one.cu");
}

TEST_F(TranslationUnits, WhatNoOtherSourceReachesIsNoPart) {
  folder.write("k.cu", "#include \"k.cuh\"\n");
  folder.write("k.cuh", "#ifdef HEADER_ONLY\n#include \"k.cu\"\n#endif\n");
  folder.write("one.cu", "#include \"two.cu\"\n");
  folder.write("two.cu", "#ifdef ALONE\n#include \"one.cu\"\n#endif\n");
  std::vector<std::string> files;
  for (const TranslationUnit &unit : units())
    files.push_back(unit.file.substr(root.size() + 1));
  EXPECT_THAT(files, ElementsAre("k.cu", "one.cu"));
}

TEST_F(TranslationUnits, CxxThatUsesCuda) {
  folder.write("header.cpp", "#include <cuda_runtime.h>\n");
  folder.write("framework.cc", "#include <ATen/cuda/CUDAContext.h>\n");
  folder.write("name.cxx", "void f(struct cudaDeviceProp *p);\n");
  folder.write("guard.C", "#if CUDA_VERSION > 11000\n#endif\n");
  folder.write("other.cpp", "#include <vector>\nbool f(D d) { return d == at::kCUDA; }\n");
  folder.write("comment.cpp", "// cudaDeviceProp\nfloat4 f();\n");
  folder.write("bytes.cpp", std::string("cudaFree\0", 9));
  folder.write("header.h", "#include <cuda_runtime.h>\n");
  std::vector<std::string> files;
  for (const TranslationUnit &unit : units()) {
    EXPECT_EQ(unit.language, Language::Cxx);
    files.push_back(unit.file.substr(root.size() + 1));
  }
  EXPECT_THAT(files, ElementsAre("framework.cc", "guard.C", "header.cpp", "name.cxx"));
}

TEST_F(TranslationUnits, CThatUsesCuda) {
  folder.write("a.c", "#include <cuda_runtime.h>\n");
  folder.write("b.c", "int f(void);\n");
  const std::vector<TranslationUnit> found = units();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].file, root + "/a.c");
  EXPECT_EQ(found[0].language, Language::C);
  for (const char *command : {"g++ -c ../a.c", "gcc -x c++ ../a.c"}) {
    const llvm::Expected<BuildArguments> build = buildOf("a.c", command);
    EXPECT_EQ(units(*build)[0].language, Language::Cxx) << command;
  }
}

TEST_F(TranslationUnits, CxxThatABuildKnows) {
  folder.write("a.cpp", "#include <cuda_runtime.h>\n");
  folder.write("b.cpp");
  llvm::Expected<BuildArguments> build = buildOf("a.cpp", "g++ -DA -c ../a.cpp");
  std::vector<TranslationUnit> found = units(*build);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].file, root + "/a.cpp");
  EXPECT_EQ(found[0].language, Language::Cxx);
  EXPECT_THAT(found[0].arguments, ElementsAre("-D", "A"));
  for (const char *command : {"nvcc -x cu -c ../b.cpp", "nvcc -x=cu ../b.cpp", "clang -xcuda b.cpp",
                              "nvcc --x cu b.cpp", "nvcc --x=cu b.cpp"}) {
    build = buildOf("b.cpp", command);
    found = units(*build);
    ASSERT_EQ(found.size(), 2U) << command;
    EXPECT_EQ(found[1].language, Language::Cuda) << command;
  }
  for (const char *command : {"g++ -x c++ -c ../b.cpp", "icpx -xHost ../b.cpp", "g++ -x"}) {
    build = buildOf("b.cpp", command);
    EXPECT_EQ(units(*build).size(), 1U) << command;
  }
}

TEST_F(TranslationUnits, FilesOfArguments) {
  folder.write("b/flags.rsp", "-DA -I'../with space'\n@more.rsp\n");
  folder.write("b/more.rsp", "-D B");
  for (const char *given :
       {"@flags.rsp", "--options-file flags.rsp", "--options-file=flags.rsp", "-optf flags.rsp"})
    EXPECT_THAT(argumentsOf("nvcc -DX " + std::string(given) + " -DY -c ../a.cu"),
                ElementsAre("-D", "X", "-D", "A", "-I", "../with space", "-D", "B", "-D", "Y"))
        << given;
  auto fault = [&](const std::string &command) {
    llvm::Expected<BuildArguments> build = buildOf("a.cu", command);
    return build ? "" : llvm::toString(build.takeError());
  };
  EXPECT_THAT(argumentsOf("nvcc -DX @none.rsp -optf=more.rsp -c ../a.cu"),
              ElementsAre("-D", "X", "-D", "B"));
  folder.write("b/endless.rsp", "@endless.rsp");
  EXPECT_THAT(fault("nvcc @endless.rsp ../a.cu"), HasSubstr("endless.rsp"));
}

TEST_F(TranslationUnits, OfABuildTheArgumentsThatSayWhatIsParsed) {
  EXPECT_THAT(argumentsOf("nvcc -ccbin g++ -DA=1 -D B -I../i -isystem /s -gencode arch=compute_80 "
                          "-Xcompiler=-fPIC --define-macro=C --include-path d -std c++20 -O3 -x cu "
                          "-c ../a.cu -o a.o -include-pch x -include y.h"),
              ElementsAre("-D", "A=1", "-D", "B", "-I", "../i", "-isystem", "/s", "-D", "C", "-I",
                          "d", "-std=c++20", "-include", "y.h"));
  EXPECT_THAT(
      argumentsOf(
          "/cuda/bin/nvcc -I a,b -DA,B=2 -Xcompiler -fPIC,-DC -Xcompiler=-DD --compiler-options "
          "-DE -Xcompiler"),
      ElementsAre("-I", "a", "-I", "b", "-D", "A", "-D", "B=2", "-D", "C", "-D", "D", "-D", "E"));
  EXPECT_THAT(argumentsOf("nvcc '-Xcompiler=-fPIC -DM' '-DF(a\\\\,b)=a' '-DS=\\\"a,b\\\"'"),
              ElementsAre("-D", "M", "-D", "F(a,b)=a", "-D", "S=\"a,b\""));
  EXPECT_THAT(argumentsOf("clang++ '-DA(b,c)=b,c'"), ElementsAre("-D", "A(b,c)=b,c"));
  EXPECT_THAT(argumentsOf("clang++ -std=gnu++17 a.cu"), ElementsAre("-std=gnu++17"));
  EXPECT_THAT(argumentsOf("nvcc -I"), IsEmpty());
}

TEST_F(TranslationUnits, ABuildThatCannotBeRead) {
  llvm::Expected<BuildArguments> build = readBuildArguments(root);
  ASSERT_FALSE(bool(build));
  EXPECT_THAT(llvm::toString(build.takeError()),
              HasSubstr("compile_commands.json' cannot be read"));
  folder.write("compile_commands.json", "{");
  build = readBuildArguments(root);
  ASSERT_FALSE(bool(build));
  EXPECT_THAT(llvm::toString(build.takeError()), HasSubstr("cannot be read"));
}

} // namespace
} // namespace musaport
