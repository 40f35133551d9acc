"""The course of a reviewed game as an SVG picture: the margin of a seat, with what luck may do."""

from __future__ import annotations

from xml.sax.saxutils import escape

from tilewright.analysis.grade import is_bad
from tilewright.analysis.report import Decision, Review
from tilewright.drawing import INK, LINE, PANEL, SANS, SIGNAL, SOFT_INK

WIDTH, HEIGHT = 900, 260
LEFT, RIGHT, TOP, BOTTOM = 48, 16, 40, 28
STEP = 5  # points between two lines
SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


def draw(review: Review, seat: int = 0) -> str:
    """The graph of a seat."""
    margins = [value.margins[seat] for value in review.values]
    spreads = [value.spread[seat] for value in review.values]
    ends = [m + sign * s for m, s in zip(margins, spreads, strict=True) for sign in (-1, 1)]
    low, high = min(0.0, *ends) // STEP * STEP, -(-max(0.0, *ends) // STEP) * STEP

    def x(at: float) -> float:
        return round(LEFT + at / max(1, len(margins) - 1) * (WIDTH - LEFT - RIGHT), 1)

    def y(points: float) -> float:
        share = (points - low) / ((high - low) or 1)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)

    name = escape(review.seats[seat].name)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="{SANS}" font-size="12" role="img">',
        f"<title>{name}: expected lead in points</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PANEL}"/>',
        f'<text x="{LEFT}" y="24" fill="{INK}" font-weight="bold">{name}</text>',
    ]
    step = STEP * max(1, round((high - low) / STEP / 6))
    for tick in range(int(low), int(high) + 1, step):
        parts.append(
            f'<path d="M{LEFT} {y(tick)}H{WIDTH - RIGHT}" stroke="{LINE}"/>'
            f'<text x="{LEFT - 8}" y="{y(tick) + 4}" fill="{SOFT_INK}" text-anchor="end">'
            f"{tick:+}</text>"
        )
    rounds = [ply.round for ply in review.plies]
    for at, number in enumerate(rounds):
        if at == 0 or rounds[at - 1] != number:
            parts.append(
                f'<path d="M{x(at)} {TOP}V{HEIGHT - BOTTOM}" stroke="{LINE}" '
                'stroke-dasharray="2 4"/>'
                f'<text x="{x(at) + 4}" y="{HEIGHT - 10}" fill="{SOFT_INK}">{number}</text>'
            )
    upper = [f"{x(at)} {y(margins[at] + spreads[at])}" for at in range(len(margins))]
    lower = [f"{x(at)} {y(margins[at] - spreads[at])}" for at in reversed(range(len(margins)))]
    line = "L".join([f"{x(at)} {y(margin)}" for at, margin in enumerate(margins)])
    parts.append(f'<path d="M{"L".join(upper + lower)}Z" fill="{SIGNAL}" opacity="0.15"/>')
    parts.append(f'<path d="M{line}" fill="none" stroke="{SIGNAL}" stroke-width="2"/>')
    for ply in review.plies:
        if isinstance(ply, Decision) and ply.grade and is_bad(ply.grade):
            at, points = ply.at + 1, margins[ply.at + 1]
            parts.append(
                f'<circle cx="{x(at)}" cy="{y(points)}" r="3.5" fill="{INK}"/>'
                f'<text x="{x(at)}" y="{y(points) - 8}" fill="{INK}" text-anchor="middle">'
                f"{SIGNS[ply.grade]}</text>"
            )
    return "\n".join([*parts, "</svg>\n"])
