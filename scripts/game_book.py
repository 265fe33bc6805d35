"""What each game is, in a few sentences, and its worked hands; scripts/game_pages.py makes docs/games/ of it."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class GameNote:
    """A game as its page introduces it; *hands* are scenario files under tests/scenarios."""

    id: str
    text: str
    hands: tuple[str, ...]


NOTES: Final = (
    GameNote(
        "five-card-draw",
        """
Five cards, one draw, the best high hand: the game all others here are made from. Anything opens it. With antes it is
also called guts; with blinds it is the California form, which public rooms dealt.

The worked hand is the first sample deal of the draw-poker article: home rules, no limit, neither ante nor blind.
""",
        ("d/d16-sample-deal.deal",),
    ),
    GameNote(
        "jacks-or-better",
        """
Five-card draw in which the first bet takes a pair of jacks or better; in Gardena it was played with the joker and
called jackpots. Whoever opens answers for it: he has to show openers before the chips are pushed, called or not, and
whoever breaks them up for a better draw keeps the card he threw as proof. If nobody can open, all ante again.
""",
        ("games/jacks-or-better.deal",),
    ),
    GameNote(
        "progressive",
        """
Jacks or better in which the price of opening rises while nobody pays it: jacks, then queens, kings and aces, each time
with another round of antes. When the pot is won the next one begins at jacks.
""",
        ("games/progressive.deal",),
    ),
    GameNote(
        "california-lowball",
        """
Draw for the lowest hand, ace to five: straights and flushes do not count, the ace is low, the joker is whatever low
card is missing. Limit games have two rules of their own: a seven or better has to bet after the draw, and who checks
may not raise. Pot limit and no limit know neither.
""",
        ("games/california-lowball.deal",),
    ),
    GameNote(
        "kansas-city-lowball",
        """
Draw for the lowest hand, deuce to seven: straights and flushes count against it and the ace is high, so 7-5-4-3-2 in
two suits is number one. It is a no-limit game with one draw by tradition, with no duty to bet and no ban on raising
after a check. With three draws (`draws 3`) it is deuce-to-seven triple draw.
""",
        ("games/kansas-city-lowball.deal",),
    ),
    GameNote(
        "ace-to-six-lowball",
        """
The low of the eastern states and of London: the ace is low as in California, straights and flushes count against the
hand as in Kansas City. So 5-4-3-2-A is a straight and poor, and 6-4-3-2-A is best.
""",
        ("games/ace-to-six-lowball.deal",),
    ),
    GameNote(
        "badugi",
        """
Four cards and three draws. Only cards of different ranks and different suits play; a hand in which all four play is a
badugi and beats any with three. Among equal numbers the lowest cards win, and the ace is low.
""",
        ("games/badugi.deal",),
    ),
    GameNote(
        "california-high-low",
        """
One pot, two winners: the best high hand and the best ace-to-five low share it, if the low is eight high or better.
Nothing is declared, the cards speak, and one hand may take both halves. The joker plays apart for each half.
""",
        ("games/california-high-low.deal",),
    ),
    GameNote(
        "high-low-declare",
        """
One pot, two winners, but everybody says which half he plays for: after the last bet each takes chips in the fist
under the table and all open together. None is low, one is high, two are both, and who says both must win both.
Neither half has a minimum, so a poor hand alone in its half takes it.
""",
        ("games/high-low-declare.deal",),
    ),
    GameNote(
        "johnson",
        """
High draw that turns over when nobody wants it: passed out, the same cards are played for ace-to-five low, and only
when that is passed out too do all ante again. Two can play it well.

The worked hands are the two sample deals of the draw-poker article, the high one and the low one.
""",
        ("games/johnson-high.deal", "games/johnson-low.deal"),
    ),
    GameNote(
        "jacks-back",
        """
Jacks or better that turns to lowball when nobody opens: the same cards are played on for low, and the player left of the
button has to bet them, as if he had posted a blind. Opened high, all rules of openers hold; opened low, those of
lowball.
""",
        ("games/jacks-back.deal",),
    ),
    GameNote(
        "q-ball",
        """
Ace-to-five low with the joker, dealt in instalments: three cards and a bet, a fourth and a bet, a fifth and a bet, then
one draw and the last bet. Bets are one, two, two and four units, and with four cards somebody must bet or all fold.
""",
        ("games/q-ball.deal",),
    ),
    GameNote(
        "badacey",
        """
Five cards, three draws, two halves: the best badugi made of any of the five, and the best ace-to-five low made of all
of them. The ace is low for both.
""",
        ("games/badacey.deal",),
    ),
    GameNote(
        "badeucy",
        """
Five cards, three draws, two halves: the best badugi and the best deuce-to-seven low. The ace is high for both, so the
best badugi is 5-4-3-2.
""",
        ("games/badeucy.deal",),
    ),
    GameNote(
        "archie",
        """
Five cards, three draws, high and low, each with its price: the high half needs a pair of sixes or better, the low half
an eight or better ranked ace to five.
""",
        ("games/archie.deal",),
    ),
)
