/** Where seats lie around the oval, seen by the dealer, who sits at the bottom: seat 1 on the left, then clockwise. */

export type Point = { x: number; y: number };

const DEALER_GAP = 0.13; // of the way around, kept free at the bottom
const STEPS = 720;

/** Points at equal ways along an ellipse of half-axes *rx*, *ry* around (50, 50), all in percent. */
export function seatPoints(count: number, rx: number, ry: number, aspect: number): Point[] {
  const path: { point: Point; way: number }[] = [];
  let way = 0;
  let before: Point | null = null;
  for (let step = 0; step <= STEPS; step++) {
    const angle = Math.PI / 2 + (step / STEPS) * 2 * Math.PI;
    const point = { x: 50 + rx * Math.cos(angle), y: 50 + ry * Math.sin(angle) };
    if (before !== null) way += Math.hypot((point.x - before.x) * aspect, point.y - before.y);
    path.push({ point, way });
    before = point;
  }
  return Array.from({ length: count }, (_, index) => {
    const share = count === 1 ? 0.5 : DEALER_GAP + ((1 - 2 * DEALER_GAP) * index) / (count - 1);
    return (path.find((place) => place.way >= share * way) ?? path[0])!.point;
  });
}

/** The point on the way from the middle to *point*. */
export function towards(point: Point, share: number): Point {
  return { x: 50 + (point.x - 50) * share, y: 50 + (point.y - 50) * share };
}
