"""Every message of the server in the transcripts, against the protocol's own description of itself.

    test_shapes.py MODEL TRANSCRIPT..      MODEL: metaModel.json of the language server protocol; where it is not, lsprotocol is read, and without both it is skipped

A property that the protocol does not have is as wrong as one that is missing or of another type. Requests of the client that were right, that is answered with a result,
are looked at too, so that the transcripts do not ask what no client would."""
import json
import os
import re
import sys

from model import load

model = load(sys.argv[1])
if not model:
    print("skipped: no metaModel.json of the language server protocol, and no lsprotocol; ./dev check fetches it")
    sys.exit(77)
structures = {s["name"]: s for s in model["structures"]}
enumerations = {e["name"]: e for e in model["enumerations"]}
aliases = {a["name"]: a for a in model["typeAliases"]}
requests = {r["method"]: r for r in model["requests"]}
notifications = {n["method"]: n for n in model["notifications"]}
FREE = {"LSPAny", "LSPObject", "LSPArray"}
BASES = {"string": str, "DocumentUri": str, "URI": str, "RegExp": str, "boolean": bool}
RANGES = {"integer": (-(2**31), 2**31 - 1), "uinteger": (0, 2**31 - 1)}


def properties(name):
    structure = structures[name]
    found = {}
    for parent in structure.get("extends", []) + structure.get("mixins", []):
        found.update(properties(parent["name"]))
    found.update({p["name"]: p for p in structure["properties"]})
    return found


def of_properties(value, wanted, path):
    if not isinstance(value, dict):
        return [f"{path}: no object"]
    faults = [f"{path}.{key}: the protocol has no such property" for key in value if key not in wanted]
    for key, p in wanted.items():
        if key in value:
            faults += check(value[key], p["type"], f"{path}.{key}")
        elif not p.get("optional"):
            faults.append(f"{path}.{key}: is missing")
    return faults


def of_base(value, name, path):
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if name == "null":
        good = value is None
    elif name in BASES:
        good = isinstance(value, BASES[name])
    elif name == "decimal":
        good = number
    else:
        low, high = RANGES[name]
        good = number and value == int(value) and low <= value <= high
    return [] if good else [f"{path}: {value!r} is no {name}"]


def of_enumeration(value, enumeration, path):
    faults = of_base(value, enumeration["type"]["name"], path)
    known = value in [v["value"] for v in enumeration["values"]]
    return faults if faults or known or enumeration.get("supportsCustomValues") else [f"{path}: {value!r} is no {enumeration['name']}"]


def check(value, kind, path):
    match kind["kind"]:
        case "base":
            return of_base(value, kind["name"], path)
        case "reference":
            name = kind["name"]
            if name in FREE:
                return []
            if name in aliases:
                return check(value, aliases[name]["type"], path)
            if name in enumerations:
                return of_enumeration(value, enumerations[name], path)
            return of_properties(value, properties(name), path)
        case "array":
            return [f"{path}: no list"] if not isinstance(value, list) else [f for i, v in enumerate(value) for f in check(v, kind["element"], f"{path}[{i}]")]
        case "map":
            return [f"{path}: no object"] if not isinstance(value, dict) else [f for k, v in value.items() for f in check(v, kind["value"], f"{path}[{k}]")]
        case "or":
            tried = [check(value, item, path) for item in kind["items"]]
            return min(tried, key=len)
        case "and":
            wanted = {}
            for item in kind["items"]:
                wanted.update(properties(item["name"]))
            return of_properties(value, wanted, path)
        case "tuple":
            return [f for v, item in zip(value, kind["items"]) for f in check(v, item, path)]
        case "literal":
            return of_properties(value, {p["name"]: p for p in kind["value"]["properties"]}, path)
        case "stringLiteral" | "integerLiteral" | "booleanLiteral":
            return [] if value == kind["value"] else [f"{path}: {value!r} is not {kind['value']!r}"]
    raise ValueError(kind)


def of_params(description, params, path):
    wanted = description.get("params")
    if not wanted:
        return [] if params is None else [f"{path}: has no parameters"]
    return check(params, wanted, path)


def of_server(message, asked):
    """A message of the server; `asked`: the client's requests by id."""
    method = message.get("method")
    if method in notifications:
        return of_params(notifications[method], message.get("params"), method)
    if method in requests:
        return of_params(requests[method], message.get("params"), method)
    if method:
        return [f"{method}: the protocol has no such method"]
    question = asked.get(json.dumps(message["id"]))
    if "error" in message:
        wanted = {"code": {"type": {"kind": "base", "name": "integer"}}, "message": {"type": {"kind": "base", "name": "string"}},
                  "data": {"type": {"kind": "reference", "name": "LSPAny"}, "optional": True}}
        return of_properties(message["error"], wanted, "error")
    if not question or question["method"] not in requests:
        return []  # one of our own, or a transcript's `! start`
    return of_params(requests[question["method"]], question.get("params"), "asked: " + question["method"]) + check(
        message["result"], requests[question["method"]]["result"], question["method"])


def sees_faults():
    """Of each sort one, and none in what is right."""
    place = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
    action = {"kind": "reference", "name": "CodeAction"}
    wrong = [{"kind": "quickfix"}, {"title": "x", "kind": 3}, {"title": "x", "colour": "red"}, {"title": "x", "diagnostics": [{"range": place}]},
             {"title": "x", "diagnostics": [{"range": {**place, "end": {"line": -1, "character": 0}}, "message": "m"}]},
             {"title": "x", "diagnostics": [{"range": place, "message": "m", "severity": 9}]}]
    right = {"title": "x", "kind": "quickfix.of.ours", "diagnostics": [{"range": place, "message": "m", "severity": 1, "code": "c", "data": {"any": 1}}]}
    return not check(right, action, "") and all(check(w, action, "") for w in wrong)


def entries(path):
    """Line numbers and entries of a transcript, each on one line (script.h)."""
    with open(path, encoding="utf-8") as file:
        for found in re.finditer(r"^[^ \n].*\n(?: .*\n)*", text := file.read(), re.MULTILINE):
            entry = re.sub(r'"\n +"', "", found[0])
            yield text.count("\n", 0, found.start()) + 1, re.sub(r"\n *", " ", entry)


assert sees_faults()
count, faults = 0, []
methods = set()
for path in sys.argv[2:]:
    asked = {}
    for number, line in entries(path):
        way, text = line[:1], line[2:]
        if way == ">" and "id" in (message := json.loads(text)) and "method" in message:
            asked[json.dumps(message["id"])] = message
        if way == "<":
            message = json.loads(text)
            count += 1
            methods.add(message.get("method") or asked.get(json.dumps(message["id"]), {}).get("method"))
            faults += [f"{os.path.basename(path)}:{number}: {fault}" for fault in of_server(message, asked)]
print("\n".join(faults[:50]))
print(f"{count} messages of {len(methods)} methods, {len(faults)} faults")
sys.exit(bool(faults) or count < 100)
