"""What can be wrong with a hand history, and with a hand that is to become one."""


class PhhError(ValueError):
    """A file that cannot be read or dealt here; one line: where, what, what to do."""


class HandRefused(Exception):
    """The table refused what a history tells; *rules* are the broken rows."""

    def __init__(self, text: str, rules: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.rules = rules


class CannotTell(ValueError):
    """A hand of ours that has something in it PHH has no words for."""
