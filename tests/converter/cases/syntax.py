# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import torch

match torch.device("cuda"):
    case object(type="cuda"):
        pass
    case "cuda":
        pass
type Device = torch.cuda.device
def generic[T: torch.cuda.Stream](x: T) -> "torch.cuda.Stream": ...
nested = f"{x:{torch.cuda.device_count()}} {f'{torch.cuda.device_count()}'}"
grüße = "ä", torch.cuda, "ö", torch.cuda
