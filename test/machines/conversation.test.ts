import t from 'tap';
import { HUMAN_PAUSE_MS } from '../../machines/conversation.ts';
import { projectConversation } from '../../src/kinds/conversation.ts';
import { World } from '../support/machine-world.ts';

const ID = 'conv_1';
const HOUR = 3_600_000;

function conversing(windows = { windowMs: 24 * HOUR, humanWindowMs: 168 * HOUR } as object): World {
  const world = new World();
  world.start('conversation', ID, { conversationId: ID, accountId: 'acc_1', personId: '991', ...windows });
  return world;
}
const shown = (world: World) => projectConversation(world.snapshot(ID));
const tell = (world: World, type: string, more: object = {}) => world.tell(ID, { type, ...more });

/** The ends of snoozes that the row of the conversation is to show. */
const ends = (world: World) => world.askedBy(ID).filter(({ type }) => type === 'endSnooze');

void t.test('a message opens it, counts as unread and moves the window by its own time', async (t) => {
  const world = conversing();
  const at = world.now - 5 * HOUR;
  tell(world, 'person.wrote', { at });
  t.match(shown(world), {
    done: false,
    unread: 1,
    windowEndsAt: at + 24 * HOUR,
    humanUntil: at + 168 * HOUR,
  });
  tell(world, 'person.wrote', { at: at - HOUR });
  t.match(
    shown(world),
    { unread: 2, windowEndsAt: at + 24 * HOUR },
    'one that comes late does not move it back',
  );
});

void t.test('history is neither unread nor open', async (t) => {
  const world = conversing();
  tell(world, 'person.wrote_before', { at: world.now - HOUR });
  t.match(shown(world), { done: true, unread: 0, windowEndsAt: world.now + 23 * HOUR });
});

void t.test('a network without a window names no end', async (t) => {
  const world = conversing({ windowMs: null, humanWindowMs: null });
  tell(world, 'person.wrote', { at: world.now });
  t.match(shown(world), { windowEndsAt: null, humanUntil: null });
});

void t.test('an answer of the team reads it and pauses automations for 12 hours', async (t) => {
  const world = conversing();
  tell(world, 'person.wrote', { at: world.now });
  tell(world, 'team.answered', { at: world.now });
  t.match(shown(world), { unread: 0, done: false, pausedUntil: world.now + HUMAN_PAUSE_MS });
  tell(world, 'team.answered', { at: world.now - HOUR });
  t.match(shown(world), { pausedUntil: world.now + HUMAN_PAUSE_MS }, 'an older answer does not shorten it');
});

void t.test('done clears the flag, a new message opens it again and leaves the flag cleared', async (t) => {
  const world = conversing();
  const flag = { note: 'wants a refund', automationId: 'auto_1', runId: 'run_1', at: world.now };
  tell(world, 'flag', { flag });
  t.match(shown(world), { done: false, flagged: flag });
  tell(world, 'person.wrote', { at: world.now });
  t.match(shown(world), { flagged: flag }, 'a message never takes the flag away');
  tell(world, 'done');
  t.match(shown(world), { done: true, flagged: null, unread: 0 });
  tell(world, 'person.wrote', { at: world.now });
  t.match(shown(world), { done: false, flagged: null, unread: 1 });
});

void t.test('read, unread, open again', async (t) => {
  const world = conversing();
  tell(world, 'person.wrote', { at: world.now });
  tell(world, 'person.wrote', { at: world.now });
  tell(world, 'read');
  t.match(shown(world), { unread: 0, done: false });
  tell(world, 'unread');
  t.match(shown(world), { unread: 1, done: false });
  tell(world, 'done');
  tell(world, 'reopen');
  t.match(shown(world), { unread: 0, done: false });
});

void t.test(
  'the network is asked who the person is, once at a time, and again if it did not say',
  async (t) => {
    const world = conversing();
    const asks = () => world.everAsked.filter(({ type }) => type === 'readPerson').length;
    tell(world, 'person.wrote', { at: world.now });
    tell(world, 'person.wrote', { at: world.now });
    t.equal(asks(), 1);
    world.answer(world.asked[0]!, { type: 'person.named', known: false });
    tell(world, 'person.wrote', { at: world.now });
    t.equal(asks(), 2);
    world.answer(world.asked[0]!, { type: 'person.named', known: true });
    tell(world, 'person.wrote', { at: world.now });
    t.equal(asks(), 2);
  },
);

void t.test('a send starts its own actor', async (t) => {
  const world = conversing();
  tell(world, 'person.wrote', { at: world.now });
  const send = {
    messageId: 'msg_1',
    conversationId: ID,
    accountId: 'acc_1',
    personId: '991',
    byPerson: true,
    asHumanAgent: false,
    askedAt: world.now,
  };
  tell(world, 'send', { send, at: world.now });
  t.equal(world.value('msg_1'), 'sending');
  t.match(shown(world), { unread: 0, pausedUntil: world.now + HUMAN_PAUSE_MS });
});

void t.test(
  'the last word of a person about automatic messages counts, in whatever order the words arrive',
  async (t) => {
    const world = conversing();
    const { now } = world;
    tell(world, 'person.opted_in', { at: now + 2_000 });
    tell(world, 'person.opted_out', { at: now + 1_000 });
    t.equal(shown(world).optedOutAt, null, 'what was said before changes nothing');
    tell(world, 'person.opted_out', { at: now + 3_000 });
    t.equal(shown(world).optedOutAt, now + 3_000);
    tell(world, 'person.opted_in', { at: now + 2_500 });
    t.equal(shown(world).optedOutAt, now + 3_000);
  },
);

void t.test('a person waits from the first message that nobody has answered', async (t) => {
  const world = conversing();
  const start = world.now;
  tell(world, 'person.wrote_before', { at: start - 2 * HOUR });
  t.match(shown(world), { waitingSince: null }, 'history waits for nothing');
  tell(world, 'person.wrote', { at: start });
  tell(world, 'person.wrote', { at: start + HOUR });
  tell(world, 'person.wrote', { at: start - HOUR });
  t.match(shown(world), { waitingSince: start - HOUR }, 'one that comes late counts, too');
  tell(world, 'team.answered', { at: start + HOUR / 2 });
  t.match(shown(world), { waitingSince: start + HOUR }, 'what was written after the answer waits');
  tell(world, 'team.answered', { at: start + 2 * HOUR });
  t.match(shown(world), { waitingSince: null });
  tell(world, 'person.wrote', { at: start + HOUR });
  t.match(shown(world), { waitingSince: null, unread: 1 }, 'written before the answer, reported after it');
});

void t.test('a message of the team or an automation ends the wait, a hand-over starts one', async (t) => {
  const world = conversing();
  const send = {
    messageId: 'msg_1',
    conversationId: ID,
    accountId: 'acc_1',
    personId: '991',
    askedAt: world.now,
  };
  tell(world, 'person.wrote', { at: world.now });
  tell(world, 'send', { send: { ...send, byPerson: true }, at: world.now });
  t.match(shown(world), { waitingSince: null });
  world.elapse(HOUR);
  tell(world, 'person.wrote', { at: world.now });
  tell(world, 'say', { send: { ...send, messageId: 'msg_2', byPerson: false, reportTo: 'run_1' } });
  t.match(shown(world), { waitingSince: null });
  world.elapse(HOUR);
  const flag = { note: null, automationId: 'auto_1', runId: 'run_1', at: world.now };
  tell(world, 'flag', { flag });
  t.match(shown(world), { waitingSince: world.now });
  tell(world, 'done');
  t.match(shown(world), { waitingSince: null });
});

void t.test('a snooze puts a conversation aside until its time, and ends once its row says so', async (t) => {
  const world = conversing();
  tell(world, 'person.wrote', { at: world.now });
  const until = world.now + HOUR;
  tell(world, 'snooze', { until });
  t.match(shown(world), { done: false, unread: 0, snoozedUntil: until });
  world.elapse(HOUR - 1);
  t.strictSame(world.value(ID), { snoozed: 'waiting' });
  t.strictSame(ends(world), []);
  world.elapse(1);
  t.match(ends(world), [{ type: 'endSnooze', params: { conversationId: ID, until } }]);
  t.match(shown(world), { snoozedUntil: until }, 'it is listed as snoozed until its row says otherwise');
  tell(world, 'snooze.ended', { until: until - 1 });
  t.strictSame(world.value(ID), { snoozed: 'ending' }, 'the end of another snooze');
  tell(world, 'snooze.ended', { until });
  t.match(shown(world), { done: false, unread: 1, snoozedUntil: null });
});

void t.test('a snooze ends with a message of the person, by hand, and with the next snooze', async (t) => {
  for (const [type, more, after] of [
    ['person.wrote', { at: 1 }, { done: false, unread: 1 }],
    ['reopen', {}, { done: false, unread: 0 }],
    ['done', {}, { done: true, unread: 0 }],
    ['unread', {}, { done: false, unread: 1 }],
  ] as const) {
    const world = conversing();
    tell(world, 'snooze', { until: world.now + HOUR });
    tell(world, type, { ...more });
    t.match(shown(world), { ...after, snoozedUntil: null }, type);
    world.elapse(2 * HOUR);
    t.strictSame(ends(world), [], 'and its timer with it');
  }
  const world = conversing();
  tell(world, 'snooze', { until: world.now + HOUR });
  const until = world.now + 3 * HOUR;
  tell(world, 'snooze', { until });
  t.match(shown(world), { snoozedUntil: until });
  world.elapse(2 * HOUR);
  t.strictSame(ends(world), [], 'only the last time counts');
  tell(world, 'team.answered', { at: world.now });
  t.match(shown(world), { snoozedUntil: until }, 'an answer of the team leaves it where it is');
});
