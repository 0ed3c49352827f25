/** What does not arrive of an account, and what to do about it: sentences for people. */
import type { AppProblem, Subscribed } from '../../../adapters/port/inbound.ts';
import type { AccessProblem } from '../../../adapters/port/read.ts';

/** @returns null where everything of the account's events arrives */
export function accountProblem(outcome: Subscribed | AccessProblem): string | null {
  switch (outcome.kind) {
    case 'subscribed':
      if (outcome.missing.length > 0) return `The network does not send: ${outcome.missing.join(', ')}.`;
      return (outcome.ungranted?.length ?? 0) === 0 ? null : withoutPermission(outcome.ungranted!);
    case 'missing_scope':
      return `${withoutPermission([outcome.scope])} (${outcome.reason})`;
    case 'reauthorize':
    case 'expired':
      return `${outcome.reason}: connect the account again.`;
    case 'retry':
      return outcome.reason;
    default:
      return outcome satisfies never;
  }
}

function withoutPermission(scopes: string[]): string {
  const were = scopes.length === 1 ? 'was' : 'were';
  return `Not everything arrives, since ${scopes.join(', ')} ${were} not allowed: connect the account again, and leave every permission switched on.`;
}

/**
 * @param steps what the operator does by hand at the network
 * @returns null where the network calls this service
 */
export function appProblem(outcome: Subscribed | AppProblem, steps: string[]): string | null {
  if (outcome.kind === 'subscribed' && outcome.missing.length === 0) return null;
  // a network that is busy is asked again; nothing has to be done by hand
  if (outcome.kind === 'retry') return outcome.reason;
  const words = outcome.kind === 'subscribed' ? `missing: ${outcome.missing.join(', ')}` : outcome.reason;
  if (steps.length === 0) return words;
  return `The network does not call this service yet (${words}). The operator can set it up by hand: ${steps.join(' ')}`;
}
