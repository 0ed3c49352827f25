/**
 * Actors of several machines in memory, with a clock that tests advance: the turns of the engine, without a database.
 * What a turn decides is stored in maps, snapshots as JSON; a script provides the results of effects.
 * A message to an actor outside the turn is either processed in the same commit or left in the mailbox, where later
 * ones may overtake it: `reaches` decides. Both happen in the engine, when another turn holds the receiver.
 */
import type { DeliveryContext } from '../../machines/delivery/index.ts';
import type { Persisted } from '../../machines/durable.ts';
import { type KindName, kinds } from '../../src/kinds/index.ts';
import type { KindTable } from '../../src/engine/kind.ts';
import { projectPost } from '../../src/kinds/post.ts';
import { projectDelivery } from '../../src/kinds/views/delivery.ts';
import type { PostContext, Target } from '../../machines/post.ts';
import { type Actor, type JournalEntry, Turn } from '../../src/engine/turn.ts';
import type { MailRow, StoredTimer } from '../../store/turns.ts';

/** The time at which worlds start, epoch ms. */
export const WORLD_START = Date.parse('2026-05-04T08:00:00Z');

interface Row {
  id: string;
  workspaceId: string;
  parentId: string | null;
  kind: string;
  version: number;
  seq: number;
  status: 'active' | 'done' | 'needs_attention';
  /** JSON, as the database stores it. */
  snapshot: string;
  timers: StoredTimer[];
  shelf: string | null;
}

export interface Mail {
  order: number;
  actorId: string;
  dueAt: number;
  timer: string | null;
  event: { type: string };
}

/** An effect that has no result yet. */
export interface Asked {
  actorId: string;
  type: string;
  params: { [name: string]: unknown };
}

export type Answer = { type: string; [field: string]: unknown };
/** The result of an effect; null: none. */
export type Script = (asked: Asked) => Answer | null;

export interface WorldOptions {
  table?: KindTable;
  script?: Script;
  reaches?: (actorId: string) => boolean;
}

export class World {
  now = WORLD_START;
  /** The results of effects for `settle`. */
  script: Script;
  readonly rows = new Map<string, Row>();
  readonly asked: Asked[] = [];
  /** Every effect that was requested. */
  readonly everAsked: Asked[] = [];
  readonly announced: { actorId: string; event: string }[] = [];
  /** Every step, with its time. */
  readonly journal: (JournalEntry & { at: number })[] = [];
  /** Messages that wait in mailboxes. */
  messages: Mail[] = [];
  readonly #table: KindTable;
  readonly #reaches: (actorId: string) => boolean;
  #order = 0;
  #posts = 0;

  constructor({ table = kinds, script = () => null, reaches = () => true }: WorldOptions = {}) {
    this.#table = table;
    this.script = script;
    this.#reaches = reaches;
  }

  /** Starts an actor by itself. */
  start(kind: KindName, id: string, input: unknown): string {
    this.#turn((turn) => turn.start({ kind, id, workspaceId: 'ws_1', input }));
    return id;
  }

  /** Starts a post for these accounts. */
  post(
    post: {
      accounts?: (string | Target)[];
      dueAt?: number | null;
      draft?: boolean;
      linksToPages?: boolean;
    } = {},
  ): string {
    const { accounts = ['acc_a'], draft = false, dueAt = draft ? null : this.now, linksToPages } = post;
    const postId = `post_${(this.#posts += 1)}`;
    const targets = accounts.map((one) => (typeof one === 'string' ? targetOf(postId, one) : one));
    return this.start('post', postId, {
      postId,
      targets,
      dueAt,
      draft,
      ...(linksToPages && { linksToPages }),
    });
  }

  /** Sends an actor an event, like a caller's command or an effect's result. */
  tell(actorId: string, event: Answer): void {
    this.#turn((turn) => turn.deliver(this.#load(turn, actorId), event));
  }

  /** Gives one effect its result. */
  answer(asked: Asked, event: Answer): void {
    this.asked.splice(this.asked.indexOf(asked), 1);
    this.tell(asked.actorId, event);
  }

  /** Gives all effects their results and processes due messages, until nothing is left to do now. */
  settle(): void {
    for (let round = 0; ; round += 1) {
      if (round > 10_000) throw new Error('the world never comes to rest');
      const [due] = this.dueNow();
      if (due) {
        this.takeMailOf(due.actorId);
        continue;
      }
      const answered = this.asked.flatMap((asked) => {
        const answer = this.script(asked);
        return answer ? [{ asked, answer }] : [];
      });
      if (answered.length === 0) return;
      for (const { asked, answer } of answered) this.answer(asked, answer);
    }
  }

  /** Everything that waits for actors: timers and messages. That of a parked actor is never due. */
  get mail(): Mail[] {
    const timers = [...this.rows.values()].flatMap(({ id, status, timers: armed }) =>
      armed.map((timer) => ({
        order: 0,
        actorId: id,
        dueAt: status === 'needs_attention' ? Infinity : timer.dueAt,
        timer: timer.id,
        event: timer.event ?? { type: timer.id },
      })),
    );
    return [...timers, ...this.messages];
  }

  /** Due messages and timers, in order. Messages for an actor that does not exist wait for it. */
  dueNow(): Mail[] {
    return this.mail
      .filter((mail) => mail.dueAt <= this.now && this.rows.has(mail.actorId))
      .sort((a, b) => a.dueAt - b.dueAt || a.order - b.order);
  }

  /** Processes all due messages of an actor, in one turn. */
  takeMailOf(actorId: string): void {
    const mail = this.dueNow().flatMap(({ order, actorId: to, dueAt, timer, event }): MailRow[] =>
      to === actorId && timer === null ? [{ id: String(order), actorId, dueAt, event }] : [],
    );
    this.#turn((turn) => turn.deliverDue(this.#load(turn, actorId), mail));
  }

  /** Advances the clock, stops whenever something is due, and settles at each stop. */
  elapse(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      this.settle();
      const next = this.nextDueAt();
      if (next === null || next > until) break;
      this.now = next;
    }
    this.now = until;
    this.settle();
  }

  nextDueAt(): number | null {
    const instants = this.mail
      .filter((mail) => this.rows.has(mail.actorId))
      .map((mail) => mail.dueAt)
      .filter(Number.isFinite);
    return instants.length > 0 ? Math.min(...instants) : null;
  }

  snapshot(actorId: string): Persisted {
    return JSON.parse(this.#rowOf(actorId).snapshot) as Persisted;
  }
  value(actorId: string): unknown {
    return this.snapshot(actorId).value;
  }
  postOf(postId: string): ReturnType<typeof projectPost> & { context: PostContext } {
    const snapshot = this.snapshot(postId);
    return { ...projectPost(snapshot), context: snapshot.context as PostContext };
  }
  deliveryOf(id: string): ReturnType<typeof projectDelivery> & { context: DeliveryContext } {
    const snapshot = this.snapshot(id);
    return { ...projectDelivery(snapshot), context: snapshot.context as DeliveryContext };
  }
  /** Timers of an actor: name and due time. */
  timersOf(actorId: string): { timer: string; dueAt: number }[] {
    return this.mail.flatMap(({ actorId: owner, timer, dueAt }) =>
      owner === actorId && timer !== null ? [{ timer, dueAt }] : [],
    );
  }
  /** The effects that an actor waits for. */
  askedBy(actorId: string): Asked[] {
    return this.asked.filter((asked) => asked.actorId === actorId);
  }

  #load(turn: Turn, actorId: string): Actor {
    const row = this.#rowOf(actorId);
    return turn.load({ ...row, rev: row.seq, effects: null, snapshot: JSON.parse(row.snapshot) as unknown });
  }

  #rowOf(actorId: string): Row {
    const row = this.rows.get(actorId);
    if (!row) throw new Error(`there is no actor ${actorId}`);
    return row;
  }

  /** One turn and its commit, like `src/engine/take.ts` and `write.ts`. */
  #turn(work: (turn: Turn) => void): void {
    const turn = new Turn(this.now, this.#table);
    work(turn);
    for (let round = 0; round < 4 && turn.outgoing.length > 0; round += 1) {
      const messages = turn.outgoing;
      turn.outgoing = [];
      const left: typeof messages = [];
      const held = new Map<string, boolean>();
      for (const message of messages) {
        const { to, event } = message;
        if (!held.has(to)) held.set(to, turn.actors.has(to) || (this.rows.has(to) && this.#reaches(to)));
        if (held.get(to)) turn.deliver(this.#load(turn, to), event);
        else left.push(message);
      }
      turn.outgoing.push(...left);
    }
    this.#commit(turn);
  }

  #commit(turn: Turn): void {
    for (const actor of turn.actors.values()) {
      if (!actor.dirty) continue;
      const { id, workspaceId, parentId, kind, version, seq, status } = actor;
      if (actor.isNew && this.rows.has(id)) throw new Error(`${id} is started twice`);
      this.rows.set(id, {
        id,
        workspaceId,
        parentId,
        kind,
        version,
        seq,
        status,
        snapshot: JSON.stringify(actor.snapshot),
        timers: actor.timers,
        shelf: actor.shelf,
      });
    }
    this.messages = this.messages.filter(({ order }) => !turn.consumed.includes(String(order)));
    for (const { actorId, event } of turn.stored)
      this.#post({ actorId, dueAt: this.now, timer: null, event });
    for (const { to, event } of turn.outgoing) {
      this.#post({ actorId: to, dueAt: this.now, timer: null, event });
    }
    for (const { actor, effect } of turn.requests) {
      const asked = { actorId: actor.id, type: effect.type, params: effect.params };
      this.asked.push(asked);
      this.everAsked.push(asked);
    }
    for (const actor of turn.actors.values()) {
      if (actor.dirty && actor.status === 'needs_attention') {
        for (const message of this.messages) if (message.actorId === actor.id) message.dueAt = Infinity;
      }
    }
    this.journal.push(...turn.journal.map((entry) => ({ ...entry, at: turn.now })));
    for (const { actorId, event } of turn.announcements) this.announced.push({ actorId, event });
  }

  #post(mail: Omit<Mail, 'order'>): void {
    this.messages.push({ ...mail, order: (this.#order += 1) });
  }
}

/** The target of a post on an account; each pair has one delivery, permanently. */
export function targetOf(postId: string, accountId: string, onUnknown: 'retry' | 'hold' = 'retry'): Target {
  return { accountId, deliveryId: dlv(postId, accountId), platform: 'mastodon', onUnknown };
}

/** Id of the delivery of a post to an account. */
export const dlv = (postId: string, accountId: string): string =>
  `${postId}_${accountId}`.replace('post_', 'dlv_');
