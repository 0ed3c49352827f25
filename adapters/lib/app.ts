/**
 * This service as an app at a network: what of it is kept beside a token, and how a network says that it is the app it
 * refuses, not the account.
 */
import type { Credentials, AppCredentials } from '../port/account.ts';
import type { RefreshAnswer } from '../port/app.ts';
import { type Answer, type Lost, textAt } from './http.ts';

/** What an account keeps of the app that it was connected by: its id, to know it again. Never its secret. */
export function ofApp({ clientId }: AppCredentials): { clientId: string } {
  return { clientId };
}

/** Credentials as they are kept. Those of before the secret came with each call hold a copy of it, which goes here. */
export function withoutAppSecret(credentials: Credentials): Credentials {
  return Object.fromEntries(Object.entries(credentials).filter(([name]) => name !== 'clientSecret'));
}

/** OAuth's words (RFC 6749, section 5.2) and Slack's own. */
const REFUSALS_OF_APP = new Set([
  'invalid_client',
  'unauthorized_client',
  'invalid_client_id',
  'bad_client_secret',
]);

/** Whether a token endpoint refuses the app: its id is not known, or its secret is wrong. */
export function refusesApp(answer: Answer | Lost): boolean {
  if (answer.kind === 'lost' || answer.status >= 500 || answer.status === 429) return false;
  return REFUSALS_OF_APP.has(textAt(answer.json, 'error') ?? '');
}

/** What a refresh comes to when the network refuses the app: only the operator can mend that. */
export function appRefused(network: string): Extract<RefreshAnswer, { kind: 'unconfigured' }> {
  return { kind: 'unconfigured', reason: `${network} refuses this service's client id or secret` };
}
