import { fourColours, theme, toggleSuits, toggleTheme } from "./settings";
import { choose, feed, freshness, table, tableName, tableNames } from "./store";
import { words } from "./words";

export function Header() {
  const view = table.value;
  const state = view?.state ?? null;
  return (
    <header class="top">
      <svg class="mark" viewBox="0 0 64 64" aria-hidden="true">
        <rect x="9" y="11" width="28" height="42" rx="5" class="mark-low" transform="rotate(-12 23 32)" />
        <rect x="25" y="11" width="28" height="42" rx="5" class="mark-high" transform="rotate(8 39 32)" />
        <path class="mark-suit" transform="translate(39 32) rotate(8) scale(.22)" d="M0 42C-14 24-42 6-42-16c0-14 11-24 23-24 8 0 15 5 19 12 4-7 11-12 19-12 12 0 23 10 23 24C42 6 14 24 0 42z" />
      </svg>
      <div class="title">
        <h1>{view?.info?.name || tableName.value || words.product}</h1>
        {state !== null && <p>{state.turned && view?.info ? words.turnedFrom(view.info.title, state.title) : state.title}{state.turned && <span class="tag tag-strong turned">{words.playedForLow}</span>}<span class="wide-only"> · {words.stakes(state.stakes)}</span></p>}
      </div>
      {tableNames.value.length > 1 && (
        <select class="table-choice" aria-label={words.chooseTable} value={tableName.value ?? ""} onChange={(event) => choose(event.currentTarget.value)}>
          {tableNames.value.map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
      )}
      {state !== null && <div class="hand-no">{words.hand(state.hand_no)}</div>}
      <LinkPill />
      <button type="button" class="icon-button" onClick={toggleSuits} aria-label={fourColours.value ? words.toTwo : words.toFour} title={fourColours.value ? words.toTwo : words.toFour}>
        <svg class="suits-icon" viewBox="0 0 24 24" aria-hidden="true">
          <rect x="3" y="3" width="8" height="8" rx="2" class="q1" /><rect x="13" y="3" width="8" height="8" rx="2" class="q2" />
          <rect x="3" y="13" width="8" height="8" rx="2" class="q3" /><rect x="13" y="13" width="8" height="8" rx="2" class="q4" />
        </svg>
      </button>
      <button type="button" class="icon-button" onClick={toggleTheme} aria-label={theme.value === "dark" ? words.toLight : words.toDark} title={theme.value === "dark" ? words.toLight : words.toDark}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d="M12 2a10 10 0 100 20 10 10 0 000-20zm0 2.500v15a7.500 7.500 0 010-15z" /></svg>
      </button>
    </header>
  );
}

/** Whether what is shown is live, and its age. */
function LinkPill() {
  const fresh = freshness.value;
  const [kind, word] =
    fresh.kind === "live" ? ["live", words.live]
    : fresh.kind === "link" ? ["lost", words.linkLost]
    : fresh.kind === "silent" || fresh.kind === "never" ? ["lost", words.silent]
    : fresh.kind === "none" && feed.value.state === "down" ? ["lost", words.noBroker]
    : ["expecting", fresh.kind === "none" && feed.value.state === "up" ? words.noTables : words.connecting];
  return (
    <div class={`link-pill ${kind}`} data-link={fresh.kind}>
      <i aria-hidden="true" />
      <span>{word}</span>
      {"ageMs" in fresh && <span class="age" aria-hidden="true">{fresh.kind === "live" ? words.ageShort(fresh.ageMs / 1000) : words.ageSeconds(fresh.ageMs / 1000)}</span>}
    </div>
  );
}
