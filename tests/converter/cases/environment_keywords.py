# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import subprocess

subprocess.run(["x"], env=dict(os.environ, CUDA_VISIBLE_DEVICES="0", PATH="x"))
os.environ.update(CUDA_VISIBLE_DEVICES="0", NCCL_DEBUG="INFO")
own(CUDA_VISIBLE_DEVICES="0")
