/**
 * More people who wait, made by Postgres: all that is kept of those who went into an automation is written again under other ids.
 * A hundred thousand people who each write a message would keep the bench busy for half an hour.
 */
import type { Sql } from '../../store/connect.ts';
import { quoted, readTables } from '../rows/catalog.ts';

/** What is kept of a person who waits. The columns are read from the catalog, so that migrations are followed. */
const TABLES = [
  'conversations',
  'actors',
  'direct_messages',
  'dm_runs',
  'dm_people',
  'links',
  'due',
  'journal_pages',
];

/** Ids of actors end in 26 characters, of which the first three are the same for a year. */
const IDS = '\\m(conv|run|msg)_01.';
/** The people of this section have seven digits (people.ts). */
const PEOPLE = '\\m9(\\d{6})\\M';
/** Codes of links say nothing, so that they are made longer. */
const CODES = '("code": ")';

/** @param times how often everybody is there afterwards, at most 900 */
export async function copyPeople(sql: Sql, times: number): Promise<void> {
  const tables = await readTables(sql);
  for (const name of TABLES) {
    const table = tables.find((one) => one.name.endsWith(`.${name}`));
    if (!table) throw new Error(`there is no table ${name} any more: what is kept of a person?`);
    const columns = table.columns.filter((column) => !column.isGenerated);
    const list = columns.map((column) => quoted(column.name)).join(', ');
    await sql.unsafe(
      `insert into ${table.name} (${list})
       select ${columns.map((column) => `made.${quoted(column.name)}`).join(', ')}
       from ${table.name} kept
       cross join generate_series(100, ${times + 98}) copy
       cross join lateral jsonb_populate_record(null::${table.name}, regexp_replace(regexp_replace(regexp_replace(
         to_jsonb(kept)::text, '${IDS}', '\\1_' || copy, 'g'), '${PEOPLE}', '9' || copy || '\\1', 'g'), '${CODES}', '\\1' || copy)::jsonb) made
       where to_jsonb(kept)::text ~ '${IDS}|${PEOPLE}'`,
    );
  }
}
