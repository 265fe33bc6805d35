"""Rows A-G: table and deck, antes and blinds, order of action, bets, the draw, exposed cards."""

from typing import Final

ROWS: Final = """
A01 [002:10, 003:23, 004:11] Each player gets five cards face down, one at a time, clockwise, and the seat left of the button is first.
A02 [002:9] A hand needs at least two players and takes eight at most.
A03 [000:5,15,31,35,53,61; 003:23,125,157; 004:7] The deck is 53 cards where the game uses the joker, and 52 where it does not.
A04 [002:10] Until the draw the rest of the deck lies covered; a card that leaves it early does not play.
A05 [003:23] A playing hand is exactly five cards; with more or fewer after the draw it is dead.
A06 [000:19] In badugi a hand is four cards.
A07 [003:15] The button moves one player to the left after each hand.
A08 [002:8,10] Who deals serves himself last on every round of cards.
A09 [000:49] In four-before the first deal is only four cards to each player.
A10 [003:5; 002:10] Cards stay hidden until the showdown; nobody but their player may see them.
A11 [003:69,91,117,157] What holds for draw holds for each game made from it, unless that game's own rule says otherwise.
B01 [000:5; 002:14; 003:15] Everybody antes here, and there are no blinds.
B02 [000:15; 003:117] Ace-to-five lowball is normally played with blinds; antes may come on top.
B03 [003:15] With three blinds the button posts the smallest, the next seat the middle one, and the seat after it the big blind.
B04 [000:61] In Q-ball the button and the next seat post one unit each, and the seat after them two.
B05 [003:31] A table may ask for antes and blinds together.
B06 [002:7] With two blinds the two seats left of the button post them, and the seat after those acts first.
B07 [003:145] A player with less than half a big blind is dealt in for what he has, and the next seat posts the big blind.
B08 [003:145] Half a big blind or more counts as the whole blind.
B09 [003:145] The short blind who wins or buys in owes a full big blind in the seat where he is next dealt in.
B10 [003:141] A new player waits for the big blind, or kills the pot and is dealt in at once.
B11 [003:141] Where the house wants it, one objection stops a new player from killing the pot.
B12 [003:141] With one blind, whoever missed it waits until it reaches him again.
B13 [003:141] With several blinds, whoever missed the big one may wait, or kill if nobody objects.
B14 [003:141] Who has posted all his blinds may change seats without a penalty.
B15 [003:117] Lowball may be played with a kill.
B16 [003:15] A high draw game is played with antes or with blinds; with neither only if the house says so.
B17 [003:145,19,31] Whoever posts the big blind for a short player is the big blind: action begins at his left and the option is his.
B18 [003:15,31] With three blinds and three players the button acts first before the draw and last after it.
C01 [002:7; 003:31] With antes the seat left of the button acts first, and may check or bet.
C02 [003:31] By house rule the first round allows no check: open or fold.
C03 [002:7; 003:31,117; 000:15] With blinds the seat left of the big blind acts first and may call, raise or fold.
C04 [000:15] Before the draw there is no check in ace-to-five lowball; after it there is.
C05 [003:31] After the draw the player who opened acts first.
C06 [003:31] If the opener is out, the next player left of his seat begins.
C07 [002:7; 000:55] By house rule every round begins with the first player left of the button.
C08 [003:31; 002:7] In a blind game the round after the draw begins with the first player left of the button.
C09 [003:19] If everybody only called, the big blind may still raise.
C10 [003:19] When the big blind checks his option the round is over; when he raises everybody acts again.
C11 [000:5; 002:14] A player who checked may call or raise once somebody has bet.
C12 [003:81] Check and raise is allowed in high draw.
C13 [003:57] A rap in turn is a check when there is nothing to call.
C14 [003:57] A rap in the draw means pat.
C15 [003:57] A rap by a player who had not seen the raise neither folds nor calls; he is asked again.
C16 [000:61] In Q-ball the seat left of the big blind acts first: call, raise or fold.
C17 [000:61] With four cards in Q-ball the first player must bet or fold until somebody bets.
C18 [000:61] With five cards in Q-ball the seat left of the button is first and may check.
C19 [000:53] In Johnson the seat left of the button may open on anything, or check.
C20 [002:10] The last player left wins at once, without draw and showdown; openers must still be shown.
C21 [000:61,63; 002:7] After the draw in Q-ball the seat left of the button is first and may check.
C22 [003:31,161] In Jacks Back opened low, the round after the draw begins left of the button.
D01 [003:23,27,117] At limit the bet after the draw is twice the bet before it.
D02 [003:39] The least opening bet is the big blind, unless another is posted.
D03 [003:35] With three or more players a round is a bet and four raises.
D04 [003:35,39] Before the draw the big blind counts as the bet, and four raises follow.
D05 [003:35] This house allows a bet and six raises.
D06 [003:35] This house sets no limit on raises.
D07 [003:35] Two players who begin a round alone may raise without limit.
D08 [003:35] When a round began with three or more the limit on raises stays, also for the last two.
D09 [003:35] In this house the limit on raises ends when two players are left.
D10 [003:35] The limit on raises holds when three or more players with chips begin the round.
D11 [000:27] Three-draw badugi is bet at one, one, two and two units.
D12 [000:63] Q-ball is bet at one, two, two and four units.
D13 [002:7; 000:27] Any game may be played at limit, spread limit, pot limit or no limit.
D14 [000:45] Two draws make three betting rounds, three draws make four.
D15 [000:49] Four-before has two betting rounds.
D16 [002:13] In the book's first sample deal a flush wins nine chips, five of them its gain.
D17 [003:39] The house's posted opening bet stands in place of the big blind.
E01 [002:10] There is a draw only if at least two players are left.
E02 [003:23,27] A player may change from none to all of his cards.
E03 [002:10,13] One card is burned before the draw.
E04 [002:10] Discards lie on the table before any new card is dealt.
E05 [002:10] A player gets as many cards as he discards, and the number he said must be the number he lays down.
E06 [002:10,13] The draw goes clockwise, beginning left of the button, among the players still in.
E07 [002:11] In this house a player may change three cards at most.
E08 [002:11] In this house a player who keeps an ace or the joker may change four.
E09 [002:11] Whoever changes five gets four now and his fifth card after all the others.
E10 [002:11] If nobody after him drew, a card is burned before his fifth card.
E11 [003:27] In this house five new cards are dealt in a row.
E12 [002:12] The bottom card of the deck is not dealt in the draw.
E13 [002:12] When the stub runs out, bottom card, burns and earlier discards are shuffled and dealing goes on, never with the drawer's own.
E14 [002:12] With two cards left for three, the player gets one, and two more after the shuffle.
E15 [002:12] No player gets back a card he threw away.
E16 [003:47] The number may be changed while no card has been dealt for it and nobody has acted on it.
E17 [003:43] Until somebody acts after the draw, a player must say how many cards he drew.
E18 [003:43] After the first action behind the draw nobody has to say it, and the dealer may not.
E19 [000:55; 003:57] Pat is a draw of no cards.
E20 [000:49] In four-before a player draws one more than he throws away.
E21 [000:49] In four-before nobody can be pat.
E22 [000:61] Q-ball is three cards and a bet, a fourth and a bet, a fifth and a bet, the draw and a bet.
E23 [003:43] Only a player still in the hand may ask how many cards another one drew.
G01 [003:51] In high draw a card exposed in the deal is kept.
G02 [003:51,149,155,157] A card exposed on the draw is not kept; it is replaced after everybody has drawn.
G03 [003:149] In limit ace-to-five a seven or lower exposed in the deal is kept.
G04 [003:149] In limit ace-to-five an eight or higher exposed in the deal is replaced when the deal is complete.
G05 [003:149] The first card replaced is the burn card of the draw.
G06 [003:149] A flashed card in the deal is exposed only if it landed face up without the player's help.
G07 [003:149] In the draw a flashed card counts as exposed.
G08 [003:153] In pot-limit and no-limit ace-to-five only ace to five are kept when exposed in the deal.
G09 [003:157] In deuce-to-seven only two, three, four, five and seven are kept when exposed in the deal.
G10 [003:157] In deuce-to-seven a card exposed on the draw is replaced as in the other games.
"""
"""One row a line: its id, where it stands, one sentence a dealer can read out."""
