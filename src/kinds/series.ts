/** The kind `series`: a post that repeats. machines/series.ts makes the decisions. */
import { series as machine, type SeriesContext } from '../../machines/series.ts';
import type { Persisted } from '../../machines/durable.ts';
import { describeSeries } from '../../store/series.ts';
import { DAY_MS } from '../base/durations.ts';
import { redactText } from '../base/redact.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import { butFailed } from './views/but-failed.ts';
import { seriesPaused } from './views/series.ts';
import { describeBy } from './views/titles.ts';

/** What callers see while it removes posts. */
const AFTER = { make: 'active', pause: 'paused', delete: 'deleted' } as const;

/** The status that callers see. */
function statusFor(snapshot: Persisted): string {
  const state = statusOf(snapshot);
  if (state === 'withdrawing') return AFTER[(snapshot.context as SeriesContext).then];
  return state === 'making' || state === 'waiting' || state === 'finishing' ? 'active' : state;
}

export const series = defineKind({
  name: 'series',
  idPrefix: 'series',
  machine,
  version: 1,
  upgrades: {},
  listColumns: (snapshot) => {
    const { nextAt, error } = snapshot.context as SeriesContext;
    const status = statusFor(snapshot);
    return {
      status,
      shelf: status === 'deleted' ? null : status,
      plannedAt: nextAt,
      reachedAt: null,
      reason: error,
    };
  },
  feedEvent: {
    change: ({ id, snapshot }, before) => {
      const { accountIds, revision, reason } = snapshot.context;
      const status = statusFor(snapshot);
      if (
        before &&
        statusFor(before) === status &&
        before.context.revision === revision &&
        before.context.reason === reason &&
        before.context.accountIds.length === accountIds.length
      )
        return null;
      const type = status === 'deleted' ? 'series.deleted' : `series.${before ? 'updated' : 'created'}`;
      // those of an account that has just left, too: for them it is another one now
      const ofAll = [...new Set([...(before?.context.accountIds ?? []), ...accountIds])];
      return { type, resource: { type: 'series', id }, accountIds: ofAll, data: { id, status, reason } };
    },
  },
  announcements: { 'series.paused': seriesPaused },
  effects: {
    makeOccurrences: { answers: ['occurrences.'], with: 'network' },
    withdrawOccurrences: { answers: ['occurrences.'], with: 'network' },
  },
  restingStates: ['paused', 'ended'],
  isEndless: true,
  retention: { label: 'deletedSeries', retentionMs: 90 * DAY_MS },
  view: {
    remembers: { error: 'error' },
    describe: describeBy(describeSeries),
    waitsForPerson: () => null,
    timers: {
      untilNext: {
        title: 'Make the posts now',
        detail: 'It looks now which of its posts are due within 30 days.',
      },
    },
    actions: (_, offer) => [
      ...offer.event(
        'send',
        { type: 'pause' },
        { title: 'Pause', detail: 'Its planned posts are removed, except those that were edited.' },
      ),
      ...offer.event(
        'send',
        { type: 'resume' },
        { title: 'Resume', detail: 'The posts of the next 30 days are made.', needs: 'publishing' },
      ),
    ],
    explain: {
      sentence: ({ row, snapshot }, { failureOf, when }) => {
        const { nextAt, lastAt, error } = snapshot.context as SeriesContext;
        const but = butFailed(failureOf(row));
        return `${sentenceOf(statusOf(snapshot), { nextAt, lastAt, error }, when)}.${but}`;
      },
    },
  },
});

function sentenceOf(
  state: string,
  { nextAt, lastAt, error }: Pick<SeriesContext, 'nextAt' | 'lastAt' | 'error'>,
  when: (at: number) => string,
): string {
  const why = error === null ? '' : `: "${redactText(error)}"`;
  switch (state) {
    case 'making':
      return 'This series is making its posts of the next 30 days';
    case 'waiting':
      return `The posts of this series for the next 30 days are on the calendar; it makes the next one${nextAt === null ? '' : ` at ${when(nextAt)}`}`;
    case 'finishing':
      return `All posts of this series are made; it ends${lastAt === null ? '' : ` at ${when(lastAt)}`}`;
    case 'withdrawing':
      return 'This series is removing posts that it planned ahead';
    case 'paused':
      return `This series is paused and makes no posts${why}`;
    case 'ended':
      return `This series has ended${why}`;
    default:
      return 'This series was deleted';
  }
}

export type SeriesHandlers = HandlersOf<typeof series>;
