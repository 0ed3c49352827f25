/** Conversations through the engine: many that rest and take one step each, and one that takes many. */
import { setImmediate as nextLoop } from 'node:timers/promises';
import type { Node } from '../../src/engine/node.ts';
import { lockInto } from '../../src/engine/take.ts';
import type { Written } from '../../src/engine/write.ts';
import { connect, type Sql } from '../../store/connect.ts';
import { measure } from '../measure.ts';
import { NODE_CONNECTIONS } from '../node.ts';
import { program } from '../program.ts';
import { walBytes } from '../stage.ts';
import type { ConversationRun, StepsCost } from './input.ts';
import { PATIENCE_MS } from './kind.ts';
import { conversationNode, startConversation } from './node.ts';
import { seedConversations } from './seed.ts';

/** A message is a step, and so is what comes of it. */
const STEPS_OF_A_MESSAGE = 2;
const TEXT = 'a few words that a person wrote, about as many as people write in a message on a telephone';
const DAY_MS = 86_400_000;

await program(async (run: ConversationRun): Promise<{ parts: StepsCost[] }> => {
  const sql = connect(run.url, {
    applicationName: 'bench conversations',
    maxConnections: NODE_CONNECTIONS,
    statementTimeoutMs: 0,
  });
  switch (run.mode) {
    case 'seed':
      await seedConversations(sql, run.actors);
      return { parts: [] };
    case 'idle':
      return { parts: [await stepEachOnce(sql, run)] };
    case 'alone':
      return { parts: await stepOneOften(sql, run) };
    default:
      return run.mode satisfies never;
  }
});

/** The clock is put forward by more than a month, so all timers have ended: in random order. */
async function stepEachOnce(sql: Sql, run: ConversationRun): Promise<StepsCost> {
  const stepped = new Set<string>();
  const all = Promise.withResolvers<void>();
  const clock = () => Date.now() + PATIENCE_MS + DAY_MS;
  const node = conversationNode(sql, {
    clock,
    onFeed: (batches) => {
      for (const id of idsIn(batches)) stepped.add(id);
      if (stepped.size >= run.actors) all.resolve();
    },
  });
  const cost = await costOf(sql, run, run.actors, async () => {
    await node.start();
    await all.promise;
  });
  await node.stop();
  return cost;
}

/** One conversation that somebody keeps talking to. @returns the cost of the first steps of one, and of the last of another */
async function stepOneOften(sql: Sql, run: ConversationRun): Promise<StepsCost[]> {
  const { steps, part } = run;
  const replied = new Map<string, () => void>();
  const node = conversationNode(sql, {
    clock: Date.now,
    onFeed: (batches) => {
      for (const id of idsIn(batches, 'idle')) replied.get(id)?.();
    },
  });
  await node.start();
  const [workspace] = await sql<{ id: string }[]>`select id from workspaces order by id limit 1`;
  const talk = async (id: string, count: number) => {
    for (let step = 0; step < count; step += STEPS_OF_A_MESSAGE) {
      const reply = new Promise<void>((resolve) => replied.set(id, resolve));
      await say(node, id);
      await reply;
      await nextLoop();
    }
  };
  // the old one grows first: then code is compiled and pages were written since the checkpoint, for both
  const old = await startConversation(node, workspace!.id);
  await talk(old, steps - part);
  const young = await startConversation(node, workspace!.id);
  // in turns: what is measured later costs more, whichever it is
  const half = (id: string) => costOf(sql, run, part / 2, () => talk(id, part / 2));
  const [first, last] = [await half(young), await half(old)];
  const [lastToo, firstToo] = [await half(old), await half(young)];
  await node.stop();
  return [together(first, firstToo), together(last, lastToo)];
}

function together(a: StepsCost, b: StepsCost): StepsCost {
  return {
    steps: a.steps + b.steps,
    seconds: a.seconds + b.seconds,
    cpuMs: a.cpuMs + b.cpuMs,
    postgresCpuMs:
      a.postgresCpuMs === null || b.postgresCpuMs === null ? null : a.postgresCpuMs + b.postgresCpuMs,
    peakRssMb: Math.max(a.peakRssMb, b.peakRssMb),
    walBytes: a.walBytes + b.walBytes,
  };
}

async function say(node: Node, id: string): Promise<void> {
  await node.command(async (tx, turn) => {
    const actor = await lockInto(tx, turn, id);
    if (!actor) throw new Error(`no conversation ${id}`);
    turn.deliver(actor, { type: 'message', text: TEXT } as { type: string });
    return { result: null };
  });
}

async function costOf(
  sql: Sql,
  { postmasterPid }: ConversationRun,
  steps: number,
  work: () => Promise<void>,
): Promise<StepsCost> {
  const before = await walBytes(sql);
  const end = measure(postmasterPid);
  await work();
  const cost = end();
  return { ...cost, steps, walBytes: (await walBytes(sql)) - before };
}

/** Ids of conversations in these commits. @param status only those that came to this. Default: all */
function idsIn(batches: Written['feed'], status?: string): string[] {
  return batches.flatMap(({ events }) =>
    events
      .filter(({ data }) => status === undefined || data['status'] === status)
      .map(({ resource }) => resource.id),
  );
}
