/** Values that belong to the whole installation. */
import type { Db } from './connect.ts';

/** Stores a value unless one exists already. @returns the value that is stored now */
export async function keepInstallationValue(db: Db, name: string, value: Uint8Array): Promise<Uint8Array> {
  await db`insert into installation (name, value) values (${name}, ${value}) on conflict do nothing`;
  const [row] = await db<{ value: Uint8Array }[]>`select value from installation where name = ${name}`;
  return row!.value;
}

/** @returns the value that is stored; null when there is none, or no table for it because nothing was migrated yet */
export async function findInstallationValue(db: Db, name: string): Promise<Uint8Array | null> {
  const [table] = await db<{ found: boolean }[]>`select to_regclass('installation') is not null as found`;
  if (!table!.found) return null;
  const [row] = await db<{ value: Uint8Array }[]>`select value from installation where name = ${name}`;
  return row?.value ?? null;
}

/** @returns the values whose names begin so, in the order of their names */
export async function listInstallationValues(
  db: Db,
  prefix: string,
): Promise<{ name: string; value: Uint8Array }[]> {
  return db`select name, value from installation where starts_with(name, ${prefix}) order by name`;
}

/** Stores a value in place of the one that is stored; null deletes it. */
export async function saveInstallationValue(db: Db, name: string, value: Uint8Array | null): Promise<void> {
  if (value === null) await db`delete from installation where name = ${name}`;
  else
    await db`
      insert into installation (name, value) values (${name}, ${value})
      on conflict (name) do update set value = excluded.value`;
}
