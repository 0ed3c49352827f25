/** Revokes the bot's token, for all channels of the workspace that were connected with it. */
import type { RevokeAnswer, RevokeStep } from '../port/app.ts';
import { readRevoked } from '../lib/revoke.ts';
import { callForm } from './request.ts';

/** Errors of a token that is already invalid. */
const OVER = new Set(['token_revoked', 'token_expired', 'invalid_auth', 'account_inactive', 'not_authed']);
const TEMPORARY = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
]);

export async function revoke(step: RevokeStep): Promise<RevokeAnswer> {
  const answer = readRevoked(await callForm(step, 'auth.revoke', {}), 'Slack', step.now);
  if (answer.kind !== 'refused') return answer;
  const error = /\((\w+)\)$/.exec(answer.reason)?.[1] ?? '';
  if (OVER.has(error)) return { kind: 'revoked' };
  return TEMPORARY.has(error) ? { kind: 'retry', reason: answer.reason } : answer;
}
