import glob
import os.path as osp
from pathlib import Path

from torch.utils.cpp_extension import CUDAExtension

here = Path(__file__).parent


def kernels(name, folder):
    return CUDAExtension(name, [osp.join(folder, "cuda", f"{name}_cuda.cu"), str(here / "csrc" / "cuda" / "scale.cu")],
                         include_dirs=["csrc/cuda", f"{here}/csrc/cuda", osp.join("csrc/cuda", "kernels")])


sources = glob.glob(osp.join("csrc", "cuda", "*.cu")) + glob.glob("csrc/cuda/kernels/*.cu")
name = osp.join("/usr/include", "cuda.h")
