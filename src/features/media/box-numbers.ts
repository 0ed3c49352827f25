/** All numbers of 4 or 8 bytes in a box, from `at` on. Those of a box that is missing are none. */
export function numbersIn(box: Buffer | undefined, { at, bytes }: { at: number; bytes: 4 | 8 }): number[] {
  const found: number[] = [];
  if (box === undefined) return found;
  for (let place = at; place + bytes <= box.length; place += bytes)
    found.push(bytes === 4 ? box.readUInt32BE(place) : Number(box.readBigUInt64BE(place)));
  return found;
}
