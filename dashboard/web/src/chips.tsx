import { words } from "./words";

/** A chip seen from above. */
export function ChipIcon() {
  return (
    <svg class="chip-icon" viewBox="0 0 24 24" aria-hidden="true">
      <circle class="chip-rim" cx="12" cy="12" r="11" />
      <circle class="chip-edge" cx="12" cy="12" r="9.4" />
      <circle class="chip-face" cx="12" cy="12" r="6.2" />
    </svg>
  );
}

/** Chips in front of a seat; the height of the pile only hints at the amount. */
export function Bet({ chips, unit }: { chips: number; unit: number }) {
  const height = Math.min(5, 1 + Math.floor(Math.log2(Math.max(1, chips / Math.max(1, unit)))));
  return (
    <span class="bet">
      <svg class="pile" viewBox={`0 ${-4 * (height - 1)} 28 ${16 + 4 * (height - 1)}`} style={{ height: `${16 + 4 * (height - 1)}px` }} aria-hidden="true">
        {Array.from({ length: height }, (_, level) => (
          <g key={level} transform={`translate(0 ${-4 * level})`}>
            <path class="pile-side" d="M1 7v3c0 3 5.800 5 13 5s13-2 13-5V7z" />
            <path class="pile-mark" d="M6.500 11.500l3 1.100v2.300l-3-1.100zM18.500 12.600l3-1.100v2.300l-3 1.100z" />
            <ellipse class="pile-top" cx="14" cy="7" rx="13" ry="5.600" />
          </g>
        ))}
      </svg>
      <span class="sr">{words.bet} </span>
      <b>{words.chips(chips)}</b>
    </span>
  );
}
