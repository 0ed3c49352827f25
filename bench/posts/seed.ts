/** Posts of a workspace: each with all the rows that the product would have written for it. */
import type { Sql } from '../../store/connect.ts';
import { insertCopies } from '../rows/multiply.ts';
import { samplePost } from './sample.ts';
import { seedAccount, seedWorkspace } from './workspace.ts';

export const QUARTER_MS = 90 * 86_400_000;

export interface DueSeed {
  /** Posts that are due. Their keys have the numbers from 1 on; those of waiting posts follow. */
  count: number;
  /** Posts that are scheduled for later. */
  waiting: number;
  /** Accounts of each post. */
  deliveries: number;
  /** How long after seeding begins the first is due, ms: negative when it is overdue. */
  startsInMs: number;
  /** The others follow evenly within this long, ms. */
  spreadMs: number;
}

/** Makes a workspace with posts that are due, and posts that wait. @returns when the first is due, epoch ms */
export async function seedDuePosts(sql: Sql, seed: DueSeed): Promise<number> {
  const { count, waiting, deliveries, startsInMs, spreadMs } = seed;
  const workspace = await seedWorkspace(sql, 'due');
  const accountIds: string[] = [];
  while (accountIds.length < deliveries) accountIds.push(await seedAccount(sql, workspace.id));
  const sample = await samplePost(sql, { workspace, accountIds, status: 'scheduled' });
  const dueAt = Date.now() + startsInMs;
  const due = `${dueAt} + floor(n::float8 / ${count} * ${spreadMs})`;
  await insertCopies(sql, sample, { first: 1, count, dueAt: due });
  if (waiting > 0)
    await insertCopies(sql, sample, {
      first: count + 1,
      count: waiting,
      dueAt: `${dueAt} + ${QUARTER_MS}`,
    });
  return dueAt;
}
