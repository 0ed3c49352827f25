/**
 * What steps cost, compiled and by XState, without Postgres: `node bench/steps.ts`. Those of a post: it is created, becomes
 * due, is sent to one account, and ends published, five steps of two machines. Those of a receiver, whose chart has four
 * parallel regions: it starts, and each region does its work once, eight steps. Each measurement has a process of its own,
 * since a function that both ways have called is optimised for neither.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AnyStateMachine } from 'xstate';
import { compilationOf } from '../machines/compiled/index.ts';
import { delivery } from '../machines/delivery/index.ts';
import { interpretStart, interpretStep } from '../machines/interpreter.ts';
import { post } from '../machines/post.ts';
import { receiver } from '../machines/receiver.ts';
import type { Persisted, Step } from '../machines/step.ts';
import { program, runProgram } from './program.ts';

/** Takes the steps of a machine one way or the other. */
interface Stepper {
  start(input: unknown, at: number): Step;
  step(from: Persisted, event: { type: string }, at: number): Step | null;
}
interface Way {
  post: Stepper;
  delivery: Stepper;
  receiver: Stepper;
}

interface Params {
  /** Of `startActors`. */
  actors?: { input: unknown }[];
  /** Of `tell`. */
  messages?: { event: { type: string } }[];
}

const ROUNDS = 5;
const LIVES = 30_000;
const WARM_UP = 10_000;
/** Few enough that nothing is collected while their bytes are counted. */
const LIVES_FOR_BYTES = 50;
const AT = Date.parse('2026-05-04T08:00:00Z');

const interpreted = (machine: AnyStateMachine): Stepper => ({
  start: (input, at) => interpretStart(machine, input as never, at),
  step: (from, event, at) => interpretStep(machine, from as never, event as never, at),
});
const ways: { [name: string]: () => Way } = {
  XState: () => ({
    post: interpreted(post),
    delivery: interpreted(delivery),
    receiver: interpreted(receiver),
  }),
  compiled: () => ({
    post: compilationOf(post).steps!,
    delivery: compilationOf(delivery).steps!,
    receiver: compilationOf(receiver).steps!,
  }),
};

const target = { accountId: 'acc_01', deliveryId: 'dlv_01', platform: 'mastodon', onUnknown: 'retry' };
const input = { postId: 'post_01', targets: [target], dueAt: AT + 1_000, draft: false };
const due = { type: 'xstate.after.due.post.scheduled' };
const published = { type: 'outcome.published', networkPostId: '1', url: null };

const heard: { type: string; [field: string]: unknown }[] = [
  {
    type: 'subscription.checked',
    via: 'webhook',
    paceMs: 600_000,
    problem: null,
    ended: false,
    checkedAt: AT,
  },
  { type: 'heard', quietAt: AT + 3_600_000 },
  { type: 'read.whole' },
  { type: 'sweep.done', nextAt: AT + 60_000, problem: null },
  { type: 'place' },
  { type: 'place.done', nextAt: null },
  { type: 'xstate.after.untilSweep.receiver.active.sweeping.waiting' },
];

/** What the steps of one life are of. */
type Subject = 'post' | 'receiver';

/** The snapshots go through JSON between the steps, as rows do, where `stored` says so. */
const lives: { [subject in Subject]: (way: Way, stored: boolean) => void } = {
  post: (way, stored) => livePost(way, keeping(stored)),
  receiver: ({ receiver }, stored) => {
    const keep = keeping(stored);
    let { snapshot } = receiver.start({ accountId: 'acc_01' }, AT);
    for (const event of heard) ({ snapshot } = receiver.step(keep(snapshot), event, AT + 60_000)!);
    const { sweeping } = (snapshot.value as { active: { sweeping: string } }).active;
    if (sweeping !== 'sweeping') throw new Error('the receiver does not sweep');
  },
};

const keeping = (stored: boolean) => (snapshot: Persisted) =>
  stored ? (JSON.parse(JSON.stringify(snapshot)) as Persisted) : snapshot;

function livePost({ post, delivery }: Way, keep: (snapshot: Persisted) => Persisted): void {
  const created = post.start(input, AT);
  const opened = post.step(keep(created.snapshot), due, AT + 1_000)!;
  const [born] = paramsOf(opened).actors!;
  const sent = delivery.start(born!.input, AT + 1_000);
  const ended = delivery.step(keep(sent.snapshot), published, AT + 2_000)!;
  const [message] = paramsOf(ended).messages!;
  const over = post.step(keep(opened.snapshot), message!.event, AT + 2_000)!;
  if (over.snapshot.value !== 'published') throw new Error('the post was not published');
}

/** The parameters of the first effect. */
function paramsOf({ effects }: Step): Params {
  return (effects as { params: Params }[])[0]!.params;
}

/** CPU and heap of one life's steps. */
interface Cost {
  cpuUs: number;
  heapKb: number;
}

function measure(way: Way, { subject, stored }: Omit<Input, 'name'>): Cost {
  const live = lives[subject];
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let life = 0; life < WARM_UP; life += 1) live(way, stored);
  collect();
  const cpu = process.cpuUsage();
  for (let life = 0; life < LIVES; life += 1) live(way, stored);
  const { user, system } = process.cpuUsage(cpu);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let life = 0; life < LIVES_FOR_BYTES; life += 1) live(way, stored);
  const bytes = (process.memoryUsage().heapUsed - before) / LIVES_FOR_BYTES;
  return { cpuUs: (user + system) / LIVES, heapKb: bytes / 1000 };
}

async function compare(subject: Subject, stored: boolean): Promise<void> {
  const names = Object.keys(ways);
  const costs = new Map(names.map((name) => [name, [] as Cost[]]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of names)
      costs.get(name)!.push(await runProgram<Cost>('steps.ts', { name, subject, stored } satisfies Input));
  process.stdout.write(
    `${subject}, ${stored ? 'through JSON between the steps' : 'in memory'}, medians of a life:\n`,
  );
  for (const [name, list] of costs) {
    const cpuUs = median(list.map((cost) => cost.cpuUs)).toFixed(1);
    const heapKb = median(list.map((cost) => cost.heapKb)).toFixed(1);
    process.stdout.write(
      `  ${name.padEnd(9)} ${cpuUs.padStart(6)} µs CPU ${heapKb.padStart(7)} kB of heap\n`,
    );
  }
}

/** What a process is to measure. */
interface Input {
  name: string;
  subject: Subject;
  stored: boolean;
}

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;

if (process.send) await program(async ({ name, ...input }: Input) => measure(ways[name]!(), input));
else
  for (const subject of ['post', 'receiver'] as const)
    for (const stored of [false, true]) await compare(subject, stored);
