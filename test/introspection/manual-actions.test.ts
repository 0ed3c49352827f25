import t from 'tap';
import { step } from '../../machines/durable.ts';
import { kinds, type KindName } from '../support/own-charts.ts';
import {
  actionsOf,
  type ManualAction,
  type Subject,
  timersOnResume,
} from '../../src/features/introspection/manual-actions.ts';
import { stateName } from '../../src/engine/state-name.ts';
import { SAMPLE_AT, type Visited, walk } from '../support/machine-samples.ts';

const MINUTE = 60_000;
const GIVEN = { reason: 'because', networkPostId: '1', url: 'https://example.org/1' };

/** An actor in a state that a walk through its chart found, with its timers in the mailbox and nothing running. */
function subjectOf(kind: KindName, { snapshot, timers }: Visited, parent: Subject['parent'] = null): Subject {
  return {
    id: 'dlv_1',
    kind,
    status: snapshot.status,
    snapshot,
    parent,
    mail: timers.map(({ id }, index) => ({
      id: String(index),
      timer: id,
      event: { type: id },
      dueAt: SAMPLE_AT + MINUTE,
    })),
    effects: [],
  };
}

/** The messages that a manual action sends, with their receivers. */
function eventOf({ step }: ManualAction): { type: string } {
  if (step.kind === 'timer') return { type: step.timer };
  if (step.kind === 'event') return step.event(GIVEN);
  throw new Error('resuming is no event');
}

for (const kind of Object.keys(kinds) as KindName[]) {
  void t.test(
    `in every state of ${kind} the chart accepts the offered actions, and is valid afterwards`,
    async (t) => {
      const { machine } = kinds[kind];
      let offered = 0;
      for (const visited of walk(kind).values()) {
        const state = stateName(visited.snapshot.value);
        const choices = actionsOf(kinds, subjectOf(kind, visited), SAMPLE_AT);
        if (visited.snapshot.status !== 'active') t.strictSame(choices, [], `${state} has ended`);
        for (const choice of choices) {
          offered += 1;
          const taken = step(machine, visited.snapshot as never, eventOf(choice) as never, SAMPLE_AT);
          t.ok(taken.taken.length > 0, `${state}: ${choice.action} ${choice.event}`);
          const context = taken.snapshot.context as { [name: string]: unknown };
          const holes = Object.entries(context).filter(([, value]) => value === undefined);
          t.strictSame(holes, [], `${state}: ${choice.event} leaves no field without a value`);
          t.strictSame(
            Object.keys(context).toSorted(),
            Object.keys(visited.snapshot.context as object).toSorted(),
            `${state}: ${choice.event} adds no field`,
          );
        }
        const names = choices.map(({ action, event }) => `${action} ${event}`);
        t.equal(new Set(names).size, names.length, `${state}: action and event tell choices apart`);
      }
      t.ok(offered > 0);
    },
  );
}

const deliveryIn = (state: string): Visited =>
  [...walk('delivery').values()].find(({ snapshot }) => stateName(snapshot.value) === state)!;
const names = (choices: ManualAction[]) => choices.map(({ action, event }) => `${action} ${event}`);
const effect = (createdAt: number) => ({
  id: '1',
  type: 'publish',
  params: {},
  tries: 1,
  startedAt: null,
  createdAt,
  nodeId: 'node_1',
  aliveUntil: null,
});

void t.test('while a call may be running nobody can enter its result', async (t) => {
  const subject = subjectOf('delivery', deliveryIn('sending'));
  const calling = { ...subject, effects: [effect(SAMPLE_AT - 4 * MINUTE)] };
  t.notMatch(names(actionsOf(kinds, calling, SAMPLE_AT)), [/outcome/]);
  const silent = { ...subject, effects: [effect(SAMPLE_AT - 6 * MINUTE)] };
  const offered = actionsOf(kinds, silent, SAMPLE_AT);
  t.ok(names(offered).includes('send outcome.unknown'), 'then it may be looked for');
  t.ok(
    offered.every(({ event }) => !['outcome.rejected', 'outcome.retry', 'outcome.progress'].includes(event)),
    'but never be sent again unseen',
  );
  for (const { event, step } of offered.filter((one) => one.event.startsWith('outcome.')))
    t.match(step, { kind: 'event', drops: true }, `${event} gives up what is under way`);
});

void t.test('a person may enter the result of a running lookup', async (t) => {
  const subject = { ...subjectOf('delivery', deliveryIn('verifying.looking')), effects: [effect(SAMPLE_AT)] };
  t.strictSame(
    names(actionsOf(kinds, subject, SAMPLE_AT)).filter((name) => name.includes('finding')),
    ['send finding.live', 'send finding.absent', 'send finding.cannot_tell'],
  );
});

void t.test('a failed delivery is sent again only through its post, when that accepts it', async (t) => {
  const posts = [...walk('post').values()];
  const parentIn = (state: string) => {
    const { snapshot } = posts.find((one) => one.snapshot.value === state)!;
    return { id: 'post_1', kind: 'post', status: 'active', snapshot };
  };
  const failed = deliveryIn('failed');
  t.strictSame(names(actionsOf(kinds, subjectOf('delivery', failed, parentIn('failed')), SAMPLE_AT)), [
    'retry retry',
  ]);
  t.strictSame(actionsOf(kinds, subjectOf('delivery', failed, parentIn('publishing')), SAMPLE_AT), []);
  t.strictSame(actionsOf(kinds, subjectOf('delivery', failed), SAMPLE_AT), [], 'nor without a post');
});

void t.test('a parked actor can only be continued, and keeps its remaining waits', async (t) => {
  const retrying = deliveryIn('retrying');
  const subject = { ...subjectOf('delivery', retrying), status: 'needs_attention' };
  t.strictSame(names(actionsOf(kinds, subject, SAMPLE_AT)), ['retry resume']);
  const timer = 'xstate.after.backoff.delivery.retrying';
  const known = new Map([[timer, SAMPLE_AT + 7]]);
  t.strictSame(timersOnResume(kinds, subject, { armed: known, now: SAMPLE_AT }), [
    { id: timer, dueAt: SAMPLE_AT + 7 },
  ]);
  const [anew] = timersOnResume(kinds, subject, { armed: new Map(), now: SAMPLE_AT });
  t.ok(anew!.dueAt >= SAMPLE_AT + 5 * MINUTE, 'a timer that the journal no longer holds is counted anew');
});

void t.test('an actor of an unknown kind offers no action', async (t) => {
  const subject = { ...subjectOf('delivery', deliveryIn('retrying')), kind: 'of-tomorrow' };
  t.strictSame(actionsOf(kinds, subject, SAMPLE_AT), []);
});
