"""The running site, from one command as its players start it, and a real browser.

Where there is no Chromium these tests are skipped, loudly (tests/conftest.py); under CI they fail.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.conftest import NO_CHROMIUM
from tests.site import Site

# The shell first: it has no windows, tabs and address bar to draw that nobody sees. Its letters are as wide
# as on a desktop if it is told how they are hinted there.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)
QUIET = (
    "--no-sandbox", "--disable-gpu", "--font-render-hinting=slight", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if CHROMIUM is None and not os.environ.get("CI"):
                item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site on a port of its own, with data of its own."""
    with Site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM, NO_CHROMIUM
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(chromium: Browser, site: Site) -> Iterator[OpenPage]:
    """Opens the site for a person: `open_page(path="/", language="da", width=390, height=844,
    touch=True)`. At the end of the test no browser may have had anything to complain of."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.text} ({message.location.get('url')})")

    def open_(
        path: str = "/",
        *,
        language: str = "en",
        width: int = 1280,
        height: int = 800,
        touch: bool = False,
        **more: object,
    ) -> Page:
        context = chromium.new_context(
            base_url=site.address,
            locale=language,
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            **more,  # type: ignore[arg-type]
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    open_.complaints = complaints  # type: ignore[attr-defined]
    yield open_
    for context in contexts:
        context.close()
    assert complaints == []
