"""Frames: procedures whose program counter is data, so that a match can wait for days in a row of
a table.

A frame lists its ``steps`` in the order they happen. A step named ``ask_x`` is a pure query: it
returns the ``Decision`` that is open, or ``None`` to pass on, and the reply goes to ``answer_x``,
which returns true to put the question again, or once it has set the program counter itself.
Any other step runs once. A step that pushes a frame resumes when that frame is finished.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

Step: TypeAlias = tuple[Any, Any]
"""What runs and, for a question, what takes the reply: methods of a frame, or ``None``."""

END: Final[Step] = (None, None)
"""Stands behind the last step."""


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
    """

    __slots__ = ("at",)

    steps: ClassVar[tuple[str, ...]] = ()
    fields: ClassVar[tuple[str, ...]] = ()
    program: ClassVar[tuple[Step, ...]] = ()
    given: ClassVar[tuple[int, ...]] = ()
    """The places among ``fields`` of those that ``__init__`` takes, in its order."""

    def __init__(self) -> None:
        self.at = 0

    def __init_subclass__(cls) -> None:
        """Bind the steps once per class, and refuse a question without an answer."""
        steps = [
            (
                getattr(cls, name),
                getattr(cls, "answer_" + name[4:]) if name.startswith("ask_") else None,
            )
            for name in cls.steps
        ]
        cls.program = (*steps, END)
        taken = [name for name in signature(cls).parameters if name in cls.fields]
        cls.given = tuple([cls.fields.index(name) for name in taken])

    def about(self, state: Any) -> dict[str, Any]:
        """What the open question is about, for who has to decide: JSON, by names."""
        return {}

    def hide(self, state: Any, seat: int) -> None:
        """Put fillers into the fields for what ``seat`` may not know of them: called on copies."""

    def copy(self) -> Frame:
        """A frame that shares nothing changeable with this one. Hot frames write their own."""
        return waiting(type(self), self.at, [getattr(self, name) for name in self.fields])


def waiting(cls: type[Frame], at: int, values: Sequence[Any]) -> Frame:
    """A frame of a class with the values of its ``fields``, which waits at ``at``."""
    make: Callable[..., Frame] = cls
    frame = make(*[values[place] for place in cls.given])
    frame.at = at
    for name, value in zip(cls.fields, values, strict=True):
        setattr(frame, name, value)
    return frame


def frame_classes(base: type[Frame]) -> dict[str, type[Frame]]:
    """Every frame class below ``base``, by name: what the codec needs to read a stack back."""
    found: dict[str, type[Frame]] = {}
    unread = list(base.__subclasses__())
    while unread:
        cls = unread.pop()
        if found.setdefault(cls.__name__, cls) is not cls:
            raise TypeError(f"two frames are named {cls.__name__}")
        unread.extend(cls.__subclasses__())
    return found
