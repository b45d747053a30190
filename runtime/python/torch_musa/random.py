# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random numbers: seeds and states of the devices' generators."""

import functools

import torch

from . import _MUSAC
from ._lazy import _lazy_call, _lazy_init
from ._utils import _existing_device_index


class _DefaultGenerators:
    """The generators of all devices. Reading one starts the device."""

    def __getitem__(self, index):
        _lazy_init()
        if index < 0 or index >= len(self):
            raise IndexError(f"There is no device musa:{index}")
        return _MUSAC._default_generator(index)

    def __len__(self):
        return _MUSAC._device_count()


default_generators = _DefaultGenerators()


def get_rng_state(device="musa"):
    """The state of a device's generator, as a tensor of bytes."""
    return default_generators[_existing_device_index(device)].get_state()


def set_rng_state(new_state, device="musa"):
    """Set it. Memory, not the state itself, is shared with no one."""
    state = new_state.clone(memory_format=torch.contiguous_format)
    default_generators[_existing_device_index(device)].set_state(state)


def get_rng_state_all():
    """The states of all devices."""
    return [get_rng_state(index) for index in range(len(default_generators))]


def set_rng_state_all(new_states):
    """Set the states of all devices."""
    for index, state in enumerate(new_states):
        set_rng_state(state, index)


def manual_seed(seed):
    """Seed the current device. Before the device is used, the seed waits for that."""
    seed = int(seed)
    _lazy_call(lambda: default_generators[_MUSAC._current_device()].manual_seed(seed))


def manual_seed_all(seed):
    """Seed all devices. torch.manual_seed does that too."""
    seed = int(seed)

    def seed_all():
        for generator in default_generators:
            generator.manual_seed(seed)

    _lazy_call(seed_all, seed_all=True)


def seed():
    """Seed the current device with a number that nobody chose."""
    _lazy_call(lambda: default_generators[_MUSAC._current_device()].seed())


def seed_all():
    """Seed all devices with one number that nobody chose."""

    def call():
        chosen = default_generators[0].seed()
        for generator in default_generators:
            generator.manual_seed(chosen)

    _lazy_call(call, seed_all=True)


def initial_seed():
    """The seed of the current device."""
    _lazy_init()
    return default_generators[_MUSAC._current_device()].initial_seed()


fork_rng = functools.partial(torch.random.fork_rng, device_type="musa")
