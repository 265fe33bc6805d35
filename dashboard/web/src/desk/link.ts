/** The socket that tells the desk's state, and the deeds sent back. */

import { busy, desk, link, refusal, type Desk, type Region } from "./store";
import { words } from "./words";

const RETRY_MS = 500;
const SILENT_MS = 3500;

let socket: WebSocket | null = null;
let heardAt = 0;

export function address(path: string): URL {
  const url = new URL(path, document.baseURI);
  url.hash = "";
  return url;
}

/** Keep the page linked to the desk until it says that it is done. */
export function keepLinked(): void {
  connect();
  setInterval(() => {
    if (socket !== null && performance.now() - heardAt > SILENT_MS) drop(socket);
  }, RETRY_MS);
}

function connect(): void {
  if (desk.value?.done) return;
  const url = address("ws");
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const fresh = new WebSocket(url);
  socket = fresh;
  heardAt = performance.now();
  fresh.onmessage = (message) => {
    heardAt = performance.now();
    desk.value = JSON.parse(String(message.data)) as Desk;
    link.value = "up";
  };
  fresh.onclose = () => drop(fresh);
}

function drop(old: WebSocket): void {
  if (old !== socket) return;
  socket = null;
  old.onmessage = old.onclose = null;
  old.close();
  link.value = "lost";
  setTimeout(connect, RETRY_MS);
}

/** Ask the desk to do something; what it refuses stands in `refusal`. */
export async function act(name: string, regions: readonly Region[] = []): Promise<void> {
  busy.value = true;
  try {
    const answer = await fetch(address("api/deeds"), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name, regions }),
    });
    const said = (await answer.json()) as Desk & { detail?: unknown };
    if (answer.ok) desk.value = said;
    refusal.value = answer.ok ? "" : typeof said.detail === "string" ? said.detail : words.unreachable;
  } catch {
    refusal.value = words.unreachable;
  } finally {
    busy.value = false;
  }
}
