import type { PublicState } from "./store";
import { words } from "./words";

/** Whether the hand asked for may also be mucked: another one is left to win, and it owes no proof of openers. */
function mayMuck(state: PublicState): boolean {
  const live = state.seats.filter((seat) => seat.status === "live").length;
  return state.phase === "showdown" && live > 1 && state.to_act !== state.opener;
}

/** Whose turn it is and what may be done, in words that can be read across the table. */
export function Turn({ state }: { state: PublicState }) {
  const seat = state.seats.find((view) => view.seat === state.to_act);
  if (state.phase === "declare") return <Declaration state={state} />;
  return (
    <section class={`panel turn-panel${state.to_act === null ? " idle" : ""}`} aria-live="polite" aria-atomic="true">
      <h2>{words.turn}</h2>
      {state.to_act === null ? (
        <>
          <p class="turn-who">{words.nobody}</p>
          <p class="turn-why">{words.nobodyWhy(state.phase, state.cards_due.length > 0)}</p>
        </>
      ) : (
        <>
          <p class="turn-who">
            {words.seat(state.to_act)}
            {seat !== undefined && seat.name !== "" && <span class="turn-name">{seat.name}</span>}
          </p>
          <p class="turn-may">{words.mayDo(state.legal, mayMuck(state))}</p>
        </>
      )}
    </section>
  );
}

/** Nobody is first: what all who are in have to say together, and who has not said it yet. */
function Declaration({ state }: { state: PublicState }) {
  const missing = state.seats.filter((view) => view.status === "live" && typeof view.declared !== "string");
  return (
    <section class="panel turn-panel" aria-live="polite" aria-atomic="true">
      <h2>{words.turn}</h2>
      <p class="turn-who">{words.everybody}</p>
      <p class="turn-may">{words.declareNow}</p>
      {missing.length > 0 && <p class="turn-why">{words.stillToDeclare(missing.map((view) => view.seat))}</p>}
    </section>
  );
}

const SHOWN_LATER = 5;

/** The cards that leave the stub next, in order. */
export function Owed({ state }: { state: PublicState }) {
  if (state.cards_due.length === 0 && state.late.length === 0) {
    return (
      <section class="panel owed">
        <h2>{words.owed}</h2>
        <p class="none">{words.owedNone}</p>
      </section>
    );
  }
  const [next, ...later] = state.cards_due;
  const beyond = later.slice(SHOWN_LATER).reduce((sum, due) => sum + due.count, 0);
  return (
    <section class="panel owed">
      <h2>{words.owed}</h2>
      {next !== undefined && (
        <p class="next">
          {words.owedTo(next.count, next.seat)}
          <span class="tag tag-strong">{words.owedNext}</span>
        </p>
      )}
      {later.length > 0 && (
        <ol aria-label={words.owedLater}>
          {later.slice(0, SHOWN_LATER).map((due, index) => (
            <li key={`${index}-${due.seat}`}>{words.owedThen(due.count, due.seat)}</li>
          ))}
          {beyond > 0 && <li>{words.owedBeyond(beyond)}</li>}
        </ol>
      )}
      {state.late.map((seat) => <p key={seat} class="late">{words.owedLate(seat)}</p>)}
    </section>
  );
}
