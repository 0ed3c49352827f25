/**
 * Which scope a caller needs for a post: `draft` while it is a draft and stays one, `publish` for whatever has a time, gets one or
 * went out (docs/keys.md). Asked before a call is foreseen as well as when it is carried out, so that nobody confirms what is refused.
 */
import type { Principal } from '../../api/principal.ts';
import { insistOnScope } from '../../api/scope.ts';
import type { Timing } from './draft.ts';

/** @throws Problem 403 insufficient_scope */
export function insistOnCreate(principal: Principal, timing: Timing): void {
  insistOnScope(principal, timing.kind === 'draft' ? 'draft' : 'publish');
}

/** @param status of the post; timing: null when it keeps its own. @throws Problem 403 insufficient_scope */
export function insistOnUpdate(principal: Principal, status: string, timing: Timing | null): void {
  const staysDraft = status === 'draft' && (timing === null || timing.kind === 'draft');
  insistOnScope(principal, staysDraft ? 'draft' : 'publish');
}

/** @param status of the post. @throws Problem 403 insufficient_scope */
export function insistOnDelete(principal: Principal, status: string): void {
  insistOnScope(principal, status === 'draft' ? 'draft' : 'publish');
}
