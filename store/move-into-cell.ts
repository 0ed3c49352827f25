/**
 * Upgrades an installation of a version that had one schema for everything.
 *
 * All of its tables, views and functions are moved into the first cell, which changes catalogs only, however large the
 * tables are. The migrations go on there: 0017 moves the directory's tables on. In the old schema stay views of the same
 * names that refuse every statement, so that a node of the older version that still runs says why it must stop.
 */
import type { Tx } from './connect.ts';
import type { Schemas } from './schemas.ts';

/** Tables and views that the migrations before 0016 made, and some that later ones of them replaced. */
const RELATIONS =
  `users workspaces members api_keys accounts posts post_states actors mailbox effects journal_pages journal
  nodes feed_heads feed idempotency_keys webhook_endpoints webhook_sends webhook_tries installation media connect_links
  connect_link_accounts sign_ins connect_apps posted_codes code_cursors account_states sessions exchanges inspect_tickets
  revocations network_posts definitions due messages claims schema_migrations`.split(/\s+/);
const FUNCTIONS = '^(refuse_change|refuse_older_program|journal_page_id|turn_[0-9]+)$';

/** The migration that makes the directory: programs that do not know it must not start. */
const FIRST_WITH_CELLS = { number: 17, name: 'cells' };

const TO_OLDER =
  'this database belongs to a newer version of Troupe: stop this node and start the new version';

/** Whether the schema of the address has the tables of a version without cells. */
export async function isOlder(tx: Tx, { base }: Schemas): Promise<boolean> {
  if (!(await hasMigrations(tx, base))) return false;
  const [first] = await tx`select from ${tx(base)}.schema_migrations where number = 1 and name = 'core'`;
  return first !== undefined;
}

/** Moves the tables of a version without cells into the cell, which has none. */
export async function moveIntoCell(tx: Tx, { base, cell }: Schemas): Promise<void> {
  const moved = await tx<{ name: string; kind: string; columns: string }[]>`
    select c.relname as name, case c.relkind when 'v' then 'view' else 'table' end as kind,
           (select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
            from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c
    where c.relnamespace = ${base}::regnamespace and c.relkind in ('r', 'v') and c.relname = any(${RELATIONS}::text[])
    order by c.relname`;
  for (const { name, kind } of moved)
    await tx`alter ${tx.unsafe(kind)} ${tx(base)}.${tx(name)} set schema ${tx(cell)}`;
  const functions = await tx<{ name: string; called: string }[]>`
    select oid::regprocedure::text as name, proname as called from pg_proc
    where pronamespace = ${base}::regnamespace and proname ~ ${FUNCTIONS}`;
  for (const { name } of functions) await tx`alter function ${tx.unsafe(name)} set schema ${tx(cell)}`;
  const turns = functions.map(({ called }) => called).filter((called) => called.startsWith('turn_'));
  await refuseOlderNodes(tx, base, { moved, turns });
}

/** Whether a schema has Troupe's table of migrations. */
export async function hasMigrations(tx: Tx, schema: string): Promise<boolean> {
  const [found] = await tx`
    select from information_schema.columns
    where table_schema = ${schema} and table_name = 'schema_migrations' and column_name = 'sha256'`;
  return found !== undefined;
}

/** Views in place of the moved tables that refuse to be read and written. They depend on no table. */
async function refuseOlderNodes(
  tx: Tx,
  base: string,
  { moved, turns }: { moved: readonly { name: string; columns: string }[]; turns: readonly string[] },
): Promise<void> {
  const to = tx(base);
  const message = tx.unsafe(`'${TO_OLDER}'`);
  await tx`
    create function ${to}.refuse_older_read() returns setof record language plpgsql as
    $$ begin raise exception using message = ${message}; end $$`;
  await tx`
    create function ${to}.refuse_older_write() returns trigger language plpgsql as
    $$ begin raise exception using message = ${message}; end $$`;
  for (const turn of turns)
    await tx`
    create function ${to}.${tx(turn)}(float8, variadic text[]) returns table (workspace_id text, last_seq text) language plpgsql as
    $$ begin raise exception using message = ${message}; end $$`;
  for (const { name, columns } of moved) {
    if (name === 'schema_migrations') continue;
    if (name === 'nodes') {
      // nodes write their heartbeat with `on conflict`, which needs a table with a key
      await tx`create table ${to}.nodes (${tx.unsafe(columns)}, primary key (id))`;
      await tx`
        create trigger refuses before insert or update or delete on ${to}.nodes
        for each statement execute function ${to}.refuse_older_write()`;
      continue;
    }
    await tx`create view ${to}.${tx(name)} as select * from ${to}.refuse_older_read() as gone(${tx.unsafe(columns)})`;
    await tx`
      create trigger refuses instead of insert or update or delete on ${to}.${tx(name)}
      for each row execute function ${to}.refuse_older_write()`;
  }
}

/**
 * Leaves the number of a migration where older programs look for those that are applied: they refuse to start, instead of
 * making an installation of their own beside this one.
 */
export async function refuseOlderStarts(tx: Tx, { base }: Schemas): Promise<void> {
  const [place] = await tx<{ isTaken: boolean; mayCreate: boolean }[]>`
    select to_regclass(format('%I.schema_migrations', ${base}::text)) is not null as "isTaken",
           coalesce((select has_schema_privilege(oid, 'create') from pg_namespace where nspname = ${base}), false) as "mayCreate"`;
  if (place!.isTaken || !place!.mayCreate) return;
  await tx`
    create table ${tx(base)}.schema_migrations (
      number int primary key,
      name text not null,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`;
  const { number, name } = FIRST_WITH_CELLS;
  await tx`insert into ${tx(base)}.schema_migrations (number, name, sha256) values (${number}, ${name}, '')`;
}
