/** What Threads' webhooks are read as: each sample of its documents, and of what was seen in practice. */
import { deepEqual, equal } from 'node:assert/strict';
import t from 'tap';
import { manifest as threads } from '../../adapters/threads/manifest.ts';
import type { Json } from '../../machines/outcome.ts';
import { bodyOf, samplesOf } from './samples/read.ts';

const ACCOUNT = '26100000000000001';
const ROOT = '1800000000000022';
const MADE = 1_790_000_000_000;
const split = (body: Json) => threads.inbound?.split(body, MADE + 5000) ?? [];

const reply = (id: string, changes: object) => ({
  remoteId: ACCOUNT,
  dedupeKey: `comment:${id}`,
  at: MADE,
  standby: false,
  kind: 'comment',
  comment: {
    id,
    networkPostId: ROOT,
    originalPostId: null,
    postKind: 'post',
    parentId: null,
    from: { id: null, username: 'fan1', name: null },
    isOwn: false,
    rating: null,
    ...changes,
  },
});
const EXPECTED: { [sample: string]: object } = {
  reply: reply('1800000000000055', { text: 'Nice' }),
  'replies in an array': reply('1800000000000056', {
    text: 'Me too',
    parentId: '1800000000000055',
    from: { id: null, username: 'fan2', name: null },
  }),
  'part of our own thread': reply('1800000000000057', {
    text: '2/3',
    from: { id: null, username: 'cafe_luna', name: null },
    isOwn: true,
  }),
  'reply of an older version, without its owner': reply('1800000000000058', { text: 'Reply' }),
  deletion: {
    remoteId: ACCOUNT,
    dedupeKey: 'comment_deleted:1800000000000059',
    at: MADE,
    standby: false,
    kind: 'comment_changed',
    commentId: '1800000000000059',
    change: 'deleted',
    text: null,
  },
};
const COUNTED: { [sample: string]: [kind: string, name: string] } = {
  publication: ['ignored', 'publish'],
  mention: ['unknown', 'mentions'],
};

for (const { name, body } of samplesOf('threads')) {
  void t.test(`sample: ${name}`, async () => {
    const [found, ...more] = split(body);
    deepEqual(more, []);
    const { raw, ...event } = found!;
    deepEqual(split(raw), [found], 'the item gives the event again');
    const counted = COUNTED[name];
    if (counted === undefined) {
      deepEqual(event, EXPECTED[name]);
    } else {
      deepEqual([event.kind, 'name' in event ? event.name : null, event.remoteId], [...counted, ACCOUNT]);
    }
  });
}

void t.test('several values, and several notifications, are several events', async () => {
  const one = bodyOf('threads', 'replies in an array') as { [key: string]: Json };
  const two = { ...one, values: [...(one['values'] as Json[]), 'broken', ...(one['values'] as Json[])] };
  deepEqual(
    split([two, bodyOf('threads', 'deletion'), 7]).map(({ kind }) => kind),
    ['comment', 'unknown', 'comment', 'comment_changed', 'unknown'],
  );
  equal(threads.inbound?.subscriptions, undefined, 'there is no call to subscribe an account');
});
