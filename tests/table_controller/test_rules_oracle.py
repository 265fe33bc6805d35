"""2,000 random hands of each of PokerKit's games, step by step the same on both engines; `make soak` plays 20,000."""

from typing import Final

import pytest

from tests.table_controller.pokerkit_oracle import SUBJECTS, compare

BLOCK: Final = 500
HANDS: Final = 2_000


@pytest.mark.parametrize("first", range(0, HANDS, BLOCK))
@pytest.mark.parametrize("name", SUBJECTS)
def test_hands_go_as_on_another_engine(name: str, first: int) -> None:
    """Turns, amounts, pots and stacks; where the two are known to differ it is masked by its name and counted."""
    masked = compare(SUBJECTS[name], range(first, first + BLOCK))

    print(name, dict(masked))
    assert sum(masked.values()) < BLOCK
