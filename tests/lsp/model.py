"""The protocol's description of itself: metaModel.json where there is one, else what lsprotocol, which is made from it, kept of it."""
import enum
import json
import os
import pathlib
import subprocess
import sys
import typing


MAY_BE_NULL_OR_ABSENT = {"rootPath", "workspaceFolders"}  # lsprotocol does not tell these from what has to be there


def reexecute_with_lsprotocol():
    """Goes on in the Python of `./dev check` or of $FENCEPOST_E2E when this one has no lsprotocol; False: none has."""
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    cache = pathlib.Path(os.environ.get("FENCEPOST_E2E") or pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache", "fencepost-e2e"))
    for python in sys.executable, str(root / ".cache/protocol/bin/python"), str(cache / "python/bin/python"):
        if pathlib.Path(python).exists() and subprocess.run([python, "-c", "import lsprotocol"], capture_output=True).returncode == 0:
            if python != sys.executable:
                os.execv(python, [python, "-B", *sys.argv])
            return True
    return False


def camel(name):
    head, *tail = name.rstrip("_").split("_")
    return head + "".join(word.capitalize() for word in tail)


class FromTypes:
    """lsprotocol's classes in the words of the meta-model."""

    def __init__(self):
        import attrs
        from lsprotocol import types
        self.attrs, self.types, self.names = attrs, types, vars(types)
        classes = [c for c in types.ALL_TYPES_MAP.values() if isinstance(c, type)]
        self.structures = [self.structure(c) for c in classes if attrs.has(c)]
        self.enumerations = [self.enumeration(c) for c in classes if issubclass(c, enum.Enum)]
        self.requests, self.notifications = [], []
        for method, (message, response, params, _) in types.METHOD_TO_TYPES.items():
            row = {"method": method, **({"params": self.kind(params)} if params else {})}
            if response:
                self.requests.append({**row, "result": self.kind(typing.get_type_hints(response, self.names)["result"])})
            else:
                self.notifications.append(row)

    def kind(self, wanted):
        origin, arguments = typing.get_origin(wanted), typing.get_args(wanted)
        if wanted in (typing.Any, object, self.types.LSPObject):
            return {"kind": "reference", "name": "LSPAny"}
        if wanted in (str, bool, int, float, type(None)):
            return {"kind": "base", "name": {str: "string", bool: "boolean", int: "integer", float: "decimal"}.get(wanted, "null")}
        if isinstance(wanted, typing.ForwardRef) or isinstance(wanted, str):
            name = getattr(wanted, "__forward_arg__", wanted)
            return {"kind": "reference", "name": name} if name.startswith("LSP") else self.kind(self.names[name])
        if isinstance(wanted, type) and (self.attrs.has(wanted) or issubclass(wanted, enum.Enum)):
            return {"kind": "reference", "name": wanted.__name__}
        if origin is typing.Union:
            return {"kind": "or", "items": [self.kind(a) for a in arguments]}
        if origin is typing.Literal:
            return {"kind": "or", "items": [{"kind": "stringLiteral", "value": a} for a in arguments]}
        if origin is tuple:
            return {"kind": "tuple", "items": [self.kind(a) for a in arguments]}
        if hasattr(origin, "__iter__") and len(arguments) == 1:
            return {"kind": "array", "element": self.kind(arguments[0])}
        if len(arguments) == 2:
            return {"kind": "map", "key": self.kind(arguments[0]), "value": self.kind(arguments[1])}
        raise ValueError(wanted)

    def structure(self, cls):
        hints, properties = typing.get_type_hints(cls, self.names), []
        for field in self.attrs.fields(cls):
            kind = self.kind(hints[field.name])
            has_default = field.default is not self.attrs.NOTHING
            written = self.types.is_special_property(cls, field.name)  # even when it has its default
            if has_default and not written and kind["kind"] == "or":  # None is how Python says that it is absent
                kind = {"kind": "or", "items": [k for k in kind["items"] if k.get("name") != "null"]}
            if kind == {"kind": "base", "name": "integer"} and "uinteger" in repr(field.validator):
                kind = {"kind": "base", "name": "uinteger"}
            properties.append({"name": camel(field.name), "type": kind, "optional": has_default and not written or camel(field.name) in MAY_BE_NULL_OR_ABSENT})
        return {"name": cls.__name__, "properties": properties}

    @staticmethod
    def enumeration(cls):
        name = "string" if issubclass(cls, str) else "integer"
        return {"name": cls.__name__, "type": {"kind": "base", "name": name}, "values": [{"value": v.value} for v in cls]}


def load(path):
    """None: there is no description here."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    if not reexecute_with_lsprotocol():
        return None
    types = FromTypes()
    return {"structures": types.structures, "enumerations": types.enumerations, "typeAliases": [], "requests": types.requests, "notifications": types.notifications}
