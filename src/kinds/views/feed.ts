/** A feed as callers see it (docs/contract.md, Feeds). */
import { Type } from 'typebox';
import type { Db } from '../../../store/connect.ts';
import { type FeedItemRow, type FeedRow, readFeeds } from '../../../store/feeds.ts';
import { choice, instant, model, nullable, text } from '../../api/schemas.ts';
import { isoOf, isoOrNull } from '../../base/time.ts';
import type { Announced } from '../../engine/kind.ts';

export const FEED_STATUSES = ['active', 'failing', 'paused', 'ended'] as const;
export const FEED_MODES = ['draft', 'next_slot', 'publish'] as const;

export const Feed = model(
  'Feed',
  Type.Object({
    id: Type.String(),
    status: choice(
      FEED_STATUSES,
      '`active`: it is read again and again; `failing`: it could not be read for a day, and is still tried; `paused`: it is not read; `ended`: no account is left.',
    ),
    reason: nullable(
      choice(
        ['plan', 'accounts'],
        'Why it paused by itself or ended: the plan of the workspace; none of its accounts is connected.',
      ),
    ),
    problem: nullable(
      text(
        'What is wrong, as a sentence: why it cannot be read, or what is wrong with some of its items. null means nothing.',
      ),
    ),
    url: text('Its address.'),
    title: nullable(text('What it calls itself; null until it was read.')),
    accountIds: Type.Array(Type.String(), { description: 'The accounts that its items are posted on.' }),
    template: text('Of the texts of its posts, with `{title}`, `{link}` and `{summary}` of the item.'),
    mode: choice(
      FEED_MODES,
      'What becomes of new items: drafts, posts in the next free slots of the schedule, or posts that go out at once.',
    ),
    everyMinutes: Type.Integer({ description: 'How often it is read.' }),
    lastReadAt: nullable(instant('When it was last read; null means never.')),
    nextReadAt: nullable(instant('When it is read next; null while it is being read, and where it is not.')),
    failingSince: nullable(instant('Since when it cannot be read; null if it can.')),
    createdAt: instant('When it was made.'),
    updatedAt: instant('When somebody last changed it.'),
  }),
);

interface PublicFeed {
  id: string;
  status: string;
  reason: string | null;
  problem: string | null;
  url: string;
  title: string | null;
  accountIds: string[];
  template: string;
  mode: string;
  everyMinutes: number;
  lastReadAt: string | null;
  nextReadAt: string | null;
  failingSince: string | null;
  createdAt: string;
  updatedAt: string;
}

export function publicFeed(row: FeedRow): PublicFeed {
  const { id, status, reason, url, title, accountIds, template, mode, everyMinutes } = row;
  return {
    id,
    status,
    reason,
    problem: row.problem ?? row.refusal ?? row.notice,
    url,
    title,
    accountIds,
    template,
    mode,
    everyMinutes,
    lastReadAt: isoOrNull(row.lastReadAt),
    nextReadAt: status === 'active' || status === 'failing' ? isoOrNull(row.nextAt) : null,
    failingSince: isoOrNull(row.failingSince),
    createdAt: isoOf(row.createdAt),
    updatedAt: isoOf(row.updatedAt),
  };
}

export const feedExample = {
  id: 'feed_01JD0000000000000000000001',
  status: 'active',
  reason: null,
  problem: null,
  url: 'https://example.org/feed.xml',
  title: 'News of the bakery',
  accountIds: ['acc_01JD0000000000000000000001'],
  template: '{title}\n\n{link}',
  mode: 'next_slot',
  everyMinutes: 60,
  lastReadAt: '2026-05-04T08:00:00.000Z',
  nextReadAt: '2026-05-04T09:00:00.000Z',
  failingSince: null,
  createdAt: '2026-05-01T08:00:00.000Z',
  updatedAt: '2026-05-01T08:00:00.000Z',
};

export const FeedItem = model(
  'FeedItem',
  Type.Object({
    key: text('By which the feed knows it: its id, else its address.'),
    title: Type.String(),
    link: nullable(text('Its address; null if it has none.')),
    result: choice(
      ['waiting', 'made', 'skipped', 'refused'],
      '`waiting`: its post is made next; `made`: it has one; `skipped`: it was there before, so it has none; `refused`: its post could not be made.',
    ),
    postId: nullable(text('Its post, which may be deleted by now.')),
    problem: nullable(text('Why its post could not be made, as a sentence.')),
    seenAt: instant('When it was first read.'),
  }),
);

export const publicItem = ({ key, title, link, result, postId, problem, seenAt }: FeedItemRow) => ({
  key,
  title,
  link,
  result: result ?? ('waiting' as const),
  postId,
  problem,
  seenAt: isoOf(seenAt),
});

export const feedItemExample = {
  key: 'https://example.org/posts/42',
  title: 'Fresh rye on Mondays',
  link: 'https://example.org/posts/42',
  result: 'made' as const,
  postId: 'post_01JD0000000000000000000001',
  problem: null,
  seenAt: '2026-05-04T08:00:00.000Z',
};

/** The webhook `feed.failed`. */
export const feedFailed: Announced = {
  summary:
    'A feed could not be read for a day, or paused by itself: the plan of the workspace does not include its posts',
  schema: model(
    'FeedEvent',
    Type.Object({
      event: choice(['feed.failed'], 'Name of the event.'),
      timestamp: instant('When it happened.'),
      workspace: text('Slug of the workspace.'),
      feed: Feed,
    }),
  ),
  example: {
    feed: {
      ...feedExample,
      status: 'failing',
      problem: 'example.org responded with status 503',
      failingSince: '2026-05-03T09:00:00.000Z',
    },
  },
  read: async (db: Db, ids, { event, now }) => {
    const rows = await readFeeds(db, ids);
    return new Map(
      rows.map((row) => [
        row.id,
        { event, timestamp: isoOf(now), workspace: row.workspace, feed: publicFeed(row) },
      ]),
    );
  },
};
