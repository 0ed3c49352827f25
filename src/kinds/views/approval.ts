/** A post's approval as callers see it (docs/contract.md, Approval). */
import { Type } from 'typebox';
import { approvalOf } from '../../../machines/post.ts';
import type { PostRow } from '../../../store/posts.ts';
import { choice, model, nullable, text } from '../../api/schemas.ts';
import { isoOf } from '../../base/time.ts';
import { planPrint } from './plan-print.ts';

const WANTED = { at: 'scheduledAt', now: 'publishNow', slot: 'useNextSlot' } as const;

export const approvalFields = {
  approval: nullable(choice(['requested', 'approved', 'rejected'], '`requested`: goes out once approved.')),
  approvalDetails: Type.Optional(
    model(
      'PostApproval',
      Type.Object({
        timing: choice(Object.values(WANTED), 'What was asked for.'),
        plan: nullable(Type.String()),
        requestedBy: Type.String(),
        requestedAt: Type.String(),
        decidedBy: nullable(Type.String()),
        clientName: nullable(text('Name given by a client who decided by a link.')),
        decidedAt: nullable(Type.String()),
        reason: nullable(Type.String()),
      }),
    ),
  ),
};

export interface ApprovalView {
  approval: 'requested' | 'approved' | 'rejected' | null;
  approvalDetails?: {
    timing: string;
    plan: string | null;
    requestedBy: string;
    requestedAt: string;
    decidedBy: string | null;
    clientName: string | null;
    decidedAt: string | null;
    reason: string | null;
  };
}

/** Said of a post that waits. */
export const WAITS_FOR_APPROVAL =
  'The post needs an approval: it stays a draft, and goes out at its time once an owner or an approver of the workspace approves it.';

export function approvalView(post: PostRow): ApprovalView {
  const found = post.approval ? approvalOf(post.approval) : null;
  if (found === null) return { approval: null };
  const { wanted, by, at } = found.request;
  const decision = found.state === 'requested' ? null : found.decision;
  return {
    approval: found.state,
    approvalDetails: {
      timing: WANTED[wanted.kind],
      plan:
        found.state === 'requested' ? planPrint(post, wanted.kind === 'at' ? wanted.at : wanted.kind) : null,
      requestedBy: by,
      requestedAt: isoOf(at),
      decidedBy: decision?.client === undefined ? (decision?.by ?? null) : null,
      clientName: decision?.client ?? null,
      decidedAt: decision === null ? null : isoOf(decision.at),
      reason: decision?.reason ?? null,
    },
  };
}
