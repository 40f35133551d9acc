"""A person's choices apply on every device, whichever client saved them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.test_pages import COLOURED, DRAWN, check

KEEP = """async (preferences) => {
    const send = (method, path, body) => fetch(path, {
        method,
        headers: { "Content-Type": "application/json" },
        body: body && JSON.stringify(body),
    });
    await send("POST", "/api/guest");
    const answer = await send("PUT", "/api/me/preferences", preferences);
    localStorage.setItem("known", "yes");
    return answer.status;
}"""
KEPT = "async () => (await (await fetch('/api/me')).json()).preferences"

# the contrast between a panel and its edge
EDGES = """() => {
    const light = color => {
        const [r, g, b] = color.match(/[0-9.]+/g).map(part => part / 255)
            .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const { backgroundColor, borderTopColor } = getComputedStyle(document.querySelector(".panel"));
    const [low, high] = [light(backgroundColor), light(borderTopColor)].sort((a, b) => a - b);
    return high / low;
}"""


@pytest.mark.parametrize(
    "kept", [{"theme": "contrast", "animation": "off"}, {"contrast": True, "speed": "instant"}]
)
def test_the_page_knows_what_the_server_knows(open_page: Open, kept: dict[str, object]) -> None:
    page = open_page("/", motion=True, theme="dark")
    assert page.evaluate(KEEP, kept) == 200
    page.goto("/settings")
    html = page.locator("html")
    expect(html).to_have_attribute("data-contrast", "more")
    expect(html).to_have_attribute("data-theme", "dark")
    assert page.evaluate("document.documentElement.style.getPropertyValue('--speed')") == "0"
    expect(page.get_by_role("radio", name="At once")).to_be_checked()
    with page.expect_response(lambda answer: answer.request.method == "PUT") as put:
        page.get_by_role("radio", name="Slow").check(force=True)
    assert put.value.status == 200
    now = page.evaluate(KEPT)
    assert now["animation"] == "slow" and "speed" not in now
    assert page.evaluate("document.documentElement.style.getPropertyValue('--speed')") == "1.5"
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        page.evaluate(DRAWN)
        check(page, f"high contrast, {theme}", *COLOURED)
        for boards in ("azulejo", "garden", "plaster"):
            page.evaluate("boards => document.documentElement.dataset.boards = boards", boards)
            assert page.evaluate(EDGES) >= 4.5, f"lines are pale, {theme} {boards}"
    page.get_by_role("switch", name="High contrast").uncheck(force=True)
    expect(html).to_have_attribute("data-contrast", "normal")


def test_the_boards_and_tiles_that_were_chosen_follow_the_account(open_page: Open) -> None:
    page = open_page("/")
    assert page.evaluate(KEEP, {}) == 200
    page.goto("/settings")
    html = page.locator("html")
    expect(html).to_have_attribute("data-boards", "plaster")
    expect(html).to_have_attribute("data-tiles", "glazed")
    before = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    for choice in ("Azulejo", "Matt"):
        with page.expect_response(lambda answer: answer.request.method == "PUT"):
            page.get_by_role("radio", name=choice).check(force=True)
    expect(html).to_have_attribute("data-boards", "azulejo")
    assert page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor") != before
    kept = page.evaluate(KEPT)
    assert (kept["boards"], kept["tiles"]) == ("azulejo", "matt")
    page.evaluate("localStorage.removeItem('settings')")  # as on another device
    page.reload()
    expect(html).to_have_attribute("data-boards", "azulejo")
    expect(html).to_have_attribute("data-tiles", "matt")
