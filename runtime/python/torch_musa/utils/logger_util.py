# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LOGGER, for the messages of programs that use torch_musa: those of INFO and above go to standard output.

It is a logger of its own, so that importing it changes nothing of what a program does with Python's logging.
"""

import logging
import sys


class _StandardOutput(logging.StreamHandler):
    """Writes to what is `sys.stdout` when the message comes."""

    def __init__(self):
        logging.Handler.__init__(self)

    @property
    def stream(self):
        return sys.stdout


def _create_logger():
    logger = logging.getLogger("torch_musa")
    logger.setLevel(logging.INFO)
    logger.propagate = False
    handler = _StandardOutput()
    handler.setFormatter(logging.Formatter("%(asctime)s | %(module)s | %(thread)d | %(levelname)s : %(message)s", "%Y-%m-%d %H:%M:%S"))
    logger.addHandler(handler)
    return logger


LOGGER = _create_logger()
