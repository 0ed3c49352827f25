/** A series as callers see it (docs/contract.md, Series). */
import { Type } from 'typebox';
import type { PostExtras } from '../../../store/post-extras.ts';
import { readSeries, type SeriesRow } from '../../../store/series.ts';
import type { Db } from '../../../store/connect.ts';
import { choice, instant, model, nullable, text } from '../../api/schemas.ts';
import { nextOccurrence } from '../../base/recurrence.ts';
import { isoOf, isoOrNull, parseInstant } from '../../base/time.ts';
import type { Announced } from '../../engine/kind.ts';
import type { PublicPost } from './post.ts';
import { WrittenPost } from './post-schemas.ts';

export const Series = model(
  'Series',
  Type.Object({
    id: Type.String(),
    status: choice(
      ['active', 'paused', 'ended'],
      '`active`: its posts of the next 30 days are on the calendar; `paused`: it makes none; `ended`: its last date is over, or no account is left.',
    ),
    reason: nullable(
      choice(
        ['plan', 'refused', 'accounts'],
        'Why it paused by itself or ended early: the plan of the workspace; the post is refused as it is written; none of its accounts is connected.',
      ),
    ),
    error: nullable(text('The same as a sentence.')),
    rule: text('By which it repeats, as in RFC 5545.'),
    startsAt: instant('The first possible time.'),
    timezone: text('The IANA time zone of the rule.'),
    next: nullable(instant('The next date of an active series.')),
    post: WrittenPost,
    limited: Type.Optional(
      Type.Literal(true, {
        description: 'It also goes to accounts you do not reach: you cannot change it. Absent means no.',
      }),
    ),
    createdAt: instant('When it was made.'),
    updatedAt: instant('When it last changed.'),
  }),
);

export interface PublicSeries {
  id: string;
  status: string;
  reason: string | null;
  error: string | null;
  rule: string;
  startsAt: string;
  timezone: string;
  next: string | null;
  post: Pick<
    PublicPost,
    | 'content'
    | 'accountIds'
    | 'media'
    | 'overrides'
    | 'altText'
    | 'thread'
    | 'linkPreview'
    | 'firstComment'
    | 'labels'
  >;
  /** The caller does not reach all of its accounts. Absent means they do. */
  limited?: true;
  createdAt: string;
  updatedAt: string;
}

/** @param now epoch ms: the next date is after it */
export function publicSeries(row: SeriesRow, now: number): PublicSeries {
  const { content, media, options, labels } = row.content;
  const extras = row.content.extras as PostExtras;
  return {
    id: row.id,
    status: row.status,
    reason: row.reason,
    error: row.error,
    rule: row.rule,
    startsAt: isoOf(parseInstant(row.startsAt, row.timezone)!),
    timezone: row.timezone,
    next: row.status === 'active' ? isoOrNull(nextOccurrence(row, now)) : null,
    post: {
      content,
      accountIds: row.accountIds,
      media,
      overrides: extras.overrides ?? [],
      altText: extras.altText ?? {},
      thread: extras.thread ?? [],
      linkPreview: extras.linkPreview ?? null,
      firstComment: extras.firstComment ?? null,
      labels,
      ...options,
    },
    createdAt: isoOf(row.createdAt),
    updatedAt: isoOf(row.updatedAt),
  };
}

export const seriesExample = {
  id: 'series_01JD0000000000000000000001',
  status: 'active',
  reason: null,
  error: null,
  rule: 'RRULE:FREQ=WEEKLY;BYDAY=MO',
  startsAt: '2026-05-04T07:00:00.000Z',
  timezone: 'Europe/Berlin',
  next: '2026-05-11T07:00:00.000Z',
  post: {
    content: 'A new week: what are you working on?',
    accountIds: ['acc_01JD0000000000000000000001'],
    media: [],
    overrides: [],
    altText: {},
    thread: [],
    linkPreview: null,
    firstComment: null,
    labels: [],
  },
  createdAt: '2026-05-01T08:00:00.000Z',
  updatedAt: '2026-05-01T08:00:00.000Z',
};

/** The webhook `series.paused`. */
export const seriesPaused: Announced = {
  summary:
    'A series paused by itself: the plan of the workspace does not include its posts, or they are refused',
  schema: model(
    'SeriesEvent',
    Type.Object({
      event: choice(['series.paused'], 'Name of the event.'),
      timestamp: instant('When it happened.'),
      workspace: text('Slug of the workspace.'),
      series: Series,
    }),
  ),
  example: {
    series: {
      ...seriesExample,
      status: 'paused',
      reason: 'plan',
      error: 'the plan of this workspace does not include publishing',
      next: null,
    },
  },
  read: async (db: Db, ids, { event, now }) => {
    const rows = await readSeries(db, ids);
    return new Map(
      rows.map((row) => [
        row.id,
        { event, timestamp: isoOf(now), workspace: row.workspace, series: publicSeries(row, now) },
      ]),
    );
  },
};
