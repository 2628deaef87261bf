"""The C library through ctypes, which lets other threads run during a call. The structures are those of library.h."""
from __future__ import annotations

import ctypes
import os
from typing import Optional

TEXT_BYTES_MAX = 2**32 - 1  # the library counts bytes of a text in 32 bits


class Error(Exception):
    """What the library says of a request that it does not understand, in one line."""


class _Str(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("len", ctypes.c_size_t)]


class Request(ctypes.Structure):
    _fields_ = [
        ("text", _Str),
        ("name", _Str),
        ("config", _Str),
        ("config_path", _Str),
        ("target", _Str),
        ("block", ctypes.c_uint32 * 3),
        ("least_level", ctypes.c_uint32),
        ("try_fixes", ctypes.c_bool),
        ("unsafe_fixes", ctypes.c_bool),
    ]


class _Answer(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("len", ctypes.c_size_t), ("failed", ctypes.c_bool)]


_library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "_fencepost.so"))
_library.fencepost_version.restype = ctypes.c_char_p
_library.fencepost_version.argtypes = []
_library.fencepost_drop.restype = None
_library.fencepost_drop.argtypes = [ctypes.POINTER(_Answer)]
_library.fencepost_compare.restype = None
_library.fencepost_compare.argtypes = [ctypes.POINTER(Request), ctypes.POINTER(Request), ctypes.POINTER(_Answer)]
_library.fencepost_claims.restype = None
_library.fencepost_claims.argtypes = [ctypes.POINTER(_Answer)]
for _function in (_library.fencepost_check, _library.fencepost_fix):
    _function.restype = None
    _function.argtypes = [ctypes.POINTER(Request), ctypes.POINTER(_Answer)]


def version() -> str:
    text: bytes = _library.fencepost_version()
    return text.decode()


def borrowed(data: bytes) -> _Str:
    """A slice of these bytes; they live as long as the structure that holds it."""
    return _Str(data, len(data))


def _ask(name: str, *requests: Request) -> bytes:
    answer = _Answer()
    getattr(_library, name)(*(ctypes.byref(request) for request in requests), ctypes.byref(answer))
    data: Optional[int] = answer.data
    failed = bool(answer.failed)
    try:
        said = ctypes.string_at(data, answer.len) if data else b""
    finally:
        _library.fencepost_drop(ctypes.byref(answer))
    if failed:
        raise Error(said.decode("utf-8", "replace"))
    return said


def check(request: Request) -> bytes:
    return _ask("fencepost_check", request)


def fix(request: Request) -> bytes:
    return _ask("fencepost_fix", request)


def compare(old: Request, new: Request) -> bytes:
    return _ask("fencepost_compare", old, new)


def claims() -> bytes:
    return _ask("fencepost_claims")
