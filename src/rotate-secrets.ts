/**
 * Seals every secret anew under the key that seals today. It may be stopped and run again at any time, and run while the
 * service works: what is current already is passed over, and what somebody changed meanwhile is left to the next look.
 */
import type { Sql } from '../store/connect.ts';
import { listSealed, replaceSealed, type SealedKind, sealedKinds } from '../store/secrets.ts';
import type { Sealer } from './seal.ts';

export interface Rotated {
  /** Sealed anew. */
  rotated: number;
  /** Under the current key already. */
  current: number;
  /** `kind id` of what none of the keys opens. */
  locked: string[];
}

/** Rows a statement reads. */
const BATCH = 200;
/** A row that changes under each look is sealed by whoever changes it: with today's key. */
const MOST_LOOKS = 5;

export async function rotateSecrets(sql: Sql, sealer: Sealer): Promise<Rotated> {
  const sum: Rotated = { rotated: 0, current: 0, locked: [] };
  for (const kind of sealedKinds) {
    for (let look = 1; ; look += 1) {
      const { changed, ...done } = await rotateKind(sql, sealer, kind);
      sum.rotated += done.rotated;
      if (changed > 0 && look < MOST_LOOKS) continue;
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
      const anew = sealAnew(sealer, sealed, owner);
      if (anew === null) done.locked.push(id);
      else if (await replaceSealed(sql, kind, { id, from: sealed, to: anew })) done.rotated += 1;
      else done.changed += 1;
    }
    if (rows.length < BATCH) return done;
    after = rows.at(-1)!.id;
  }
}

/** Null where no key opens it. */
function sealAnew(sealer: Sealer, sealed: Uint8Array, owner: string): Buffer | null {
  let value: unknown;
  try {
    value = sealer.open(sealed, owner);
  } catch {
    return null; // the caller tells which
  }
  return sealer.seal(value, owner);
}
