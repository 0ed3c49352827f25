/** A client's link: its address, until when it is open, and for whom it acts (docs/people.md, Approval). */
import type { ApprovalLinkRow } from '../../../../store/approval-links.ts';
import type { Db } from '../../../../store/connect.ts';
import { findMembership } from '../../../../store/keys.ts';
import type { Membership } from '../../../api/principal.ts';
import { APPROVERS } from '../../../api/roles.ts';
import { isOpen } from '../../../api/secret-links.ts';
import { DAY_MS } from '../../../base/durations.ts';
import { SECRET_PREFIXES } from '../../../base/redact.ts';

export const VALID_MS = 7 * DAY_MS;

/** What stands before the secret in the address. */
export const LINK_PATH = '/approval/';

export const LINK_PREFIX = SECRET_PREFIXES.approvalLink;

/** Where a link stands. @param now epoch ms */
export function statusOf(
  link: Pick<ApprovalLinkRow, 'decision' | 'revokedAt' | 'expiresAt'>,
  now: number,
): 'open' | 'approved' | 'rejected' | 'revoked' | 'expired' {
  if (link.decision !== null) return link.decision;
  if (link.revokedAt !== null) return 'revoked';
  return isOpen(link, now) ? 'open' : 'expired';
}

/**
 * The workspace as the person reaches it who made a link: the client decides on behalf of that person.
 * @returns undefined where the person may not approve posts there any more
 */
export async function makerOf(directory: Db, link: ApprovalLinkRow): Promise<Membership | undefined> {
  const { workspaceId, madeBy: userId } = link;
  const found = (await findMembership(directory, { workspaceId, userId })) as Membership | undefined;
  return found && APPROVERS.includes(found.role) ? found : undefined;
}
