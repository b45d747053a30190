# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from torch import (
    nn,  # layers
    cuda,  # the GPU
    optim,
)
from torch import (
    # of the GPU
    cuda as a,  # first

    cuda as b  # second
    , nn as c, # third
    cuda as d
)
from torch import (nn as e,  # layers
                   cuda as f)
from torch import (cuda as g,  # the GPU
                   nn as h, cuda as i,)
from torch import cuda as j, \
    nn as k, \
    cuda as l
from torch import (
    cuda as m,  # the GPU
)
from torch import nn as n, cuda as o; o.synchronize()
if o: from torch import cuda as p, nn as q
try:
    from torch import cuda, nn as r, optim  # what there is
except ImportError:
    cuda.synchronize()
from torch import nn as s, cuda as t, version as u, cuda as v
from torch.distributed import ProcessGroupNCCL
from torch import (
    nn, cuda,
    optim, cuda as w,  # both
    version)
