/** Inspectors for tests: the package's own receiver, and plain sockets that show how they are closed. */
import { createWebSocketReceiver, type StatelyInspectionEvent } from '@statelyai/inspect';
import { type Heard, openSocket, type Refused } from '../../live/harness.ts';
import type { RunningService } from '../../support/service.ts';

export type Told = StatelyInspectionEvent;

export const wsAddress = (baseUrl: string, query = '') =>
  `${baseUrl.replace(/^http/, 'ws')}/v1/inspect${query}`;

/** @returns the address of a ticket made with the running service's key */
export async function ticket({ call }: RunningService, watch: object = {}): Promise<string> {
  const { status, body } = await call('POST', '/v1/inspect/tickets', watch);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.url;
}

/** What @statelyai/inspect's own receiver gets from an address. */
export function receive(server: string): Told[] {
  const told: Told[] = [];
  createWebSocketReceiver({ server }).subscribe((event) => {
    told.push(event);
  });
  return told;
}

export type Plain = Omit<Heard<Told>, 'said'> & { told: Told[] };

export function plain(
  address: string,
  { key, origin, cookie }: { key?: string; origin?: string; cookie?: string } = {},
): Plain {
  const headers = {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(cookie !== undefined && { cookie }),
  };
  const { said: told, ...rest } = openSocket<Told>(address, { headers, origin });
  return { ...rest, told };
}

export const refusal = ({ opened }: Plain): Promise<Refused> =>
  opened.then(
    () => Promise.reject(new Error('it was opened')),
    (error: unknown) => error as Refused,
  );

/** Messages about one actor. */
export const about = (told: readonly Told[], actorId: string): Told[] =>
  told.filter(({ sessionId }) => sessionId === actorId);

/** The states that snapshots of an actor went through. */
export const states = (told: readonly Told[], actorId: string): unknown[] =>
  about(told, actorId).flatMap((one) =>
    one.type === '@xstate.snapshot' ? [(one.snapshot as { value?: unknown }).value] : [],
  );

/** Each reported step: event, actor, state after it, sender. */
export const stepsOf = (told: readonly Told[]) =>
  told.flatMap((one, at) => {
    const after = told[at + 1];
    if (one.type !== '@xstate.event' || after?.type !== '@xstate.snapshot') return [];
    return [[one.event.type, one.sessionId, (after.snapshot as { value?: unknown }).value, one.sourceId]];
  });

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
