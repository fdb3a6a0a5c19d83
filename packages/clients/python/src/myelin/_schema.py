"""From a function's signature to the JSON Schema of its arguments."""

from __future__ import annotations

import inspect
import math
import re
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

from ._json import JsonDict

_PLAIN: dict[object, JsonDict] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    None: {"type": "null"},
    list: {"type": "array"},
    dict: {"type": "object"},
    Any: {},
    object: {},
}
_LISTS: tuple[object, ...] = (list, Sequence)
_MAPS: tuple[object, ...] = (dict, Mapping)


def arguments_schema(function: Callable[..., Any], skip: Sequence[str] = ()) -> JsonDict:
    """The JSON Schema of an object with one member for each parameter but those to `skip`.

    Types come from the hints, descriptions from `Annotated[…, "text"]` or else the docstring (`Args:` or `:param x:`);
    a parameter with a default need not be sent. Raises TypeError for what has no counterpart in JSON Schema.
    """
    hints = _hints_of(function)
    described = _parameter_descriptions(inspect.getdoc(function) or "")
    properties: JsonDict = {}
    required: list[str] = []
    for name, parameter in inspect.signature(function).parameters.items():
        if name in skip:
            continue
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY) or name not in hints:
            raise TypeError(
                f"the parameter {name!r} of {function.__name__} needs a type hint and a name that can be passed by "
                "keyword; otherwise give the tool its parameters as a JSON Schema: parameters={…}"
            )
        schema = _schema_of(hints[name], f"the parameter {name!r} of {function.__name__}")
        if name in described:
            schema = {"description": described[name], **schema}
        if parameter.default is parameter.empty:
            required.append(name)
        elif _is_plain_json(parameter.default):
            schema = {**schema, "default": parameter.default}
        properties[name] = schema
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def summary_of(function: Callable[..., Any]) -> str:
    """The first paragraph of the docstring on one line, `''` without one."""
    paragraph = (inspect.getdoc(function) or "").split("\n\n")[0]
    return " ".join(paragraph.split())


def parameters_of_type(function: Callable[..., Any], wanted: type) -> list[str]:
    """The names of the parameters that are hinted with exactly this type."""
    return [name for name, hint in _hints_of(function).items() if hint is wanted and name != "return"]


def _hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        return get_type_hints(function, include_extras=True)
    except NameError as error:
        raise TypeError(
            f"cannot read the type hints of {function.__name__}: {error}. "
            "Define the types at module level, or give the tool its parameters as a JSON Schema: parameters={…}"
        ) from error


def _schema_of(hint: Any, where: str) -> JsonDict:
    if isinstance(hint, type) or hint is None or hint is Any:
        if hint in _PLAIN:
            return _PLAIN[hint]
        if is_typeddict(hint):
            return _typed_dict_schema(hint, where)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        texts = [text for text in arguments[1:] if isinstance(text, str)]
        return {**({"description": texts[0]} if texts else {}), **_schema_of(arguments[0], where)}
    if origin in (Required, NotRequired):
        return _schema_of(arguments[0], where)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema_of(argument, where) for argument in arguments]}
    if origin in _LISTS or origin is _LISTS[1]:
        return {"type": "array", "items": _schema_of(arguments[0], where)}
    if origin in _MAPS and arguments[0] is str:
        return {"type": "object", "additionalProperties": _schema_of(arguments[1], where)}
    raise TypeError(
        f"{where} has the type {hint!r}, which JSON has no word for. Use str, int, float, bool, None, list[…], "
        "dict[str, …], Literal, a union of these or a TypedDict, or give the tool its parameters: parameters={…}"
    )


def _typed_dict_schema(hint: Any, where: str) -> JsonDict:
    members = get_type_hints(hint, include_extras=True)
    return {
        "type": "object",
        "properties": {name: _schema_of(member, f"{where}.{name}") for name, member in members.items()},
        "required": [name for name, member in members.items() if _is_required(name, member, hint)],
        "additionalProperties": False,
    }


def _is_required(name: str, member: Any, hint: Any) -> bool:
    """Under postponed annotations `__required_keys__` knows a class's totality, but no qualifier of a member."""
    qualifier = get_origin(member)
    return qualifier is Required or (name in hint.__required_keys__ and qualifier is not NotRequired)


def _parameter_descriptions(docstring: str) -> dict[str, str]:
    described = dict(re.findall(r"^\s*:param (?:[^:]* )?(\w+):\s*(.+)$", docstring, re.MULTILINE))
    section = re.search(r"^Args:\n((?:[ \t]+.*\n?|\n)+)", docstring, re.MULTILINE)
    if section is None:
        return described
    name, indent = None, None
    for line in section.group(1).splitlines():
        depth = len(line) - len(line.lstrip())
        indent = depth if indent is None else indent
        item = re.match(r"\s*(\w+)(?:\s*\([^)]*\))?:\s*(.*)", line)
        if depth == indent and item is not None:
            name = item.group(1)
            described[name] = item.group(2)
        elif name is not None:
            described[name] = f"{described[name]} {line.strip()}".strip()
    return described


def _is_plain_json(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, (str, int, bool))
