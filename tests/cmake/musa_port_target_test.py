# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""musa_port_target(): the twin of a CUDA target."""

import re
import unittest

from support import ProjectTest, in_each_generator

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(outside LANGUAGES CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_library(core STATIC src/core.cu src/plain.cpp)
target_include_directories(core PUBLIC include PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/src/detail PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
target_compile_definitions(core PRIVATE STEP=3 [[NAME="a b"]] PUBLIC SHIFT=10)
target_compile_options(core PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--use_fast_math;-lineinfo> $<$<COMPILE_LANGUAGE:CXX>:-Wall>)
target_compile_features(core PUBLIC cuda_std_17)
target_link_libraries(core PUBLIC CUDA::cudart PRIVATE m)
set_target_properties(core PROPERTIES CUDA_ARCHITECTURES "70;80" POSITION_INDEPENDENT_CODE ON)
set_source_files_properties(src/plain.cpp PROPERTIES COMPILE_DEFINITIONS OF_ITS_OWN=7)
add_library(middle STATIC src/middle.cpp)
target_link_libraries(middle PRIVATE core)
add_executable(app src/main.cu)
target_link_libraries(app middle core)

find_package(MUSAToolkit REQUIRED)
find_package(MUSA REQUIRED)
find_package(MusaPort REQUIRED)
"""


class MusaPortTarget(ProjectTest):
    def write_project(self, calls):
        self.write("CMakeLists.txt", PROJECT + calls)
        self.write("include/core.cuh", "#pragma once\n#include <cuda_runtime.h>\nint run();\nint plain();\n")
        self.write("src/detail/step.cuh", "template <int N> __global__ void step(int *x) { *x += N << SHIFT; }\n")
        self.write("src/core.cu", """#include "core.cuh"
#include "step.cuh"
int run() {
  int *x;
  cudaMallocManaged(&x, sizeof *x);
  *x = sizeof NAME;
  step<STEP><<<1, 1>>>(x);
  cudaDeviceSynchronize();
  return *x;
}
""")
        self.write("src/plain.cpp", "int plain() { return OF_ITS_OWN; }\n")
        self.write("src/middle.cpp", "int run();\nint middle() { return run(); }\n")
        self.write("src/main.cu", '#include "core.cuh"\n#include <cstdio>\nint middle();\n'
                   'int main() { std::printf("%d %d %d\\n", middle(), plain(), SHIFT); }\n')

    @in_each_generator
    def test_twins(self, generator):
        self.write_project("musa_port_target(core)\nmusa_port_target(middle PORT core_musa_port)\n"
                           "musa_port_target(app NAME app_on_musa PORT core_musa_port)\n")
        self.configure(generator)
        ports, compiled, _ = self.build()
        self.assertEqual((ports, compiled), (1, ["core.mu", "main.mu", "middle.cpp", "plain.cpp"]))
        self.assertEqual(self.program("app_on_musa"), [str((3 << 10) + 4), "7", "10"])
        self.replace("src/plain.cpp", "OF_ITS_OWN", "OF_ITS_OWN + 1")
        self.assertEqual(self.build()[:2], (1, ["plain.cpp"]))
        self.assertEqual(self.program("app_on_musa")[1], "8")
        self.replace("src/plain.cpp", "OF_ITS_OWN + 1", "OF_ITS_OWN")
        if generator == "Ninja":
            commands = (self.build_folder / "compile_commands.json").read_text(encoding="utf-8")
            core = re.search(r'"command": "(.*-c \S*core\.mu)"', commands)[1]
            for word in ("-fapprox-func", "-std=gnu++17", "--offload-arch=mp_31", "-fPIC", "-DSTEP=3",
                         f"-I{self.build_folder}/ported/core_musa_port/include",
                         f"-I{self.build_folder}/ported/core_musa_port/src/detail"):
                self.assertIn(word, core)
            for word in ("-lineinfo", "-Wall", f"-I{self.source}"):
                self.assertNotIn(word, core)

    def test_properties(self):
        self.write_project("""
set_target_properties(core PROPERTIES COMPILE_FLAGS "-DFLAG=1 -lineinfo -Xcompiler -fno-math-errno" OUTPUT_NAME kernels DEBUG_POSTFIX _d
  ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/archives PREFIX "" PRECOMPILE_HEADERS <cstdio>)
set_source_files_properties(src/core.cu PROPERTIES COMPILE_FLAGS "-Xptxas -v -DOF_SOURCE")
add_custom_target(before)
add_dependencies(app before)
set_target_properties(app PROPERTIES LINK_FLAGS "-L/usr/local/cuda/lib64 -Wl,-z,now" OUTPUT_NAME program RUNTIME_OUTPUT_NAME tool
  SUFFIX .exe BUILD_RPATH /usr/local/cuda/lib64 CXX_STANDARD 20)
musa_port_target(core)
musa_port_target(middle PORT core_musa_port)
musa_port_target(app PORT core_musa_port)
musa_port_target(app PORT core_musa_port NAME another)
""")
        self.configure()
        self.assertEqual(self.build()[0], 1)
        self.assertEqual(self.program("tool_musa.exe"), [str((3 << 10) + 4), "7", "10"])
        self.assertEqual(self.program("another.exe"), self.program("tool_musa.exe"))
        self.assertTrue((self.build_folder / "archives/kernels_musa_d.a").exists())
        ninja = (self.build_folder / "build.ninja").read_text(encoding="utf-8")
        core = re.search(r"build \S*core\.mu\.o:.*?\n\n", ninja, re.DOTALL)[0]
        for word in ("-DFLAG=1", "-fno-math-errno", "-DOF_SOURCE"):
            self.assertIn(word, core)
        for word in ("-lineinfo", "-Xcompiler", "-Xptxas"):
            self.assertNotIn(word, core)
        self.assertRegex(ninja, r"build \S*plain\.cpp\.o:[^\n]*cmake_pch\.hxx")
        link = re.search(r"build tool_musa\.exe:.*?\n\n", ninja, re.DOTALL)[0]
        for word in ("-L/usr/local/musa/lib", "-Wl,-z,now", "before"):
            self.assertIn(word, link)
        self.assertRegex(link, r"-rpath,.*/usr/local/musa/lib")
        # Who calls it has the last word.
        self.write("CMakeLists.txt", (self.source / "CMakeLists.txt").read_text(encoding="utf-8")
                   + "set_target_properties(app_musa PROPERTIES RUNTIME_OUTPUT_NAME mine)\n")
        self.configure()
        self.build()
        self.assertEqual(self.program("mine.exe"), self.program("another.exe"))

    def test_what_has_no_counterpart(self):
        self.write_project("target_compile_options(core PRIVATE -rdc=true)\nmusa_port_target(core)\n")
        said = self.configure(status=1)
        self.assertRegex(said, r"core\.cmake:\d+:\d+: error: '-rdc=true' has no counterpart")
        self.assertIn("(musa_port_target)", said)

    def test_arguments_that_cannot_be_used(self):
        for calls, says in (
                ("musa_port_target(nobody)", "there is no such target"),
                ("add_library(i INTERFACE)\nmusa_port_target(i)", "it has to be a library or a program"),
                ("musa_port_target(core PORT core)", "core was not made by musa_port()"),
                ("musa_port_target(core BOGUS)", "cannot use: BOGUS"),
                ("musa_port_target(core SOURCE_DIR include)", f"{self.source}/src/core.cu is not in the tree")):
            with self.subTest(calls):
                self.write_project(calls + "\n")
                self.assertIn(says, " ".join(self.configure(status=1).split()))


if __name__ == "__main__":
    unittest.main()
