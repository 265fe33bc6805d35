import { words } from "./words";

/** Suit outlines in a box of 100 by 100, centre (50, 50). */
const SUIT: Record<string, string> = {
  h: "M50 92C36 74 8 56 8 34 8 20 19 10 31 10c8 0 15 5 19 12 4-7 11-12 19-12 12 0 23 10 23 24C92 56 64 74 50 92z",
  d: "M50 6C58 24 70 38 84 50 70 62 58 76 50 94 42 76 30 62 16 50 30 38 42 24 50 6z",
  s: "M50 6C60 26 92 40 92 62c0 12-9 20-20 20-7 0-13-3-17-9 1 9 4 15 9 20H36c5-5 8-11 9-20-4 6-10 9-17 9C17 82 8 74 8 62 8 40 40 26 50 6z",
  c: "M50 8c12 0 21 9 21 20 0 6-2 11-6 15 2-1 5-1 7-1 12 0 21 9 21 20s-9 20-21 20c-7 0-13-3-17-9 1 9 4 15 9 20H36c5-5 8-11 9-20-4 6-10 9-17 9C16 82 7 73 7 62s9-20 21-20c2 0 5 0 7 1-4-4-6-9-6-15C29 17 38 8 50 8z",
};
const STAR = "M50 8l12.3 26.6 29 3.6-21.4 20 5.6 28.8L50 72.8 24.5 87l5.6-28.8-21.4-20 29-3.6z";

export type Face = string | null;

/**
 * A playing card: `Ah`, `Jk`, `??` for one that lies up and nobody could read, null for one that is face down.
 * *unread* marks a card face down whose face the table does not know either.
 */
export function CardView({ face, unread = false }: { face: Face; unread?: boolean }) {
  const kind = face === null ? "back" : face === "??" ? "unread" : face === "Jk" ? "joker" : `suit-${face.slice(1)}`;
  const label = face !== null ? words.cardName(face) : unread ? words.cardDownUnread : words.cardDown;
  return (
    <svg class={`card ${kind}`} viewBox="0 0 60 84" role="img" aria-label={label}>
      <rect class="card-edge" x="1" y="1" width="58" height="82" rx="7" />
      {face === null ? <Back unread={unread} /> : face === "??" ? <Unread /> : face === "Jk" ? <Joker /> : <Pips face={face} />}
    </svg>
  );
}

function Back({ unread }: { unread: boolean }) {
  return (
    <>
      <rect class="back-field" x="6" y="6" width="48" height="72" rx="4" />
      <path class="back-weave" d={WEAVE} />
      <circle class="back-seal" cx="30" cy="42" r={unread ? 14 : 9} />
      {unread && <text class="back-query" x="30" y="50.5" text-anchor="middle" font-size="24">?</text>}
    </>
  );
}

/** Crossing diagonals inside the field of the back. */
const WEAVE = Array.from({ length: 9 }, (_, i) => {
  const y = 6 + i * 12;
  return `M6 ${y}L${Math.min(54, 6 + (78 - y))} ${Math.min(78, y + 48)}M54 ${y}L${Math.max(6, 54 - (78 - y))} ${Math.min(78, y + 48)}`;
}).slice(0, 6).join("") + "M18 6L54 42M42 6L6 42M30 6L54 30M30 6L6 30M42 6L54 18M18 6L6 18";

function Unread() {
  return <text class="card-rank" x="30" y="56" text-anchor="middle" font-size="38">?</text>;
}

function Joker() {
  return (
    <>
      <text class="card-rank" x="29" y="39" text-anchor="middle" font-size="34" letter-spacing="-2">Jk</text>
      <path class="card-suit" d={STAR} transform="translate(12 44) scale(.35)" />
    </>
  );
}

function Pips({ face }: { face: string }) {
  const rank = face[0] === "T" ? "10" : (face[0] ?? "");
  return (
    <>
      <text class="card-rank" x="30" y="39" text-anchor="middle" font-size="38" letter-spacing={rank === "10" ? "-4" : "0"}>
        {rank}
      </text>
      <path class="card-suit" d={SUIT[face[1] ?? ""] ?? ""} transform="translate(13 44) scale(.34)" />
    </>
  );
}
