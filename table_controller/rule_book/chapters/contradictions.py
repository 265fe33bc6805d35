"""Rows X: where the books contradict each other or are silent, and the switch that decides."""

from typing import Final

ROWS: Final = """
X01 [000:23; 000:19] The printed badugi example with two hearts is judged by the rule, as three cards.
X02 [003:31; 002:7; 000:55] Who begins after the draw, the opener or the left of the button, is set by second_round_first.
X03 [002:11; 003:27] Whether five new cards come in a row is set by five_card_draw.
X04 [000:53; 003:161] Whether the low bet of Jacks Back is forced is set by jb_low_open.
X05 [003:161; 004:9] Jacks Back turns low when nobody opens; jb_conversion names the other reading.
X06 [003:161; 004:9] Which low Jacks Back turns into is set by jb_low.
X07 [000:15; 003:135] Where the chips of a checked seven go is set by sevens_post_draw.
X08 [000:15; 003:135] Whether lowball has check-raise is set by lowball_check_raise.
X09 [000:15; 003:15,117] Lowball takes blinds, and antes too where the table says so.
X10 [003:35] How many raises a round has is set by max_raises and cap_lifts_headsup.
X11 [003:35] Whether the blind counts as the first bet is set by blind_counts_as_bet.
X12 [002:11; 003:23] How many cards may be changed is set by max_draw and max_draw_ace_or_wild.
X13 [002:10,13] Whether each player is served before the next discards is set by draw_order.
X14 [003:95,165] Whether the button moves after a passed-out pot is set by passout_button.
X15 [003:103,105] Who may play on for a pot that stays is set by false_open_participants.
X16 [003:129] What a miscall costs is set by miscall.
X17 [003:103-107] False openers: alone comes first, then whether the pot plays, then who may declare, then bets go back.
X18 [003:103,107] Later bets of a false opener go back while the action is open, whether or not the pot plays.
X19 [000:15,53] Whether the low side of Johnson may be checked is set by johnson_low_check.
X20 [002:12] The bottom card is never dealt directly and goes into the new stub.
X21 [000:45] With two draws the bets are one, one and two units unless the table says otherwise.
X22 [003:59] The broken tail of that passage is left aside.
X23 [003:157; 004:29] Whether deuce-to-seven has the joker is set by kc_joker.
X24 [000:39] Against whom winning both ways is judged is set by scoop_against.
X25 [003:15,85] Five-card draw and California lowball are two games, whatever they are called for short.
X26 [003:15; 002:7; 000:61] Where the blinds are posted is set at the table.
X27 [003:149; 002:10] Whether a replaced card is the burn is set by burn_from_exposed.
X28 [002:12] Whether folded hands go into a new stub is set by reshuffle_includes_muck.
X29 [000:61] In which games sevens must bet is set by sevens_rule.
X30 [004:11] Having jacks is read there as having opened.
X31 [003:95] How often a pot is anted is set by max_antes.
X32 [003:157; 000:31] Deuce-to-seven has no sevens rule.
X33 [000:5; 003:103] Whether a false open is refused at once is set by openers_enforced.
X34 [000:15; 003:153] Whether sevens must bet at pot limit and no limit is set by sevens_in_big_bet.
X35 [002:12; F15; F17] What goes into a new stub is set by reshuffle_set.
X36 [002:12; F15] What becomes of the bottom card is set by bottom_card.
X37 [003:165] Whether a Jacks Back false open is anted again is set by jb_false_open_reante.
X38 [000:15; 003:161] Whether the low side of Johnson has check-raise is set by johnson_low_check_raise.
X39 [002:13] A game without any forced bet needs no_forced_bet.
X40 [F05] From where a raise over a short all-in is counted is set by allin_half_raise_base.
"""
"""One row a line: its id, where it stands, one sentence a dealer can read out."""
