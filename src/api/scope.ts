/**
 * What a key may do: an API key, or what a person lets an app do, may be held to some scopes (docs/keys.md). A person at the
 * dashboard and a key that is not held have all of them. The check before every operation is here, for REST and tools alike.
 */
import { insistOnSession, type Principal, SCOPES, type Scope } from './principal.ts';
import { Problem } from './problem.ts';
import type { Faces } from './operation.ts';

/** What an operation needs, as it is declared. */
interface Scoped extends Faces {
  id: string;
  scope?: Scope | readonly Scope[];
  isForSessions?: true;
}

/**
 * The scopes of which a caller needs one. Where there are several, the handler says which one it is.
 * An operation that reads and names none needs `read`.
 * @throws for one that may change something and names none, so that the server does not start
 */
export function scopesOf({ id, scope, rest, dashboard }: Scoped): readonly Scope[] {
  if (scope !== undefined) return typeof scope === 'string' ? [scope] : scope;
  if ((rest ?? dashboard)?.method === 'get') return ['read'];
  throw new Error(`${id} does not say which scope it needs`);
}

export const hasScope = ({ scopes }: Principal, scope: Scope): boolean =>
  scopes === undefined || scopes.includes(scope);

/** Whether a caller may use an operation at all: its handler may still refuse what it is asked. */
export const mayUse = (principal: Principal, operation: Scoped): boolean =>
  principal.scopes === undefined || scopesOf(operation).some((scope) => hasScope(principal, scope));

/** @throws Problem 403 insufficient_scope for a caller that may not use the operation, session_required where it has to be a person */
export function insistOnScopesOf(principal: Principal, operation: Scoped): void {
  if (!mayUse(principal, operation)) throw insufficientScope(principal, scopesOf(operation));
  if (operation.isForSessions) insistOnSession(principal, FOR_SESSIONS);
}

const FOR_SESSIONS = 'only a person who is signed in to the dashboard may do this, not a key or an app';

/** @throws Problem 403 insufficient_scope for a caller without this scope */
export function insistOnScope(principal: Principal, scope: Scope): void {
  if (!hasScope(principal, scope)) throw insufficientScope(principal, [scope]);
}

/** @param needed one of these is missing */
export function insufficientScope({ scopes = SCOPES }: Principal, needed: readonly Scope[]): Problem {
  const has = scopes.length === 0 ? 'none' : scopes.join(', ');
  return new Problem(
    'insufficient_scope',
    `this needs the scope ${needed.join(' or ')}, and the key has ${has}: use a key that has it`,
    { scope: needed.join(' ') },
  );
}

/**
 * For what concerns all workspaces of a person.
 * @throws Problem 403 for a key that is held to some of them
 */
export function insistOnAllWorkspaces({ isHeld }: Principal): void {
  if (isHeld === true)
    throw new Problem('held_key', 'this key is held to some workspaces: use one that reaches all of them');
}
