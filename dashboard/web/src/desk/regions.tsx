/** Regions people drag: whole, by a corner, or with the arrow keys. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { act } from "./link";
import { desk, type Desk, type Point, type Region } from "./store";
import { words } from "./words";

/** The regions as they are under somebody's hand; null while nobody moves one. */
const moved = signal<readonly Region[] | null>(null);
const chosen = signal<{ name: string; corner: number | null } | null>(null);
const KEYS_REST_MS = 400;
const FINE = 5;
let resting: number | undefined;

interface Grip {
  name: string;
  corner: number | null;
  from: Point;
}

let grip: Grip | null = null;

function current(): readonly Region[] {
  return moved.value ?? desk.value?.regions ?? [];
}

function within(value: number, most: number): number {
  return Math.round(Math.min(Math.max(value, 0), most) * 10) / 10;
}

function shifted(region: Region, corner: number | null, by: Point, size: Point): Region {
  const xs = region.corners_px.map(([x]) => x);
  const ys = region.corners_px.map(([, y]) => y);
  // A whole region stops at the edge of the picture instead of being squashed there.
  const dx = corner !== null ? by[0] : Math.max(-Math.min(...xs), Math.min(size[0] - Math.max(...xs), by[0]));
  const dy = corner !== null ? by[1] : Math.max(-Math.min(...ys), Math.min(size[1] - Math.max(...ys), by[1]));
  const corners_px = region.corners_px.map(([x, y], index): Point =>
    corner === null || corner === index ? [within(x + dx, size[0]), within(y + dy, size[1])] : [x, y]);
  return { ...region, corners_px };
}

function move(name: string, corner: number | null, by: Point, size: Point): void {
  moved.value = current().map((region) => (region.name === name ? shifted(region, corner, by, size) : region));
}

async function settle(): Promise<void> {
  clearTimeout(resting);
  const settled = moved.value;
  if (settled === null) return;
  await act("regions", settled);
  if (moved.value === settled) moved.value = null;
}

function change(regions: readonly Region[]): void {
  moved.value = regions;
  void settle();
}

function place(event: PointerEvent): Point {
  const svg = (event.currentTarget as SVGElement).closest("svg");
  const matrix = svg?.getScreenCTM()?.inverse();
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix ?? undefined);
  return [point.x, point.y];
}

function take(event: PointerEvent, name: string, corner: number | null): void {
  event.stopPropagation();
  (event.currentTarget as SVGElement).setPointerCapture(event.pointerId);
  grip = { name, corner, from: place(event) };
  chosen.value = { name, corner };
}

function drag(event: PointerEvent, size: Point): void {
  if (grip === null) return;
  const at = place(event);
  move(grip.name, grip.corner, [at[0] - grip.from[0], at[1] - grip.from[1]], size);
  grip.from = at;
}

function letGo(): void {
  if (grip === null) return;
  grip = null;
  void settle();
}

const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function key(event: KeyboardEvent, name: string, corner: number | null, size: Point): void {
  const arrow = ARROWS[event.key];
  if (arrow !== undefined) {
    const step = event.shiftKey ? 1 : Math.max(FINE, size[0] / 100);
    event.preventDefault();
    move(name, corner, [arrow[0] * step, arrow[1] * step], size);
    clearTimeout(resting);
    resting = setTimeout(() => void settle(), KEYS_REST_MS);
  } else if (event.key === "Delete") {
    event.preventDefault();
    if (corner === null) removeRegion(name);
    else removeCorner(name, corner);
  }
}

export function removeRegion(name: string): void {
  chosen.value = null;
  change(current().filter((region) => region.name !== name));
}

function removeCorner(name: string, corner: number): void {
  change(current().map((region) => region.name !== name || region.corners_px.length < 4 ? region
    : { ...region, corners_px: region.corners_px.filter((_, index) => index !== corner) }));
  chosen.value = { name, corner: null };
}

/** Put a corner into the longest side of a region. */
function addCorner(name: string): void {
  change(current().map((region) => {
    if (region.name !== name) return region;
    const corners = region.corners_px;
    const length = (index: number) => {
      const [a, b] = [corners[index], corners[(index + 1) % corners.length]];
      return a === undefined || b === undefined ? 0 : Math.hypot(a[0] - b[0], a[1] - b[1]);
    };
    const longest = corners.reduce((best, _, index) => (length(index) > length(best) ? index : best), 0);
    const [a, b] = [corners[longest], corners[(longest + 1) % corners.length]];
    if (a === undefined || b === undefined) return region;
    const middle: Point = [within((a[0] + b[0]) / 2, 1e9), within((a[1] + b[1]) / 2, 1e9)];
    return { ...region, corners_px: [...corners.slice(0, longest + 1), middle, ...corners.slice(longest + 1)] };
  }));
}

function addRegion(size: Point): void {
  const names = new Set(current().map((region) => region.name));
  let number = 1;
  while (names.has(String(number))) number += 1;
  const [w, h] = size;
  const name = String(number);
  change([...current(), { name, corners_px: [[w * .4, h * .4], [w * .6, h * .4], [w * .6, h * .6], [w * .4, h * .6]] }]);
  chosen.value = { name, corner: null };
}

function middle(corners: readonly Point[]): Point {
  const sum = corners.reduce<Point>((a, b) => [a[0] + b[0], a[1] + b[1]], [0, 0]);
  return [sum[0] / corners.length, sum[1] / corners.length];
}

export function RegionEditor({ state, width, height, unit }: { state: Desk; width: number; height: number; unit: number }) {
  const size: Point = [width, height];
  const movable = state.regions_may_change === true;
  useEffect(() => {
    if (!movable) moved.value = chosen.value = null;
  }, [movable]);
  const grips = (name: string, corner: number | null) => movable ? {
    tabindex: 0,
    role: "button" as const,
    onPointerDown: (event: PointerEvent) => take(event, name, corner),
    onPointerMove: (event: PointerEvent) => drag(event, size),
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onFocus: () => { chosen.value = { name, corner }; },
    onKeyDown: (event: KeyboardEvent) => key(event, name, corner, size),
  } : {};
  return (
    <g class={`regions${movable ? " movable" : ""}`}>
      {current().map((region) => (
        <g key={region.name} data-region={region.name} class={chosen.value?.name === region.name ? "chosen" : ""}>
          <polygon points={region.corners_px.map(([x, y]) => `${x},${y}`).join(" ")}
            aria-label={words.region(region.name)} {...grips(region.name, null)} />
          <text x={middle(region.corners_px)[0]} y={middle(region.corners_px)[1] + unit} font-size={unit * 3}
            stroke-width={unit * .5} text-anchor="middle">{region.name}</text>
          {movable && region.corners_px.map(([x, y], index) => (
            <g key={index} class="corner" data-corner={index} aria-label={words.corner(region.name, index + 1)} {...grips(region.name, index)}>
              <circle class="touch" cx={x} cy={y} r={unit * 2.2} />
              <circle class="dot" cx={x} cy={y} r={unit * .75} />
            </g>
          ))}
        </g>
      ))}
    </g>
  );
}

/** The buttons beside the picture that add and remove regions and corners. */
export function RegionButtons({ state }: { state: Desk }) {
  if (!state.regions_may_change) return null;
  const at = chosen.value;
  const size: Point = state.size_px ?? [1280, 720];
  return (
    <section class="desk-regions" aria-label={words.regions}>
      <p class="none">{words.regionHelp}</p>
      <div class="buttons small">
        <button type="button" onClick={() => addRegion(size)}>{words.addRegion}</button>
        {at !== null && <button type="button" onClick={() => addCorner(at.name)}>{words.addCorner}</button>}
        {at !== null && at.corner !== null &&
          <button type="button" onClick={() => at.corner !== null && removeCorner(at.name, at.corner)}>{words.removeCorner}</button>}
        {at !== null && <button type="button" onClick={() => removeRegion(at.name)}>{words.removeRegion(at.name)}</button>}
      </div>
    </section>
  );
}
