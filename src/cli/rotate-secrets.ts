/**
 * Encrypts every secret again with the current key. It may be stopped and run again at any time, also while the service
 * works: it skips secrets that are already current, and reads a secret again if somebody changed it meanwhile.
 */
import type { Sql } from '../../store/connect.ts';
import {
  listSealed,
  replaceSealed,
  schemaOfSealed,
  type SealedKind,
  sealedKinds,
} from '../../store/secrets.ts';
import type { Sealer } from '../base/seal.ts';

export interface Rotated {
  /** Encrypted again. */
  rotated: number;
  /** Already under the current key. */
  current: number;
  /** `kind id` of secrets that none of the keys opens. */
  locked: string[];
}

/** Rows a statement reads. */
const BATCH = 200;
/** A row that changes between each read and write is left to the writer, which uses the current key. */
const MAX_LOOKS = 5;

/** @param databases cells: every cell of the installation */
export async function rotateSecrets(
  { directory, cells }: { directory: Sql; cells: readonly Sql[] },
  sealer: Sealer,
): Promise<Rotated> {
  const sum: Rotated = { rotated: 0, current: 0, locked: [] };
  const places = sealedKinds.flatMap((kind) =>
    (schemaOfSealed(kind) === 'cell' ? cells : [directory]).map((sql) => ({ kind, sql })),
  );
  for (const { kind, sql } of places) {
    for (let look = 1; ; look += 1) {
      const { changed, ...done } = await rotateKind(sql, sealer, kind);
      sum.rotated += done.rotated;
      if (changed > 0 && look < MAX_LOOKS) continue;
      sum.current += done.current;
      sum.locked.push(...done.locked.map((id) => `${kind} ${id}`));
      break;
    }
  }
  return sum;
}

/** @returns also how many were changed by somebody between our read and our write */
async function rotateKind(sql: Sql, sealer: Sealer, kind: SealedKind) {
  const done = { rotated: 0, current: 0, changed: 0, locked: [] as string[] };
  for (let after = ''; ;) {
    const rows = await listSealed(sql, kind, { after, limit: BATCH });
    for (const { id, owner, sealed } of rows) {
      if (sealer.isCurrent(sealed)) {
        done.current += 1;
        continue;
      }
      const resealed = sealAgain(sealer, sealed, owner);
      if (resealed === null) done.locked.push(id);
      else if (await replaceSealed(sql, kind, { id, from: sealed, to: resealed })) done.rotated += 1;
      else done.changed += 1;
    }
    if (rows.length < BATCH) return done;
    after = rows.at(-1)!.id;
  }
}

/** Null when no key opens it. */
function sealAgain(sealer: Sealer, sealed: Uint8Array, owner: string): Buffer | null {
  let value: unknown;
  try {
    value = sealer.open(sealed, owner);
  } catch {
    return null; // the caller reports which
  }
  return sealer.seal(value, owner);
}
