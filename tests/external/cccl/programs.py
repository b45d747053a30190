# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which of CUB's and Thrust's own tests are run: a sample by a seed, which was drawn before any of them had been compiled."""

import random

SEED = 23
COUNT = 60


def population(tree):
    """Test programs for the device, by their paths. Those whose name ends in _fail must not compile, and are none."""
    found = [*tree.glob("cub/test/test_*.cu"), *tree.glob("cub/test/catch2_test_*.cu"), *tree.glob("thrust/testing/*.cu")]
    for folder in ("async", "cuda", "regression"):
        found += tree.glob(f"thrust/testing/{folder}/**/*.cu")
    return sorted(str(path.relative_to(tree)) for path in found if not path.stem.endswith("_fail"))


def sample(tree):
    return sorted(random.Random(SEED).sample(population(tree), COUNT))
