/**
 * HTTP exchanges with networks: one row for each effect that made calls, written in the commit that saves the effect's
 * result.
 */
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

/** One HTTP call, redacted. */
export interface Exchange {
  /** When the request was sent, epoch ms. */
  at: number;
  /** Time until the head of the response arrived or the call failed; null if neither had happened when the attempt ended. */
  ms: number | null;
  method: string;
  url: string;
  request: {
    /** Its content type. */
    type: string | null;
    /** Bytes of the body; null means unknown without reading it. */
    size: number | null;
    /** The beginning of a JSON text or a form; null means the request has no body, or the body is a file. */
    body: string | null;
  };
  /** The response; null if none arrived. Stored rows have this name. */
  answer: {
    status: number;
    /** The headers that help to understand the call: content type, rate limits, ids of the request. */
    headers: { [name: string]: string };
    /** Bytes of the body; null means the adapter did not read it. */
    size: number | null;
    /** The beginning of a text, or for example `12 bytes of image/jpeg`; null means the adapter did not read it. */
    body: string | null;
  } | null;
  /** Why no response arrived. */
  error: string | null;
}

/** The exchanges of an attempt, in the order in which they started. */
export interface Recorded {
  exchanges: Exchange[];
  /** How many calls between the first ones and the last ones were not kept. */
  leftOut: number;
  /** How many of the kept calls are stored without bodies. */
  withoutBodies: number;
}

/** An attempt of an effect that made calls. The turn that processes the effect's result writes it. */
export interface AttemptWrite {
  actorId: string;
  workspaceId: string;
  effectId: string;
  /** The effect's type: `publish`, `verify` … */
  type: string;
  /** How many nodes had started the effect so far. */
  tries: number;
  /** The step of the actor that processed the result; null means the result changed nothing. */
  seq: number | null;
  recorded: Recorded;
}

export interface AttemptRow extends Omit<AttemptWrite, 'workspaceId'> {
  /** When its result was committed, epoch ms. */
  at: number;
}

/** Attempts of actors, newest first. @param read.before only effects with a smaller id; null starts with the newest */
export async function readAttempts(
  db: Db,
  read: { workspaceId: string; actorIds: string[]; before: string | null; limit: number },
) {
  return db<AttemptRow[]>`
    select actor_id as "actorId", effect_id as "effectId", type, tries, seq,
           (extract(epoch from at) * 1000)::float8 as at, recorded
    from exchanges
    where actor_id = any(${read.actorIds}::text[]) and workspace_id = ${read.workspaceId}
      and (${read.before}::bigint is null or effect_id < ${read.before}::bigint)
    order by effect_id desc limit ${read.limit}`;
}

/**
 * Deletes attempts that are older than the journal is kept. A replay does not read them, so they go even if their actor
 * has not ended.
 */
export async function pruneAttempts(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from exchanges where ctid = any(array(
      select ctid from exchanges where at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}
