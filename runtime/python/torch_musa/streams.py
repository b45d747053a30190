# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Streams and events. What is the same for all devices is torch.Stream's and torch.Event's."""

import ctypes

import torch

from . import _MUSAC
from ._lazy import _lazy_init
from ._utils import _existing_device_index


class Stream(torch.Stream):
    """A queue of work on a device, by default the current one. A lower number is a higher priority."""

    def __new__(cls, device=None, priority=0, **kwargs):
        if "stream_id" in kwargs:
            return super().__new__(cls, priority=priority, **kwargs)
        return super().__new__(cls, torch.device("musa", _existing_device_index(device)), priority=priority)

    def _id(self):
        return self.stream_id, self.device_index, self.device_type

    @property
    def musa_stream(self):
        """The musaStream_t, as a number."""
        return _MUSAC._stream_handle(*self._id())

    @property
    def _as_parameter_(self):
        """For functions that ctypes calls."""
        return ctypes.c_void_p(self.musa_stream)

    @property
    def priority(self):
        return _MUSAC._stream_priority(*self._id())

    @staticmethod
    def priority_range():
        """The lowest and the highest priority."""
        return _MUSAC._stream_priority_range()

    def wait_event(self, event):
        """Let work that is submitted from now on wait for an event."""
        event.wait(self)

    def record_event(self, event=None):
        """Record an event, by default a new one, and return it."""
        event = event or Event()
        event.record(self)
        return event

    def __repr__(self):
        return f"<torch.musa.Stream device={self.device} musa_stream={self.musa_stream:#x}>"


class ExternalStream(Stream):
    """A musaStream_t, given as a number, that somebody else made and keeps."""

    def __new__(cls, stream_ptr, device=None, **kwargs):
        return _wrap(_MUSAC._external_stream(stream_ptr, _existing_device_index(device)), cls)

    def __init__(self, stream_ptr, device=None):
        pass


class Event(torch.Event):
    """A point in a stream, to wait for or to measure times with."""

    def __new__(cls, enable_timing=False, blocking=False, interprocess=False):
        if interprocess:
            return _shared_event(_MUSAC._SharedEvent(enable_timing, blocking))
        return super().__new__(cls, torch.device("musa"), enable_timing=enable_timing, blocking=blocking)

    @property
    def musa_event(self):
        """The musaEvent_t, as a number."""
        return self.event_id

    @property
    def _as_parameter_(self):
        """For functions that ctypes calls."""
        return ctypes.c_void_p(self.musa_event)

    def ipc_handle(self):
        """The bytes by which another process finds an event that is made with interprocess=True."""
        raise RuntimeError("only an event that is made with interprocess=True has a handle for other processes")

    @classmethod
    def from_ipc_handle(cls, device, handle):
        """The event of another process."""
        _lazy_init()
        index = _existing_device_index(device)
        return _shared_event(_MUSAC._SharedEvent(index, handle), torch.device("musa", index))

    def __repr__(self):
        return f"<torch.musa.Event {self.musa_event:#x}>"


class SharedEvent(Event):
    """An event that several processes use, which torch.Event cannot make."""

    def record(self, stream=None):
        stream = stream or torch.musa.current_stream()
        self._event.record(*stream._id())
        self._device = stream.device

    def wait(self, stream=None):
        self._event.wait(*(stream or torch.musa.current_stream())._id())

    def query(self):
        return self._event.query()

    def synchronize(self):
        self._event.synchronize()

    def elapsed_time(self, end_event):
        raise RuntimeError("an event that processes share has no time")

    def ipc_handle(self):
        if self._device is None:
            self._device = torch.device("musa", torch.musa.current_device())
        return self._event.ipc_handle()

    @property
    def device(self):
        return self._device

    @property
    def event_id(self):
        return self._event.handle()


def _shared_event(event, device=None):
    result = torch.Event.__new__(SharedEvent, torch.device("musa"))
    result._event, result._device = event, device
    return result


def _wrap(identity, cls=Stream):
    stream_id, device_index, device_type = identity
    return torch.Stream.__new__(cls, stream_id=stream_id, device_index=device_index, device_type=device_type)


def current_stream(device=None):
    """The stream that work of a device goes to."""
    return _wrap(_MUSAC._current_stream(_existing_device_index(device)))


def default_stream(device=None):
    """The stream that is current at first."""
    return _wrap(_MUSAC._default_stream(_existing_device_index(device)))


def set_stream(stream):
    """Make a stream, and its device, current. None changes nothing."""
    if stream is not None:
        _lazy_init()
        _MUSAC._set_stream(stream.stream_id, stream.device_index, stream.device_type)


def _set_stream_by_id(stream_id, device_index, device_type):
    _lazy_init()
    _MUSAC._set_stream(stream_id, device_index, device_type)


class StreamContext:
    """Context in which a stream, and its device, are current. None changes nothing."""

    def __init__(self, stream):
        self.stream = stream
        self.previous = []

    def __enter__(self):
        if self.stream is None:
            return
        here = current_stream()
        # The last to be restored is the one whose device was current.
        there = [] if here.device == self.stream.device else [current_stream(self.stream.device)]
        self.previous.append(there + [here])
        set_stream(self.stream)

    def __exit__(self, *error):
        if self.stream is None:
            return
        for previous in self.previous.pop():
            set_stream(previous)


def stream(stream):
    """Context in which a stream, and its device, are current. None changes nothing."""
    return StreamContext(stream)
