# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python3 -m musa_converter`, and the wheel's musa-converter."""

import importlib.util
import sys


def main():
    if importlib.util.find_spec("libcst") is None:
        print("musa-converter: error: LibCST is not installed: `apt-get install python3-libcst`, or `pip install libcst`",
              file=sys.stderr)
        return 3
    from .main import main as run  # needs LibCST
    return run()


if __name__ == "__main__":
    sys.exit(main())
