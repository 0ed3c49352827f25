/** Plays a scenario: what happened at the networks, and what the service answered, for the check of the promises. */
import { ok, strictEqual } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../support/service.ts';
import type { Act } from '../../simulators/people.ts';
import { readUnderWay } from '../simulation/under-way.ts';
import { AUTOMATION_KEYWORD, CHOICES, type Move, RULE_KEYWORD, type Scenario } from './scenario.ts';
import { draftOf, type OutageWorld, PLACE, POST_NETWORKS, untilWritable } from './world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Longer than what belongs to another seed reaches: reads go back a day. */
const APART_MS = 48 * 60 * MINUTE;
/** Time goes by in steps while an outage lasts. */
const STEP_MINUTES = 5;
/** Within this all must be read that can be read. */
const RECOVERY_MS = 2 * 60 * MINUTE;
/** Real time that a busy machine may take for it, ms. */
const PATIENCE_MS = 120_000;
/** Actors that come to rest by themselves. A run may wait for its person for a day. */
const KINDS_OF_WORK = ['private_reply', 'reply_queue', 'comment_act', 'message_send', 'delivery'];

/** A post that somebody of the team wants to publish. */
export interface Wanted {
  name: string;
  /** Of the accepted request; null: no response said that it was accepted. */
  postId: string | null;
  /** Accepted in the second that a failover takes away. */
  isLost: boolean;
  isUnderWay: boolean;
}

export interface Played {
  scenario: Scenario;
  /** Who did something: only they have a thread. */
  people: Set<string>;
  tapped: { person: string; label: string; isDuring: boolean }[];
  storyReplies: { person: string; text: string; isDuring: boolean }[];
  /** Of comments that were written, also of those that were deleted. */
  commented: { id: string; person: string; text: string; isLost: boolean; isDuring: boolean }[];
  wanted: Wanted[];
  ruleId: string;
  automationId: string;
  mark: string;
  /** Statuses of requests that were made during the outage; 0: no response. */
  statuses: number[];
  /** Epoch ms of the simulated clock. */
  begunAt: number;
  endedAt: number;
  /** When the last of the planned posts is due; 0: none is planned. */
  lastPlannedAt: number;
  trace: string[];
}

/** @param trace gets a line for each move, and for each response that is odd */
export function play(world: OutageWorld, scenario: Scenario, trace: string[]): Promise<Played> {
  return new OutagePlay(world, scenario, trace).toTheEnd();
}

class OutagePlay {
  readonly #played: Played;
  readonly #world: OutageWorld;
  readonly #scenario: Scenario;
  #phase: 'before' | 'lost' | 'during' | 'after' = 'before';

  constructor(world: OutageWorld, scenario: Scenario, trace: string[]) {
    this.#world = world;
    this.#scenario = scenario;
    this.#played = {
      scenario,
      people: new Set(),
      tapped: [],
      storyReplies: [],
      commented: [],
      wanted: [],
      ruleId: '',
      automationId: '',
      mark: `[${scenario.seed}]`,
      statuses: [],
      begunAt: 0,
      endedAt: 0,
      lastPlannedAt: 0,
      trace,
    };
  }

  async toTheEnd(): Promise<Played> {
    const { kind, isShort } = this.#scenario;
    const { database } = this.#world;
    await this.#prepare();
    if (kind === 'failover') {
      await database.keepCopy();
      await untilWritable(this.#world);
      await this.#makeAll('lost', this.#scenario.lost);
      this.#advance(MINUTE); // by the simulated clock; of the real one, the second that is lost
      await this.#deliver();
      await this.#untilDone();
    }
    this.#say(`outage: ${kind}`);
    this.#played.begunAt = this.#now();
    await this.#world.begin(kind, this.#scenario.batch === 1 ? 'starting' : 'refused');
    await this.#wait(kind === 'failover' && isShort ? 0 : this.#scenario.minutes);
    this.#say('the outage ends');
    this.#played.endedAt = this.#now();
    await this.#world.end(kind);
    await untilWritable(this.#world);
    await this.#makeAll('after', this.#scenario.after);
    await this.#recover();
    return this.#played;
  }

  // before

  async #prepare(): Promise<void> {
    const { running, accountId } = this.#world;
    const { speed, batch, isReversed, scheduled } = this.#scenario;
    this.#sandbox.webhooks.change('instagram', { speed: 60, batch: 1, reversed: false });
    running.advance(APART_MS);
    await this.#untilRead(this.#now());
    const { mark } = this.#played;
    const { rule } = await this.#call('POST', '/v1/comment-dm-rules', {
      accountId,
      keywords: [RULE_KEYWORD],
      dmText: `${mark} the link for {username}`,
    });
    const { automation } = await this.#call('POST', '/v1/dm-automations', {
      accountId,
      trigger: { type: 'keyword', keywords: [AUTOMATION_KEYWORD] },
      steps: [
        {
          type: 'message',
          text: `${mark} Shall we ship it?`,
          choices: CHOICES.map((label) => ({
            label,
            steps: [{ type: 'message', text: `${mark} So: ${label}` }],
          })),
        },
      ],
      reentry: 'once',
    });
    this.#played.ruleId = rule.id;
    this.#played.automationId = automation.id;
    // some outages come after a whole read of the comments, others before the first one
    if (!this.#scenario.isShort) await this.#untilRead(this.#now());
    this.#advance(10 * SECOND); // clocks of networks may differ by some seconds
    await this.#makeAll('before', this.#scenario.before);
    await this.#untilDone();
    for (const [index, { minute, name }] of scheduled.entries()) {
      const isLost = this.#scenario.kind === 'failover' && index === 0;
      const dueAt = this.#now() + (isLost ? 0.5 : minute + 1) * MINUTE;
      const at = new Date(dueAt).toISOString();
      this.#played.lastPlannedAt = Math.max(this.#played.lastPlannedAt, dueAt);
      const { post } = await this.#call('POST', '/v1/posts', this.#bodyOf(name, { scheduledAt: at }));
      this.#played.wanted.push({ name, postId: post.id, isLost: false, isUnderWay: false });
    }
    this.#sandbox.webhooks.change('instagram', { speed, batch, reversed: isReversed });
  }

  async #makeAll(phase: 'before' | 'lost' | 'after', moves: readonly Move[]): Promise<void> {
    this.#phase = phase;
    for (const move of moves) {
      this.#make(move);
      this.#advance(100); // no two things have the same time
      if (phase === 'lost') await this.#deliver();
    }
    await this.#untilAccepted();
  }

  // moves

  #make(move: Move): void {
    const { trace, commented, tapped, storyReplies } = this.#played;
    const isDuring = this.#phase === 'during';
    trace.push(`${this.#phase}: ${JSON.stringify(move)}`);
    if (move.kind === 'post') {
      const isLost = this.#phase === 'lost';
      this.#played.wanted.push({ name: move.name, postId: null, isLost, isUnderWay: false });
      this.#askForPosts();
      return;
    }
    const { person } = move;
    switch (move.kind) {
      case 'comment': {
        const { text } = move;
        const act = { kind: 'comment', text, mediaId: this.#world.mediaId, parentId: null } as const;
        const isLost = this.#phase === 'lost';
        commented.push({ id: this.#act(person, act).commentId!, person, text, isLost, isDuring });
        return;
      }
      case 'delete comment': {
        const commentId = this.#seen(person)?.comments.find(({ deleted }) => !deleted)?.id;
        if (commentId !== undefined) this.#act(person, { kind: 'delete', messageId: null, commentId });
        return;
      }
      case 'say':
        this.#act(person, { kind: 'say', text: move.text, replyTo: null });
        return;
      case 'unsend': {
        const last = this.#seen(person)?.messages.findLast((one) => !one.byAccount && !one.deleted);
        if (last) this.#act(person, { kind: 'delete', messageId: last.id, commentId: null });
        return;
      }
      case 'tap': {
        const { label } = move;
        if (!this.#seen(person)?.messages.at(-1)?.choices.includes(label)) return;
        tapped.push({ person, label, isDuring });
        this.#act(person, { kind: 'tap', label });
        return;
      }
      case 'reply to story':
        storyReplies.push({ person, text: move.text, isDuring });
        this.#act(person, { kind: 'replyStory', text: move.text });
        return;
      default:
        move satisfies never;
    }
  }

  #act(person: string, act: Act) {
    this.#played.people.add(person);
    return this.#sandbox.people.act(PLACE, { username: person }, act);
  }

  #seen(person: string) {
    return this.#played.people.has(person) ? this.#sandbox.people.view(PLACE, person) : null;
  }

  #bodyOf(name: string, timing: object): object {
    const accountIds = POST_NETWORKS.map((network) => this.#world.running.accounts[network]);
    return { content: name, accountIds, ...timing };
  }

  /** Each post that was not accepted yet is asked for again, under its key. */
  #askForPosts(): void {
    for (const one of this.#played.wanted) {
      if (one.postId !== null || one.isUnderWay) continue;
      one.isUnderWay = true;
      void this.#publish(one).finally(() => {
        one.isUnderWay = false;
      });
    }
  }

  async #publish(wanted: Wanted): Promise<void> {
    const isDuring = this.#phase === 'during';
    const body = this.#bodyOf(wanted.name, { publishNow: true });
    const headers = { 'idempotency-key': wanted.name };
    const answer = await this.#world.running.call('POST', '/v1/posts', body, headers).catch(() => null);
    if (isDuring) this.#note('POST', answer);
    if (answer?.status === 200) wanted.postId = answer.body.post.id;
  }

  /** @param answer null: no response came */
  #note(method: string, answer: Answer | null): void {
    this.#played.statuses.push(answer?.status ?? 0);
    const isPlain =
      answer === null ||
      answer.status === 200 ||
      (answer.status === 503 && answer.headers.get('retry-after') !== null);
    if (!isPlain) this.#say(`${method}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  // during

  /** Time goes by while the outage lasts. */
  async #wait(minutes: number): Promise<void> {
    this.#phase = 'during';
    const left = [...this.#scenario.during];
    for (let minute = 0; minute < minutes; minute += STEP_MINUTES) {
      while (left[0] && left[0].minute < minute + STEP_MINUTES) {
        this.#make(left.shift()!.move);
        this.#advance(100);
      }
      this.#advance(Math.min(STEP_MINUTES, minutes - minute) * MINUTE);
      await this.#deliver();
      this.#askForPosts();
      await this.#ask();
    }
    for (const { move } of left) this.#make(move); // of a failover without an hour
  }

  /** A request that reads and one that writes, as callers make them all the time. */
  async #ask(): Promise<void> {
    const { call } = this.#world.running;
    const draft = draftOf(this.#world.running);
    for (const [method, path, body] of [
      ['GET', '/v1/posts?limit=1', undefined],
      ['POST', '/v1/posts', draft],
    ] as const)
      this.#note(method, await call(method, path, body).catch(() => null));
  }

  /** The network sends what is due, and the service gets a moment for it. */
  async #deliver(): Promise<void> {
    await pause(20);
    await this.#sandbox.webhooks.settled();
  }

  // after

  async #untilAccepted(): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; ;) {
      const left = this.#played.wanted.filter(({ postId }) => postId === null);
      if (left.length === 0) return;
      ok(Date.now() < deadline, `these posts are not accepted: ${left.map(({ name }) => name).join(', ')}`);
      this.#askForPosts();
      await pause(20);
    }
  }

  /** Everything is read that can be read, and all that follows has come to its end. */
  async #recover(): Promise<void> {
    const { endedAt, lastPlannedAt } = this.#played;
    // a short outage ends before the last planned post is due
    this.#advance(Math.max(0, lastPlannedAt - this.#now()));
    await this.#untilRead(endedAt);
    await this.#untilDone();
    await this.#untilRead(this.#now()); // what was sent meanwhile, where the network does not call yet
    await this.#untilDone();
  }

  /** The clock goes ahead until the account and its comments were read after an instant. */
  async #untilRead(since: number): Promise<void> {
    const started = this.#now();
    for (const deadline = Date.now() + PATIENCE_MS; !(await this.#isRead(since));) {
      if (Date.now() >= deadline)
        throw new Error(`not read within ${RECOVERY_MS / MINUTE} minutes: ${await this.#left()}`);
      if (this.#now() - started < RECOVERY_MS) this.#advance(MINUTE);
      await this.#deliver();
    }
  }

  async #isRead(since: number): Promise<boolean> {
    const hasRule = this.#played.ruleId !== ''; // comments are read for rules
    const [row] = await this.#world.database.sql<{ isRead: boolean }[]>`
      select coalesce((receiving ->> 'lastWholeReadAt')::float8, (receiving ->> 'polledAt')::float8, 0) > ${since}
        and (${!hasRule} or exists (select from swept_posts
          where network_post_id = ${this.#world.mediaId} and whole_at > to_timestamp(${since}::float8 / 1000))) as "isRead"
      from accounts where id = ${this.#world.accountId}`;
    return row!.isRead;
  }

  /** All events are taken, and all that was asked of networks has ended. */
  async #untilDone(): Promise<void> {
    let calm = 0;
    for (const deadline = Date.now() + PATIENCE_MS; calm < 3;) {
      await this.#deliver();
      const [left] = await this.#world.database.sql<
        { events: number; early: number; effects: number; dueAt: number | null }[]
      >`
        select (select count(*)::int from inbound where done_at is null and retry_at is null) as events,
          (select count(*)::int from inbound where done_at is null and retry_at is not null) as early,
          (select count(*)::int from effects) as effects,
          (select (extract(epoch from min(at)) * 1000)::float8 from (
            select due_at as at from mailbox m join actors a on a.id = m.actor_id
              where a.kind = any(${KINDS_OF_WORK}::text[])
            union all select retry_at from inbound where done_at is null) waiting) as "dueAt"`;
      const { events, early, effects, dueAt } = left!;
      if (events + early + effects === 0 && dueAt === null) calm += 1;
      else {
        calm = 0;
        if (Date.now() >= deadline) throw new Error(`it does not come to rest: ${await this.#left()}`);
        // an event about something that is not here yet is tried again for an hour
        const aheadMs = events + effects === 0 && dueAt !== null ? dueAt - this.#now() : 0;
        if (aheadMs > 0) this.#advance(Math.min(aheadMs + 1, 10 * MINUTE));
      }
    }
  }

  async #left(): Promise<string> {
    const { sql } = this.#world.database;
    const [account] = await sql`select receiving from accounts where id = ${this.#world.accountId}`;
    const swept = await sql`select * from swept_posts where network_post_id = ${this.#world.mediaId}`;
    const underWay = await readUnderWay(sql, [...KINDS_OF_WORK, 'dm_run']);
    return JSON.stringify({ now: new Date(this.#now()), account, swept, ...underWay });
  }

  async #call<const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    body?: object,
  ) {
    const answer = await this.#world.running.call(method, path, body);
    strictEqual(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  #say(line: string): void {
    this.#played.trace.push(line);
  }

  #now(): number {
    return this.#world.running.service.context.clock();
  }

  #advance(ms: number): void {
    this.#world.running.advance(ms);
  }

  get #sandbox() {
    return this.#world.running.sandbox.sandbox;
  }
}
