"""The course of a reviewed game as an SVG picture: a seat's margin, with what luck may do."""

from __future__ import annotations

from tilewright.analysis.grade import is_bad
from tilewright.analysis.report import Decision, Review
from tilewright.chart import WIDTH, Chart, dot, label, path, picture
from tilewright.drawing import INK, LINE, SIGNAL

HEIGHT = 260
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

    name = review.seats[seat].name
    parts = [label(LEFT, 24, name, fill=INK, weight="bold")]
    step = STEP * max(1, round((high - low) / STEP / 6))
    for tick in range(int(low), int(high) + 1, step):
        parts.append(path(f"M{LEFT} {y(tick)}H{WIDTH - RIGHT}", LINE, 1))
        parts.append(label(LEFT - 8, y(tick) + 4, f"{tick:+}" if tick else "0", anchor="end"))
    rounds = [ply.round for ply in review.plies]
    for at, number in enumerate(rounds):
        if at == 0 or rounds[at - 1] != number:
            parts.append(path(f"M{x(at)} {TOP}V{HEIGHT - BOTTOM}", LINE, 1, dashes="2 4"))
            parts.append(label(x(at) + 4, HEIGHT - 10, str(number)))
    upper = [f"{x(at)} {y(margins[at] + spreads[at])}" for at in range(len(margins))]
    lower = [f"{x(at)} {y(margins[at] - spreads[at])}" for at in reversed(range(len(margins)))]
    line = "L".join([f"{x(at)} {y(margin)}" for at, margin in enumerate(margins)])
    parts.append(f'<path d="M{"L".join(upper + lower)}Z" fill="{SIGNAL}" opacity="0.15"/>')
    parts.append(path(f"M{line}", SIGNAL, 2))
    for ply in review.plies:
        if isinstance(ply, Decision) and ply.grade and is_bad(ply.grade):
            across, down = x(ply.at + 1), y(margins[ply.at + 1])
            is_own = ply.seat == seat  # those of others are hollow, with the sign above
            parts.append(dot(across, down, 3, color=INK, hollow=not is_own))
            beside = down + 18 if is_own else down - 9
            parts.append(label(across, beside, SIGNS[ply.grade], fill=INK, anchor="middle"))
    return picture(f"{name}: expected lead in points", [Chart(HEIGHT, parts)])
