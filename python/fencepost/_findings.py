"""Findings as objects, made of the JSON that `fencepost lint --output-format json` prints. A field that the JSON leaves out is None or empty."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Optional, Tuple

Json = Dict[str, Any]


@dataclass(frozen=True)
class Source:
    """A place in the program that the kernel was compiled from, as the IR's locations name it."""

    file: str
    line: int
    column: int
    name: Optional[str] = None
    inlined_at: Optional[Source] = None  # the caller's place, where this one was inlined

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Range:
    """Lines and columns start at 1; columns count characters; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Place(Range):
    """Another place that has to do with a finding: where the buffer was written, the barrier that does the work."""

    message: str
    file: str
    role: Optional[str] = None  # "producer", "consumer", "barrier", "waiter", "arriver", "callee" ..
    source: Optional[Source] = None


@dataclass(frozen=True)
class Edit(Range):
    """The text of the range becomes `text`."""

    text: str


@dataclass(frozen=True)
class Fix:
    """All edits of a fix belong together. `safe`: known to keep the kernel's meaning."""

    title: str
    safe: bool
    edits: Tuple[Edit, ...]


@dataclass(frozen=True)
class Hazard:
    """Of a finding about two accesses of one buffer."""

    kind: str  # "RAW", "WAR", "WAW"
    overlap: str  # "cross_thread", "same_wave", "same_thread", "unknown"
    resource: str  # the buffer, as written
    carried: bool  # the second access runs in a later iteration
    distance: int  # so many iterations later
    distance_at_least: bool
    witness: Optional[Json]  # two threads and a byte that show it; between streams also `iterations` and `values`
    streams: Tuple[str, ...] = ()  # of a race between streams: that of the first access, that of the second


@dataclass(frozen=True)
class Finding(Range):
    """What fencepost has to say about one place. `str()` of it is what the terminal shows."""

    rule: str  # "missing-barrier"
    level: str  # "error", "warning", "information", "hint"
    message: str  # all that is said, a line each: `short`, `note`, the reason with what helps
    short: str  # for lists: the rule's sense, the buffer, the other line
    note: str  # how it is known, or what kept it from being certain; empty: nothing to add
    file: str
    kernel: str  # empty outside of kernels
    claim: str  # what the rule claims: "unordered", "wrong", "weak", "useless", "saving", "other"
    role: Optional[str]
    source: Optional[Source]
    hazard: Optional[Hazard]
    related: Tuple[Place, ...]
    fixes: Tuple[Fix, ...]
    rendered: str = field(repr=False)  # as on the terminal: the message, the lines with their places marked
    data: Json = field(repr=False, compare=False)  # the finding in JSON, with what has no field here

    def __str__(self) -> str:
        return self.rendered

    def __hash__(self) -> int:
        return hash((self.rule, self.file, self.line, self.column, self.rendered))


@dataclass(frozen=True)
class Unjudged:
    """What could not be judged: where nothing is found, that means nothing."""

    kernel: str  # empty: the whole text
    reason: str
    line: int


def _range(json: Json) -> Json:
    start, end = json["range"]["start"], json["range"]["end"]
    return {"line": start["line"], "column": start["column"], "end_line": end["line"], "end_column": end["column"]}


def _source(json: Optional[Json]) -> Optional[Source]:
    innermost_first = []
    while json:
        innermost_first.append(json)
        json = json.get("inlined_at")
    source = None
    for place in reversed(innermost_first):
        source = Source(place.get("file", ""), place.get("line", 0), place.get("column", 0), place.get("name"), source)
    return source


def _place(json: Json) -> Place:
    return Place(**_range(json), message=json["message"], file=json["file"], role=json.get("role"), source=_source(json.get("source")))


def _fix(json: Json) -> Fix:
    return Fix(json["title"], json["safe"], tuple(Edit(**_range(edit), text=edit["text"]) for edit in json["edits"]))


def _hazard(json: Optional[Json]) -> Optional[Hazard]:
    if not json:
        return None
    return Hazard(json["kind"], json["overlap"], json["resource"], json["carried"], json["distance"], json.get("distanceAtLeast", False), json.get("witness"), tuple(json.get("streams", ())))


def finding_of(json: Json, rendered: str, claim: str, with_fixes: bool) -> Finding:
    return Finding(
        **_range(json),
        rule=json["rule"],
        level=json["level"],
        message=json["message"],
        short=json.get("short") or json["message"],
        note=json.get("note", ""),
        file=json["file"],
        kernel=json.get("kernel", ""),
        claim=claim,
        role=json.get("role"),
        source=_source(json.get("source")),
        hazard=_hazard(json.get("hazard")),
        related=tuple(_place(place) for place in json.get("related", ())),
        fixes=tuple(_fix(fix) for fix in json.get("fixes", ())) if with_fixes else (),
        rendered=rendered.rstrip("\n"),
        data=json,
    )
