import { CardView } from "./card";
import type { PublicState } from "./store";
import { words } from "./words";

/** The last rulings, the newest first: the sentence to read out, its rows and where they come from. */
export function Rulings({ state }: { state: PublicState }) {
  const rulings = [...state.rulings].reverse();
  return (
    <section class="panel rulings" aria-label={words.rulings} tabIndex={0}>
      <h2>{words.rulings}</h2>
      {rulings.length === 0 && <p class="none">{words.noRulings}</p>}
      <ul>
        {rulings.map((ruling) => (
          <li key={`${ruling.ts} ${ruling.text}`}>
            <p class="ruling-text">{ruling.text}</p>
            {ruling.cards.length > 0 && (
              <span class="small-cards">{ruling.cards.map((face) => <CardView key={face} face={face} />)}</span>
            )}
            <p class="ruling-source">
              <time dateTime={ruling.ts} title={ruling.ts}>{words.time(ruling.ts)}</time>
              {ruling.rules.map((rule) => <code key={rule}>{rule}</code>)}
              <span>{words.rulingFrom(ruling.source)}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
