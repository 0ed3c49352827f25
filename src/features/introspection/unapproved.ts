/** Manual actions that would publish a post without the approval that its workspace wants (docs/people.md, Approval). */
import { type Membership, type Principal } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { needsApproval } from '../../api/roles.ts';
import { stateName } from '../../engine/state-name.ts';
import { post } from '../../kinds/post.ts';
import type { ManualAction, Subject } from './manual-actions.ts';

interface Caller {
  principal: Principal;
  workspace: Membership;
}

/** Whether an action is for people who may approve. Sending again what failed is for all who may publish: nothing of it has changed. */
export const isUnapproved = (
  { principal, workspace }: Caller,
  { kind, snapshot }: Pick<Subject, 'kind' | 'snapshot'>,
  { needs }: Pick<ManualAction, 'needs'>,
): boolean =>
  kind === post.name &&
  needs === 'publishing' &&
  stateName(snapshot.value) !== 'failed' &&
  needsApproval(principal, workspace);

/** @throws Problem 403 approval_required */
export function insistOnApproval(caller: Caller, subject: Subject, action: ManualAction): void {
  if (isUnapproved(caller, subject, action))
    throw new Problem(
      'approval_required',
      'posts of this workspace are approved before they go out: give the post a time with PATCH /v1/posts/{id} to ask for it',
    );
}
