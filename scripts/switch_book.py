"""What every switch of a house does, and the rows it rests on; scripts/manual.py makes docs/switches.md of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_LINE: Final = re.compile(r"(\w+) \[([A-Z0-9 ]+)\] (.+)")

TEXT: Final = """
# Antes, blinds and the button
no_forced_bet [X39] A hand may be played without ante and blinds.
max_antes [X31 O02] How many antes a seat has in the pot at most while it is passed out again and again; none: no end.
open_or_fold [C02] Whoever is asked in an unopened pot opens or folds; there is no check.
second_round_first [X02 C08] Who begins after the draw in a pot with antes: the opener, or the first hand left of the button.
passout_button [X14] Where the button goes when nobody opened.
button_rule [F14] When players leave: a moving button always goes to a player, a dead button may stand at an empty place.
half_blind_rule [B07 B08 B09] Who has less than half the big blind left is dealt in, and the next seat posts in full.
kill [F20 B15] Whether the winner of two pots in a row kills the next: posts twice or one and a half times the big blind, and the limits rise as much; at limit with blinds.
voluntary_kill [F20] Whether a player who has seen two cards may kill the pot before anybody has a third: with four times the kill, speaking last in the first round; at limit with blinds.
newplayer_kill [B10 F21] What a new player posts to be dealt in at once, in big blinds; none: he waits for the blind.
kill_needs_consent [B11] Each seated player may object to that; to the kill of one who missed the big blind anybody may object anyway.

# Bet sizes
min_open [D17] The least opening bet where it is not the big blind.
max_raises [X10 D03 F04] Raises a round with three or more players; none: no end.
headsup_uncapped [D07] Two players alone may raise as often as they like, when the round began so.
cap_lifts_headsup [D08 X10] It is enough that only two are left in the round.
headsup_before_cap [F04 D08] It is enough if they are alone before the last raise allowed; once all raises are made no fold brings more.
blind_counts_as_bet [X11 D04] The big blind is the first bet of the round, so all the raises follow it.
allin_reopen [F05 F06] How large an all-in raise must be for those who have acted to be allowed to raise again.
allin_half_raise_base [X40] What the next raise is added to after an all-in raise: the chips that lie there, or the whole bet.
max_seats [A02] Seats at the table.

# Deck and draw
deck_joker [A03] Jokers in the deck.
kc_joker [X23] Kansas City lowball is dealt with the joker.
foreign_joker [Y23] What a joker in a game without one is while nobody has acted: replaced like a scrap of paper, or a misdeal.
max_draw [X12 E08] Cards a seat may draw.
max_draw_ace_or_wild [E08] Cards it may draw if it keeps an ace or the joker and shows it; none: the same as everybody.
five_card_draw [X03 F18] Who changes five gets them in a row, or the fifth after everybody else is served.
draw_order [X13 F18] Discard and be served seat by seat, or first all discard and then all are served.
burn_before_draw [E03] A card is burned before the draw.
burn_when_all_pat [E03] Also when nobody draws.
burn_closes_number [E16] A number said may not be changed once the dealer has burned a card for it; else until a card is served.
bottom_card [X36] Whether the last card of the stub is dealt: never straight from the stub, only when it completes the draw, or like any other.
reshuffle_set [X35 F15] What a new stub is made of when the old one runs out: the discards thrown before, all but the drawer's own, or the muck and earlier rounds.
reshuffle_includes_muck [X28] Whether folded hands go in: never, if the discards are too few, or always.

# Exposed cards
exposed_before [G01 G02 G03 G08 G09] A card that is exposed in the first deal: as the game has it, always replaced, or always kept.
exposed_low_kept [G03 G04] The highest card that is kept when it is exposed in the deal of limit ace-to-five.
exposed_joker [G03] Whether the joker exposed in the deal is kept like a low card, where the rank decides.
exposed_after [G02] A card that is exposed in the draw is not kept and is replaced after all others are served.
burn_from_exposed [X27] The card exposed in the deal becomes the burn card.
misdeal_exposed [F19] So many exposed cards are a misdeal; none: never.
short_hand [F25] A hand with too few cards, once somebody acted before the draw, lives and draws up or is dead.

# Openers
opening_requirement [O01 O08] What it takes to open: what the game says, nothing, or a pair of jacks.
progressive [O06] Openers go up a rank with each deal that is passed out.
openers_enforced [X33] A box refuses an opening without openers, which only a table that may know hands can do.
openers_button [O11] The opener gets a button that stays until the hand is over.
split_needs_announcement [S01] Who breaks up his openers has to say so.
split_check [S05] What is asked of hand and discards: could they have held openers, or did the opening five hold them.
false_open_participants [X15] Who plays the hand on after a false opening: those dealt into it, or all at the table.

# Johnson and Jacks Back
jb_false_open_reante [X37 N13] Jacks Back: everybody antes again after a false opening that nobody called.
jb_low_open [X04 J09] Jacks Back: when it turns low the player left of the button has to bet, or may.
jb_low [X06 J16 J18] Jacks Back: which low is played.
jb_conversion [X05 J17] Jacks Back: the hand becomes lowball when nobody opened; held, when nobody held openers, is the other reading and refused, since hidden cards cannot be looked into.
johnson_low_check [X19] Johnson: checking is allowed in the first round played for low.
johnson_low_check_raise [X38] Johnson: and raising after a check, when it is played for low.

# Lowball
sevens_rule [X29 X32 Q01] A seven or better has to bet after the last draw, or cannot win what is put in later; ace-to-five only.
sevens_in_big_bet [X34] Also at pot limit and no limit.
sevens_post_draw [X07 Q13] Where the bets after the draw go when a checked seven was best: back, or to the second best hand, or the whole pot with them.
lowball_check_raise [X08 Q08] Who checked after the draw may raise.
miscall [X16 R02 R03 R05] What a hand that is not as good as its player said costs: it is dead where another was thrown away for it or three are in, only where one was thrown away, or nothing.
must_announce_pair [R06 R10] Who spreads a pair has to say so.

# High and low, declared
declare_low [V13] Which low is played.
scoop_against [X24] Whom a hand declared both ways must beat: those who declared that way, or all hands still in.
declare_all_fail [V12] When all who said both fail and nobody else declared: the best each way share, or the pot stays.

# Showdown
odd_chip [F01 F03] Who gets the chip that cannot be divided.
hilo_odd_chip [F02] Which half gets it.
first_to_show [F11] Who shows first.
smallest_chip [F10] The smallest chip in play; pots are divided down to it.
"""


@dataclass(frozen=True, slots=True)
class SwitchNote:
    """A switch as the manual tells it; *heading* is the part of the page it stands in."""

    name: str
    rows: tuple[str, ...]
    sentence: str
    heading: str


def notes() -> Iterator[SwitchNote]:
    """Yield the notes in the page's order.

    :raises ValueError: a line is neither a note nor a heading
    """
    heading = ""
    for line in TEXT.strip().splitlines():
        found = _LINE.fullmatch(line)
        if line.startswith("# "):
            heading = line[2:]
        elif found is not None:
            yield SwitchNote(found[1], tuple(found[2].split()), found[3], heading)
        elif line:
            raise ValueError(f"not a note of a switch: {line!r}")
