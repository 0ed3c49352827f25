/** Plays one case (or many that do not disturb each other) to its rest and hands it to the checks. */
import { setTimeout as pause } from 'node:timers/promises';
import { holdingFaults, type Case, type Course, type Kill } from './cases.ts';
import { check, type Found } from './check.ts';
import type { Row } from './rows.ts';
import { type Stage, type Tenant, until } from './stage.ts';

export interface Played {
  found: Found;
  course: Course;
  /** Kills that took place. */
  kills: number;
  /** Every kill found its point. */
  reached: boolean;
}

/** Nothing moves for so long: it is stuck. Retries and looks pass at once, by the stage's clock. */
const STUCK_AFTER_MS = 60_000;
const LOOK_MS = 15;
const HOUR = 3_600_000;

/**
 * Plays a case with kills.
 * @param accounts the rows its post goes to
 */
export async function play(stage: Stage, one: Case, accounts: readonly Row[] = [one.row]): Promise<Played> {
  await stage.revive();
  const tenant = await stage.tenant(accounts);
  const course: Course = { commits: [], calls: [] };
  const waiting = [...one.kills];
  let kills = 0;
  let last: Kill | null = null;
  const strike = (kill: Kill) => {
    if (stage.killed()) return;
    kills += 1;
    last = kill;
    stage.kill();
  };
  for (const fault of one.faults) await addFault(stage, tenant, fault);
  const disarm = await arm(stage, tenant, waiting, strike, course);
  const created = create(stage, tenant, one);
  let isCreated = false;
  created.then(
    () => (isCreated = true),
    () => (isCreated = true),
  );

  const watch = watchFor(STUCK_AFTER_MS);
  for (;;) {
    if (stage.killed()) {
      const at = (last as Kill | null)?.at;
      if (at === 'late') await releaseAll(stage, tenant);
      if (one.downFor !== undefined) stage.advance(one.downFor);
      if (waiting.length === 0) course.commits = []; // from here on: the recovery
      await stage.revive({ alone: one.amongOthers !== true });
    } else if (isCreated) {
      await created;
      const { state, progress } = await lookAtRest(stage, [tenant]);
      if (state === 'rest' && !stage.killed()) break;
      if (typeof state === 'number') stage.advance(state);
      if (watch(progress + kills)) {
        disarm();
        throw new Error(`stuck: ${await whatIsLeft(stage, [tenant])}`);
      }
    }
    await pause(LOOK_MS);
  }
  disarm();
  if ((last as Kill | null)?.at === 'very-late') await releaseAll(stage, tenant);
  for (const account of tenant.accounts) course.calls.push(...(await stage.calls(account)));
  const found = await check(stage, tenant, one);
  const reached = one.kills.every(({ at }) => at === 'after-ms') || waiting.length === 0;
  return { found, course, kills, reached };
}

/** Plays cases of network faults, all in one life of the service. Answers in the order of the cases. */
export async function playTogether(
  stage: Stage,
  cases: readonly Case[],
  options: { stuckAfterMs?: number } = {},
): Promise<Found[]> {
  await stage.revive();
  const tenants: Tenant[] = [];
  for (const one of cases) {
    const tenant = await stage.tenant([one.row]);
    tenants.push(tenant);
    for (const fault of one.faults) await addFault(stage, tenant, fault);
  }
  await Promise.all(tenants.map((tenant, index) => create(stage, tenant, cases[index]!)));
  await untilRest(stage, tenants, options.stuckAfterMs);
  return Promise.all(tenants.map((tenant, index) => check(stage, tenant, cases[index]!)));
}

/** Every call fails for an hour: the posts fail, and say so. Then the hour is over and a person asks again. */
export async function playBadHour(stage: Stage, cases: readonly Case[]): Promise<Found[]> {
  await stage.revive();
  const begun = stage.now();
  const tenants: Tenant[] = [];
  for (const one of cases) {
    const tenant = await stage.tenant([one.row]);
    tenants.push(tenant);
    for (const fault of one.faults) await addFault(stage, tenant, fault);
  }
  const ids = await Promise.all(tenants.map((tenant, index) => create(stage, tenant, cases[index]!)));
  await untilRest(stage, tenants);
  const first = await Promise.all(
    tenants.map((tenant, index) => check(stage, tenant, { ...cases[index]!, end: 'any' })),
  );
  stage.advance(begun + HOUR - stage.now());
  await stage.control('DELETE', 'faults');
  await Promise.all(
    tenants.map((tenant, index) =>
      stage.call(tenant, 'PATCH', `/v1/posts/${ids[index]}`, { publishNow: true }),
    ),
  );
  await untilRest(stage, tenants);
  const second = await Promise.all(
    tenants.map((tenant, index) => check(stage, tenant, cases[index]!, ['post.failed', 'post.published'])),
  );
  return second.map((found, index) => ({
    ...found,
    breaches: [
      ...first[index]!.breaches.map((breach) => `during the hour: ${breach}`),
      ...(first[index]!.postStatus === 'failed'
        ? []
        : [`${first[index]!.postStatus} while every call failed`]),
      ...found.breaches,
    ],
  }));
}

/** Sets the kills up, one after the other. @returns takes down what is left of them */
async function arm(
  stage: Stage,
  tenant: Tenant,
  waiting: Kill[],
  strike: (kill: Kill) => void,
  course: Course,
): Promise<() => void> {
  const seen = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  const next = () => {
    seen.clear();
    const [kill] = waiting;
    if (kill?.at !== 'after-ms') return;
    timers.add(
      setTimeout(() => {
        waiting.shift();
        strike(kill);
        next();
      }, kill.ms),
    );
  };
  stage.proxy.onCommit = (moment, commit) => {
    const label = `${moment} ${commit.label}`;
    seen.set(label, (seen.get(label) ?? 0) + 1);
    const any = `${moment} any`;
    seen.set(any, (seen.get(any) ?? 0) + 1);
    if (moment === 'after') course.commits.push(commit);
    const [kill] = waiting;
    if (!kill || !('label' in kill) || kill.at !== moment || stage.killed()) return;
    const prefix = kill.label.endsWith('*') ? kill.label.slice(0, -1) : null;
    const fits = prefix === null ? commit.label === kill.label : commit.label.startsWith(prefix);
    if (!fits || (prefix === null && seen.get(label) !== kill.nth)) return;
    waiting.shift();
    strike(kill);
    next();
  };
  let holding = 0;
  stage.onHolding = () => {
    holding += 1;
    const [kill] = waiting;
    if (!kill || !('call' in kill || kill.at === 'all-accepted')) return;
    if (kill.at === 'all-accepted' && holding < tenant.accounts.length) return;
    waiting.shift();
    strike(kill);
    next();
  };
  const [first] = waiting;
  if (first) {
    for (const account of tenant.accounts) {
      for (const fault of holdingFaults(first, account.row))
        await addFault(stage, { ...tenant, accounts: [account] }, fault);
    }
  }
  next();
  return () => {
    stage.proxy.onCommit = () => undefined;
    stage.onHolding = () => undefined;
    for (const timer of timers) clearTimeout(timer);
  };
}

async function addFault(stage: Stage, tenant: Tenant, fault: Case['faults'][number]): Promise<void> {
  for (const { row, remoteId } of tenant.accounts) {
    await stage.fault({ ...fault, network: row.network, account: remoteId });
  }
}

/** Lets the network work on what it holds, and waits until it has. */
async function releaseAll(stage: Stage, tenant: Tenant): Promise<void> {
  const [account] = tenant.accounts;
  const before = (await stage.calls(account!)).length;
  stage.release();
  await until('the held call to be worked on', async () => (await stage.calls(account!)).length > before);
}

/** As a careful client does: the same Idempotency-Key until there is an answer. @returns the post's id */
async function create(stage: Stage, tenant: Tenant, one: Case): Promise<string> {
  const body = {
    content: `Once, whatever happens (${tenant.id})`,
    accountIds: tenant.accounts.map(({ id }) => id),
    media: one.textOnly ? [] : [`${stage.sandboxUrl}/samples/photo.jpg`],
    ...(one.scheduledIn === undefined
      ? { publishNow: true }
      : { scheduledAt: new Date(stage.now() + one.scheduledIn).toISOString() }),
  };
  return until('an answer to the request', async () => {
    if (stage.killed()) return null;
    const answer = await stage.call(tenant, 'POST', '/v1/posts', body, tenant.id);
    if (answer === null || answer.status === 409) return null; // 409: the killed one's transaction is being undone
    const { post } = answer.body as { post?: { id: string } };
    if (!post) throw new Error(`the post is refused: ${JSON.stringify(answer)}`);
    return post.id;
  });
}

async function untilRest(stage: Stage, tenants: Tenant[], stuckAfterMs = STUCK_AFTER_MS): Promise<void> {
  const watch = watchFor(stuckAfterMs);
  for (;;) {
    const { state, progress } = await lookAtRest(stage, tenants);
    if (state === 'rest') return;
    if (typeof state === 'number') stage.advance(state);
    if (watch(progress)) throw new Error(`stuck: ${await whatIsLeft(stage, tenants)}`);
    await pause(LOOK_MS);
  }
}

/** @returns whether a number has not changed for too long */
function watchFor(ms: number): (progress: number) => boolean {
  let seen = Number.NaN;
  let since = Date.now();
  return (progress) => {
    if (progress !== seen) since = Date.now();
    seen = progress;
    return Date.now() - since > ms;
  };
}

/** At rest, at work, or waiting: then for how many ms. One query, so that nothing is between two of its numbers. */
async function lookAtRest(
  { sql, now }: Stage,
  tenants: Tenant[],
): Promise<{ state: 'rest' | 'work' | number; progress: number }> {
  const ids = tenants.map(({ id }) => id);
  const [found] = await sql<{ effects: number; mail: number; dueAt: number | null; progress: number }[]>`
    select (select count(*)::int from effects where workspace_id = any(${ids}::text[])) as effects,
      (select count(*)::int from journal where workspace_id = any(${ids}::text[])) as progress,
      count(*)::int as mail, (extract(epoch from min(due_at)) * 1000)::float8 as "dueAt"
    from mailbox where workspace_id = any(${ids}::text[])
      and (timer is null or timer not like 'xstate.after.%.account.%') -- accounts go on for ever
  `;
  const { effects, mail, dueAt, progress } = found!;
  if (effects > 0) return { state: 'work', progress };
  if (mail === 0) return { state: 'rest', progress };
  const waitMs = (dueAt ?? 0) - now();
  return { state: waitMs > 0 ? waitMs : 'work', progress };
}

async function whatIsLeft({ sql, killed }: Stage, tenants: Tenant[]): Promise<string> {
  const ids = tenants.map(({ id }) => id);
  const effects = await sql`
    select actor_id, type, tries, started_at, node_id from effects where workspace_id = any(${ids}::text[])`;
  const mail = await sql`
    select actor_id, due_at, timer, event from mailbox where workspace_id = any(${ids}::text[])`;
  return JSON.stringify({ serviceIsDown: killed(), effects, mail });
}
