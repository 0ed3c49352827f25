/** When answers of rules may be sent: the hour of a network account, faults that hold it, and the turns of public replies. */
import t from 'tap';
import { BREAKER_MS } from '../../src/features/rules/public-turn.ts';
import { holdMessages, readAnswering, releaseMessages, takePublicTurn } from '../../store/answering.ts';
import { claimAnswers, type Claimed } from '../../store/answered-comments.ts';
import { HOUR, NOW } from '../comments/scene.ts';
import { testDatabase } from '../support/database.ts';
import { ruleScene } from './scene.ts';

const SECOND = 1_000;
const acc = { accountId: 'acc_1' };

const network = { platform: 'instagram', remoteId: '77' };
const claimOf = (commentId: string, holder = `preply_${commentId}`) => ({ commentId, holder });

void t.test('claims of a network account are made one after the other, with their time', async (t) => {
  const { sql } = await testDatabase(t);
  const claim = (
    now: number,
    wanted: { commentId: string; holder: string }[],
    seen?: (before: Claimed[]) => void,
  ) =>
    claimAnswers(sql, { ...network, since: now - HOUR, now }, async (before) => {
      seen?.([...before]);
      return wanted;
    });
  t.strictSame([...(await claim(NOW, [claimOf('1'), claimOf('2')]))], ['preply_1', 'preply_2']);
  const both = [claimOf('3'), claimOf('3', 'preply_other'), claimOf('1', 'preply_other')];
  t.strictSame([...(await claim(NOW + SECOND, both))], ['preply_3'], 'each comment has one answer');
  t.strictSame(
    [...(await claim(NOW + HOUR, [claimOf('2')]))],
    ['preply_2'],
    'its own one may be tried again',
  );
  await claim(NOW + HOUR + 1, [], (before) =>
    t.strictSame(before, [
      { holder: 'preply_3', at: NOW + SECOND },
      { holder: 'preply_2', at: NOW + HOUR },
    ]),
  );
  // all of them see what those before them claimed
  await Promise.all(Array.from({ length: 6 }, () => sql`select pg_sleep(0.05)`));
  const seen: number[] = [];
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  await Promise.all(ids.map((id) => claim(NOW + 2 * HOUR, [claimOf(id)], ({ length }) => seen.push(length))));
  t.strictSame(seen, [0, 1, 2, 3, 4, 5]);
});

void t.test('a hold is kept until a message was sent', async (t) => {
  const { sql } = await ruleScene(t);
  t.match(await readAnswering(sql, 'acc_1'), { evenPace: false, publicReplySeconds: 30, heldUntil: null });
  t.equal(await releaseMessages(sql, 'acc_1'), false, 'nothing held them');
  await holdMessages(sql, { ...acc, reason: 'messages are off', until: NOW });
  t.match(await readAnswering(sql, 'acc_1'), { heldUntil: NOW, heldReason: 'messages are off' });
  t.equal(await releaseMessages(sql, 'acc_1'), true);
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
