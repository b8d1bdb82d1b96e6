"""The chances of an analyzed game as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override

from games.analysis.errors import AnalysisNotReady
from games.analysis.selectors import decision_documents, names_in, worst_moves
from games.analysis.storage import decisions_unpack
from games.models import Analysis, AnalysisStatus
from games.play.notifications import title_of
from games.rules.analysis import seat_colors, win_shares
from games.rules.charts import Chart, Line, Mark, draw_chart

Document = dict[str, Any]
GRAY = "#777777"
"""The color of seats in rulesets that have none."""


def plot_of(analysis: Analysis, language: str, layout: str) -> str:
    """Return the picture as SVG. Raises AnalysisNotReady, RulesUnavailable."""
    if analysis.status != AnalysisStatus.DONE:
        raise AnalysisNotReady
    with override(language):
        return draw_chart(chart_of(analysis, language), layout)


def chart_of(analysis: Analysis, language: str) -> Chart:
    """Return what the picture shows, in the active language."""
    game, seat = analysis.game, analysis.seat
    context = names_in(game, analysis.user, language)
    decisions = decision_documents(analysis, decisions_unpack(bytes(analysis.result)), context)
    by_move = {decision["move"]: decision for decision in decisions}
    worst = [by_move[move] for move in worst_moves(decisions)]
    return Chart(
        title=_("Chances of winning"),
        caption=title_of(game.ruleset),
        description=describe(decisions, seat),
        solid=_("as you saw it"),
        dashed=_("with everything revealed"),
        mark=_("costly decision"),
        end=_("end"),
        lines=[
            line_of(analysis, number, decisions, name)
            for number, name in sorted(context.names.items())
        ],
        marks=[mark_of(decision, seat) for decision in worst],
        levels=[(share / 100, _("%d%%") % share) for share in range(0, 101, 25)],
        ticks=list(ticks_of(decisions)),
        last=game.move_count,
        language=language,
    )


def line_of(analysis: Analysis, number: int, decisions: Sequence[Document], name: str) -> Line:
    """Return the line of a seat. It ends at the result."""
    game = analysis.game
    end = win_shares((game.result or {})["placements"])[number]
    colors = seat_colors(game.ruleset)
    return Line(
        name=name,
        color=colors[number % len(colors)] if colors else GRAY,
        bold=number == analysis.seat,
        solid=[
            *((decision["move"] - 1, decision["seen"][number]) for decision in decisions),
            (game.move_count, end),
        ],
        dashed=[(decision["move"], decision["revealed"][number]) for decision in decisions],
    )


def mark_of(decision: Document, seat: int) -> Mark:
    """Return the mark of a decision in the plot, with its loss as the title."""
    labels = {option["choice"]: option["label"] for option in decision["options"]}
    title = _("Move %(move)s: %(played)s instead of %(best)s, %(loss)s%% lost") % {
        "move": decision["move"],
        "played": labels[decision["played"]],
        "best": labels[decision["best"]],
        "loss": round(100 * decision["loss"]),
    }
    return Mark(decision["move"] - 1, decision["seen"][seat], title)


def ticks_of(decisions: Sequence[Document]) -> Iterator[tuple[float, str]]:
    """Yield the first decision of each round; in games without rounds, each decision."""
    seen = set()
    for decision in decisions:
        number = decision["round"]
        if number is None:
            yield decision["move"] - 1, _("move %(number)s") % {"number": decision["move"]}
        elif number not in seen:
            seen.add(number)
            yield decision["move"] - 1, _("round %(number)s") % {"number": number}


def describe(decisions: Sequence[Document], seat: int) -> str:
    """Return the picture in words: the seat's chances from the first decision to the last."""
    if not decisions:
        return _("There was no decision with several options.")
    first, last = (round(100 * decisions[place]["seen"][seat]) for place in (0, -1))
    return _(
        "Your chance of winning was %(first)s%% at your first decision and %(last)s%% at your "
        "last one."
    ) % {"first": first, "last": last}
