/** What the model test leaves out: answers of the network, words while a message is on its way, STOP, and the filled text. */
import t from 'tap';
import { start, step } from '../../machines/durable.ts';
import { fill, firstNameOf } from '../../machines/flow/fill.ts';
import type { FlowEvent } from '../../machines/flow/setup.ts';
import { checkSteps, idFromPath } from '../../src/features/flows/check.ts';
import { play, type TalkAct } from '../../src/features/flows/play.ts';
import { compileFlow } from '../../src/kinds/flow-words.ts';

const MINUTE = 60_000;
const message = { type: 'message', text: 'Hi' };
const choices = {
  ...message,
  choices: [
    { label: 'Yes', steps: [message] },
    { label: 'Stop', steps: [] },
  ],
};
const replied = { type: 'condition', check: 'replied', yes: [message], no: [] };

function stepsOf(given: unknown) {
  const { steps, refusals } = checkSteps(given, { makeId: idFromPath });
  if (!steps) throw new Error(JSON.stringify(refusals));
  return steps;
}

/** Plays acts a minute apart; the first one is a message. */
function played(
  given: unknown,
  acts: readonly TalkAct[],
  { untilMs = null }: { untilMs?: number | null } = {},
) {
  const steps = stepsOf(given);
  return play({
    machine: compileFlow(steps),
    steps,
    trigger: { type: 'any_message' },
    contact: { username: 'ann', name: 'Ann Lee', follows: 'no' },
    acts: acts.map((act, index) => ({ atMs: index * MINUTE, act })),
    untilMs,
  });
}

/** Sends events to the machine, a second apart. */
function stepped(given: unknown, events: readonly FlowEvent[], disclosure: string | null = null) {
  const machine = compileFlow(stepsOf(given));
  const input = {
    runId: 'run_1',
    names: { username: 'ann', firstName: 'Ann' },
    triggerText: 'hi',
    actedAt: 0,
    disclosure,
  };
  let taken = start(machine, input, 0);
  const effects = [...taken.effects];
  for (const [index, event] of events.entries()) {
    taken = step(machine, taken.snapshot, event, (index + 1) * 1_000);
    effects.push(...taken.effects);
  }
  return { ...taken, effects, sends: effects.filter(({ type }) => type === 'placeMessage').length };
}

const say = (text: string | null): TalkAct => ({ kind: 'message', text });
const sent: FlowEvent = { type: 'message.sent' };

void t.test('what the network answers ends a run, or not', async (t) => {
  const end = (how: 'blocked' | 'window' | 'transient', times = 1) =>
    played(
      [message],
      [...Array.from({ length: times }, () => ({ kind: 'refuse' as const, how })), say('hi')],
    );
  t.match(end('blocked').end, { reason: 'failed', detail: 'the person blocked the account' });
  t.match(end('window').end, { reason: 'window_closed' });
  t.match(end('transient'), { end: { reason: 'completed' }, messages: [{ atMs: MINUTE + 10_000 }] });
  t.match(end('transient', 2).end, { reason: 'completed' }, 'it is tried twice more');
  t.match(end('transient', 3).end, { reason: 'failed' });
  t.match(stepped([message], [{ type: 'message.unknown', reason: 'no response' }]), { done: true, sends: 1 });
});

void t.test('an account that cannot send holds the run, and the window is asked again', async (t) => {
  const held = stepped([message], [{ type: 'message.held', reason: 'it must be connected again' }]);
  t.match(held, { done: false, timers: [{ delayMs: 5 * MINUTE }] });
  const machine = compileFlow(stepsOf([message]));
  const { event } = held.timers[0]!;
  const again = (at: number) => step(machine, held.snapshot, event as never, at);
  t.equal(again(5 * MINUTE).effects[0]?.type, 'placeMessage');
  t.equal(again(24 * 60 * MINUTE).snapshot.value, 'window_closed');
});

void t.test('what a person says while a message is on its way is not lost', async (t) => {
  const tap: FlowEvent = { type: 'person.tapped', text: 'Yes' };
  const words: FlowEvent = { type: 'person.replied', text: 'hm' };
  t.equal(stepped([choices], [words, tap, sent]).sends, 2, 'the tap counts');
  t.equal(stepped([choices], [words, sent]).done, false, 'other words do not');
  t.equal(stepped([message, replied], [words, sent]).sends, 2);
  t.equal(stepped([message, { type: 'wait', minutes: 1 }, replied], [words, sent]).sends, 1);
});

void t.test('STOP ends a run, except where the word is asked for', async (t) => {
  t.match(played([message, replied], [say('hi'), say('stop!')]).end, { reason: 'stopped' });
  t.match(played([choices], [say('hi'), say('stop')]).end, { reason: 'completed' });
  const keyword = { ...replied, check: 'keyword', keywords: ['stop'] };
  t.match(played([message, keyword], [say('hi'), say('Stop')]).messages.length, 2);
});

void t.test('following in the middle of a talk counts', async (t) => {
  const follows = { type: 'condition', check: 'follows', yes: [message], no: [] };
  const steps = [{ ...message, choices: [{ label: 'I follow now', steps: [follows] }] }];
  const tap: TalkAct = { kind: 'tap', label: 'I follow now' };
  t.equal(played(steps, [say('hi'), tap]).messages.length, 1);
  t.equal(played(steps, [say('hi'), { kind: 'follow' }, tap]).messages.length, 2);
});

void t.test('a talk that is looked at early says what it waits for', async (t) => {
  const waiting = (given: unknown) => played(given, [say('hi')], { untilMs: MINUTE }).waiting;
  t.strictSame(waiting([choices]), { for: 'tap', untilMs: 24 * 60 * MINUTE });
  t.strictSame(waiting([replied]), { for: 'reply', untilMs: 1_380 * MINUTE });
  t.strictSame(waiting([{ type: 'wait', minutes: 5 }]), { for: 'time', untilMs: 5 * MINUTE });
  t.equal(waiting([message]), null);
});

void t.test('what is due at the instant of the look has happened', async (t) => {
  const steps = [{ type: 'wait', minutes: 5 }, message];
  const sentBy = (untilMs: number) => played(steps, [say('hi')], { untilMs }).messages.length;
  t.strictSame([sentBy(5 * MINUTE - 1), sentBy(5 * MINUTE)], [0, 1]);
});

void t.test('a message that was refused for a time is sent again at its time, not before', async (t) => {
  const acts: TalkAct[] = [{ kind: 'refuse', how: 'transient' }, say('hi')];
  const [first] = played([message], acts).messages;
  const sentBy = (untilMs: number) => played([message], acts, { untilMs }).messages.length;
  t.ok(first!.atMs > MINUTE, 'later than the message that it answers');
  t.strictSame([sentBy(first!.atMs - 1), sentBy(first!.atMs)], [0, 1]);
});

void t.test('a hand-off flags the conversation and every end is announced', async (t) => {
  t.strictSame(
    stepped([{ type: 'handoff', note: 'orders', id: 'h' }], [{ type: 'conversation.flagged' }]).effects,
    [
      { type: 'announce', params: { event: 'dm_automation.started' } },
      { type: 'flagConversation', params: { runId: 'run_1', stepId: 'h', note: 'orders' } },
      { type: 'announce', params: { event: 'dm_automation.handoff' } },
      { type: 'announce', params: { event: 'dm_automation.finished' } },
    ],
  );
});

/** A run of somebody whose name is not known, and what it announces. */
function nameless() {
  const machine = compileFlow(stepsOf([message]));
  const input = { runId: 'run_1', names: null, triggerText: 'hi', actedAt: 0, disclosure: null };
  const begun = start(machine, input, 1_000);
  const announced = (taken: { effects: { type: string; params?: unknown }[] }) =>
    taken.effects.flatMap(({ type, params }) =>
      type === 'announce' ? [(params as { event: string }).event] : [],
    );
  return { machine, begun, announced };
}

void t.test('a new person is announced once their name is known, or after three seconds', async (t) => {
  const { machine, begun, announced } = nameless();
  t.strictSame(announced(begun), []);
  t.equal(begun.snapshot.value, 'asking');
  t.strictSame(
    begun.timers.map(({ delayMs }) => delayMs),
    [3_000],
  );
  const known: FlowEvent = { type: 'names.known', names: { username: 'ann', firstName: 'Ann' } };
  const named = step(machine, begun.snapshot, known, 1_200);
  t.strictSame(announced(named), ['dm_automation.started']);
  t.match(named.effects, [{ type: 'announce' }, { type: 'placeMessage' }]);
  const stopped = step(machine, begun.snapshot, { type: 'stop', reason: 'x' }, 1_200);
  t.strictSame(announced(stopped), ['dm_automation.started', 'dm_automation.finished']);
});

void t.test('a run of before, which was announced when it began, is not announced again', async (t) => {
  const { machine, begun, announced } = nameless();
  const before = { ...begun.snapshot, value: 'naming' } as typeof begun.snapshot;
  const named = step(
    machine,
    before,
    { type: 'names.known', names: { username: 'ann', firstName: null } },
    2_000,
  );
  t.strictSame(announced(named), []);
  t.match(named.effects, [{ type: 'placeMessage' }]);
});

void t.test('a disclosure opens the first message only', async (t) => {
  const { effects } = stepped([message, message], [sent], 'Automatic.');
  t.strictSame(
    effects.flatMap(({ type, params }) => (type === 'placeMessage' ? params.text : [])),
    ['Automatic.\n\nHi', 'Hi'],
  );
});

void t.test('a text is filled in, and cut outside of its URL', async (t) => {
  const none = { username: null, firstName: null };
  t.equal(fill('Hi {first_name}!', { ...none, firstName: 'Ann' }, { hasButton: false }), 'Hi Ann!');
  t.equal(fill('Hi {first_name}, {username}', none, { hasButton: false }), 'Hi,');
  const long = `${'ä'.repeat(500)} https://example.org/a {username}`;
  const cut = fill(long, { ...none, username: 'ann' }, { hasButton: false });
  t.ok(Buffer.byteLength(cut) <= 1_000);
  t.match(cut, /ä https:\/\/example\.org\/a$/);
  t.equal(firstNameOf('Ann Lee'), 'Ann');
  t.equal(firstNameOf('4nn Lee'), null);
  t.equal(firstNameOf('✨ Ann'), null);
});
