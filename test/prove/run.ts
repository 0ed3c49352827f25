/** Plays a case, or a crowd of cases in parallel on one service, to its end and passes each to the checks. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../../simulators/simulator.ts';
import { queueIdOf } from '../../store/reply-queue.ts';
import { type Call, type Case, type Course, type Held, HELD_MS, type Kill, type Task } from './cases.ts';
import { check, checkTwins, type Found } from './check.ts';
import { ENDLESS_TIMERS, type Stage, type Tenant, until } from './stage.ts';

export interface Played {
  found: Found;
  course: Course;
  /** Kills that took place; one that met a crowd counts only for its first case. */
  kills: number;
  /** Every kill and every fault met its target. */
  reached: boolean;
  /** What came of it, where that is no post. */
  outcome?: string;
}

/** One case of a crowd, in a workspace of its own. */
export interface Part {
  one: Case;
  tenant: Tenant;
  /** Id of its post, after the service's response. */
  postId: string;
}

/** Without progress for this long it is stuck. Retries and lookups pass at once, by the stage's clock. */
const STUCK_AFTER_MS = 150_000;
/** Without progress for this long while calls are held, the other cases will never make theirs. */
const GATHERED_AFTER_MS = 60_000;
/** Tenants that are made, or checked, side by side. */
const SIDE_BY_SIDE = 6;
const LOOK_MS = 30;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Plays cases with the same kills, or with none. Returns their results in order. */
export async function play(
  stage: Stage,
  { kind, cases, stuckAfterMs = STUCK_AFTER_MS }: Task,
): Promise<Played[]> {
  if (kind === 'answers') throw new Error('played by answers/play.ts');
  if (kind === 'bad-hour') return playBadHour(stage, cases, stuckAfterMs);
  if (kind === 'twins') return playTwins(stage, cases, stuckAfterMs);
  const parts = await prepare(stage, cases);
  const plan = await killing(stage, parts, cases[0]!);
  await stage.revive();
  const scheduledAt = stage.now() + 10 * MINUTE;
  const creating = Promise.all(parts.map((part) => create(stage, part, scheduledAt)));
  let isCreated = false;
  creating.then(
    () => (isCreated = true),
    () => (isCreated = true),
  );
  const watch = watchFor(stuckAfterMs);
  for (;;) {
    if (stage.killed()) await plan.recover();
    else if (plan.waitsForCalls()) {
      if (isCreated) await creating;
      await plan.gather(isCreated);
    } else if (isCreated) {
      await creating;
      if (plan.waitsForAnswers()) plan.strike();
      else {
        const { state, progress } = await lookAtRest(stage, tenantsOf(parts));
        if (state === 'rest' && !stage.killed() && !plan.isTiming()) break;
        if (typeof state === 'number') await letPass(stage, tenantsOf(parts), state);
        if (watch(progress + plan.kills)) {
          plan.disarm();
          throw new Error(`stuck: ${await whatIsLeft(stage, tenantsOf(parts))}`);
        }
      }
    }
    await pause(LOOK_MS);
  }
  plan.disarm();
  if (plan.last === 'very-late') await plan.release();
  const met = await faultsMet(stage, parts);
  return sideBySide(parts, async (part, index) => {
    // a kill that met this one at another point may have left an outcome unknown
    const isOff = plan.kills > 0 && !plan.reached(part) && part.one.row.evidence === null;
    const doubts = isOff ? Math.max(part.one.doubts, plan.kills) : part.one.doubts;
    const found = await check(stage, part.tenant, { ...part.one, doubts });
    const course = { commits: plan.commits, calls: await callsOf(stage, part.tenant) };
    const reached = plan.reached(part) && met(part);
    return { found, course, kills: index === 0 ? plan.kills : 0, reached };
  });
}

/** Every call fails for an hour: the posts fail, and say so. After the hour a person retries. */
async function playBadHour(stage: Stage, cases: readonly Case[], stuckAfterMs: number): Promise<Played[]> {
  const begun = stage.now();
  const parts = await prepare(stage, cases);
  await Promise.all(parts.map((part) => create(stage, part, begun)));
  await untilRest(stage, tenantsOf(parts), stuckAfterMs);
  const first = await sideBySide(parts, ({ one, tenant }) =>
    check(stage, tenant, { ...one, end: 'failed', leastWaitMs: 5 * MINUTE }),
  );
  stage.advance(begun + HOUR - stage.now());
  await stage.control('DELETE', 'faults');
  await Promise.all(
    parts.map(({ tenant, postId }) =>
      stage.call(tenant, 'PATCH', `/v1/posts/${postId}`, { publishNow: true }),
    ),
  );
  await untilRest(stage, tenantsOf(parts), stuckAfterMs);
  return sideBySide(parts, async ({ one, tenant }, index) => {
    const found = await check(stage, tenant, one, ['post.failed', 'post.published']);
    const during = first[index]!.breaches.map((breach) => `during the hour: ${breach}`);
    return {
      found: { ...found, breaches: [...during, ...found.breaches] },
      course: { commits: [], calls: [] },
      kills: 0,
      reached: true,
    };
  });
}

/** A successful post to each; then another one with the same text, whose call meets an outage. */
async function playTwins(stage: Stage, cases: readonly Case[], stuckAfterMs: number): Promise<Played[]> {
  const parts = await prepare(
    stage,
    cases.map((one) => ({ ...one, fault: null })),
  );
  await Promise.all(parts.map((part) => create(stage, part, stage.now())));
  await untilRest(stage, tenantsOf(parts), stuckAfterMs);
  const firsts = parts.map(({ postId }) => postId);
  const armed = parts.map((part, index): Part => ({ ...part, one: cases[index]!, postId: '' }));
  for (const { one, tenant } of armed) {
    const { call, ...fault } = one.fault!;
    await stage.fault({ ...fault, ...whose(tenant, call), times: 1 });
  }
  await Promise.all(armed.map((part) => create(stage, part, stage.now(), '-twin')));
  await untilRest(stage, tenantsOf(armed), stuckAfterMs);
  const met = await faultsMet(stage, armed);
  return sideBySide(armed, async (part, index) => {
    const found = await checkTwins(stage, part.tenant, [firsts[index]!, part.postId], part.one.doubts);
    return { found, course: { commits: [], calls: [] }, kills: 0, reached: met(part) };
  });
}

async function prepare(stage: Stage, cases: readonly Case[]): Promise<Part[]> {
  await stage.revive();
  return sideBySide(cases, async (one) => {
    const tenant = await stage.tenant(one.row);
    if (one.fault) {
      const { call, ...fault } = one.fault;
      const times = one.column === '503-hour' ? {} : { times: 1 };
      await stage.fault({ ...fault, ...whose(tenant, call), ...times });
    }
    return { one, tenant, postId: '' };
  });
}

const tenantsOf = (parts: readonly Part[]) => parts.map(({ tenant }) => tenant);

/** The calls that a fault affects. */
export function whose({ account }: Tenant, call: Call | null): Pick<Fault, 'network' | 'account' | 'call'> {
  const network = account.row.network;
  if (call === null) return { network, account: account.remoteId };
  return { network, call: call.call, ...(call.anonymous ? {} : { account: account.remoteId }) };
}

const isOf = (fault: Fault, { tenant, one }: Part, call: Call) => {
  const wanted = whose(tenant, call);
  return fault.network === one.row.network && fault.call === wanted.call && fault.account === wanted.account;
};

/** @returns whether the fault of a part was met */
export async function faultsMet(stage: Stage, parts: readonly Part[]): Promise<(part: Part) => boolean> {
  if (parts.every(({ one }) => one.fault === null)) return () => true;
  const left = await stage.faults();
  return (part) => {
    const call = part.one.fault?.call;
    return !call || !left.some((fault) => fault.kind === part.one.fault?.kind && isOf(fault, part, call));
  };
}

/** The kills of a crowd, one after the other. */
export interface Killing {
  kills: number;
  /** What the last kill met. */
  last: Kill['at'] | null;
  /** Commits since the last kill. */
  commits: Course['commits'];
  waitsForCalls(): boolean;
  waitsForAnswers(): boolean;
  /** A kill at a random moment is still to come, so an idle service does not mean the end. */
  isTiming(): boolean;
  /** Checks which calls are held, lets time pass for the others, and kills when all are held or no more will come. */
  gather(isCreated: boolean): Promise<void>;
  strike(): void;
  /** Starts the service again. */
  recover(): Promise<void>;
  /** Lets the network execute what it holds, and waits for it. */
  release(): Promise<void>;
  reached(part: Part): boolean;
  disarm(): void;
}

export async function killing(stage: Stage, parts: readonly Part[], lead: Case): Promise<Killing> {
  const waiting = [...lead.kills];
  const timers = new Set<NodeJS.Timeout>();
  const seen = new Map<string, number>();
  let held = new Set<Part>();
  let holding = 0;
  let watch = watchFor(GATHERED_AFTER_MS);
  const killing: Killing = {
    kills: 0,
    last: null,
    commits: [],
    waitsForCalls: () => waiting[0] !== undefined && isHeld(waiting[0]),
    waitsForAnswers: () => waiting[0]?.at === 'created',
    isTiming: () => timers.size > 0 && waiting[0]?.at === 'after-ms',
    gather: async (isCreated) => {
      const left = await stage.faults();
      const others = parts.filter((part) => left.some((fault) => isHoldOf(fault, part)));
      held = new Set(parts.filter((part) => !others.includes(part)));
      if (holding < held.size || stage.killed()) return; // accepted, and not held back yet
      if (others.length === 0) return killing.strike();
      if (!isCreated) return;
      const { state, progress } = await lookAtRest(stage, tenantsOf(others));
      if (typeof state === 'number') await letPass(stage, tenantsOf(others), state);
      if (!watch(progress + held.size) && state !== 'rest') return;
      if (held.size > 0) killing.strike();
      else waiting.length = 0; // never occurred
    },
    strike: () => {
      const kill = waiting.shift();
      if (!kill || stage.killed()) return;
      killing.kills += 1;
      killing.last = kill.at;
      stage.kill();
    },
    recover: async () => {
      if (killing.last === 'late') await killing.release();
      stage.advance(lead.downFor);
      killing.commits.length = 0; // from here on: the recovery
      seen.clear();
      await stage.revive({ alone: !lead.amongOthers });
      time();
    },
    release: async () => {
      const own = [...held];
      const before = await Promise.all(own.map(({ tenant, one }) => countOf(stage, tenant, one.held)));
      stage.release();
      await until('the held calls to be worked on', async () => {
        const after = await Promise.all(own.map(({ tenant, one }) => countOf(stage, tenant, one.held)));
        return after.every((count, index) => count > before[index]!);
      });
    },
    reached: (part) =>
      waiting.length === 0 &&
      killing.kills === lead.kills.length &&
      (!lead.kills.some(isHeld) || held.has(part)),
    disarm: () => {
      stage.proxy.onCommit = () => undefined;
      stage.onHolding = () => undefined;
      for (const timer of timers) clearTimeout(timer);
    },
  };
  const time = () => {
    const [kill] = waiting;
    if (kill?.at !== 'after-ms') return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      killing.strike();
    }, kill.ms);
    timers.add(timer);
  };

  stage.proxy.onCommit = (moment, commit) => {
    if (moment === 'after') killing.commits.push(commit);
    const [kill] = waiting;
    if (!kill || !('label' in kill) || kill.at !== moment || stage.killed()) return;
    if (!fits(kill.label, commit.label)) return;
    const times = (seen.get(kill.label) ?? 0) + 1;
    seen.set(kill.label, times);
    if (times === kill.nth) killing.strike();
  };
  stage.onHolding = () => {
    holding += 1;
  };
  const first = lead.kills.find(isHeld);
  if (first) for (const part of parts) await hold(stage, part, first.at);
  watch = watchFor(GATHERED_AFTER_MS);
  time();
  return killing;
}

const isHeld = (kill: Kill): kill is { at: Held } =>
  ['left', 'late', 'very-late', 'accepted'].includes(kill.at);

/** A label that ends in `*` is a prefix, one that begins with `~` an event; the heartbeats of other nodes do not count. */
function fits(wanted: string, label: string): boolean {
  if (wanted.startsWith('~')) return label.split('+').includes(wanted.slice(1));
  if (!wanted.endsWith('*')) return label === wanted;
  return label !== 'effects.rescue' && label.startsWith(wanted.slice(0, -1));
}

/** Faults that hold a call for longer than any case takes. */
async function hold(stage: Stage, { tenant, one }: Part, at: Held): Promise<void> {
  const { held } = one;
  if (!held) throw new Error(`${one.row.name} ${one.column}: no call to hold`);
  const of = whose(tenant, held);
  if (held.nth > 1) await stage.fault({ kind: 'slow', ...of, delayMs: 0, times: held.nth - 1 });
  await stage.fault({ kind: at === 'accepted' ? 'slow' : 'held', ...of, delayMs: HELD_MS, times: 1 });
}

const isHoldOf = (fault: Fault, part: Part) =>
  fault.delayMs === HELD_MS && part.one.held !== null && isOf(fault, part, part.one.held);

async function callsOf(stage: Stage, tenant: Tenant): Promise<Call[]> {
  const calls = await stage.calls(tenant);
  return calls.map(({ call, account }, index) => ({
    call,
    nth: calls.slice(0, index + 1).filter((other) => other.call === call).length,
    anonymous: account === null,
  }));
}

async function countOf(stage: Stage, tenant: Tenant, held: Call | null): Promise<number> {
  return (await stage.calls(tenant)).filter(({ call }) => call === held?.call).length;
}

/** Like a careful client: repeats the Idempotency-Key until there is a response. */
async function create(stage: Stage, part: Part, scheduledAt: number, twin = ''): Promise<void> {
  const { one, tenant } = part;
  const { row } = one;
  const body = {
    content: textsOf(tenant, row)[0],
    accountIds: [tenant.account.id],
    media: one.textOnly ? [] : row.media.map((name) => `${stage.sandboxUrl}/samples/${name}`),
    ...(row.parts !== undefined && {
      thread: textsOf(tenant, row)
        .slice(1)
        .map((content) => ({ content })),
    }),
    ...(row.comment && { firstComment: `A comment once (${tenant.id})` }),
    ...(one.textOnly ? {} : row.options?.(tenant.name)),
    ...(one.scheduled ? { scheduledAt: new Date(scheduledAt).toISOString() } : { publishNow: true }),
  };
  part.postId = await until('an answer to the request', async () => {
    if (stage.killed()) return null;
    const key = `${tenant.id}${twin}`;
    const answer = row.byTool
      ? await stage.callTool(tenant, 'create_post', { ...body, idempotencyKey: key })
      : await stage.call(tenant, 'POST', '/v1/posts', body, key);
    // in progress: the transaction of the killed service is being rolled back
    if (answer === null || answer.body?.code === 'idempotency_in_progress') return null;
    const { post } = answer.body as { post?: { id: string } };
    if (!post) throw new Error(`the post is refused: ${JSON.stringify(answer)}`);
    return post.id;
  });
}

/** The words of the post, part by part. */
const textsOf = ({ id }: Tenant, { parts = 1 }: Case['row']): string[] =>
  Array.from({ length: parts }, (_, index) =>
    index === 0 ? `Once, whatever happens (${id})` : `And part ${index + 1} once (${id})`,
  );

async function untilRest(stage: Stage, tenants: Tenant[], stuckAfterMs: number): Promise<void> {
  const watch = watchFor(stuckAfterMs);
  for (;;) {
    const { state, progress } = await lookAtRest(stage, tenants);
    if (state === 'rest') return;
    if (typeof state === 'number') await letPass(stage, tenants, state);
    if (watch(progress)) throw new Error(`stuck: ${await whatIsLeft(stage, tenants)}`);
    await pause(LOOK_MS);
  }
}

/** All wait: for a person who connects an account again, or for time to pass. */
export async function letPass(stage: Stage, tenants: Tenant[], waitMs: number): Promise<void> {
  const ids = tenants.map(({ id }) => id);
  const broken = await stage.sql<{ id: string }[]>`
    select a.id from accounts a join account_states s on s.account_id = a.id
    where a.workspace_id = any(${ids}::text[]) and s.status = 'needs_reconnect'`;
  const asked = tenants.filter(({ account }) => broken.some(({ id }) => id === account.id));
  const willing = asked.filter(({ account }) => !account.reconnected);
  if (willing.length === 0) stage.advance(waitMs);
  for (const tenant of willing) await stage.reconnect(tenant);
}

/** @returns whether a number has not changed for too long */
export function watchFor(ms: number): (progress: number) => boolean {
  let seen = Number.NaN;
  let since = Date.now();
  return (progress) => {
    if (progress !== seen) since = Date.now();
    seen = progress;
    return Date.now() - since > ms;
  };
}

/** At rest, working, or waiting, and then for how many ms. One query, so that its numbers belong together. */
export async function lookAtRest(
  { sql, now }: Stage,
  tenants: Tenant[],
): Promise<{ state: 'rest' | 'work' | number; progress: number }> {
  const ids = tenants.map(({ id }) => id);
  // queues of private replies belong to no workspace, and what a tenant waits for may be theirs alone
  const queues = tenants.map(({ account }) =>
    queueIdOf({ platform: account.row.network, remoteId: account.remoteId }),
  );
  const [found] = await sql<{ effects: number; mail: number; dueAt: number | null; progress: number }[]>`
    select (select count(*)::int from effects where workspace_id = any(${ids}::text[]) or actor_id = any(${queues}::text[])) as effects,
      (select sum(seq)::int from actors where workspace_id = any(${ids}::text[]) or id = any(${queues}::text[])) as progress,
      count(*)::int as mail, (extract(epoch from min(due_at)) * 1000)::float8 as "dueAt"
    from mailbox where (workspace_id = any(${ids}::text[]) or actor_id = any(${queues}::text[]))
      and (timer is null or timer not like all (${ENDLESS_TIMERS}::text[]))
  `;
  const { effects, mail, dueAt, progress } = found!;
  if (effects > 0) return { state: 'work', progress };
  if (mail === 0) return { state: 'rest', progress };
  const waitMs = (dueAt ?? 0) - now();
  return { state: waitMs > 0 ? waitMs : 'work', progress };
}

export async function whatIsLeft({ sql, killed }: Stage, tenants: Tenant[]): Promise<string> {
  const ids = tenants.map(({ id }) => id);
  const effects = await sql`
    select actor_id, type, tries, started_at, node_id from effects where workspace_id = any(${ids}::text[]) limit 5`;
  const mail = await sql`
    select actor_id, due_at, timer, event from mailbox where workspace_id = any(${ids}::text[]) limit 5`;
  return JSON.stringify({ serviceIsDown: killed(), effects, mail });
}

/** A few at a time. Returns results in the order of the items. */
export async function sideBySide<Item, Answer>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++)
      answers[index] = await work(items[index]!, index);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  return answers;
}
