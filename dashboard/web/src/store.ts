/** What the page knows: the tables as last told, how old that is, and which one is looked at. */

import { computed, signal } from "@preact/signals";
import type { components } from "./api";

type Schemas = components["schemas"];
export type TableView = Schemas["TableView"];
export type PublicState = Schemas["PublicState"];
export type SeatView = Schemas["SeatView"];
export type ServerFrame = Schemas["ServerFrame"];
type Beat = Schemas["Beat"];

export type LinkState = "connecting" | "up" | "lost";

/** Milliseconds of the browser's monotonic clock, renewed a few times a second. */
export const now = signal(performance.now());
export const link = signal<LinkState>("connecting");
/** When the server was last heard. */
export const heardAt = signal(performance.now());
export const limits = signal({ linkLostMs: 1500, silentMs: 2500 });
export const feed = signal<Schemas["FeedLink"]>({ state: "connecting", detail: "" });
/** Browser's clock less server's, in ms. */
export const clockOffMs = signal(0);

const tables = signal<ReadonlyMap<string, TableView>>(new Map());
const beats = signal<ReadonlyMap<string, Beat & { at: number }>>(new Map());
const wanted = signal(decodeURIComponent(location.hash.slice(1)));

addEventListener("hashchange", () => {
  wanted.value = decodeURIComponent(location.hash.slice(1));
});

export const tableNames = computed(() => [...tables.value.keys()].sort());
export const tableName = computed(() =>
  tables.value.has(wanted.value) ? wanted.value : (tableNames.value[0] ?? null),
);
export const table = computed(() => (tableName.value === null ? null : (tables.value.get(tableName.value) ?? null)));

export function choose(name: string): void {
  location.hash = encodeURIComponent(name);
}

/** The build of the page this was loaded from, as far as the server's first word tells. */
let build: string | null = null;

/** Take in a frame. After a snapshot nothing of before is left. */
export function take(frame: ServerFrame): void {
  const at = performance.now();
  clockOffMs.value = Date.now() - Date.parse(frame.server_ts);
  if (frame.kind === "snapshot") {
    if (build !== null && build !== frame.page) location.reload();
    build = frame.page;
    tables.value = new Map(frame.tables.map((view) => [view.table, view]));
    beats.value = stamped(new Map(), frame.beats, at);
    limits.value = { linkLostMs: frame.link_lost_after_ms, silentMs: frame.silent_after_ms };
    feed.value = frame.feed;
  } else {
    beats.value = stamped(beats.value, frame.beats, at);
    if (frame.kind === "ping") feed.value = frame.feed;
    else tables.value = new Map([...tables.value, ...frame.tables.map((view) => [view.table, view] as const)]);
  }
}

function stamped(before: ReadonlyMap<string, Beat & { at: number }>, fresh: readonly Beat[], at: number) {
  return new Map([...before, ...fresh.map((beat) => [beat.table, { ...beat, at }] as const)]);
}

export type Freshness =
  | { kind: "live" | "link" | "silent"; ageMs: number }
  | { kind: "never" | "connecting" | "none" };

/** How far what is shown can be trusted. A lost link hides everything else: nothing else is known then. */
export const freshness = computed<Freshness>(() => {
  if (link.value === "lost") return { kind: "link", ageMs: Math.max(0, now.value - heardAt.value) };
  if (tableName.value === null) return { kind: link.value === "up" ? "none" : "connecting" };
  const beat = beats.value.get(tableName.value);
  if (beat === undefined || beat.age_ms === null) return { kind: "never" };
  const ageMs = beat.age_ms + Math.max(0, now.value - beat.at);
  return { kind: beat.silent || ageMs > limits.value.silentMs ? "silent" : "live", ageMs };
});

export const isStale = computed(() => ["link", "silent", "never"].includes(freshness.value.kind));
