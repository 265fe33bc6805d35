"""The token lies in a file that only its owner can read."""

import os
import stat
from pathlib import Path

import pytest

from table_controller.app.live.token import TokenError, read_token


def test_a_token_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "live.token"
    token = read_token(path)

    assert len(token) >= 40
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_token(path) == token


@pytest.mark.parametrize(
    ("text", "mode", "says"),
    [
        ("a token of more than twenty letters", 0o644, "chmod 600"),
        ("short", 0o600, "not a token"),
        ("ä" * 30, 0o600, "not a token"),
    ],
)
def test_a_file_that_will_not_do_is_refused(tmp_path: Path, text: str, mode: int, says: str) -> None:
    path = tmp_path / "live.token"
    path.write_text(text, encoding="utf-8")
    os.chmod(path, mode)

    with pytest.raises(TokenError, match=says):
        read_token(path)


def test_a_place_where_none_can_be_made_is_named(tmp_path: Path) -> None:
    with pytest.raises(TokenError, match="nowhere"):
        read_token(tmp_path / "nowhere" / "live.token")
