"""A real Chromium on the run's live server, and axe to check accessibility in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSTALL_HINT = (
    "the browser tests need Chromium on the PATH: `apt-get install chromium` on Debian and "
    "Ubuntu, `dnf install chromium` on Fedora, `brew install --cask chromium` on macOS; or set "
    "CHROMIUM to an executable"
)
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Pages must work without any other host: whatever they ask elsewhere fails at once.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]


def chromium_executable() -> str:
    """Return the path of an installed Chromium; fail the test, saying how to install one."""
    candidates = [os.environ.get("CHROMIUM", ""), *CHROMIUM_NAMES]
    found = next((path for name in candidates if name and (path := shutil.which(name))), None)
    if found is None:
        pytest.fail(INSTALL_HINT)
    return found


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Return a headless Chromium, started once for the run."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - slow to import

    executable = chromium_executable()
    # Playwright keeps an event loop in this thread, which Django would take for async code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, headless=True, args=ARGUMENTS + sandbox
        )
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser, live_server: Any) -> Iterator[Page]:
    """Return an empty page of a context of its own; relative addresses go to the live server."""
    context = chromium.new_context(base_url=live_server.url, locale="en-GB")
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def accessibility_problems() -> Callable[[Page], list[str]]:
    """Return a function that lists what axe finds on a page, one line per rule broken."""
    from axe_core_python.sync_playwright import Axe  # noqa: PLC0415 - slow to import

    axe = Axe()

    def problems(page: Page) -> list[str]:
        found = axe.run(page)["violations"]
        return [
            f"{rule['id']}: {rule['help']}: " + ", ".join(str(n["target"]) for n in rule["nodes"])
            for rule in found
        ]

    return problems
