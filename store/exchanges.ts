/** What networks were asked and answered: one row for each effect that made calls, written with what came of it. */
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

/** One HTTP call, redacted. */
export interface Exchange {
  /** When it left, epoch ms. */
  at: number;
  /** Until the head of the answer came, or the call was lost; null: neither had before the attempt ended. */
  ms: number | null;
  method: string;
  url: string;
  request: {
    /** Its content type. */
    type: string | null;
    /** Bytes of the body; null: not known without reading it. */
    size: number | null;
    /** The beginning of a JSON text or a form; null: none, or a file. */
    body: string | null;
  };
  /** null: none came. */
  answer: {
    status: number;
    /** Those that tell something: type, limits, ids of the request. */
    headers: { [name: string]: string };
    /** Bytes of the body; null: it was not read. */
    size: number | null;
    /** The beginning of a text, or `12 bytes of image/jpeg`; null: it was not read. */
    body: string | null;
  } | null;
  /** Why no answer came. */
  error: string | null;
}

/** The exchanges of an attempt, in the order they began. */
export interface Recorded {
  exchanges: Exchange[];
  /** Calls between the first ones and the last ones that are not kept. */
  leftOut: number;
  /** Of those that are kept, how many are told without bodies. */
  withoutBodies: number;
}

/** An attempt of an effect that made calls; the turn that takes its answer writes it. */
export interface AttemptWrite {
  actorId: string;
  workspaceId: string;
  effectId: string;
  /** Of the effect: `publish`, `verify` … */
  type: string;
  /** How often a node had taken the effect up. */
  tries: number;
  /** The step of the actor that took the answer; null: it changed nothing. */
  seq: number | null;
  recorded: Recorded;
}

export interface AttemptRow extends Omit<AttemptWrite, 'workspaceId'> {
  /** When its answer was committed, epoch ms. */
  at: number;
}

/** Attempts of actors, newest first. @param read.before an effect's id: only older ones; null: from the newest on */
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

/** What is as old as a journal may become. No replay needs it, so it goes although its actor may still go on. */
export async function pruneAttempts(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from exchanges where ctid = any(array(
      select ctid from exchanges where at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}
