/** What people are shown of a kind: titles, what its actors wait for, what an operator may do, and words for states. */
import type { Persisted } from '../../machines/durable.ts';
import type { ActorOverview, PendingEffect, PendingMail, RememberedFields } from '../../store/actors.ts';
import type { Db } from '../../store/connect.ts';

export interface KindView {
  /** Which fields of the context hold what lists show. */
  remembers: RememberedFields;
  /** Titles of these actors, and the network where it is not remembered; by id. Read for all of them at once. */
  describe(db: Db, rows: readonly ActorOverview[]): Promise<Map<string, Described>>;
  /**
   * What an actor in this state waits for that only a person can do: a sentence with what to do. null: nothing.
   * @param state such as `verifying.waiting_account`
   */
  waitsForPerson(state: string): string | null;
  /** What skipping a timer does, by the name of its delay. Those that are not listed are described by their names. */
  timers: { readonly [delay: string]: TimerWords };
  /** What an operator may do now, besides skipping timers. Only what the chart accepts is offered. */
  actions(subject: Subject, offer: Offer): ManualAction[];
  /**
   * Who sends it an event that is neither a caller's nor an answer: `family`: an actor of its family, whose own step is
   * drawn with the message; else the actor whose id is in the context. Absent: none.
   */
  senders?: { readonly [event: string]: 'family' | ((context: { [field: string]: unknown }) => unknown) };
  /** Tells where actors are in words. */
  explain: Explainer;
}

export interface Described {
  title: string;
  platform?: string;
}

export interface TimerWords {
  title: string;
  detail: string;
  /** It waits for another try: skipping it is offered as `retry` too. */
  isNextTry?: true;
}

/** What a person may add to an event. */
export interface ActionFields {
  networkPostId?: string;
  url?: string;
}

export interface GivenFields extends ActionFields {
  /** Why; an event with a reason of its own gets this one. */
  reason: string;
}

/** One thing that an operator may do now. */
export interface ManualAction {
  action: 'retry' | 'skip' | 'cancel' | 'send';
  /** The event or timer it is about; tells actions of one name apart. */
  event: string;
  /** What it does, for a button. */
  title: string;
  /** What follows, in a sentence. */
  detail: string;
  /** Fields that may come along. */
  fields: (keyof ActionFields)[];
  deed: ManualStep;
}

/** What carrying out an action does. */
export type ManualStep =
  | { kind: 'resume' }
  /** The wait ends now. */
  | { kind: 'timer'; timer: string }
  /** `drops`: gives up the effects under way, whose answer this replaces. */
  | {
      kind: 'event';
      to: 'actor' | 'parent';
      event: (given: GivenFields) => { type: string };
      drops: boolean;
    };

/** An actor, with what is pending for it. */
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

/** Helps a kind to offer what its chart accepts. */
export interface Offer {
  /** Whether the actor's chart reacts to an event now. */
  takes(event: { type: string }): boolean;
  /** Whether its parent does. */
  parentTakes(event: { type: string }): boolean;
  /** An action that gives the actor an event. */
  event(action: ManualAction['action'], event: { type: string }, words: Words): ManualAction;
  /** An action that gives the parent an event. */
  parentEvent(action: ManualAction['action'], event: { type: string }, words: Words): ManualAction;
  /**
   * Answers in place of what is under way, as far as the chart accepts them. They give up effects that are pending.
   * @param options.harmless what is under way only reads, so it may be replaced at once. Default: only once no call can
   *   be under way any more that could still publish
   */
  answers(list: readonly AnswerWords[], options?: { harmless?: boolean }): ManualAction[];
}

export interface Words {
  title: string;
  detail: string;
}

/** An event that stands in for an effect's answer. */
export interface AnswerWords extends Words {
  event: string;
  make: (given: GivenFields) => { type: string };
  fields?: (keyof ActionFields)[];
}

/** An actor with all it remembers. */
export interface Standing {
  row: ActorOverview;
  snapshot: Persisted;
}

export interface ExplainTools {
  /** Epoch ms. */
  now: number;
  /** An instant in the reader's zone. @param at epoch ms */
  when: (at: number) => string;
  /** `in 5 min`, `2 h ago`. @param ms from now */
  span: (ms: number) => string;
  /** What keeps an actor from continuing, in words; null: nothing. */
  failureOf: (row: ActorOverview) => { code: string; message: string } | null;
}

/** One of a family, in words. */
export interface Told {
  state: string;
  platform: string;
  text: string;
}

export interface Explainer {
  /**
   * What the actor does or waits for, in a whole sentence or two.
   * @param names display names of accounts, by id
   */
  sentence(actor: Standing, tools: ExplainTools, names: ReadonlyMap<string, string>): string;
  /** What of many sentences goes into one paragraph. Absent: all of them. */
  inShort?(told: readonly Told[]): string[];
}
