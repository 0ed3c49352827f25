/** What a batch of posts takes, and what it answers. */
import { type Static, Type } from 'typebox';
import { labelField, LabelsField } from '../../../api/labels.ts';
import { closed, instant, nullable, resourceId, text, workspaceField } from '../../../api/schemas.ts';
import { platforms } from '../../../../adapters/networks.ts';
import { invalid } from '../../../api/problem.ts';
import { POST_STATUSES, qField } from '../browse.ts';

/** How many posts one request takes. */
export const MAX_BATCH = 100;
/** A year, in minutes. */
const MAX_MINUTES = 366 * 24 * 60;

const ACTIONS = ['move', 'label', 'draft', 'publish', 'delete', 'restore', 'hold_back'] as const;

const dateTime = (description: string) => Type.String({ maxLength: 40, format: 'date-time', description });

const TimedBefore = Type.Object(
  {
    status: Type.Enum(['draft', 'scheduled', 'awaiting_approval'], { type: 'string' }),
    scheduledAt: nullable(Type.String({ maxLength: 40, format: 'date-time' })),
  },
  closed,
);
/** What a post was before a move. */
export type TimedBefore = Static<typeof TimedBefore>;

/** What a post was before an action that can be undone. */
const Before = Type.Union([TimedBefore, Type.Object({ labels: LabelsField }, closed)]);
export type Before = Static<typeof Before>;

const filter = Type.Object(
  {
    status: Type.Optional(Type.Enum([...POST_STATUSES], { type: 'string', default: 'all' })),
    accountId: Type.Optional(resourceId('account')),
    groupId: Type.Optional(
      resourceId('account_group', { description: 'Only posts of an account of this group, or of several.' }),
    ),
    platform: Type.Optional(Type.Enum([...platforms], { type: 'string' })),
    label: Type.Optional(labelField('Only with this label.')),
    q: Type.Optional(qField),
    from: Type.Optional(dateTime('Published, else scheduled, else written at this instant or later.')),
    to: Type.Optional(dateTime('… and before this one.')),
    before: Type.Optional(
      Type.String({ maxLength: 64, description: '`next` of the request before: the posts after its own.' }),
    ),
  },
  closed,
);

export const batchBody = Type.Object(
  {
    action: Type.Enum([...ACTIONS], {
      type: 'string',
      description:
        '`move` to another time, `label`: with other labels, `draft`: back to drafts, `publish` at once, `delete`: remove after ten seconds in which it can be taken back, `restore`: undo what `undo` of a response names, `hold_back`: send nothing to `accountId`, for which the posts wait.',
    }),
    ids: Type.Optional(
      Type.Array(resourceId('post'), { minItems: 1, maxItems: MAX_BATCH, uniqueItems: true }),
    ),
    filter: Type.Optional({
      ...filter,
      description: `In place of ids: the newest ${MAX_BATCH} posts that fit. \`next\` leads to the others.`,
    }),
    scheduledAt: Type.Optional(
      Type.Array(dateTime('With Z or an offset.'), {
        minItems: 1,
        maxItems: MAX_BATCH,
        description: 'Of a move: a time for each of `ids`, in their order. Drafts stay drafts.',
      }),
    ),
    byMinutes: Type.Optional(
      Type.Integer({
        minimum: -MAX_MINUTES,
        maximum: MAX_MINUTES,
        description: 'Of a move: how much later, in minutes; below zero earlier. Drafts stay drafts.',
      }),
    ),
    useNextSlot: Type.Optional(
      Type.Literal(true, {
        description: 'Of a move: each takes the next free slot, in the order of `ids`. Drafts are scheduled.',
      }),
    ),
    addLabels: Type.Optional({ ...LabelsField, description: 'Of `label`: what each post gets.' }),
    removeLabels: Type.Optional({ ...LabelsField, description: 'Of `label`: what each post loses.' }),
    accountId: Type.Optional(
      resourceId('account', {
        description:
          'Of `hold_back`: the account that has to be connected again. A post that is live nowhere and goes nowhere else becomes a draft; another ends without this account.',
      }),
    ),
    before: Type.Optional(
      Type.Array(nullable(Before), {
        minItems: 1,
        maxItems: MAX_BATCH,
        description: 'Of `restore`: what each of `ids` was. null, or no `before`, takes a removal back.',
      }),
    ),
    ...workspaceField,
  },
  closed,
);
export type BatchBody = Static<typeof batchBody>;

export const BatchResult = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      ok: Type.Boolean(),
      error: nullable(text('Why nothing was done with it, in a sentence.')),
      code: nullable(text('Stable name of the error, as in other errors.')),
    }),
  ),
  next: nullable(text('`filter.before` of the next request. null means that no posts are left.')),
  undo: nullable(
    Type.Object(
      {
        action: Type.Literal('restore'),
        ids: Type.Array(Type.String()),
        before: Type.Array(nullable(Before)),
      },
      { description: 'The body of the request that undoes this one. null means that nothing can be undone.' },
    ),
  ),
  undoUntil: nullable(instant('When removals are final; null means that `undo` has no such time.')),
});
export type BatchResult = Static<typeof BatchResult>;

/**
 * Fields that belong to one action.
 * @throws Problem that names one which does not go with the others
 */
export function insistOnFields(body: BatchBody): void {
  const { action, ids, filter: chosen, scheduledAt, byMinutes, useNextSlot, before, accountId } = body;
  if ((ids === undefined) === (chosen === undefined))
    throw invalid('/ids', 'say which posts: give ids or filter, one of them');
  const times = Object.entries({ scheduledAt, byMinutes, useNextSlot }).filter(
    ([, value]) => value !== undefined,
  );
  if (action === 'move' && times.length !== 1)
    throw invalid('/scheduledAt', 'say where to: give one of scheduledAt, byMinutes or useNextSlot');
  if (action !== 'move' && times.length > 0)
    throw invalid(`/${times[0]![0]}`, `${times[0]![0]} goes with action "move"; leave it out`);
  if (byMinutes === 0) throw invalid('/byMinutes', 'byMinutes must not be 0');
  if (before !== undefined && action !== 'restore')
    throw invalid('/before', 'before goes with action "restore"; leave it out');
  for (const [name, list] of Object.entries({ scheduledAt, before }))
    if (list !== undefined && list.length !== ids?.length)
      throw invalid(`/${name}`, `${name} needs one entry for each of ids, in their order`);
  if (action === 'restore' && ids === undefined) throw invalid('/ids', 'restore needs ids');
  insistOnLabels(body);
  if (action !== 'hold_back' && accountId !== undefined)
    throw invalid('/accountId', 'accountId goes with action "hold_back"; leave it out');
  if (action !== 'hold_back') return;
  if (accountId === undefined)
    throw invalid('/accountId', 'say for which account the posts wait: give accountId');
  if (ids === undefined)
    throw invalid('/ids', 'hold_back needs ids: GET /v1/accounts/{id}/waiting-posts lists them');
}

/** @throws Problem where labels are missing, or go with another action */
function insistOnLabels({ action, addLabels, removeLabels }: BatchBody): void {
  if (action === 'label') {
    if ((addLabels ?? []).length + (removeLabels ?? []).length === 0)
      throw invalid('/addLabels', 'say which labels: give addLabels, removeLabels, or both');
    return;
  }
  for (const [name, list] of Object.entries({ addLabels, removeLabels }))
    if (list !== undefined) throw invalid(`/${name}`, `${name} goes with action "label"; leave it out`);
}
