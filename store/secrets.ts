/**
 * Lists every column that holds sealed secrets. Values in a column that is missing here are lost when their key is
 * removed.
 */
import type { Db } from './connect.ts';

interface SealedColumn {
  /** The schema of the table. */
  in: 'directory' | 'cell';
  table: string;
  column: string;
  /** A text column, unique in the table, which gives the order. */
  id: string;
  /** What the secret is bound to, as an SQL expression over the row: the owner for which it was sealed. */
  owner: string;
}

const SEALED = {
  accounts: { in: 'cell', table: 'accounts', column: 'credentials', id: 'id', owner: 'id' },
  webhook_endpoints: { in: 'cell', table: 'webhook_endpoints', column: 'secret', id: 'id', owner: 'id' },
  revocations: {
    in: 'cell',
    table: 'revocations',
    column: 'credentials',
    id: 'account_id',
    owner: 'account_id',
  },
  connect_links: { in: 'cell', table: 'connect_links', column: 'secret', id: 'id', owner: 'id' },
  mails: { in: 'cell', table: 'mails', column: 'content', id: 'id', owner: 'id' },
  sign_ins: { in: 'cell', table: 'sign_ins', column: 'content', id: 'id', owner: 'id' },
  connect_apps: {
    in: 'directory',
    table: 'connect_apps',
    column: 'content',
    id: `encode(key, 'hex')`,
    owner: `translate(rtrim(encode(key, 'base64'), '='), '+/', '-_')`, // base64url,
  },
  second_factors: {
    in: 'directory',
    table: 'second_factors',
    column: 'secret',
    id: 'user_id',
    owner: 'user_id',
  },
  push_subscriptions: {
    in: 'directory',
    table: 'push_subscriptions',
    column: 'content',
    id: 'id',
    owner: 'id',
  },
  installation: {
    in: 'directory',
    table: 'installation',
    column: 'value',
    id: 'name',
    owner: `'installation'`,
  },
} satisfies { [name: string]: SealedColumn };

export type SealedKind = keyof typeof SEALED;
export const sealedKinds = Object.keys(SEALED) as SealedKind[];

/** The schema in which secrets of a kind are. */
export const schemaOfSealed = (kind: SealedKind) => SEALED[kind].in;

/** `table.column` of each sealed column. */
export const sealedColumns = Object.values(SEALED).map(({ table, column }) => `${table}.${column}`);

interface SealedRow {
  id: string;
  owner: string;
  sealed: Uint8Array;
}

/** Sealed values in order of id. @param list.after only rows with a larger id; '' at first */
export async function listSealed(db: Db, kind: SealedKind, list: { after: string; limit: number }) {
  const { table, column, id, owner }: SealedColumn = SEALED[kind];
  return db<SealedRow[]>`
    select ${db.unsafe(id)} as id, ${db.unsafe(owner)} as owner, ${db(column)} as sealed from ${db(table)}
    where ${db.unsafe(id)} > ${list.after} and ${db(column)} is not null
    order by 1 limit ${list.limit}`;
}

/**
 * Replaces a sealed value by the same value sealed with another key.
 * @returns false when the value was changed or deleted since it was read: then nothing is written
 */
export async function replaceSealed(
  db: Db,
  kind: SealedKind,
  replace: { id: string; from: Uint8Array; to: Uint8Array },
): Promise<boolean> {
  const { table, column, id }: SealedColumn = SEALED[kind];
  const result = await db`
    update ${db(table)} set ${db(column)} = ${replace.to}
    where ${db.unsafe(id)} = ${replace.id} and ${db(column)} = ${replace.from}`;
  return result.count === 1;
}
