/**
 * One turn in memory: the actors that were locked, the messages they take, and everything their machines decide. It does
 * no I/O: `write.ts` saves what is collected here, in the transaction that locked the actors.
 *
 * A message to an actor of the same turn is taken at once, so that a child's end reaches its parent in the transaction
 * that ends it. A message to any other actor is collected in `outgoing`: the turn may lock that actor too and continue,
 * or leave the message in its mailbox. A message that an actor cannot take now goes back into its mailbox: a parked actor
 * keeps it until an operator lets it continue, and one of a newer version leaves it to newer nodes.
 */
import type { AnyStateMachine } from 'xstate';
import { type Persisted, type Step, start, step, type Timer } from '../../machines/durable.ts';
import type { EffectWrite } from '../../store/effects.ts';
import type { AttemptWrite } from '../../store/exchanges.ts';
import type { ActorRow, Hand, JournalStep, MailWrite } from '../../store/turns.ts';
import { compiledFor, DefinitionNeeded } from './definitions.ts';
import { type FeedEvent, feedEventOf } from './feed-event.ts';
import { type Kind, kindNamed, type KindTable } from './kind.ts';
import { upgrade } from './upgrade.ts';

export interface Actor {
  id: string;
  workspaceId: string;
  /** The actor that started it and that it reports to. */
  parentId: string | null;
  kind: string;
  /** What its chart is made from; null: its kind has one chart for all. */
  definitionId: string | null;
  /** null: there is none here, and the first message parks the actor with the reason. */
  machine: AnyStateMachine | null;
  version: number;
  seqBefore: number;
  seq: number;
  status: 'active' | 'done' | 'needs_attention';
  snapshot: Persisted;
  isNew: boolean;
  /** A step was taken: the row has to be written. */
  dirty: boolean;
}

export interface Message {
  to: string;
  event: { type: string };
}

/** An actor to be started. */
export interface Birth {
  kind: string;
  /** Of the chart; absent: its kind has one chart for all. */
  definitionId?: string;
  id: string;
  input: unknown;
}

/** The first steps of actors that are about to be started, by the actor's id. */
type FirstSteps = Map<string, Step>;

function birthsOf({ effects }: Step): Birth[] {
  return (effects as { type: string; params: unknown }[]).flatMap(({ type, params }) =>
    type === 'startActors' ? (params as { actors: Birth[] }).actors : [],
  );
}

/** A step that was taken, for the journal. */
export interface JournalEntry {
  actor: Actor;
  step: JournalStep;
}

/** An event for the outside: it is sent once to each endpoint that chose it. */
export interface Announcement {
  workspaceId: string;
  actorId: string;
  event: string;
}

export class Turn {
  /** Instant of the turn, epoch ms: every step of it happens now. */
  readonly now: number;
  readonly actors = new Map<string, Actor>();
  readonly journal: JournalEntry[] = [];
  readonly effects: EffectWrite[] = [];
  readonly announcements: Announcement[] = [];
  /** The recorded network calls of effects that were answered in this turn. */
  readonly attempts: AttemptWrite[] = [];
  /** Messages to actors that are not part of this turn. */
  outgoing: Message[] = [];
  /** Upgraded actors, with every timer their new chart implies. */
  readonly rearmed: { actor: Actor; implied: Timer[] }[] = [];
  readonly kinds: KindTable;
  /** Definitions that do not exist: who needs one is parked. Others that were not read are asked for. */
  readonly #absent: ReadonlySet<string>;
  readonly #timers = new Map<string, MailWrite>();
  readonly #kept: MailWrite[] = [];
  readonly #cancels = new Map<string, { actorId: string; timer: string }>();
  readonly #inbox: Message[] = [];
  readonly #shown: FeedEvent[] = [];
  readonly #workspaces = new Map<string, string>();

  /**
   * @param now epoch ms
   * @param kinds the kinds of actors that this program knows
   * @param absent ids of definitions that were looked for and do not exist
   */
  constructor(now: number, kinds: KindTable, absent: ReadonlySet<string> = new Set()) {
    this.now = now;
    this.kinds = kinds;
    this.#absent = absent;
  }

  /**
   * Brings a locked row into the turn; a snapshot of an older version is upgraded. Its definition, if it has one, has to be
   * read before (`loadDefinitions`).
   */
  load(row: ActorRow): Actor {
    const known = this.actors.get(row.id);
    if (known) return known;
    const actor: Actor = {
      id: row.id,
      workspaceId: row.workspaceId,
      parentId: row.parentId,
      kind: row.kind,
      definitionId: row.definitionId ?? null,
      machine: null,
      version: row.version,
      seqBefore: row.seq,
      seq: row.seq,
      status: row.status,
      snapshot: row.snapshot as Persisted,
      isNew: false,
      dirty: false,
    };
    this.actors.set(actor.id, actor);
    const kind = this.#kindOf(actor);
    const found = compiledFor(kind, actor.definitionId);
    if (found && 'machine' in found) actor.machine = found.machine;
    if (actor.status === 'active' && kind && actor.machine && actor.version < kind.version)
      this.#upgrade(actor, actor.machine, kind);
    return actor;
  }

  /**
   * Starts a new actor.
   * @throws what its machine throws; DefinitionNeeded when its definition was not read yet
   */
  start(born: Birth & { workspaceId: string }): Actor {
    const clean = { ...born, input: storable(born.input) };
    const actor = this.#begin(clean, this.#firstSteps([clean]));
    this.#settleInbox();
    return actor;
  }

  #begin(born: Birth & { workspaceId: string; parentId?: string }, births: FirstSteps): Actor {
    const first = births.get(born.id)!;
    const actor: Actor = {
      id: born.id,
      workspaceId: born.workspaceId,
      parentId: born.parentId ?? null,
      kind: born.kind,
      definitionId: born.definitionId ?? null,
      machine: this.#machineFor(born),
      version: this.kinds[born.kind]!.version,
      seqBefore: 0,
      seq: 0,
      status: 'active',
      snapshot: first.snapshot,
      isNew: true,
      dirty: true,
    };
    this.actors.set(actor.id, actor);
    this.#record(actor, { type: 'started', input: born.input } as { type: string }, first, null, births);
    return actor;
  }

  /**
   * Gives an actor of this turn an event, and takes every message that follows from it within the turn.
   * @param hand who caused it by hand, and why: for the journal
   */
  deliver(actor: Actor, event: { type: string }, hand?: Hand): void {
    this.#take(actor, storable(event) as { type: string }, hand);
    this.#settleInbox();
  }

  /**
   * Lets a parked actor continue. The caller makes its mail due again.
   * @throws when it is not parked
   */
  resume(actor: Actor, hand: Hand): void {
    if (actor.status !== 'needs_attention') throw new Error(`${actor.id} is not parked`);
    actor.status = 'active';
    actor.seq += 1;
    actor.dirty = true;
    this.#note(actor, { type: 'resumed' }, { hand });
  }

  /** Sends an actor a message that no other actor sent: taken in this turn if nobody holds it, else by its mailbox. */
  tell(workspaceId: string, message: Message): void {
    this.#workspaces.set(message.to, workspaceId);
    this.#inbox.push({ ...message, event: storable(message.event) as Message['event'] });
    this.#settleInbox();
  }

  #settleInbox(): void {
    for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) {
      const receiver = this.actors.get(next.to);
      if (receiver) this.#take(receiver, next.event);
      else this.outgoing.push(next);
    }
  }

  /** Timers to write, after the deletes of `cancels`; and the messages that stay for later. */
  get timers(): MailWrite[] {
    return [...this.#timers.values(), ...this.#kept];
  }

  /** Timers to delete. */
  get cancels(): { actorId: string; timer: string }[] {
    return [...this.#cancels.values()];
  }

  /** The live events: one for each step that changed what users see, so a turn may show several of one actor. */
  feedEvents(): FeedEvent[] {
    return this.#shown;
  }

  /** The workspace of an actor that was sent a message in this turn: messages never leave a workspace. */
  workspaceOf(actorId: string): string {
    return this.#workspaces.get(actorId) ?? '';
  }

  #take(actor: Actor, event: { type: string }, hand?: Hand): void {
    if (actor.status === 'done') return; // an actor that has ended takes no messages
    // a timer that an earlier step of this turn cancelled or set again, when its message was taken already
    const timer = `${actor.id} ${event.type}`;
    if (this.#cancels.has(timer) || this.#timers.has(timer)) return;
    const kind = this.#kindOf(actor);
    if (actor.status === 'needs_attention' || !kind || actor.version > kind.version) {
      this.#keep(actor, event);
      return;
    }

    let taken: Step;
    let births: FirstSteps;
    try {
      taken = step(actor.machine ?? this.#machineFor(actor), actor.snapshot, event as never, this.now);
      births = this.#firstSteps(birthsOf(taken));
    } catch (fault) {
      if (fault instanceof DefinitionNeeded) throw fault;
      this.park(actor, event, fault);
      this.#keep(actor, event);
      return;
    }
    // the chart ignores the event in this state: nothing changed, so there is nothing to save
    if (taken.taken.length === 0 && taken.effects.length === 0) return;
    const before = actor.snapshot;
    actor.snapshot = taken.snapshot;
    actor.dirty = true;
    this.#record(actor, event, taken, before, births, hand);
  }

  /** Taken before the step that starts them is recorded: if one throws, that step failed. */
  #firstSteps(births: Birth[], taken: FirstSteps = new Map()): FirstSteps {
    for (const birth of births) {
      const first = start(this.#machineFor(birth), birth.input as never, this.now);
      taken.set(birth.id, first);
      this.#firstSteps(birthsOf(first), taken);
    }
    return taken;
  }

  #record(
    actor: Actor,
    event: { type: string },
    taken: Step,
    before: Persisted | null,
    births: FirstSteps,
    hand?: Hand,
  ): void {
    actor.seq += 1;
    if (taken.done) actor.status = 'done';
    const effects = taken.effects as { type: string; params: unknown }[];
    const timers = taken.timers.map(({ id, event: due, delayMs }) => ({
      id,
      event: due,
      dueAt: this.now + delayMs,
    }));
    this.#note(actor, event, {
      ...(taken.taken.length > 0 && { taken: taken.taken }),
      ...(effects.length > 0 && { effects: effects.map(({ type }) => type) }),
      ...(timers.length > 0 && { timers: timers.map(({ id, dueAt }) => ({ id, dueAt })) }),
      ...(taken.cancels.length > 0 && { cancels: taken.cancels }),
      ...(hand && { hand }),
    });

    const kind = this.#kindOf(actor);
    const shown = kind ? feedEventOf(kind, actor, before, this.now) : null;
    if (shown) this.#shown.push(shown);
    for (const timer of taken.cancels) {
      const upgraded = this.rearmed.find((one) => one.actor === actor);
      if (upgraded) upgraded.implied = upgraded.implied.filter(({ id }) => id !== timer);
      if (timer === event.type) continue; // it is the message that was just taken
      this.#timers.delete(`${actor.id} ${timer}`);
      this.#cancels.set(`${actor.id} ${timer}`, { actorId: actor.id, timer });
    }
    for (const { id, event: due, dueAt } of timers) {
      this.#cancels.delete(`${actor.id} ${id}`);
      this.#timers.set(`${actor.id} ${id}`, {
        workspaceId: actor.workspaceId,
        actorId: actor.id,
        dueAt,
        timer: id,
        event: due,
      });
    }
    for (const effect of effects) this.#intend(actor, effect, births);
  }

  /** Starts, messages and announcements belong to the transaction; everything else goes to the outbox. */
  #intend(actor: Actor, { type, params }: { type: string; params: unknown }, births: FirstSteps): void {
    switch (type) {
      case 'startActors':
        for (const birth of (params as { actors: Birth[] }).actors) {
          this.#begin({ ...birth, workspaceId: actor.workspaceId, parentId: actor.id }, births);
        }
        return;
      case 'tell':
        for (const message of (params as { messages: Message[] }).messages) {
          this.#workspaces.set(message.to, actor.workspaceId);
          this.#inbox.push(message);
        }
        return;
      case 'announce':
        this.announcements.push({
          workspaceId: actor.workspaceId,
          actorId: actor.id,
          event: (params as { event: string }).event,
        });
        return;
      default:
        this.effects.push({
          workspaceId: actor.workspaceId,
          actorId: actor.id,
          type,
          params: params as EffectWrite['params'],
        });
    }
  }

  /** A machine that throws has a bug: the actor stops, with its messages, until an operator lets it continue. */
  park(actor: Actor, event: { type: string }, fault: unknown): void {
    actor.status = 'needs_attention';
    actor.seq += 1;
    actor.dirty = true;
    this.#note(actor, event, { fault: storable(String(fault)) as string });
  }

  #note(actor: Actor, event: { type: string }, more: Partial<JournalStep>): void {
    const { seq, version, definitionId } = actor;
    const step = {
      ...(actor.parentId !== null && { actor: actor.id }),
      seq,
      ...(version !== 1 && { version }),
      ...(definitionId !== null && { definition: definitionId }),
      event,
      value: actor.snapshot.value,
      ...more,
    };
    this.journal.push({ actor, step });
  }

  /** Puts a message back. That of a parked actor is parked with the rest of its mail when the turn is written. */
  #keep(actor: Actor, event: { type: string }): void {
    if (actor.status === 'needs_attention') actor.dirty = true;
    this.#kept.push({
      workspaceId: actor.workspaceId,
      actorId: actor.id,
      dueAt: this.now,
      timer: event.type.startsWith('xstate.after.') ? event.type : null,
      event,
    });
  }

  #upgrade(actor: Actor, machine: AnyStateMachine, kind: Kind): void {
    try {
      const { settled, implied } = upgrade({ ...kind, machine }, actor.version, actor.snapshot, this.now);
      const births = this.#firstSteps(birthsOf(settled));
      const before = actor.snapshot;
      actor.snapshot = settled.snapshot;
      actor.version = kind.version;
      actor.dirty = true;
      this.#record(actor, { type: 'xstate.upgrade' }, settled, before, births);
      this.rearmed.push({ actor, implied });
    } catch (fault) {
      if (fault instanceof DefinitionNeeded) throw fault;
      this.park(actor, { type: 'xstate.upgrade' }, fault);
    }
  }

  /** None when only newer nodes know the kind. */
  #kindOf(actor: Actor): Kind | undefined {
    return kindNamed(this.kinds, actor.kind);
  }

  /** @throws DefinitionNeeded when it was not read yet, Error when there is none */
  #machineFor({ kind, definitionId }: Pick<Birth, 'kind' | 'definitionId'> | Actor): AnyStateMachine {
    const found = compiledFor(kindNamed(this.kinds, kind), definitionId);
    if (found && 'machine' in found) return found.machine;
    if (found) throw new Error(found.fault);
    if (this.#absent.has(definitionId!)) throw new Error(`there is no definition ${definitionId}`);
    throw new DefinitionNeeded({ kind, definitionId: definitionId! });
  }
}

/**
 * A value without the characters that Postgres refuses in a text: NUL, and half of a surrogate pair, which is left when a
 * text was cut in the middle of an emoji. One of them would roll back the whole batch, on every try.
 */
function storable(value: unknown): unknown {
  return isStorable(value) ? value : cleaned(value);
}

/** Nearly every value is, so this is checked without copying it. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  for (const name in value) if (!isStorable((value as { [name: string]: unknown })[name])) return false;
  return true;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cleaned(part)]));
}
