# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import subprocess
import torch.distributed as dist
from torch.distributed import is_nccl_available

dist.init_process_group(backend="nccl" if dist.is_nccl_available() else "gloo")
dist.init_process_group('nccl')
print(is_nccl_available(), "nccl is fine", dist.ProcessGroupNCCL)
os.environ["CUDA_VISIBLE_DEVICES"] = os.getenv('NCCL_DEBUG')
subprocess.run("CUDA_VISIBLE_DEVICES=0 MY_CUDA_LAUNCH_BLOCKING=1 python train.py", shell=True)
subprocess.run(f"env CUDA_LAUNCH_BLOCKING={1} python train.py  # CUDA_HOME", shell=True)
