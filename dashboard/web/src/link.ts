/** The one socket to the server: connect, notice silence, try again. */

import { heardAt, limits, link, now, take, type ServerFrame } from "./store";

const CHECK_EVERY_MS = 100;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 2000;
const OPEN_WITHIN_MS = 3000;

let socket: WebSocket | null = null;
let openedAt = 0;
let wait = FIRST_WAIT_MS;
let timer: number | undefined;

/** Keep the page linked to the server for as long as it is open. */
export function keepLinked(): void {
  connect();
  setInterval(check, CHECK_EVERY_MS);
  document.addEventListener("visibilitychange", check);
  addEventListener("online", connectNow);
}

function address(): string {
  const url = new URL("ws", document.baseURI);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return url.href;
}

function connect(): void {
  timer = undefined;
  const fresh = new WebSocket(address());
  socket = fresh;
  openedAt = performance.now();
  fresh.onmessage = (message) => {
    heard(JSON.parse(String(message.data)) as ServerFrame, fresh);
  };
  fresh.onclose = () => drop(fresh);
}

function heard(frame: ServerFrame, from: WebSocket): void {
  heardAt.value = now.value = performance.now();
  take(frame);
  link.value = "up";
  wait = FIRST_WAIT_MS;
  if (frame.kind === "ping") from.send(JSON.stringify({ kind: "pong", server_ts: frame.server_ts }));
}

function drop(old: WebSocket): void {
  if (old !== socket) return;
  socket = null;
  old.onmessage = old.onclose = null;
  old.close();
  link.value = "lost";
  timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
  wait = Math.min(LONGEST_WAIT_MS, wait * 1.6);
}

function connectNow(): void {
  if (socket !== null) return;
  clearTimeout(timer);
  connect();
}

function check(): void {
  const at = performance.now();
  // A page nobody looks at need not be drawn again; it is when it is looked at.
  if (!document.hidden) now.value = at;
  if (at - heardAt.value > limits.value.linkLostMs) link.value = "lost";
  if (socket === null) return;
  const silent = link.value === "lost" && at - heardAt.value > limits.value.linkLostMs;
  if (silent && at - openedAt > OPEN_WITHIN_MS) drop(socket);
}
