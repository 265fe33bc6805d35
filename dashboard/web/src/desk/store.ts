/** What the page knows of the desk. */

import { signal } from "@preact/signals";
import type { components } from "./api";

export type Desk = components["schemas"]["DeskState"];
export type Quad = components["schemas"]["DeskQuad"];
export type Region = components["schemas"]["DeskRegion"];
export type Action = components["schemas"]["DeskAction"];
export type Point = [number, number];

export const desk = signal<Desk | null>(null);
export const link = signal<"opening" | "up" | "lost">("opening");
/** Why the last deed was not done; empty when it was. */
export const refusal = signal("");
export const busy = signal(false);
