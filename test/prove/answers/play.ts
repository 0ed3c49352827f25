/** Plays cases of what people write and what is answered: sets their scenes, kills, waits for rest, and has them checked. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Call, Case, Course, Task } from '../cases.ts';
import {
  faultsMet,
  killing,
  letPass,
  lookAtRest,
  type Part,
  type Played,
  sideBySide,
  watchFor,
  whatIsLeft,
  whose,
} from '../run.ts';
import { AT_REST, type Stage, type Tenant, until } from '../stage.ts';
import { saveReceiving } from '../../../store/receiving.ts';
import { checkAnswer } from './check.ts';
import { doDeed } from './deeds.ts';
import { countCallsCutOff } from './flow.ts';
import { isAnswerRow, isOfFlow, isOfRule, stops } from './rows.ts';
import { stopRule } from './rule.ts';
import { eventsWaiting, isRead, isSwept, readReceiving, type Scene, setScene, WEBHOOKS } from './scene.ts';

const LOOK_MS = 30;
const STUCK_AFTER_MS = 120_000;
/** By then each request has come to its call. */
const ON_THE_WAY_MS = 10_000;
/** The service tries again by then what could not be subscribed. */
const PROBLEM_AGAIN_MS = 601_000;
/** The same of what could not be read. */
const READ_AGAIN_MS = 61_000;
/** Posts are read every 5 minutes: the clock goes ahead by this at each look until they were, ms. */
const TOWARDS_SWEEP_MS = 10_000;
const MANNER = { twice: false, reversed: false };

interface AnswerPart extends Part {
  scene: Scene;
}

export async function playAnswers(
  stage: Stage,
  { cases, stuckAfterMs = STUCK_AFTER_MS }: Task,
): Promise<Played[]> {
  await stage.revive();
  const lead = cases[0]!;
  const parts = await sideBySide(cases, (one) => prepare(stage, one));
  if (lead.column === 'redelivered') await setManner(stage, parts, { twice: true, reversed: true });
  const plan = await killing(stage, parts, lead);
  const begunAt = performance.now();
  let isDone = false;
  let stopping = parts.filter(({ scene }) => stops(scene.row.deed) !== null).length;
  const doing = Promise.all(
    parts.map(async ({ scene, one }) => {
      await begin(scene, one);
      if (stops(scene.row.deed) !== null) stopping -= 1;
    }),
  ).finally(() => (isDone = true));
  doing.catch(() => undefined); // awaited below
  const watch = watchFor(stuckAfterMs);
  for (;;) {
    if (stage.killed()) {
      await noteCallsCutOff(stage, parts);
      await plan.recover();
    } else if (plan.waitsForCalls()) {
      await towardsSweep(parts);
      await plan.gather(performance.now() - begunAt > ON_THE_WAY_MS && !holdsTime(parts));
    } else {
      const { state, progress } = await lookAtRest(stage, tenantsOf(parts));
      // time stands still until every rule that is to be stopped in the middle has been
      if (typeof state === 'number' && stopping === 0 && !holdsTime(parts))
        await letPass(stage, tenantsOf(parts), state);
      if (state === 'rest' && isDone && (await hasSettled(stage, parts)) && !stage.killed()) break;
      if (watch(progress + plan.kills)) {
        plan.disarm();
        throw new Error(
          `stuck: ${await whatIsLeft(stage, tenantsOf(parts))} ${JSON.stringify(parts.map(({ scene }) => scene.answers))}`,
        );
      }
    }
    await pause(LOOK_MS);
  }
  await doing;
  plan.disarm();
  if (plan.last === 'very-late') {
    await plan.release();
    await untilSettled(stage, parts);
  }
  await setManner(stage, parts, MANNER);
  const met = await faultsMet(stage, parts);
  return sideBySide(parts, async (part, index): Promise<Played> => {
    const { scene, one } = part;
    const course: Course = { commits: plan.commits, calls: await callsOf(scene) };
    const { outcome, ...found } = await checkAnswer(scene, one);
    await saveReceiving(stage.sql, scene.tenant.account.id, AT_REST);
    // an active rule has its posts read again and again: later cases would wait for that
    if (isOfRule(scene.row.deed) && stops(scene.row.deed) === null) await stopRule(scene);
    const reached = plan.reached(part) && met(part);
    return { found, outcome, course, kills: index === 0 ? plan.kills : 0, reached };
  });
}

const holdsTime = (parts: readonly AnswerPart[]) => parts.some(({ scene }) => scene.holdsTime);

/** Which messages of automations were being sent when the service was killed, once the database has ended what it had begun. */
async function noteCallsCutOff(stage: Stage, parts: readonly AnswerPart[]): Promise<void> {
  const own = parts.filter(({ one }) => isAnswerRow(one.row) && isOfFlow(one.row.deed));
  if (own.length === 0) return;
  await until('the end of what the dead service had begun', async () => {
    const [row] = await stage.sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name not in ('prover', 'troupe test')`;
    return row!.count === 0;
  });
  for (const { scene } of own) scene.callsCutOff += await countCallsCutOff(scene);
}

async function prepare(stage: Stage, one: Case): Promise<AnswerPart> {
  const { row, fault } = one;
  if (!isAnswerRow(row)) throw new Error(`${row.name} answers nobody`);
  const scene = await setScene(stage, row);
  if (fault) {
    const { call, ...what } = fault;
    await stage.fault({ ...what, ...whose(scene.tenant, call), times: 1 });
  }
  scene.begunAt = stage.now();
  return { one, tenant: scene.tenant, postId: '', scene };
}

async function begin(scene: Scene, { column }: Case): Promise<void> {
  if (column === 'repeated') await Promise.all([doDeed(scene, 0), doDeed(scene, 1)]);
  else await doDeed(scene);
}

const tenantsOf = (parts: readonly AnswerPart[]): Tenant[] => parts.map(({ tenant }) => tenant);

async function setManner(stage: Stage, parts: readonly AnswerPart[], manner: object): Promise<void> {
  for (const network of new Set(parts.map(({ one }) => one.row.network)))
    if (WEBHOOKS.has(network)) await stage.control('POST', 'webhooks', { network, ...manner });
}

/** What the networks have to tell is told, and who had to be subscribed is. */
async function hasSettled(stage: Stage, parts: readonly AnswerPart[]): Promise<boolean> {
  for (const { scene } of parts) {
    if ((await eventsWaiting(scene)) > 0) return false;
    if (await towardsSweep([{ scene }])) return false;
    if (scene.row.deed === 'read' && !(await isRead(scene))) {
      stage.advance(READ_AGAIN_MS);
      return false;
    }
    if (scene.row.deed !== 'subscribe') continue;
    const receiving = await readReceiving(scene);
    if (typeof receiving?.problem === 'string') stage.advance(PROBLEM_AGAIN_MS);
    if (receiving?.problem !== null) return false;
  }
  // what came in may have begun something
  return (await lookAtRest(stage, tenantsOf(parts))).state === 'rest';
}

/** Lets time pass until the posts were read below which people comment. @returns whether that is still to come */
async function towardsSweep(parts: readonly Pick<AnswerPart, 'scene'>[]): Promise<boolean> {
  for (const { scene } of parts) {
    if (scene.row.deed !== 'sweep' || (await isSwept(scene))) continue;
    scene.stage.advance(TOWARDS_SWEEP_MS);
    return true;
  }
  return false;
}

async function untilSettled(stage: Stage, parts: readonly AnswerPart[]): Promise<void> {
  const watch = watchFor(STUCK_AFTER_MS);
  while (!(await hasSettled(stage, parts))) {
    if (watch(0)) throw new Error('what came late is not told');
    await pause(LOOK_MS);
  }
}

/** The calls of the account since the deed began. */
async function callsOf({ stage, tenant, row, begunAt }: Scene): Promise<Call[]> {
  const calls = (await stage.callsSince(row.network, begunAt)).filter(
    ({ account }) => account === tenant.account.remoteId,
  );
  return calls.map(({ call }, index) => ({
    call,
    nth: calls.slice(0, index + 1).filter((other) => other.call === call).length,
    anonymous: false,
  }));
}
