import { Bet, ChipIcon } from "./chips";
import { DealerButton, OpenerButton, SeatCards, Tags, isAsked } from "./seat";
import type { PublicState, TableView } from "./store";
import { words } from "./words";

/** The seats of a table as a list, for screens too narrow for an oval. Empty seats are left out. */
export function SeatList({ view, state }: { view: TableView; state: PublicState }) {
  return (
    <ul class="seat-list">
      {state.seats.map((seat) => {
        const quiet = seat.status !== "live" || seat.sits_out;
        const asked = isAsked(state, seat);
        return (
          <li key={seat.seat} class={`row${asked ? " turn" : ""}${quiet ? " quiet" : ""}`} data-seat={seat.seat}>
            <span class="seat-number"><span class="sr">{words.seat(1).split(" ")[0]} </span>{seat.seat}</span>
            <span class="row-name">
              <span class="seat-name">{seat.name}</span>
              <span class="row-marks">
                {asked && <span class="turn-flag">{words.toAct}</span>}
                <DealerButton state={state} seat={seat.seat} />
                <OpenerButton state={state} seat={seat.seat} />
                <Tags view={view} state={state} seat={seat} />
              </span>
            </span>
            <SeatCards seat={seat} />
            <span class="row-chips">
              <span class="seat-stack"><ChipIcon /><span class="sr">{words.stack} </span>{words.chips(seat.stack)}</span>
              {seat.bet > 0 && <Bet chips={seat.bet} unit={state.stakes.limits[0] ?? 1} />}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
