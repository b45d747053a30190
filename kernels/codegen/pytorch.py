# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's functions, as the installed torchgen describes them."""

from collections import defaultdict
from pathlib import Path

import torchgen
from torchgen.gen import get_grouped_native_functions, parse_native_yaml, parse_tags_yaml
from torchgen.model import DispatchKey, NativeFunctionsGroup, is_generic_dispatch_key

PACKAGED = Path(torchgen.__file__).parent / "packaged" / "ATen"
TEMPLATES = PACKAGED / "templates"
NATIVE_FUNCTIONS = PACKAGED / "native" / "native_functions.yaml"
TAGS = PACKAGED / "native" / "tags.yaml"

# The dispatch keys of device musa, and which keys PyTorch has them from.
COUNTERPARTS = {
    key: DispatchKey[key.name.replace("PrivateUse1", "CUDA")]
    for key in (
        DispatchKey.PrivateUse1,
        DispatchKey.SparsePrivateUse1,
        DispatchKey.SparseCsrPrivateUse1,
        DispatchKey.QuantizedPrivateUse1,
        DispatchKey.NestedTensorPrivateUse1,
    )
}


class PyTorch:
    def __init__(self):
        parsed = parse_native_yaml(str(NATIVE_FUNCTIONS), str(TAGS))
        self.tags = parse_tags_yaml(str(TAGS))
        # Functions and groups of functions, in PyTorch's order.
        self.grouped = get_grouped_native_functions(parsed.native_functions)
        self.functions = {str(f.func.name): f for f in parsed.native_functions}
        self.group_of = {
            f.func.name: g for g in self.grouped if isinstance(g, NativeFunctionsGroup) for f in g.functions()
        }
        # By function: the dispatch keys that PyTorch binds kernels to.
        self.kernels = defaultdict(dict)
        for key, index in parsed.backend_indices.items():
            for name, metadata in index.index.items():
                self.kernels[name][key] = metadata
        # The classes that meta classes may inherit.
        self.meta_bases = {f.structured_inherits for f in parsed.native_functions} - {None}

    def composite_keys(self, f):
        return [key for key in self.kernels[f.func.name] if is_generic_dispatch_key(key)]

    def structured_group(self, f):
        """The structured group that `f` belongs to, or None."""
        group = self.group_of.get(f.func.name)
        return group if group and group.structured else None
