"""Rows of hand values, splits and lowball: H, L, K, U, P, V, J, T and Q."""

from typing import Final

ROWS: Final = """
H01 [003:5; 004:11] The best five-card hand wins, and equal hands share.
H02 [003:23,73; 004:7] The joker is an ace, or completes a straight, a flush or a straight flush, and nothing else.
H03 [003:73] The joker beside an ace makes a pair of aces.
H04 [003:73] The joker alone is an ace.
H05 [003:73] Two pair and the joker stay two pair, with an ace beside them.
H06 [003:73] Two aces and the joker are three aces, a full house with another pair.
H07 [003:77; 004:11] Five aces are the best hand of all.
H08 [003:73] Four of a kind and the joker keep an ace beside them.
H09 [003:73] The joker may fill the middle of a straight.
H10 [003:73] With four in a row the joker takes the higher end.
H11 [003:73] Ace to four and the joker make a straight to the five, two to five and the joker one to the six.
H12 [003:73] King, queen, jack, ten and the joker make a straight to the ace.
H13 [003:73] In a flush the joker is the highest card of the suit not held.
H14 [003:73] No flush holds two aces.
H15 [003:73] In a flush without its ace the joker is the ace.
H16 [003:73] The joker may complete a straight flush, the royal one too.
H17 [003:73] Four cards of a suit and the joker are a flush at least.
H18 [003:73,77] The joker's deck has 2,869,685 hands, and one of them is five aces.
L01 [003:121] The best ace-to-five low is five, four, three, two, ace.
L02 [003:121; 000:35] Straights and flushes do not count in ace-to-five.
L03 [003:121] The ace is always low in ace-to-five.
L04 [003:125; 000:15] The joker is the lowest rank the hand does not hold.
L05 [003:125] The joker never pairs.
L06 [003:121] Any hand without a pair beats a pair, and the lower pair is the better one.
L07 [003:121; 000:57] Low hands are compared from their highest card down.
L08 [000:35; 001:4] A low must be eight high or better to win its half.
K01 [004:23; 003:157] Seven, five, four, three, two in two suits is the best deuce-to-seven hand.
K02 [004:17,19; 003:157] Straights and flushes count against a deuce-to-seven hand.
K03 [003:157; 004:21] Ace, five, four, three, two is ace high in deuce-to-seven, no straight.
K04 [004:17,21] Ace to five in one suit is a flush in deuce-to-seven, not a straight flush.
K05 [004:19] The ace is always high in deuce-to-seven.
K06 [004:19] In deuce-to-seven the lower highest card wins.
K07 [004:17,19] Equal pairs in deuce-to-seven go by the lower cards beside them.
K08 [004:29] A wild card in deuce-to-seven is the rank that makes the lowest hand.
K09 [004:23,25,27] A low hand is named by its highest cards.
K10 [000:31; 003:157] In deuce-to-seven any hand may be checked and raised after a check.
K11 [004:17; F23] In deuce-to-seven a pair of aces is the highest pair.
K12 [000:31; 001:2; F24] In ace-to-six the ace is low and straights and flushes count against the hand; six, four, three, two, ace is best.
K13 [F24] King, queen, jack, ten, ace is no straight in ace-to-six.
K14 [004:29] A wild card in ace-to-six makes the lowest hand.
K15 [004:15; 000:31] Kansas City is one draw at no limit unless the table is set otherwise.
U01 [000:19] In badugi more playing cards win; a card that shares rank or suit does not play.
U02 [000:21] The best badugi is ace, two, three, four in four suits.
U03 [000:22] Four cards of four ranks and four suits play as four.
U04 [000:23; 000:19] Two cards of one suit leave a three-card hand, whatever the printed example says.
U05 [000:24] Two aces leave three cards to play.
U06 [000:25] Cards that share both rank and suit can leave two cards to play.
U07 [000:21-25] Four cards beat three, three beat two.
U08 [000:19] Of two cards that clash the higher one is left out.
U09 [000:19] A hand can come down to one playing card.
U10 [000:19] Equal ranks share, whatever the suits.
U11 [000:27] Badugi is normally played with three draws.
P01 [000:35; 001:4] The high hand and the qualifying low hand share the pot.
P02 [000:35] Without a qualifying low the high hand takes it all.
P03 [000:35] Cards speak: nothing is declared.
P04 [000:35] One hand may win both halves.
P05 [000:35; 003:73,125] The joker may be one card for high and another for low.
P06 [our proposal] The odd chip goes to the high half.
P07 [our proposal] A tie shares its own half.
V01 [000:39; 001:6] After the last bet and before the showdown everybody still in declares.
V02 [000:39] All declare at once with chips in the fist: none is low, one is high, two are both.
V03 [000:39] The best high hand among those who said high takes one half, the best low among those who said low the other.
V04 [000:39] Nobody needs a minimum hand to win a half.
V05 [000:39] If nobody said the other way, the whole pot goes one way.
V06 [000:39] Who said both and is best both ways takes it all.
V07 [000:39] Who said both and only ties one way gets nothing.
V08 [000:39] If he fails and nobody said the other way, the one way takes it all.
V09 [000:39] Who said both and fails is out of both halves.
V10 [000:41] Declaring works with any low, however hard it makes winning both.
V11 [000:39; F01] Equal hands share the half they declared.
V12 [our proposal] If all who said both fail and nobody else declared, the best each way share.
V13 [000:39,41] The low half is ace-to-five unless another is named.
J01 [000:53] Johnson has antes, the joker and no blinds.
J02 [000:53] Once opened, Johnson is high draw.
J03 [000:53] Passed out, Johnson goes on for low with the same cards.
J04 [000:53] Passed out again, everybody antes and new cards are dealt.
J05 [000:53] Two can play Johnson.
J06 [000:55] In the first sample deal of Johnson a full house wins thirteen.
J07 [000:57] In the second sample deal of Johnson six, five, four, three, two wins eight.
J08 [000:53] Jacks Back needs jacks or better to open for high.
J09 [003:161] If nobody opens for high, the seat left of the button must bet low.
J10 [003:163] The forced bettor may raise when the action comes back to him.
J11 [003:163] If he has less than half the bet, the next seat makes it.
J12 [003:163] If that short player wins or buys in, the button stays for one hand.
J13 [003:161] Opened high the rules of jacks-or-better hold, opened low those of lowball.
J14 [003:161; 004:7] Jacks Back has antes; the forced low bet is its only blind.
J15 [004:7,11] The joker in Jacks Back is the bug, and five aces are best.
J16 [004:9] The low side of Jacks Back is ace-to-five or deuce-to-seven, by house rule.
J17 [004:9] Jacks Back turns low when nobody opens, whatever anybody holds.
J18 [004:9,29; 000:31] With deuce-to-seven the joker stays in and makes the lowest hand.
T01 [000:45] Any game may be played with two or three draws.
T02 [000:45] Three draws mean four betting rounds.
T03 [000:61] Q-ball is ace-to-five with the joker.
T04 [000:49] Any five-card game may be dealt four cards before.
Q01 [003:135; 000:15] A checked seven that is the best hand wins only the pot of before the draw.
Q02 [003:135] A checked seven that is beaten loses its calls as well.
Q03 [003:135] If everybody checks there is no penalty.
Q04 [003:135,125] Every seven-high or lower without a pair must bet, the joker counting as what it plays.
Q05 [003:135] A checked seven may call an all-in of less than half a bet and win it.
Q06 [003:135] Who overcalls that short bet and loses gets it back.
Q07 [003:135] Once the seven completes the bet, everything after it counts.
Q08 [003:135; 000:15] No check-raise after the draw in limit ace-to-five.
Q09 [003:153; 000:15] At pot limit and no limit any hand may be checked, and check-raise is allowed.
Q10 [000:31; 003:157] Deuce-to-seven has neither rule.
Q11 [003:161; 000:57] On the low side of Jacks Back and Johnson sevens must bet, and there is no check-raise.
Q12 [003:161] On the high side of Jacks Back check-raise is allowed.
Q13 [000:15] What a checked seven forfeits goes back, or to the second best hand, or takes the whole pot there, by house rule.
Q14 [003:135] A checked player may complete a short all-in to a full bet.
"""
"""One row a line: its id, where it stands, one sentence a dealer can read out."""
