/** One post made and, if it is to be, published by the product itself, and the rows that this wrote. */
import type { Workspace } from '../../src/api/principal.ts';
import { newActorId } from '../../src/base/ids.ts';
import { deliveryId } from '../../src/kinds/delivery.ts';
import { post as postKind } from '../../src/kinds/post.ts';
import { createPostIn } from '../../src/features/posts/create.ts';
import type { Sql } from '../../store/connect.ts';
import { benchNetwork, benchNode } from '../node.ts';
import { readTables } from '../rows/catalog.ts';
import { changesBetween, readRows } from '../rows/changes.ts';
import type { Sample } from '../rows/multiply.ts';

export type SampleStatus = 'draft' | 'scheduled' | 'published' | 'failed';

const DAY_MS = 86_400_000;
/** No other instant in the sample's rows is the same. */
const DUE_IN_MS = 40 * DAY_MS + 1_234_567;

export interface SampledPost {
  workspace: Workspace;
  accountIds: string[];
  status: SampleStatus;
}

/** The rows of a post in a status. The database is to hold few rows, since all are read. */
export async function samplePost(sql: Sql, wanted: SampledPost): Promise<Sample> {
  const tables = await readTables(sql);
  const before = await readRows(sql, tables);
  const at = Date.now();
  const dueAt = wanted.status === 'scheduled' ? at + DUE_IN_MS : null;
  const id = await makePost(sql, wanted, dueAt);
  const after = await readRows(sql, tables);
  return { changes: changesBetween(tables, before, after), key: id.slice(id.indexOf('_') + 1), at, dueAt };
}

/** @returns the id of the post, once it has its status */
async function makePost(sql: Sql, { workspace, accountIds, status }: SampledPost, dueAt: number | null) {
  const ended = Promise.withResolvers<void>();
  const id = newActorId(postKind, Date.now());
  const node = benchNode(sql, {
    network:
      status === 'failed' ? benchNetwork(async () => ({ kind: 'rejected', reason: 'no' })) : benchNetwork(),
    onFeed: (batches) => {
      const events = batches.flatMap((batch) => batch.events);
      if (events.some(({ resource, data }) => resource.id === id && data['status'] === status))
        ended.resolve();
    },
  });
  const targets = accountIds.map((accountId) => ({
    accountId,
    deliveryId: deliveryId(id, accountId),
    platform: 'mastodon',
    onUnknown: 'retry' as const,
  }));
  const isDraft = status === 'draft';
  await node.command(async (tx, turn) => {
    const content = { content: TEXT, accountIds, media: [], options: {}, extras: {}, labels: [] };
    const due = dueAt ?? (isDraft ? null : turn.now);
    const post = { id, workspace, content, targets, warnings: [], dueAt: due, draft: isDraft };
    return { result: await createPostIn(tx, turn, post) };
  });
  await node.start();
  await ended.promise;
  await node.stop();
  return id;
}

/** What posts of the bench say; about 170 characters. */
const TEXT = `Hello from one of the posts of the bench${' and more words'.repeat(9)}`;
