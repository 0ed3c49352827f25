/** Conversations that rest: each with all the rows that the engine would have written for it. */
import type { Sql } from '../../store/connect.ts';
import { seedWorkspace } from '../posts/workspace.ts';
import { readTables } from '../rows/catalog.ts';
import { changesBetween, readRows } from '../rows/changes.ts';
import { insertCopies, type Sample } from '../rows/multiply.ts';
import { PATIENCE_MS } from './kind.ts';
import { conversationNode, startConversation } from './node.ts';

export const WORKSPACES = 10;
/** Timers end within this long, ms. */
const APART_MS = 65_536;

/** Seeds conversations in ten workspaces. Their timers end a month from now, in random order. */
export async function seedConversations(sql: Sql, count: number): Promise<void> {
  const samples: Sample[] = [];
  for (let index = 0; index < WORKSPACES; index += 1) {
    const workspace = await seedWorkspace(sql, `talk-${index}`);
    samples.push(await sampleConversation(sql, workspace.id));
  }
  const each = Math.ceil(count / WORKSPACES);
  for (const [index, sample] of samples.entries())
    await insertCopies(sql, sample, {
      first: index * each + 1,
      count: each,
      dueAt: `${sample.dueAt} - (hashint4(n) & ${APART_MS - 1})`,
    });
}

/** The rows of a conversation that was just started. The database is to hold few rows, since all are read. */
async function sampleConversation(sql: Sql, workspaceId: string): Promise<Sample> {
  const tables = await readTables(sql);
  const before = await readRows(sql, tables);
  const at = Date.now();
  const node = conversationNode(sql, { clock: () => at, onFeed: () => undefined });
  const id = await startConversation(node, workspaceId);
  const after = await readRows(sql, tables);
  const key = id.slice(id.indexOf('_') + 1);
  return { changes: changesBetween(tables, before, after), key, at, dueAt: at + PATIENCE_MS };
}
