import t from 'tap';
import { dueForSubscription, saveReceiving } from '../../store/receiving.ts';
import { stage } from '../support/stage.ts';

void t.test('an account of which only a poll is noted is still to be subscribed', async (t) => {
  const { sql, addAccount } = await stage(t);
  const id = await addAccount('instagram');
  const due = async () => {
    const found = await dueForSubscription(sql, {
      platforms: ['instagram'],
      before: 1_000,
      problemBefore: 2_000,
      now: 3_000,
      limit: 10,
    });
    return found.map((account) => account.id);
  };
  t.strictSame(await due(), [id]);
  await saveReceiving(sql, id, { readSoonAt: 1 }); // an event came before the account was subscribed
  t.strictSame(await due(), [id]);
  await saveReceiving(sql, id, { checkedAt: 999 });
  t.strictSame(await due(), [id], 'checked too long ago');
  await saveReceiving(sql, id, { checkedAt: 1_000 });
  t.strictSame(await due(), []);
  await saveReceiving(sql, id, { problem: 'the network does not answer' });
  t.strictSame(await due(), [id], 'a problem is looked at sooner');
  await saveReceiving(sql, id, { checkedAt: 2_000 });
  t.strictSame(await due(), []);
});
