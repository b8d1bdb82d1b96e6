"""Frames: procedures whose program counter is data, so that a match can wait for days in a row of
a table.

A frame lists its ``steps`` in the order they happen. A step named ``ask_x`` is a pure query: it
returns the ``Decision`` that is open, or ``None`` to pass on, and the reply goes to ``answer_x``,
which returns true to put the question again, or once it has set the program counter itself.
Any other step runs once. A step that pushes a frame resumes when that frame is finished.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

Step: TypeAlias = tuple[Any, Any]
"""What runs and, for a question, what takes the reply: methods of a frame, or ``None``."""

END: Final[Step] = (None, None)
"""Stands behind the last step."""

END_NAME: Final = "end"
"""The stored name of ``END``: the frame has taken all its steps, and lies under another one."""


class Choice:
    """One legal reply. Every choice is made once, at import, and shared by all states: compare by
    identity.
    """

    __slots__ = ("key", "verb")

    def __init__(self, key: str) -> None:
        self.key = key
        self.verb = key.partition(":")[0]

    def details(self) -> dict[str, Any]:
        """What a client needs to draw the choice, as JSON: names, never numbers of the engine's
        own.
        """
        return {}

    def __repr__(self) -> str:
        return f"<{self.key}>"


class Decision(NamedTuple):
    """The open question: who has to decide, about what, and every legal choice.

    A ``secret`` decision is asked even when one option is left, because answering it at once would
    tell the others so.
    """

    seat: int
    topic: str
    options: Sequence[Choice]
    secret: bool = False


Question: TypeAlias = tuple[int, str, Sequence[Choice], bool]
"""A decision as a bare tuple, which costs a fifth of the time to make: what busy frames return."""


class Frame:
    """A procedure that waits in the state's stack.

    ``steps`` names the methods in order, ``fields`` the attributes that are stored; each holds
    an int, a string, ``bytes`` or a tuple of ints. ``at`` is the index of the next step. A
    frame that is stored is made from some of its fields, under their own names.

    A frame is stored as its ``id``, the name of its next step and its fields by name. A match may
    wait for weeks in that form, so none of these names changes: docs/how-to-change-the-rules.md.
    """

    __slots__ = ("at",)

    id: ClassVar[str] = ""
    """The stored name of the class. Each class declares its own."""

    steps: ClassVar[tuple[str, ...]] = ()
    renamed: ClassVar[Mapping[str, str]] = {}
    """Steps whose method has a new name, as ``{"old": "new"}``. They are still stored as ``old``,
    so that matches and hashes stay as they are.
    """

    fields: ClassVar[tuple[str, ...]] = ()
    program: ClassVar[tuple[Step, ...]] = ()
    step_names: ClassVar[tuple[str, ...]] = ()
    """The stored names of ``program``, at the same places."""

    given: ClassVar[tuple[int, ...]] = ()
    """The places among ``fields`` of those that ``__init__`` takes, in its order."""

    def __init__(self) -> None:
        self.at = 0

    def __init_subclass__(cls) -> None:
        """Bind the steps once per class. Refuse a question without an answer, and step names that
        are not unique.
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
        """What the open question is about, for who has to decide: JSON, by names."""
        return {}

    def hide(self, state: Any, seat: int) -> None:
        """Put fillers into the fields for what ``seat`` may not know of them: called on copies."""

    def copy(self) -> Frame:
        """A frame that shares nothing changeable with this one. Hot frames write their own."""
        return restore_frame(type(self), self.at, [getattr(self, name) for name in self.fields])


def restore_frame(cls: type[Frame], at: int, values: Sequence[Any]) -> Frame:
    """A frame of a class with the values of its ``fields``, which waits at ``at``."""
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
    """Return every frame class below ``base`` by its id: the codec needs them to read a stack. A
    class without steps only declares fields for others, and never waits in a stack.

    Raises ``TypeError`` for a class without an id of its own, and for two classes with one id.
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
