/** What happened to a post, for everybody who may read it (docs/people.md, The history of a post). */
import { Type } from 'typebox';
import { readAccounts } from '../../../store/accounts.ts';
import { readJournal } from '../../../store/actors.ts';
import { type AuditEntryRow, listAuditEntries } from '../../../store/audit-entries.ts';
import type { Db } from '../../../store/connect.ts';
import { findPost } from '../../../store/posts.ts';
import { reaches, within } from '../../api/held.ts';
import { type HeldTo, workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { closed, idParams, instant, nullable, text, workspaceField } from '../../api/schemas.ts';
import { isoOf } from '../../base/time.ts';
import { type AuditContext, operation } from './context.ts';
import { historyOf, type HistoryWords, type PostStep } from './history-words.ts';

/** More than a post comes to. */
const MAX_ENTRIES = 500;
const MAX_STEPS = 2_000;

export const getPostHistory = operation({
  id: 'getPostHistory',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/posts/{id}/history' },
  tag: 'Audit',
  summary: 'What happened to a post',
  description:
    'In plain words, newest first: who changed it, when it was moved, and its result on each network. What people did is kept for 365 days, the rest for 90 days after the post has ended.',
  params: idParams('post'),
  query: Type.Object(workspaceField, closed),
  result: Type.Object({
    history: Type.Array(
      Type.Object({
        at: instant('When it happened.'),
        sentence: text('In English, with times of the workspace’s time zone.'),
        person: nullable(
          Type.Object(
            { id: Type.String(), name: text('At that time.') },
            { description: 'null if the service did it by itself, or it is not known who did.' },
          ),
        ),
        operation: nullable(text('What was called; null as `person`.')),
      }),
    ),
  }),
  errors: { 404: 'There is no such post in the workspace' },
  example: {
    params: { id: 'post_01JD0000000000000000000001' },
    result: {
      history: [
        {
          at: '2026-05-04T08:00:03.000Z',
          sentence: 'Published on instagram (Café Luna)',
          person: null,
          operation: null,
        },
        {
          at: '2026-05-03T08:00:00.000Z',
          sentence: 'Maya moved it to Mon, 4 May 2026, 10:00',
          person: { id: 'usr_01JD0000000000000000000001', name: 'Maya' },
          operation: 'updatePost',
        },
      ],
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { sql } = call.context;
    const { id } = call.params;
    const post = await findPost(sql, { id, ...within(workspace) });
    if (!post) throw notFound('post', id);
    const all = { userId: null, operation: null, from: null, to: null, before: null };
    const [ofPost, ofZone, rows] = await Promise.all([
      listAuditEntries(sql, { ...all, workspaceId: workspace.id, objectId: id, limit: MAX_ENTRIES }),
      readZoneMoves(sql, workspace.id),
      readJournal(sql, { family: id, actorId: id, limit: MAX_STEPS }),
    ]);
    const steps = rows
      .map(({ at, event }) => ({ at: Math.round(at), event }))
      .filter(({ event }) => isReached(workspace.heldTo, event));
    const entries = { ofPost: ofPost.map(rounded), ofZone: ofZone.map(rounded) };
    const words = await wordsFor(call.context, workspace.timezone, steps);
    return {
      body: {
        history: historyOf(entries, steps, words).map(({ at, sentence, entry }) => ({
          at: isoOf(at),
          sentence,
          person: entry && { id: entry.userId, name: entry.userName },
          operation: entry && entry.operation,
        })),
      },
    };
  },
});

const rounded = (entry: AuditEntryRow): AuditEntryRow => ({ ...entry, at: Math.round(entry.at) });

/** Entries of changes of the time zone that moved planned posts. They name the workspace, and none of the posts. */
async function readZoneMoves(sql: Db, workspaceId: string): Promise<AuditEntryRow[]> {
  const found = await listAuditEntries(sql, {
    workspaceId,
    userId: null,
    operation: 'updateWorkspace',
    objectId: workspaceId,
    from: null,
    to: null,
    before: null,
    limit: MAX_ENTRIES,
  });
  return found.filter(({ fields }) => fields.includes('moveScheduled'));
}

/** Results on other accounts are left out for people who are held to some. */
const isReached = (heldTo: HeldTo, event: { type: string; accountId?: unknown }) => {
  if (heldTo === null) return true;
  const { type, accountId } = event;
  return type !== 'act.ended' && (typeof accountId !== 'string' || reaches(heldTo, accountId));
};

const DAY_AND_TIME: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};

async function wordsFor(
  { sql, adapters, summaryOf }: AuditContext,
  timeZone: string,
  steps: readonly PostStep[],
): Promise<HistoryWords> {
  const ids = steps.flatMap(({ event }) =>
    'accountId' in event && typeof event.accountId === 'string' ? [event.accountId] : [],
  );
  const accounts = new Map((await readAccounts(sql, [...new Set(ids)])).map((row) => [row.id, row]));
  const format = new Intl.DateTimeFormat('en-GB', { ...DAY_AND_TIME, timeZone });
  return {
    when: (at) => format.format(at),
    accountName: (id) => {
      const account = accounts.get(id);
      if (!account) return 'a disconnected account';
      return `${adapters[account.platform]?.name ?? account.platform} (${account.displayName})`;
    },
    summaryOf,
  };
}
