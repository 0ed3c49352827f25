/**
 * What an app is told of. Two levels, as at Meta: the app has a callback with fields for each object, and each account is
 * subscribed. Nothing is sent where one of them is missing.
 */
import type { AppCredentials } from '../../adapters/port/account.ts';
import { BadInput } from '../bad-input.ts';
import type { AppView, CallbackSettings } from '../people.ts';
import type { Callback } from '../webhooks/event.ts';
import type { Dialect } from './dialect.ts';
import type { PeopleWorld } from './state.ts';

/** An app at one of the networks. */
interface AppOf {
  object: string;
  app: AppCredentials;
  allFields: string[];
}

/** Whether the app hears of this field of an account. */
export function receives(world: PeopleWorld, dialect: Dialect, account: string, field: string): boolean {
  const { apps, subscribed } = world.state.people;
  const own = subscribed[account] ?? [];
  if (apps[dialect.object]?.fields.includes(field) !== true) return false;
  return dialect.perField ? own.includes(field) : own.length > 0;
}

export function callbackOf(world: PeopleWorld, { app: own }: AppOf, object: string | null): Callback | null {
  const app = object === null ? undefined : world.state.people.apps[object];
  return app ? { url: app.url, secret: own.clientSecret } : null;
}

export function appsOf(world: PeopleWorld): AppView[] {
  return Object.entries(world.state.people.apps).map(([object, { url, fields }]) => ({
    object,
    url,
    fields,
  }));
}

export function subscribedAccounts(world: PeopleWorld): { account: string; fields: string[] }[] {
  return Object.entries(world.state.people.subscribed).map(([account, fields]) => ({ account, fields }));
}

/** As the app's dashboard does it: the address is called before it is kept. */
export async function setCallback(
  world: PeopleWorld,
  { object, allFields }: AppOf,
  { url, verifyToken, fields }: CallbackSettings,
): Promise<void> {
  const stray = fields?.find((field) => !allFields.includes(field));
  if (stray !== undefined) {
    throw new BadInput(`fields: ${stray} is not one of ${allFields.join(', ')}`);
  }
  const fault = await verify(world, url, verifyToken);
  if (fault) throw new BadInput(`callbackUrl: ${fault.message}`);
  world.state.people.apps[object] = { url, verifyToken, fields: fields ?? allFields };
}

/** Calls the address as Meta does before it keeps it. @returns what is wrong with it */
export async function verify(
  world: PeopleWorld,
  url: string,
  verifyToken: string,
): Promise<{ code: number; message: string } | null> {
  const challenge = String(1_000_000_000 + world.nextNumber());
  const asked = new URL(url);
  const query = { 'hub.mode': 'subscribe', 'hub.challenge': challenge, 'hub.verify_token': verifyToken };
  for (const [name, value] of Object.entries(query)) asked.searchParams.append(name, value);
  let response: Response;
  let text: string;
  try {
    response = await world.fetch(asked, { redirect: 'manual', signal: AbortSignal.timeout(5_000) });
    text = await response.text();
  } catch {
    return {
      code: 2200,
      message: '(#2200) Callback verification failed with the following errors: no response',
    };
  }
  if (response.status !== 200) {
    const message = `(#2200) Callback verification failed with the following errors: HTTP Status Code = ${response.status}`;
    return { code: 2200, message };
  }
  if (text === challenge) return null;
  const received = text.slice(0, 100);
  return {
    code: 2201,
    message: `(#2201) response does not match challenge, expected value="${challenge}", received="${received}"`,
  };
}
