# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python3 -m musa_converter`."""

import importlib.util
import sys

if importlib.util.find_spec("libcst") is None:
    print("musa-converter: error: LibCST is not installed: `apt-get install python3-libcst`, or `pip install libcst`",
          file=sys.stderr)
    sys.exit(3)

from .main import main  # noqa: E402

sys.exit(main())
