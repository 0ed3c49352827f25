/** The kind `feed`: items of a feed that become posts. machines/feed.ts makes the decisions. */
import { feed as machine, type FeedContext } from '../../machines/feed.ts';
import type { Persisted } from '../../machines/durable.ts';
import { describeFeeds } from '../../store/feeds.ts';
import { DAY_MS } from '../base/durations.ts';
import { redactText } from '../base/redact.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import type { Spanning } from '../engine/kind-view.ts';
import { butFailed } from './views/but-failed.ts';
import { feedFailed } from './views/feed.ts';
import { describeBy } from './views/titles.ts';

/** The status that callers see. */
function statusFor(snapshot: Persisted): string {
  const state = statusOf(snapshot);
  if (state === 'paused' || state === 'ended' || state === 'deleted') return state;
  return (snapshot.context as FeedContext).isTold ? 'failing' : 'active';
}

/** It names its accounts, and nothing of what is posted there. */
const spanning: Spanning = {
  accountsOf: ({ accountIds = [] }) => accountIds as string[],
  context: (context, reaches) => ({
    ...context,
    accountIds: ((context['accountIds'] ?? []) as string[]).filter(reaches),
  }),
  event: (event, reaches) => {
    const { input, accountIds } = event as { input?: { accountIds: string[] }; accountIds?: string[] };
    return {
      ...event,
      ...(input && { input: { ...input, accountIds: input.accountIds.filter(reaches) } }),
      ...(accountIds && { accountIds: accountIds.filter(reaches) }),
    };
  },
  params: (_, params) => params,
};

export const feed = defineKind({
  name: 'feed',
  idPrefix: 'feed',
  machine,
  version: 1,
  upgrades: {},
  listColumns: (snapshot) => {
    const status = statusFor(snapshot);
    return {
      status,
      shelf: status === 'deleted' ? null : status,
      // no list reads these times, and both are in indexes: a read that finds nothing would write all indexes of its row
      plannedAt: null,
      reachedAt: null,
      reason: (snapshot.context as FeedContext).problem,
    };
  },
  feedEvent: {
    change: ({ id, snapshot }, before) => {
      const { accountIds, revision, reason, problem, lastReadAt } = snapshot.context;
      const status = statusFor(snapshot);
      const hasRead = lastReadAt !== null;
      if (
        before &&
        statusFor(before) === status &&
        before.context.revision === revision &&
        before.context.reason === reason &&
        before.context.problem === problem &&
        (before.context.lastReadAt !== null) === hasRead &&
        before.context.accountIds.length === accountIds.length
      )
        return null;
      const type = status === 'deleted' ? 'feed.deleted' : `feed.${before ? 'updated' : 'created'}`;
      return { type, resource: { type: 'feed', id }, accountIds, data: { id, status, reason } };
    },
  },
  announcements: { 'feed.failed': feedFailed },
  effects: {
    readFeed: { answers: ['read.'], with: 'network' },
    makeFeedPosts: { answers: ['items.'], with: 'network' },
  },
  restingStates: ['paused', 'ended'],
  isEndless: true,
  // a read that finds what is known already is no news
  routine: {
    events: ['xstate.after.', 'read.done', 'read.unchanged', 'read.failed'],
    fields: ['round', 'lastReadAt', 'nextAt', 'failures', 'failingMs'],
  },
  retention: { label: 'deletedFeeds', retentionMs: 90 * DAY_MS },
  view: {
    remembers: { error: 'problem' },
    describe: describeBy(describeFeeds),
    waitsForPerson: () => null,
    timers: {
      untilRead: {
        title: 'Read the feed now',
        detail: 'It is read now, and then at its times again.',
        isNextTry: true,
      },
    },
    actions: (_, offer) => [
      ...offer.event(
        'send',
        { type: 'pause' },
        { title: 'Pause', detail: 'It is not read until it is resumed.' },
      ),
      ...offer.event(
        'send',
        { type: 'resume' },
        {
          title: 'Resume',
          detail: 'It is read now. Items that appeared meanwhile become no posts.',
          needs: 'publishing',
        },
      ),
    ],
    spanning,
    explain: {
      sentence: ({ row, snapshot }, { failureOf, when }) => {
        const but = butFailed(failureOf(row));
        return `${sentenceOf(statusOf(snapshot), snapshot.context as FeedContext, when)}.${but}`;
      },
    },
  },
});

function sentenceOf(state: string, context: FeedContext, when: (at: number) => string): string {
  const { nextAt, waiting, problem, failingSince } = context;
  const why = problem === null ? '' : `: "${redactText(problem)}"`;
  const next = nextAt === null ? '' : ` It is read again at ${when(nextAt)}`;
  switch (state) {
    case 'reading':
      return 'This feed is being read';
    case 'making':
      return `The posts of new items of this feed are being made; ${waiting} ${waiting === 1 ? 'waits' : 'wait'}`;
    case 'waiting':
      return `All items of this feed have their results.${next}`;
    case 'failing': {
      const since = failingSince === null ? '' : ` since ${when(failingSince)}`;
      return `This feed could not be read${since}${why}.${next}`;
    }
    case 'paused':
      return `This feed is paused and is not read${why}`;
    case 'ended':
      return `This feed has ended${why}`;
    default:
      return 'This feed was deleted';
  }
}

export type FeedHandlers = HandlersOf<typeof feed>;
