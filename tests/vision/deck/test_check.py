"""A deck is whole only when every card of it was read, each once."""

import json
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from table_controller.cards import DECK, JOKER, Card, parse_card
from vision.cli import app
from vision.deck.check import DeckCheck, deck_of
from vision.deck.riffle import Riffle
from vision.find import IndexFind
from vision.live.look import Look
from vision.pair import Sighting
from vision.read import Witness
from vision.reader import CardReader
from vision.synthetic.faces import DEFAULT, card_face
from vision.track import Evidence, Track

WIDTH_PX = 132
HEIGHT_PX = 185
STEP_PX = 74
FELT = (70, 110, 40)


def a_spread(cards: Iterable[Card]) -> NDArray[np.uint8]:
    """Rows of thirteen, each card over the right part of the one before."""
    laid = list(cards)
    rows = -(-len(laid) // 13)
    image = np.full((rows * (HEIGHT_PX + 30) + 60, 13 * STEP_PX + WIDTH_PX + 60, 3), FELT, np.uint8)
    for k, card in enumerate(laid):
        y, x = 40 + (k // 13) * (HEIGHT_PX + 30), 30 + (k % 13) * STEP_PX
        face = cv2.resize(card_face(card, DEFAULT, WIDTH_PX), (WIDTH_PX, HEIGHT_PX))
        cv2.rectangle(face, (0, 0), (WIDTH_PX - 1, HEIGHT_PX - 1), (60, 60, 60), 1)
        image[y : y + HEIGHT_PX, x : x + WIDTH_PX] = face
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), np.uint8)


def checked(folder: Path, cards: Iterable[Card], *words: str) -> tuple[int, dict[str, object]]:
    cv2.imwrite(str(folder / "spread.png"), a_spread(cards))
    result = CliRunner().invoke(app, ["deck", str(folder / "spread.png"), "--json", *words])
    return result.exit_code, json.loads(result.stdout)


def test_where_nothing_could_be_read_only_the_reason_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["deck", str(tmp_path / "none.jpg")])

    assert result.exit_code == 2
    assert result.stdout == ""
    assert "no such file" in result.stderr


def test_another_back_counts_when_three_frames_in_a_row_show_it() -> None:
    check = DeckCheck(deck_of(0))

    for foreign in (1, 1, 0, 1, 1):
        check.look(look_at(), foreign)
    before = check.findings.foreign_backs
    check.look(look_at(), 1)

    assert (before, check.findings.foreign_backs) == (0, 1)


def test_a_card_too_many_that_is_not_read_is_told_all_the_same() -> None:
    """All 52 were read; the 53rd, smudged or half covered, is no card of this deck."""
    check = DeckCheck(deck_of(0))
    quad = np.zeros((4, 2), np.float32)
    whole = [Sighting(card, 0.99, quad) for card in sorted(deck_of(0))]

    check.picture(whole)
    assert check.findings.complete
    check.picture([*whole, Sighting(None, 0.5, quad)])

    assert (check.findings.too_many, check.findings.complete) == (1, False)


def test_a_picture_with_as_many_cards_as_the_deck_has_tells_its_faces_from_two() -> None:
    """One of its cards was not read, and another picture shows it: the others were all there, each once."""
    quad = np.zeros((4, 2), np.float32)
    whole = [Sighting(card, 0.99, quad) for card in sorted(deck_of(0))]
    unread = [Sighting(None, 0.5, quad), *whole[1:]]

    apart, together = DeckCheck(deck_of(0)), DeckCheck(deck_of(0))
    apart.picture(whole[1:])
    apart.picture(whole[:20])
    together.picture(unread)
    together.picture(whole[:20])

    assert apart.findings.in_several == tuple(sorted(deck_of(0)))[1:20]
    assert not apart.findings.complete
    assert together.findings.in_several == ()
    assert together.findings.complete


def test_a_face_in_two_pictures_that_a_riffle_showed_to_be_one_card_is_one() -> None:
    check = DeckCheck(deck_of(0))
    whole = [passing(card) for card in sorted(deck_of(0))]
    check.picture(whole[:30])
    check.picture(whole[25:])
    assert len(check.findings.in_several) == 5

    feed(check, [card for card in sorted(deck_of(0)) for _ in range(4)])

    assert check.findings.in_several == ()


def faces(text: str) -> list[Card]:
    """The cards of a line, one of them perhaps twice."""
    return [parse_card(one) for one in text.split()]


def look_at(*tracks: Track) -> Look:
    return Look("", np.zeros((1, 1, 3), np.uint8), 0, 0, tracks)


def a_track(number: int, text: str, agreed: int = 3) -> Track:
    card = parse_card(text)
    logs = np.full(54, -9.0)
    logs[card.index] = -1e-4
    sighting = Sighting(card, 0.99, np.zeros((4, 2), np.float32))
    return Track(number, sighting, Evidence(card, agreed, 0, (logs,) * 3), 0, 0)


def test_a_whole_deck_in_one_picture_is_whole(tmp_path: Path) -> None:
    code, found = checked(tmp_path, DECK[:52], "--jokers", "0")

    assert (code, found["complete"], found["missing"], found["twice"]) == (0, True, [], [])


def test_what_is_missing_twice_and_foreign_to_the_deck_is_named(tmp_path: Path) -> None:
    cards = [parse_card("Ah") if card.text == "7c" else card for card in (*DECK[:51], JOKER)]

    code, found = checked(tmp_path, cards, "--jokers", "0")

    assert (code, found["complete"]) == (1, False)
    assert found["missing"] == ["7c", "As"]
    assert found["twice"] == ["Ah"]
    assert found["surplus"] in ([], ["Jk"])


def test_a_card_of_a_spread_before_a_camera_counts_when_three_frames_agree() -> None:
    check = DeckCheck(deck_of(0))

    check.look(look_at(a_track(1, "Ah", agreed=2), a_track(2, "Kd")))

    assert check.findings.seen == (parse_card("Kd"),)


def test_a_face_that_comes_back_after_others_in_a_riffle_is_there_twice() -> None:
    check = DeckCheck(deck_of(0))

    check.passed(faces("Ah Ah Kd 9c Kd"))

    assert check.findings.twice == (parse_card("Kd"),)


def test_a_face_that_shows_in_two_places_of_a_riffle_is_there_twice_after_three_frames() -> None:
    check, image = DeckCheck(deck_of(0)), np.zeros((4, 4, 3), np.uint8)
    riffle = check.another_riffle()
    both = [Sighting(None, 0.5, np.zeros((4, 2), np.float32), duplicate=parse_card("Kd")) for _ in range(2)]

    told = []
    for number in range(4):
        image[0, 0, 0] = number // 2 if number < 2 else number
        check.passed(riffle.frame(image, both))
        told.append(check.findings.twice)

    assert told == [(), (), (), (parse_card("Kd"),)]
    assert parse_card("Kd") in check.findings.seen


def test_a_deck_of_which_two_cards_may_have_passed_as_one_is_not_whole() -> None:
    """Every card stays for four frames, and the nine of clubs for eight."""
    check, image = DeckCheck(deck_of(0)), np.zeros((8, 8, 3), np.uint8)
    riffle = check.another_riffle()
    frame = 0
    for card in sorted(deck_of(0)):
        for _ in range(8 if card is parse_card("9c") else 4):
            frame += 1
            image[0, 0] = (frame % 256, frame // 256, 1)
            check.passed(riffle.frame(image, [passing(card)]))

    found = check.findings
    assert (found.missing, found.twice, found.perhaps_twice) == ((), (), (parse_card("9c"),))
    assert not found.complete


def test_a_card_that_passes_unread_for_as_long_as_others_stay_is_told() -> None:
    """A second nine of clubs that is smudged would else pass as nothing."""
    check, image = DeckCheck(deck_of(0)), np.zeros((8, 8, 3), np.uint8)
    riffle = check.another_riffle()
    cards: list[Card | None] = [*sorted(deck_of(0))]
    cards.insert(9, None)
    for number, (card, _) in enumerate((card, k) for card in cards for k in range(4)):
        image[0, 0] = (number % 256, number // 256, 1)
        check.passed(riffle.frame(image, [passing(card)]))

    assert (check.findings.missing, check.findings.passed_unread) == ((), 1)
    assert not check.findings.complete


def test_what_one_riffle_leaves_in_doubt_another_may_tell_and_a_picture_of_the_whole_deck_too() -> None:
    doubtful = parse_card("9c")
    first, second = (riffled(doubtful, 8), riffled(doubtful, 4))

    check = DeckCheck(deck_of(0))
    feed(check, first)
    assert check.findings.perhaps_twice == (doubtful,)
    feed(check, second)
    assert check.findings.complete

    other = DeckCheck(deck_of(0))
    feed(other, first)
    other.picture([passing(card) for card in sorted(deck_of(0))])
    assert other.findings.complete


def riffled(long: Card, frames: int) -> list[Card]:
    """The deck, each card for four frames and *long* for *frames*."""
    return [card for card in sorted(deck_of(0)) for _ in range(frames if card is long else 4)]


def feed(check: DeckCheck, shown: list[Card]) -> None:
    riffle, image = check.another_riffle(), np.zeros((8, 8, 3), np.uint8)
    for number, card in enumerate(shown):
        image[0, 0] = (number % 256, number // 256, 1)
        check.passed(riffle.frame(image, [passing(card)]))


def passes(*views: str) -> list[Card]:
    """The cards that a riffle makes certain of frames that show one card each, ``-`` where it is not read."""
    riffle, image = Riffle(), np.zeros((4, 4, 3), np.uint8)
    found: list[Card] = []
    for number, text in enumerate(views):
        image[0, 0, 0] = number
        found += riffle.frame(image, [passing(None if text == "-" else parse_card(text))])
    return found


def passing(card: Card | None) -> Sighting:
    """What a frame shows of a card that is read without a doubt, or not read."""
    odds = np.full(54, 1e-6, np.float32)
    if card is not None:
        odds[card.index] = 1 - 53e-6
    corners = np.array([(0, 0), (63, 0), (63, 88), (0, 88)], np.float32)
    place = IndexFind(0.9, *(np.zeros(2, np.float32) for _ in range(4)))
    return Sighting(card, 0.99, corners, (Witness(place, card or DECK[0], 0.99, 0.9, odds),))


def test_each_card_of_a_riffle_needs_three_frames_of_its_own() -> None:
    assert passes("Ah", "Ah", "Ah", "Kd", "Kd", "9c", "9c", "-", "9c") == faces("Ah 9c")


def test_a_card_that_is_now_read_so_now_otherwise_is_never_certain() -> None:
    assert passes(*("6h", "8h") * 8) == []


def test_frames_that_are_the_same_to_the_pixel_are_one_witness() -> None:
    riffle, image = Riffle(), np.zeros((4, 4, 3), np.uint8)
    sighting = a_track(1, "Ah").sighting

    assert [riffle.frame(image, [sighting]) for _ in range(5)] == [()] * 5


def test_a_riffled_deck_is_counted_card_by_card(tmp_path: Path) -> None:
    """Four frames a card, moving and with the noise of a sensor; one card comes twice and one is not there."""
    cards = faces("Ah Kd 9c 2s Ah")
    rng = np.random.default_rng(5)
    check, riffle, reader = DeckCheck(deck_of(0)), Riffle(), CardReader()
    for card in cards:
        for step in range(4):
            image = np.full((240, 320, 3), FELT, np.int16)
            face = cv2.resize(card_face(card, DEFAULT, WIDTH_PX), (WIDTH_PX, HEIGHT_PX))
            image[20 : 20 + HEIGHT_PX, 80 + 5 * step : 80 + 5 * step + WIDTH_PX] = face
            frame = np.clip(image + rng.normal(0, 2, image.shape), 0, 255).astype(np.uint8)
            check.passed(riffle.frame(frame, reader.read(frame).sightings))

    assert set(check.findings.seen) == set(cards)
    assert check.findings.twice == (parse_card("Ah"),)


def test_more_than_one_joker_is_no_deck_for_draw_poker() -> None:
    with pytest.raises(ValueError, match="0 or 1"):
        deck_of(2)
