/** Many posts by one request (docs/contract.md, Many posts at once). */
import { REMOVAL_MS } from '../../../../machines/post.ts';
import type { Tx } from '../../../../store/connect.ts';
import { accountsOfGroup, insistOnAccount } from '../../../api/named-accounts.ts';
import { within } from '../../../api/held.ts';
import { idempotent, idempotentAfter, type Keyed } from '../../../api/idempotent.ts';
import type { Call } from '../../../api/operation.ts';
import { requirePlan } from '../../../api/plan.ts';
import { type Membership, workspaceOf } from '../../../api/principal.ts';
import { labelsOf } from '../../../api/labels.ts';
import { Problem } from '../../../api/problem.ts';
import { isoOf } from '../../../base/time.ts';
import { postExample } from '../../../kinds/views/post.ts';
import { hostBefore } from '../approval/hosted-change.ts';
import { searchOf } from '../../../kinds/views/post-words.ts';
import { postFilter } from '../browse.ts';
import { searchVisible } from '../search.ts';
import { operation, type PostsContext } from '../context.ts';
import type { Timing } from '../draft.ts';
import { type Act, act, type Done } from './act.ts';
import { keyOfPart } from './keys.ts';
import { type BatchBody, batchBody, BatchResult, insistOnFields, MAX_BATCH } from './request.ts';

type BatchCall = Call<PostsContext, unknown, unknown, BatchBody>;

export const batchPosts = operation({
  id: 'batchPosts',
  audit: { kind: 'post', id: '/result/id' },
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/posts/batch' },
  scope: ['draft', 'publish'],
  tag: 'Posts',
  summary: 'Move, label, publish, hold back or delete many posts, or make drafts of them',
  description: `Each post is a change of its own, as its own operation would make it: what is wrong with one is in its result, and the others are changed. A removal can be taken back for ${REMOVAL_MS / 1000} seconds; what is published cannot.`,
  body: batchBody,
  result: BatchResult,
  errors: {
    404: 'The account or group is not in the workspace',
    409: 'The first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    body: { action: 'delete', ids: [postExample.id] },
    result: {
      results: [{ id: postExample.id, ok: true, error: null, code: null }],
      next: null,
      undo: { action: 'restore', ids: [postExample.id], before: [null] },
      undoUntil: '2026-05-04T08:00:10.000Z',
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { action, useNextSlot, filter, accountId } = call.body;
    await insistOnAccount(call.context.sql, workspace, accountId);
    insistOnFields(call.body);
    if (action === 'publish' || useNextSlot) requirePlan(workspace, 'publishing', call.now);
    await insistOnAccount(call.context.sql, workspace, filter?.accountId);
    let changed = 0;
    const reply = await idempotentAfter(
      { ...call, entry: undefined },
      async () => {
        const { ids, next } = await postsOf(call, workspace);
        const results: PartResult[] = [];
        for (const [place, id] of ids.entries()) {
          const part = await partOf(call, { workspace, id, place });
          if (part.isNew) changed += 1;
          results.push(part);
        }
        return answerOf(call, results, next);
      },
      async (_tx, result) => ({ result }),
    );
    return { ...reply, ...(changed === 0 && { unchanged: true as const }) };
  },
});

interface Chosen {
  ids: string[];
  next: string | null;
}

/** The posts of a batch. Under an Idempotency-Key they stay the same: what was done may have changed which posts fit the filter. */
async function postsOf(call: BatchCall, workspace: Membership): Promise<Chosen> {
  const keyed = { ...call, entry: undefined, idempotency: keyOfPart(call, 'posts') };
  const { body } = await idempotent<Chosen, never, never>(keyed as never, async (tx: Tx) => ({
    result: await choose(tx, call.body, workspace),
  }));
  return body;
}

async function choose(tx: Tx, { ids, filter }: BatchBody, workspace: Membership): Promise<Chosen> {
  if (ids !== undefined) return { ids, next: null };
  const before = filter?.before ?? null;
  const accountIds = await accountsOfGroup(tx, workspace, filter?.groupId);
  const { q, ...search } = { ...postFilter(filter ?? {}, '/filter'), accountIds, before, limit: MAX_BATCH };
  const words = searchOf(workspace.id, { q, label: search.label });
  return words === 'nothing'
    ? { ids: [], next: null }
    : searchVisible(tx, { ...within(workspace), ...search, words });
}

interface PartResult extends Done {
  id: string;
  problem: Problem | null;
  /** It was done by this call, and not by an earlier one with the same Idempotency-Key. */
  isNew: boolean;
}

/** Does what is asked with one post, in a transaction of its own. */
async function partOf(
  call: BatchCall,
  { workspace, id, place }: { workspace: Membership; id: string; place: number },
): Promise<PartResult> {
  const what = actOf(call.body, place);
  try {
    const hosted = await hostBefore({ ...call, params: { id }, body: {} }, workspace, timingOf(what));
    const keyed = { ...call, idempotency: keyOfPart(call, id) } satisfies Keyed;
    const { body, replayed } = await idempotent(keyed, async (tx, turn) => {
      const { feed = [], ...done } = await act(call, { tx, turn }, { id, workspace, hosted }, what);
      return { result: { id, ...done }, feed };
    });
    return { ...body, problem: null, isNew: replayed !== true };
  } catch (problem) {
    if (!(problem instanceof Problem) || STOPS.has(problem.kind)) throw problem;
    return { id, problem, isNew: false };
  }
}

/** Problems that are not about one post: the request is to be sent again. */
const STOPS = new Set<string>(['busy', 'unavailable', 'idempotency_in_progress', 'idempotency_mismatch']);

function actOf(body: BatchBody, place: number): Act {
  switch (body.action) {
    case 'move': {
      const { scheduledAt, byMinutes } = body;
      if (scheduledAt !== undefined)
        return { action: 'move', to: { kind: 'at', at: Date.parse(scheduledAt[place]!) } };
      if (byMinutes !== undefined) return { action: 'move', to: { kind: 'by', ms: byMinutes * 60_000 } };
      return { action: 'move', to: { kind: 'slot' } };
    }
    case 'label':
      return {
        action: 'label',
        add: labelsOf(body.addLabels ?? [], '/addLabels'),
        remove: labelsOf(body.removeLabels ?? [], '/removeLabels'),
      };
    case 'restore':
      return { action: 'restore', to: body.before?.[place] ?? null };
    case 'hold_back':
      return { action: 'hold_back', accountId: body.accountId! };
    case 'draft':
    case 'publish':
    case 'delete':
      return { action: body.action };
    default:
      return body.action satisfies never;
  }
}

/** Which files have to be hosted before the transaction; null where none have. */
function timingOf(what: Act): Timing | null {
  if (what.action === 'publish') return { kind: 'now' };
  const isTimed = what.action === 'restore' && what.to !== null && 'status' in what.to;
  return what.action === 'move' || isTimed ? { kind: 'slot' } : null;
}

function answerOf(call: BatchCall, parts: readonly PartResult[], next: string | null): BatchResult {
  const undone = parts.filter((part) => part.undo !== undefined);
  const isRemoval = undone.some(({ undo }) => undo === null);
  return {
    results: parts.map(({ id, problem }) => ({
      id,
      ok: problem === null,
      error: problem?.message ?? null,
      code: problem?.code ?? null,
    })),
    next,
    undo:
      undone.length === 0
        ? null
        : {
            action: 'restore',
            ids: undone.map(({ id }) => id),
            before: undone.map(({ undo }) => undo as Exclude<typeof undo, undefined>),
          },
    undoUntil: isRemoval ? isoOf(call.now + REMOVAL_MS) : null,
  };
}
