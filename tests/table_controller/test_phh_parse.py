"""What a hand history may hold, and the one line said of what it may not."""

import datetime
import tomllib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from table_controller.cards import parse_card
from table_controller.phh.errors import HandRefused, PhhError
from table_controller.phh.history import DealCards, House, Line, Muck, ShowHand
from table_controller.phh.notation import parse_line, write_line
from table_controller.phh.parse import parse, parse_all
from table_controller.phh.replay import replay
from table_controller.phh.toml_text import toml_key, toml_value
from table_controller.phh.write import write

HAND = """variant = "FB"
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [50, 60]
actions = ["d dh p1 ????????", "d dh p2 AsKdQh2c  # all of it", "# a pause", "p2 cc", "p1 cc"]
time = 20:15:00
_table = {floor = "2", seats = [1, 2]}
"""
OWN = """_drawtable_game = "badugi"
_drawtable_draws = 3
_drawtable_four_before = false
_drawtable_betting = "limit"
_drawtable_limits = [2, 2, 4, 4]
_drawtable_profile = "roberts"
_drawtable_switches = {max_raises = "6"}
"""


def test_fields_lines_and_facts_are_kept() -> None:
    hand = parse(HAND)

    assert hand.variant == "FB"
    assert (hand.small_bet, hand.big_bet, hand.min_bet) == (2, 4, None)
    assert hand.lines[1] == Line(DealCards(2, tuple(map(parse_card, ("As", "Kd", "Qh", "2c")))), "all of it")
    assert hand.lines[2] == Line(None, "a pause")
    assert hand.facts == {"time": datetime.time(20, 15), "_table": {"floor": "2", "seats": [1, 2]}}
    assert parse(write(hand)) == hand


def test_the_house_a_hand_was_played_in_is_kept() -> None:
    hand = parse(HAND + OWN)

    assert hand.house == House("badugi", 3, False, "limit", (2, 2, 4, 4), "roberts", {"max_raises": "6"})
    assert parse(write(hand)) == hand
    assert replay(hand).table.rules.max_raises == 6


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("p1 sm", Line(Muck(1))),
        ("p1 sm -", Line(ShowHand(1, None))),
        ("p2 sm As??", Line(ShowHand(2, (parse_card("As"), None)))),
        ("  p2   sm   Jk # the joker", Line(ShowHand(2, (parse_card("Jk"),)), "the joker")),
        ("", Line(None)),
    ],
)
def test_an_entry_is_read_and_written(text: str, line: Line) -> None:
    assert parse_line(text, 2) == line
    assert parse_line(write_line(line), 2) == line


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("p3 cc", "'p3 cc': 'p3' is no player; they are p1 to p2"),
        ("p0 f", "'p0 f': 'p0' is no player"),
        ("x cc", "'x cc': 'x' is no player"),
        ("p1 raise 3", "'p1 raise 3': not an action; there are d dh pN CARDS, pN sd"),
        ("p1 cbr 2.5", "'p1 cbr 2.5': '2.5' is no number of whole chips"),
        ("p1 cbr -4", "'p1 cbr -4': '-4' is no number of whole chips"),
        ("d dh p1 AsA", "'AsA': not a card: 'A'"),
        ("d dh p1 AsAs", "'AsAs': As is there twice"),
        ("d dh p1 1h", "'1h': not a card: '1h'"),
        ("d db AsKdQh", "'d db AsKdQh': a board card belongs to no draw game"),
        ("p1 pb", "'p1 pb': a bring-in belongs to no draw game"),
        ("p1 \x1b[31m", "'p1 \\x1b[31m': not an action"),
    ],
)
def test_a_bad_entry_is_one_line(text: str, why: str) -> None:
    with pytest.raises(PhhError) as caught:
        parse_line(text, 2)

    assert str(caught.value).startswith(why)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('variant = "FB"', "", "variant: missing"),
        ('"FB"', '"NT"', "variant: NT is not a draw game; dealt here are F2L3D, N2L1D, FB"),
        ('"FB"', '"F7S/8"', "variant: F7S/8 is not a draw game"),
        ('"FB"', '"5CD"', "variant: there is no '5CD'"),
        ('"FB"', "7", "variant: 7 is no text"),
        ('"FB"', '"_drawtable"', "_drawtable_game: missing"),
        ('"FB"', '"N2L1D"', "min_bet: missing"),
        ("antes = [0, 0]\n", "", "antes: missing"),
        ("[0, 0]", "[0, 0, 0]", "antes: 3 entries for 2 players"),
        ("[0, 0]", "0", "antes: 0 is no list of amounts"),
        ("[50, 60]", "[50]", "starting_stacks: 1 players; there are 2 to 10"),
        ("[50, 60]", "[50, inf]", "starting_stacks: inf is no number of whole chips"),
        ("[50, 60]", "[50, 0]", "starting_stacks: p2 has no chips"),
        ("[50, 60]", "[50, -5]", "starting_stacks: -5 is no number of whole chips"),
        ("[50, 60]", "[50, 2.5]", "starting_stacks: 2.5 is no number of whole chips"),
        ("[50, 60]", "[50, true]", "starting_stacks: True is no number of whole chips"),
        ("[50, 60]", f"[50, {10**16}]", "starting_stacks: 10000000000000000 is no number of whole chips"),
        ("small_bet = 2", "small_bet = 0", "small_bet: 0 cannot be"),
        ('"p1 cc"', '"p9 cc"', "actions: number 5: 'p9 cc': 'p9' is no player"),
        ('"p1 cc"', "3", "actions: number 5: 3 is no text"),
        ("antes", "antes antes", "this is no TOML: "),
    ],
)
def test_a_bad_field_is_one_line_that_says_where(old: str, new: str, why: str) -> None:
    with pytest.raises(PhhError) as caught:
        parse(HAND.replace(old, new, 1))

    assert str(caught.value).startswith(why)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"badugi"', '"bagudi"', "_drawtable_game: variant FB is another game than this"),
        ("_drawtable_draws = 3\n", "", "_drawtable_draws: missing"),
        ('"limit"', '"half_limit"', "_drawtable_betting: 'half_limit' is no betting structure"),
        (
            "{max_raises",
            "{max_rises",
            "_drawtable_game: no such switch: max_rises; the nearest known one is max_raises",
        ),
        ('"roberts"', '"robert"', "_drawtable_game: no such profile: robert"),
        ("[2, 2, 4, 4]", "[]", "_drawtable_limits: there is one figure at least"),
        ('{max_raises = "6"}', "{max_raises = 6}", "_drawtable_switches: not a table of texts"),
    ],
)
def test_a_bad_house_is_one_line(old: str, new: str, why: str) -> None:
    with pytest.raises(PhhError) as caught:
        replay(parse(HAND + OWN.replace(old, new, 1)))

    assert str(caught.value).startswith(why)


def test_brackets_without_end_are_bad_input() -> None:
    with pytest.raises(PhhError, match="nested too deep"):
        parse("variant = " + "[" * 50_000)


def test_a_bad_hand_of_several_is_named() -> None:
    with pytest.raises(PhhError, match=r"hand \[2\]: variant: missing"):
        parse_all(f"[1]\n{HAND.replace('_table', '_other')}\n[2]\nantes = [1]\n")


# Fuzz


def is_one_line(error: Exception) -> None:
    assert str(error).isprintable()


words = st.sampled_from(
    [
        "variant",
        "antes",
        "actions",
        "=",
        "[",
        "]",
        '"FB"',
        '"N2L1D"',
        "0",
        "1",
        "inf",
        "1e9",
        '"p1 cc"',
        "\n",
        ",",
        "'",
        "#",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(words, max_size=60).map(" ".join)))
@example("")
@example("[1]\n[2]\n")
@example("variant = 1979-05-27")
def test_any_text_is_a_hand_or_one_printable_line(text: str) -> None:
    try:
        parse_all(text)
    except PhhError as error:
        is_one_line(error)


@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, len(HAND + OWN)),
    st.integers(0, 12),
    st.text(alphabet='0123456789pdhscA?[]",=.-{} \n', max_size=8),
)
def test_a_damaged_hand_is_played_refused_or_one_printable_line(at: int, cut: int, put: str) -> None:
    text = HAND + OWN
    damaged = text[:at] + put + text[at + cut :]
    try:
        for _, hand in parse_all(damaged):
            replay(hand)
            assert parse(write(hand)) == hand
    except (PhhError, HandRefused) as error:
        is_one_line(error)


toml_values = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(),
        st.text(),
        st.floats(allow_nan=False),
        st.dates(),
        st.times(),
        st.datetimes(),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(), inner, max_size=3)),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(st.text(), toml_values)
def test_what_is_written_as_toml_is_read_back(key: str, value: object) -> None:
    assert tomllib.loads(f"{toml_key(key)} = {toml_value(value)}\n") == {key: value}
