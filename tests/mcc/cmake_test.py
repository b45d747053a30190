# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CMake's language MUSA, and the packages MUSA and MUSAToolkit: project/ is built and run."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["MUSA_PORT_BUILD"])
PROJECT = pathlib.Path(__file__).with_name("project")
GENERATORS = ("Ninja", "Unix Makefiles")


# An SDK whose compiler is another one: it does not say that it is ours, and needs what an SDK's needs.
SDK_MCC = """#!/bin/sh
case " $* " in *" --version "*) echo "mcc version 4.3.0"; exit ;; esac
printf '%s\\n' "$*" >> {log}
case " $* " in *" -c "*" -x musa "* | *" -x musa "*" -c "*)
  case " $* " in *" -mtgpu "*) ;; *) echo "no -mtgpu: $*" >&2; exit 1 ;; esac ;;
esac
exec {mcc} "$@"
"""


def run(*command, environment=None, status=0):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False,
                          env={**os.environ, "MUSA_HOME": "", **(environment or {})})
    if (done.returncode == 0) != (status == 0):
        raise AssertionError(f"{command}\n{done.stdout}\n{done.stderr}")
    return done.stdout if status == 0 else done.stdout + done.stderr


class Project(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.source = self.folder / "source"
        shutil.copytree(PROJECT, self.source)
        self.build_folder = self.folder / "build"

    def configure(self, generator, *options, prefix=BUILD, environment=None, status=0):
        return run("cmake", "-S", self.source, "-B", self.build_folder, "-G", generator,
                   f"-DCMAKE_CXX_COMPILER={os.environ['MUSA_PORT_CXX']}",
                   f"-DCMAKE_MODULE_PATH={prefix}/lib/cmake/MUSA", f"-DCMAKE_PREFIX_PATH={prefix}",
                   *options, environment=environment, status=status)

    def write_project(self, text):
        """One whose CMakeLists.txt is `text`, in place of project/."""
        (self.source / "CMakeLists.txt").write_text(
            f"cmake_minimum_required(VERSION 3.25)\nproject(small LANGUAGES NONE)\n{text}",
            encoding="utf-8")

    def sdk(self):
        """An SDK's folder, whose mcc logs each command in the file `log` of the folder."""
        sdk = self.folder / "sdk"
        (sdk / "bin").mkdir(parents=True)
        mcc = sdk / "bin/mcc"
        mcc.write_text(SDK_MCC.format(log=sdk / "log", mcc=BUILD / "bin/mcc"), encoding="utf-8")
        mcc.chmod(0o755)
        shutil.copytree(BUILD / "include", sdk / "include")
        (sdk / "lib").mkdir()
        (sdk / "lib/libmusart.so").symlink_to(BUILD / "lib/libmusart.so")
        return sdk

    def build(self):
        return run("cmake", "--build", self.build_folder, "--verbose", "-j", "2")

    def program(self, name="main"):
        return run(self.build_folder / name).split()

    def commands(self):
        text = (self.build_folder / "compile_commands.json").read_text(encoding="utf-8")
        return {pathlib.Path(entry["file"]).name: entry["command"] for entry in json.loads(text)}

    def test_language(self):
        for generator in GENERATORS:
            with self.subTest(generator):
                shutil.rmtree(self.build_folder, ignore_errors=True)
                self.configure(generator, "-DCMAKE_BUILD_TYPE=Release")
                self.build()
                self.assertEqual(self.program(), ["44", "210"])
                self.program("only_host")
                if generator != "Ninja":
                    continue  # CMake writes down the commands of its own languages only
                commands = self.commands()
                self.assertRegex(commands["main.mu"], r"/mcc .*-std=gnu\+\+20")
                self.assertIn("-O3", commands["main.mu"])
                self.assertIn("-DFACTOR=3", commands["scale.mu"])
                self.assertNotIn("FACTOR", commands["main.mu"])
                self.assertIn("-fPIC", commands["add.mu"])
                self.assertIn("--offload-arch=mp_21", commands["add.mu"])
                self.assertNotIn("--offload-arch", commands["host.cpp"])

    def test_separable_compilation(self):
        """By the target's property, or the variable that is its default."""
        shutil.copytree(PROJECT.with_name("device_link"), self.source, dirs_exist_ok=True)
        targets = "add_library(device STATIC device.mu)\nadd_executable(main {main})\ntarget_link_libraries(main device)\n"
        both = targets.format(main="main.mu")
        for text in (f"set(CMAKE_MUSA_SEPARABLE_COMPILATION ON)\n{both}",
                     f"{both}set_target_properties(main device PROPERTIES MUSA_SEPARABLE_COMPILATION ON)\n",
                     f"set(CMAKE_MUSA_SEPARABLE_COMPILATION TRUE)\n{targets.format(main='host.cpp')}target_sources(device PRIVATE main.mu)\n"):
            with self.subTest(text):
                shutil.rmtree(self.build_folder, ignore_errors=True)
                (self.source / "host.cpp").write_text("\n", encoding="utf-8")  # main() is in the library
                self.write_project(f"list(APPEND CMAKE_MODULE_PATH {BUILD}/lib/cmake/MUSA)\nfind_package(MUSA REQUIRED)\n"
                                   f"enable_language(CXX)\nenable_language(MUSA)\n{text}")
                self.configure("Ninja")
                self.build()
                self.assertEqual(self.program()[:5], ["96", "636", "164", "19", "5"])
        self.write_project(f"find_package(MUSA REQUIRED)\nenable_language(MUSA)\n{both}")
        shutil.rmtree(self.build_folder)
        self.configure("Ninja")
        self.assertIn("is not defined in this file", run("cmake", "--build", self.build_folder, status=1))

    def test_header_is_a_dependency(self):
        for generator in GENERATORS:
            with self.subTest(generator):
                shutil.rmtree(self.build_folder, ignore_errors=True)
                self.configure(generator)
                self.build()
                self.assertNotRegex(self.build(), r"mcc .*-c ")
                header = self.source / "values.muh"
                text = header.read_text(encoding="utf-8")
                header.write_text(text.replace("OFFSET 1", "OFFSET 2"), encoding="utf-8")
                self.build()
                self.assertEqual(self.program(), ["46", "210"])
                header.write_text(text, encoding="utf-8")

    def test_package(self):
        self.configure("Ninja", "-DVIA_PACKAGE=ON", "-DCMAKE_MODULE_PATH=")
        self.build()
        self.assertEqual(self.program(), ["44", "210"])
        self.assertEqual(self.program("sdk_main"), ["45"])

    @unittest.skipUnless(shutil.which("ccache"), "there is no ccache")
    def test_ccache(self):
        cache = {"CCACHE_DIR": str(self.folder / "cache")}

        def hits():
            text = run("ccache", "--print-stats", environment=cache)
            return sum(int(n) for n in re.findall(r"^(?:direct|preprocessed)_cache_hit\s+(\d+)", text,
                                                  re.MULTILINE))

        os.environ.update(cache)
        self.addCleanup(lambda: [os.environ.pop(key) for key in cache])
        self.configure("Ninja", "-DCMAKE_MUSA_COMPILER_LAUNCHER=ccache")
        self.build()
        self.assertEqual(hits(), 0)
        shutil.rmtree(self.build_folder)
        self.configure("Ninja", "-DCMAKE_MUSA_COMPILER_LAUNCHER=ccache")
        self.build()
        self.assertEqual(hits(), 3)
        self.assertEqual(self.program(), ["44", "210"])
        # What only the device side reads is part of what is cached.
        source = self.source / "add.mu"
        text = source.read_text(encoding="utf-8")
        source.write_text(text.replace("= __MUSA_ARCH__", "= __MUSA_ARCH__ + 1"), encoding="utf-8")
        self.build()
        self.assertEqual(self.program(), ["44", "211"])

    def test_installed(self):
        prefix = self.folder / "prefix"
        run("cmake", "--install", BUILD, "--prefix", prefix)
        self.configure("Ninja", "-DVIA_PACKAGE=ON", "-DCMAKE_MODULE_PATH=", prefix=prefix)
        self.build()
        self.assertEqual(self.program(), ["44", "210"])
        self.assertIn(str(prefix / "bin/mcc"), self.commands()["main.mu"])
        for path in ("bin/clang", "bin/clang++", "cmake/FindMUSA.cmake", "cmake/FindMUSAToolkit.cmake"):
            self.assertTrue((prefix / path).is_file(), path)
        # What it knows of the SDK is installed with it.
        lacking = self.folder / "lacking.mu"
        lacking.write_text("#include <mupti_pcsampling.h>\n", encoding="utf-8")
        self.assertIn("is a header of MUSA that the host backend does not have",
                      run(prefix / "bin/mcc", "-fsyntax-only", lacking, status=1))

    def test_clang_and_modules_as_an_sdk_has_them(self):
        """As llama.cpp builds: the SDK's clang for all, and -x musa."""
        (self.source / "CMakeLists.txt").write_text(
            'cmake_minimum_required(VERSION 3.25)\n'
            f'set(CMAKE_C_COMPILER "{BUILD}/bin/clang")\n'
            f'set(CMAKE_CXX_COMPILER "{BUILD}/bin/clang++")\n'
            'set(CMAKE_C_EXTENSIONS OFF)\n'
            f'list(APPEND CMAKE_MODULE_PATH "{BUILD}/cmake")\n'
            'project(small LANGUAGES C CXX)\n'
            'find_package(MUSAToolkit 4.0 REQUIRED)\n'
            'set(name kernels.cu)\n'
            'set_source_files_properties(${name} PROPERTIES LANGUAGE CXX\n'
            '  COMPILE_FLAGS "-fsigned-char -x musa -mtgpu --cuda-gpu-arch=mp_22")\n'
            'add_executable(main ${name} two.c)\n'
            'target_link_libraries(main PRIVATE MUSA::musart)\n'
            'find_package(MUSA REQUIRED)\n'
            'musa_add_executable(other more.mu)\n', encoding="utf-8")
        kernel = ('#include <cstdio>\n__global__ void set(int *p) { *p = VALUE; }\n'
                  'int main() { int v; set<<<1, 1>>>(&v); musaDeviceSynchronize(); printf("%d", RESULT); }\n')
        (self.source / "kernels.cu").write_text(
            'extern "C" int two(void);\n' + kernel.replace("VALUE", "__MUSA_ARCH_LIST__").replace("RESULT", "v + two()"),
            encoding="utf-8")
        (self.source / "more.mu").write_text(kernel.replace("VALUE", "5").replace("RESULT", "v"), encoding="utf-8")
        (self.source / "two.c").write_text("int two(void) { int new = 2; return new; }\n", encoding="utf-8")
        said = run("cmake", "-S", self.source, "-B", self.build_folder, "-G", "Ninja")
        self.assertIn("The CXX compiler identification is Clang", said)
        self.assertRegex(said, r'Found MUSAToolkit: .*found suitable version "4\.3"')
        self.build()
        self.assertEqual(self.program(), ["222"])
        self.assertEqual(self.program("other"), ["5"])

    def test_project_for_an_old_cmake(self):
        """Its policies are not those that the package is written for."""
        for find in ("MUSA", "MUSALanguage"):
            with self.subTest(find):
                shutil.rmtree(self.build_folder, ignore_errors=True)
                (self.source / "CMakeLists.txt").write_text(
                    f"cmake_minimum_required(VERSION 3.0)\nproject(small CXX)\nfind_package({find} REQUIRED)\n"
                    "enable_language(MUSA)\nfind_package(MUSA REQUIRED)\nmusa_add_executable(main old.mu)\n", encoding="utf-8")
                (self.source / "old.mu").write_text('#include <cstdio>\nint main() { puts("runs"); }\n', encoding="utf-8")
                self.configure("Ninja")
                self.build()
                self.assertEqual(self.program(), ["runs"])

    def test_sdk_in_musa_home(self):
        sdk = self.sdk()
        for generator in GENERATORS:
            with self.subTest(generator):
                shutil.rmtree(self.build_folder, ignore_errors=True)
                self.configure(generator, environment={"MUSA_HOME": str(sdk)})
                self.build()
                self.assertEqual(self.program(), ["44", "210"])
                log = (sdk / "log").read_text(encoding="utf-8")
                (sdk / "log").unlink()
                self.assertRegex(log, r"(?m)^.*-x musa -mtgpu .*-c .*main\.mu$")
                self.assertRegex(log, rf"(?m)^(?!.* -c ).*-o main .*-L{re.escape(str(sdk))}/lib -lmusart")
                if generator == "Ninja":
                    self.assertIn(f"-isystem {sdk}/include", self.commands()["only_host.cpp"])

    def test_which_compiler(self):
        sdk = self.sdk()
        self.write_project("enable_language(MUSA)\nmessage(STATUS \"IT IS ${CMAKE_MUSA_COMPILER}\")")
        ours = str(BUILD / "bin/mcc")
        path = f"{sdk}/bin:{os.environ['PATH']}"
        for environment, option, expected in (
                ({}, "", ours),
                ({"PATH": path}, "", ours),
                ({"PATH": path, "MUSACC": "mcc"}, "", f"{sdk}/bin/mcc"),
                ({"MUSA_HOME": str(sdk)}, "", f"{sdk}/bin/mcc"),
                ({"MUSA_HOME": str(self.folder)}, "", ours),
                ({"MUSA_HOME": str(sdk), "MUSACC": ours}, "", ours),
                ({"MUSA_HOME": str(sdk)}, f"-DCMAKE_MUSA_COMPILER={ours}", ours)):
            with self.subTest(environment=environment, option=option):
                shutil.rmtree(self.build_folder, ignore_errors=True)
                said = self.configure("Ninja", *filter(None, [option]), environment=environment)
                self.assertIn(f"IT IS {expected}\n", said)
        for environment, option, name in (
                ({"MUSACC": "/no/mcc"}, "", "MUSACC"), ({"MUSACC": "no_mcc"}, "", "MUSACC"),
                ({}, "-DCMAKE_MUSA_COMPILER=/no/mcc", "CMAKE_MUSA_COMPILER")):
            with self.subTest(environment=environment, option=option):
                shutil.rmtree(self.build_folder, ignore_errors=True)
                said = self.configure("Ninja", *filter(None, [option]), environment=environment, status=1)
                self.assertRegex(said, rf"{name} is \S*mcc, which is no\s+program")

    def test_first_values_come_from_the_environment(self):
        self.write_project("enable_language(MUSA)\nmessage(STATUS \"FOR ${CMAKE_MUSA_ARCHITECTURES}:${CMAKE_MUSA_FLAGS}.\")")
        environment = {"MUSAARCHS": "mp_22", "MUSAFLAGS": "-DX"}
        self.assertIn("FOR mp_22:-DX", self.configure("Ninja", environment=environment))
        shutil.rmtree(self.build_folder)
        self.assertIn("FOR mp_21:-DX", self.configure("Ninja", "-DCMAKE_MUSA_ARCHITECTURES=mp_21", environment=environment))

    def test_versions(self):
        header = (BUILD / "include/musa.h").read_text(encoding="utf-8")
        number = int(re.search(r"#define MUSA_VERSION (\d+)", header)[1])
        version = f"{number // 10000}.{number % 10000 // 100}"
        for package in ("MUSAToolkit", "MUSA"):
            for wanted, found in (("", True), ("3.0", True), (version, True),
                                  (f"{version} EXACT", True), ("3.0 EXACT", False), ("99", False)):
                with self.subTest(package=package, wanted=wanted):
                    shutil.rmtree(self.build_folder, ignore_errors=True)
                    self.write_project(f"find_package({package} {wanted})\n"
                                       f"message(STATUS \"<${{{package}_FOUND}} ${{{package}_VERSION}}>\")")
                    said = self.configure("Ninja", "-DCMAKE_MODULE_PATH=")
                    self.assertRegex(said, rf"<(1|TRUE) {re.escape(version)}>" if found else r"<(0|FALSE) ")

    def test_ported_project_finds_the_language(self):
        """It is configured with no more than a prefix, or with mcc in PATH: project() needs no CMAKE_MODULE_PATH."""
        main = "#include <cstdio>\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); std::puts(cudaGetLastError() ? \"no\" : \"ran\"); }\n"
        begin = "cmake_minimum_required(VERSION 3.25)\n"
        scripts = {
            "project": "project(small LANGUAGES CXX CUDA)\n",
            "optional": "project(small LANGUAGES CXX)\ninclude(CheckLanguage)\ncheck_language(CUDA)\n"
                        "if(CMAKE_CUDA_COMPILER)\n  enable_language(CUDA)\nendif()\n",
            "c": "project(small LANGUAGES C CXX CUDA)\nadd_library(c OBJECT host.c)\n"
                 "target_include_directories(c PUBLIC ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})\n",
            "branch": "project(small LANGUAGES CXX)\noption(WITH_GPU \"\" ON)\nif(WITH_GPU)\n  enable_language(CUDA)\nendif()\n",
        }
        path = {"PATH": f"{BUILD}/bin:{os.environ['PATH']}"}
        for name, script in scripts.items():
            for options, environment in (([], path), ([f"-DCMAKE_PREFIX_PATH={BUILD}"], {})):
                with self.subTest(name, prefix=bool(options)):
                    for folder in (self.source, self.build_folder, self.folder / "cuda"):
                        shutil.rmtree(folder, ignore_errors=True)
                    (self.folder / "cuda").mkdir()
                    (self.folder / "cuda/main.cu").write_text(main, encoding="utf-8")
                    (self.folder / "cuda/host.c").write_text("#include <cuda_runtime.h>\n", encoding="utf-8")
                    (self.folder / "cuda/CMakeLists.txt").write_text(
                        f"{begin}{script}add_executable(main main.cu)\n", encoding="utf-8")
                    run(os.environ["MUSA_PORT"], "-q", self.folder / "cuda", "-o", self.source)
                    run("cmake", "-S", self.source, "-B", self.build_folder, "-G", "Ninja", *options,
                        f"-DCMAKE_CXX_COMPILER={os.environ['MUSA_PORT_CXX']}",
                        f"-DCMAKE_C_COMPILER={os.environ['MUSA_PORT_CXX'].replace('++', '')}", environment=environment)
                    self.build()
                    self.assertEqual(self.program(), ["ran"])

    def test_no_toolkit(self):
        """A compiler without a runtime beside it is none that a program can be linked for."""
        alone = self.folder / "alone/bin/mcc"
        alone.parent.mkdir(parents=True)
        alone.write_text("#!/bin/sh\n", encoding="utf-8")
        alone.chmod(0o755)
        for package in ("MUSAToolkit", "MUSA"):
            with self.subTest(package):
                self.write_project(f"find_package({package})\nmessage(STATUS \"<${{{package}_FOUND}}>\")")
                shutil.rmtree(self.build_folder, ignore_errors=True)
                said = self.configure("Ninja", environment={"MUSACC": str(alone)})
                self.assertRegex(said, "<(0|FALSE)>")

    def test_link_libraries_keyword(self):
        self.write_project("find_package(MUSA REQUIRED)\nset(MUSA_LINK_LIBRARIES_KEYWORD PRIVATE)\n"
                           "musa_add_executable(main sdk.mu OPTIONS -DBY_FLAGS=4 -DBY_OPTIONS=5)\n"
                           "target_link_libraries(main PRIVATE m)\n")
        self.configure("Ninja", "-DCMAKE_MODULE_PATH=")
        self.build()
        self.assertEqual(self.program(), ["45"])


if __name__ == "__main__":
    unittest.main()
