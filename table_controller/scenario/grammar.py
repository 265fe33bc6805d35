"""From the text of a scenario to its lines. The grammar is fixed: it may grow, it may never change its meaning."""

from table_controller.scenario.check_grammar import CHECKS, read_check
from table_controller.scenario.errors import ScenarioError
from table_controller.scenario.house_grammar import HOUSE, read_house
from table_controller.scenario.lines import CheckLine, HappeningLine, Scenario, SetUpLine
from table_controller.scenario.player_grammar import read_player
from table_controller.scenario.set_up_grammar import SET_UP, is_set_up, read_set_up
from table_controller.scenario.words import Reader, words_of


def parse(text: str) -> Scenario:
    """Read a whole scenario.

    >>> parse("game five-card-draw\\n1 checks   # pass\\n? pot 4").body[1].text
    'pot 4'

    :raises ScenarioError: a line cannot be understood, or a set-up line stands behind the first happening
    """
    set_up, body = list[SetUpLine](), list[HappeningLine | CheckLine]()
    for number, written in enumerate(text.splitlines(), start=1):
        words = words_of(written)
        if not words:
            continue
        line = _read(Reader(number, words))
        if not isinstance(line, SetUpLine):
            body.append(line)
        elif body:
            raise ScenarioError(
                number,
                line.column,
                f"set-up lines come before what happens, and line {body[0].number} happens",
            )
        else:
            set_up.append(line)
    return Scenario(tuple(set_up), tuple(body))


def _read(reader: Reader) -> SetUpLine | HappeningLine | CheckLine:
    number, column = reader.line, reader.column
    if reader.peek() == "?":
        return CheckLine(number, column, read_check(reader), reader.text_from(1))
    if is_set_up(reader):
        return SetUpLine(number, column, read_set_up(reader))
    if reader.at_number:
        return HappeningLine(number, column, read_player(reader))
    if reader.peek(1) == "and" or reader.peek() in HOUSE:
        return HappeningLine(number, column, read_house(reader))
    raise reader.unknown("the line", (*SET_UP, *HOUSE, *(f"? {check}" for check in CHECKS)))
