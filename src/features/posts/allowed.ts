/**
 * Which scope a caller needs for a post: `draft` while it is a draft and stays one, `publish` for whatever has a time, gets one or
 * went out (docs/keys.md). A post that needs an approval stays a draft, so `draft` is enough to ask for it. Checked before a call is
 * foreseen as well as when it is carried out, so that nobody confirms what is refused.
 */
import type { Membership, Principal } from '../../api/principal.ts';
import { needsApproval } from '../../api/roles.ts';
import { insistOnScope } from '../../api/scope.ts';
import type { Timing } from './draft.ts';

interface Caller {
  principal: Principal;
  /** As the caller reaches it. */
  workspace: Membership;
}

/** @throws Problem 403 insufficient_scope */
export function insistOnCreate({ principal, workspace }: Caller, timing: Timing): void {
  const staysDraft = timing.kind === 'draft' || needsApproval(principal, workspace);
  insistOnScope(principal, staysDraft ? 'draft' : 'publish');
}

/** @param status of the post; timing: null when it keeps its own. @throws Problem 403 insufficient_scope */
export function insistOnUpdate(
  { principal, workspace }: Caller,
  status: string,
  timing: Timing | null,
): void {
  const staysDraft =
    status === 'draft' && (timing === null || timing.kind === 'draft' || needsApproval(principal, workspace));
  insistOnScope(principal, staysDraft ? 'draft' : 'publish');
}

/** @param status of the post. @throws Problem 403 insufficient_scope */
export function insistOnDelete(principal: Principal, status: string): void {
  insistOnScope(principal, status === 'draft' ? 'draft' : 'publish');
}
