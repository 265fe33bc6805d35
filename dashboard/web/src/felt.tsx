import { useLayoutEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { CardView } from "./card";
import { Bet } from "./chips";
import { MIDDLE, betPoint, seatPoints, type Point } from "./geometry";
import { Pots } from "./pots";
import { EmptyPod, SeatPod } from "./seat";
import type { PublicState, TableView } from "./store";
import { words } from "./words";

const RADIUS: Point = { x: 39.2, y: 36.5 };

function place(point: Point) {
  return { left: `${point.x}%`, top: `${point.y}%` };
}

/** The oval table with its seats, bets and pots. */
export function Felt({ view, state, seats }: { view: TableView; state: PublicState; seats: readonly number[] }) {
  const box = useRef<HTMLDivElement>(null);
  const aspect = useSignal(1.2);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const watcher = new ResizeObserver(() => {
      aspect.value = element.clientWidth / Math.max(1, element.clientHeight);
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const points = seatPoints(seats.length, RADIUS.x, RADIUS.y, aspect.value);
  return (
    <div class="felt-box" ref={box}>
      <div class="rail"><div class="felt"><div class="bet-line" /></div></div>
      <div class="middle"><Pots view={view} state={state} /></div>
      <Stub state={state} />
      {seats.map((number, index) => {
        const seat = state.seats.find((taken) => taken.seat === number);
        const point = points[index]!;
        return (
          <div key={number}>
            <div class={`at-seat${point.x > MIDDLE.x ? " right" : ""}${seat !== undefined && seat.shown_cards.length > 0 ? " front" : ""}`} style={place(point)}>
              {seat === undefined ? <EmptyPod number={number} /> : <SeatPod view={view} state={state} seat={seat} />}
            </div>
            {seat !== undefined && seat.bet > 0 && (
              <div class="at-bet" style={place(betPoint(point, RADIUS.x))}>
                <Bet chips={seat.bet} unit={state.stakes.limits[0] ?? 1} />
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** What is left of the deck, where the dealer has it. */
function Stub({ state }: { state: PublicState }) {
  return (
    <div class="stub">
      <span class="stub-deck"><CardView face={null} /></span>
      <span class="stub-words"><b>{state.stub}</b> {words.stub}</span>
    </div>
  );
}
