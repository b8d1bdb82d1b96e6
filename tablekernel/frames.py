"""Frames: procedures whose program counter is data, so that a match can wait for days in a database
row.

A frame lists its ``steps`` in order. A step named ``ask_x`` is a pure query: it returns the open
``Decision``, or ``None`` to continue. The reply goes to ``answer_x``, which returns true to ask the
question again, or after it has set the program counter itself. Any other step runs once. A step
that pushes a frame resumes when that frame is finished.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from tablekernel.subclassing import mypyc_attr

Step: TypeAlias = tuple[Any, Any]
"""The method that runs, and the method that takes the reply to a question: methods of a frame, or
``None``.
"""

END: Final[Step] = (None, None)
"""The entry after the last step."""

END_NAME: Final = "end"
"""The stored name of ``END``: the frame has finished its steps, and waits under another frame."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Choice:
    """A legal reply. Every choice is created once, at import, and shared by all states: compare by
    identity.
    """

    __slots__ = ("key", "verb")

    def __init__(self, key: str) -> None:
        self.key = key
        self.verb = key.partition(":")[0]

    def details(self) -> dict[str, Any]:
        """Return what a client needs to draw the choice, as JSON: names, never internal numbers."""
        return {}

    def __repr__(self) -> str:
        return f"<{self.key}>"


class Decision(NamedTuple):
    """An open question: the seat that decides, the topic, and every legal choice.

    A ``secret`` decision is asked even if only one option is left: answering it at once would
    reveal that to the others.
    """

    seat: int
    topic: str
    options: Sequence[Choice]
    secret: bool = False


Question: TypeAlias = tuple[int, str, Sequence[Choice], bool]
"""A decision as a bare tuple, which is five times as fast to create, for busy frames."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame:
    """A procedure that waits in the state's stack.

    ``steps`` names the methods in order, ``fields`` the attributes that are stored; each holds an
    int, a string, ``bytes`` or a tuple of ints. ``at`` is the index of the next step. A frame is
    created from some of its fields, under their own names.

    A frame is stored as its ``id``, the name of its next step and its fields by name. A match may
    wait for weeks in that form, so none of these names changes: docs/how-to-change-the-rules.md.
    """

    id: ClassVar[str] = ""
    """The stored name of the class. Each class declares its own."""

    steps: ClassVar[tuple[str, ...]] = ()
    renamed: ClassVar[Mapping[str, str]] = {}
    """Steps whose method was renamed, as ``{"old": "new"}``. They are still stored as ``old``, so
    that matches and hashes do not change.
    """

    fields: ClassVar[tuple[str, ...]] = ()
    program: ClassVar[tuple[Step, ...]] = ()
    step_names: ClassVar[tuple[str, ...]] = ()
    """The stored names of the steps in ``program``, in the same order."""

    given: ClassVar[tuple[int, ...]] = ()
    """The indexes in ``fields`` of the parameters of ``__init__``, in its order."""

    def __init__(self) -> None:
        self.at = 0

    def __init_subclass__(cls) -> None:
        """Bind the steps once per class. Refuse a question without an answer, and duplicate step
        names.
        """
        steps = [
            (
                getattr(cls, name),
                getattr(cls, "answer_" + name[4:]) if name.startswith("ask_") else None,
            )
            for name in cls.steps
        ]
        cls.program = (*steps, END)
        cls.step_names = _stored_names(cls)
        taken = [name for name in signature(cls).parameters if name in cls.fields]
        cls.given = tuple([cls.fields.index(name) for name in taken])

    def context(self, state: Any) -> dict[str, Any]:
        """Return the context of the open question for the deciding seat: JSON, by names."""
        return {}

    def hide(self, state: Any, seat: int) -> None:
        """Replace what ``seat`` may not know of the fields by fillers. Called on copies."""

    def copy(self) -> Frame:
        """Return a frame that shares nothing mutable with this one. Hot frames write their own."""
        return restore_frame(type(self), self.at, [getattr(self, name) for name in self.fields])


def restore_frame(cls: type[Frame], at: int, values: Sequence[Any]) -> Frame:
    """Return a frame of a class with the values of its ``fields``, waiting at ``at``."""
    make: Callable[..., Frame] = cls
    frame = make(*[values[place] for place in cls.given])
    frame.at = at
    for name, value in zip(cls.fields, values, strict=True):
        setattr(frame, name, value)
    return frame


def _stored_names(cls: type[Frame]) -> tuple[str, ...]:
    """Return the stored name of each step and of the end."""
    unknown = set(cls.renamed.values()) - set(cls.steps)
    if unknown:
        raise TypeError(f"{cls}.renamed leads to no step: {sorted(unknown)}")
    old_names = {new: old for old, new in cls.renamed.items()}
    names = (*[old_names.get(name, name) for name in cls.steps], END_NAME)
    if len(set(names)) < len(names):
        raise TypeError(f"two steps of {cls} are stored under one name: {names}")
    return names


def frame_classes(base: type[Frame]) -> dict[str, type[Frame]]:
    """Return every frame class below ``base`` by its id, for the codec.

    A class without steps only declares fields for others, and never waits in a stack. Raises
    ``TypeError`` for a class without an id of its own, and for two classes with one id.
    """
    found: dict[str, type[Frame]] = {}
    unread = list(base.__subclasses__())
    while unread:
        cls = unread.pop()
        unread.extend(cls.__subclasses__())
        if not cls.steps:
            continue
        if not vars(cls).get("id"):
            raise TypeError(f"{cls} needs an id of its own: the name under which it is stored")
        other = found.setdefault(cls.id, cls)
        if other is not cls:
            raise TypeError(f"{other} and {cls} have the same id {cls.id!r}")
    return found
