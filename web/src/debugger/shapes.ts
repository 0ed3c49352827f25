/** What the debugger's operations answer, as far as its pages use it. */

export interface Trouble {
  code: 'set_aside' | 'newer_version' | 'overdue' | 'slow_effect' | 'nothing_pending' | 'waits_for_person';
  message: string;
}
export interface Actor {
  id: string;
  kind: string;
  version: number;
  status: 'active' | 'done' | 'needs_attention';
  state: string;
  title: string;
  parentId: string | null;
  postId: string | null;
  accountId: string | null;
  platform: string | null;
  error: string | null;
  seq: number;
  updatedAt: string;
  nextAt: string | null;
  mail: number;
  effects: number;
  trouble: Trouble | null;
}
export interface ActorPage {
  actors: Actor[];
  next: string | null;
  total: number | null;
}
export interface Choice {
  action: 'retry' | 'skip' | 'cancel' | 'send';
  event: string;
  title: string;
  detail: string;
  fields: ('networkPostId' | 'url')[];
}
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type StateValue = string | { [name: string]: StateValue };
export interface Mail {
  id: string;
  timer: string | null;
  event: { type: string };
  dueAt: string | null;
}
export interface Effect {
  id: string;
  type: string;
  params: Json;
  tries: number;
  createdAt: string;
  startedAt: string | null;
  lease: 'held' | 'lapsed' | 'free';
  nodeId: string | null;
}
export interface WholeActor {
  actor: Actor;
  value: StateValue;
  context: { [field: string]: Json };
  chartHash: string | null;
  mailbox: Mail[];
  pendingEffects: Effect[];
  relatives: Actor[];
  choices: Choice[];
}
/** Who caused a step by hand. */
export interface By {
  id: string;
  /** null: a person no longer here. */
  name: string | null;
  /** null: at the dashboard. */
  key: { id: string; name: string | null } | null;
}
export interface Step {
  seq: number;
  version: number;
  at: string;
  event: { type: string; [field: string]: Json };
  value: StateValue;
  state: string;
  taken: string[];
  effects: { type: string; params: Json }[];
  timers: { id: string; dueAt: string }[];
  cancels: string[];
  fault: string | null;
  hand: { userId: string; reason: string } | null;
  by: By | null;
  changed: { [field: string]: Json } | null;
  differences: string[];
}
/** One HTTP call to a network, redacted. */
export interface Exchange {
  at: string;
  ms: number | null;
  method: string;
  url: string;
  request: { type: string | null; size: number | null; body: string | null };
  answer: {
    status: number;
    headers: { [name: string]: string };
    size: number | null;
    body: string | null;
  } | null;
  error: string | null;
}
/** An attempt of an effect that made calls. */
export interface Attempt {
  effectId: string;
  type: string;
  tries: number;
  /** The step that took its answer; null: it changed nothing. */
  seq: number | null;
  at: string;
  exchanges: Exchange[];
  leftOut: number;
  withoutBodies: number;
}
export interface Attempts {
  actorId: string;
  attempts: Attempt[];
  next: string | null;
}
export interface Stop {
  seq: number;
  code: 'pruned' | 'gap' | 'differs' | 'unknown_kind';
  reason: string;
}
export interface JournalPage {
  steps: Step[];
  stopped: Stop | null;
  next: number | null;
}
export interface Sequence {
  participants: { id: string; kind: string; title: string }[];
  messages: { at: string; from: string; to: string; type: string; actorId: string; seq: number; by?: By }[];
  more: boolean;
}
export interface Layout {
  width: number;
  height: number;
  nodes: {
    id: string;
    parent: string | null;
    x: number;
    y: number;
    width: number;
    height: number;
    rows: { edge: string; text: string; targets: string[] }[];
  }[];
  arrows: {
    source: string;
    target: string;
    points: { x: number; y: number }[];
    label: { x: number; y: number; width: number; height: number };
    rows: { edge: string; text: string }[];
  }[];
}
export interface ChartState {
  id: string;
  key: string;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  description?: string;
  entry?: string[];
  exit?: string[];
  states: ChartState[];
}
export interface Chart {
  kind: string;
  version: number;
  hash: string;
  chart: ChartState;
  layout: Layout;
}
export interface Heat {
  kind: string;
  counted: number;
  complete: boolean;
  since: string;
  states: { id: string; count: number; setAside: number }[];
  moves: { edge: string; count: number }[];
}
