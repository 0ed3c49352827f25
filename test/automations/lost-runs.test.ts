/**
 * Taps on choices of runs that the database has lost (src/features/flows/lost-runs.ts): they go on in their run, once, however
 * the rest of the conversation is found again.
 */
import t, { type Test } from 'tap';
import { WINDOW_MS } from '../../machines/flow/setup.ts';
import { claimMatches } from '../../src/features/flows/claim-matches.ts';
import { choiceOf, choicePayload } from '../../src/features/flows/choice-payload.ts';
import { leastId, newId } from '../../src/base/ids.ts';
import { insertCutoffs } from '../../store/person-cutoffs.ts';
import { HOUR, NOW } from '../comments/scene.ts';
import { type Said, startScene } from './start-scene.ts';

const QUESTION = 'Shall we ship it, {username}?';
const said = (id: string, text: string) => ({ id, type: 'message', text });
const STEPS = [
  {
    ...said('ask', QUESTION),
    choices: [
      { label: 'Yes', steps: [{ ...said('size', 'Which size?'), choices: [{ label: 'M', steps: [] }] }] },
      { label: 'No', steps: [said('no', 'Then not.')] },
    ],
  },
];
/** When the lost run began. */
const STARTED_AT = NOW - 60_000;
/** Ids that are made one after the other never go back in time, so this one is composed. */
const runAt = (at: number) => `${leastId('msg', at).replace('msg_', 'run_')}0000000000000001`;

const tapOn = (runId: string, more: Partial<Said> & { label?: string; index?: number } = {}): Said => {
  const { label = 'Yes', index = 0, ...rest } = more;
  const payload = choicePayload({ runId, stepId: 'ask', index, automationId: 'auto_1' });
  return { person: 'ann', text: label, at: NOW, tap: { payload, label }, ...rest };
};

async function lostScene(t: Test) {
  const scene = await startScene(t);
  await scene.automation('auto_1', { type: 'keyword', keywords: ['price'] }, { steps: STEPS });
  await scene.hear([{ person: 'ann', text: 'good morning', at: NOW - 2 * HOUR }]);
  await scene.sql`update conversations set username = 'ann.luna'`;
  const states = async () =>
    scene.sql<{ id: string; state: string; reason: string | null }[]>`
      select id, snapshot ->> 'value' as state, shown as reason from actors where kind = 'dm_run' order by id`;
  const pausedUntil = async () =>
    (await scene.sql<{ at: Date | null }[]>`select paused_until as at from conversations`)[0]?.at;
  return { ...scene, states, pausedUntil };
}

void t.test('a tap goes on behind its choice in the run that it names, once', async (t) => {
  const { sql, hear, runs, states, outcome, stopRun } = await lostScene(t);
  const runId = runAt(STARTED_AT);
  await hear([tapOn(runId)]);
  t.strictSame(await runs(), ['ann in auto_1']);
  t.match(await states(), [{ id: runId, state: /step_size/, reason: 'active' }]);
  t.match(await outcome('Yes'), { did: 'started', runId });
  const [run] = await sql`select definition_id as "definitionId", version from dm_runs`;
  t.match(run, { version: 1 });

  await hear([tapOn(runId, { label: 'No', index: 1 })]);
  t.match(await outcome('No'), { did: 'heard', runId }, 'the run takes what comes next');
  await stopRun();
  await hear([tapOn(runId, { text: 'Yes again' })]);
  t.match(await outcome('Yes again'), { did: 'nothing', why: 'unmatched' }, 'it is known now');
  t.equal((await runs()).length, 1);
});

void t.test('a tap that a read has stored as a text goes on in its run when its event comes', async (t) => {
  const { hear, states, outcome } = await lostScene(t);
  const runId = runAt(STARTED_AT);
  const [id, found] = ['the tap', { answered: false }];
  await hear([{ person: 'ann', text: 'Yes', at: NOW, id, found }]);
  t.match(await outcome('Yes'), { did: 'nothing', why: 'unmatched' });
  await hear([tapOn(runId, { id })]);
  t.match(await states(), [{ id: runId, state: /step_size/, reason: 'active' }]);
  t.match(await outcome('Yes'), { did: 'started', runId });
  await hear([tapOn(runId, { id })]);
  t.equal((await states()).length, 1);
});

void t.test('a text and the event of its tap in one turn go on in the run', async (t) => {
  const { hear, states, outcome } = await lostScene(t);
  const runId = runAt(STARTED_AT);
  const id = 'the tap';
  await hear([{ person: 'ann', text: 'Yes', at: NOW, id, found: { answered: false } }, tapOn(runId, { id })]);
  t.match(await states(), [{ id: runId, state: /step_size/, reason: 'active' }]);
  t.match(await outcome('Yes'), { did: 'started', runId });
});

void t.test('what a read finds of the lost second neither ends the run nor answers it', async (t) => {
  const { sql, hear, states, outcome, pausedUntil } = await lostScene(t);
  const runId = runAt(STARTED_AT);
  await hear([tapOn(runId)]);
  await hear([
    { person: 'ann', text: 'the price', at: STARTED_AT, found: { answered: true } },
    { person: 'ann', text: 'Shall we ship it, ann.luna?', at: STARTED_AT + 30_000, isEcho: true },
    { person: 'ann', text: 'hello?', at: NOW - 2_000, found: { answered: false } },
  ]);
  t.match(await states(), [{ id: runId, state: /step_size/, reason: 'active' }]);
  t.match(await outcome('the price'), { did: 'nothing', why: 'answered' });
  t.match(await outcome('hello?'), { did: 'nothing', why: 'answered' }, 'it was said before the tap');
  t.equal(await pausedUntil(), null);
  const [question] = await sql`select by from direct_messages where direction = 'out'`;
  t.equal(question!['by'], 'automation');
});

void t.test('a step that is repeated gets its message that the network has, and no other', async (t) => {
  const { sql, hear } = await lostScene(t);
  const runId = runAt(STARTED_AT);
  await hear([{ person: 'ann', text: 'Which size?', at: STARTED_AT - HOUR, isEcho: true }]);
  const [conversation] = await sql<{ id: string }[]>`select id from conversations`;
  const claim = async (messageId: string, stepId: string, text = 'Which size?') => {
    const wanted = {
      messageId,
      outgoing: { runId, stepId, text },
      place: { conversationId: conversation!.id },
    };
    return [...(await sql.begin(async (tx) => claimMatches(tx, [wanted])))];
  };
  t.strictSame(await claim('msg_1', 'size'), [], 'it is older than the run');
  await hear([{ person: 'ann', text: 'Which size?', at: NOW, isEcho: true }]);
  t.strictSame(await claim('msg_1', 'size', 'Then not.'), []);
  t.strictSame(await claim('msg_1', 'size'), ['msg_1']);
  t.strictSame(await claim('msg_1', 'size'), ['msg_1'], 'a crash repeats the effect');
  t.strictSame(await claim('msg_2', 'no'), [], 'it belongs to one step');
});

void t.test('another text that the network reports is an answer by hand', async (t) => {
  const { hear, states, pausedUntil } = await lostScene(t);
  await hear([tapOn(runAt(STARTED_AT))]);
  await hear([{ person: 'ann', text: 'I am Rosa from the shop.', at: NOW + 30_000, isEcho: true }]);
  t.match(await states(), [{ reason: 'human_reply' }]);
  t.not(await pausedUntil(), null);
});

void t.test('a message of an automation is recognised behind the words that open it', async (t) => {
  const { sql, hear, pausedUntil } = await lostScene(t);
  await sql`update workspaces set disclosure = 'An automatic message.'`;
  const text = 'An automatic message.\n\nWhich size?';
  await hear([{ person: 'ann', text, at: NOW, isEcho: true }]);
  t.equal(await pausedUntil(), null);
});

void t.test('a tap goes on nowhere', async (t) => {
  const cases: [string, (scene: Awaited<ReturnType<typeof lostScene>>) => Said | Promise<Said>][] = [
    ['in a run as old as the reply window', () => tapOn(runAt(NOW - WINDOW_MS))],
    ['at another label', () => tapOn(runAt(STARTED_AT), { label: 'Perhaps' })],
    ['at a choice that the step has not', () => tapOn(runAt(STARTED_AT), { index: 2 })],
    [
      'in an automation of somebody else',
      () => ({
        ...tapOn(runAt(STARTED_AT)),
        tap: { payload: `${runAt(STARTED_AT)}/ask/0/auto_2`, label: 'Yes' },
      }),
    ],
    [
      'by a payload of another program',
      () => ({ ...tapOn(runAt(STARTED_AT)), tap: { payload: 'GO', label: 'Yes' } }),
    ],
    [
      'by a payload that names no automation',
      () => ({ ...tapOn(runAt(STARTED_AT)), tap: { payload: `${runAt(STARTED_AT)}/ask/0`, label: 'Yes' } }),
    ],
    [
      'of a person who was forgotten since',
      async ({ sql }) => {
        const [one] = await sql<{ id: string }[]>`select id from conversations`;
        await insertCutoffs(sql as never, { conversationIds: [one!.id], until: NOW - 1, isForgotten: true });
        return tapOn(runAt(STARTED_AT));
      },
    ],
    [
      'of a person whom the automation has taken since',
      async ({ hear, stopRun }) => {
        await hear([{ person: 'ann', text: 'price', at: NOW - 1 }]);
        await stopRun();
        return tapOn(runAt(STARTED_AT));
      },
    ],
  ];
  for (const [name, prepare] of cases)
    await t.test(name, async (t) => {
      const scene = await lostScene(t);
      const tap = await prepare(scene);
      const before = await scene.runs();
      await scene.hear([tap]);
      t.strictSame(await scene.runs(), before);
      t.match(await scene.outcome(tap.text), {
        did: 'nothing',
        why: before.length > 0 ? 'once' : 'unmatched',
      });
    });
});

void t.test('what a payload says is read as it was written', async (t) => {
  const choice = { runId: runAt(NOW), stepId: 's_1-a', index: 12, automationId: newId('msg', NOW) };
  t.strictSame(choiceOf(choicePayload(choice)), choice);
  for (const other of [null, '', 'run_1/ask/0/auto_1', choicePayload({ ...choice, index: 1_000 })])
    t.equal(choiceOf(other), null);
});
