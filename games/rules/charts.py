"""The platform's interface to charts."""

from __future__ import annotations

from tablekernel.drawing.chart import Chart as Chart
from tablekernel.drawing.chart import Line as Line
from tablekernel.drawing.chart import Mark as Mark
from tablekernel.drawing.chart import draw_chart as draw_chart
