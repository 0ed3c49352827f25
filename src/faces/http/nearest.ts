/** "Did you mean": finds the known word that somebody probably wanted to write. */

/** @returns the known word that `word` is a misspelling of (other case, snake_case, a few wrong letters), or null */
export function nearest(word: string, candidates: readonly string[]): string | null {
  if (word.length > 64) return null;
  const plain = plainOf(word);
  let best: string | null = null;
  // one wrong letter in short words, up to three in long ones: more would give misleading suggestions
  let bestDistance = Math.min(3, Math.floor(plain.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = distanceBetween(plain, plainOf(candidate));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function plainOf(word: string): string {
  return word.toLowerCase().replaceAll(/[_\s-]/g, '');
}

/** Letters to add, drop, change or swap with their neighbour (optimal string alignment distance). */
function distanceBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 3) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
