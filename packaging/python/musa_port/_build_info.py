# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the program is that was installed with this package."""

from importlib.metadata import files

musa_port = next((str(file.locate()) for file in files("musa-port") or () if file.name == "musa-port"), None)
