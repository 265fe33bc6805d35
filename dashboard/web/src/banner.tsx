import { feed, freshness, table } from "./store";
import { words } from "./words";

function texts(): { title: string; since: string; text: string } | null {
  const fresh = freshness.value;
  if (fresh.kind === "link") {
    return { title: words.lostTitle, since: words.lostSince(words.ageSeconds(fresh.ageMs / 1000)), text: words.lostText };
  }
  const status = table.value?.status?.state;
  const why =
    feed.value.state === "down" ? words.withDetail(words.feedDown, feed.value.detail)
    : status === "offline" ? words.signedOff
    : status === "lost" ? words.signedLost
    : words.silentText;
  if (fresh.kind === "silent") {
    return { title: words.silentTitle, since: words.silentFor(words.ageSeconds(fresh.ageMs / 1000)), text: why };
  }
  if (fresh.kind === "never") {
    return { title: words.silentTitle, since: "", text: why === words.silentText ? words.neverHeard : why };
  }
  return null;
}

/** One quiet bar that says why the table is grey; its age is not read out every second. */
export function Banner() {
  const shown = texts();
  return (
    <div class="banner-room" role="alert">
      {shown !== null && (
        <div class="banner">
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2 4.300L3.800 2.500 21.500 20.200l-1.800 1.800-5.200-5.200A4.500 4.500 0 0012 16c-1.300 0-2.400.5-3.300 1.400L7 15.600A7 7 0 0110.500 13.700L8 11.200a11 11 0 00-3.600 2.300L2.600 11.700A13.500 13.500 0 016 9.200zM12 7.500c3.700 0 7 1.500 9.400 4l-1.800 1.800A10.700 10.700 0 0013.900 10.200l-2.600-2.600zM12 18l2 2-2 2-2-2z" /></svg>
          <b>{shown.title}</b>
          {shown.since !== "" && <span class="since" aria-hidden="true">{shown.since}</span>}
          <span class="why">{shown.text}</span>
        </div>
      )}
    </div>
  );
}
