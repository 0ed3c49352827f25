/**
 * One turn in memory: the actors that were read, the messages they take, and everything their machines decide. It does no
 * I/O: `write.ts` saves what is collected here, and only if no row of these actors has changed in the meantime.
 *
 * A message to an actor of the same turn is taken at once, so that the end of a child reaches its parent in the same
 * transaction. A message to any other actor is collected in `outgoing`: the turn may lock that actor too and continue, or
 * leave the message in its mailbox. A message that an actor cannot take now goes back into its mailbox: a parked actor
 * keeps it until an operator lets it continue, and an actor of a newer version leaves it to newer nodes.
 */
import type { AnyStateMachine } from 'xstate';
import { type Persisted, type Step, start, step } from '../../machines/durable.ts';
import type { Db, Fragment } from '../../store/connect.ts';
import type { Count } from '../../store/counters.ts';
import type { AttemptWrite } from '../../store/exchanges.ts';
import type { ActorRow, Hand, JournalStep, MailRow, StoredEffect } from '../../store/turns.ts';
import { type Actor, actorOf, effectIdOf, storedTimer } from './actor.ts';
import { compiledFor, DefinitionNeeded } from './definitions.ts';
import { type FeedEvent, feedEventOf } from './feed-event.ts';
import { INSTALLATION } from './installation.ts';
import { type Counted, type CountRule, type Kind, kindNamed, type KindTable } from './kind.ts';
import { isRoutine } from './routine.ts';
import { storable } from './storable.ts';
import { withDefaults } from './stored-snapshot.ts';
import { upgrade } from './upgrade.ts';

export type { Actor } from './actor.ts';

export interface Message {
  to: string;
  event: { type: string };
}

/** A message that waits in a mailbox. */
interface StoredMessage {
  workspaceId: string;
  actorId: string;
  event: { type: string };
}

/** An actor to be started. */
interface Birth {
  kind: string;
  /** The definition that its chart is compiled from. Absent means its kind has one chart for all actors. */
  definitionId?: string;
  id: string;
  input: unknown;
}

/** The first steps of actors that are about to be started, by the actor's id. */
type FirstSteps = Map<string, Step>;

const NO_BIRTHS: readonly Birth[] = [];

function birthsOf({ effects }: Step): readonly Birth[] {
  let births: readonly Birth[] = NO_BIRTHS;
  for (const { type, params } of effects as { type: string; params: unknown }[]) {
    if (type !== 'startActors') continue;
    const { actors } = params as { actors: Birth[] };
    births = births === NO_BIRTHS ? actors : [...births, ...actors];
  }
  return births;
}

/** Most steps start no actor. */
const NO_FIRST_STEPS: FirstSteps = new Map();

/** A step that was taken, for the journal. */
export interface JournalEntry {
  actor: Actor;
  step: JournalStep;
}

/** An event for webhook endpoints: it is sent once to each endpoint that subscribed to it. */
export interface Announcement {
  workspaceId: string;
  actorId: string;
  event: string;
}

export class Turn {
  /** The instant of the turn, epoch ms: all its steps happen at this instant. */
  readonly now: number;
  readonly actors = new Map<string, Actor>();
  readonly journal: JournalEntry[] = [];
  /** Effects that steps of this turn requested. They are also in `effects` of their actors. */
  readonly requests: { actor: Actor; effect: StoredEffect }[] = [];
  readonly announcements: Announcement[] = [];
  /** The recorded network calls of effects whose results were processed in this turn. */
  readonly attempts: AttemptWrite[] = [];
  /** Messages to actors that are not part of this turn. */
  outgoing: Message[] = [];
  /** Messages to actors of this turn that cannot take them now. */
  readonly stored: StoredMessage[] = [];
  /** Messages that wait although their actors could take them now (deferred.ts). */
  readonly deferred: (MailRow & { workspaceId: string })[] = [];
  /** Ids of messages that were taken out of mailboxes. */
  readonly consumed: string[] = [];
  readonly kinds: KindTable;
  /** Whether locks of actors are waited for; else a locked actor ends the turn (lock-for-turn.ts). */
  readonly waitsForLocks: boolean;
  /**
   * Whether the rows of this turn are not locked. An actor that ignores an event is then written too, without a change:
   * another transaction may have moved it into a state that takes the event, and the write finds that out.
   */
  readonly #isUnlocked: boolean;
  /**
   * Definitions that do not exist: an actor that needs one is parked. For others that were not read yet, DefinitionNeeded
   * is thrown.
   */
  readonly #absent: ReadonlySet<string>;
  readonly #inbox: Message[] = [];
  readonly #counts = new Map<string, Count>();
  /** Actors of which a step changed what their kind writes beside them. */
  readonly #beside = new Set<Actor>();
  readonly #feedEvents: FeedEvent[] = [];
  readonly #workspaces = new Map<string, string>();

  /**
   * @param now epoch ms
   * @param kinds the kinds of actors that this program knows
   * @param options.absent ids of definitions that were read and do not exist
   * @param options.isUnlocked whether its rows come from a cache or were read without a lock
   * @param options.waitsForLocks whether locks of actors are waited for; default true
   */
  constructor(
    now: number,
    kinds: KindTable,
    {
      absent = new Set(),
      isUnlocked = false,
      waitsForLocks = true,
    }: { absent?: ReadonlySet<string>; isUnlocked?: boolean; waitsForLocks?: boolean } = {},
  ) {
    this.now = now;
    this.kinds = kinds;
    this.#absent = absent;
    this.#isUnlocked = isUnlocked;
    this.waitsForLocks = waitsForLocks;
  }

  /**
   * Loads a row into the turn; a snapshot of an older version is upgraded. If the actor has a definition, the definition
   * has to be read before (`loadDefinitions`).
   */
  load(row: ActorRow): Actor {
    const existing = this.actors.get(row.id);
    if (existing) return existing;
    const snapshot = withDefaults(this.kinds, row, row.snapshot as Persisted);
    const actor = actorOf(snapshot === row.snapshot ? row : { ...row, snapshot });
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
    const { shared } = this.kinds[born.kind]!;
    if (!shared && born.workspaceId === INSTALLATION)
      throw new Error(`${born.id} has to belong to a workspace: its kind is not shared`);
    const actor: Actor = {
      id: born.id,
      workspaceId: shared ? INSTALLATION : born.workspaceId,
      parentId: born.parentId ?? null,
      kind: born.kind,
      definitionId: born.definitionId ?? null,
      machine: this.#machineFor(born),
      version: this.kinds[born.kind]!.version,
      rev: 0,
      seq: 0,
      status: 'active',
      snapshot: first.snapshot,
      timers: [],
      effects: [],
      shelf: null,
      armed: null,
      isNew: true,
      isStepped: true,
      dirty: true,
    };
    this.actors.set(actor.id, actor);
    this.#record(actor, { type: 'started', input: born.input } as { type: string }, first, null, births);
    return actor;
  }

  /**
   * Sends an actor of this turn an event, and processes every message that follows from it within the turn. An event that
   * the actor cannot take now waits in its mailbox.
   * @param hand the operator who caused it by a manual action, and the reason: for the journal
   */
  deliver(actor: Actor, event: { type: string }, hand?: Hand): void {
    const clean = storable(event) as { type: string };
    // a timer that an operator skips, or that a test fires, must not fire again
    this.#disarm(actor, clean.type);
    if (!this.#take(actor, clean, hand)) this.#keep(actor, clean);
    this.#settleInbox();
  }

  /**
   * Processes an actor's due timers and the messages from its mailbox, in the order in which they were due. A timer that
   * an earlier one of them cancels does not fire. What the actor cannot take now stays in its mailbox.
   */
  deliverDue(actor: Actor, mail: readonly MailRow[] = []): void {
    let next = 0;
    while (actor.status === 'active') {
      const timer = this.#dueTimer(actor);
      const message = mail[next];
      if (timer && (!message || timer.dueAt <= message.dueAt)) {
        this.#disarm(actor, timer.id);
        const event = timer.event ?? { type: timer.id };
        if (!this.#take(actor, event)) {
          actor.timers.push(timer);
          return; // parked, or of a newer version: it takes nothing more
        }
      } else if (message) {
        if (!this.#take(actor, storable(message.event) as { type: string })) return;
        this.consumed.push(message.id);
        next += 1;
      } else {
        return;
      }
      this.#settleInbox();
    }
    // an actor that has ended takes no messages, so its messages are deleted
    if (actor.status === 'done') this.consumed.push(...mail.slice(next).map(({ id }) => id));
  }

  /** Processes messages from an actor's mailbox, and no timers. What it cannot take now stays there. */
  deliverMail(actor: Actor, mail: readonly MailRow[]): void {
    for (const { id, event } of mail) {
      if (!this.#take(actor, storable(event) as { type: string })) return;
      this.consumed.push(id);
      this.#settleInbox();
    }
  }

  /** Lets a message wait in its mailbox. @param dueAt when its actor gets it at the latest, epoch ms */
  defer({ to, event }: Message, id: string, dueAt: number): void {
    this.deferred.push({ id, workspaceId: this.workspaceOf(to), actorId: to, dueAt, event });
  }

  /**
   * Gives an actor the result of an effect that it requested.
   * @returns false when the actor no longer waits for this effect: then nothing was done
   */
  answer(actor: Actor, effectId: string, event: { type: string }): boolean {
    const index = actor.effects.findIndex(({ id }) => id === effectId);
    if (index < 0) return false;
    actor.effects.splice(index, 1);
    actor.dirty = true;
    this.deliver(actor, event);
    return true;
  }

  /**
   * Drops the effects that an actor requested: results that still arrive are ignored.
   * @returns how many effects there were
   */
  dropEffects(actor: Actor): number {
    const dropped = actor.effects.length;
    if (dropped > 0) actor.dirty = true;
    actor.effects = [];
    return dropped;
  }

  #dueTimer(actor: Actor) {
    let first;
    for (const timer of actor.timers)
      if (timer.dueAt <= this.now && (!first || timer.dueAt < first.dueAt)) first = timer;
    return first;
  }

  #disarm(actor: Actor, timer: string): void {
    const index = actor.timers.findIndex(({ id }) => id === timer);
    if (index < 0) return;
    actor.timers.splice(index, 1);
    actor.dirty = true;
  }

  /**
   * Lets a parked actor continue. The caller makes its messages due again.
   * @param timers due times of its timers, epoch ms; timers that are missing here are due now
   * @throws when it is not parked
   */
  resume(actor: Actor, hand: Hand, timers: readonly { id: string; dueAt: number }[] = []): void {
    if (actor.status !== 'needs_attention') throw new Error(`${actor.id} is not parked`);
    actor.status = 'active';
    actor.seq += 1;
    actor.dirty = true;
    const dueAt = new Map(timers.map((timer) => [timer.id, timer.dueAt]));
    actor.timers = actor.timers.map((timer) => ({ ...timer, dueAt: dueAt.get(timer.id) ?? this.now }));
    this.#note(actor, { type: 'resumed' }, actor.snapshot).hand = hand;
  }

  /**
   * Sends an actor a message that does not come from another actor. It is processed in this turn if no other transaction
   * has locked the actor, else from its mailbox.
   */
  tell(workspaceId: string, message: Message): void {
    this.#workspaces.set(message.to, workspaceId);
    this.#inbox.push({ ...message, event: storable(message.event) as Message['event'] });
    this.#settleInbox();
  }

  #settleInbox(): void {
    for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) {
      const receiver = this.actors.get(next.to);
      if (!receiver) this.outgoing.push(next);
      else if (!this.#take(receiver, next.event)) this.#keep(receiver, next.event);
    }
  }

  /** The live events: one for each step that changed what users see. There may be several for one actor. */
  feedEvents(): FeedEvent[] {
    return this.#feedEvents;
  }

  /** By how much counters change. */
  counts(): Count[] {
    return [...this.#counts.values()].filter(({ by }) => by !== 0);
  }

  /** The statements of other rows that its steps write. */
  beside(db: Db): Fragment[] {
    const byKind = Map.groupBy(this.#beside, ({ kind }) => kind);
    return [...byKind].map(([name, actors]) => kindNamed(this.kinds, name)!.beside!.statement(db, actors));
  }

  /** Takes an actor out of the counters of its snapshot `before`, and adds it to those of now. */
  #countMove(counted: CountRule, { snapshot, workspaceId }: Actor, before: Persisted | null): void {
    const add = (counted: Counted | null, by: number) => {
      for (const name of counted?.names ?? [])
        this.count({ ownerId: counted!.ownerId, name, workspaceId, by });
    };
    if (before) add(counted(before), -1);
    add(counted(snapshot), 1);
  }

  /** Changes a counter that no actor stands for. */
  count(change: Count): void {
    const key = `${change.ownerId} ${change.name}`;
    const existing = this.#counts.get(key);
    this.#counts.set(key, { ...change, by: (existing?.by ?? 0) + change.by });
  }

  /**
   * The workspace of an actor that got a message in this turn. An actor only sends messages within its workspace; a request or an
   * effect sends those between a workspace and the installation (`tell`).
   */
  workspaceOf(actorId: string): string {
    return this.#workspaces.get(actorId) ?? '';
  }

  /**
   * @returns false when the actor cannot take the event now: it is parked, the event has just parked it, or it is of a
   *   newer version
   */
  #take(actor: Actor, event: { type: string }, hand?: Hand): boolean {
    if (actor.status === 'done') return true; // an actor that has ended takes no messages
    const kind = this.#kindOf(actor);
    if (actor.status === 'needs_attention' || !kind || actor.version > kind.version) return false;

    let stepped: Step;
    let births: FirstSteps;
    try {
      stepped = step(actor.machine ?? this.#machineFor(actor), actor.snapshot, event as never, this.now);
      births = this.#firstSteps(birthsOf(stepped));
    } catch (fault) {
      if (fault instanceof DefinitionNeeded) throw fault;
      this.park(actor, event, fault);
      return false;
    }
    // the chart ignores the event in this state: nothing has changed, so nothing has to be saved
    if (stepped.taken.length === 0 && stepped.effects.length === 0) {
      if (this.#isUnlocked) actor.dirty = true;
      return true;
    }
    const before = actor.snapshot;
    actor.snapshot = stepped.snapshot;
    actor.dirty = true;
    this.#record(actor, event, stepped, before, births, hand);
    return true;
  }

  /**
   * Takes the first steps of new actors before the step that starts them is recorded: if one of them throws, that step
   * has failed.
   */
  #firstSteps(births: readonly Birth[], steps?: FirstSteps): FirstSteps {
    if (births.length === 0) return steps ?? NO_FIRST_STEPS;
    const firstSteps: FirstSteps = steps ?? new Map();
    for (const birth of births) {
      const first = start(this.#machineFor(birth), birth.input as never, this.now);
      firstSteps.set(birth.id, first);
      this.#firstSteps(birthsOf(first), firstSteps);
    }
    return firstSteps;
  }

  #record(
    actor: Actor,
    event: { type: string },
    stepped: Step,
    before: Persisted | null,
    births: FirstSteps,
    hand?: Hand,
  ): void {
    actor.seq += 1;
    actor.isStepped = true;
    if (stepped.done) actor.status = 'done';
    const effects = stepped.effects as { type: string; params: unknown }[];
    const timers = stepped.timers.map((timer) => storedTimer(timer, this.now));
    const kind = this.#kindOf(actor);
    const isLeftOut = kind?.routine && before && !hand && isRoutine(kind.routine, event, before, stepped);
    if (!isLeftOut) {
      // field by field: this runs for every step, and copies of objects would cost more than the step itself
      const note = this.#note(actor, event, before);
      if (stepped.taken.length > 0) note.taken = stepped.taken;
      if (effects.length > 0) note.effects = effects.map(({ type }) => type);
      if (timers.length > 0) note.timers = timers.map(({ id, dueAt }) => ({ id, dueAt }));
      if (stepped.cancels.length > 0) note.cancels = stepped.cancels;
      if (hand) note.hand = hand;
    }
    if (kind?.counted) this.#countMove(kind.counted, actor, before);
    if (kind?.beside?.changes(actor.snapshot, before)) this.#beside.add(actor);
    const feedEvent = kind ? feedEventOf(kind, actor, before, this.now) : null;
    if (feedEvent) this.#feedEvents.push(feedEvent);
    for (const timer of stepped.cancels) this.#disarm(actor, timer);
    for (const timer of timers) {
      this.#disarm(actor, timer.id); // a timer that is set again only has its new time
      actor.timers.push(timer);
    }
    if (stepped.done) actor.timers = [];
    for (const [index, effect] of effects.entries()) this.#intend(actor, effect, index, births);
  }

  /**
   * Carries out an effect of a step. Starts, messages and announcements are part of the transaction; every other effect
   * stays in the row until its result is saved.
   */
  #intend(
    actor: Actor,
    { type, params }: { type: string; params: unknown },
    index: number,
    births: FirstSteps,
  ): void {
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
      default: {
        const effect: StoredEffect = {
          id: effectIdOf(this.now, actor.seq, index),
          type,
          params: params as StoredEffect['params'],
          tries: 1,
          node: '',
          at: this.now,
        };
        actor.effects.push(effect);
        this.requests.push({ actor, effect });
      }
    }
  }

  /**
   * Parks an actor whose machine threw, which is a bug: the actor and its messages wait until an operator lets it
   * continue.
   */
  park(actor: Actor, event: { type: string }, fault: unknown): void {
    actor.status = 'needs_attention';
    actor.seq += 1;
    actor.dirty = true;
    this.#note(actor, event, actor.snapshot).fault = storable(String(fault)) as string;
  }

  /**
   * Adds a step to the journal.
   * @param before the snapshot before the step; null means the step started the actor
   * @returns the step, for the caller to add what else belongs to it
   */
  #note(actor: Actor, event: { type: string }, before: Persisted | null): JournalStep {
    const { id, parentId, seq, version, definitionId, snapshot } = actor;
    const step = (parentId === null ? { seq } : { actor: id, seq }) as JournalStep;
    if (version !== 1) step.version = version;
    if (definitionId !== null) step.definition = definitionId;
    step.event = event;
    step.value = snapshot.value;
    if (before && this.#kindOf(actor)?.routine)
      step.before = { value: before.value, context: before.context };
    this.journal.push({ actor, step });
    return step;
  }

  /**
   * Puts a message into the mailbox of an actor of this turn. For a parked actor, the write of the turn parks the message
   * too.
   */
  #keep(actor: Actor, event: { type: string }): void {
    if (actor.status === 'needs_attention') actor.dirty = true;
    this.stored.push({ workspaceId: actor.workspaceId, actorId: actor.id, event });
  }

  #upgrade(actor: Actor, machine: AnyStateMachine, kind: Kind): void {
    try {
      const { settled, implied } = upgrade({ ...kind, machine }, actor.version, actor.snapshot, this.now);
      const births = this.#firstSteps(birthsOf(settled));
      const before = actor.snapshot;
      actor.snapshot = settled.snapshot;
      actor.version = kind.version;
      actor.dirty = true;
      // timers of the new chart: those that exist already keep their time; the others are removed or start now
      actor.timers = implied.map(
        (timer) => actor.timers.find(({ id }) => id === timer.id) ?? storedTimer(timer, this.now),
      );
      this.#record(actor, { type: 'xstate.upgrade' }, settled, before, births);
    } catch (fault) {
      if (fault instanceof DefinitionNeeded) throw fault;
      this.park(actor, { type: 'xstate.upgrade' }, fault);
    }
  }

  /** The kind of an actor; undefined when only newer programs know it. */
  #kindOf(actor: Actor): Kind | undefined {
    return kindNamed(this.kinds, actor.kind);
  }

  /** @throws DefinitionNeeded when its definition was not read yet; Error when there is no machine for it */
  #machineFor({ kind, definitionId }: Pick<Birth, 'kind' | 'definitionId'> | Actor): AnyStateMachine {
    const found = compiledFor(kindNamed(this.kinds, kind), definitionId);
    if (found && 'machine' in found) return found.machine;
    if (found) throw new Error(found.fault);
    if (this.#absent.has(definitionId!)) throw new Error(`there is no definition ${definitionId}`);
    throw new DefinitionNeeded({ kind, definitionId: definitionId! });
  }
}
