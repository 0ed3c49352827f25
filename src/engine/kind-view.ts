/** What people see of a kind: titles, what its actors wait for, what an operator may do, and sentences about states. */
import type { Persisted } from '../../machines/durable.ts';
import type { ActorOverview, PendingEffect, PendingMail, RememberedFields } from '../../store/actors.ts';
import type { Db } from '../../store/connect.ts';
import type { Feature } from '../base/plans/plan.ts';

export interface KindView {
  /** Which fields of the context hold what lists show. */
  remembers: RememberedFields;
  /**
   * Titles of these actors, by id, and their network where the context does not hold it. Reads all of them with one
   * query.
   */
  describe(db: Db, rows: readonly ActorOverview[]): Promise<Map<string, Described>>;
  /**
   * What an actor in this state waits for that only a person can do: a sentence with what to do. null if nothing.
   * @param state such as `verifying.waiting_account`
   */
  waitsForPerson(state: string): string | null;
  /** What skipping a timer does, by the name of its delay. Timers that are missing here are described by their names. */
  timers: { readonly [delay: string]: TimerWords };
  /** What an operator may do now, besides skipping timers. Only actions that the chart accepts are offered. */
  actions(subject: Subject, offer: Offer): ManualAction[];
  /**
   * Who sends an event that comes neither from a request nor from an effect. `family`: an actor of its family, whose own
   * step is drawn with the message. A function: returns the sender's id from the context. Absent means none.
   */
  senders?: { readonly [event: string]: 'family' | ((context: { [field: string]: unknown }) => unknown) };
  /** Describes the states of actors in sentences. */
  explain: Explainer;
  /** For a kind whose actors are of several accounts. If absent, an actor is of the account that its context names, or of none. */
  spanning?: Spanning;
}

export type Context = { [field: string]: unknown };

/** What people see of an actor of several accounts who are held to some of them. `reaches`: whether they reach an account. */
export interface Spanning {
  /** The accounts that it is of. */
  accountsOf(context: Context): string[];
  /** Its context without what is of other accounts. */
  context(context: Context, reaches: (accountId: string) => boolean): Context;
  /** An event without what is of other accounts; null if it is about another account. */
  event<Event extends { type: string }>(event: Event, reaches: (accountId: string) => boolean): Event | null;
  /** The parameters of an effect without what is of other accounts. @param after the context, before it was limited */
  params(
    type: string,
    params: unknown,
    of: { after: Context; reaches: (accountId: string) => boolean },
  ): unknown;
}

export interface Described {
  title: string;
  platform?: string;
}

export interface TimerWords {
  title: string;
  detail: string;
  /** It waits for another try. Skipping it is also offered as `retry`. */
  isNextTry?: true;
  /** What the workspace's plan must include for it. Absent means nothing. */
  needs?: Feature;
}

/** Fields that an operator may add to an event. */
interface ActionFields {
  networkPostId?: string;
  url?: string;
}

interface FieldValues extends ActionFields {
  /** The operator's reason. An event that has a field `reason` gets this one. */
  reason: string;
}

/** One action that an operator may take now. */
export interface ManualAction {
  action: 'retry' | 'skip' | 'cancel' | 'send';
  /** The type of the event, or the timer. Together with `action` it identifies the action. */
  event: string;
  /** What it does, for a button. */
  title: string;
  /** What follows from it, in a sentence. */
  detail: string;
  /** Fields that an operator may add. */
  fields: (keyof ActionFields)[];
  step: ManualStep;
  /** What the workspace's plan must include for it. Absent means nothing. */
  needs?: Feature;
}

/** What the service does for an action. */
export type ManualStep =
  | { kind: 'resume' }
  /** Ends the wait now. */
  | { kind: 'timer'; timer: string }
  /** `drops`: drops the effects in progress, whose result this event replaces. */
  | {
      kind: 'event';
      to: 'actor' | 'parent';
      event: (fields: FieldValues) => { type: string };
      drops: boolean;
    };

/** An actor and what is pending for it. */
export interface Subject {
  id: string;
  kind: string;
  definitionId?: string | null;
  status: string;
  snapshot: Persisted;
  parent: {
    id: string;
    kind: string;
    definitionId?: string | null;
    status: string;
    snapshot: Persisted;
  } | null;
  mail: PendingMail[];
  effects: PendingEffect[];
}

/** What a kind uses to offer only actions that its chart accepts. */
export interface Offer {
  /** An action that sends the actor an event; none while its chart does not react to it. */
  event(action: ManualAction['action'], event: { type: string }, words: Words): ManualAction[];
  /** An action that sends the actor's parent an event; none while the parent's chart does not react to it. */
  parentEvent(action: ManualAction['action'], event: { type: string }, words: Words): ManualAction[];
  /**
   * Actions that replace the result of an effect in progress, as far as the chart accepts them. They drop the pending
   * effects.
   * @param options.harmless the effect only reads, so its result may be replaced at once. Default: a result may be
   *   replaced only when no call that could still publish can be in progress
   */
  answers(list: readonly AnswerWords[], options?: { harmless?: boolean }): ManualAction[];
}

export interface Words {
  title: string;
  detail: string;
  /** What the workspace's plan must include for it. Absent means nothing. */
  needs?: Feature;
}

/** An event that replaces an effect's result. */
export interface AnswerWords extends Words {
  event: string;
  make: (fields: FieldValues) => { type: string };
  fields?: (keyof ActionFields)[];
}

/** An actor with its snapshot. */
export interface Standing {
  row: ActorOverview;
  snapshot: Persisted;
}

export interface ExplainTools {
  /** Epoch ms. */
  now: number;
  /** Formats an instant in the reader's time zone. @param at epoch ms */
  when: (at: number) => string;
  /** Formats a time relative to now: `in 5 min`, `2 h ago`. @param ms from now */
  span: (ms: number) => string;
  /** The actors that the explained actor started. */
  children: readonly Standing[];
  /** What prevents an actor from continuing, in words; null if nothing. */
  failureOf: (row: ActorOverview) => { code: string; message: string } | null;
}

/** The sentence about one actor of a family. */
export interface Sentence {
  state: string;
  platform: string;
  text: string;
}

interface Explainer {
  /**
   * What the actor does or waits for, in one or two whole sentences.
   * @param names display names of accounts, by id
   */
  sentence(actor: Standing, tools: ExplainTools, names: ReadonlyMap<string, string>): string;
  /** Chooses which of many sentences make up a paragraph. Absent means all of them. */
  inShort?(sentences: readonly Sentence[]): string[];
}
