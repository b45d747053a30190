# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from torch import (
    nn,  # layers
    optim,
)
import torch_musa as cuda  # the GPU
from torch import (
    # of the GPU
      # first

      # second
     nn as c, # third
)
import torch_musa as a
import torch_musa as b
import torch_musa as d
from torch import (nn as e,  # layers
                   )
import torch_musa as f
from torch import (  # the GPU
                   nn as h,)
import torch_musa as g
import torch_musa as i
from torch import nn as k
import torch_musa as j
import torch_musa as l
import torch_musa as m  # the GPU
from torch import nn as n; import torch_musa as o; o.synchronize()
if o: from torch import nn as q; import torch_musa as p
try:
    from torch import nn as r, optim  # what there is
    import torch_musa as cuda
except ImportError:
    cuda.synchronize()
from torch import nn as s, version as u
import torch_musa as t
import torch_musa as v
from torch.distributed import ProcessGroupNCCL
from torch import (
    nn,
    optim,  # both
    version)
import torch_musa as cuda
import torch_musa as w
