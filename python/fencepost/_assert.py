"""assert_no_races: what a test calls."""
from __future__ import annotations

import os
import warnings
from typing import Any, List, Optional, Sequence, Tuple

from ._check import LEVELS, Config, level_of, report
from ._findings import Finding

_STAGES = ("ttgir", "ttir")  # of a compiled Triton kernel, the one to check first
_HARMLESS = ("useless", "saving")  # claims about what a kernel costs, not about what it does


def _counted(findings: List[Finding]) -> str:
    """found 1 error and 2 warnings in gemm.ttgir"""
    counts = [(sum(finding.level == level for finding in findings), level) for level in reversed(LEVELS)]
    words = [f"{count} {level}{'s' if count > 1 and level != 'information' else ''}" for count, level in counts if count]
    return f"found {' and '.join([', '.join(words[:-1]), words[-1]] if len(words) > 1 else words)} in {findings[0].file}"


class RacesFound(AssertionError):
    """The kernel has findings. `findings` holds them; the message shows them as the terminal does."""

    def __init__(self, findings: List[Finding]) -> None:
        self.findings = findings
        super().__init__("\n\n".join([_counted(findings), *(finding.rendered for finding in findings)]))


class NotJudged(UserWarning):
    """The verdict of a kernel rests on ops that are not known: that nothing is found means nothing."""


RacesFound.__module__ = NotJudged.__module__ = "fencepost"  # as people import them


def _stage_of(kernel: Any, stages: Any) -> Tuple[str, str]:
    for stage in _STAGES:
        if stage in stages:
            metadata = getattr(kernel, "metadata", None)
            name = getattr(metadata, "name", None) or getattr(kernel, "name", None) or "kernel"
            return str(stages[stage]), f"{name}.{stage}"
    raise ValueError(f"this {type(kernel).__name__} has neither TTGIR nor TTIR in its asm, only: {', '.join(map(str, stages)) or 'nothing'}")


def text_of(kernel: Any) -> Tuple[Any, str]:
    """The MLIR of a kernel, and a name for it."""
    if isinstance(kernel, (str, bytes)):
        return kernel, "<text>"
    if isinstance(kernel, os.PathLike):
        with open(kernel, "rb") as file:
            return file.read(), os.fsdecode(kernel)
    if kernel is None or isinstance(kernel, (bool, int, float, list, tuple, set)):
        raise TypeError(f"a compiled Triton kernel, an MLIR module, MLIR text or a path wanted, this is {type(kernel).__name__}")
    stages = kernel if isinstance(kernel, dict) else getattr(kernel, "asm", None)
    if hasattr(stages, "__getitem__") and hasattr(stages, "__contains__") and not isinstance(stages, (str, bytes)):
        return _stage_of(kernel, stages)
    return str(kernel), "<module>"


def assert_no_races(
    kernel: Any,
    *,
    level: str = "warning",
    target: Optional[str] = None,
    block: Optional[Sequence[int]] = None,
    config: Optional[Config] = None,
    filename: Optional[str] = None,
) -> None:
    """Fails when the kernel has findings from `level` on that say more than what it costs: redundant barriers and waits are passed over.

    kernel    a compiled Triton or Gluon kernel (its TTGIR is checked), an MLIR module of any binding (its `str()` is), MLIR text, or a `pathlib.Path`
    level     "warning" also takes races that could not be ruled out, "error" only those that are certain
    filename  how findings call the text; target, block and config are those of `check`

    ValueError when there is nothing to judge: no function in the text, a path that was given as text. A kernel whose verdict rests on unknown ops gives the
    warning `NotJudged`, which `-W error::fencepost.NotJudged` makes an error.
    """
    __tracebackhide__ = True
    level_of(level, "level")
    text, name = text_of(kernel)
    result = report(text, target=target, block=block, config=config, filename=filename or name, min_level=level, fixes=False)
    bad = [finding for finding in result.findings if finding.claim not in _HARMLESS]
    if bad:
        raise RacesFound(bad)
    if result.functions == 0:
        hint = "; a file is given as pathlib.Path(..)" if isinstance(kernel, str) and "\n" not in kernel else ""
        reasons = [unjudged.reason for unjudged in result.unjudged] or ["the text has no function"]
        raise ValueError(f"nothing to judge in {filename or name}: {'; '.join(reasons)}{hint}")
    for unjudged in result.unjudged:
        where = f"{filename or name}:{unjudged.line}: kernel {unjudged.kernel}" if unjudged.kernel else filename or name
        warnings.warn(f"{where} could not be judged: {unjudged.reason}", NotJudged, stacklevel=2)
