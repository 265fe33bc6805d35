"""Every mistake in a table's file is one line that says what, where and what to do."""

import tomllib
from pathlib import Path

import pytest

from table_controller.app.config import read_settings, settings_from
from table_controller.app.config_example import EXAMPLE
from table_controller.app.config_section import ConfigError
from table_controller.games.build import GAMES
from table_controller.games.switches import GameError
from table_controller.structure import Betting, Stakes
from table_controller.table_said import table_said
from tests.app.command_line import drawtable

TWO = "[[player]]\nseat = 1\nstack = 200\n[[player]]\nseat = 2\nstack = 200\n"

MISTAKES = {
    "[rules]\nsmallest_chip = 0": ("smallest_chip cannot be 0",),
    "[rules]\nsmallest_chip = 5": ("1 cannot be made of chips of 5",),
    "[rules]\nmin_open = 3\nsmallest_chip = 2\n[game]\nante = 2": ("3 cannot be made of chips of 2",),
    "[rules]\nmax_draw = '\u00b2'": ("max_draw cannot be '\u00b2'",),
    "[game]\nbetting = 'spread_limit'\nlimits = [4, 2]": ("spread_limit", "smallest"),
    "[game]\nbetting = 'spread_limit'\nlimits = [4]": ("spread_limit", "smallest"),
    "[game]\nbetting = 'no_limit'\nlimits = [2, 4]": ("no_limit", "[2]"),
    "[log]\ndir = 'var\\u0000'".replace("'", '"'): ("log.dir", "control characters"),
    '[[player]]\nseat = 1\nname = "\\u001b[31m"\nstack = 5': ("player.1.name", "control characters"),
    f"[[player]]\nseat = 1\nname = '{'A' * 41}'\nstack = 5": ("player.1.name", "40"),
    "[tabel]\nseats = 2": ("unknown key tabel", "table"),
    "[table]\nseat = 2": ("unknown key table.seat", "seats"),
    "[game]\nid = 'jacks-or-betr'": ("no such game: jacks-or-betr", "jacks-or-better"),
    "game = 'badugi'": ("game is written [game]", 'id = "badugi"'),
    "[game]\ngame = 'badugi'": ("unknown key game.game", 'named with id = "badugi"'),
    "[game]\nid = 'badugy'": ("no such game: badugy", "badugi"),
    "[game]\nprofile = 'vegas'": ("no such profile: vegas", "casino-classic"),
    "[game]\nante = -1": ("game.ante", "-1"),
    "[game]\nante = 1.5": ("game.ante", "1.5"),
    "[game]\nante = '1'": ("game.ante", "'1'"),
    "[game]\nante = true": ("game.ante", "True"),
    "[game]\nlimits = []": ("game.limits",),
    "[game]\nlimits = [0]": ("game.limits.1", "0"),
    "[game]\nlimits = [2, 4, 6, 8, 10]": ("game.limits",),
    "[game]\nlimits = 2": ("game.limits",),
    "[game]\nante = 0": ("[game] needs an ante or blinds",),
    "[game]\nblinds = [0, 5, 10]": ("blinds",),
    "[game]\nbetting = 'free'": ("game.betting", "no_limit"),
    "[game]\ndraws = 4": ("game.draws", "4"),
    "[game]\nid = 'badugi'\nfour_before = true": ("four-before", "badugi"),
    "[game]\nid = 'kansas-city-lowball'\nlimits = [2, 4]": ("no_limit", "[2]"),
    "[rules]\nmax_raise = 4": ("no such switch: max_raise", "max_raises"),
    "[rules]\nmax_raises = -4": ("max_raises cannot be '-4'",),
    "[rules]\nmax_raises = 1.5": ("[rules] max_raises", "1.5"),
    "[rules]\nsplit_check = 'maybe'": ("split_check cannot be 'maybe'", "possible"),
    "[rules]\nmax_draw = 9": ("max_draw cannot be 9",),
    "[[player]]\nseat = 1\nstack = 0": ("player.1.stack", "0"),
    "[[player]]\nseat = 1\nstack = -5": ("player.1.stack", "-5"),
    "[[player]]\nseat = 1\nstack = 99.5": ("player.1.stack", "99.5"),
    "[[player]]\nseat = 1": ("player.1.stack", "required"),
    "[[player]]\nseat = 9\nstack = 5": ("player.1.seat", "9"),
    "[table]\nseats = 2\n[[player]]\nseat = 3\nstack = 5": ("seat 3 is not there", "2 seats"),
    "[[player]]\nseat = 1\nstack = 5\n[[player]]\nseat = 1\nstack = 5": ("seat 1 stands there twice",),
    "[[player]]\nseat = 1\nstack = 5\nnmae = 'Ann'": ("unknown key player.1.nmae", "name"),
    "[player]\nseat = 1\nstack = 5": ("player", "[[player]]"),
    "[[shuffler]]\ndevice_path = '/dev/x'": ("shuffler", "[shuffler]"),
    "[shuffler]\npath = '/dev/x'": ("shuffler.device_path", "required"),
    "[[button_box]]\ndevice_path = '/dev/x'": ("[[button_box]]", "seat"),
    "[[button_box]]\ndevice_path = '/dev/x'\nrole = 'dealer'\nseat = 1": ("[[button_box]]", "dealer"),
    "[[button_box]]\ndevice_path = '/dev/x'\nrole = 'floor'": ("button_box.1.role", "dealer"),
    "[table]\nseats = 2\n[[button_box]]\ndevice_path = '/dev/x'\nseat = 3": ("seat 3 is not there",),
    "[[button_box]]\ndevice_path = '/dev/x'\nseat = 1\n[[button_box]]\ndevice_path = '/dev/y'\nseat = 1": (
        "twice",
    ),
    "[[button_box]]\ndevice_path = '/dev/x'\nseat = 1\n[[button_box]]\ndevice_path = '/dev/x'\nseat = 2": (
        "/dev/x is the device_path of two devices",
    ),
    "[[button_box]]\ndevice_path = '/dev/x'\nrole = 'dealer'\n[[button_box]]\ndevice_path = '/dev/y'\nrole = 'dealer'": (
        "dealer",
        "twice",
    ),
    "[[camera]]\nrole = 'ceiling'\nsource = 'camera:0'": ("camera.1.role", "overhead"),
    "[[camera]]\nrole = 'tray'\nsource = 0": ("camera.1.source", "0"),
    "[[camera]]\nrole = 'tray'\nsource = 'camera:0'\n[[camera]]\nrole = 'tray'\nsource = 'camera:1'": (
        "tray",
        "twice",
    ),
    "[[camera]]\nrole = 'tray'\nseat = 1\nsource = 'camera:0'": ("tray", "seat"),
    "[table]\nseats = 2\n[[camera]]\nrole = 'overhead'\nseat = 5\nsource = 'camera:0'": (
        "seat 5 is not there",
    ),
    "[broker]\nurl = 'http://x'": ("[broker] url", "mqtt://host:port"),
    "[broker]\nurl = 'mqtt://user:hunter2@:1'": ("[broker] url", "host is missing"),
    "[broker]\nurl = 'mqtt://x:notaport'": ("[broker] url", "port"),
    "[rules]\nsmallest_chip = 5\n[game]\nante = 5\nlimits = [5, 10]\n[[player]]\nseat = 1\nstack = 99": (
        "99",
        "chips of 5",
    ),
    "[rules]\nmax_seats = 2\n[[player]]\nseat = 3\nstack = 99": ("seat 3 is not there", "max_seats"),
    "[broker]\nurl = 7": ("broker.url", "7"),
    "[log]\nkeep_days = 0": ("log.keep_days", "0"),
    "[dashboard]\nport = 70000": ("dashboard.port", "70000"),
    "[table]\nsite = 'My House'": ("table.site", "My House"),
    "[table]\nname = 'a/b'": ("table.name", "a/b"),
    "[table]\nname = ''": ("table.name",),
    "[table]\nseats = 1": ("table.seats", "1"),
    "[table]\nseats = 9": ("table.seats", "9"),
    "table = 5": ("table is written [table]",),
    "rules = 5": ("rules is written [rules]",),
    "[rules]\nmax_draw = [3]": ("[rules] max_draw", "whole number"),
    "[rules]\nmax_seats = 9": ("max_seats cannot be 9; it is 2 to 8",),
    "seats = 2": ("unknown key seats",),
    "[table]\nseats = 2\nseats = 3": ("not TOML", "overwrite"),
    "just words": ("not TOML", "line 1"),
}


@pytest.mark.parametrize("text", MISTAKES, ids=lambda text: text.replace("\n", " "))
def test_a_mistake_is_one_line_that_names_it(tmp_path: Path, text: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text)

    with pytest.raises(ConfigError) as mistake:
        read_settings(file)

    said = str(mistake.value)
    assert said.startswith(f"{file}: ")
    assert "\n" not in said
    for part in MISTAKES[text]:
        assert part in said
    assert "hunter2" not in said
    assert "type=" not in said


ENDLESS = {
    "figures": (f"[game]\nante = {'9' * 5000}", "more digits"),
    "a switch": (f"[rules]\nmax_raises = '{'9' * 5000}'", "max_raises cannot be"),
    "brackets": (f"x = {'[' * 5000}{']' * 5000}", "brackets within brackets"),
    "braces": (f"x = {'{a=' * 3000}1{'}' * 3000}", "brackets within brackets"),
    "remarks": ("#" * 1_000_001, "longer than 1000000 bytes"),
}


@pytest.mark.parametrize("what", ENDLESS)
def test_what_goes_on_without_end_is_one_line_too(what: str, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(ENDLESS[what][0])

    with pytest.raises(ConfigError, match=ENDLESS[what][1]):
        read_settings(file)


def test_a_file_that_is_no_text_a_folder_or_not_there_is_told(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes("[table]\nroom = 'Küche'".encode("latin-1"))
    nul = tmp_path / "nul.toml"
    nul.write_bytes(b"\0\0\0")

    for path, word in (
        (latin, "UTF-8"),
        (nul, "not TOML"),
        (tmp_path, "is a directory"),
        (tmp_path / "none.toml", "no such file"),
        (tmp_path / ("x" * 5000), "too long"),
    ):
        answer = drawtable("run", str(path))
        assert answer.status == 2
        assert word in answer.line


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(b"\xef\xbb\xbf" + TWO.encode())

    assert len(read_settings(file).player) == 2


def test_the_example_is_a_file_that_holds_what_it_says_it_holds() -> None:
    settings = settings_from(tomllib.loads(EXAMPLE))

    assert settings.table.seats == 2
    assert [player.name for player in settings.player] == ["Ann", "Bob"]
    assert settings.built()[0].id == "jacks-or-better"
    assert (settings.log.keep_days, settings.dashboard.port) == (1825, 8080)


def test_every_remark_of_the_example_that_shows_a_key_shows_a_known_one() -> None:
    """Each line that is commented out can be taken in as it stands."""
    for at, line in enumerate(EXAMPLE.splitlines()):
        if not line.startswith("# ") or "=" not in line:
            continue
        lines = EXAMPLE.splitlines()
        lines[at] = line[2:]
        if "device_path" in line:
            lines[at - 1] = lines[at - 1][2:]
        if line.startswith("# blinds"):
            lines = [other.replace("jacks-or-better", "five-card-draw") for other in lines]
        try:
            settings_from(tomllib.loads("\n".join(lines)))
        except GameError as error:
            pytest.fail(f"{line}: {error}")


def test_defaults_are_what_the_example_says() -> None:
    """`what is left out has the value shown here`."""
    shown = tomllib.loads(EXAMPLE)
    bare = settings_from({})
    assert bare.built() == settings_from(shown).built()
    for section in ("log", "dashboard"):
        for key, value in shown[section].items():
            assert getattr(getattr(bare, section), key) == value, f"{section}.{key}"


@pytest.mark.parametrize("game", GAMES)
def test_a_file_that_names_a_game_alone_plays_it_as_the_rule_card_says(game: str) -> None:
    settings = settings_from({"game": {"id": game}})

    assert settings.built() == table_said(game, None, {})


def test_a_file_may_ask_for_everything_a_game_can_be_made_into() -> None:
    settings = settings_from(
        {
            "game": {
                "id": "california-lowball", "profile": "roberts", "draws": 2, "four_before": True, "betting": "limit",
                "limits": [4, 4, 8], "blinds": [1, 2, 4],
            },
            "rules": {"kill": "full", "newplayer_kill": 3},
        }
    )  # fmt: skip

    game, rules, stakes = settings.built()

    assert (game.draws, game.is_four_before, rules.profile) == (2, True, "roberts")
    assert (rules.kill, rules.newplayer_kill) == ("full", 3)
    assert stakes == Stakes(Betting.LIMIT, (4, 4, 8), 0, ((0, 1), (1, 2), (2, 4)))


def test_who_names_one_forced_bet_names_them_all() -> None:
    """The usual blinds of lowball do not come beside an ante that the file asks for."""
    antes = settings_from({"game": {"id": "california-lowball", "ante": 2}}).built()[2]
    both = settings_from({"game": {"id": "california-lowball", "ante": 1, "blinds": [0, 1, 2]}}).built()[2]

    assert (antes.ante, antes.blinds, antes.limits) == (2, (), (4, 8))
    assert (both.ante, both.blinds) == (1, ((1, 1), (2, 2)))


def test_a_sum_of_ten_figures_is_one() -> None:
    """A file may name a thousand million chips, and so may the stakes made of it."""
    settings = settings_from({"game": {"ante": 1_000_000_000, "limits": [1_000_000_000]}})

    assert settings.built()[2].ante == 1_000_000_000
