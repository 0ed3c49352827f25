/** When a mail is sent, sent again and given up. */
import t from 'tap';
import { MAIL_RETRY_AFTER_MS, type MailContext } from '../../machines/mail.ts';
import { World } from '../support/machine-world.ts';

const ID = 'mail_1';
const MINUTE = 60_000;

function started(validMs: number | null = null) {
  const world = new World();
  world.start('mail', ID, { mailId: ID, expiresAt: validMs === null ? null : world.now + validMs });
  const result = (event: { type: string; reason?: string }) => world.answer(world.asked.at(-1)!, event);
  const state = () => world.snapshot(ID).value;
  const context = () => world.snapshot(ID).context as MailContext;
  return { world, result, state, context };
}

const later = { type: 'mail.later', reason: '451 try again later' };
const lost = { type: 'mail.unknown', reason: 'the connection broke' };

void t.test('a mail that was taken is done', async (t) => {
  const { world, result, state } = started();
  t.match(world.asked, [{ type: 'sendMail', params: { mailId: ID, attempt: 1 } }]);
  result({ type: 'mail.sent' });
  t.equal(state(), 'sent');
});

void t.test('it is tried again with growing waits, and given up after the last', async (t) => {
  const { world, result, state, context } = started();
  for (const [index, waitMs] of MAIL_RETRY_AFTER_MS.entries()) {
    result(later);
    t.equal(state(), 'waiting');
    t.equal(context().nextAt, world.now + waitMs);
    world.elapse(waitMs - 1);
    t.equal(world.asked.length, 0, `wait ${index + 1}`);
    world.elapse(1);
    t.equal(context().attempt, index + 2);
  }
  result(later);
  t.match([state(), context().reason], ['failed', later.reason]);
});

void t.test('a refusal is final', async (t) => {
  const { result, state, context } = started();
  result({ type: 'mail.refused', reason: '550 no such mailbox' });
  t.match([state(), context().reason], ['failed', '550 no such mailbox']);
});

void t.test('after a lost response it is sent once more, also between other tries', async (t) => {
  const { world, result, state } = started();
  result(lost);
  t.equal(state(), 'waiting');
  world.elapse(MINUTE);
  result(later);
  world.elapse(MAIL_RETRY_AFTER_MS[1]);
  result(lost);
  t.equal(state(), 'unknown');
  t.equal(world.everAsked.length, 3);
  t.equal(world.rows.get(ID)!.status, 'done');
});

void t.test('after a lost response nothing says that the mail was not taken', async (t) => {
  for (const last of [later, { type: 'mail.refused', reason: '550 no such mailbox' }]) {
    const { world, result, state } = started();
    result(lost);
    for (const waitMs of MAIL_RETRY_AFTER_MS) {
      world.elapse(waitMs);
      if (state() !== 'sending') break;
      result(last);
    }
    t.equal(state(), 'unknown', last.type);
  }
  const { world, result, state } = started(5 * MINUTE);
  result(lost);
  world.elapse(MINUTE);
  result(later);
  t.equal(state(), 'unknown', 'also when its time ends');
});

void t.test('it is not sent once it is of no use', async (t) => {
  const { world, result, state } = started(7 * MINUTE);
  result(later);
  t.equal(state(), 'waiting', 'a minute is within its time');
  world.elapse(MINUTE);
  result(later);
  world.elapse(MAIL_RETRY_AFTER_MS[1]);
  result(later);
  t.equal(state(), 'expired');
  const short = started(MINUTE);
  short.result(lost);
  t.equal(short.state(), 'unknown', 'it may be there, and is of no use in a minute');
});

void t.test('a mail to nobody is skipped', async (t) => {
  const { result, state } = started();
  result({ type: 'mail.none' });
  t.equal(state(), 'skipped');
});
