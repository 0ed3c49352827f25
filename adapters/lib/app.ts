/**
 * This service as an app at a network: which facts about the app an account keeps beside its token, and how a network
 * reports that it refuses the app rather than the account.
 */
import type { Credentials, AppCredentials } from '../port/account.ts';
import type { RefreshAnswer } from '../port/app.ts';
import { type NetworkResponse, type Lost, textAt } from './http.ts';

/** What an account stores about the app it was connected with: the app's id, for comparison. Never its secret. */
export function ofApp({ clientId }: AppCredentials): { clientId: string } {
  return { clientId };
}

/** The permissions that a person gave, as they are kept beside the token: to say later which one is missing. */
export function grantedPermissions(granted: string[]): { granted: string } {
  return { granted: granted.join(',') };
}

/** @returns those of `wanted` that were not given; empty where it is not known what was given */
export function notGranted({ granted }: Credentials, wanted: string[]): string[] {
  if (granted === undefined || granted === '') return [];
  const permissions = granted.split(',');
  return wanted.filter((permission) => !permissions.includes(permission));
}

/** Removes the app's secret from credentials. Credentials stored by older versions contain a copy of it. */
export function withoutAppSecret(credentials: Credentials): Credentials {
  return Object.fromEntries(Object.entries(credentials).filter(([name]) => name !== 'clientSecret'));
}

/** Error codes of OAuth (RFC 6749, section 5.2) and of Slack. */
const REFUSALS_OF_APP = new Set([
  'invalid_client',
  'unauthorized_client',
  'invalid_client_id',
  'bad_client_secret',
]);

/** Whether a token endpoint refuses the app: its id is not known, or its secret is wrong. */
export function refusesApp(answer: NetworkResponse | Lost): boolean {
  if (answer.kind === 'lost' || answer.status >= 500 || answer.status === 429) return false;
  return REFUSALS_OF_APP.has(textAt(answer.json, 'error') ?? '');
}

/** The result of a refresh when the network refuses the app. Only the operator can correct this. */
export function appRefused(network: string): Extract<RefreshAnswer, { kind: 'unconfigured' }> {
  return { kind: 'unconfigured', reason: `${network} refuses this service's client id or secret` };
}
