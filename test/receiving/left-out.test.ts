/** A conversation that fails again and again does not hold up the others, and is named where it is said what is missing. */
import t from 'tap';
import type { AccessProblem } from '../../adapters/port/read.ts';
import type { Comment } from '../../adapters/port/comments.ts';
import { publicReceiving } from '../../src/kinds/views/receiving.ts';
import { type Above, readBelow } from '../../src/features/receiving/read-below.ts';
import { commentEvent } from '../../src/features/receiving/read-events.ts';
import { closeRead, NOTHING_READ, openRead } from '../../src/features/receiving/read-place.ts';
import type { Receiving, ReadPlace } from '../../store/receiving.ts';
import { startService } from '../support/service.ts';

const NOW = Date.UTC(2026, 4, 4, 8);
const DAY = 24 * 3_600_000;
const items: Above[] = [
  { id: 'c1', changedAt: NOW, name: 'Ann' },
  { id: 'c2', changedAt: NOW, name: null },
  { id: 'c3', changedAt: NOW, name: 'Bob' },
];

/** Turns of a read in which these fail, until it has come to its end. */
async function readWithout(broken: string[]): Promise<ReadPlace> {
  let place: ReadPlace = NOTHING_READ;
  const read: string[] = [];
  for (let turns = 0; turns < 30; turns += 1) {
    const open = openRead(place, { now: NOW, first: NOW - DAY, overlapMs: 0 });
    const end = await readBelow<{ createdAt: number }>(
      {
        above: async () => ({ kind: 'page', items, cursor: null }),
        below: async (id) => {
          const failed: AccessProblem = { kind: 'retry', reason: 'HTTP 500' };
          return broken.includes(id) ? failed : { kind: 'page', items: [{ createdAt: NOW }], cursor: null };
        },
        store: async () => void read.push('page'),
        save: async (next) => void (place = next),
        mayCall: () => true,
        maxPages: Infinity,
      },
      { ...place, open },
    );
    if (end.kind === 'whole') return place;
  }
  throw new Error('the read does not end');
}

const receivingOf = (messagesRead: ReadPlace): Receiving => ({
  since: NOW - DAY,
  via: 'webhook',
  everySeconds: null,
  checkedAt: NOW,
  problem: null,
  messagesRead,
});

void t.test('what was left out after five failures is named, for a day', async (t) => {
  const place = await readWithout(['c1', 'c2']);
  t.strictSame(place.leftOut, [
    { id: 'c1', name: 'Ann', at: NOW },
    { id: 'c2', name: null, at: NOW },
  ]);
  const { missing, summary } = publicReceiving(receivingOf(place));
  t.match(missing, { code: 'left_out', since: '2026-05-04T08:00:00.000Z', nextAt: null });
  t.match(missing?.reason, /^2 conversations could not be read .*: Ann \(c1\), c2\./);
  t.match(summary.missing, /Ann \(c1\)/);
  const later = (at: number) =>
    closeRead(openRead(place, { now: at, first: 0, overlapMs: 0 }), place.leftOut);
  t.equal(later(NOW + DAY - 1).leftOut?.length, 2);
  t.equal(later(NOW + DAY).leftOut, undefined);
});

void t.test('nothing is named where everything was read', async (t) => {
  const place = await readWithout([]);
  t.equal(place.leftOut, undefined);
  t.equal(publicReceiving(receivingOf(place)).missing, null);
});

void t.test('a comment that a poll has read says as much as one in a list', (t) => {
  const comment: Comment = {
    id: '1',
    networkPostId: '2',
    parentId: null,
    text: '',
    from: { id: '3', username: null, name: 'Pia' },
    isOwn: false,
    createdAt: NOW,
    likes: null,
    hidden: false,
    rating: null,
    attachments: [{ type: 'image', url: 'https://example.com/p.jpg' }],
    can: { reply: false },
    cannot: { reply: 'No.' },
  };
  const event = commentEvent('9', comment);
  t.equal(event.kind, 'comment');
  if (event.kind !== 'comment') return t.end();
  const { createdAt: _, likes: __, hidden: ___, ...said } = comment;
  t.match(event.comment, said);
  return t.end();
});

void t.test('a comment that is not here is explained by what has not arrived', async (t) => {
  const { call, accounts, service } = await startService(t, { platforms: ['instagram'] });
  const accountId = accounts['instagram']!;
  const path = `/v1/comment-dm-rules/explain?accountId=${accountId}&commentId=1` as const;
  const plain = await call('GET', path);
  t.match(plain, {
    status: 404,
    body: { code: 'not_found', error: `there is no comment 1 of this account` },
  });
  const unread = { since: NOW, code: 'network', reason: 'HTTP 500', nextAt: NOW + DAY };
  const receiving = { ...receivingOf(NOTHING_READ), unread };
  await service.sql`update accounts set receiving = ${JSON.stringify(receiving)}::text::jsonb where id = ${accountId}`;
  const late = await call('GET', path);
  t.equal(late.status, 404);
  const [account] = (await call('GET', '/v1/accounts')).body.accounts;
  t.match(late.body.error, `there is no comment 1 of this account. ${account.receiving.summary.missing}`);
});
