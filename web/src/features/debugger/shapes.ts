/**
 * The types of the debugger's responses. They are generated from the API description, except for fields that may hold
 * any JSON (events, contexts): for those the pages declare what they expect.
 */
import type { components } from '../../base/api-types.ts';
import type { Input, Reply } from '../../base/operations.ts';

type Schemas = components['schemas'];
type Replace<Shape, Fields> = Omit<Shape, keyof Fields> & Fields;

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type StateValue = string | { [name: string]: StateValue };

/** A kind of actors. */
export type Kind = NonNullable<Input<'listActors'>['kind']>;

export type Trouble = Schemas['ActorTrouble'];
export type Actor = Schemas['Actor'];
export type Choice = Schemas['ActorChoice'];
export type Mail = Replace<Reply<'getActor'>['mailbox'][number], { event: { type: string } }>;
export type Effect = Replace<Reply<'getActor'>['pendingEffects'][number], { params: Json }>;
export type WholeActor = Replace<
  Reply<'getActor'>,
  { value: StateValue; context: { [field: string]: Json }; mailbox: Mail[]; pendingEffects: Effect[] }
>;

/** Who took a manual action. */
export type By = Schemas['HandBy'];
export type Step = Replace<
  Schemas['JournalStep'],
  {
    event: { type: string; [field: string]: Json };
    value: StateValue;
    effects: { type: string; params: Json }[];
    changed: { [field: string]: Json } | null;
  }
>;
export type JournalPage = Replace<Reply<'getActorJournal'>, { steps: Step[] }>;
export type Stop = NonNullable<JournalPage['stopped']>;
export type Sequence = Reply<'getActorSequence'>;

type Attempts = Reply<'getActorExchanges'>;
/** An attempt of an effect that made calls. */
export type Attempt = Attempts['attempts'][number];
/** One HTTP call to a network, redacted. */
export type Exchange = Attempt['exchanges'][number];

export type Layout = Schemas['ChartLayout'];
export type Chart = Replace<Reply<'getChart'>, { chart: ChartState }>;
/** A state as XState's own definition describes it. */
export interface ChartState {
  id: string;
  key: string;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  description?: string;
  /** What screen readers say of it; absent means its id. */
  label?: string;
  entry?: string[];
  exit?: string[];
  states: ChartState[];
}
export type Heat = Reply<'getHeat'>;

/** What is highlighted on a chart. */
export interface Lit {
  active: ReadonlySet<string>;
  /** States the actor has been in before. */
  visited: ReadonlySet<string>;
  /** Edges of this step. */
  taken: ReadonlySet<string>;
  /** Edges of the steps before. */
  path: ReadonlySet<string>;
}

/** How many actors are in a state, and how often an edge was taken. */
export interface Warmth {
  states: ReadonlyMap<string, { count: number; setAside: number }>;
  moves: ReadonlyMap<string, number>;
  most: number;
}
