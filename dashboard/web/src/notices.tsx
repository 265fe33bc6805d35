import { CardView } from "./card";
import type { PublicState } from "./store";
import { words } from "./words";

type Severity = "stop" | "warning" | "note";
type Notice = { severity: Severity; text: string; cards: readonly string[] };

/** The alert that says what the note about openers says. */
const OPENERS_DUE = "OPENERS_DUE";

/** Everything that needs somebody, the worst first. */
export function noticesOf(state: PublicState): Notice[] {
  const notice = (severity: Severity, text: string, cards: readonly string[] = []) => ({ severity, text, cards });
  const alerts = state.alerts.filter((alert) => !(state.openers_due && alert.name === OPENERS_DUE));
  return [
    ...state.halted.map((reason) => notice("stop", words.halted(reason, state.halt_needs, state.halted.length === 1))),
    ...state.quarantined.map((deck) => notice("stop", words.quarantined(deck))),
    ...alerts.map((alert) => notice("warning", alert.text, alert.cards)),
    ...(state.openers_due ? [notice("note", words.openersDue(state.opener))] : []),
    ...(state.claimants.length > 0 ? [notice("note", words.claimants(state.claimants))] : []),
    ...(state.reshuffle_due ? [notice("note", words.reshuffleDue)] : []),
  ];
}

const SIGNS: Record<Severity, string> = {
  stop: "M7.5 2h9L22 7.500v9L16.500 22h-9L2 16.500v-9zM8 10.500v3h8v-3z",
  warning: "M12 2.500L23 21.500H1zM11 9v6h2V9zm0 7.500v2h2v-2z",
  note: "M12 2a10 10 0 100 20 10 10 0 000-20zM11 6h2v2h-2zm0 4h2v8h-2z",
};

export function Notices({ state }: { state: PublicState }) {
  const notices = noticesOf(state);
  return (
    <section class="notices" aria-label={words.attention} role="status" aria-live="assertive">
      {notices.map((notice) => (
        <div key={notice.text} class={`notice ${notice.severity}`}>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d={SIGNS[notice.severity]} /></svg>
          <b>{words[notice.severity]}</b>
          <span>{notice.text}</span>
          {notice.cards.length > 0 && (
            <span class="small-cards">{notice.cards.map((face) => <CardView key={face} face={face} />)}</span>
          )}
        </div>
      ))}
    </section>
  );
}
