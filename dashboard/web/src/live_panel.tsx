import { admitted, cameras, isOpen, pictureOf, refused, type LiveCamera, type LiveCard } from "./live";
import { words } from "./words";

/** The cameras for who may see them; nothing at all for anybody else. */
export function Live() {
  if (refused.value !== null) return <p class="live-refused" role="status">{words.liveRefused[refused.value]}</p>;
  if (!admitted.value) return null;
  return (
    <section class="cameras-panel" aria-label={words.liveCameras}>
      <div class="live-head">
        <h2>{words.liveCameras}</h2>
        <p>{words.liveNote}</p>
        <button type="button" class="live-switch" aria-expanded={isOpen.value} onClick={() => { isOpen.value = !isOpen.value; }}>
          {isOpen.value ? words.liveHide : words.liveShow}
        </button>
      </div>
      {isOpen.value && <div class="live-cameras">{cameras.value.map((camera) => <Camera key={camera.id} camera={camera} />)}</div>}
    </section>
  );
}

function Camera({ camera }: { camera: LiveCamera }) {
  const [width, height] = camera.size_px ?? [4, 3];
  const picture = pictureOf(camera);
  const said = camera.state === "ok" ? words.deviceState.ok! : camera.detail || words.deviceState[camera.state]!;
  return (
    <figure class={`live-camera ${camera.state}`}>
      <figcaption>
        <b>{words.camera(camera.role, camera.seat)}</b>
        <span class={`live-state ${camera.state}`}>{said}</span>
        <span class="live-figures">{camera.age_ms === null ? words.liveNever : `${words.ageShort(camera.age_ms / 1000)} · ${words.fps(camera.fps)}`}</span>
      </figcaption>
      <div class="live-frame" style={{ aspectRatio: `${width} / ${height}` }}>
        {picture !== null && <img src={picture} alt="" width={width} height={height} decoding="sync" />}
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words.inView(camera.cards.length)}>
          {camera.cards.map((card, index) => <Outline key={index} card={card} unit={width / 100} />)}
        </svg>
        {picture === null && camera.cards.length === 0 && <p class="live-empty">{emptyWords(camera)}</p>}
      </div>
      <p class="live-why">{camera.why}</p>
    </figure>
  );
}

const OLD_MS = 5000;

function emptyWords({ age_ms: age }: LiveCamera): string {
  if (age === null) return words.liveNever;
  return age > OLD_MS ? words.liveOld : words.liveEmpty;
}

/** A card's edge, and what may be said of it. */
function Outline({ card, unit }: { card: LiveCard; unit: number }) {
  const places = card.corners_px;
  const x = places.reduce((sum, place) => sum + place[0], 0) / places.length;
  const y = places.reduce((sum, place) => sum + place[1], 0) / places.length;
  const text = card.card ? words.cardWithScore(card.card, card.score ?? null) : (words.liveKind[card.kind] ?? "");
  const size = 3.2 * unit;
  const wide = (text.length * 0.62 + 0.9) * size;
  return (
    <g class={`outline ${card.kind}`}>
      <polygon points={places.map((place) => place.join(",")).join(" ")} stroke-width={unit / 3} />
      <rect x={x - wide / 2} y={y - size * 0.75} width={wide} height={size * 1.5} rx={size * 0.35} />
      <text x={x} y={y} font-size={size} text-anchor="middle" dominant-baseline="central">{text}</text>
    </g>
  );
}
