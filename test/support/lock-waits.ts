import type { Db } from '../../store/connect.ts';
import { eventually } from './eventually.ts';

/**
 * Waits until statements of this database wait for a lock, so that a test can say that one request waits for another.
 * @param count how many
 * @param words a part of their text; all of them when absent
 */
export async function untilLockWaits(sql: Db, count = 1, words = ''): Promise<void> {
  await eventually(async () => {
    const waiting = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${words}%`}`;
    return waiting.length >= count;
  });
}
