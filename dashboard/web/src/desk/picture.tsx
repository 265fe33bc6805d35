/** The camera's newest picture with the outlines the desk draws over it. */

import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { isPhone } from "../settings";
import { address } from "./link";
import { RegionEditor } from "./regions";
import { desk, type Desk, type Quad } from "./store";
import { words } from "./words";

const AGAIN_MS = 500;
const seen = signal(false);

/** Draw picture after picture onto *canvas* until told to stop. */
function follow(canvas: HTMLCanvasElement): () => void {
  let stopped = false;
  let number = -1;
  const next = async () => {
    if (stopped) return;
    let wait = 0;
    try {
      const url = address("api/picture");
      url.searchParams.set("after", String(number));
      const answer = await fetch(url);
      if (answer.status === 200) {
        number = Number(answer.headers.get("X-Picture-Number"));
        const bitmap = await createImageBitmap(await answer.blob());
        canvas.width = bitmap.width;
        canvas.height = bitmap.height;
        canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
        bitmap.close();
        seen.value = true;
      } else if (!answer.ok) wait = AGAIN_MS;
    } catch {
      wait = AGAIN_MS; // the desk is not there just now; its socket says so
    }
    if (!desk.value?.done) setTimeout(next, wait);
  };
  void next();
  return () => {
    stopped = true;
  };
}

function Outline({ quad, unit }: { quad: Quad; unit: number }) {
  const points = quad.corners_px.map(([x, y]) => `${x},${y}`).join(" ");
  const top = quad.corners_px.reduce((a, b) => (b[1] < a[1] ? b : a));
  return (
    <g class={`outline ${quad.tone ?? "note"}`}>
      <polygon points={points} />
      {quad.label && (
        <text x={top[0]} y={top[1] - unit * 0.5} font-size={unit * 1.7} text-anchor="middle" stroke-width={unit * 0.4}>{quad.label}</text>
      )}
    </g>
  );
}

export function Picture({ state }: { state: Desk }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current === null ? undefined : follow(canvas.current)), []);
  const [width, height] = state.size_px ?? [1280, 720];
  const unit = width / (isPhone.value ? 44 : 80); // letters and grips keep their size under a finger
  return (
    <figure class="desk-picture" aria-label={words.picture} style={{ aspectRatio: `${width} / ${height}`, "--aspect": width / height }}>
      <canvas ref={canvas} aria-hidden="true" />
      {!seen.value && <p class="no-picture">{words.noPicture}</p>}
      <svg viewBox={`0 0 ${width} ${height}`}>
        {(state.quads ?? []).map((quad, index) => <Outline key={index} quad={quad} unit={unit} />)}
        <RegionEditor state={state} width={width} height={height} unit={unit} />
      </svg>
    </figure>
  );
}
