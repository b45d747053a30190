# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What tests of torch_musa share."""

import os
import subprocess
import sys
import textwrap


def run(script, *arguments, **environment):
    """Run a script in a process of its own, with these variables in its environment."""
    return subprocess.run(
        [sys.executable, "-W", "default", "-c", textwrap.dedent(script), *map(str, arguments)],
        env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=300)
