import { CardView } from "./card";
import { ChipIcon } from "./chips";
import { winnings } from "./pots";
import type { PublicState, SeatView, TableView } from "./store";
import { words } from "./words";

/** The cards in front of a seat: those that lie up first, the others by their number only. */
export function SeatCards({ seat }: { seat: SeatView }) {
  const down = Math.max(0, seat.cards - seat.shown_cards.length);
  const hidden = Math.max(0, down - seat.unread);
  if (seat.cards === 0 && seat.shown_cards.length === 0) return null;
  return (
    <span class={`seat-cards${seat.shown_cards.length > 0 ? " shown" : ""}`}>
      {seat.shown_cards.map((face) => <CardView key={face} face={face} />)}
      {Array.from({ length: hidden }, (_, index) => <CardView key={`down${index}`} face={null} />)}
      {Array.from({ length: down - hidden }, (_, index) => <CardView key={`unread${index}`} face={null} unread />)}
    </span>
  );
}

/** The word for what a seat's hand is, where it is not simply live. */
export function seatWord(seat: SeatView): string | null {
  if (seat.sits_out) return words.sitsOut;
  if (seat.status === "folded") return words.folded;
  if (seat.status === "dead") return words.dead;
  if (seat.status === "out") return words.out;
  if (seat.mucked) return words.mucked;
  if (seat.all_in) return words.allIn;
  return null;
}

/** Whether the table waits for this seat; at the declaration it waits for all who have not declared. */
export function isAsked(state: PublicState, seat: SeatView): boolean {
  if (state.phase !== "declare") return seat.to_act;
  return seat.status === "live" && typeof seat.declared !== "string";
}

export function Tags({ view, state, seat }: { view: TableView; state: PublicState; seat: SeatView }) {
  const said = view.said.find((one) => one.seat === seat.seat);
  const won = winnings(view, state).find((share) => share.seat === seat.seat);
  const word = seatWord(seat);
  return (
    <>
      {word !== null && <span class={`tag ${seat.all_in && seat.status === "live" ? "tag-strong" : ""}`}>{word}</span>}
      {seat.status === "live" && seat.announced !== null && <span class="tag tag-strong">{words.draws(seat.announced)}</span>}
      {seat.status === "live" && seat.announced === null && seat.drew !== null && <span class="tag">{words.drew(seat.drew)}</span>}
      {seat.status === "live" && typeof seat.declared === "string" && <span class="tag tag-strong">{words.declared(seat.declared)}</span>}
      {typeof seat.claim === "string" && <span class="tag">{words.claims(seat.claim)}</span>}
      {seat.next_deal === "waits" && <span class="tag">{words.waitsForBlind}</span>}
      {seat.next_deal === "kills" && state.phase === "over" && <span class="tag tag-strong">{words.killsNext}</span>}
      {seat.leg && <span class="tag">{words.leg}</span>}
      {said !== undefined && seat.status === "live" && !seat.to_act && <span class="tag">{words.said(said.word, said.chips)}</span>}
      {won !== undefined && <span class="tag tag-won">{words.won(won.chips, won.halves)}</span>}
      {seat.unread > 0 && <span class="tag">{words.unread(seat.unread)}</span>}
    </>
  );
}

export function DealerButton({ state, seat }: { state: PublicState; seat: number }) {
  if (state.button !== seat) return null;
  return <span class="dealer-button" role="img" aria-label={words.dealerButton} title={words.dealerButton}>D</span>;
}

export function OpenerButton({ state, seat }: { state: PublicState; seat: number }) {
  if (state.opener !== seat) return null;
  return (
    <span class="opener-button" title={words.openersButton}>
      <svg viewBox="0 0 12 12" aria-hidden="true"><path d="M6 0l1.7 4.1 4.3.4-3.3 2.9 1 4.300L6 9.400 2.300 11.700l1-4.300L0 4.500l4.300-.4z" /></svg>
      {state.splitting ? words.openerSplits : words.openerButton}
    </span>
  );
}

/** A seat at the oval. */
export function SeatPod({ view, state, seat }: { view: TableView; state: PublicState; seat: SeatView }) {
  const quiet = seat.status !== "live" || seat.sits_out;
  const asked = isAsked(state, seat);
  return (
    <div class={`pod${asked ? " turn" : ""}${quiet ? " quiet" : ""}`} data-seat={seat.seat}>
      <SeatCards seat={seat} />
      <div class="plate">
        {asked && <span class="turn-flag">{words.toAct}</span>}
        <DealerButton state={state} seat={seat.seat} />
        <span class="seat-number"><span class="sr">{words.seat(1).split(" ")[0]} </span>{seat.seat}</span>
        <span class="seat-name">{seat.name}</span>
        <span class="seat-stack"><ChipIcon /><span class="sr">{words.stack} </span>{words.chips(seat.stack)}</span>
        <span class="seat-tags"><OpenerButton state={state} seat={seat.seat} /><Tags view={view} state={state} seat={seat} /></span>
      </div>
    </div>
  );
}

export function EmptyPod({ number }: { number: number }) {
  return (
    <div class="pod empty" data-seat={number}>
      <div class="plate">
        <span class="seat-number">{number}</span>
        <span class="seat-name">{words.emptySeat}</span>
      </div>
    </div>
  );
}
