/** Facts of the whole installation. */
import type { Db } from './connect.ts';

/** Keeps a value unless there is one; answers the one that is kept. */
export async function keepInstallationValue(db: Db, name: string, value: Uint8Array): Promise<Uint8Array> {
  await db`insert into installation (name, value) values (${name}, ${value}) on conflict do nothing`;
  const [row] = await db<{ value: Uint8Array }[]>`select value from installation where name = ${name}`;
  return row!.value;
}
