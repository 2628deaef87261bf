"""check and fix: arguments to a request, an answer to objects."""
from __future__ import annotations

import json
import os
from typing import Any, AnyStr, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _library
from ._findings import Finding, Unjudged, finding_of

Text = Union[str, bytes]
Config = Union[str, "os.PathLike[str]", Mapping[str, Any]]
LEVELS = ("off", "hint", "information", "warning", "error")
_BLOCK_MAX = 1 << 16
CLAIMS: Dict[str, str] = json.loads(_library.claims())  # of each rule


class Report(NamedTuple):
    findings: List[Finding]
    unjudged: List[Unjudged]
    functions: int  # how many the text has, be they kernels or not


def _bytes_of(text: Text, argument: str) -> bytes:
    if isinstance(text, str):
        data = text.encode("utf-8", "surrogatepass")  # any str has bytes; those of a lone surrogate are a syntax error to the library
    elif isinstance(text, bytes):
        data = text
    else:
        raise TypeError(f"{argument}: str or bytes wanted, this is {type(text).__name__}")
    if len(data) > _library.TEXT_BYTES_MAX:
        raise ValueError(f"{argument}: {len(data)} bytes are more than the {_library.TEXT_BYTES_MAX} that can be checked")
    return data


def _word(value: Optional[str], argument: str) -> bytes:
    if value is None:
        return b""
    if not isinstance(value, str):
        raise TypeError(f"{argument}: str wanted, this is {type(value).__name__}")
    return value.encode("utf-8", "replace")


def level_of(name: str, argument: str) -> int:
    if not isinstance(name, str):
        raise TypeError(f"{argument}: str wanted, this is {type(name).__name__}")
    if name not in LEVELS[1:]:
        raise ValueError(f"{argument}: {name!r} is none of error, warning, information, hint")
    return LEVELS.index(name)


def _block(block: Optional[Sequence[int]]) -> List[int]:
    if block is None:
        return [0, 0, 0]
    if isinstance(block, int):
        block = (block,)
    wanted = "one to three numbers of threads wanted, for example (256, 1, 1)"
    if isinstance(block, (str, bytes)) or not isinstance(block, Sequence) or any(not isinstance(size, int) or isinstance(size, bool) for size in block):
        raise TypeError(f"block: {wanted}, this is {block!r}")
    if not 1 <= len(block) <= 3 or any(not 1 <= size <= _BLOCK_MAX for size in block):
        raise ValueError(f"block: {wanted}, this is {block!r}")
    return [*block, 1, 1][:3]


def _settings(config: Optional[Config]) -> Tuple[bytes, bytes]:
    """The text of a fencepost.json, and its path."""
    if config is None:
        return b"", b""
    if isinstance(config, Mapping):
        try:
            return json.dumps(dict(config)).encode(), b"config"
        except TypeError as error:
            raise TypeError(f"config: {error}") from None
    if not isinstance(config, (str, os.PathLike)):
        raise TypeError(f"config: the path of a fencepost.json or a dict with its keys wanted, this is {type(config).__name__}")
    with open(config, "rb") as file:
        return file.read() or b" ", os.fsencode(os.path.abspath(config))


def request_of(text: Text, filename: str, target: Optional[str], block: Optional[Sequence[int]], config: Optional[Config], min_level: Optional[str]) -> _library.Request:
    settings, settings_path = _settings(config)
    return _library.Request(
        text=_library.borrowed(_bytes_of(text, "text")),
        name=_library.borrowed(_word(filename, "filename")),
        config=_library.borrowed(settings),
        config_path=_library.borrowed(settings_path),
        target=_library.borrowed(_word(target, "target")),
        block=tuple(_block(block)),
        least_level=0 if min_level is None else level_of(min_level, "min_level"),
    )


def report(
    text: Text, *, target: Optional[str], block: Optional[Sequence[int]], config: Optional[Config], filename: str, min_level: Optional[str], fixes: bool
) -> Report:
    __tracebackhide__ = True  # a failing test shows its own lines, not these
    request = request_of(text, filename, target, block, config, min_level)
    request.try_fixes = bool(fixes)
    try:
        answer = json.loads(_library.check(request))
    except _library.Error as error:
        raise ValueError(str(error)) from None
    rows = zip(answer["findings"], answer["rendered"])
    return Report([finding_of(finding, rendered, CLAIMS[finding["rule"]], fixes) for finding, rendered in rows], [Unjudged(**row) for row in answer["unjudged"]], answer["functions"])


def check(
    text: Text,
    *,
    target: Optional[str] = None,
    block: Optional[Sequence[int]] = None,
    config: Optional[Config] = None,
    filename: str = "<text>",
    min_level: Optional[str] = None,
    fixes: bool = True,
) -> List[Finding]:
    """The findings of an MLIR text, in the order of their places.

    target     the chip, "gfx942"; stronger than what the text says
    block      the block size, (256, 1, 1); likewise
    config     the path of a fencepost.json, or a dict with its keys; None: no configuration is read
    filename   how findings call the text
    min_level  findings below it are left out: "hint", "information", "warning", "error"; None: what `config` says, else "warning"
    fixes      hand out fixes; each is tried first, and only those that hold are handed out. False is faster

    Whatever the text holds, a list comes back: what cannot be read is a finding of the rule "syntax-error". ValueError and TypeError name the argument, or the
    line of the configuration, that is not understood; OSError the configuration that cannot be read.
    """
    return report(text, target=target, block=block, config=config, filename=filename, min_level=min_level, fixes=fixes).findings


def fix(
    text: AnyStr,
    *,
    target: Optional[str] = None,
    block: Optional[Sequence[int]] = None,
    config: Optional[Config] = None,
    min_level: Optional[str] = None,
    unsafe: bool = False,
) -> AnyStr:
    """The text with every safe fix applied that holds, for findings from `min_level` on; `unsafe` applies the others too. The same text when there is nothing
    to fix. The arguments are those of `check`."""
    request = request_of(text, "<text>", target, block, config, min_level)
    request.unsafe_fixes = bool(unsafe)
    try:
        fixed = _library.fix(request)
    except _library.Error as error:
        raise ValueError(str(error)) from None
    if isinstance(text, str):
        return fixed.decode("utf-8", "surrogatepass")
    return fixed
