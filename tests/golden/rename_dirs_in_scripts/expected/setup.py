import glob
import os.path as osp
from pathlib import Path

from torch_musa.utils.musa_extension import MUSAExtension

here = Path(__file__).parent


def kernels(name, folder):
    return MUSAExtension(name, [osp.join(folder, "musa", f"{name}_cuda.mu"), str(here / "csrc" / "musa" / "scale.mu")],
                         include_dirs=["csrc/musa", f"{here}/csrc/musa", osp.join("csrc/musa", "kernels")])


sources = glob.glob(osp.join("csrc", "musa", "*.mu")) + glob.glob("csrc/musa/kernels/*.mu")
name = osp.join("/usr/include", "cuda.h")
