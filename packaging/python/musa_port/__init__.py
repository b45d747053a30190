# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""musa-port for Python's build scripts: `musa_port.utils.simple_porting`."""
