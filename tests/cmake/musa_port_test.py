# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""musa_port(): what is ported and compiled when something changes, and what is said when something is wrong."""

import shutil
import unittest

from support import ProjectTest, in_each_generator, run

FILES = 100
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(outside LANGUAGES CXX)
find_package(MUSA REQUIRED)
find_package(MusaPort REQUIRED)
"""
KERNEL = """#include "common.cuh"
__global__ void kernel{0}(int *sum) {{ atomicAdd(sum, {0}); }}
void launch{0}(int *sum) {{ kernel{0}<<<1, 1>>>(sum); }}
"""
MAIN = """#include "common.cuh"
#include <cstdio>
{declarations}
int main() {{
  int *sum;
  if (cudaMallocManaged(&sum, sizeof *sum) != cudaSuccess)
    return 1;
  *sum = 0;
  {calls}
  cudaDeviceSynchronize();
  std::printf("%d\\n", *sum);
}}
"""


class MusaPort(ProjectTest):
    def write_project(self, text="musa_port(kernels SOURCE_DIR csrc SOURCES_VAR sources)\nadd_executable(app ${sources})\n",
                      count=3):
        self.write("CMakeLists.txt", PROJECT + text)
        self.write("csrc/common.cuh", "#pragma once\n#include <cuda_runtime.h>\n")
        for i in range(count):
            self.write(f"csrc/k{i}.cu", KERNEL.format(i))
        self.write("csrc/main.cu", MAIN.format(
            declarations="\n".join(f"void launch{i}(int *);" for i in range(count)),
            calls="\n  ".join(f"launch{i}(sum);" for i in range(count))))
        self.sum = count * (count - 1) // 2

    @in_each_generator
    def test_of_a_hundred_files_one_is_ported_and_compiled(self, generator):
        self.write_project(count=FILES - 1)
        self.configure(generator)
        ports, compiled, _ = self.build()
        self.assertEqual((ports, len(compiled)), (1, FILES))
        self.assertEqual(self.report("kernels")["files"]["written"], FILES + 1)
        self.assertEqual(self.program(), [str(self.sum)])
        self.assertEqual(self.build()[:2], (0, []))

        self.replace("csrc/k42.cu", "(sum, 42)", "(sum, 1042)")
        self.assertEqual(self.build()[:2], (1, ["k42.mu"]))
        self.assertEqual(self.report("kernels")["files"]["written"], 1)
        self.assertEqual(self.program(), [str(self.sum + 1000)])
        self.assertEqual(self.build()[:2], (0, []))

        # With another time stamp, and the same in it.
        (self.source / "csrc/k7.cu").touch()
        self.assertEqual(self.build()[:2], (1, []))
        self.assertEqual(self.report("kernels")["files"]["written"], 0)
        self.assertEqual(self.build()[:2], (0, []))
        self.replace("csrc/k42.cu", "(sum, 1042)", "(sum, 42)")

    @in_each_generator
    def test_the_language_is_found_without_a_module_path(self, generator):
        self.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(x LANGUAGES CXX)\nfind_package(MusaPort REQUIRED)\n"
                                     "enable_language(MUSA)\nadd_executable(x x.mu)\n")
        self.write("x.mu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); return 0; }\n")
        self.configure(generator)
        run("cmake", "--build", self.build_folder)

    @in_each_generator
    def test_headers_rules_and_files_that_come_and_go(self, generator):
        self.write_project("musa_port(kernels SOURCE_DIR csrc RULES rules.json SOURCES_VAR sources)\n"
                           "add_executable(app ${sources})\n")
        self.write("rules.json", "{}")
        self.write("csrc/deep/own.cuh", "#define OWN 0\n")
        self.write("csrc/k1.cu", '#include "deep/own.cuh"\n' + KERNEL.format(1).replace("(sum, 1)", "(sum, 1 + OWN)"))
        self.configure(generator)
        self.build()
        self.assertEqual(self.program(), ["3"])

        self.write("csrc/deep/own.cuh", "#define OWN 5\n")
        self.assertEqual(self.build()[:2], (1, ["k1.mu"]))
        self.assertEqual(self.program(), ["8"])

        # What no file names changes nothing; what one names, that file.
        self.write("rules.json", '{"nobody": "nothing"}')
        self.assertEqual(self.build()[:2], (1, []))
        self.write("rules.json", '{"kernel2": "nucleus2"}')
        self.assertEqual(self.build()[:2], (1, ["k2.mu"]))

        self.write("csrc/deep/new.cu", KERNEL.format("New").replace("(sum, New)", "(sum, 4)").replace('"common', '"../common'))
        self.assertEqual(self.build()[:2], (1, ["new.mu"]))
        (self.source / "csrc/deep/new.cu").unlink()
        self.assertEqual(self.build()[:2], (1, []))
        self.assertEqual(self.build()[:2], (0, []))

    @in_each_generator
    def test_when_configuring(self, generator):
        self.write_project("musa_port(kernels CONFIGURE SOURCE_DIR csrc SOURCES_VAR sources)\nadd_executable(app ${sources})\n")
        self.assertIn("musa_port(kernels): 5 of 5 files written", self.configure(generator))
        self.build()
        self.assertEqual(self.program(), ["3"])
        self.assertEqual(self.build()[1], [])
        self.replace("csrc/k1.cu", "(sum, 1)", "(sum, 11)")
        _, compiled, said = self.build()
        self.assertIn("musa_port(kernels): 1 of 5 files written", said)
        self.assertEqual(compiled, ["k1.mu"])
        self.assertEqual(self.program(), ["13"])
        self.replace("csrc/k1.cu", "(sum, 11)", "(sum, 1)")

    @in_each_generator
    def test_what_needs_a_person_ends_the_build(self, generator):
        self.write_project()
        self.replace("csrc/k1.cu", "void launch1", "void wrong() { cudaLaunchDevice(0); }\nvoid launch1")
        self.configure(generator)
        said = self.build(status=1)[2]
        self.assertIn(f"{self.source}/csrc/k1.cu:3:16: error: 'cudaLaunchDevice' has no counterpart", said)
        self.build(status=1)
        self.write("csrc/k1.cu", KERNEL.format(1))
        self.assertEqual(self.build()[0], 1)
        self.assertEqual(self.program(), ["3"])

    def test_errors_when_configuring_are_cmakes(self):
        self.write_project("musa_port(kernels CONFIGURE SOURCE_DIR csrc)\n")
        self.replace("csrc/k1.cu", "void launch1", "void wrong() { cudaLaunchDevice(0); }\nvoid launch1")
        said = self.configure(status=1)
        self.assertIn("CMake Error at ", said)
        self.assertIn("CMakeLists.txt:5 (musa_port)", said)
        self.assertIn(f"  {self.source}/csrc/k1.cu:3:16: error: 'cudaLaunchDevice' has no counterpart", said)

    def test_arguments_that_cannot_be_used(self):
        for arguments, says in (
                ("", "SOURCE_DIR is missing"),
                ("SOURCE_DIR nowhere", f"there is no folder {self.source}/nowhere"),
                ("SOURCE_DIR csrc BOGUS", "cannot use: BOGUS"),
                ("SOURCE_DIR csrc ARCH", "cannot use: ARCH"),
                ("SOURCE_DIR csrc CONFIGURE BUILD", "contradict each other"),
                ("SOURCE_DIR csrc ARCH sm_80", "unknown architecture 'sm_80'"),
                ("SOURCE_DIR csrc RULES none.json", f"'{self.source}/none.json'"),
                ("CONFIGURE SOURCE_DIR csrc OUTPUT_DIR ../source/csrc/out/..", "is the source itself")):
            with self.subTest(arguments):
                self.write_project(f"musa_port(kernels {arguments})\n", count=1)
                said = self.configure(status=1)
                self.assertIn(says, " ".join(said.split()))
                self.assertIn("CMakeLists.txt:5 (musa_port)", said)

    def test_package(self):
        version = run(self.prefix / "bin/musa-port", "--version").split()[1]
        ours = f"<1> <{version}> <{self.prefix}/bin/musa-port> <{self.prefix}/include>"
        for wanted, option, says in (("", "", ours), (version, "", ours), ("0.0", "", ours), ("99", "", "<0> "),
                                     ("", "-DMusaPort_EXECUTABLE=/no/program", "<0> <> </no/program>")):
            with self.subTest(wanted=wanted, option=option):
                self.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(outside LANGUAGES NONE)\n"
                           f"find_package(MusaPort {wanted})\nmessage(STATUS \"<${{MusaPort_FOUND}}> "
                           "<${MusaPort_VERSION}> <${MusaPort_EXECUTABLE}> <${MusaPort_INCLUDE_DIRS}>\")\n")
                shutil.rmtree(self.build_folder, ignore_errors=True)
                self.assertIn(says, self.configure("Ninja", *filter(None, [option])))
        self.assertTrue((self.prefix / "include/musa_port/cuda_level.h").is_file())

    def test_name_that_cmake_cannot_build(self):
        self.write_project("musa_port(kernels SOURCE_DIR csrc)\n", count=1)
        self.write("csrc/odd[1].cu", "int x;\n")
        self.assertIn("EXCLUDE them: odd[1].cu", " ".join(self.configure(status=1).split()))

    @in_each_generator
    def test_whole_project_with_its_build_folder_inside(self, generator):
        """And a consumer in another folder, whose C++ includes a ported header."""
        self.write_project("find_package(MUSAToolkit REQUIRED)\n"
                           "musa_port(kernels SOURCE_DIR . EXCLUDE CMakeLists.txt /app/ SOURCES_VAR sources)\n"
                           "add_subdirectory(app)\n", count=2)
        self.write("csrc/twice.cuh", "#define TWICE 2\n")
        self.write("app/CMakeLists.txt", "add_executable(app ${sources})\n"
                   "add_executable(plain plain.cpp)\nadd_dependencies(plain kernels)\n"
                   "target_include_directories(plain PRIVATE ${CMAKE_BINARY_DIR}/ported/kernels)\n")
        self.write("app/plain.cpp", '#include "csrc/twice.muh"\nint main() { return TWICE - 2; }\n')
        self.build_folder = self.source / "build"
        self.configure(generator)
        self.assertEqual(self.build()[1], ["k0.mu", "k1.mu", "main.mu", "plain.cpp"])
        self.assertEqual(self.program("app/app"), ["1"])
        self.program("app/plain")
        self.assertEqual(self.build()[:2], (0, []))
        self.replace("csrc/k1.cu", "(sum, 1)", "(sum, 11)")
        self.assertEqual(self.build()[:2], (1, ["k1.mu"]))
        self.assertEqual(self.program("app/app"), ["11"])
        self.replace("csrc/k1.cu", "(sum, 11)", "(sum, 1)")


if __name__ == "__main__":
    unittest.main()
