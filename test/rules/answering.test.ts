/** When answers of rules may be sent: the hour of a network account, faults that hold it, and the turns of public replies. */
import t from 'tap';
import type { Test } from 'tap';
import { FreePlaces } from '../../src/features/rules/free-places.ts';
import { BREAKER_MS } from '../../src/features/rules/public-turn.ts';
import {
  holdMessages,
  readAnswering,
  releaseMessages,
  takePublicTurn,
  takeTrial,
} from '../../store/answering.ts';
import { claimPlace } from '../../store/answered-comments.ts';
import { HOUR, NOW } from '../comments/scene.ts';
import { testDatabase } from '../support/database.ts';
import { ruleScene } from './scene.ts';

const SECOND = 1_000;
const acc = { accountId: 'acc_1' };

/** Claims comments of one network account. */
async function claims(t: Test) {
  const { sql } = await testDatabase(t);
  const claim = (commentId: string, now: number, more: object = {}) =>
    claimPlace(sql, {
      platform: 'instagram',
      remoteId: '77',
      commentId,
      holder: `preply_${commentId}`,
      limit: { max: 3, windowMs: HOUR },
      now,
      ...more,
    });
  // connections that are open, so that claims begin in the same moment
  const connected = () => Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.1)`));
  return { claim, connected };
}

void t.test('no rolling hour of a network account has more messages than its limit', async (t) => {
  const { claim } = await claims(t);
  for (const [index, id] of ['1', '2', '3'].entries())
    t.equal((await claim(id, NOW + index * SECOND)).kind, 'claimed');
  t.strictSame(await claim('4', NOW + 5 * SECOND), {
    kind: 'full',
    freeAt: [NOW + HOUR, NOW + HOUR + SECOND, NOW + HOUR + 2 * SECOND],
  });
  t.equal((await claim('4', NOW + HOUR - 1)).kind, 'full', 'not a moment before');
  t.equal((await claim('4', NOW + HOUR)).kind, 'claimed');
  t.equal((await claim('5', NOW + HOUR)).kind, 'full');
  t.equal((await claim('6', NOW + HOUR, { remoteId: '78' })).kind, 'claimed', 'another account');
  t.equal((await claim('1', NOW + HOUR + SECOND, { holder: 'preply_other' })).kind, 'other');
  t.equal((await claim('1', NOW + HOUR + SECOND)).kind, 'claimed', 'its own one may be tried again');
});

void t.test('two workspaces that ask in the same moment share the last place', async (t) => {
  const { claim, connected } = await claims(t);
  await connected();
  const kinds = await Promise.all(
    ['1', '2', '3', '4', '5', '6'].map(async (id) => (await claim(id, NOW)).kind),
  );
  t.strictSame(kinds.toSorted(), ['claimed', 'claimed', 'claimed', 'full', 'full', 'full']);
});

void t.test(
  'those that find the hour full ask for different places, and live broadcasts for the first',
  async (t) => {
    const places = new FreePlaces();
    const freeAt = [NOW + 10, NOW + 20, NOW + 30];
    const asker = (replyId: string, isLive = false) => ({ key: 'a', replyId, isLive });
    const next = (replyId: string, isLive = false) =>
      places.next(asker(replyId, isLive), { freeAt, now: NOW });
    const ahead = (replyId: string, now = NOW) => places.ahead(asker(replyId), now);
    t.equal(ahead('1'), 0);
    t.strictSame([next('1'), next('2'), next('3'), next('4')], [NOW + 10, NOW + 20, NOW + 30, NOW + 10]);
    t.strictSame(
      ['1', '2', '3', '4'].map((id) => ahead(id)),
      [0, 1, 2, 3],
      'whoever found it full first comes first',
    );
    t.equal(ahead('5'), 4, 'also before those who ask later');
    t.equal(places.ahead({ ...asker('5'), key: 'b' }, NOW), 0, 'of another account');
    next('1');
    t.equal(ahead('2'), 1, 'whoever finds it full again keeps its rank');
    t.equal(next('live', true), NOW + 10);
    t.equal(ahead('1'), 1, 'a broadcast comes before all');
    t.equal(places.ahead(asker('live', true), NOW), 0);
    for (const id of ['live', '1', '2']) places.done('a', id);
    t.equal(ahead('5'), 2);
    t.equal(ahead('5', NOW + 2 * 60_000), 0, 'those who do not ask are not waited for');
  },
);

void t.test('a fault of the account holds all but one, which tries', async (t) => {
  const { sql } = await ruleScene(t);
  t.match(await readAnswering(sql, 'acc_1'), { evenPace: false, publicReplySeconds: 30, heldUntil: null });
  await holdMessages(sql, { ...acc, reason: 'messages are off', until: NOW });
  t.match(await readAnswering(sql, 'acc_1'), { heldUntil: NOW, heldReason: 'messages are off' });
  t.equal(await takeTrial(sql, { ...acc, now: NOW - 1, until: NOW + HOUR }), false, 'too early');
  const trials = await Promise.all(
    Array.from({ length: 5 }, async () => takeTrial(sql, { ...acc, now: NOW, until: NOW + HOUR })),
  );
  t.equal(trials.filter(Boolean).length, 1);
  await releaseMessages(sql, 'acc_1');
  t.match(await readAnswering(sql, 'acc_1'), { heldUntil: null, heldReason: null });
});

void t.test('public replies of an account keep their distance', async (t) => {
  const { sql } = await ruleScene(t);
  const turn = (now: number) => takePublicTurn(sql, { ...acc, gapMs: 30 * SECOND, now });
  t.equal(await turn(NOW), 0);
  t.equal(await turn(NOW + SECOND), 29 * SECOND);
  const taken = await Promise.all([turn(NOW + 30 * SECOND), turn(NOW + 30 * SECOND)]);
  t.strictSame(
    taken.toSorted((one, other) => one - other),
    [0, 30 * SECOND],
  );
  t.equal(BREAKER_MS, 24 * HOUR);
});
