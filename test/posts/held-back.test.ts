/** What becomes of a post that is held back from an account, for each state of its deliveries. */
import t from 'tap';
import { heldBackAs } from '../../src/features/posts/waiting/held-back.ts';

const delivery = (accountId: string, value: unknown, more: object = {}) =>
  ({ status: 'active', value, context: { accountId, ...more } }) as never;
const waits = (more?: object) => delivery('a', 'waiting_account', more);

void t.test('a post becomes a draft if nothing of it is or may be live and it goes nowhere else', (t) => {
  t.equal(heldBackAs([waits()], 'a'), 'draft');
  t.equal(heldBackAs([waits({ doubt: null, committed: false, liveParts: [] })], 'a'), 'draft');
  for (const state of ['failed', 'cancelled'])
    t.equal(heldBackAs([waits(), delivery('b', state)], 'a'), 'draft', state);
  t.end();
});

void t.test('another ends without the account', (t) => {
  const others = [
    'sending',
    'processing',
    'retrying',
    'waiting_account',
    'published',
    'partial',
    'unresolved',
  ];
  for (const state of others) t.equal(heldBackAs([waits(), delivery('b', state)], 'a'), 'left_out', state);
  t.equal(heldBackAs([delivery('a', { verifying: 'waiting_account' })], 'a'), 'left_out', 'it may be live');
  for (const more of [{ doubt: 'no answer' }, { committed: true }, { liveParts: [{}] }])
    t.equal(heldBackAs([waits(more)], 'a'), 'left_out', JSON.stringify(more));
  t.end();
});

void t.test('a post that does not wait for the account is not held back', (t) => {
  for (const value of ['sending', 'retrying', 'published', 'failed', { verifying: 'looking' }])
    t.equal(heldBackAs([delivery('a', value)], 'a'), null, JSON.stringify(value));
  t.equal(heldBackAs([waits()], 'b'), null);
  t.equal(heldBackAs([], 'a'), null);
  t.end();
});
