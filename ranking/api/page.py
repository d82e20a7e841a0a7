"""The description of the API for people: made from the one for programs, so that both say the same."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ranking.api.site import api


class Line(NamedTuple):
    """A parameter, or a field of an answer."""

    name: str
    kind: str
    says: str


class Endpoint(NamedTuple):
    path: str
    name: str
    summary: str
    says: str
    takes: tuple[Line, ...]
    gives: str


class Shape(NamedTuple):
    """An object of an answer."""

    name: str
    says: str
    fields: tuple[Line, ...]


@require_safe
def description(request: HttpRequest) -> HttpResponse:
    schema = api.get_openapi_schema()
    context = {
        "says": schema["info"]["description"].split("\n\n"),
        "endpoints": list(_endpoints(schema)),
        "shapes": list(_shapes(schema)),
        "openapi": reverse("api:openapi-json"),
    }
    return render(request, "ranking/api.html", context)


def _endpoints(schema: Mapping[str, Any]) -> Iterator[Endpoint]:
    for path, ways in schema["paths"].items():
        asked = ways["get"]
        answer = asked["responses"][200]["content"]["application/json"]["schema"]
        yield Endpoint(
            path=path,
            name=asked["operationId"],
            summary=asked["summary"],
            says=asked["description"],
            takes=tuple(
                Line(one["name"], _asked(one["schema"]), one["schema"].get("description", ""))
                for one in asked.get("parameters", ())
            ),
            gives=_kind(answer),
        )


def _shapes(schema: Mapping[str, Any]) -> Iterator[Shape]:
    """Those that answers are made of: what is asked for stands with its endpoint."""
    whole = json.dumps(schema)
    for name, shape in schema["components"]["schemas"].items():
        if f'"#/components/schemas/{name}"' not in whole:
            continue
        fields = shape.get("properties", {}).items()
        lines = tuple(Line(field, _kind(value), value.get("description", "")) for field, value in fields)
        yield Shape(name, shape.get("description", ""), lines)


def _asked(schema: Mapping[str, Any]) -> str:
    """What may be asked for; without it is another way to say null."""
    return _kind(schema).removesuffix(" or null")


def _kind(schema: Mapping[str, Any]) -> str:
    """What a value is, in few words."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " or ".join(_kind(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    match schema.get("type"):
        case "array" if "items" in schema:
            return f"list of {_kind(schema['items'])}"
        case "array":
            return f"list of {len(schema.get('prefixItems', ()))} numbers"
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return f"object of {_kind(schema['additionalProperties'])}"
        case kind:
            return str(schema.get("format") or kind or "anything")
