# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""For those who port and build extensions: `simple_porting` and `musa_extension`."""
