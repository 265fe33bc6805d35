"""Random hands told as PHH and played again from the text are the same hands, here and on PokerKit."""

import warnings
from collections import Counter
from typing import Final

import pytest
from pokerkit import HandHistory as PeerHistory

from table_controller import events as e
from table_controller.phh.errors import CannotTell
from table_controller.phh.history import HandHistory, ShowHand
from table_controller.phh.parse import parse
from table_controller.phh.proof import proved
from table_controller.phh.replay import replay
from table_controller.phh.sameness import first_difference
from table_controller.phh.telling import Telling
from table_controller.phh.variants import OWN_CODE
from table_controller.phh.write import write
from table_controller.structure import Betting
from tests.table_controller.phh_driver import GAMES, Told, a_table

HANDS: Final = 20
PEER_HANDS: Final = 70
CODES: Final = {"2-7 triple draw": "F2L3D", "2-7 single draw": "N2L1D", "badugi": "FB"}


def assert_the_same_hand_again(telling: Telling, *, faces: bool) -> HandHistory:
    history = telling.history({})
    text = write(history)
    read = parse(text)
    again = replay(read)

    assert read == history
    assert first_difference(telling.events, again.events, faces=faces) is None, text
    assert again.differences(history) == ()
    assert again.finished
    return history


@pytest.mark.parametrize("faces", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_a_hand_told_and_played_again_is_the_same_hand(name: str, faces: bool) -> None:
    left_out = 0
    for seed in range(HANDS):
        told = a_table(name, seed, unread=(seed % 3) * 0.1, undo=(seed % 2) * 0.2)
        told.a_hand()
        telling = told_if_nothing_was_ruled(told, faces=faces)
        if telling is None:
            left_out += 1
            continue

        history = assert_the_same_hand_again(telling, faces=faces)

        assert (history.variant == CODES.get(name)) == (name in CODES and told.table.rules.deck_size == 52)
    assert left_out <= HANDS // 10


def told_if_nothing_was_ruled(told: Told, *, faces: bool) -> Telling | None:
    """Return the hand told; None where a pair was spread in silence and another hand thrown away on it (R06)."""
    try:
        telling = told.telling(faces=faces)
        proved(telling, {})
    except CannotTell as error:
        why = str(error)
    else:
        return telling
    assert "floor" in why or why == "a hand was ruled dead", why
    return None


@pytest.mark.parametrize("name", GAMES)
def test_a_hand_with_exposed_cards_is_told_whole_or_not_at_all(name: str) -> None:
    outcomes: Counter[str] = Counter()
    for seed in range(HANDS):
        told = a_table(name, seed, exposed=0.04)
        told.a_hand()
        try:
            telling = told.telling()
            proved(telling, {})
        except CannotTell as error:
            outcomes[str(error)] += 1
            continue

        assert_the_same_hand_again(telling, faces=True)
        outcomes["told"] += 1

    assert outcomes["told"] > HANDS // 4, outcomes
    assert not [why for why in outcomes if "another way" in why]


def test_hidden_faces_are_written_nowhere_but_where_a_hand_is_shown() -> None:
    for seed in range(HANDS):
        told = a_table("badugi", seed)
        told.a_hand()

        text = write(told.telling(faces=False).history({}))

        shown = {
            card.text for event in told.events if isinstance(event, e.CardsShown) for card in event.cards
        }
        for line in text.splitlines():
            words = line.strip().strip('",').split()
            if words[:2] == ["d", "dh"] or words[1:2] == ["sd"]:
                assert set(words[-1]) <= set("?sd"), line
            if words[1:2] == ["sm"] and len(words) > 2:
                cards = {words[2][at : at + 2] for at in range(0, len(words[2]), 2)}
                assert cards <= shown | {"??"}


# PokerKit


def why_the_peer_differs(told: Told, history: HandHistory) -> str | None:
    """Return the name of a known difference in this hand (rules-peers.md), None where both must agree."""
    limit = told.table.stakes.betting is Betting.LIMIT
    bets = 0
    for before, event, _ in told.happened:
        if isinstance(event, e.BettingStarted):
            bets = 0
        if isinstance(event, e.BetMade) and before.round is not None:
            bets += 1
            if limit and bets > 4:
                return "a bet and four raises, heads-up more; PokerKit takes four bets a round (D07)"
            full = before.round.bet if limit else before.round.raise_size
            if limit and event.total - before.round.to_match < full:
                return "an all-in of half a bet reopens and is completed (F05)"
        if isinstance(event, e.PotAwarded) and event.chips % len(event.shares) > 1:
            return "more than one odd chip: one each (F01)"
    mucked = any(isinstance(event, e.HandMucked) for event in told.events)
    if mucked and any(isinstance(event, e.PotAwarded) and event.pot for event in told.events):
        return "mucked hands beside a side pot: PokerKit loses chips, or its own assertion fails"
    for line in history.lines:
        if isinstance(line.action, ShowHand) and line.action.cards and None in line.action.cards:
            return "the last one in at the showdown need not show; PokerKit burns the pot"
    return None


@pytest.mark.parametrize("name", CODES)
def test_pokerkit_reads_what_is_written_and_ends_with_the_same_stacks(name: str) -> None:
    masked: Counter[str] = Counter()
    for seed in range(PEER_HANDS):
        told = a_table(name, seed, "wsop-2024")
        told.a_hand()
        history = told.telling().history({})
        assert history.variant == CODES[name] != OWN_CODE

        differs = why_the_peer_differs(told, history)
        if differs is not None:
            masked[differs] += 1
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            *_, state = PeerHistory.loads(write(history))
        assert not state.status
        assert tuple(state.stacks) == history.finishing_stacks, (seed, write(history))

    print(dict(masked))
    assert sum(masked.values()) < PEER_HANDS // 2


@pytest.mark.parametrize("name", CODES)
def test_a_hand_nobody_has_looked_into_is_read_by_pokerkit_too(name: str) -> None:
    """Without faces: the peer then knows the cards only from the showing, as our table does."""
    played = 0
    for seed in range(PEER_HANDS):
        told = a_table(name, seed, "wsop-2024")
        told.a_hand()
        history = told.telling(faces=False).history({})
        if why_the_peer_differs(told, history) is not None:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            *_, state = PeerHistory.loads(write(history))
        assert tuple(state.stacks) == history.finishing_stacks, (seed, write(history))
        played += 1

    assert played > PEER_HANDS // 2
