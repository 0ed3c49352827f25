/** What does not arrive of an account, and what to do about it: sentences for people. */
import type { AppProblem, Subscribed } from '../../../adapters/port/inbound.ts';
import type { AccessProblem } from '../../../adapters/port/read.ts';

/** @returns null where everything of the account's events arrives */
export function accountProblem(found: Subscribed | AccessProblem): string | null {
  switch (found.kind) {
    case 'subscribed':
      if (found.missing.length > 0) return `The network does not send: ${found.missing.join(', ')}.`;
      return (found.ungranted?.length ?? 0) === 0 ? null : withoutPermission(found.ungranted!);
    case 'missing_scope':
      return `${withoutPermission([found.scope])} (${found.reason})`;
    case 'reauthorize':
    case 'expired':
      return `${found.reason}: connect the account again.`;
    case 'retry':
      return found.reason;
    default:
      return found satisfies never;
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
export function appProblem(found: Subscribed | AppProblem, steps: string[]): string | null {
  if (found.kind === 'subscribed' && found.missing.length === 0) return null;
  // a network that is busy is asked again; nothing has to be done by hand
  if (found.kind === 'retry') return found.reason;
  const words = found.kind === 'subscribed' ? `missing: ${found.missing.join(', ')}` : found.reason;
  if (steps.length === 0) return words;
  return `The network does not call this service yet (${words}). The operator can set it up by hand: ${steps.join(' ')}`;
}
