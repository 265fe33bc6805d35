import { render } from "preact";
import "../style/theme.css";
import "../style/panels.css";
import "./desk.css";
import { stayAwake } from "../awake";
import { applySettings } from "../settings";
import { Buttons, pressByKey } from "./buttons";
import { keepLinked } from "./link";
import { Picture } from "./picture";
import { RegionButtons } from "./regions";
import { desk, link, refusal, type Desk } from "./store";
import { words } from "./words";

function Findings({ state }: { state: Desk }) {
  const findings = state.findings ?? [];
  if (findings.length === 0) return null;
  return (
    <section class="desk-findings" aria-label={words.findings}>
      <ul>
        {findings.map((one, index) => (
          <li key={index} class={one.ok ? "good" : "needed"}>
            <span class="mark" role="img" aria-label={one.ok ? words.good : words.needed}>{one.ok ? "✓" : "!"}</span>
            <span>{one.text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** More tiles than this are a deck: a row for each suit. */
const MANY_TILES = 40;

function Tiles({ state }: { state: Desk }) {
  const tiles = state.tiles ?? [];
  if (tiles.length === 0) return null;
  return (
    <ul class={tiles.length > MANY_TILES ? "desk-tiles many" : "desk-tiles"} aria-label={words.tiles}>
      {tiles.map((tile, index) => (
        <li key={index} class={tile.state}>
          {tile.picture != null && <img src={`api/tiles/${index}?${tile.picture}`} alt="" />}
          {tile.text}<span class="sr"> {words.tile[tile.state]}</span>
        </li>
      ))}
    </ul>
  );
}

function Progress({ share }: { share: number }) {
  return (
    <div class="desk-progress">
      <div class="bar" role="progressbar" aria-valuenow={Math.round(share * 100)} aria-valuemin={0} aria-valuemax={100}>
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width={share * 100} height="1" /></svg>
      </div>
      <span>{words.progress(share)}</span>
    </div>
  );
}

function Said({ state }: { state: Desk }) {
  if (state.done) return <p class="notice note" role="status">{words.finished}</p>;
  if (link.value === "lost") return <p class="notice stop" role="alert">{words.lost}</p>;
  if (refusal.value) return <p class="notice warning" role="alert">{refusal.value}</p>;
  return null;
}

function Page() {
  const state = desk.value;
  if (state === null) {
    return <main class="desk-waiting"><p>{link.value === "lost" ? words.lost : words.waiting}</p></main>;
  }
  return (
    <div class={`desk${link.value === "lost" && !state.done ? " stale" : ""}`} data-link={link.value} data-done={state.done}>
      <header><b>{words.product}</b><h1>{state.title}</h1></header>
      <main>
        <Picture state={state} />
        <aside>
          <div class="desk-say">
            <p class="desk-instruction" aria-live="polite">{state.instruction}</p>
            {state.progress !== null && state.progress !== undefined && <Progress share={state.progress} />}
            <Said state={state} />
          </div>
          <Findings state={state} />
          <Tiles state={state} />
          <RegionButtons state={state} />
          <Buttons state={state} />
        </aside>
      </main>
    </div>
  );
}

applySettings();
stayAwake();
pressByKey();
keepLinked();
const root = document.getElementById("page");
if (root !== null) render(<Page />, root);
