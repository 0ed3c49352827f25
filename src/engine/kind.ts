/**
 * What the engine and the introspection must know of a kind of actor. Each kind is defined in one file of `src/kinds`.
 * The engine, the store and the introspection only know this interface and no kind by name.
 */
import type { TSchema } from 'typebox';
import type { AnyStateMachine, EventFromLogic } from 'xstate';
import type { EffectOf, Persisted } from '../../machines/durable.ts';
import type { Db, Fragment } from '../../store/connect.ts';
import type { Definition } from '../../store/definitions.ts';
import type { Prune } from '../../store/retention.ts';
import type { ListColumns } from '../../store/write-turn.ts';
import type { Run } from './effect-run.ts';
import type { KindView } from './kind-view.ts';
import type { RoutineRule } from './routine.ts';

/** Kinds by name: a parameter of nodes, replays and the introspection. */
export type KindTable = { readonly [name: string]: Kind };

/** The parts of a kind that steps, upgrades and replays need. */
export interface Charted<M extends AnyStateMachine = AnyStateMachine, Name extends string = string> {
  name: Name;
  /** Raised with every change of the chart that makes an older snapshot invalid or gives it another meaning. */
  version: number;
  /** `upgrades[n]` converts a snapshot of version n to version n + 1: JSON in, JSON out, no side effects. */
  upgrades: { readonly [from: number]: (snapshot: Persisted) => Persisted };
  /**
   * Values of the context that are not stored, by version: plain values, or an empty list or object. They are read from the machine's
   * initial context (src/kinds/initial-values.ts). A version may name fields that came later, where its upgrades give them the same
   * value. Rows depend on them: those of a released version never change. Absent means all is stored.
   */
  defaults?: { readonly [version: number]: { readonly [field: string]: unknown } };
  /** The machine of actors without a definition. Absent means every actor of the kind has a definition. */
  machine?: M;
  /**
   * Compiles a stored definition to a machine. Pure; called once for each definition (src/engine/definitions.ts). Absent:
   * no actor of the kind has a definition.
   * @throws when the definition cannot be used: its actors are parked with the error
   */
  compile?(definition: Definition): M;
}

export interface Kind<
  M extends AnyStateMachine = AnyStateMachine,
  E extends EffectRules = EffectRules,
  Name extends string = string,
> extends Charted<M, Name> {
  /** The part before the underscore in the ids of its actors. */
  idPrefix: string;
  /** The columns that lists read. null means only the snapshot is stored. */
  listColumns: ListColumnsRule | null;
  /** What is counted of an actor. Absent means nothing. */
  counted?: CountRule;
  /** Other rows that its steps write. Absent means none. */
  beside?: BesideRule;
  /** The live event of a step; null means users see no change of these actors. */
  feedEvent: FeedRule<M> | null;
  /** The events that it sends to webhook endpoints, by name. */
  announcements: { readonly [event: string]: Announced };
  /**
   * Events of its messages to the actor that started it that may wait for a few seconds, until nothing of its family is in
   * progress. Absent means every message is taken at once.
   */
  deferred?: readonly string[];
  /** The effects that its machine declares, except those that a turn carries out itself. */
  effects: E;
  /** Nodes cache its JSON, so a change without a live event must be counted (`Head` in store/feed.ts). Absent means it is not cached. */
  isKept?: true;
  /** States in which a rest as long as the journal is kept counts as an end: after that, the journal is pruned. */
  restingStates: readonly string[];
  /** Its actors work for as long as they are there: their journal is pruned by age. Absent means it is kept until they end or rest. */
  isEndless?: true;
  /** Steps that are left out of the journal. Absent means all are written. */
  routine?: RoutineRule;
  /**
   * Its actors belong to the installation: reads the ids of those whose state, journal and context members of a workspace may see.
   * Whatever they hold is shown to each of them. Absent means every actor belongs to a workspace, whose members see it.
   */
  shared?: SharedRule;
  /** When its actors are deleted. null if never. */
  retention: Retention | null;
  /** What people see of it. */
  view: KindView;
  /** For types only; it does not exist at run time. */
  readonly [types]?: { machine: M; effects: E };
}
declare const types: unique symbol;

/**
 * Defines a kind. Mistakes do not compile: an effect without a rule, a result that no event of the machine has, or an
 * announcement of the machine that is not described.
 */
export function defineKind<M extends AnyStateMachine, const E extends RulesOf<M>, const Name extends string>(
  kind: Kind<M, E, Name> & Announcing<M> & { machine: M },
): Kind<M, E, Name> & { machine: M };
export function defineKind<M extends AnyStateMachine, const E extends RulesOf<M>, const Name extends string>(
  kind: Kind<M, E, Name> & Announcing<M> & { compile(definition: Definition): M },
): Kind<M, E, Name>;
export function defineKind(kind: Kind): Kind {
  return kind;
}

/** Requires a description of every event that a machine announces. */
interface Announcing<M extends AnyStateMachine> {
  announcements: { readonly [Event in AnnouncedBy<M>]: Announced };
}

/**
 * Computes from an actor's snapshot what lists read. Pure.
 * @param before.shelf the status in which lists show it so far; null means lists do not show it
 * @param before.now epoch ms
 */
type ListColumnsRule = (snapshot: Persisted, before: { shelf: string | null; now: number }) => ListColumns;

/**
 * Says in which counters an actor is counted, from its snapshot. Pure. The turn that moves it moves the counters too, so they are exact;
 * they stay when the actor is pruned. null means in none.
 */
export type CountRule = (snapshot: Persisted) => Counted | null;

export interface Counted {
  /** What the counters belong to, such as a rule. */
  ownerId: string;
  /** The names of the counters, each once. */
  names: readonly string[];
}

/** What a step writes into rows of its own kind's tables, in the statement of the turn. */
interface BesideRule {
  /** Whether a step changes what is written. Pure. @param before null when the step started the actor */
  changes(snapshot: Persisted, before: Persisted | null): boolean;
  /** @param actors as the turn leaves them */
  statement(db: Db, actors: readonly { id: string; snapshot: Persisted }[]): Fragment;
}

/** @returns ids of shared actors that members of a workspace may see */
type SharedRule = (db: Db, workspaceId: string) => Promise<string[]>;

/** The resource that a live event is about. */
export interface Resource {
  type: string;
  id: string;
}

/** A change that users see. */
interface Change {
  /** Name of the event, such as `post.updated`. */
  type: string;
  resource: Resource;
  /** The post it belongs to; absent means none. */
  postId?: string;
  /** The accounts that it is about (src/engine/feed-event.ts). */
  accountIds?: readonly string[];
  data: { [name: string]: unknown };
}

/**
 * Computes the live event of a step.
 * @param before the context and state before the step; null when the step started the actor
 */
interface FeedRule<M extends AnyStateMachine = AnyStateMachine> {
  change(actor: { id: string; snapshot: Persisted<M> }, before: Persisted<M> | null): Change | null;
}

/** An event that webhook endpoints can subscribe to. */
export interface Announced {
  /** One line for the OpenAPI document. */
  summary: string;
  /** The schema of the body. */
  schema: TSchema;
  /** An example of a body that matches the schema. */
  example: { [name: string]: unknown };
  /**
   * Reads the bodies for actors of the kind, by their ids, in the transaction that announces the event.
   * @param announcement.now epoch ms
   */
  read(db: Db, ids: string[], announcement: { event: string; now: number }): Promise<Map<string, object>>;
}

interface Retention {
  /** Its name in the log, such as `webhookSends`. */
  label: string;
  /** How long an actor is kept after it has ended, ms. */
  retentionMs: number;
  /**
   * Deletes actors that ended before `before`, with their rows. Absent means `pruneEnded` of the store, which deletes rows of
   * actors only.
   */
  prune?: (db: Db, prune: Prune) => Promise<number>;
}

/** The system outside the service with which an effect communicates. */
type Outsider = 'network' | 'webhooks';

/** What the engine has to know of an effect. */
interface EffectRule<Answer extends string = string> {
  /** The events that may be its result: whole names, or prefixes up to a point such as `outcome.`. */
  answers: readonly Answer[];
  /** The system with which it communicates, for the sequence diagram. */
  with: Outsider;
  /**
   * It goes on until its handler returns, such as a connection that is kept open: it has no time limit. The heartbeat of its node
   * keeps it; after each one, an effect that belongs to another node by now is aborted. A node that stops aborts it at once, and
   * another node takes it over. Absent means an effect has a time limit.
   */
  isOpenEnded?: true;
}
interface EffectRules {
  readonly [effect: string]: EffectRule;
}

/** Effects that a turn carries out itself, in its transaction. */
type TurnEffect = 'startActors' | 'tell' | 'announce';
type OutsideEffect<M extends AnyStateMachine> = Exclude<EffectOf<M>, { type: TurnEffect }>;
type AnnouncedBy<M extends AnyStateMachine> = Extract<
  EffectOf<M>,
  { type: 'announce'; params: { event: string } }
>['params']['event'];

type EventName<M extends AnyStateMachine> = EventFromLogic<M>['type'];
type Beginning<Name extends string> = Name extends `${infer First}.${string}` ? `${First}.` : never;
type AnswerName<M extends AnyStateMachine> = EventName<M> | Beginning<EventName<M>>;

/** A rule for every effect of a machine. */
type RulesOf<M extends AnyStateMachine> = {
  readonly [Name in OutsideEffect<M>['type']]: EffectRule<AnswerName<M>>;
};

type Pattern<Name extends string> = Name extends `${string}.` ? `${Name}${string}` : Name;
type Answer<M extends AnyStateMachine, Rule extends EffectRule> = Extract<
  EventFromLogic<M>,
  { type: Pattern<Rule['answers'][number]> }
>;

/** The parameters of an effect, by its name. */
type ParamsOf<M extends AnyStateMachine, Name> = Extract<OutsideEffect<M>, { type: Name }>['params'];

/** Runs an effect. An error means that the effect has no result yet; it runs again after a wait. */
type HandlerOf<M extends AnyStateMachine, Name, Rule extends EffectRule> = (
  params: ParamsOf<M, Name>,
  run: Run,
) => Promise<Answer<M, Rule>>;

/** The handlers that a kind needs: one for each effect, with its parameters and the events that may be its result. */
export type HandlersOf<K extends Kind> =
  NonNullable<K[typeof types]> extends { machine: infer M; effects: infer E }
    ? M extends AnyStateMachine
      ? { [Name in keyof E]: E[Name] extends EffectRule ? HandlerOf<M, Name, E[Name]> : never }
      : never
    : never;

type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The handlers that all kinds of a table need. */
export type HandlersFor<Table extends KindTable> = Together<
  { [Name in keyof Table]: HandlersOf<Table[Name]> }[keyof Table]
>;

/** The types of the effects that are open-ended, of all kinds. */
export const openEndedIn = (table: KindTable): ReadonlySet<string> =>
  new Set(
    Object.values(table).flatMap(({ effects }) =>
      Object.entries(effects).flatMap(([type, { isOpenEnded }]) => (isOpenEnded ? [type] : [])),
    ),
  );

/** The top state of a snapshot's value, which is the status that users see. */
export function statusOf(snapshot: Pick<Persisted, 'value'>): string {
  return typeof snapshot.value === 'string' ? snapshot.value : Object.keys(snapshot.value)[0]!;
}

/**
 * Makes a table of kinds by name.
 * @throws when two kinds have the same name, id prefix or effect: the row of an effect does not contain its kind; or when a shared
 *   kind has events for the members of a workspace
 */
export function kindTable<const Kinds extends readonly Kind[]>(
  ...kinds: Kinds
): { readonly [K in Kinds[number] as K['name']]: K } {
  const used = new Set<string>();
  for (const { name, idPrefix, effects, shared, feedEvent, announcements } of kinds) {
    if (shared && (feedEvent !== null || Object.keys(announcements).length > 0))
      throw new Error(`${name} belongs to no workspace, so it has nobody to send events to`);
    const names = [
      `kind ${name}`,
      `id prefix ${idPrefix}`,
      ...Object.keys(effects).map((one) => `effect ${one}`),
    ];
    for (const one of names) {
      if (used.has(one)) throw new Error(`two kinds share the ${one}`);
      used.add(one);
    }
  }
  return Object.fromEntries(kinds.map((kind) => [kind.name, kind])) as never;
}

/** The kind with this name; undefined when only newer programs know it. */
export const kindNamed = (table: KindTable, name: string): Kind | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
