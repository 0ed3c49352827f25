/** A part of a file, bytes: from `from` on, before `to`. */
export interface Stretch {
  from: number;
  to: number;
}

/** Those that are in a file of `bytes` bytes, each byte once: a damaged list may name the same one a million times. */
export function joinedStretches(stretches: Stretch[], bytes: number): Stretch[] {
  const found: Stretch[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const end = Math.min(to, bytes);
    const last = found.at(-1);
    if (from >= end) continue;
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, end);
    else found.push({ from, to: end });
  }
  return found;
}
