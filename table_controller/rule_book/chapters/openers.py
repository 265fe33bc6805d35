"""Rows of openers, splitting, false openers, all-in for the ante and the showdown: O, S, N, W and R."""

from typing import Final

ROWS: Final = """
O01 [000:5; 003:95] The pot is opened with a pair of jacks or better.
O02 [000:5; 003:73] The joker with an ace, or in a straight or flush, makes openers; the joker with a jack does not.
O03 [000:5; 002:14] If nobody opens, everybody antes again into the same pot and new cards are dealt.
O04 [003:95] After a pot that nobody opened the button moves on.
O05 [003:95] After the posted number of antes the next deal is played without one.
O06 [000:9; 002:16; 003:9] Each time the pot is passed out the openers rise: queens, then kings, then aces.
O07 [our proposal] They stay at aces, and begin again at jacks when the pot is won.
O08 [000:7; 003:85] Any hand may open.
O09 [003:99] The opener must show openers to win, called or not.
O10 [000:5] The opener keeps his discards apart, to prove openers with them.
O11 [003:63] The openers button marks who has to prove openers.
O12 [003:107] Any player may ask to see the opening hand once the winner is known.
O13 [000:5, 003:103] A table that knows the cards refuses a false open, or lets it stand until proof is due.
S01 [003:111] Who splits openers says so and leaves his discards to be shown after the hand.
S02 [003:111] If final hand and discards could not have been openers, the opener cannot win.
S03 [003:111] It is enough that hand and discards could have been openers.
S04 [003:111] Who keeps openers does not split them.
S05 [our proposal] Where the house rules by what the table knows, the five cards he opened with decide.
N01 [003:103] After false openers another player who has not acted may declare the pot open.
N02 [003:103] Who passed openers may not declare it.
N03 [003:103] A false opener's hand is dead and his opening bet stays.
N04 [003:103] His later bets go back while the action before the draw is not complete.
N05 [003:105] Who declares the pot open is the opener and must prove openers.
N06 [003:103] If nobody declares, all bets go back but the opening bet and the antes.
N07 [003:103] Those who were in it may play the next hand, and ante again.
N08 [003:105] An opener left alone who cannot show openers leaves his opening bet and the antes for the same players' next hand.
N09 [003:107] The pot plays if there was a raise, or two callers, or the action before the draw was complete.
N10 [003:107] Once the action before the draw is complete the opener takes nothing back.
N11 [003:107] The floor may let the opener take his hand back to prove openers.
N12 [003:59] All in for the ante and without openers, he sits out until the pot is won.
N13 [003:165] In Jacks Back a false open nobody called stays in the pot, the button waits and new cards are dealt.
N14 [003:105,107] A fouled opening hand counts as one without openers.
W01 [003:59] A player all in for the ante may declare the pot open.
W02 [003:59] Whoever comes in behind him puts in the full opening bet.
W03 [003:59] With one ante only he plays for the antes only.
W04 [003:59] If the pot is anted again he still plays for the part he matched.
W05 [003:59] Part of an ante plays for that part from everybody.
W06 [F03] Every stack that is all in makes its own pot, folded chips included.
W07 [our proposal] Chips that only dead hands put in go to the pot below, and a bet nobody matched goes back first.
R01 [003:129; 000:35] Cards speak: the hand that lies there is what counts.
R02 [003:129] In lowball who names his hand must hold it or better, or he cannot win.
R03 [003:129] A miscall that makes another player throw his hand away kills the hand miscalled.
R04 [003:129] Between two hands that both still lie there the better one wins.
R05 [003:129] With three or more in, the miscalled hand is dead and the best other hand wins.
R06 [003:133] Who spreads a pair in lowball says so, or may lose the pot to a hand thrown away.
R07 [003:129] Keep your hand until the winner's cards are seen; a hand thrown away has no claim.
R08 [004:11] Equal hands share the pot.
R09 [002:10] There is a showdown only if two players are left.
R10 [003:133] A pair spread in silence costs nothing while other hands still lie there.
"""
"""One row a line: its id, where it stands, one sentence a dealer can read out."""
