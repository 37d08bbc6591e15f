"""A live survey in real windows: the wall, phones, what leaves them, and a class of twenty."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from streamlit.proto.BackMsg_pb2 import BackMsg

from ppr_core.classroom import Question, Room, Settings, Store, decoded, estimate, read_csv, survey
from tests.browser.conftest import ROOT, Server
from tests.browser.test_pages import AXE_IN_THE_DARK, AXE_OPTIONS
from tests.browser.visitor import TIMEOUT_MS, Visitor

expect.set_options(timeout=TIMEOUT_MS)

Visit = Callable[..., Visitor]
WALL, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
SECRET = "a-secret-of-the-tests-0123456789"
HOSTILE = '<img src=x onerror="document.title=1"> **bold** $x$'


@pytest.fixture
def store(server: Server) -> Iterator[Store]:
    """The served app's own store."""
    found = Store(server.rooms)
    yield found
    found.close()


def a_room(store: Store, code: str, question: Question, settings: Settings | None) -> Room:
    room = store.open_room(question, code=code, secret=SECRET, join_url=f"http://127.0.0.1/{code}", now=time.time())
    store.start_round(room, settings, seed=2**100 + 7)
    return room


def answer(phone: Page, place: int = 0) -> None:
    """Choose the answer at this place, or the number, press, wait for the receipt."""
    if phone.locator(".option").count():
        phone.locator(".option").nth(place).click()
    else:
        phone.locator("input[type=number]").fill(str(place))
    phone.locator(".send").click()
    expect(phone.locator(".phone .word")).to_be_visible()


def well_made(visitor: Visitor) -> None:
    """Nothing sticks out, and nothing grave that the accessibility checker knows, in the light and in the dark."""
    assert visitor.overflow() <= 0
    for options, dark in ((AXE_OPTIONS, True), (AXE_IN_THE_DARK, False)):
        results = Axe().run(visitor.page, options=options)
        grave = [finding for finding in results.response["violations"] if finding["impact"] in ("serious", "critical")]
        assert not grave, [(finding["id"], [node["html"] for node in finding["nodes"]]) for finding in grave]
        visitor.turn(dark=dark)


def test_a_class_walks_through_a_survey(tab: Visitor, visit: Visit, store: Store, tmp_path: Path) -> None:
    lecturer = tab.open("/classroom", **WALL)
    wall = lecturer.page
    wall.get_by_role("button", name="Open the room").click()
    code = wall.locator(".wall .code").inner_text()
    assert parse_qs(urlsplit(wall.url).query) == {"room": [code]}, "the secret is not on the projector"
    wall.reload()
    expect(wall.locator(".wall .code")).to_have_text(code)
    assert "key" not in wall.url
    expect(wall.locator(".wall .count")).to_have_text("0")
    assert wall.locator(".join img").evaluate("picture => picture.hidden || picture.naturalWidth > 0")

    student = visit("/classroom", **PHONE)
    phone = student.page
    phone.get_by_role("textbox", name="Join code").fill(f"{code[:3]} {code[3:]}".lower())  # as it is read aloud
    phone.get_by_role("textbox", name="Join code").press("Enter")
    expect(phone.locator(".phone h1")).to_have_text("How many hours did you sleep last night?")
    well_made(student)
    expect(phone.locator(".send")).to_be_disabled()
    answer(phone)
    well_made(student)
    word = "".join(phone.locator(".bit").all_inner_texts())
    room = store.room(code, 0.0)
    [of] = store.rounds(room)
    assert [message.word for message in store.messages(of)] == [word]

    expect(wall.locator(".wall .count")).to_have_text("1")
    assert wall.locator(".panel svg").count() == 0  # hidden: nothing of it has reached the page
    wall.get_by_role("button", name="Reveal the estimate").click()
    label = wall.locator(".panel svg").get_attribute("aria-label")
    found = estimate(survey(room.question, of.settings), decoded(of, store.messages(of)))
    assert label == "too few to tell" and found.empty.all()
    box = wall.locator(".panel svg").bounding_box()
    assert box["height"] > 0.45 * WALL["height"], "the picture takes what the window leaves"
    lecturer.settle()
    well_made(lecturer)

    phone.get_by_role("button", name="Answer again").click()
    answer(phone, 1)
    other = visit(f"/classroom?room={code}", **PHONE)
    answer(other.page, 1)
    expect(wall.locator(".wall .count")).to_have_text("2")  # two devices, three messages

    wall.get_by_role("button", name="Close", exact=True).click()
    expect(wall.locator(".wall .badge")).to_have_text("closed")
    other.page.reload()
    expect(other.page.locator(".phone .word")).to_be_visible()  # what it was shown is kept on the device
    wall.get_by_role("button", name="Export or end").click()
    with wall.expect_download() as download:
        wall.get_by_role("button", name="Messages as CSV").click()
    download.value.save_as(tmp_path / "room.csv")
    wall.keyboard.press("Escape")
    [(again, messages)] = read_csv((tmp_path / "room.csv").read_text(encoding="utf-8"))
    assert decoded(again, messages).tolist() == decoded(of, store.messages(of)).tolist()

    wall.get_by_role("button", name="Next round").click()
    wall.get_by_role("button", name="Start it").click()
    expect(wall.locator(".wall .badge")).to_have_text("open")
    expect(wall.locator(".panel")).to_have_count(2)  # side by side
    assert [one.open for one in store.rounds(room)] == [False, True]
    expect(wall.get_by_role("button", name="Start it")).to_have_count(0)  # what was chosen no longer covers the wall


def test_phones_hear_of_a_round_and_of_the_end_at_once(tab: Visitor, store: Store) -> None:
    """By the news, not by a refresh of their page, which a phone would have to ask for."""
    frames: list = []
    tab.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: frames.append(frame)))
    settings = Settings(scheme="randomized_response", epsilon=1.0)
    room = a_room(store, "NEWSQK", Question(kind="yes_no", text="Late?"), settings)
    phone = tab.open(f"/classroom?room={room.code}", **PHONE).page
    expect(phone.locator(".about")).to_contain_text("Round 1")
    while True:  # a refresh may come between: then once more
        number = store.rounds(room)[-1].number
        frames.clear()
        store.start_round(room, replace(settings, epsilon=2.0), seed=5 + number)
        expect(phone.locator(".about")).to_contain_text(f"Round {number + 1}: ε = 2")
        if not frames:
            break
    answer(phone)
    assert len(store.messages(store.rounds(room)[-1])) == 1
    store.set_open(store.rounds(room)[-1], False)
    expect(phone.get_by_role("button", name="Answer again")).to_have_count(0)  # of a round that is closed
    store.delete_room(room.code)
    expect(phone.get_by_text("This room has ended.").first).to_be_visible()
    assert not phone.get_by_test_id("stException").count()


def test_a_sheet_reached_from_the_end_of_a_class_is_one_step_of_back(tab: Visitor, store: Store) -> None:
    """And has the same seed whenever this phone opens it."""
    room = a_room(store, "SHEETS", Question(kind="yes_no", text="Late?"), Settings(scheme="randomized_response"))
    links = {"Sheet": "worksheet?lesson=bits&own=1"}
    store.bid_farewell(room.code, json.dumps({"title": "End", "sentences": [], "sheets": "Sheets", "links": links}))
    phone, seeds = tab.open(f"/classroom?room={room.code}", **PHONE).page, set()
    for _ in range(2):
        phone.get_by_role("link", name="Sheet").click()
        expect(phone.locator(".sheet")).to_be_visible()
        phone.wait_for_load_state("networkidle")
        seeds.add(parse_qs(urlsplit(phone.url).query)["seed"][0])
        phone.go_back()
        expect(phone.get_by_role("heading", name="End")).to_be_visible()
    assert len(seeds) == 1


def test_a_rehearsal_shows_the_truth_beside_the_estimate(tab: Visitor) -> None:
    wall = tab.open("/classroom", **WALL).page
    wall.get_by_role("button", name="Rehearse with 60").click()
    expect(wall.locator(".wall .count")).to_have_text(re.compile("[2-6]0"))  # more with every refresh
    expect(wall.locator(".panel .truth-line")).to_have_count(1)
    expect(wall.locator(".wall .key")).to_contain_text("truth of the simulated students")


def test_predictions_and_the_measured_value(tab: Visitor, store: Store) -> None:
    question = Question(kind="prediction", text="How many bits at α = 1.1?", low=0.0, high=30.0, unit="bits")
    room = a_room(store, "PREDQK", question, None)
    phone = tab.open(f"/classroom?room={room.code}", **PHONE).page
    phone.locator("input[type=number]").fill("17.5")
    phone.locator(".send").click()
    expect(phone.locator(".word")).to_have_text("17.5 bits")
    wall = tab.open(f"/classroom?room={room.code}&key={SECRET}", **WALL).page
    assert wall.locator(".dot").count() == 0
    wall.get_by_role("button", name="Measured value").click()
    box = wall.get_by_role("spinbutton", name="What the lab’s page shows")
    box.fill("19.2")
    box.press("Enter")
    wall.get_by_role("button", name="Show it").click()
    expect(wall.locator(".dot")).to_have_count(1)
    expect(wall.locator(".truth-line")).to_have_count(1)


def test_texts_are_shown_as_they_are_and_only_the_secret_opens_the_controls(tab: Visitor, store: Store) -> None:
    question = Question(kind="categories", text=HOSTILE, labels=(HOSTILE[:40], "<b>no</b>"))
    room = a_room(store, "TEXTQK", question, Settings(scheme="pi_rappor"))
    for secret in ("", "wrong"):
        phone = tab.open(f"/classroom?room={room.code}&key={secret}", **PHONE).page
        phone.locator(".phone h1").wait_for()
        title = phone.title()
        assert phone.locator(".phone h1").inner_text() == question.text
        assert phone.locator(".option").all_inner_texts() == list(question.labels)
        assert phone.get_by_role("button", name="Export").count() == 0
    wall = tab.open(f"/classroom?room={room.code}&key={SECRET}", **WALL).page
    wall.locator(".wall h1").wait_for()
    assert wall.locator(".wall h1").inner_text() == question.text
    assert wall.title() == title != "1"


def test_a_wrong_code_leads_nowhere(tab: Visitor) -> None:
    page = tab.open("/classroom?room=ZZZZZZ", **PHONE).page
    expect(page.get_by_text("There is no room with this code.")).to_be_visible()
    assert page.locator(".phone").count() == 0


FRAMES = [
    ("FRAMEA", Question(kind="categories", text="?", labels=("a", "b", "c", "d")), "randomized_response", 4),
    ("FRAMEB", Question(kind="number", text="?", low=0.0, high=10.0), "laplace", 2),
    ("FRAMEC", Question(kind="place", text="?"), "planar_laplace", 2),
]


def give(phone: Page, kind: str, place: int) -> None:
    if kind == "categories":
        phone.locator(".option").nth(place).click()
    elif kind == "number":
        phone.locator("input[type=number]").fill(str((0, 10)[place]))
    else:
        phone.locator(".map").click(position={"x": 20 + 280 * place, "y": 300 - 270 * place})


@pytest.mark.parametrize(("code", "question", "scheme", "answers"), FRAMES)
def test_nothing_that_leaves_a_phone_depends_on_the_answer_but_the_message(
    code: str, question: Question, scheme: str, answers: int, tab: Visitor, store: Store
) -> None:
    """From the page's settling to the receipt: frames in their order, with the word and the device's name cut out."""
    a_room(store, code, question, Settings(scheme=scheme))
    seen, whole, phone, frames, requests = [], set(), tab.page, [], []
    heard = {
        "websocket": lambda socket: socket.on("framesent", lambda data: frames.append(data)),
        "request": lambda request: requests.append(request.url),
    }
    for event, listener in heard.items():
        phone.on(event, listener)
    for place in range(answers):
        tab.open(f"/classroom?room={code}", **PHONE)  # as another device: nothing is remembered
        phone.locator(".phone h1").wait_for()
        tab.settle()
        frames.clear()
        requests.clear()
        give(phone, question.kind, place)
        phone.wait_for_timeout(200)
        assert not _asked(frames)  # choosing sends nothing
        phone.locator(".send").click()
        phone.locator(".phone .word").wait_for()
        tab.settle()
        sent = _asked(frames)
        whole.update(frame.SerializeToString() for frame in sent)
        seen.append(([_without_message(frame) for frame in sent], list(requests)))
    for event, listener in heard.items():
        phone.remove_listener(event, listener)
    assert all(one == seen[0] for one in seen)
    frames, requests = seen[0]
    assert len(frames) == 1 and requests == []
    assert len(whole) == answers  # uncut, each frame is another one


def _asked(frames: list) -> list[BackMsg]:
    """What was asked of the server, without the refreshes that the clock asks for."""
    parsed = [BackMsg.FromString(frame if isinstance(frame, bytes) else frame.encode()) for frame in list(frames)]
    return [message for message in parsed if not message.rerun_script.is_auto_rerun]


def _without_message(message: BackMsg) -> bytes:
    """The frame with an empty word and an empty device."""
    cut, taken = BackMsg.FromString(message.SerializeToString()), 0
    for state in cut.rerun_script.widget_states.widgets:
        if state.WhichOneof("value") == "json_trigger_value":
            [event] = json.loads(state.json_trigger_value)
            assert set(event["value"]) == {"round", "device", "word"} and len(event["value"]["device"]) == 32
            taken += len(event["value"]["word"]) + 32
            event["value"] |= {"word": "", "device": ""}
            state.json_trigger_value = json.dumps([event])
    assert taken > 32
    return cut.SerializeToString()


def test_twenty_phones_are_counted_once_each(server: Server) -> None:
    command = [sys.executable, "-m", "benchmarks.classroom", "--url", server.url, "--store", str(server.rooms)]
    run = subprocess.run(
        [*command, "--phones", "20", "--seconds", "1"], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "counted: 20, each message as it was sent, once" in run.stdout and "errors: 0" in run.stdout


def test_a_lecture_is_answered_by_phones_from_its_first_poll_to_its_end(server: Server) -> None:
    """Two polls and six predictions; all phones hear of each round, each result and the end."""
    command = [sys.executable, "-m", "benchmarks.lecture", "--url", server.url, "--store", str(server.rooms)]
    run = subprocess.run(
        [*command, "--phones", "4", "--seconds", "1"], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"rounds: 8, each message once, as it was sent: {8 * [4]}" in run.stdout and "errors: 0" in run.stdout
    assert re.search(r"^round +28 ", run.stdout, re.M) and re.search(r"^result +32 ", run.stdout, re.M)
