/** The lines of a chart's arrows, as SVG paths. Pure. */

/** How far from a corner its bend starts, in pixels of the chart. */
const BEND = 8;

type Point = { x: number; y: number };

/** Straight lines with rounded corners. */
export function pathThrough(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let path = `M${first.x},${first.y}`;
  for (const [index, corner] of rest.entries()) {
    const next = rest[index + 1];
    if (!next) {
      path += ` L${corner.x},${corner.y}`;
      continue;
    }
    const before = index === 0 ? first : rest[index - 1]!;
    const into = towards(corner, before);
    const out = towards(corner, next);
    path += ` L${into.x},${into.y} Q${corner.x},${corner.y} ${out.x},${out.y}`;
  }
  return path;
}

/** A point on the way from a corner to another point, where the bend begins. */
function towards(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y) || 1;
  const part = Math.min(BEND, length / 2) / length;
  return { x: corner.x + (other.x - corner.x) * part, y: corner.y + (other.y - corner.y) * part };
}

/** The head of the arrow, at its last point. */
export function headAt(points: readonly Point[]): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return '';
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const [ux, uy] = [(tip.x - before.x) / length, (tip.y - before.y) / length];
  const [bx, by] = [tip.x - ux * 8, tip.y - uy * 8];
  return `M${tip.x},${tip.y} L${bx - uy * 4.5},${by + ux * 4.5} L${bx + uy * 4.5},${by - ux * 4.5} Z`;
}
