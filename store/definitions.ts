/**
 * Definitions, from which the charts of a kind are compiled. A definition never changes: an edit stores another
 * definition.
 */
import { createHash } from 'node:crypto';
import type { Db } from './connect.ts';

export interface Definition {
  id: string;
  workspaceId: string;
  kind: string;
  /** Version of the format of `json`. The kind that compiles it knows the format. */
  version: number;
  json: unknown;
}

/**
 * Stores a definition and returns its id. The id follows from the content, so a workspace stores the same definition
 * once.
 * @param now epoch ms
 */
export async function insertDefinition(db: Db, made: Omit<Definition, 'id'>, now: number): Promise<string> {
  const { workspaceId, kind, version } = made;
  const json = JSON.stringify(made.json);
  const hash = createHash('sha256').update(JSON.stringify([workspaceId, kind, version, json]));
  const id = `def_${hash.digest('hex').slice(0, 32).toUpperCase()}`;
  await db`
    insert into definitions (id, workspace_id, kind, version, json, created_at)
    values (${id}, ${workspaceId}, ${kind}, ${version}, ${json}::text::json, to_timestamp(${now}::float8 / 1000))
    on conflict (id) do nothing`;
  return id;
}

/** Definitions by id. Ids that do not exist are left out. */
export async function readDefinitions(db: Db, ids: readonly string[]) {
  return db<Definition[]>`
    select id, workspace_id as "workspaceId", kind, version, json from definitions where id = any(${ids as string[]}::text[])`;
}
