/** The live view of the cameras: who has its link sees it, and it is asked for only while somebody looks. */

import { signal } from "@preact/signals";
import type { components } from "./api";

type Schemas = components["schemas"];
export type LiveCamera = Schemas["LiveCamera"];
export type LiveCard = Schemas["LiveCard"];

const ASK_EVERY_MS = 350;
const AGAIN_MS = 3000;
const MARK = "#live=";
const KEPT = "drawtable.live";

/** Whether this browser was let in, as far as it knows. */
export const admitted = signal(false);
/** Why the link that was opened does not show the cameras; null when nothing was tried, or it does. */
export const refused = signal<"used" | "off" | null>(null);
export const cameras = signal<readonly LiveCamera[]>([]);
export const isOpen = signal(true);

function keep(yes: boolean): void {
  try {
    if (yes) localStorage.setItem(KEPT, "1");
    else localStorage.removeItem(KEPT);
  } catch {
    // storage may be forbidden; then the link is needed again after a reload
  }
}

function wasAdmitted(): boolean {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}

function address(path: string): string {
  return new URL(path, document.baseURI.split("#")[0]).href;
}

/** The key of a link, taken out of the address so that it stays in no history. */
function takeKey(): string | null {
  if (!location.hash.startsWith(MARK)) return null;
  const key = location.hash.slice(MARK.length);
  history.replaceState(null, "", location.pathname + location.search);
  return key;
}

/** Show the cameras if the page was opened by their link, or was let in before. */
export async function beginLive(): Promise<void> {
  const key = takeKey();
  if (key !== null) {
    const answer = await fetch(address("api/live/session"), {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ key }),
    }).catch(() => null);
    admitted.value = answer !== null && answer.ok;
    refused.value = admitted.value || answer === null ? null : answer.status === 404 ? "off" : "used";
    keep(admitted.value);
  } else {
    admitted.value = wasAdmitted();
  }
  if (admitted.value) void ask();
}

async function ask(): Promise<void> {
  let wait = ASK_EVERY_MS;
  if (isOpen.value && !document.hidden) {
    const answer = await fetch(address("api/live")).catch(() => null);
    if (answer !== null && (answer.status === 403 || answer.status === 404)) {
      admitted.value = false;
      cameras.value = [];
      keep(false);
      return;
    }
    if (answer !== null && answer.ok) cameras.value = ((await answer.json()) as Schemas["LiveCameras"]).cameras;
    else {
      cameras.value = []; // nothing old is shown: what lies there now is not known
      wait = AGAIN_MS;
    }
  }
  setTimeout(() => void ask(), wait);
}

export function pictureOf(camera: LiveCamera): string | null {
  return camera.picture === null ? null : address(`api/live/${encodeURIComponent(camera.id)}/${camera.picture}.jpg`);
}
