"""The token of the live view, in a file that only its owner can read."""

import os
import secrets
import stat
from pathlib import Path
from typing import Final

LEAST_LETTERS: Final = 20


class TokenError(ValueError):
    """The file cannot be used; one line says what to do."""


def read_token(path: Path) -> str:
    """Return the token in the file, which is made with a random one where it is not there.

    :raises TokenError: others can read it, it is too short, or it cannot be made
    """
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return _kept(path)
    except OSError as error:
        raise TokenError(f"{path}: cannot be made: {(error.strerror or str(error)).lower()}") from None
    token = secrets.token_urlsafe(32)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(token + "\n")
    return token


def _kept(path: Path) -> str:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise TokenError(f"{path}: cannot be read as a token: remove it, and another is made") from None
    if mode & 0o077:
        raise TokenError(f"{path}: others can read the token (mode {mode:04o}): chmod 600 it")
    if len(text) < LEAST_LETTERS or not text.isascii() or not text.isprintable():
        raise TokenError(
            f"{path}: not a token of {LEAST_LETTERS} letters or more: remove it, and another is made"
        )
    return text
