# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`simple_porting`: that of torch_musa.utils, without PyTorch."""
