//===- port_cmake_test.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/port.h"

#include "scripts/cmake/parser.h"
#include "scripts/ported_script.h"

#include "llvm/ADT/StringExtras.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>
#include <sstream>

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace musaport {
namespace {

std::string textOf(llvm::StringRef text) { return portScript(text).text; }

void staysAsItIs(llvm::StringRef text) {
  const Ported ported = portScript(text);
  EXPECT_EQ(ported.text, text);
  EXPECT_THAT(ported.diagnostics, IsEmpty()) << text.str();
}

const std::string find = "find_package(MUSALanguage QUIET)\n";

TEST(PortCMake, Languages) {
  EXPECT_EQ(textOf("project(x VERSION 1 DESCRIPTION CUDA LANGUAGES CXX CUDA)"),
            find + "project(x VERSION 1 DESCRIPTION CUDA LANGUAGES CXX MUSA)");
  EXPECT_EQ(textOf("project(CUDA C CUDA)\nenable_language(CUDA)"),
            find + "project(CUDA C MUSA)\nenable_language(MUSA)");
  EXPECT_EQ(textOf("check_compiler_flag(CUDA \"-O3\" HAS)"),
            "check_compiler_flag(MUSA \"-O3\" HAS)");
  EXPECT_EQ(textOf("set_source_files_properties(x.cc PROPERTIES LANGUAGE CUDA)"),
            "set_source_files_properties(x.cc PROPERTIES LANGUAGE MUSA)");
  EXPECT_EQ(textOf("set(L C)\nlist(APPEND L CUDA)\nproject(x ${L})"),
            "set(L C)\nlist(APPEND L MUSA)\n" + find + "project(x ${L})");
  EXPECT_EQ(textOf("set(L CUDA)\ncheck_language(${L})"),
            "set(L MUSA)\n" + find + "check_language(${L})");
  EXPECT_EQ(textOf("set(L CUDA)\ncheck_compiler_flag(${L} -O3 X)"),
            "set(L MUSA)\ncheck_compiler_flag(${L} -O3 X)");
  staysAsItIs("set(L C)\nlist(APPEND L CUDA)\nif(GPU STREQUAL CUDA)\nendif()");
  staysAsItIs("set(NAME CUDA)\nproject(${NAME} DESCRIPTION ${NAME} LANGUAGES C)");
}

TEST(PortCMake, TheLanguageIsFoundBeforeItIsNamed) {
  EXPECT_EQ(
      textOf("if(GPU)\r\n  enable_language(CUDA)\r\nendif()\r\nENABLE_LANGUAGE(CUDA)\r\n"
             "enable_language(CUDA)\r\n"),
      "if(GPU)\r\n  find_package(MUSALanguage QUIET)\r\n  enable_language(MUSA)\r\nendif()\r\n"
      "find_package(MUSALanguage QUIET)\r\nENABLE_LANGUAGE(MUSA)\r\n"
      "enable_language(MUSA)\r\n");
  EXPECT_EQ(textOf("#[[c]] project(x CUDA)"), "#[[c]] " + find + "project(x MUSA)");
  staysAsItIs("project(x LANGUAGES C)\nenable_language(CXX)\ncheck_language(Fortran)\n");
  staysAsItIs(find + "project(x MUSA)\n");
}

TEST(PortCMake, ListsOfLanguages) {
  EXPECT_EQ(textOf("get_property(l GLOBAL PROPERTY ENABLED_LANGUAGES)\n"
                   "if(\"CUDA\" IN_LIST l AND NOT CUDA IN_LIST other)\nendif()\n"
                   "list(FIND l CUDA i)\nlist(REMOVE_ITEM l C CUDA)\n"),
            "get_property(l GLOBAL PROPERTY ENABLED_LANGUAGES)\n"
            "if(\"MUSA\" IN_LIST l AND NOT CUDA IN_LIST other)\nendif()\n"
            "list(FIND l MUSA i)\nlist(REMOVE_ITEM l C MUSA)\n");
  EXPECT_EQ(textOf("foreach(x C CXX CUDA)\n set(CMAKE_${x}_FLAGS -O2)\n"
                   " if(x STREQUAL \"CUDA\")\n endif()\nendforeach()\nset(x CUDA)"),
            "foreach(x C CXX MUSA)\n set(CMAKE_${x}_FLAGS -O2)\n"
            " if(x STREQUAL \"MUSA\")\n endif()\nendforeach()\nset(x CUDA)");
  EXPECT_EQ(textOf("set(a \"C;CUDA\")\nforeach(x IN LISTS a ITEMS CUDA)\n"
                   " f(\"${CMAKE_${x}_FLAGS_${b}}\")\nendforeach()"),
            "set(a \"C;MUSA\")\nforeach(x IN LISTS a ITEMS MUSA)\n"
            " f(\"${CMAKE_${x}_FLAGS_${b}}\")\nendforeach()");
  staysAsItIs("foreach(x CUDA OPENCL)\n add_subdirectory(${x})\n set(CMAKE_${x}_OTHER 1)\n"
              "endforeach()");
}

TEST(PortCMake, WhatMayBeALanguageIsSaid) {
  auto remarks = [](llvm::StringRef text) {
    const Ported ported = portScript(text);
    EXPECT_EQ(ported.text, text);
    return ported.diagnostics;
  };
  EXPECT_THAT(remarks("set(a C CXX CUDA)"),
              ElementsAre("1:13 'CUDA' stays; it may mean the language"));
  EXPECT_THAT(remarks("foreach(x \"C;CUDA\")\nendforeach()"),
              ElementsAre("1:14 'CUDA' stays; it may mean the language"));
  EXPECT_THAT(remarks("list(APPEND MY_LANGS CUDA)\nif(CUDA IN_LIST MY_LANGS)\nendif()"),
              ElementsAre("1:22 'CUDA' stays; it may mean the language",
                          "2:4 'CUDA' stays; it may mean the language"));
  // A value that the user chooses.
  EXPECT_THAT(
      portScript("set(GPU_LANG CUDA CACHE STRING x)\nif(GPU_LANG STREQUAL \"CUDA\")\nendif()")
          .severities,
      ElementsAre(Severity::Remark, Severity::Remark));
  EXPECT_THAT(portScript("set(GPU_LANG x)\nif(GPU_LANG STREQUAL \"CUDA\")\nendif()").severities,
              ElementsAre(Severity::Warning));
  staysAsItIs(
      "set(a CUDA OPENCL)\nset(CLANG_X CUDA)\nif(CUDA IN_LIST a)\nendif()\nlist(FIND a CUDA i)");
}

TEST(PortCMake, WhatIsComparedWithTheCompiler) {
  EXPECT_EQ(textOf("if(CMAKE_CUDA_COMPILER_ID MATCHES \"NVIDIA|Intel\")\nendif()"),
            "if(CMAKE_MUSA_COMPILER_ID MATCHES \"Clang|Intel\")\nendif()");
  EXPECT_EQ(textOf("if(\"x${CMAKE_CUDA_COMPILER_ID}x\" STREQUAL \"xNVIDIAx\")\nendif()"),
            "if(\"x${CMAKE_MUSA_COMPILER_ID}x\" STREQUAL \"xClangx\")\nendif()");
  EXPECT_EQ(
      textOf("if(CMAKE_CUDA_COMPILER MATCHES nvcc OR CMAKE_CXX_COMPILER MATCHES nvcc)\nendif()"),
      "if(CMAKE_MUSA_COMPILER MATCHES mcc OR CMAKE_CXX_COMPILER MATCHES nvcc)\nendif()");
  for (const char *comparison :
       {"CMAKE_CUDA_ARCHITECTURES MATCHES \"70|80\"", "\"70|80\" IN_LIST CMAKE_CUDA_ARCHITECTURES"})
    EXPECT_THAT(portScript(std::string("if(") + comparison + ")\nendif()").diagnostics,
                ElementsAre(HasSubstr("'70|80' is compared with MUSA architectures")));
  EXPECT_THAT(portScript("if(CMAKE_CUDA_ARCHITECTURES STREQUAL \"\")\nendif()").diagnostics,
              IsEmpty());
}

TEST(PortCMake, GeneratorExpressions) {
  EXPECT_EQ(textOf("target_compile_options(x PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-O3>)"),
            "target_compile_options(x PRIVATE $<$<COMPILE_LANGUAGE:MUSA>:-O3>)");
  EXPECT_EQ(textOf("f(\"$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-O3>\")"),
            "f(\"$<$<COMPILE_LANG_AND_ID:MUSA,Clang>:-O3>\")");
  EXPECT_EQ(textOf("f($<TARGET_PROPERTY:x,CUDA_ARCHITECTURES> $<TARGET_EXISTS:CUDA::cudart>)"),
            "f($<TARGET_PROPERTY:x,MUSA_ARCHITECTURES> $<TARGET_EXISTS:MUSA::musart>)");
  EXPECT_THAT(portScript("f($<CUDA_COMPILER_ID:NVIDIA>)").diagnostics,
              ElementsAre("1:5 'CUDA_COMPILER_ID' has no counterpart in MUSA"));
}

TEST(PortCMake, AWordThatIsTwoThingsIsEditedOnce) {
  EXPECT_EQ(portScript("project(\"$<COMPILE_LANG:\"CUDA)\n").text,
            find + "project(\"$<COMPILE_LANG:\"MUSA)\n");
}

TEST(PortCMake, Packages) {
  EXPECT_EQ(textOf("find_package(CUDAToolkit REQUIRED)\nfind_dependency(CUDA)"),
            "find_package(MUSAToolkit REQUIRED)\nfind_dependency(MUSA)");
  const Ported ported = portScript("find_package(CUDAToolkit 11.2 EXACT REQUIRED)");
  EXPECT_EQ(ported.text, "find_package(MUSAToolkit REQUIRED)");
  EXPECT_THAT(ported.diagnostics,
              ElementsAre("1:26 the version '11.2' is a CUDA version, and is left out"));
  EXPECT_THAT(portScript("find_package(NCCL)").diagnostics,
              ElementsAre("1:14 'NCCL' has no counterpart in MUSA"));
  staysAsItIs("find_package(barracuda 2)");
}

TEST(PortCMake, AModuleOfTheTreesOwnIsKept) {
  EXPECT_THAT(portScript("find_package(CUDA)", {}, "cmake/FindCUDA.cmake").diagnostics,
              ElementsAre("1:1 this module is no longer used: copied, not ported"));
}

TEST(PortCMake, Targets) {
  EXPECT_EQ(
      textOf("target_link_libraries(x PUBLIC CUDA::cudart \"CUDA::cublas;y\" cufft -lcurand)"),
      "target_link_libraries(x PUBLIC MUSA::musart \"MUSA::mublas;y\" mufft -lmurand)");
  EXPECT_THAT(portScript("f(CUDA::cudart${STATIC})").diagnostics,
              ElementsAre("1:3 the name of this target is put together from parts, and stays"));
  EXPECT_THAT(portScript("f(CUDA::nvjpeg)").diagnostics,
              ElementsAre("1:3 'CUDA::nvjpeg' has no counterpart in MUSA"));
  staysAsItIs("add_library(cufft x.c)\ntarget_link_libraries(x cufft my::cudart)");
}

TEST(PortCMake, Variables) {
  EXPECT_EQ(textOf("set(CMAKE_CUDA_FLAGS_${B} \"${CMAKE_CUDA_FLAGS} $ENV{CUDA_HOME}\")"),
            "set(CMAKE_MUSA_FLAGS_${B} \"${CMAKE_MUSA_FLAGS} $ENV{MUSA_HOME}\")");
  EXPECT_EQ(textOf("message(STATUS \"CMAKE_CUDA_FLAGS: ${CMAKE_CUDA_FLAGS}\")"),
            "message(STATUS \"CMAKE_CUDA_FLAGS: ${CMAKE_MUSA_FLAGS}\")");
  EXPECT_EQ(textOf("target_link_libraries(x ${CUDA_cublas_LIBRARY} ${CUDA_LIBRARIES})"),
            "target_link_libraries(x MUSA::mublas ${MUSA_LIBRARIES})");
  EXPECT_EQ(textOf("set(a [[${CMAKE_CUDA_FLAGS}]] \\${CMAKE_CUDA_FLAGS})"),
            "set(a [[${CMAKE_CUDA_FLAGS}]] \\${CMAKE_CUDA_FLAGS})");
}

TEST(PortCMake, VariablesOfTheTreeStay) {
  staysAsItIs("set(CUDA_LIBRARIES a)\ntarget_link_libraries(x ${CUDA_LIBRARIES})");
  staysAsItIs("option(CUDA_VERSION \"x\")\nif(CUDA_VERSION VERSION_LESS 9)\nendif()");
  staysAsItIs("function(cuda_add_library)\nendfunction()\ncuda_add_library(x)");
  staysAsItIs("option(USE_CUDA \"Use CUDA\" ON)\nif(USE_CUDA)\nendif()");
  // A package that the tree looks for sets its variables.
  EXPECT_EQ(textOf("find_package(CUDA)\nset(CUDA_FOUND 0)\nif(CUDA_FOUND)\nendif()"),
            "find_package(MUSA)\nset(MUSA_FOUND 0)\nif(MUSA_FOUND)\nendif()");
}

TEST(PortCMake, VersionsAreComparedAsALevel) {
  EXPECT_EQ(
      textOf("if(CUDA_VERSION VERSION_LESS 9 AND \"${CUDAToolkit_VERSION}\" VERSION_GREATER 10)"
             "\nendif()"),
      "if(11.8 VERSION_LESS 9 AND \"11.8\" VERSION_GREATER 10)\nendif()");
  const Ported ported = portScript("if(CUDA_VERSION VERSION_LESS MINIMUM)\nendif()");
  EXPECT_EQ(ported.text, "if(MUSA_VERSION VERSION_LESS MINIMUM)\nendif()");
  EXPECT_EQ(ported.diagnostics.size(), 1u);
  EXPECT_EQ(textOf("if(CMAKE_CUDA_COMPILER_ID STREQUAL \"NVIDIA\")\nendif()"),
            "if(CMAKE_MUSA_COMPILER_ID STREQUAL \"Clang\")\nendif()");
}

TEST(PortCMake, LevelsAgreeWithTheHeader) {
  std::ifstream file(MUSAPORT_SOURCE_DIR "/runtime/include/musa_port/cuda_level.h");
  std::stringstream header;
  header << file.rdbuf();
  EXPECT_THAT(header.str(), HasSubstr("#define MUSAPORT_CUDA_LEVEL 11080\n"));
  for (const char *name : {"CUDA_VERSION", "CUDA_VERSION_STRING", "CUDAToolkit_VERSION",
                           "CMAKE_CUDA_COMPILER_VERSION"})
    EXPECT_EQ(textOf(std::string("if(") + name + " VERSION_LESS 9)\nendif()"),
              "if(11.8 VERSION_LESS 9)\nendif()");
  EXPECT_EQ(textOf("if(\"${CUDA_VERSION_MAJOR}.${CUDA_VERSION_MINOR}\" VERSION_LESS 9)\nendif()"),
            "if(\"11.8\" VERSION_LESS 9)\nendif()");
}

TEST(PortCMake, Architectures) {
  EXPECT_EQ(textOf("set(CMAKE_CUDA_ARCHITECTURES 70 75-real \"80;90a\" CACHE STRING 80)"),
            "set(CMAKE_MUSA_ARCHITECTURES mp_31 CACHE STRING 80)");
  EXPECT_EQ(textOf("set_target_properties(x PROPERTIES CUDA_ARCHITECTURES \"70;80\")"),
            "set_target_properties(x PROPERTIES MUSA_ARCHITECTURES \"mp_31\")");
  EXPECT_EQ(textOf("set_property(TARGET x PROPERTY CUDA_ARCHITECTURES OFF)"),
            "set_property(TARGET x PROPERTY MUSA_ARCHITECTURES OFF)");
  EXPECT_THAT(
      portScript("set_target_properties(x PROPERTIES CUDA_ARCHITECTURES \"${A}\")").diagnostics,
      ElementsAre("1:56 '${A}' must hold MUSA architectures"));
}

TEST(PortCMake, Flags) {
  EXPECT_EQ(textOf("list(APPEND CUDA_NVCC_FLAGS \"-O3 -gencode=arch=compute_50,code="
                   "\\\"sm_50,compute_50\\\" -gencode=arch=compute_70,code=\\\"sm_70\\\"\")"),
            "list(APPEND MUSA_MCC_FLAGS \"-O3 --offload-arch=mp_31\")");
  EXPECT_EQ(textOf("set(CMAKE_CUDA_FLAGS \"-O3 -gencode arch=compute_70,code=sm_70 "
                   "-gencode=arch=compute_80,code=sm_80 --use_fast_math -lineinfo\")"),
            "set(CMAKE_MUSA_FLAGS \"-O3 --offload-arch=mp_31 -fmusa-flush-denormals-to-zero "
            "-ffp-contract=fast -freciprocal-math -fapprox-func\")");
  EXPECT_EQ(textOf("target_compile_options(x PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-use_fast_math>)"),
            "target_compile_options(x PRIVATE $<$<COMPILE_LANGUAGE:MUSA>:"
            "-fmusa-flush-denormals-to-zero;-ffp-contract=fast;-freciprocal-math;-fapprox-func>)");
  EXPECT_EQ(textOf("list(APPEND CUDA_NVCC_FLAGS -Xcompiler -fPIC -G -g \"-Xptxas;-v\")"),
            "list(APPEND MUSA_MCC_FLAGS -fPIC -g)");
  EXPECT_EQ(textOf("add_compile_options(-Xcompiler=-a,-b \"-Xcompiler=-a,-b -c\")"),
            "add_compile_options(-a;-b \"-a -b -c\")");
  EXPECT_EQ(textOf("set(CMAKE_CUDA_FLAGS \"-Xcompiler=-lineinfo,-L${CUDA_TOOLKIT_ROOT_DIR}/lib64,"
                   "-G -Xcompiler -lineinfo,-G\")"),
            "set(CMAKE_MUSA_FLAGS \"-L${MUSA_TOOLKIT_ROOT_DIR}/lib\")");
  EXPECT_THAT(portScript("add_compile_options(-Xcompiler -Xptxas,-v)").diagnostics,
              ElementsAre(HasSubstr("passes on a flag that is also one of nvcc's")));
  EXPECT_EQ(textOf("set(CMAKE_CUDA_FLAGS \"-lineinfo\")"), "set(CMAKE_MUSA_FLAGS \"\")");
  EXPECT_EQ(textOf("add_compile_options(-a\n  -lineinfo # why\n  -b)"),
            "add_compile_options(-a # why\n  -b)");
  EXPECT_EQ(textOf("add_compile_options(# why\n  -lineinfo)"), "add_compile_options(# why\n  )");
  EXPECT_EQ(textOf("target_compile_options(x PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-G\n -G\n -g>)"),
            "target_compile_options(x PRIVATE $<$<COMPILE_LANGUAGE:MUSA>:\n -g>)");
  // -G is CMake's own elsewhere.
  staysAsItIs("execute_process(COMMAND cmake -G Ninja)");
  staysAsItIs(
      "add_custom_command(OUTPUT x COMMAND sort --threads 4 COMMAND /b/tex --keep && a -keep)");
  EXPECT_EQ(textOf("add_custom_command(OUTPUT x COMMAND a && nvcc --threads 4 x.c)"),
            "add_custom_command(OUTPUT x COMMAND a && mcc x.c)");
  EXPECT_EQ(textOf("set(F --threads 4 -O2)"), "set(F -O2)");
}

TEST(PortCMake, FlagsThatNameMusasArchitecturesStay) {
  staysAsItIs("set(FLAGS \"${FLAGS} --cuda-gpu-arch=mp_${ARCH}\")");
  EXPECT_EQ(textOf("set(FLAGS \"--cuda-gpu-arch=sm_80 --offload-arch=sm_90\")"),
            "set(FLAGS \"--offload-arch=mp_31\")");
}

TEST(PortCMake, FlagsThatAFunctionCounts) {
  const Ported ported = portScript("my_flag(HAS -lineinfo)\nmy_flag(FAST -use_fast_math)");
  EXPECT_EQ(ported.text, "my_flag(HAS -lineinfo)\nmy_flag(FAST -use_fast_math)");
  EXPECT_THAT(
      ported.diagnostics,
      ElementsAre("1:13 '-lineinfo' is an nvcc flag, and 'my_flag' may need this argument",
                  "2:14 '-use_fast_math' is an nvcc flag, and 'my_flag' may need this argument"));
}

TEST(PortCMake, FlagsWithoutTheirValue) {
  EXPECT_THAT(portScript("list(APPEND CUDA_NVCC_FLAGS -Xcompiler)\nlist(APPEND f -x)").diagnostics,
              ElementsAre("1:29 '-Xcompiler' is an nvcc flag, and its value is not next to it"));
}

TEST(PortCMake, SeparableCompilation) {
  for (const char *text : {"set_target_properties(x PROPERTIES CUDA_SEPARABLE_COMPILATION OFF)",
                           "set(CMAKE_CUDA_SEPARABLE_COMPILATION OFF)"}) {
    const Ported off = portScript(text);
    EXPECT_THAT(off.text, HasSubstr("MUSA_SEPARABLE_COMPILATION OFF"));
    EXPECT_THAT(off.diagnostics, IsEmpty());
  }
  EXPECT_THAT(portScript("set(CMAKE_CUDA_SEPARABLE_COMPILATION ON)").diagnostics,
              ElementsAre("1:5 'CMAKE_CUDA_SEPARABLE_COMPILATION' becomes "
                          "'CMAKE_MUSA_SEPARABLE_COMPILATION', which differs"));
}

TEST(PortCMake, FindModulesThatAreIncluded) {
  EXPECT_EQ(textOf("include(FindCUDA)"), "find_package(MUSA)");
  EXPECT_EQ(textOf("INCLUDE( FindCUDAToolkit )"), "find_package( MUSAToolkit )");
  EXPECT_THAT(portScript("include(FindCUDA OPTIONAL)").diagnostics,
              ElementsAre("1:9 'FindCUDA' stays: include() has more arguments"));
}

TEST(PortCMake, FindCudasCommands) {
  EXPECT_EQ(textOf("CUDA_ADD_LIBRARY(x STATIC src/add.cu OPTIONS -G)"),
            "MUSA_ADD_LIBRARY(x STATIC src/add.mu OPTIONS)");
  EXPECT_EQ(portScript("CUDA_SELECT_NVCC_ARCH_FLAGS(flags 7.0 \"8.0\" ${more} # c\n Auto)").text,
            "SET(flags --offload-arch=mp_31 # c\n )");
  EXPECT_EQ(portScript("cuda_select_nvcc_arch_flags(CUDA_NVCC_FLAGS)").text,
            "set(MUSA_MCC_FLAGS --offload-arch=mp_31)");
  EXPECT_EQ(portScript("function(cuda_select_nvcc_arch_flags)\nendfunction()\n"
                       "cuda_select_nvcc_arch_flags(f Auto)")
                .text,
            "function(cuda_select_nvcc_arch_flags)\nendfunction()\n"
            "cuda_select_nvcc_arch_flags(f Auto)");
  EXPECT_EQ(textOf("cuda_add_cublas_to_target(app)"), "target_link_libraries(app MUSA::mublas)");
  EXPECT_EQ(textOf("CUDA_ADD_CUFFT_TO_TARGET( ${app} # (1)\n )"),
            "TARGET_LINK_LIBRARIES( ${app} # (1)\n  MUSA::mufft)");
  EXPECT_THAT(portScript("cuda_compile_ptx(x y)").diagnostics,
              ElementsAre("1:1 'cuda_compile_ptx' has no counterpart in MUSA"));
}

TEST(PortCMake, Files) {
  EXPECT_EQ(textOf("f(src/add.cu \"${CMAKE_CURRENT_SOURCE_DIR}/src/add.cuh\" ${D}/add.cu)"),
            "f(src/add.mu \"${CMAKE_CURRENT_SOURCE_DIR}/src/add.muh\" ${D}/add.mu)");
  EXPECT_EQ(textOf("file(GLOB x *.cu src/*.cuh ${n}.cu)"), "file(GLOB x *.mu src/*.muh ${n}.mu)");
  EXPECT_EQ(textOf("f(\".*\\\\.cu$\" \"[.]cuh\" \"\\\\.(cc|cu)$\")"),
            "f(\".*\\\\.mu$\" \"[.]muh\" \"\\\\.(cc|mu)$\")");
  EXPECT_EQ(textOf("file(GLOB x *_kernel.cu src/a*d.cu */add.cu \"_add.cu$\")"),
            "file(GLOB x *_kernel.mu src/a*d.mu */add.mu \"_add.mu$\")");
  staysAsItIs("file(GLOB x */made.cu)"); // no file of the tree has this name
  EXPECT_THAT(portScript("f(gone.cu)").diagnostics,
              ElementsAre("1:3 'gone.cu' is not in the tree, and keeps its name"));
  staysAsItIs("f(add.cuda x.cu.o my_add.cpp *.cu.o)");
}

TEST(PortCMake, SourcesOfAFolder) {
  EXPECT_EQ(textOf("if(A)\n  aux_source_directory(${D}/src S)\nendif()\n"),
            "if(A)\n  aux_source_directory(${D}/src S)\n"
            "  file(GLOB S_musa \"${D}/src/*.mu\")\n  list(APPEND S ${S_musa})\nendif()\n");
  staysAsItIs("aux_source_directory(rc S)"); // no CUDA source is there
}

TEST(PortCMake, Macros) {
  EXPECT_EQ(textOf("target_compile_definitions(x PUBLIC CUDA_API_PER_THREAD_DEFAULT_STREAM=1)"),
            "target_compile_definitions(x PUBLIC MUSA_API_PER_THREAD_DEFAULT_STREAM=1)");
  EXPECT_EQ(textOf("add_definitions(-D__CUDA_NO_HALF_OPERATORS__)"),
            "add_definitions(-D__MUSA_NO_HALF_OPERATORS__)");
  EXPECT_EQ(
      textOf("set_property(TARGET x PROPERTY COMPILE_DEFINITIONS __CUDA_NO_HALF_OPERATORS__ M)"),
      "set_property(TARGET x PROPERTY COMPILE_DEFINITIONS __MUSA_NO_HALF_OPERATORS__ M)");
  EXPECT_EQ(textOf("set_target_properties(x PROPERTIES INTERFACE_COMPILE_DEFINITIONS "
                   "\"A=1;__CUDA_NO_HALF2_OPERATORS__\")"),
            "set_target_properties(x PROPERTIES INTERFACE_COMPILE_DEFINITIONS "
            "\"A=1;__MUSA_NO_HALF2_OPERATORS__\")");
  EXPECT_EQ(portScript("add_definitions(-DWITH_CUDA)", R"({"WITH_CUDA": "WITH_MUSA"})").text,
            "add_definitions(-DWITH_MUSA)");
}

TEST(PortCMake, ProseStays) {
  staysAsItIs("# CUDA::cudart src/add.cu\noption(X \"Use --use_fast_math and src/add.cu\" ON)");
  staysAsItIs("message(\"CUDA::cudart --use_fast_math /usr/local/cuda src/add.cu\")");
  staysAsItIs("my_option(X \"Enable --use_fast_math for CUDA\" OFF)");
  staysAsItIs("set(X 1 CACHE STRING \"as for --use_fast_math\")");
  staysAsItIs("f(https://x.org/usr/local/cuda/nvcc barracuda)");
}

TEST(PortCMake, ProgramsAndFolders) {
  EXPECT_EQ(
      textOf("execute_process(COMMAND nvcc -V)\nset(N /usr/local/cuda/bin/nvcc -I/usr/local/cuda)"),
      "execute_process(COMMAND mcc --version)\nset(N /usr/local/musa/bin/mcc -I/usr/local/musa)");
  EXPECT_EQ(textOf("set(x /usr/local/cuda-12 /usr/local/cuda-11.8/bin/nvcc)"),
            "set(x /usr/local/musa /usr/local/musa/bin/mcc)");
  EXPECT_THAT(
      portScript("set(x /usr/local/cuda-${V}/bin)").diagnostics,
      ElementsAre("1:7 '/usr/local/cuda-${V}/bin' is the folder of a CUDA version, and stays"));
  EXPECT_EQ(textOf("set(CMAKE_CUDA_COMPILER nvcc)\nset(ENV{CUDACXX} nvcc)\n"
                   "set_tests_properties(x PROPERTIES ENVIRONMENT CUDACXX=nvcc)"),
            "set(CMAKE_MUSA_COMPILER mcc)\nset(ENV{MUSACC} mcc)\n"
            "set_tests_properties(x PROPERTIES ENVIRONMENT MUSACC=mcc)");
  EXPECT_EQ(textOf("add_test(NAME x COMMAND env CUDA_VISIBLE_DEVICES=0 CUDACXX=nvcc x)"),
            "add_test(NAME x COMMAND env MUSA_VISIBLE_DEVICES=0 MUSACC=mcc x)");
  staysAsItIs("target_compile_definitions(x PRIVATE CUDA_HOME=a)");
  staysAsItIs("set(x /usr/local/cuda-samples /opt/usr/local/cuda nvcc)");
}

TEST(PortCMake, FoldersOfTheToolkit) {
  EXPECT_EQ(textOf("f(${CUDA_TOOLKIT_ROOT_DIR}/lib64 -L$ENV{CUDA_PATH}/lib64/stubs ${X}/lib64)"),
            "f(${MUSA_TOOLKIT_ROOT_DIR}/lib -L$ENV{MUSA_PATH}/lib/stubs ${X}/lib64)");
  EXPECT_EQ(textOf("set(CUDA_DIR /usr/local/cuda-11)\nf(${CUDA_DIR}/lib64)"),
            "set(CUDA_DIR /usr/local/musa)\nf(${CUDA_DIR}/lib)");
  EXPECT_EQ(textOf("find_library(X foo HINTS ${CUDAToolkit_ROOT} PATH_SUFFIXES lib64 lib64/stubs)"),
            "find_library(X foo HINTS ${MUSAToolkit_ROOT} PATH_SUFFIXES lib lib/stubs)");
  EXPECT_EQ(textOf("find_library(X foo HINTS $ENV{CUDA_HOME} PATH_SUFFIXES lib lib64)"),
            "find_library(X foo HINTS $ENV{MUSA_HOME} PATH_SUFFIXES lib lib64)");
  staysAsItIs("find_library(X foo HINTS ${Y} PATH_SUFFIXES lib64)");
  EXPECT_EQ(textOf("set_property(TEST x PROPERTY ENVIRONMENT "
                   "\"LD_LIBRARY_PATH=/usr/local/cuda/lib64:$ENV{CUDA_HOME}/lib64:$ENV{X}\")"),
            "set_property(TEST x PROPERTY ENVIRONMENT "
            "\"LD_LIBRARY_PATH=/usr/local/musa/lib:$ENV{MUSA_HOME}/lib:$ENV{X}\")");
}

TEST(PortCMake, FilesOfLibraries) {
  EXPECT_EQ(textOf("set(x /usr/local/cuda/lib64/libcudart.so ${D}/libcublas.so.11 libfoo.so)"),
            "set(x /usr/local/musa/lib/libmusart.so ${D}/libmublas.so libfoo.so)");
  EXPECT_EQ(textOf("find_library(X NAMES cublas libcublas.so)"),
            "find_library(X NAMES mublas libmublas.so)");
  EXPECT_THAT(portScript("set(x libcudnn.so)").diagnostics,
              ElementsAre("1:7 'cudnn' has no counterpart in MUSA"));
  staysAsItIs("add_library(cufft x.c)\nf(libcufft.so libcudart.so.txt)");
}

TEST(PortCMake, Headers) {
  EXPECT_EQ(textOf("find_path(X NAMES cuda_runtime.h)\ncheck_include_file(cublas_v2.h HAVE)"),
            "find_path(X NAMES musa_runtime.h)\ncheck_include_file(mublas.h HAVE)");
  staysAsItIs("install(FILES cuda_runtime.h DESTINATION include)");
}

TEST(PortCMake, Checks) {
  EXPECT_EQ(textOf("check_library_exists(cudart cudaGetDevice \"${D}\" X)"),
            "check_library_exists(musart musaGetDevice \"${D}\" X)");
  EXPECT_EQ(textOf("check_symbol_exists(cudaMalloc \"stdio.h;cuda_runtime.h\" X)"),
            "check_symbol_exists(musaMalloc \"stdio.h;musa_runtime.h\" X)");
  EXPECT_EQ(textOf("try_compile(X SOURCES add.cu LINK_LIBRARIES cudart)"),
            "try_compile(X SOURCES add.mu LINK_LIBRARIES musart)");
  EXPECT_THAT(
      portScript("check_cxx_source_compiles(\"#include <cuda_runtime.h>\\nint x;\" X)").diagnostics,
      ElementsAre("1:38 this source text in the script uses 'cuda_runtime.h', and stays"));
  const Ported ported = portScript("check_source_compiles(CUDA [[int x = cudaFree(0);]] X)");
  EXPECT_EQ(ported.text, "check_source_compiles(MUSA [[int x = cudaFree(0);]] X)");
  EXPECT_THAT(ported.diagnostics,
              ElementsAre("1:38 this source text in the script uses 'cudaFree', and stays"));
  staysAsItIs("check_cxx_source_compiles(\"int main() { return 0; }\" X)\n"
              "check_function_exists(main X)");
}

TEST(PortCMake, NamesThatTheTreeDeclares) {
  const llvm::StringSet<> declared = {"C10_CUDA_CHECK"};
  const std::string script = "check_symbol_exists(C10_CUDA_CHECK \"stdio.h\" X)\n"
                             "add_definitions(-DC10_CUDA_CHECK)\n";
  const Ported stays = portScript(script, {}, "CMakeLists.txt", declared);
  EXPECT_EQ(stays.text, script);
  ASSERT_EQ(stays.uses.size(), 1u);
  EXPECT_EQ(stays.uses[0].outcome, Outcome::Declared);
  EXPECT_EQ(stays.uses[0].count, 2u);
  const Ported ported = portScript(
      script, R"({"format": "musa-port-rules-1", "library": "x", "ports_declared": ["pytorch"]})",
      "CMakeLists.txt", declared);
  EXPECT_EQ(ported.text, "check_symbol_exists(C10_MUSA_CHECK \"stdio.h\" X)\n"
                         "add_definitions(-DC10_MUSA_CHECK)\n");
}

TEST(PortCMake, WhatIsNoNameOfTheSources) {
  staysAsItIs("check_function_exists(f cuda_runtime.h)\ncheck_type_size(int cuda_runtime.h)");
  EXPECT_EQ(textOf("check_struct_has_member(\"struct s\" m cuda_runtime.h X)"),
            "check_struct_has_member(\"struct s\" m musa_runtime.h X)");
}

TEST(PortCMake, FlagsOfALinkTest) {
  EXPECT_EQ(textOf("try_compile(X SOURCES a.c LINK_LIBRARIES -cudart shared cudart)"),
            "try_compile(X SOURCES a.c LINK_LIBRARIES musart)");
}

TEST(PortCMake, VariableOfAPropertyIsNoProperty) {
  EXPECT_EQ(textOf("get_target_property(CUDA_ARCHITECTURES x CUDA_ARCHITECTURES)\n"
                   "f(${CUDA_ARCHITECTURES})"),
            "get_target_property(CUDA_ARCHITECTURES x MUSA_ARCHITECTURES)\n"
            "f(${CUDA_ARCHITECTURES})");
}

TEST(PortCMake, Features) {
  staysAsItIs("target_compile_features(x PUBLIC cxx_std_17)");
  EXPECT_THAT(portScript("target_compile_features(x PUBLIC cuda_std_14)").diagnostics,
              ElementsAre("1:34 'cuda_std_14' becomes 'cxx_std_14', which differs"));
}

TEST(PortCMake, FlagsBetweenSemicolons) {
  EXPECT_EQ(textOf("set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS};-O3;-gencode;arch=compute_70,code=sm_70;"
                   "--compiler-options;-fPIC)"),
            "set(MUSA_MCC_FLAGS ${MUSA_MCC_FLAGS};-O3;--offload-arch=mp_31;-fPIC)");
  EXPECT_EQ(textOf("set(CMAKE_CUDA_FLAGS -lineinfo;-G)"), "set(CMAKE_MUSA_FLAGS \"\")");
}

TEST(PortCMake, UsersRules) {
  constexpr llvm::StringLiteral rules = R"({"format": "musa-port-rules-1", "library": "mine",
    "cmake": {"commands": {"supported": {"cuda_add_library": "our_add"}},
              "variables": {"supported": {"USE_CUDA": "USE_MUSA"}}}})";
  EXPECT_EQ(portScript("option(USE_CUDA \"\" ON)\ncuda_add_library(x ${USE_CUDA})", rules).text,
            "option(USE_MUSA \"\" ON)\nour_add(x ${USE_MUSA})");
}

TEST(PortCMake, WhatDoesNotParseIsCopied) {
  const Ported ported = portScript("enable_language(CUDA)\nset(a\n");
  EXPECT_EQ(ported.text, "enable_language(CUDA)\nset(a\n");
  EXPECT_THAT(ported.diagnostics, ElementsAre("2:4 this '(' has no ')': copied, not ported"));
}

TEST(PortHeaderTemplate, ReferencesFollow) {
  const Ported ported =
      portScript("#cmakedefine USE_CUDA\n#define B \"@CUDA_TOOLKIT_ROOT_DIR@\"\n"
                 "#define V \"${CUDAToolkit_VERSION}\"\n# cmakedefine01 CUDA_FOUND\n"
                 "#define N ${CUDAToolkit_VERSION}\n",
                 {}, "config.h.in");
  EXPECT_EQ(ported.text, "#cmakedefine USE_CUDA\n#define B \"@MUSA_TOOLKIT_ROOT_DIR@\"\n"
                         "#define V \"${MUSAToolkit_VERSION}\"\n# cmakedefine01 CUDA_FOUND\n"
                         "#define N ${MUSAToolkit_VERSION}\n");
  // Of the version in quotes nothing is said: it is shown.
  EXPECT_THAT(ported.diagnostics,
              ElementsAre("4:17 'CUDA_FOUND' stays here, but is called 'MUSA_FOUND' elsewhere",
                          HasSubstr("5:11 'CUDAToolkit_VERSION' becomes a MUSA version")));
}

TEST(PortHeaderTemplate, WhatAUsersRuleRenamesIsSaid) {
  EXPECT_THAT(
      portScript("#cmakedefine MY_CUDA\n", R"({"MY_CUDA": "MY_MUSA"})", "a.h.in").diagnostics,
      ElementsAre("1:14 'MY_CUDA' stays here, but is called 'MY_MUSA' elsewhere"));
  EXPECT_THAT(portScript("#cmakedefine WITH_CUDA\n", {}, "a.h.in").diagnostics, IsEmpty());
}

TEST(PortCMake, ArchitecturesOfTorchs) {
  const Ported ported = portScript("find_package(Torch)\nset(TORCH_CUDA_ARCH_LIST \"7.0;8.0\")");
  EXPECT_EQ(ported.text, "find_package(Torch)\nset(TORCH_CUDA_ARCH_LIST \"7.0;8.0\")");
  EXPECT_THAT(ported.diagnostics,
              ElementsAre("2:5 'TORCH_CUDA_ARCH_LIST' has no counterpart in MUSA"));
}

TEST(PortCMakePresets, VariablesAndEnvironment) {
  const Ported ported = portScript(
      R"({"configurePresets": [{"name": "cuda", "cacheVariables": {"CMAKE_CUDA_ARCHITECTURES": "70;80",
 "CMAKE_CUDA_COMPILER": "nvcc",
 "CMAKE_CUDA_FLAGS": {"type": "STRING", "value": "-lineinfo -O2"}, "USE_CUDA": true},
 "environment": {"CUDA_HOME": "/usr/local/cuda"}}]})",
      {}, "CMakePresets.json");
  EXPECT_EQ(
      ported.text,
      R"({"configurePresets": [{"name": "cuda", "cacheVariables": {"CMAKE_MUSA_ARCHITECTURES": "mp_31",
 "CMAKE_MUSA_COMPILER": "mcc",
 "CMAKE_MUSA_FLAGS": {"type": "STRING", "value": "-O2"}, "USE_CUDA": true},
 "environment": {"MUSA_HOME": "/usr/local/musa"}}]})");
  EXPECT_THAT(ported.diagnostics, IsEmpty());
}

TEST(PortCMakePresets, References) {
  const Ported ported = portScript(
      R"({"configurePresets": [{"name": "$env{CUDA_HOME}", "environment": {"CUDA_HOME": "/x",
 "CUDACXX": "$env{CUDA_HOME}/bin/nvcc"}, "cacheVariables": {"X": "a\\\\$penv{CUDA_PATH}"},
 "condition": {"type": "anyOf", "conditions": [{"type": "equals",
 "lhs": "$env{CUDA_HOME}", "rhs": "/usr/local/cuda"}]}}]})",
      {}, "CMakePresets.json");
  EXPECT_EQ(ported.text,
            R"({"configurePresets": [{"name": "$env{CUDA_HOME}", "environment": {"MUSA_HOME": "/x",
 "MUSACC": "$env{MUSA_HOME}/bin/mcc"}, "cacheVariables": {"X": "a\\\\$penv{MUSA_PATH}"},
 "condition": {"type": "anyOf", "conditions": [{"type": "equals",
 "lhs": "$env{MUSA_HOME}", "rhs": "/usr/local/musa"}]}}]})");
  EXPECT_THAT(ported.diagnostics, IsEmpty());
}

TEST(PortCMakePresets, BrokenOnesAreCopied) {
  const Ported ported = portScript("{\"configurePresets\": [}", {}, "CMakePresets.json");
  EXPECT_EQ(ported.text, "{\"configurePresets\": [}");
  ASSERT_EQ(ported.diagnostics.size(), 1u);
  EXPECT_THAT(ported.diagnostics[0], HasSubstr("copied, not ported"));
}

/// Every target that a rule names is one of the package's.
TEST(CMakeRules, TargetsAreThere) {
  std::ifstream file(MUSAPORT_SOURCE_DIR "/runtime/cmake/MUSAToolkit/MUSAToolkitConfig.cmake");
  std::stringstream text;
  text << file.rdbuf();
  std::string words;
  for (char c : text.str())
    words += llvm::isAlnum(c) || c == '_' ? c : ' ';
  const RuleSet rules({true, 0}, {});
  size_t targets = 0;
  rules.forEach([&](const Rule &rule) {
    llvm::StringRef name = rule.to;
    if (rule.kind < RuleKind::CMakeCommand || !name.consume_front("MUSA::"))
      return;
    ++targets;
    EXPECT_THAT(words, HasSubstr(" " + name.str() + " ")) << rule.from.str();
  });
  EXPECT_GT(targets, 20u);
}

} // namespace
} // namespace musaport
