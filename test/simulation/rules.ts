/**
 * Comment-to-DM rules under one seed, over the real service and the sandbox: people comment keywords, words that are nearly
 * keywords and others, change and delete what they wrote, and take no messages at times; the network holds its webhooks
 * back, loses, repeats and reverses them; calls fail in every way; the service is cut off and started again; people say
 * "stop" and "start", or the team does it for them; some are testers, and rules forget people; rules are paused, edited,
 * deleted and made again. When all has come to rest, and a sweep has found what was lost, the
 * promises are checked (docs/contract.md, Comment-to-DM rules).
 */
import { deepStrictEqual, fail, ok, strictEqual } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { MessageView, PersonView } from '../../simulators/people.ts';
import type { Fault } from '../../simulators/simulator.ts';
import { Random } from '../support/random.ts';
import type { Answer, RunningService } from '../support/service.ts';
import { readUnderWay } from './under-way.ts';
import type { Read } from '../support/typed-calls.ts';

type Entry = Read<'listCommentRuleEvents'>['events'][number];

const MOVES = 30;
const PLACE = { network: 'instagram' };
const FAULTS: Fault['kind'][] = ['status', 'error_after_accept', 'lost_answer', 'cut', 'no_id'];
/** 400 is a refusal for good. */
const STATUSES = [400, 429, 500, 503];
const CALLS = ['messages', 'replies/post'];
const STEP_MS = 10_000;
/** While a call waits: a moment of a busy machine must not be an hour of failures, after which Meta ends a subscription. */
const SHORT_STEP_MS = 1_000;
/** How much shorter the pauses of the simulated webhooks are than the network's own. */
const SPEED = 4;
const USUAL = { hold: false, lose: false, twice: false, reversed: false, batch: 1, speed: SPEED };
/** Rules answer comments of the minute before them too: those of another seed are older. */
const APART_MS = 600_000;
/** Longer than the pauses of the simulated webhooks between two tries. */
const LONGEST_STEP_MS = 3_600_000;
/** How often each is drawn. */
const WEIGHTS = {
  comment: 5,
  edit: 1,
  delete: 1,
  manner: 2,
  fault: 3,
  time: 1,
  change: 1,
  'by hand': 1,
  shy: 1,
  stop: 1,
  start: 1,
  restart: 1,
  testers: 1,
  forget: 1,
};
type Move = keyof typeof WEIGHTS;
const MOVE_NAMES = Object.entries(WEIGHTS).flatMap(([move, weight]) =>
  Array.from({ length: weight }, () => move as Move),
);

interface MadeRule {
  id: string;
  /** What its messages begin with: no other rule's do. */
  mark: string;
  keyword: string;
  /** It was active with its first keyword from its beginning until all came to rest. */
  isSteady: boolean;
  isDeleted: boolean;
  /** Who may have its message again, once for each time. */
  forgot: string[];
}

interface Written {
  id: string;
  person: string;
  text: string;
  /** Was edited or deleted since. */
  isChanged: boolean;
  /** Somebody of the team answered it with a message, or tried to. */
  isByHand: boolean;
}

export interface RulesReport {
  comments: number;
  sent: number;
  skipped: number;
  failed: number;
  faults: number;
  restarts: number;
  /** Messages to testers: no stats count them. */
  tests: number;
  forgotten: number;
}

/** A person who wants no messages. */
interface Stopped {
  person: string;
  /** Ids of what they had from the account when nothing was under way any more. */
  had: Set<string>;
}

/** @throws Error (of assert) with the moves, when a promise is broken */
export async function simulateRules(world: RulesWorld, seed: number): Promise<RulesReport> {
  const run = new RulesSimulation(world, seed);
  try {
    return await run.toTheEnd();
  } catch (cause) {
    throw new Error(`seed ${seed}: ${String(cause)}\n  ${run.trace.join('\n  ')}`, { cause });
  }
}

/** A service with an account of instagram that receives, and how the team answers by hand. */
export interface RulesWorld {
  running: RunningService;
  accountId: string;
  /** The post that is commented. */
  mediaId: string;
  /** A call of the dashboard, as a person who is signed in. */
  app(path: string, body: object): Promise<Answer>;
}

class RulesSimulation {
  readonly trace: string[] = [];
  readonly #world: RulesWorld;
  readonly #random: Random;
  readonly #tag: string;
  readonly #people: string[];
  readonly #rules: MadeRule[] = [];
  readonly #written: Written[] = [];
  /** Whether rules are changed in this run; else each match is answered. */
  readonly #isCalm: boolean;
  readonly #stopped: Stopped[] = [];
  /** Who stopped at some time: not each of their matches is answered. */
  readonly #everStopped = new Set<string>();
  /** Handles that are testers at some time: they may have the message of a rule often. */
  readonly #testers = new Set<string>();
  #faults = 0;
  #restarts = 0;
  #losesEvents = false;

  constructor(world: RulesWorld, seed: number) {
    this.#world = world;
    this.#random = new Random(seed);
    this.#tag = `${seed}`;
    this.#people = ['ann', 'ben', 'carl', 'dora'].map((name) => `${name}-${seed}`);
    this.#isCalm = this.#random.happens(0.5);
  }

  async toTheEnd(): Promise<RulesReport> {
    this.#sandbox.webhooks.change('instagram', USUAL);
    this.#running.advance(APART_MS);
    await this.#makeRule('link');
    if (this.#random.happens(0.5)) await this.#makeRule('recipe');
    for (let move = 0; move < MOVES; move += 1) {
      await this.#move();
      this.#running.advance(100); // no two things have the same time
    }
    await this.#comeToRest();
    const report = await this.#check();
    for (const rule of this.#rules) if (!rule.isDeleted) await this.#delete(rule);
    return report;
  }

  get #running() {
    return this.#world.running;
  }

  get #sandbox() {
    return this.#running.sandbox.sandbox;
  }

  async #makeRule(keyword: string): Promise<void> {
    const mark = `Here you are (${this.#tag}, ${this.#rules.length + 1})`;
    const { status, body } = await this.#running.call('POST', '/v1/comment-dm-rules', {
      accountId: this.#world.accountId,
      keywords: [keyword],
      dmText: `${mark} {username}`,
      publicReplies: this.#random.happens(0.7) ? ['Sent!', 'Look into your messages'] : [],
    });
    strictEqual(status, 200, JSON.stringify(body));
    this.trace.push(`rule ${body.rule.id}: ${keyword}`);
    this.#rules.push({ id: body.rule.id, mark, keyword, isSteady: true, isDeleted: false, forgot: [] });
  }

  async #move(): Promise<void> {
    const person = this.#random.pick(this.#people);
    const own = this.#written.filter((one) => one.person === person);
    const move = this.#random.pick(MOVE_NAMES);
    switch (move) {
      case 'comment':
        return this.#comment(person);
      case 'edit':
      case 'delete':
        if (own.length > 0) this.#change(this.#random.pick(own), move);
        return;
      case 'manner':
        return this.#mind();
      case 'fault':
        return this.#fail();
      case 'time':
        this.#running.advance(this.#random.pick([STEP_MS, 60_000, 600_000]));
        return pause(5);
      case 'change':
        return this.#isCalm ? undefined : this.#changeRule(this.#random.pick(this.#rules));
      case 'by hand':
        return own.length === 0 ? undefined : this.#answerByHand(this.#random.pick(own));
      case 'shy': {
        const disallowsMessages = this.#random.happens(0.5);
        this.trace.push(`${person} ${disallowsMessages ? 'takes no messages' : 'takes messages'}`);
        const living = this.#seen(person)?.comments.find(({ deleted }) => !deleted);
        if (living) {
          const like = { kind: 'like', commentId: living.id } as const;
          this.#sandbox.people.act(PLACE, { username: person, disallowsMessages }, like);
        }
        return;
      }
      case 'stop':
        return this.#stop(person);
      case 'start':
        return this.#start(person);
      case 'restart':
        return this.#restart();
      case 'testers':
        return this.#chooseTesters();
      case 'forget':
        return this.#forget(this.#random.pick(this.#rules), person);
      default:
        move satisfies never;
    }
  }

  async #restart(): Promise<void> {
    this.trace.push('restart');
    this.#restarts += 1;
    await this.#running.restart();
  }

  async #chooseTesters(): Promise<void> {
    const testers = this.#people.filter(() => this.#random.happens(0.2));
    this.trace.push(`testers: ${testers.join(' ')}`);
    for (const one of testers) this.#testers.add(one);
    const { accountId } = this.#world;
    const { call } = this.#running;
    const { status, body } = await call('PUT', '/v1/comment-dm-rules/settings', { accountId, testers });
    strictEqual(status, 200, JSON.stringify(body));
  }

  async #forget(rule: MadeRule, person: string): Promise<void> {
    if (rule.isDeleted) return;
    this.trace.push(`${rule.id} forgets ${person}`);
    rule.forgot.push(person);
    const path = `/v1/comment-dm-rules/${rule.id}/forget` as const;
    const { status, body } = await this.#running.call('POST', path, { person });
    ok(status === 200 || status === 404, JSON.stringify(body)); // 404: they had nothing
  }

  /** By their own word, or by the team's switch. From then on they get no message. */
  async #stop(person: string): Promise<void> {
    if (this.#stopped.some((one) => one.person === person)) return;
    const knows = await this.#conversationOf(person);
    const bySwitch = knows !== null && this.#random.happens(0.5);
    this.trace.push(`${person} stops${bySwitch ? ' by the switch' : ''}`);
    this.#everStopped.add(person);
    if (bySwitch) await this.#switch(knows.id, true);
    else await this.#say(person, 'STOP');
    await this.#until(async () => (await this.#conversationOf(person))?.optedOutAt != null, 'the stop');
    await this.#until(async () => {
      const [row] = await this.#running.service.sql`select from effects limit 1`;
      return row === undefined;
    }, 'the end of what was under way');
    this.#stopped.push({ person, had: new Set(this.#received(person)) });
  }

  async #start(person: string): Promise<void> {
    const stopped = this.#stopped.find((one) => one.person === person);
    if (!stopped) return;
    this.#checkSilence(stopped);
    this.#stopped.splice(this.#stopped.indexOf(stopped), 1);
    const { id } = (await this.#conversationOf(person))!;
    const bySwitch = this.#random.happens(0.5);
    this.trace.push(`${person} starts${bySwitch ? ' by the switch' : ''}`);
    if (bySwitch) await this.#switch(id, false);
    else await this.#say(person, 'start');
    await this.#until(async () => (await this.#conversationOf(person))?.optedOutAt === null, 'the start');
  }

  #checkSilence({ person, had }: Stopped): void {
    const later = this.#received(person).filter((id) => !had.has(id));
    strictEqual(later.length, 0, `${person} got ${later.length} messages after they had stopped`);
  }

  /** Messages of rules; somebody of the team may write to them. */
  #received(person: string): string[] {
    return (this.#sandbox.people.view(PLACE, person)?.messages ?? [])
      .filter(({ byAccount, text }) => byAccount && this.#rules.some(({ mark }) => text.startsWith(mark)))
      .map(({ id }) => id);
  }

  async #say(person: string, text: string): Promise<void> {
    // a word that is lost or comes late says nothing of what is sent after it
    this.#sandbox.webhooks.change('instagram', USUAL);
    this.#sandbox.people.act(PLACE, { username: person }, { kind: 'say', text, replyTo: null });
  }

  async #switch(conversationId: string, optedOut: boolean): Promise<void> {
    const path = `/v1/inbox/${conversationId}/opted-out` as const;
    const { status, body } = await this.#running.call('POST', path, { optedOut });
    strictEqual(status, 200, JSON.stringify(body));
  }

  async #conversationOf(username: string): Promise<{ id: string; optedOutAt: string | null } | null> {
    const { conversations } = (await this.#running.call('GET', '/v1/inbox?limit=100')).body;
    return conversations.find(({ contact }) => contact.username === username) ?? null;
  }

  async #until(look: () => Promise<boolean>, what: string): Promise<void> {
    for (const deadline = Date.now() + 60_000; !(await look());) {
      if (Date.now() >= deadline) fail(`${what} did not come: ${JSON.stringify(await this.#underWay())}`);
      this.#running.advance(1_000); // calls that failed are made again after a while
      await pause(10);
    }
  }

  #textOf(): string {
    const keyword = this.#random.pick(['link', 'recipe']);
    return this.#random.pick([
      keyword,
      `The ${keyword.toUpperCase()} please!`,
      `${keyword} 🙏`,
      `@cafe.luna ${keyword}`,
      `${keyword}s`, // nearly
      `${keyword}edin`,
      'Nice!',
    ]);
  }

  #comment(person: string): void {
    const text = this.#textOf();
    const act = { kind: 'comment', text, mediaId: this.#world.mediaId, parentId: null } as const;
    const { commentId } = this.#sandbox.people.act(PLACE, { username: person }, act);
    this.trace.push(`${person}: ${text} (${commentId})`);
    this.#written.push({ id: commentId!, person, text, isChanged: false, isByHand: false });
  }

  #change(one: Written, kind: 'edit' | 'delete'): void {
    const there = this.#seen(one.person)?.comments.find(({ id }) => id === one.id);
    if (!there || there.deleted) return;
    const text = this.#textOf();
    this.trace.push(`${kind} ${one.id}${kind === 'edit' ? `: ${text}` : ''}`);
    one.isChanged = true;
    const what = { messageId: null, commentId: one.id };
    const act = kind === 'edit' ? { kind, text, ...what } : { kind, ...what };
    this.#sandbox.people.act(PLACE, { username: one.person }, act);
  }

  #mind(): void {
    const flip = () => this.#random.happens(0.5);
    const lose = this.#random.happens(0.3);
    this.#losesEvents ||= lose;
    const manner = {
      hold: flip(),
      lose,
      twice: flip(),
      reversed: flip(),
      batch: this.#random.pick([1, 3, 1000]),
      speed: SPEED,
    };
    this.trace.push(JSON.stringify(manner));
    this.#sandbox.webhooks.change('instagram', manner);
  }

  #fail(): void {
    const kind = this.#random.pick(FAULTS);
    const call = this.#random.pick(CALLS);
    const status = kind === 'status' ? this.#random.pick(STATUSES) : 503;
    this.trace.push(`fault ${kind} ${status} at ${call}`);
    this.#sandbox.faults.add({ kind, network: 'instagram', call, status, times: 1 });
    this.#faults += 1;
  }

  async #changeRule(rule: MadeRule): Promise<void> {
    const what = this.#random.pick(['pause', 'resume', 'edit', 'delete', 'make'] as const);
    if (what === 'make') return this.#rules.length < 4 ? this.#makeRule('link') : undefined;
    if (rule.isDeleted) return;
    rule.isSteady = false;
    if (what === 'delete') return this.#delete(rule);
    const keyword = this.#random.pick(['link', 'recipe']);
    const body = what === 'edit' ? { keywords: [keyword] } : { active: what === 'resume' };
    this.trace.push(`${what} ${rule.id} ${what === 'edit' ? keyword : ''}`);
    const { status, body: answer } = await this.#running.call(
      'PATCH',
      `/v1/comment-dm-rules/${rule.id}`,
      body,
    );
    strictEqual(status, 200, JSON.stringify(answer));
  }

  async #delete(rule: MadeRule): Promise<void> {
    this.trace.push(`delete ${rule.id}`);
    rule.isDeleted = true;
    const { status, body } = await this.#running.call('DELETE', `/v1/comment-dm-rules/${rule.id}`);
    strictEqual(status, 200, JSON.stringify(body));
  }

  async #answerByHand(one: Written): Promise<void> {
    this.trace.push(`by hand: ${one.id}`);
    one.isByHand = true;
    const { accountId } = this.#world;
    const asked = this.#world.app(`comments/${one.id}/private-reply`, { accountId, message: 'By hand' });
    let answer: Answer | null = null;
    while (answer === null) {
      this.#running.advance(SHORT_STEP_MS); // a call that failed is made again after a while
      answer = await Promise.race([asked, pause(10).then(() => null)]);
    }
    this.trace.push(`answered ${answer.status}`);
  }

  /** The network sends what it held, and every answer comes to its end. */
  async #comeToRest(): Promise<void> {
    const { sql } = this.#running.service;
    this.#sandbox.webhooks.change('instagram', USUAL);
    if (this.#losesEvents) await this.#sweep();
    for (const deadline = Date.now() + 120_000; ;) {
      await this.#sandbox.webhooks.settled();
      const [left] = await sql<{ events: number; effects: number; open: number; dueAt: number | null }[]>`
        select (select count(*)::int from inbound where done_at is null) as events,
          (select count(*)::int from effects) as effects,
          (select count(*)::int from actors
            where kind in ('private_reply', 'comment_act') and status <> 'done') as open,
          (select (extract(epoch from min(due_at)) * 1000)::float8 from mailbox m join actors a on a.id = m.actor_id
            where a.kind in ('private_reply', 'comment_act')) as "dueAt"`;
      const { events, effects, open, dueAt } = left!;
      const waiting = this.#sandbox.webhooks.waiting('instagram');
      if (events + effects + open + waiting === 0) break;
      if (Date.now() >= deadline) fail(`it does not come to rest: ${JSON.stringify(await this.#underWay())}`);
      const isIdle = events + effects + waiting === 0 && dueAt !== null;
      const aheadMs = isIdle ? dueAt - this.#now() : waiting > 0 ? STEP_MS : 0;
      if (aheadMs > 0) this.#running.advance(Math.min(Math.ceil(aheadMs), LONGEST_STEP_MS));
      await pause(10);
    }
    this.#sandbox.faults.clear();
  }

  /** What is under way, for the reader of a failure. */
  async #underWay(): Promise<object> {
    const { sql, context } = this.#running.service;
    const left = await readUnderWay(sql, ['private_reply', 'comment_act']);
    const waiting = this.#sandbox.webhooks.waiting('instagram');
    return { waiting, ...left, pending: context.node.pendingEffects };
  }

  /** What no event reported is found by reading the post, twice: the first one may have begun before the last comment. */
  async #sweep(): Promise<void> {
    if (this.#rules.every(({ isDeleted }) => isDeleted)) return;
    const { sql } = this.#running.service;
    const wholeAt = async () => {
      const [row] = await sql<{ at: number | null }[]>`
        select (extract(epoch from whole_at) * 1000)::float8 as at from swept_posts
        where network_post_id = ${this.#world.mediaId}`;
      return row?.at ?? 0;
    };
    const hasActive = async () => {
      const [row] = await sql`select from actors where kind = 'comment_rule' and shown = 'active' limit 1`;
      return row !== undefined;
    };
    if (!(await hasActive())) return;
    const now = this.#now();
    for (const deadline = Date.now() + 120_000; (await wholeAt()) <= now;) {
      if (Date.now() >= deadline) fail(`no sweep came to its end: ${JSON.stringify(await this.#underWay())}`);
      this.#running.advance(60_000);
      await pause(100);
    }
  }

  #now(): number {
    return this.#running.service.context.clock();
  }

  #seen(person: string): PersonView | null {
    return this.#written.some((one) => one.person === person)
      ? this.#sandbox.people.view(PLACE, person)
      : null;
  }

  async #check(): Promise<RulesReport> {
    const messages = this.#people.flatMap((person) =>
      (this.#seen(person)?.messages ?? [])
        .filter(({ byAccount }) => byAccount)
        .map((message) => ({ person, ...message })),
    );
    const perComment = Map.groupBy(messages, ({ commentId }) => commentId);
    for (const [commentId, list] of perComment)
      strictEqual(list.length, 1, `comment ${commentId} has ${list.length} private answers`);
    const sum: RulesReport = {
      comments: this.#written.length,
      sent: 0,
      skipped: 0,
      failed: 0,
      faults: this.#faults,
      restarts: this.#restarts,
      tests: 0,
      forgotten: this.#rules.flatMap(({ forgot }) => forgot).length,
    };
    const answered = new Map<string, string>();
    for (const rule of this.#rules) {
      const own = messages.filter(({ text }) => text.startsWith(rule.mark));
      for (const person of this.#people) {
        const had = own.filter((message) => message.person === person);
        const most = 1 + rule.forgot.filter((one) => one === person).length;
        ok(
          had.length <= most || this.#testers.has(person),
          `${person} has ${had.length} messages of ${rule.id}`,
        );
      }
      if (rule.isDeleted) continue;
      const entries = await this.#entriesOf(rule);
      for (const entry of entries) {
        strictEqual(answered.get(entry.comment.id), undefined, `${entry.comment.id} was matched twice`);
        answered.set(entry.comment.id, rule.id);
        this.#checkEntry(entry, own);
        if (entry.test) {
          ok(
            this.#testers.has(entry.comment.from.username),
            `nobody made them a tester: ${JSON.stringify(entry)}`,
          );
          sum.tests += 1;
        }
        if (entry.status in sum) sum[entry.status as 'sent' | 'skipped' | 'failed'] += 1;
      }
      const told = entries
        .filter(({ status, isInDoubt }) => status === 'sent' || isInDoubt)
        .map(({ comment }) => comment.id);
      for (const { commentId } of own)
        ok(told.includes(commentId!), `a message answers ${commentId}, and its entry does not say so`);
    }
    for (const stopped of this.#stopped) this.#checkSilence(stopped);
    this.#checkPublicReplies(messages);
    this.#checkEveryMatch(answered);
    return sum;
  }

  /** The whole activity of a rule; its stats are its sums. */
  async #entriesOf(rule: MadeRule): Promise<(Entry & { isInDoubt: boolean })[]> {
    const { call } = this.#running;
    const path = `/v1/comment-dm-rules/${rule.id}/events?queued=true&limit=100` as const;
    const { events } = (await call('GET', path)).body;
    const { rules } = (await call('GET', '/v1/comment-dm-rules')).body;
    const { stats } = rules.find(({ id }: { id: string }) => id === rule.id);
    const counted = events.filter(({ test }) => !test);
    const count = (status: string) => counted.filter((one) => one.status === status).length;
    const { triggered, sent, failed, skipped, queued } = stats;
    deepStrictEqual(
      { triggered, sent, failed, skipped, queued },
      {
        triggered: counted.length,
        sent: count('sent'),
        failed: count('failed'),
        skipped: count('skipped'),
        queued: 0,
      },
      `stats of ${rule.id} beside its activity`,
    );
    const doubts = await this.#running.service.sql<{ id: string; doubt: string | null }[]>`
      select id, snapshot #>> '{context,doubt}' as doubt from actors where kind = 'private_reply'`;
    const inDoubt = new Set(doubts.filter(({ doubt }) => doubt !== null).map(({ id }) => id));
    return events.map((one) => ({ ...one, isInDoubt: inDoubt.has(one.id) }));
  }

  /** It ended, with a reason unless it was sent, and the network has its message or has none. */
  #checkEntry(
    entry: Entry & { isInDoubt: boolean },
    own: readonly (MessageView & { person: string })[],
  ): void {
    const told = JSON.stringify(entry);
    const there = own.filter(({ commentId }) => commentId === entry.comment.id);
    switch (entry.status) {
      case 'sent':
        strictEqual(there.length, 1, `${there.length} messages: ${told}`);
        strictEqual(there[0]!.text, entry.dm.text, told);
        break;
      case 'skipped':
        strictEqual(there.length, 0, `${there.length} messages: ${told}`);
        ok(['duplicate', 'paused', 'answered', 'too_old', 'opted_out'].includes(entry.reason), told);
        if (entry.reason === 'opted_out') {
          ok(this.#everStopped.has(entry.comment.from.username), `nobody stopped: ${told}`);
        }
        if (entry.reason === 'duplicate') {
          const { username } = entry.comment.from;
          ok(
            own.some(({ person }) => person === username) || this.#faults + this.#restarts > 0,
            `no message of which it is a duplicate: ${told}`,
          );
        }
        break;
      case 'failed':
        // whether it arrived cannot be known when all tries lost their responses, or the comment was deleted meanwhile
        ok(there.length === 0 || entry.isInDoubt, `it is there: ${told}`);
        ok(typeof entry.reason === 'string' && entry.reason !== '', told);
        break;
      case 'queued':
        throw new Error(`it has not ended: ${told}`);
    }
  }

  /** One public reply below a comment at most, and only after its message. */
  #checkPublicReplies(messages: readonly MessageView[]): void {
    const answered = new Set(messages.map(({ commentId }) => commentId));
    for (const person of this.#people)
      for (const { id, replies } of this.#seen(person)?.comments ?? []) {
        const own = replies.filter(({ byAccount }) => byAccount);
        ok(own.length <= 1, `${own.length} public replies below ${id}`);
        ok(own.length === 0 || answered.has(id), `a public reply below ${id}, whose author has no message`);
      }
  }

  /** Whoever matched a rule that nobody changed has an entry. */
  #checkEveryMatch(answered: ReadonlyMap<string, string>): void {
    if (!this.#isCalm) return;
    for (const { id, text, isChanged } of this.#written) {
      if (isChanged) continue; // a change that came first may have matched, or not
      const words = text.toLowerCase().split(/\W+/);
      const rule = this.#rules.find(({ keyword }) => words.includes(keyword));
      strictEqual(answered.get(id), rule?.id, `${id} (${text}) is answered by its rule alone`);
    }
  }
}
