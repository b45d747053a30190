# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a CMakeLists.txt that builds a static library of sources in MUSA and C++ that use the device."""

import os

from . import _programs, cmake_prefix_path

MARK = "# Written by torch_musa.utils.cmake_lists_generator.\n"


class CMakeListsGenerator:
    """`generate` writes CMakeLists.txt into the current folder, with absolute paths of what is given here.

    sources, include_dirs                  files and folders
    link_libraries                         files, or what CMake links by name (`m`, `Threads::Threads`)
    define_macros                          pairs of a name and its value, or None
    project_name, plugin_name              the names of the project and of its library
    customized_cmake_lists                 the file's whole text, in place of the one that is made here
    """

    def __init__(self, sources, include_dirs=(), link_libraries=(), define_macros=None, project_name="DEMO_MUSA",
                 plugin_name="demo_musa", customized_cmake_lists=None):
        if not sources and customized_cmake_lists is None:
            raise ValueError("a library needs at least one source")
        self.sources = _paths(sources)
        self.include_dirs = _paths(include_dirs)
        self.link_libraries = [os.path.realpath(name) if os.path.isfile(name) else os.fspath(name) for name in _several(link_libraries)]
        self.define_macros = list(define_macros or ())
        self.project_name = project_name
        self.plugin_name = plugin_name
        self.cmake_lists = customized_cmake_lists

    def generate(self):
        """Raises FileExistsError if there is a CMakeLists.txt that somebody else wrote."""
        path = os.path.abspath("CMakeLists.txt")
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                if file.readline() != MARK:
                    raise FileExistsError(f"'{path}' was not written by CMakeListsGenerator: move it away first")
        with open(path, "w", encoding="utf-8") as file:
            file.write(MARK + (self._text() if self.cmake_lists is None else self.cmake_lists))

    def _text(self):
        toolkit = os.path.dirname(os.path.dirname(_programs.find_mcc()))
        macros = [name if value is None else f"{name}={value}" for name, value in self.define_macros]
        lines = [
            "cmake_minimum_required(VERSION 3.25)",
            f"project({self.project_name} LANGUAGES CXX)",
            "if(NOT CMAKE_BUILD_TYPE)",
            "  set(CMAKE_BUILD_TYPE Release)",
            "endif()",
            f"find_package(MUSA REQUIRED HINTS {_quoted(toolkit)})",
            f"find_package(TorchMusa REQUIRED HINTS {_quoted(cmake_prefix_path)})",
            _call("musa_add_library", f"{self.plugin_name} STATIC", self.sources),
            f"set_target_properties({self.plugin_name} PROPERTIES POSITION_INDEPENDENT_CODE ON)",
            _call("target_compile_definitions", f"{self.plugin_name} PRIVATE", macros),
            _call("target_include_directories", f"{self.plugin_name} PUBLIC", self.include_dirs),
            _call("target_link_libraries", f"{self.plugin_name} torch_musa", self.link_libraries),
            f"install(TARGETS {self.plugin_name})",
        ]
        return "".join(line + "\n" for line in lines)


def _paths(names):
    return [os.path.realpath(name) for name in _several(names)]


def _several(names):
    return [names] if isinstance(names, (str, os.PathLike)) else names


def _call(command, first, words):
    return f"{command}({first}" + "".join(f"\n  {_quoted(word)}" for word in words) + ")"


def _quoted(text):
    """An argument of CMake's that is this text."""
    return '"' + "".join("\\" + character if character in '\\"$;' else character for character in text) + '"'
