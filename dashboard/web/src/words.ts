/** Every word of the page. */

import type { components } from "./api";

type LegalAction = components["schemas"]["LegalAction"];
type Stakes = components["schemas"]["StakesView"];
type State = components["schemas"]["PublicState"];
type Half = "high" | "low" | "badugi";

const RANKS: Record<string, string> = {
  "2": "deuce", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
  T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
};
const SUITS: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const BETTING: Record<string, string> = {
  limit: "Limit", spread_limit: "Spread limit", pot_limit: "Pot limit", no_limit: "No limit",
};
const PAIRS: Record<number, string> = { 11: "Jacks", 12: "Queens", 13: "Kings", 14: "Aces" };
const ROLES: Record<string, string> = {
  shuffler: "Shuffler", button_box: "Button box", shoe: "Shoe camera", tray: "Tray camera", overhead: "Overhead camera",
  evidence: "Evidence",
};
const PEOPLE: Record<string, string> = { dealer: "the dealer", floor: "the floor", surveillance: "surveillance" };
const FLOOR_DECIDES = "The floor decides.";
/** Why play stands still and what makes it go on; the lost device's sentence is finished where it is said. */
const HALTS: Record<string, string> = {
  DEVICE_LOST: "A device does not answer. Plug it in again",
  JAM: "The shuffler is jammed. Clear the card, count, then confirm.",
  DOUBLE_FEED: "Two cards left the shuffler at once. Clear the cards, count, then confirm.",
  CARD_IN_DOUBT: "It is not known whether a card left the shuffler. Clear the card, count, then confirm.",
  POWER_LOST: "The program or the power was off in this hand: look at cards and chips, then confirm.",
  FOREIGN_CARD: "A joker came up in a game without one. Take it away, then confirm.",
  DECK_FOULED: `The same card was seen twice. ${FLOOR_DECIDES}`,
  WRONG_BACK: `A card has another deck's back. ${FLOOR_DECIDES}`,
  NO_STUB: `The stub is used up and no new one can be made. ${FLOOR_DECIDES}`,
};

const figure = new Intl.NumberFormat("en");
const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}

function plural(count: number, one: string, many: string): string {
  return `${figure.format(count)} ${count === 1 ? one : many}`;
}

export const words = {
  product: "drawtable",
  chips: (count: number) => figure.format(count),
  capital,
  list,

  // Cards
  cardDown: "card face down",
  cardDownUnread: "card face down, not read",
  cardUnread: "card not read",
  cardName(face: string): string {
    if (face === "??") return words.cardUnread;
    if (face === "Jk") return "joker";
    return `${RANKS[face.charAt(0)] ?? face.charAt(0)} of ${SUITS[face.charAt(1)] ?? "?"}`;
  },
  unread: (count: number) => `${count} unread`,

  // The hand
  hand: (number: number) => `Hand ${figure.format(number)}`,
  stakes(stakes: Stakes): string {
    const parts = [`${BETTING[stakes.betting] ?? stakes.betting} ${stakes.limits.map((n) => figure.format(n)).join("/")}`];
    if (stakes.ante > 0) parts.push(`ante ${figure.format(stakes.ante)}`);
    if (stakes.blinds.length > 0) parts.push(`blinds ${stakes.blinds.map((blind) => figure.format(blind[1])).join("/")}`);
    return parts.join(" · ");
  },
  playedForLow: "nobody opened for high",
  phase({ phase, rounds = 0, draws = 0 }: State): string {
    const [kind = "", number = ""] = phase.split(" ");
    switch (kind) {
      case "over": return "Between hands";
      case "deal": return number === "" || number === "1" ? "Deal" : `Deal ${number}`;
      case "bet": return rounds > 2 ? `Betting round ${number} of ${rounds}` : `Betting round ${number}`;
      case "draw": return draws > 1 ? `Draw ${number} of ${draws}` : number === "1" ? "Draw" : `Draw ${number}`;
      case "declare": return "Declaration";
      default: return capital(phase);
    }
  },
  opensWith: (rank: number) => `${PAIRS[rank] ?? `Pair of ${rank}s`} or better to open`,
  turnedFrom: (title: string, now: string) => `${title}: ${now}`,
  toMatch: (chips: number) => `${figure.format(chips)} to match`,
  raises: (count: number) => plural(count, "raise", "raises"),
  stub: "in the stub",

  // Pots
  potMain: "Main pot",
  potSide: (number: number) => `Side pot ${number}`,
  potFor: (seats: readonly number[]) => `${seats.length === 1 ? "seat" : "seats"} ${list(seats.map(String))}`,
  potAlone: "Not contested",
  uncalled: (chips: number, seat: number) => `Uncalled ${figure.format(chips)}, seat ${seat}`,
  inMiddle: "In the middle",
  bets: (chips: number) => `${figure.format(chips)} in bets`,
  carried: (chips: number) => `${figure.format(chips)} carried over`,
  kill: (chips: number, seat: number) => `Seat ${seat} kills for ${figure.format(chips)}`,

  // Seats
  seat: (number: number) => `Seat ${number}`,
  emptySeat: "empty",
  stack: "stack",
  bet: "bet",
  dealerButton: "dealer button",
  openerButton: "Opener",
  openerSplits: "Opener · splits",
  openersButton: "openers button",
  toAct: "To act",
  folded: "Folded",
  dead: "Dead hand",
  out: "Not dealt in",
  sitsOut: "Sits out",
  allIn: "All in",
  mucked: "Mucked",
  leg: "Leg",
  waitsForBlind: "Waits for the blind",
  killsNext: "Kills the next pot",
  claims: (hand: string) => `says: ${hand}`,
  draws: (count: number) => (count === 0 ? "stands pat" : `draws ${count}`),
  said(word: string, chips: number | null): string {
    const amount = chips === null ? "" : figure.format(chips);
    switch (word) {
      case "check": return "checks";
      case "rap": return "raps";
      case "call": return `calls ${amount}`;
      case "raise": return `raises to ${amount}`;
      case "complete": return `completes to ${amount}`;
      default: return `${word}s ${amount}`.trim();
    }
  },
  won: (chips: number, halves: readonly Half[]) => `won ${figure.format(chips)}${words.forHalves(halves)}`,
  wins: (seat: number, name: string, chips: number, halves: readonly Half[]) =>
    `${name === "" ? `Seat ${seat}` : name} wins ${figure.format(chips)}${words.forHalves(halves)}`,
  forHalves: (halves: readonly Half[]) => (halves.length === 0 ? "" : ` for ${list(halves)}`),
  drew: (count: number) => (count === 0 ? "stood pat" : `drew ${count}`),
  declared: (way: string) => (way === "hidden" ? "has declared" : way === "both" ? "declared both ways" : `declared ${way}`),

  // Whose turn
  turn: "Whose turn",
  nobody: "Nobody's turn",
  everybody: "Everybody at once",
  declareNow: "Declare low, high or both",
  stillToDeclare: (seats: readonly number[]) => `${seats.length === 1 ? "Seat" : "Seats"} ${list(seats.map(String))} still to declare`,
  nobodyWhy(phase: string, owed: boolean): string {
    if (owed) return "Cards are being dealt";
    return phase === "over" ? "The next hand has not begun" : "The table is at work";
  },
  mayDo: (actions: readonly LegalAction[], mayMuck: boolean) => {
    if (mayMuck && actions.some((action) => action.word === "show")) return "Show, or muck";
    const text = actions.map(words.action).join(", ");
    return text === "" ? "Nothing may be done now" : capital(text);
  },
  action(action: LegalAction): string {
    const { word, low, high } = action;
    const name = word.replaceAll("_", " ");
    if (low === null && high === null) return name;
    const from = low ?? high ?? 0;
    const to = high ?? from;
    if (word === "draw") {
      if (to === 0) return "stand pat";
      return from === to ? `draw ${plural(to, "card", "cards")}` : `draw ${from} to ${plural(to, "card", "cards")}`;
    }
    const amount = from === to ? figure.format(from) : `${figure.format(from)}–${figure.format(to)}`;
    return `${name}${word === "raise" || word === "complete" ? " to " : " "}${amount}`;
  },

  // Cards owed
  owed: "Cards owed",
  owedTo: (count: number, seat: number | null) =>
    seat === null ? `${plural(count, "card", "cards")} to the burn pile` : `${plural(count, "card", "cards")} to seat ${seat}`,
  owedNext: "next",
  owedLater: "after that",
  owedThen: (count: number, seat: number | null) => (seat === null ? `${count} to the burn pile` : `${count} to seat ${seat}`),
  owedBeyond: (count: number) => `and ${count} more`,
  owedLate: (seat: number) => `Seat ${seat} gets a card after all others have drawn`,
  owedNone: "No card is owed",

  // What needs attention
  attention: "Needs attention",
  stop: "Stop",
  warning: "Warning",
  note: "Note",
  halted(reason: string, needs: readonly string[], only: boolean): string {
    const plain = HALTS[reason];
    if (reason === "DEVICE_LOST") return only ? `${plain}; play goes on by itself.` : `${plain}.`;
    if (plain !== undefined) return plain;
    if (/^[A-Z_]+$/.test(reason)) return needs.includes("floor") ? FLOOR_DECIDES : "Play stands still: look why, then confirm.";
    const text = /[.!?]$/.test(reason) ? reason : `${reason}.`;
    return needs.length === 0 ? text : `${text} It goes on when ${list(needs.map((who) => PEOPLE[who] ?? who))} confirms.`;
  },
  quarantined: (deck: string) => `Deck ${deck} may not be dealt from.`,
  reshuffleDue: "The stub is used up: shuffle the discards into a new one.",
  openersDue: (seat: number | null) =>
    seat === null ? "Openers must be shown before the pot is pushed." : `Seat ${seat} must show openers before the pot is pushed.`,
  claimants: (seats: readonly number[]) =>
    `The opening was false: ${seats.length === 1 ? "seat" : "seats"} ${list(seats.map(String))} may declare the pot open.`,

  // Rulings
  rulings: "Last rulings",
  noRulings: "No ruling in this game yet",
  rulingFrom: (source: string) => source,
  time(ts: string): string {
    const when = new Date(ts);
    return Number.isNaN(when.getTime()) ? "" : clock.format(when);
  },

  // Devices
  devices: "Devices and cameras",
  noDevices: "No device has reported yet",
  role: (role: string) => ROLES[role] ?? capital(role.replaceAll("_", " ")),
  several: (role: string, count: number) => `${words.role(role)} × ${count}`,
  deviceState: { ok: "OK", degraded: "Degraded", lost: "Lost" } as Record<string, string>,

  // The cameras
  liveCameras: "Cameras",
  liveNote: "Faces of sealed cards are never shown.",
  liveHide: "Hide",
  liveShow: "Show",
  liveNever: "no frame yet",
  liveEmpty: "no card in view",
  liveOld: "no new frame",
  liveRefused: {
    used: "This link to the cameras was used before, or is too old. The table prints a new one when it starts; its token always opens them.",
    off: "This table has no live view of its cameras.",
  },
  liveKind: { shown: "shown", read: "read", unsure: "unsure", down: "down" } as Record<string, string>,
  camera: (role: string, seat: number | null) => (seat === null ? words.role(role) : `${words.role(role)}, seat ${seat}`),
  fps: (fps: number) => `${fps.toFixed(1)} frames/s`,
  cardWithScore: (card: string, score: number | null) => (score === null ? card : `${card} ${score.toFixed(3)}`),
  inView: (count: number) => plural(count, "card in view", "cards in view"),

  // The link
  live: "Live",
  connecting: "Connecting",
  linkLost: "No connection",
  silent: "Silent",
  ageSeconds: (seconds: number) => (seconds < 120 ? `${Math.floor(seconds)} s` : `${Math.floor(seconds / 60)} min`),
  ageShort: (seconds: number) => `${seconds.toFixed(1)} s`,
  lostTitle: "No connection to the server",
  lostText: "What you see is old. Trying again by itself.",
  lostSince: (age: string) => `last heard ${age} ago`,
  silentTitle: "Table silent",
  silentFor: (age: string) => `for ${age}`,
  silentText: "What you see may be old.",
  neverHeard: "This table has not been heard since the server started; what you see was kept by the broker.",
  signedOff: "The table has signed off.",
  signedLost: "The table's program has gone without a good-bye.",
  feedDown: "The server has lost its own link to the tables.",
  clock: "Clock",
  clockOff: (seconds: number) => `${seconds.toFixed(0)} s off the server's`,
  waiting: "Waiting for the server",
  noTables: "No tables",
  noBroker: "No broker",
  noTable: "No table has been heard yet",
  noTableText: "The page shows the table as soon as it speaks.",
  withDetail: (text: string, detail: string) => (detail === "" ? text : `${text} ${capital(detail).replace(/\.?$/, ".")}`),
  feedWaits: "The server is still looking for the broker that links it to the tables.",
  tableHasNoState: "This table has told no state yet",
  chooseTable: "Table",

  // Settings of this page
  toLight: "Switch to light colours",
  toDark: "Switch to dark colours",
  toFour: "Show suits in four colours",
  toTwo: "Show suits in two colours",
};
