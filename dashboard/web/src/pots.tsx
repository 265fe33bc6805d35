import { ChipIcon } from "./chips";
import { layersOf } from "./layers";
import type { PublicState, TableView } from "./store";
import { words } from "./words";

function nameOf(state: PublicState, number: number): string {
  return state.seats.find((seat) => seat.seat === number)?.name ?? "";
}

/** The chips in the middle: their sum, and each pot with who can win it where there are several. */
/** Who has won, once the table says that the hand is so far: its events run ahead of it a little. */
export function winnings(view: TableView, state: PublicState): TableView["won"] {
  return state.phase === "over" || state.phase === "showdown" ? view.won : [];
}

export function Pots({ view, state }: { view: TableView; state: PublicState }) {
  const bets = state.seats.reduce((sum, seat) => sum + seat.bet, 0);
  const { pots, uncalled } = layersOf(state);
  const won = winnings(view, state);
  const toOpen = state.phase === "bet 1" && state.opener === null ? state.openers_rank : null;
  const notes = [
    ...(typeof toOpen === "number" ? [words.opensWith(toOpen)] : []),
    ...(bets > 0 ? [words.bets(bets)] : []),
    ...(uncalled !== null ? [words.uncalled(uncalled.chips, uncalled.seat)] : []),
    ...(typeof state.killer === "number" ? [words.kill(state.kill ?? 0, state.killer)] : []),
    ...(state.carried > 0 ? [words.carried(state.carried)] : []),
  ];
  return (
    <div class="pots">
      <div class="pot-phase">{words.phase(state)}</div>
      <div class={`pot-sum${state.in_middle === 0 ? " nothing" : ""}`}><ChipIcon /><span class="sr">{words.inMiddle} </span>{words.chips(state.in_middle)}</div>
      {won.length > 0 && (
        <ul class="winners" aria-live="polite">
          {won.map((share) => (
            <li key={share.seat}>{words.wins(share.seat, nameOf(state, share.seat), share.chips, share.halves)}</li>
          ))}
        </ul>
      )}
      <div class="pot-notes">{notes.join(" · ")}</div>
      {pots.length > 1 && (
        <ul class="pot-list">
          {pots.map((pot, index) => (
            <li key={index}>
              <span class="pot-name">{index === 0 ? words.potMain : pot.seats.length === 1 ? words.potAlone : words.potSide(index)}</span>
              <b>{words.chips(pot.chips)}</b>
              <span class="pot-seats" role="img" aria-label={words.potFor(pot.seats)}>
                {pot.seats.map((seat) => <i key={seat}>{seat}</i>)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {state.to_match > 0 && (
        <div class="pot-match">
          {words.toMatch(state.to_match)}
          {state.raises > 0 && ` · ${words.raises(state.raises)}`}
        </div>
      )}
    </div>
  );
}
