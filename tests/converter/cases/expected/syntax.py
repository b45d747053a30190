# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import torch

match torch.device("musa"):
    case object(type="musa"):
        pass
    case "musa":
        pass
type Device = torch.musa.device
def generic[T: torch.musa.Stream](x: T) -> "torch.musa.Stream": ...
nested = f"{x:{torch.musa.device_count()}} {f'{torch.musa.device_count()}'}"
grüße = "ä", torch.musa, "ö", torch.musa
