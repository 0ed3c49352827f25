/**
 * Automations of direct messages under one seed, over the real service and the sandbox: random automations, and people who
 * write, tap, open links, react, send photos, follow, block, and say "stop" and "start". The team answers by hand and marks
 * conversations as done; automations are paused, edited and stopped; calls fail in every way; webhooks are held back,
 * repeated and reversed; the service is cut off and started again. When all has come to rest, the promises are checked
 * (docs/contract.md, DM automations).
 */
import { deepStrictEqual, fail, ok, strictEqual } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Act, MessageView, PersonView } from '../../simulators/people.ts';
import type { Fault } from '../../simulators/simulator.ts';
import { countersIn, countLog, sumRuns } from '../automations/counters.ts';
import { Random } from '../support/random.ts';
import type { Answer, RunningService } from '../support/service.ts';
import { readUnderWay } from './under-way.ts';
import type { BodyOf, Read } from '../support/typed-calls.ts';

type Run = Read<'listDmRuns'>['runs'][number];

const MOVES = 50;
const PLACE = { network: 'instagram' };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Runs of another seed are older than what this one looks at. */
const APART_MS = 2 * DAY;
/** Time between two moves. */
const MOVE_MS = 100;
/** What had left for the network when a run ended arrives within this. No wait of the service is as short. */
const SLACK_MS = 5 * SECOND;
/** Longer than the pauses of the simulated webhooks between two tries. */
const LONGEST_HOP_MS = HOUR;
/** As contract.md has it. */
const MAX_RUNS_AN_HOUR = 10;

const FAULTS: Partial<Fault>[] = [
  { kind: 'status', status: 429 },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 400 },
  // the window is closed, and the account may send nothing for now
  { kind: 'status', status: 400, code: 10, subcode: 2_534_022 },
  { kind: 'status', status: 400, code: 200, subcode: 2_534_041 },
  { kind: 'error_after_accept', status: 503 },
  { kind: 'lost_answer' },
  { kind: 'cut' },
  { kind: 'no_id' },
];
const TEXTS = [
  'price',
  'The price please!',
  'price?',
  'guide',
  'Guide!',
  'Yes',
  'no!',
  'more',
  'hello',
  'thanks 🙏',
];
/** How time goes by, ms: a day ends every flow, so it is rare. */
const HOPS = [SECOND, 10 * SECOND, MINUTE, MINUTE, 30 * MINUTE, 30 * MINUTE, 6 * HOUR, 23 * HOUR];
const LABELS = ['Yes', 'No', 'More'];
const PEOPLE_AGENT = 'Mozilla/5.0 (iPhone) AppleWebKit Instagram 300.0';

/** What a person may do who has blocked the account; the rest they do after taking that back. */
const FREE: ReadonlySet<Act['kind']> = new Set(['block', 'unblock', 'follow', 'unfollow', 'human']);

/** How often each is drawn. */
const WEIGHTS = {
  say: 14,
  tap: 8,
  click: 3,
  react: 1,
  photo: 1,
  follow: 1,
  stop: 1,
  start: 3,
  human: 1,
  done: 4,
  block: 1,
  fault: 3,
  manner: 2,
  time: 5,
  change: 2,
  restart: 1,
};
type Move = keyof typeof WEIGHTS;
const MOVE_NAMES = Object.entries(WEIGHTS).flatMap(([move, weight]) =>
  Array.from({ length: weight }, () => move as Move),
);

interface MadeAutomation {
  id: string;
  /** What its messages begin with: no other automation's do. */
  mark: string;
}

/** A time in which a person gets nothing from automations, epoch ms of the service's clock. */
interface Silence {
  person: string;
  why: string;
  from: number;
  /** null: to the end. */
  to: number | null;
}

export interface FlowsReport {
  runs: number;
  messages: number;
  faults: number;
  restarts: number;
  /** Runs by how they ended. */
  ended: { [reason: string]: number };
}

/** @throws Error (of assert) with the moves, when a promise is broken */
export async function simulateFlows(
  world: { running: RunningService; accountId: string },
  seed: number,
): Promise<FlowsReport> {
  const run = new FlowsSimulation(world, seed);
  try {
    return await run.toTheEnd();
  } catch (cause) {
    throw new Error(`seed ${seed}: ${String(cause)}\n  ${run.trace.join('\n  ')}`, { cause });
  }
}

class FlowsSimulation {
  readonly trace: string[] = [];
  readonly #running: RunningService;
  readonly #accountId: string;
  readonly #random: Random;
  readonly #seed: number;
  readonly #people: string[];
  /** The network's ids of those who did something, by name. */
  readonly #ids = new Map<string, string>();
  readonly #automations: MadeAutomation[] = [];
  readonly #silences: Silence[] = [];
  /** When time went by at once, epoch ms. */
  readonly #jumps: { from: number; to: number }[] = [];
  /** In half of the seeds nobody changes automations or restarts the service. */
  readonly #isCalm: boolean;
  #words = 0;
  #faults = 0;
  #restarts = 0;

  constructor({ running, accountId }: { running: RunningService; accountId: string }, seed: number) {
    this.#running = running;
    this.#accountId = accountId;
    this.#random = new Random(seed);
    this.#seed = seed;
    this.#people = ['ann', 'ben', 'carl'].map((name) => `${name}-${seed}`);
    this.#isCalm = this.#random.happens(0.5);
  }

  async toTheEnd(): Promise<FlowsReport> {
    this.#running.advance(APART_MS);
    await this.#make({ type: 'keyword', keywords: ['price'] });
    if (this.#random.happens(0.6)) await this.#make({ type: 'keyword', keywords: ['guide'], match: 'exact' });
    if (this.#random.happens(0.7)) await this.#make({ type: 'any_message' });
    for (let move = 0; move < MOVES; move += 1) {
      await this.#move();
      await this.#checkOneRunEach();
      this.#running.advance(MOVE_MS);
    }
    await this.#comeToRest();
    const report = await this.#check();
    for (const { id } of this.#automations) await this.#call('DELETE', `/v1/dm-automations/${id}`);
    return report;
  }

  get #sandbox() {
    return this.#running.sandbox.sandbox;
  }

  #now(): number {
    return this.#running.service.context.clock();
  }

  async #call<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    body?: object,
  ): Promise<BodyOf<Method, Path>> {
    const answer = await this.#running.call(method, path, body);
    strictEqual(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  // automations

  async #make(trigger: object): Promise<void> {
    const mark = `[${this.#seed}.${this.#automations.length + 1}]`;
    const { automation } = await this.#call('POST', '/v1/dm-automations', {
      accountId: this.#accountId,
      trigger,
      steps: this.#stepsOf(mark),
      reentry: this.#random.pick(['once', 'always', 'always', 'always']),
      cooldownHours: this.#random.pick([0, 0, 0, 6]),
    });
    this.trace.push(
      `automation ${mark} ${automation.id}: ${JSON.stringify({ trigger, steps: automation.steps })}`,
    );
    this.#automations.push({ id: automation.id, mark });
  }

  #stepsOf(mark: string): object[] {
    let count = 0;
    const message = (more: object = {}) => ({
      type: 'message',
      text: `${mark} ${(count += 1)} for {username}`,
      ...more,
    });
    const list = (depth: number, hasLink: boolean): object[] => {
      const steps: object[] = [];
      let linked = hasLink;
      const length = (depth === 2 ? 1 : 0) + this.#random.below(2);
      for (let index = 0; index < length; index += 1) {
        const kind = this.#random.pick(['message', 'message', 'link', 'wait'] as const);
        if (kind === 'wait') steps.push({ type: 'wait', minutes: this.#random.pick([1, 30, 1_380]) });
        else if (kind === 'message') steps.push(message());
        else {
          steps.push(message({ button: { title: 'Open', url: 'https://example.org/shop' } }));
          linked = true;
        }
      }
      if (depth === 0) return steps;
      const within = this.#random.happens(0.5) ? { withinMinutes: this.#random.pick([1, 60, 1_380]) } : {};
      const branches = () => ({ yes: list(depth - 1, linked), no: list(depth - 1, linked) });
      const last = this.#random.pick([
        'choices',
        'choices',
        'replied',
        'keyword',
        'clicked',
        'follows',
        'handoff',
        'none',
      ]);
      if (last === 'choices') {
        const labels = LABELS.slice(0, 1 + this.#random.below(LABELS.length));
        steps.push(message({ choices: labels.map((label) => ({ label, steps: list(depth - 1, linked) })) }));
      } else if (last === 'handoff') steps.push({ type: 'handoff' });
      else if (last === 'follows') steps.push({ type: 'condition', check: 'follows', ...branches() });
      else if (last === 'keyword')
        steps.push({
          type: 'condition',
          check: 'keyword',
          keywords: ['yes', 'guide'],
          ...within,
          ...branches(),
        });
      else if (last === 'replied' || (last === 'clicked' && linked))
        steps.push({ type: 'condition', check: last, ...within, ...branches() });
      return steps;
    };
    const steps = list(2, false);
    return steps.length > 0 ? steps : [message()];
  }

  async #change(): Promise<void> {
    const { id, mark } = this.#random.pick(this.#automations);
    const path = `/v1/dm-automations/${id}`;
    const what = this.#random.pick(['pause', 'resume', 'edit', 'publish', 'stop'] as const);
    this.trace.push(`${what} ${mark}`);
    if (what === 'stop') {
      const { runs } = await this.#call('GET', `${path}/runs?limit=1`);
      if (runs[0]) await this.#call('POST', `/v1/dm-runs/${runs[0].id}/stop`, {});
    } else if (what === 'publish') {
      await this.#call('PUT', `${path}/draft`, { steps: this.#stepsOf(mark) });
      await this.#call('POST', `${path}/publish`, {});
    } else {
      const body = what === 'edit' ? { steps: this.#stepsOf(mark) } : { active: what === 'resume' };
      await this.#call('PATCH', path, body);
    }
  }

  // moves

  async #move(): Promise<void> {
    const person = this.#random.pick(this.#people);
    const move = this.#random.pick(MOVE_NAMES);
    switch (move) {
      case 'say':
        return this.#act(person, { kind: 'say', text: this.#random.pick(TEXTS), replyTo: null });
      case 'tap': {
        const label = this.#random.pick(this.#received(person).at(-1)?.choices ?? ['']);
        return label === '' || label === undefined ? undefined : this.#act(person, { kind: 'tap', label });
      }
      case 'click':
        return this.#click(person);
      case 'react':
        return this.#received(person).length === 0
          ? undefined
          : this.#act(person, { kind: 'react', messageId: null, emoji: '❤' });
      case 'photo':
        return this.#act(person, { kind: 'send', type: 'image', url: null });
      case 'follow':
        return this.#act(person, { kind: this.#random.pick(['follow', 'unfollow'] as const) });
      case 'block':
        return this.#act(person, { kind: this.#random.pick(['block', 'unblock', 'unblock'] as const) });
      case 'stop':
      case 'start':
        return this.#consent(person, move);
      case 'human':
        return this.#human(person);
      case 'done':
        return this.#done(person);
      case 'fault':
        return this.#fail();
      case 'manner':
        return this.#mind();
      case 'time':
        return this.#hop(this.#random.pick(HOPS));
      case 'change':
        return this.#isCalm ? undefined : this.#change();
      case 'restart':
        return this.#isCalm ? undefined : this.#restart();
      default:
        move satisfies never;
    }
  }

  #act(person: string, act: Act): void {
    if (this.#seen(person)?.person.blocked && !FREE.has(act.kind)) this.#act(person, { kind: 'unblock' });
    this.trace.push(`${person}: ${JSON.stringify(act)}`);
    this.#ids.set(person, this.#sandbox.people.act(PLACE, { username: person }, act).person.id);
  }

  async #click(person: string): Promise<void> {
    const links = this.#received(person).flatMap(({ buttons }) => buttons.flatMap(({ url }) => url ?? []));
    if (links.length === 0) return;
    const url = this.#random.pick(links);
    this.trace.push(`${person} opens ${url}`);
    const answer = await fetch(url, { redirect: 'manual', headers: { 'user-agent': PEOPLE_AGENT } });
    strictEqual(answer.headers.get('location'), 'https://example.org/shop');
  }

  async #consent(person: string, word: 'stop' | 'start'): Promise<void> {
    const open = this.#silences.find((one) => one.person === person && one.why === 'STOP' && one.to === null);
    if ((word === 'stop') === (open !== undefined)) return;
    if (open) open.to = this.#now();
    const found = await this.#conversationOf(person);
    const bySwitch = found !== null && this.#random.happens(0.5);
    this.trace.push(`${person}: ${word}${bySwitch ? ' by the switch' : ''}`);
    if (bySwitch) await this.#call('POST', `/v1/inbox/${found.id}/opted-out`, { optedOut: word === 'stop' });
    else {
      await this.#settleWebhooks();
      this.#act(person, { kind: 'say', text: word, replyTo: null });
    }
    const isDone = async () => {
      const now = await this.#conversationOf(person);
      return now !== null && (now.optedOutAt !== null) === (word === 'stop');
    };
    await this.#until(isDone, word);
    if (word === 'stop') this.#silences.push({ person, why: 'STOP', from: this.#now(), to: null });
  }

  /** Somebody of the team answers: over the API, or in the network's own app. */
  async #human(person: string): Promise<void> {
    const found = await this.#conversationOf(person);
    if (!found) return;
    this.#words += 1;
    const message = `By hand, ${this.#words} of ${this.#seed}`;
    if (this.#random.happens(0.5)) {
      this.trace.push(`${person} is answered`);
      let answer: Answer | null = null;
      const asked = this.#running.call('POST', `/v1/inbox/${found.id}/messages`, { message });
      while ((answer ??= await Promise.race([asked, pause(20).then(() => null)])) === null)
        await this.#hop(10 * SECOND);
      this.trace.push(`answered ${answer.status}`);
      if (answer.status === 409) return; // the window is closed
    } else {
      this.trace.push(`${person} is answered in the network's own app`);
      await this.#settleWebhooks();
      await this.#hop(11 * SECOND); // sooner it would be a machine's
      this.#act(person, { kind: 'human', text: message });
    }
    const isPaused = async () =>
      Date.parse((await this.#conversationOf(person))?.pausedUntil ?? '') > this.#now();
    await this.#until(isPaused, 'the pause');
    const to = Date.parse((await this.#conversationOf(person))!.pausedUntil!);
    this.#silences.push({ person, why: 'an answer by hand', from: this.#now(), to });
  }

  async #done(person: string): Promise<void> {
    const found = await this.#conversationOf(person);
    if (!found) return;
    await this.#quiet(); // a hand-over that is under way comes first
    this.trace.push(`${person} is done`);
    const open = this.#silences.find(
      (one) => one.person === person && one.why === 'handoff' && one.to === null,
    );
    if (open) open.to = this.#now();
    await this.#call('POST', `/v1/inbox/${found.id}/done`, {});
  }

  #fail(): void {
    const fault = { ...this.#random.pick(FAULTS), network: 'instagram', times: 1 } as Fault;
    const call = this.#random.pick(['messages', 'messages', 'messages', 'node']);
    this.trace.push(`fault ${JSON.stringify(fault)} at ${call}`);
    this.#sandbox.faults.add({ ...fault, call });
    this.#faults += 1;
  }

  #mind(): void {
    const flip = () => this.#random.happens(0.5);
    const batch = this.#random.pick([1, 3, 1000]);
    const manner = { hold: flip(), twice: flip(), reversed: flip(), echoFirst: flip(), batch };
    this.trace.push(JSON.stringify(manner));
    this.#sandbox.webhooks.change('instagram', manner);
  }

  async #restart(): Promise<void> {
    this.trace.push('restart');
    this.#restarts += 1;
    await this.#running.restart();
  }

  // what is waited for

  /** The network sends what it held, in order. */
  async #settleWebhooks(): Promise<void> {
    const usual = { hold: false, twice: false, reversed: false, echoFirst: false, batch: 1 };
    this.#sandbox.webhooks.change('instagram', usual);
    await this.#until(async () => {
      const [row] = await this.#running.service.sql`select from inbound where done_at is null limit 1`;
      return row === undefined && this.#sandbox.webhooks.waiting('instagram') === 0;
    }, 'the events');
  }

  /** Nothing is under way at the network, and no turn is being taken. */
  async #quiet(): Promise<void> {
    for (const deadline = Date.now() + 60_000; ;) {
      const busy = await this.#running.service.sql`
        (select type as what from effects limit 1) union all
        (select state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and state in ('active', 'idle in transaction') limit 1)`;
      if (busy.length === 0) return;
      if (Date.now() >= deadline)
        fail(`this does not end: ${JSON.stringify({ busy, ...(await this.#underWay()) })}`);
      await pause(5);
    }
  }

  /** Time goes by. A call that is under way ends before, so that the network's time of its message is that of the call. */
  async #hop(ms: number): Promise<void> {
    await this.#quiet();
    await this.#noteHandoffs();
    this.trace.push(`+${ms / SECOND} s`);
    this.#jumps.push({ from: this.#now(), to: this.#now() + ms });
    this.#running.advance(ms);
    await pause(5);
  }

  async #until(look: () => Promise<boolean>, what: string): Promise<void> {
    for (const deadline = Date.now() + 60_000; !(await look());) {
      if (Date.now() >= deadline) fail(`${what} did not come: ${JSON.stringify(await this.#underWay())}`);
      await this.#quiet();
      this.#running.advance(SECOND); // what failed is tried again after a while
      await pause(10);
    }
  }

  /** From a hand-over on, until it is done, automations say nothing. */
  async #noteHandoffs(): Promise<void> {
    for (const person of this.#people) {
      const found = await this.#conversationOf(person);
      const isOpen = this.#silences.some(
        (one) => one.person === person && one.why === 'handoff' && one.to === null,
      );
      if (found?.flagged && !isOpen)
        this.#silences.push({ person, why: 'handoff', from: this.#now(), to: null });
    }
  }

  async #comeToRest(): Promise<void> {
    this.trace.push('come to rest');
    for (const deadline = Date.now() + 120_000; ;) {
      await this.#settleWebhooks();
      const { sql } = this.#running.service;
      const [left] = await sql<{ effects: number; open: number; dueAt: number | null }[]>`
        select (select count(*)::int from effects) as effects,
          (select count(*)::int from actors where kind = 'dm_run' and status <> 'done') as open,
          (select (extract(epoch from min(due_at)) * 1000)::float8 from mailbox m join actors a on a.id = m.actor_id
            where a.kind in ('dm_run', 'message_send')) as "dueAt"`;
      const { effects, open, dueAt } = left!;
      if (effects + open === 0 && dueAt === null) break;
      if (Date.now() >= deadline)
        fail(`it does not come to rest: ${JSON.stringify({ ...left, ...(await this.#underWay()) })}`);
      if (effects === 0 && dueAt !== null && dueAt > this.#now())
        await this.#hop(Math.min(Math.ceil(dueAt - this.#now()), LONGEST_HOP_MS));
      await pause(10);
    }
    await this.#noteHandoffs();
    this.#sandbox.faults.clear();
  }

  /** What is under way, for the reader of a failure. */
  async #underWay(): Promise<object> {
    const { sql, context } = this.#running.service;
    return {
      now: new Date(this.#now()).toISOString(),
      ...(await readUnderWay(sql, ['dm_run', 'message_send'])),
      waiting: this.#sandbox.webhooks.waiting('instagram'),
      pending: context.node.pendingEffects,
    };
  }

  async #conversationOf(person: string): Promise<{
    id: string;
    optedOutAt: string | null;
    pausedUntil: string | null;
    flagged: object | null;
  } | null> {
    const { conversations } = await this.#call('GET', '/v1/inbox?limit=100');
    return conversations.find(({ contact }) => contact.id === this.#ids.get(person)) ?? null;
  }

  #seen(person: string): PersonView | null {
    return this.#ids.has(person) ? this.#sandbox.people.view(PLACE, person) : null;
  }

  /** What a person got from automations of this seed, oldest first. */
  #received(person: string): MessageView[] {
    return (this.#seen(person)?.messages ?? []).filter(
      ({ byAccount, text }) => byAccount && text.startsWith(`[${this.#seed}.`),
    );
  }

  // promises

  async #checkOneRunEach(): Promise<void> {
    const twice = await this.#running.service.sql`
      select parent_id from actors where kind = 'dm_run' and status <> 'done' group by parent_id having count(*) > 1`;
    strictEqual(twice.length, 0, 'somebody is in two flows');
  }

  async #check(): Promise<FlowsReport> {
    const parked = await this.#running.service.sql`select id from actors where status = 'needs_attention'`;
    deepStrictEqual([...parked], [], 'actors are parked');
    const report: FlowsReport = {
      runs: 0,
      messages: 0,
      faults: this.#faults,
      restarts: this.#restarts,
      ended: {},
    };
    const all: Run[] = [];
    for (const made of this.#automations) {
      const { runs } = await this.#call('GET', `/v1/dm-automations/${made.id}/runs?limit=100`);
      ok(runs.length < 100, 'more runs than one page has');
      await this.#checkStats(made, runs);
      for (const run of runs) report.ended[run.reason] = (report.ended[run.reason] ?? 0) + 1;
      all.push(...runs);
    }
    report.runs = all.length;
    for (const person of this.#people) {
      const own = all.filter(({ contact }) => contact.id === this.#ids.get(person));
      this.#checkTurns(person, own);
      const received = this.#received(person);
      report.messages += received.length;
      this.#checkSilences(person, received);
      await this.#checkMessages(person, own, received);
    }
    return report;
  }

  /** One after the other, and no more of them than two bots may have. */
  #checkTurns(person: string, runs: readonly Run[]): void {
    const inOrder = runs.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
    for (const [index, run] of inOrder.entries()) {
      const next = inOrder[index + 1];
      ok(run.endedAt !== null, `a run of ${person} has not ended`);
      ok(
        !next || this.#laterThan(Date.parse(next.startedAt)) > Date.parse(run.endedAt) - SLACK_MS,
        `two runs of ${person} at once: ${run.id} until ${run.endedAt}, ${next?.id} from ${next?.startedAt}`,
      );
      const tooMany = inOrder[index + MAX_RUNS_AN_HOUR + 1];
      ok(
        !tooMany || Date.parse(tooMany.startedAt) - Date.parse(run.startedAt) > HOUR,
        `${person} began more than ${MAX_RUNS_AN_HOUR} runs within an hour`,
      );
    }
  }

  /**
   * A turn has the time at which it began to wait for its locks.
   * @returns when such a turn may have been committed at the latest, but for the slack: time may have gone by meanwhile
   */
  #laterThan(at: number): number {
    const jump = this.#jumps.find(({ from }) => from >= at && from < at + SLACK_MS);
    return jump ? Math.max(at, jump.to) : at;
  }

  #checkSilences(person: string, received: readonly MessageView[]): void {
    for (const { why, from, to } of this.#silences.filter((one) => one.person === person)) {
      const broken = received.find(({ at }) => {
        const time = Date.parse(at);
        return time > from + SLACK_MS && time < (to ?? Infinity);
      });
      strictEqual(
        broken,
        undefined,
        `${person} got "${broken?.text}" at ${broken?.at}, in the silence after ${why} from ${new Date(from).toISOString()}`,
      );
    }
  }

  /** Each step says its message once, in the order of the log, and nothing is sent after the end. */
  async #checkMessages(
    person: string,
    runs: readonly Run[],
    received: readonly MessageView[],
  ): Promise<void> {
    const rows = await this.#running.service.sql<
      { runId: string; stepId: string; networkId: string | null; text: string; state: string }[]
    >`
      select m.details #>> '{step,runId}' as "runId", m.details #>> '{step,stepId}' as "stepId",
        m.network_id as "networkId", m.text, a.shown as state
      from direct_messages m join actors a on a.id = m.id
      where m.details #>> '{step,runId}' = any(${runs.map(({ id }) => id)}::text[])`;
    const count = (text: string, ...states: string[]) =>
      rows.filter((row) => row.text === text && states.includes(row.state)).length;
    for (const text of new Set([...rows.map((row) => row.text), ...received.map((one) => one.text)])) {
      const there = received.filter((one) => one.text === text).length;
      const [sent, unknown] = [count(text, 'sent'), count(text, 'unknown')];
      ok(
        there >= sent && there <= sent + unknown,
        `${person} has "${text}" ${there} times; ${sent} were sent, and ${unknown} perhaps`,
      );
    }
    const byId = new Map(received.map((one) => [one.id, one]));
    for (const run of runs) {
      const told = JSON.stringify(run);
      const own = rows.filter(({ runId }) => runId === run.id);
      for (const [index, { stepId, type }] of run.steps.entries()) {
        const said = own.filter((row) => row.stepId === stepId && row.state !== 'failed');
        const isLast = index === run.steps.length - 1;
        ok(said.length <= 1, `the step ${stepId} spoke ${said.length} times: ${told}`);
        if (type !== 'message') strictEqual(said.length, 0, told);
        else if (!isLast)
          strictEqual(said.length, 1, `the step ${stepId} was passed without its message: ${told}`);
      }
      ok(
        own.every(({ stepId }) => run.steps.some((step) => step.stepId === stepId)),
        told,
      );
      for (const { networkId } of own) {
        const at = byId.get(networkId ?? '')?.at;
        ok(
          at === undefined || Date.parse(at) <= Date.parse(run.endedAt) + SLACK_MS,
          `a message was sent at ${at}, after the end of its run: ${told}`,
        );
      }
    }
  }

  /** The counters of an automation are the sums of its log. */
  async #checkStats({ id, mark }: MadeAutomation, runs: readonly Run[]): Promise<void> {
    const { automation } = await this.#call('GET', `/v1/dm-automations/${id}`);
    const { started, completed, handedOff } = automation.stats;
    deepStrictEqual({ started, completed, handedOff }, sumRuns(runs), `stats of ${mark}`);
    const stats = await this.#call('GET', `/v1/dm-automations/${id}/stats`);
    const logged = await countLog(this.#running.service.sql, runs);
    deepStrictEqual(countersIn(stats), logged, `counters of ${mark} beside its log`);
  }
}
