# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""As a project's setup.py has it: the branch for MUSA ports the sources and builds what came out."""

import glob
import os

from setuptools import setup

ext_modules = []
cmdclass = {}
if os.getenv("FORCE_MUSA", "0") == "1":
    from torch_musa.testing import get_musa_arch
    from torch_musa.utils.musa_extension import BuildExtension, MUSAExtension
    from torch_musa.utils.simple_porting import SimplePorting

    SimplePorting(
        cuda_dir_path="./csrc",
        ignore_dir_paths=["./csrc/unused"],
        mapping_rule={".is_cuda()": ".is_privateuseone()", "axpyOnCuda": "axpyOnMusa"},
    ).run()
    ext_modules.append(MUSAExtension(
        name="axpy_package.axpy_ext",
        sources=glob.glob("./csrc_musa/*.cpp") + glob.glob("./csrc_musa/*.mu"),
        define_macros=[("WITH_LABEL", '"the label"'), ("MUSA_ARCH", str(get_musa_arch()))],
        include_dirs=[os.path.abspath("./csrc_musa")],
        extra_compile_args={"cxx": ["-O1"], "mcc": ["-O1"]},
    ))
    cmdclass["build_ext"] = BuildExtension

setup(name="axpy_package", version="1.0", packages=["axpy_package"], ext_modules=ext_modules, cmdclass=cmdclass)
