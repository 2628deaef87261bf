"""compare: two states of kernels side by side."""
from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Optional, Sequence, Tuple

from . import _library
from ._assert import text_of
from ._check import CLAIMS, Config, request_of
from ._findings import Finding, Json, finding_of


@dataclass(frozen=True)
class Counts:
    """How many a kernel has; `redundant` of them order nothing."""

    barriers: int
    waits: int
    fences: int
    signals: int
    redundant: int


@dataclass(frozen=True)
class ComparedKernel:
    """A kernel of both sides, or of one: then the other side's counts are None."""

    name: str
    was: Optional[str]  # its old name, where it had another one
    before: Optional[Counts]
    after: Optional[Counts]
    new: Tuple[Finding, ...]
    gone: Tuple[Finding, ...]
    same: int  # findings that both sides have


@dataclass(frozen=True)
class Comparison:
    """`str()` of it is a line per kernel that changed, and the findings that are new."""

    kernels: Tuple[ComparedKernel, ...]
    before: Counts  # in sum, of kernels that both sides have
    after: Counts
    same: int
    data: Json = field(repr=False, compare=False)  # what `fencepost compare --all --output-format json` prints

    @property
    def new(self) -> Tuple[Finding, ...]:
        return tuple(finding for kernel in self.kernels for finding in kernel.new)

    @property
    def gone(self) -> Tuple[Finding, ...]:
        return tuple(finding for kernel in self.kernels for finding in kernel.gone)

    def __str__(self) -> str:
        lines = []
        for kernel in self.kernels:
            if kernel.before != kernel.after or kernel.new or kernel.gone:
                lines.append(f"{kernel.name}: {_change(kernel.before, kernel.after)}, {len(kernel.new)} new, {len(kernel.gone)} gone, {kernel.same} the same")
                lines.extend(f"  {finding}" for finding in kernel.new)
        return "\n".join(lines) or f"nothing changed in {len(self.kernels)} kernel{'' if len(self.kernels) == 1 else 's'}"


def _change(before: Optional[Counts], after: Optional[Counts]) -> str:
    """barriers 3 -> 2, waits 1"""
    if before is None or after is None:
        return "only in the old text" if after is None else "only in the new text"
    pairs = [(name, getattr(before, name), getattr(after, name)) for name in ("barriers", "waits", "fences", "signals", "redundant")]
    return ", ".join(f"{name} {old}" if old == new else f"{name} {old} -> {new}" for name, old, new in pairs if old or new) or "no barriers"


def _counts(json: Optional[Json]) -> Optional[Counts]:
    return Counts(**json) if json else None


def _finding(json: Json) -> Finding:
    start = json["range"]["start"]
    line = f"{json['file']}:{start['line']}:{start['column']}: {json['level']}[{json['rule']}] {json.get('short') or json['message']}"
    return finding_of(json, line, CLAIMS[json["rule"]], with_fixes=False)


def _kernel(json: Json) -> ComparedKernel:
    new, gone = (tuple(map(_finding, json[key])) for key in ("new", "gone"))
    return ComparedKernel(json["name"], json.get("was"), _counts(json["before"]), _counts(json["after"]), new, gone, json["same"])


def compare(
    old: Any,
    new: Any,
    *,
    target: Optional[str] = None,
    block: Optional[Sequence[int]] = None,
    config: Optional[Config] = None,
    min_level: Optional[str] = None,
) -> Comparison:
    """The kernels of two texts side by side: barriers before and after, findings that are new, gone and the same.

    old, new  MLIR text, a `pathlib.Path`, a compiled Triton kernel, or an MLIR module, as `assert_no_races` takes them
    The other arguments are those of `check`. Findings about cost alone are counted, as `redundant`, and not listed.

    Kernels are matched by name, then by order and shape; of a kernel in the dumps of many passes the last one counts.
    """
    requests = [request_of(*text_of(kernel), target, block, config, min_level) for kernel in (old, new)]
    try:
        data = json.loads(_library.compare(*requests))
    except _library.Error as error:
        raise ValueError(str(error)) from None
    total = data["total"]
    return Comparison(tuple(map(_kernel, data["kernels"])), Counts(**total["before"]), Counts(**total["after"]), total["same"], data)
