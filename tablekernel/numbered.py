"""The first format of stored frames: ``[class name, index of the step, value, value, ...]``.

A game that stored matches in it keeps a frozen table of what those names and indexes meant. When no
such match is left, its table and this module can go.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tablekernel.frames import END_NAME


class Numbered(NamedTuple):
    """The meaning of a class name and its indexes: the id, the steps and the fields in order."""

    id: str
    steps: tuple[str, ...]
    fields: tuple[str, ...]


def name_frames(document: dict[str, Any], table: Mapping[str, Numbered]) -> dict[str, Any]:
    """Return a state of this format in the next format, with the names of steps and fields."""
    stack = []
    for class_name, at, *values in document["stack"]:
        frame = table[class_name]
        step = (*frame.steps, END_NAME)[at]
        stack.append([frame.id, step, dict(zip(frame.fields, values, strict=True))])
    return {**document, "format": document["format"] + 1, "stack": stack}


def number_frames(document: dict[str, Any], table: Mapping[str, Numbered]) -> dict[str, Any] | None:
    """Undo ``name_frames``. Returns None if the table does not have a frame, step or field of the
    state: no match was stored like that in the old format.
    """
    class_names = {frame.id: class_name for class_name, frame in table.items()}
    stack = []
    for frame_id, step, fields in document["stack"]:
        class_name = class_names.get(frame_id)
        if class_name is None:
            return None
        frame = table[class_name]
        steps = (*frame.steps, END_NAME)
        if step not in steps or fields.keys() != set(frame.fields):
            return None
        values = [fields[name] for name in frame.fields]
        stack.append([class_name, steps.index(step), *values])
    return {**document, "format": document["format"] - 1, "stack": stack}
