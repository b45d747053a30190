# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import subprocess
import torch.distributed as dist
from torch.distributed import is_nccl_available

dist.init_process_group(backend="mccl" if dist.is_backend_available("mccl") else "gloo")
dist.init_process_group('mccl')
print(is_nccl_available(), "nccl is fine", dist.ProcessGroupNCCL)
os.environ["MUSA_VISIBLE_DEVICES"] = os.getenv('MCCL_DEBUG')
subprocess.run("MUSA_VISIBLE_DEVICES=0 MY_CUDA_LAUNCH_BLOCKING=1 python train.py", shell=True)
subprocess.run(f"env MUSA_LAUNCH_BLOCKING={1} python train.py  # CUDA_HOME", shell=True)
