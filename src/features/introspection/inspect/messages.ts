/**
 * The wire protocol of @statelyai/inspect: three kinds of JSON messages, which only this service sends. In its words,
 * our actor's id is the session id, and the family is the system.
 */
import type { Persisted } from '../../../../machines/durable.ts';
import type { AnyStateMachine } from 'xstate';
import { redactDeep } from '../../../base/redact.ts';
import { chartOfMachine } from '../actor-view.ts';
import { xstateConfig } from '../xstate-config.ts';

/** The version of the package that defines the protocol. A test compares our messages with the package itself. */
export const PROTOCOL_VERSION = '0.7.2';

interface Base {
  /** The first actor of the family. */
  rootId: string;
  /** The actor. */
  sessionId: string;
  /** Epoch ms, as a text. */
  createdAt: string;
  id: string | null;
  _version: string;
}

/** A snapshot as XState's own `toJSON` gives it. */
interface InspectedSnapshot {
  status: 'active' | 'done' | 'error';
  value: Persisted['value'];
  context: unknown;
  output?: unknown;
  /** With the status `error`: why the actor was parked. */
  error?: string;
  children: object;
  historyValue: object;
  tags: string[];
}

interface ActorMessage extends Base {
  type: '@xstate.actor';
  name: string;
  /** The machine's configuration as JSON, for `createMachine`. */
  definition: string;
  /** Absent means it has no parent, or the parent is not watched. */
  parentId?: string;
  snapshot: InspectedSnapshot;
}

interface EventMessage extends Base {
  type: '@xstate.event';
  event: { type: string; [field: string]: unknown };
  /** The sender. Absent means the sender is not an actor, for example a network or a caller. */
  sourceId?: string;
}

interface SnapshotMessage extends Base {
  type: '@xstate.snapshot';
  event: { type: string; [field: string]: unknown };
  snapshot: InspectedSnapshot;
}

export type InspectMessage = ActorMessage | EventMessage | SnapshotMessage;

/** The actor that a message is about, and the time. */
export interface About {
  actorId: string;
  rootId: string;
  /** Epoch ms. */
  at: number;
}

const base = ({ actorId, rootId, at }: About): Base => ({
  rootId,
  sessionId: actorId,
  createdAt: String(at),
  id: null,
  _version: PROTOCOL_VERSION,
});

export function actorMessage(
  about: About,
  actor: {
    kind: string;
    /** null means this program does not know the machine. */
    machine: AnyStateMachine | null;
    parentId: string | null;
    snapshot: InspectedSnapshot;
  },
): ActorMessage {
  const { kind, machine, parentId, snapshot } = actor;
  return {
    type: '@xstate.actor',
    name: nameOf(kind, snapshot),
    ...base(about),
    ...(parentId !== null && { parentId }),
    definition: machine ? definitionOf(machine) : JSON.stringify({ id: kind }),
    snapshot: redactDeep(snapshot),
  };
}

export function eventMessage(
  about: About,
  { event, sourceId }: { event: EventMessage['event']; sourceId: string | null },
): EventMessage {
  return {
    type: '@xstate.event',
    ...base(about),
    event: redactDeep(event),
    ...(sourceId !== null && { sourceId }),
  };
}

export function snapshotMessage(
  about: About,
  { event, snapshot }: { event: EventMessage['event']; snapshot: InspectedSnapshot },
): SnapshotMessage {
  return {
    type: '@xstate.snapshot',
    ...base(about),
    event: redactDeep(event),
    snapshot: redactDeep(snapshot),
  };
}

/**
 * A stored snapshot in the form of XState's `toJSON`.
 * @param known null when only the state value is known; then the context is empty
 * @param fault why the actor was parked; null if it was not
 */
export function inspected(
  known: Persisted | null,
  { value, fault }: { value: Persisted['value']; fault: string | null },
): InspectedSnapshot {
  const { status = 'active', context = {}, output, historyValue = {}, children = {} } = known ?? {};
  return {
    status: fault === null ? status : 'error',
    value,
    context,
    ...(output !== undefined && { output }),
    ...(fault !== null && { error: fault }),
    children,
    historyValue,
    tags: [],
  };
}

/** `started` in our journal is what XState calls `xstate.init`. */
export const shownEvent = (event: { type: string; [field: string]: unknown }): EventMessage['event'] =>
  event.type === 'started' ? { ...event, type: 'xstate.init' } : event;

/** Short, because inspectors show it in lists and diagrams. */
function nameOf(kind: string, { context }: InspectedSnapshot): string {
  const platform = (context as { platform?: unknown }).platform;
  return typeof platform === 'string' ? `${kind} ${platform}` : kind;
}

const configs = new WeakMap<AnyStateMachine, string>();

function definitionOf(machine: AnyStateMachine): string {
  let config = configs.get(machine);
  if (config === undefined) {
    config = JSON.stringify(xstateConfig(chartOfMachine(machine)));
    configs.set(machine, config);
  }
  return config;
}
