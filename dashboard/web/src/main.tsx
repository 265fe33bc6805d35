import { render } from "preact";
import "./style/theme.css";
import "./style/layout.css";
import "./style/felt.css";
import "./style/seat.css";
import "./style/panels.css";
import "./style/live.css";
import { stayAwake } from "./awake";
import { Banner } from "./banner";
import { Felt } from "./felt";
import { Header } from "./header";
import { Health } from "./health";
import { keepLinked } from "./link";
import { beginLive } from "./live";
import { Live } from "./live_panel";
import { Notices } from "./notices";
import { Pots } from "./pots";
import { Rulings } from "./rulings";
import { SeatList } from "./seat_list";
import { applySettings, isPhone } from "./settings";
import { feed, freshness, isStale, table, type TableView } from "./store";
import { Owed, Turn } from "./turn";
import { words } from "./words";

function Table({ view }: { view: TableView }) {
  const state = view.state;
  if (state === null) return <Waiting title={words.tableHasNoState} text={words.noTableText} />;
  const taken = state.seats.map((seat) => seat.seat);
  const seats = [...new Set([...(view.info?.seats ?? []), ...taken])].sort((a, b) => a - b);
  return (
    <main class={`stage${isStale.value ? " stale" : ""}`} data-stale={isStale.value}>
      <Notices state={state} />
      {isPhone.value ? (
        <>
          <Turn state={state} />
          <section class="panel phone-pots"><Pots view={view} state={state} /><p class="phone-stub"><b>{state.stub}</b> {words.stub}</p></section>
          <SeatList view={view} state={state} />
          <Owed state={state} />
          <Rulings state={state} />
        </>
      ) : (
        <>
          <section class="table-area"><Felt view={view} state={state} seats={seats} /></section>
          <aside class="side">
            <Turn state={state} />
            <Owed state={state} />
            <Rulings state={state} />
          </aside>
        </>
      )}
      <Health state={state} />
    </main>
  );
}

function Waiting({ title, text }: { title: string; text: string }) {
  return (
    <main class="waiting">
      <p class="waiting-title">{title}</p>
      <p>{text}</p>
    </main>
  );
}

function whyNoTable(): string {
  const { state, detail } = feed.value;
  if (state === "up") return words.noTableText;
  return words.withDetail(state === "down" ? words.feedDown : words.feedWaits, detail);
}

function Page() {
  const view = table.value;
  return (
    <>
      <Header />
      <Banner />
      {view !== null ? <Table view={view} />
        : freshness.value.kind === "none" ? <Waiting title={words.noTable} text={whyNoTable()} />
        : <Waiting title={words.waiting} text={words.noTableText} />}
      <Live />
    </>
  );
}

applySettings();
void beginLive();
stayAwake();
keepLinked();
const root = document.getElementById("page");
if (root !== null) render(<Page />, root);
