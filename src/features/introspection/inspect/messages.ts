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

type Event = { type: string; [field: string]: unknown };
/** A snapshot as XState's own `toJSON` gives it. */
type InspectedSnapshot = ReturnType<typeof inspected>;
/** A message of the protocol, with everything that looks like a secret removed. */
export type InspectMessage = ReturnType<typeof actorMessage> | ReturnType<typeof stepMessages>[number];

/** The actor that a message is about, and the time. */
interface About {
  actorId: string;
  /** The first actor of its family. */
  rootId: string;
  /** Epoch ms. */
  at: number;
}

const base = ({ actorId, rootId, at }: About) => ({
  rootId,
  sessionId: actorId,
  createdAt: String(at),
  id: null,
  _version: PROTOCOL_VERSION,
});

/**
 * Introduces an actor.
 * @param actor.machine null means this program does not know the machine
 * @param actor.parentId null means it has no parent, or the parent is not watched
 */
export function actorMessage(
  about: About,
  actor: {
    kind: string;
    machine: AnyStateMachine | null;
    parentId: string | null;
    snapshot: InspectedSnapshot;
  },
) {
  const { kind, machine, parentId, snapshot } = actor;
  return {
    type: '@xstate.actor' as const,
    name: nameOf(kind, snapshot),
    ...base(about),
    ...(parentId !== null && { parentId }),
    definition: machine ? definitionOf(machine) : JSON.stringify({ id: kind }),
    snapshot: redactDeep(snapshot),
  };
}

/**
 * A step of an actor: its event, and its state after it.
 * @param step.sourceId the sender; null means that it is no actor, for example a network or a caller
 */
export function stepMessages(
  about: About,
  step: { event: Event; sourceId: string | null; snapshot: InspectedSnapshot },
) {
  const { sourceId } = step;
  // `started` in our journal is what XState calls `xstate.init`
  const event = redactDeep(
    step.event.type === 'started' ? { ...step.event, type: 'xstate.init' } : step.event,
  );
  return [
    { type: '@xstate.event' as const, ...base(about), event, ...(sourceId !== null && { sourceId }) },
    { type: '@xstate.snapshot' as const, ...base(about), event, snapshot: redactDeep(step.snapshot) },
  ];
}

/**
 * A stored snapshot in the form of XState's `toJSON`.
 * @param stored null when only the state value is known; then the context is empty
 * @param fault why the actor was parked; null if it was not
 */
export function inspected(
  stored: Persisted | null,
  { value, fault }: { value: Persisted['value']; fault: string | null },
) {
  const { status = 'active', context = {}, output, historyValue = {}, children = {} } = stored ?? {};
  return {
    status: fault === null ? status : ('error' as const),
    value,
    context: context as unknown,
    ...(output !== undefined && { output }),
    ...(fault !== null && { error: fault }),
    children,
    historyValue,
    tags: [],
  };
}

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
