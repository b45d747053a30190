# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What PyTorch loads at the end of `import torch` if the package is installed: its entry point in the group torch.backends.

To load this module is to import the package. If the package itself is what imports torch, it goes on behind that, so there is
nothing to do here in either case.
"""


def load():
    """The entry point; PyTorch calls it."""
