# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A plugin of pytest: of the cases of each test, one of $MUSA_TEST_EVERY, chosen by a hash of its name, but at least one.

Tests that $MUSA_TEST_SKIPPED names are skipped, for the reason that it gives.
"""

import hashlib
import json
import os

import pytest

EVERY = int(os.environ["MUSA_TEST_EVERY"])
SKIPPED = json.loads(os.environ["MUSA_TEST_SKIPPED"])


def _number(item):
    return int.from_bytes(hashlib.sha256(item.name.encode()).digest()[:8])


def pytest_collection_modifyitems(config, items):
    first = {}
    for item in items:
        known = first.get(item.function)
        if known is None or _number(item) < _number(known):
            first[item.function] = item
    kept = [item for item in items if _number(item) % EVERY == 0 or first[item.function] is item]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept
    for item in items:
        if item.originalname in SKIPPED:
            item.add_marker(pytest.mark.skip(reason=SKIPPED[item.originalname]))
