import type { PublicState } from "./store";

type Layer = PublicState["pots"][number];
export type Layers = { pots: Layer[]; uncalled: { seat: number; chips: number } | null };

/** The pots as a dealer sees them: what seats may still match is neither a side pot nor won by anybody yet. */
export function layersOf(state: PublicState): Layers {
  if (!state.phase.startsWith("bet")) return { pots: state.pots, uncalled: null };
  const uncalled = uncalledOf(state);
  const pots: Layer[] = [];
  state.pots.forEach((layer, index) => {
    const chips = layer.chips - (uncalled !== null && index === state.pots.length - 1 ? uncalled.chips : 0);
    const below = state.pots[index - 1];
    const last = pots.at(-1);
    if (chips <= 0) return;
    if (last !== undefined && below !== undefined && mayStillMatch(state, below, layer)) last.chips += chips;
    else pots.push({ chips, seats: layer.seats });
  });
  return { pots, uncalled };
}

/** What the highest bet of the round has over the next one, as long as its seat has the top layer for itself. */
function uncalledOf(state: PublicState): Layers["uncalled"] {
  const [first, second] = [...state.seats].sort((a, b) => b.bet - a.bet);
  const top = state.pots.at(-1);
  if (first === undefined || second === undefined || first.bet === second.bet) return null;
  if (state.pots.length < 2 || top?.seats.length !== 1 || top.seats[0] !== first.seat) return null;
  return { seat: first.seat, chips: Math.min(first.bet - second.bet, top.chips) };
}

function mayStillMatch(state: PublicState, below: Layer, layer: Layer): boolean {
  return below.seats
    .filter((number) => !layer.seats.includes(number))
    .every((number) => state.seats.some((seat) => seat.seat === number && !seat.all_in && seat.bet < state.to_match));
}
