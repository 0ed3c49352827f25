/** Answers "Why did this not go out?" with a paragraph. */
import { Type } from 'typebox';
import { readAccounts } from '../../../store/accounts.ts';
import { type ActorOverview, readFamilies } from '../../../store/actors.ts';
import type { Db } from '../../../store/connect.ts';
import { delivery as deliveryKind } from '../../kinds/delivery.ts';
import { post as postKind } from '../../kinds/post.ts';
import { postExample } from '../../kinds/views/post.ts';
import { loadDefinitions } from '../../engine/definitions.ts';
import { readWholeSnapshot } from '../../engine/stored-snapshot.ts';
import type { KindTable } from '../../engine/kind.ts';
import { explain, type Standing } from './explain.ts';
import { workspaceOf } from '../../api/principal.ts';
import { operation } from './context.ts';
import { notFound } from '../../api/problem.ts';
import { idParams, workspaceQuery } from '../../api/schemas.ts';
import { reaches } from '../../api/held.ts';
import { spanningPost } from '../../kinds/spanning-post.ts';
import { limitOf, reachOf } from './reached.ts';
import type { HeldTo } from '../../../store/held.ts';

/** A post has at most 100 accounts; the deliveries of accounts that were removed from it stay. */
const MAX_FAMILY = 400;

export const explainPost = operation({
  id: 'explainPost',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/posts/{id}/explain' },
  tool: { name: 'explain_post', onRequest: true },
  tag: 'Posts',
  summary: 'Explain the state of a post',
  description:
    'In words: where the post is, what each of its accounts waits for, until when, and what to do where something is wrong. For people and agents; the post itself has the states.',
  params: idParams('post'),
  query: workspaceQuery,
  result: Type.Object({
    postId: Type.String(),
    summary: Type.String({ description: 'One paragraph.' }),
    deliveries: Type.Array(
      Type.Object({
        actorId: Type.String({ description: 'As in GET /v1/actors/{id}.' }),
        accountId: Type.String(),
        platform: Type.String(),
        state: Type.String({ description: 'The state of its chart.' }),
        text: Type.String(),
      }),
    ),
  }),
  errors: { 404: 'There is no such post in the workspace' },
  example: {
    params: { id: postExample.id },
    result: {
      postId: postExample.id,
      summary:
        'This post is being published: 0 of 1 account have it. On bluesky (Café Luna) attempt 1 of 4 failed: "502 Bad Gateway"; the next one is at 2026-05-04 10:05 (Europe/Berlin), in 5 min.',
      deliveries: [
        {
          actorId: 'dlv_01JD000000000000000000000101JD0000000000000000000001',
          accountId: 'acc_01JD0000000000000000000001',
          platform: 'bluesky',
          state: 'retrying',
          text: 'On bluesky (Café Luna) attempt 1 of 4 failed: "502 Bad Gateway"; the next one is at 2026-05-04 10:05 (Europe/Berlin), in 5 min.',
        },
      ],
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { sql, node } = call.context;
    const { kinds } = node;
    const { id } = call.params;
    const rows = await readFamilies(sql, {
      ...reachOf(kinds, { heldTo: null }),
      workspaceId: workspace.id,
      ids: [id],
      limit: MAX_FAMILY,
    });
    const root = await standing(
      sql,
      kinds,
      rows.find((row) => row.id === id && row.kind === postKind.name && row.status !== 'done'),
    );
    if (!root) throw notFound('post', id);
    const limited = limitedRoot(kinds, root, workspace.heldTo);
    if (!limited) throw notFound('post', id);
    const below = rows.filter(
      (row) =>
        row.parentId === id && (workspace.heldTo === null || reaches(workspace.heldTo, row.accountId ?? '')),
    );
    const children = (await Promise.all(below.map((row) => standing(sql, kinds, row)))).flatMap(
      (one) => one ?? [],
    );
    await loadDefinitions(sql, kinds, rows);
    const accounts = await readAccounts(
      sql,
      children.flatMap(({ row }) => row.accountId ?? []),
    );
    const names = new Map(accounts.map((account) => [account.id, account.displayName]));
    const { timezone } = workspace;
    const explanation = explain({ kinds, root: limited, children, names, timezone, now: call.now });
    const kindOf = new Map(children.map(({ row }) => [row.id, row.kind]));
    const deliveries = explanation.children.filter(
      ({ actorId }) => kindOf.get(actorId) === deliveryKind.name,
    );
    return { body: { postId: id, summary: explanation.summary, deliveries } };
  },
});

/** The post without what the caller does not reach of its accounts; null where the caller reaches none of them. */
function limitedRoot(kinds: KindTable, root: Standing, heldTo: HeldTo): Standing | null {
  if (heldTo === null) return root;
  const context = root.snapshot.context as { [field: string]: unknown };
  if (!spanningPost.accountsOf(context).some((id) => heldTo.includes(id))) return null;
  const limit = limitOf(kinds, { kind: root.row.kind, context, heldTo });
  if (!limit) return root;
  return { ...root, snapshot: { ...root.snapshot, context: limit.context(context) as never } };
}

async function standing(sql: Db, kinds: KindTable, row: ActorOverview | undefined): Promise<Standing | null> {
  const snapshot = row && (await readWholeSnapshot(sql, kinds, row.id));
  return row && snapshot ? { row, snapshot } : null;
}
