/**
 * People and a team under one seed, over the real service and the sandbox: people comment, write, change and delete what
 * they wrote; the network repeats its webhooks, holds them back and reverses them; the team answers while calls fail in
 * every way; requests are repeated under their keys. When all has come to rest, the promises are checked.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { CommentView, MessageView, PersonView, PostView } from '../../simulators/people.ts';
import type { Fault } from '../../simulators/simulator.ts';
import { eventually } from '../support/eventually.ts';
import { Random } from '../support/random.ts';
import type { RunningService } from '../support/service.ts';

const MOVES = 30;
const FAULTS: Fault['kind'][] = ['status', 'error_after_accept', 'lost_answer', 'cut', 'no_id'];
const CALLS = ['messages', 'replies/post'];
const PLACE = { network: 'instagram' };
/** Nobody answers carl, so what he wrote stays unread. */
const PEOPLE = ['ann', 'ben', 'carl'];
/** Steps in which time passes while requests wait, ms of the service's clock. */
const STEP_MS = 10_000;

interface Asked {
  kind: 'message' | 'reply';
  text: string;
  statuses: number[];
}

export interface PeopleReport {
  messages: number;
  comments: number;
  sends: number;
  faults: number;
}

/** @throws Error (of assert) with the moves, when a promise is broken */
export async function simulatePeople(running: RunningService, seed: number): Promise<PeopleReport> {
  const run = new PeopleSimulation(running, seed);
  try {
    return await run.toTheEnd();
  } catch (cause) {
    throw new Error(`seed ${seed}: ${String(cause)}\n  ${run.trace.join('\n  ')}`, { cause });
  }
}

class PeopleSimulation {
  readonly trace: string[] = [];
  readonly #running: RunningService;
  readonly #random: Random;
  /** Names are of this seed: one service plays many. */
  readonly #tag: string;
  readonly #asked: Asked[] = [];
  #under = 0;
  #numbers = 0;
  #faults = 0;

  constructor(running: RunningService, seed: number) {
    this.#running = running;
    this.#random = new Random(seed);
    this.#tag = `${seed}`;
  }

  async toTheEnd(): Promise<PeopleReport> {
    for (const name of PEOPLE) this.#act(name, { kind: 'say', text: this.#words(), replyTo: null });
    await eventually(() => this.#conversationWith('ann')); // so that there is somebody to answer
    for (let move = 0; move < MOVES; move += 1) {
      await this.#move();
      this.#running.advance(100); // no two things have the same time
    }
    await this.#comeToRest();
    return this.#check();
  }

  get #sandbox() {
    return this.#running.sandbox.sandbox;
  }

  #words(): string {
    this.#numbers += 1;
    return `words ${this.#numbers} of ${this.#tag} 👩🏽‍🚀`;
  }

  #nameOf(person: string): string {
    return `${person}-${this.#tag}`;
  }

  #act(person: string, act: Parameters<RunningService['sandbox']['sandbox']['people']['act']>[2]): void {
    this.trace.push(`${person}: ${JSON.stringify(act)}`);
    this.#sandbox.people.act(PLACE, { username: this.#nameOf(person) }, act);
  }

  #seen(person: string): PersonView {
    return this.#sandbox.people.view(PLACE, this.#nameOf(person));
  }

  async #move(): Promise<void> {
    const person = this.#random.pick(PEOPLE);
    const own = this.#seen(person).messages.filter(({ byAccount, deleted }) => !byAccount && !deleted);
    switch (
      this.#random.pick([
        'say',
        'say',
        'comment',
        'edit',
        'delete',
        'manner',
        'fault',
        'send',
        'send',
        'reply',
        'time',
      ])
    ) {
      case 'say':
        return this.#act(person, { kind: 'say', text: this.#words(), replyTo: null });
      case 'comment': {
        const { posts } = this.#sandbox.people.scene(PLACE);
        const post = posts.find(({ origin }: PostView) => origin !== 'ad')!;
        return this.#act(person, { kind: 'comment', text: this.#words(), mediaId: post.id, parentId: null });
      }
      case 'edit':
        if (own.length === 0) return;
        return this.#act(person, {
          kind: 'edit',
          text: this.#words(),
          messageId: this.#random.pick(own).id,
          commentId: null,
        });
      case 'delete':
        if (own.length < 2) return;
        return this.#act(person, {
          kind: 'delete',
          messageId: this.#random.pick(own.slice(1)).id,
          commentId: null,
        });
      case 'manner': {
        const flip = () => this.#random.happens(0.5);
        const manner = {
          hold: flip(),
          twice: flip(),
          reversed: flip(),
          echoFirst: flip(),
          batch: this.#random.pick([1, 3, 1000]),
        };
        this.trace.push(JSON.stringify(manner));
        this.#sandbox.webhooks.change('instagram', manner);
        return;
      }
      case 'fault': {
        const fault = {
          kind: this.#random.pick(FAULTS),
          network: 'instagram',
          call: this.#random.pick(CALLS),
          status: 503,
          times: 1,
        };
        this.trace.push(`fault ${fault.kind} at ${fault.call}`);
        this.#sandbox.faults.add(fault);
        this.#faults += 1;
        return;
      }
      case 'send':
        return this.#send(this.#random.pick(['ann', 'ben']));
      case 'reply':
        return this.#reply();
      case 'time':
        this.#running.advance(STEP_MS);
        return new Promise((resolve) => setTimeout(resolve, 20));
      default:
        return undefined;
    }
  }

  /** Undefined until the service has heard of the person and knows the name. */
  async #conversationWith(person: string): Promise<{ id: string } | undefined> {
    const { conversations } = (await this.#running.call('GET', '/v1/inbox?limit=100')).body;
    const name = this.#nameOf(person);
    return conversations.find(
      (one: { contact: { username: string | null } }) => one.contact.username === name,
    );
  }

  async #send(person: string): Promise<void> {
    const found = await this.#conversationWith(person);
    if (!found) return;
    const text = this.#words();
    this.trace.push(`send ${text} to ${person}`);
    this.#request('message', text, `/v1/inbox/${found.id}/messages`, { message: text });
  }

  async #reply(): Promise<void> {
    const [comment] = await this.#running.service.sql<{ id: string; accountId: string }[]>`
      select id, account_id as "accountId" from comments
      where text like ${`%of ${this.#tag} %`} and not is_own and deleted_at is null order by id limit 1`;
    if (!comment) return;
    const text = this.#words();
    this.trace.push(`reply ${text}`);
    const { id: commentId, accountId } = comment;
    this.#request('reply', text, '/v1/comments/reply', {
      accountId,
      platform: 'instagram',
      commentId,
      message: text,
    });
  }

  /** Like a careful client, sometimes two at once: asks under one key until there is an answer. */
  #request(kind: Asked['kind'], text: string, path: string, body: object): void {
    const asked: Asked = { kind, text, statuses: [] };
    this.#asked.push(asked);
    const lane = async () => {
      this.#under += 1;
      for (;;) {
        const { status } = await this.#running.call('POST', path, body, {
          'idempotency-key': text.slice(0, -8),
        });
        if (status === 409) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          continue;
        }
        asked.statuses.push(status);
        break;
      }
      this.#under -= 1;
    };
    void lane();
    if (this.#random.happens(0.3)) void lane();
  }

  /** The network sends what it held, and everything that was asked for comes to its end. */
  async #comeToRest(): Promise<void> {
    const { sql } = this.#running.service;
    const usual = { hold: false, twice: false, reversed: false, echoFirst: false, batch: 1 };
    this.#sandbox.webhooks.change('instagram', usual);
    for (const deadline = Date.now() + 60_000; ;) {
      await this.#sandbox.webhooks.settled();
      const [left] = await sql<{ events: number; work: number }[]>`
        select (select count(*)::int from inbound where done_at is null) as events,
          (select count(*)::int from effects)
            + (select count(*)::int from mailbox m join actors a on a.id = m.actor_id
               where a.kind in ('message_send', 'comment_act')) as work`;
      const waiting = this.#sandbox.webhooks.waiting('instagram');
      if (this.#under + left!.events + left!.work + waiting === 0) break;
      ok(
        Date.now() < deadline,
        `it does not come to rest: ${JSON.stringify({ ...left, waiting, asked: this.#asked })}`,
      );
      this.#running.advance(STEP_MS);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    this.#sandbox.faults.clear();
  }

  async #check(): Promise<PeopleReport> {
    let messages = 0;
    let comments = 0;
    for (const person of PEOPLE) {
      const seen = this.#seen(person);
      messages += await this.#checkThread(person, seen.messages);
      for (const { id } of seen.comments) {
        const rows = await this.#running.service.sql`select from comments where id = ${id}`;
        strictEqual(rows.length, 1, `comment ${id} is stored ${rows.length} times`);
        comments += 1;
      }
    }
    for (const asked of this.#asked) this.#checkAsked(asked);
    return { messages, comments, sends: this.#asked.length, faults: this.#faults };
  }

  /** The thread has what the network has, each once; what nobody answered is unread. */
  async #checkThread(person: string, there: readonly MessageView[]): Promise<number> {
    const { sql } = this.#running.service;
    const rows = await sql<{ networkId: string; text: string; unread: number }[]>`
      select m.network_id as "networkId", m.text, (a.snapshot #>> '{context,unread}')::int as unread
      from direct_messages m join conversations c on c.id = m.conversation_id join actors a on a.id = c.id
      where c.username = ${this.#nameOf(person)} and m.network_id is not null`;
    const line = ({ id, text }: { id: string; text: string }) => `${id} ${text}`;
    deepStrictEqual(
      rows.map(({ networkId, text }) => line({ id: networkId, text })).sort(),
      there.map(({ id, text, deleted }) => line({ id, text: deleted ? '' : text })).sort(),
      `the thread of ${person}`,
    );
    if (person === 'carl') strictEqual(rows[0]?.unread, there.length, 'unread is what arrived');
    return there.length;
  }

  #checkAsked({ kind, text, statuses }: Asked): void {
    const people = PEOPLE.map((person) => this.#seen(person));
    const copies =
      kind === 'message'
        ? people.flatMap(({ messages }) => messages).filter((one) => one.byAccount && one.text === text)
            .length
        : people
            .flatMap((one) => one.comments.flatMap(({ replies }: CommentView) => replies))
            .filter((reply) => reply.text === text).length;
    const told = `${kind} ${text}: ${copies} copies, answered ${statuses.join(', ')}`;
    ok(copies <= 1, told);
    // A send that failed frees the key: another request under it may have sent since, whichever response comes first.
    if (statuses.includes(200)) strictEqual(copies, 1, told);
    else ok(statuses.includes(504) || copies === 0, told);
  }
}
