# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of a compiler whose results a compiler cache keeps."""

import argparse
import pathlib
import subprocess


class CachedCompiler:
    def __init__(self, compiler, launcher=None):
        self.command = [*([launcher] if launcher else []), compiler]

    @staticmethod
    def add_argument(parser):
        parser.add_argument("--launcher", help="a compiler cache that runs the compiler")

    @classmethod
    def of_arguments(cls, description):
        """mcc and the folder, as the command line names them."""
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("--mcc", required=True)
        cls.add_argument(parser)
        parser.add_argument("--folder", required=True, type=pathlib.Path, help="where the sources are written")
        options = parser.parse_args()
        return cls(options.mcc, options.launcher), options.folder

    def call(self, source, output, *flags):
        """The command that makes an object of a source: a check of the syntax alone is not kept."""
        # ccache does not know .mu files. With CUDA's language it does, and mcc compiles the same.
        language = ["-x", "cuda"] if source.suffix == ".mu" and "-x" not in flags else []
        return [*self.command, *flags, *language, "-c", str(source), "-o", str(output)]

    def compile_text(self, text, source, *flags):
        """Compiles `text` as the file `source`. Its path is a part of the cache's key, so it has to be the same each time."""
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text, encoding="utf-8")
        return subprocess.run(self.call(source, f"{source}.o", *flags), text=True, capture_output=True, check=False)
