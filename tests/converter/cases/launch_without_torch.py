# options: -l
"""A docstring."""
from __future__ import annotations

# of the first statement
import argparse
from utils import main; main()
