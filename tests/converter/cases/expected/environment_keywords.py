# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import subprocess

subprocess.run(["x"], env=dict(os.environ, MUSA_VISIBLE_DEVICES="0", PATH="x"))
os.environ.update(MUSA_VISIBLE_DEVICES="0", MCCL_DEBUG="INFO")
own(CUDA_VISIBLE_DEVICES="0")
