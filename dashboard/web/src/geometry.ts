/** Where seats lie around the oval, seen by the dealer, who sits at the bottom: seat 1 on the left, then clockwise. */

export type Point = { x: number; y: number };

const DEALER_GAP = 0.115; // of the way around, kept free at the bottom
const SEAT_ASPECT = 1.55; // a seat with its cards is so much wider than high: to the side it needs more room
const STEPS = 720;

/** The middle of the oval in percent; lower than the box's, for cards stand above their seats. */
export const MIDDLE: Point = { x: 50, y: 52.5 };

/** Points at equal ways along an ellipse of half-axes *rx*, *ry* around the middle, all in percent. */
export function seatPoints(count: number, rx: number, ry: number, aspect: number): Point[] {
  const path: { point: Point; way: number }[] = [];
  let way = 0;
  let before: Point | null = null;
  for (let step = 0; step <= STEPS; step++) {
    const angle = Math.PI / 2 + (step / STEPS) * 2 * Math.PI;
    const point = { x: MIDDLE.x + rx * Math.cos(angle), y: MIDDLE.y + ry * Math.sin(angle) };
    if (before !== null) way += Math.hypot(((point.x - before.x) * aspect) / SEAT_ASPECT, point.y - before.y);
    path.push({ point, way });
    before = point;
  }
  return Array.from({ length: count }, (_, index) => {
    const share = count === 1 ? 0.5 : DEALER_GAP + ((1 - 2 * DEALER_GAP) * index) / (count - 1);
    return (path.find((place) => place.way >= share * way) ?? path[0])!.point;
  });
}

/** Where the bet of the seat at *point* lies: before it, and beside the pot where the seat is above or below that. */
export function betPoint(point: Point, rx: number): Point {
  const aside = 1 - Math.abs(point.x - MIDDLE.x) / rx;
  return { x: MIDDLE.x + (point.x - MIDDLE.x) * (0.52 + 0.48 * aside), y: MIDDLE.y + (point.y - MIDDLE.y) * 0.56 };
}
