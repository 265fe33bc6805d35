"""Rows F and Y: what newer rule books and most tables do where the old ones are silent."""

from typing import Final

ROWS: Final = """
F01 [Robert's Rules; WSOP 2024, 148-149] The odd chip goes to the first winner left of the button, and nobody gets more than one.
F02 [Robert's Rules; WSOP 2024, 148-149] The odd chip between the halves goes to the high hand.
F03 [Robert's Rules; WSOP 2024, 148-149] Main pot and side pots are shared each on its own.
F04 [Robert's Rules; WSOP 2024, 126-127] A bet and four raises in games of two rounds, a bet and three raises in longer ones; two who are left before that may raise on.
F05 [Robert's Rules; WSOP 2024, 129] An all-in raise of less than half a bet does not open the betting again; half or more counts as a bet.
F06 [WSOP 2024, 96] At no limit a short all-in does not open the betting again; several that make a full raise together do.
F07 [Robert's Rules; WSOP 2024, 136] Chips put in without a word: half a bet or more on top is a raise and must be completed, less is a call.
F08 [WSOP 2024, 137; TDA] One large chip put in without a word is a call.
F09 [WSOP 2024, 131-132] Words said in turn bind; out of turn they bind only if nothing changes before the turn comes.
F10 [Robert's Rules; WSOP 2024, 130] The smallest chip is the one used for the ante or the blinds.
F11 [WSOP 2024, 145] The last player who bet or raised shows first; if all checked, the first seat left of the button.
F12 [TDA] A bet nobody matched goes back before the pot is pushed.
F13 [WSOP 2024, 150] A short blind is still called and raised as the full blind.
F14 [WSOP 2024, 151 and 153] The dead button stays where the player left it, so that nobody misses a blind; two players: the button posts the small one.
F15 [WSOP 2024, draw games] Folded hands, burns and earlier rounds' discards make the new stub, this round's discards do not.
F16 [WSOP 2024, 123] A card dealt before the betting is complete does not play.
F17 [PokerStars, reshuffle] A card a player threw away never comes back to him in the same hand.
F18 [WSOP 2024, draw games] All discard first, then one card is burned and everybody is served.
F19 [WSOP 2024, 262 and 269] Two exposed cards, or the first or second card of the deal exposed, are a misdeal.
F20 [Robert's Rules, kill pots] Who wins two pots, a full bet beyond blinds in the second, doubles blind and limits or adds half; a split keeps the leg; he acts in turn.
F21 [WSOP 2024, 264] A new player who kills posts twice the big blind, which doubles the limits of that hand.
F22 [WSOP 2024, 275] A miscall of the second card has no penalty.
F23 [WSOP 2024, 281] In deuce-to-seven aces are the highest pair, and ace to five is ace high.
F24 [ace-to-six descriptions] In ace-to-six the ace is low, and king to ten with an ace is no straight.
F25 [WSOP 2024, 271] Too few cards before the draw play on and are filled up at the draw.
F26 [WSOP 2024, 278-287] Under tournament rules lowball has check-raise, no sevens rule, and every exposed card is replaced.
F27 [Britannica, old jackpots] In old jackpots the false opener paid everybody's next ante.
F28 [Robert's Rules, irregularities 6] Chips left by a forfeited deal are for those who were dealt into it.
Y01 [most tables] With two players the smallest of three blinds is not posted: the button posts the smaller of the others.
Y02 [most tables] A raise at no limit is at least the last full raise.
Y03 [most tables] The last player left in open-or-fold takes the antes without a bet.
Y04 [most tables] With at most one player holding chips the betting is skipped and the draw is still dealt.
Y05 [most tables] Two players who change five are both owed a fifth card, the later one behind a burn.
Y06 [our proposal] A card its own player threw away is passed over.
Y07 [most tables] Cards still owed are dealt clockwise from the left of the button.
Y08 [our proposal] When the stub runs out again only what was thrown since then is shuffled.
Y09 [most tables] Before each draw a card is burned, and the left of the button begins.
Y10 [most tables] With several draws the discards of the earlier ones go into the new stub.
Y11 [most tables] A checked seven that ties shares the pot of before the draw.
Y12 [most tables] Two checked sevens can win only what was there before the draw.
Y13 [most tables] Who has less than half a bet left need not bet his seven.
Y14 [most tables] With several draws the sevens rule binds in the last round only.
Y15 [most tables] If the opener is all in, the next player at his left begins after the draw.
Y16 [most tables] An all-in opener nobody called still shows openers for the antes he matched.
Y17 [most tables] While a pot stands a new player waits, or matches the antes in it.
Y18 [most tables] Who leaves while a pot stands gives up his share of it.
Y19 [our proposal] A false open does not raise the openers.
Y20 [most tables] One declaration counts for every pot.
Y21 [our proposal] Of two who said both, one best both ways takes it all.
Y22 [most tables] Each side pot is split high and low on its own.
Y23 [most tables] A boxed card is a scrap of paper; two equal cards void the hand and all chips go back.
Y24 [most tables] A wrong count is put right or misdealt before anybody acts; later too many are dead and too few play on.
Y25 [our proposal] A fourth or fifth card exposed in Q-ball or four-before goes by the game's rule for the deal.
"""
"""One row a line: its id, where it stands, one sentence a dealer can read out."""
