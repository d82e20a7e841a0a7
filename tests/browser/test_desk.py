"""A moderator decides a report, and the player reads why and until when."""

import re
import time

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_accounts import confirm, sign_up, too_wide
from tests.browser.test_axe import faults
from tests.browser.test_company import TERMS, send
from tests.site import Site

WHY = "Threats at a table."


def into_the_group(site: Site, name: str) -> None:
    """As an admin would put an account among the moderators."""
    site.database.rows("UPDATE accounts_user SET is_staff = %s WHERE username = %s RETURNING id", True, name)
    site.database.rows(
        "INSERT INTO accounts_user_groups (user_id, group_id) SELECT u.id, g.id FROM accounts_user u, "
        "auth_group g WHERE u.username = %s AND g.name = 'moderator' RETURNING id",
        name,
    )


def set_up_a_second_factor(page: Page) -> str:
    """The secret of the app."""
    page.goto("/account/second/app/")
    confirm(page)
    secret = page.locator("code").inner_text()
    page.locator("#id_code").fill(code_of(secret))
    page.locator("#id_code").press("Enter")
    expect(page.locator(".codes li")).to_have_count(10)
    return secret


def code_of(secret: str, later: int = 0) -> str:
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + later))


def log_in(page: Page, name: str) -> None:
    page.locator("#id_login").fill(name)
    confirm(page)


def something_is_reported(freja: Page, ida: Page) -> None:
    """At a table of the two, Ida says something."""
    sign_up(freja, "Freja")
    sign_up(ida, "Ida")
    freja.goto("/multiplayer/")
    made = send(freja, "/multiplayer/create/").url
    path = made[made.index("/table/") :]
    freja.goto(path)
    send(freja, f"{path}terms/", **TERMS, watching="on")
    ida.goto(path)
    send(ida, f"{path}join/")
    ida.goto(path)
    send(ida, f"{path}lobby/", do="ready")
    send(freja, f"{path}lobby/", do="start")
    for page in (freja, ida):
        expect(page.locator("#bids button").first).to_be_visible(timeout=20_000)
    send(ida, f"{path}say/", text="I know where you live")
    freja.get_by_role("button", name="Ida: mute, block or report", exact=True).click()
    freja.get_by_role("button", name=re.compile("^Report")).click()
    form = freja.get_by_role("dialog", name="Report Ida")
    form.get_by_label("Insulting words").check()
    form.get_by_role("button", name="Send the report").click()
    expect(freja.locator("#problem")).to_have_text("Thank you. The moderators will look at it.")


def test_a_report_is_read_and_decided(open_page: OpenPage, site: Site) -> None:
    freja, ida = open_page("/"), open_page("/", width=390, height=844)
    something_is_reported(freja, ida)

    # A moderator comes in, by the second step.
    vagt = open_page("/")
    sign_up(vagt, "Vagt")
    into_the_group(site, "Vagt")
    secret = set_up_a_second_factor(vagt)
    vagt.goto("/account/logout/")
    vagt.locator("main").get_by_role("button", name="Log out").click()
    vagt.goto("/admin/")
    log_in(vagt, "Vagt")
    vagt.locator("#id_code").fill(code_of(secret, later=1))  # each code opens once
    vagt.locator("#id_code").press("Enter")

    # What waits, and what it is about.
    expect(vagt.get_by_role("heading", name="Open reports 1")).to_be_visible()
    assert faults(vagt) == []
    vagt.get_by_role("link", name="Ida, for insulting words").first.click()
    expect(vagt.locator(".sentence")).to_contain_text("Freja reported Ida for insulting words")
    expect(vagt.locator(".talk")).to_contain_text("I know where you live")

    # What it does is said before.
    vagt.locator("summary", has_text=re.compile("^Ban$")).click()
    form = vagt.locator(".offer[open] form")
    form.get_by_label("For how long").select_option("1w")
    expect(form.locator(".will")).to_contain_text(
        re.compile(r"cannot log in until \d+ \w+ \d{4} \d\d:\d\d\.")
    )
    form.get_by_label("A ready-made reason").select_option("Threats or hatred")
    reason = form.get_by_role("textbox", name="The reason")
    expect(reason).to_have_value("You have threatened somebody, or said hateful things.")
    reason.fill(WHY)
    expect(form.locator(".will q")).to_contain_text(f"Why: {WHY}")
    assert faults(vagt) == []
    for width in (390, 1280):
        vagt.set_viewport_size({"width": width, "height": 844})
        assert too_wide(vagt) <= 0

    # It is done, the report is closed, and the page stays.
    form.get_by_role("button", name="Ban Ida").click()
    said = vagt.locator(".messagelist")
    expect(said).to_contain_text("Ida is banned until ")
    expect(said).to_contain_text("The report is closed.")
    expect(vagt.get_by_role("heading", level=1)).to_contain_text("closed")
    expect(vagt.locator(".in-force")).to_contain_text(WHY)
    assert faults(vagt) == []
    vagt.goto("/admin/")
    expect(vagt.get_by_text("Nothing waits.")).to_be_visible()

    # The player is out, and reads why and until when.
    ida.goto("/account/login/")
    log_in(ida, "Ida")
    expect(ida.locator("main")).to_contain_text("You are banned until ")
    expect(ida.locator("main")).to_contain_text(f"Why: {WHY}")
    complaints: list[str] = open_page.complaints  # type: ignore[attr-defined]
    assert all("status of 403" in complaint for complaint in complaints), complaints
    complaints.clear()  # the browser says so itself of being turned away
