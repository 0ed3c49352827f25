/** A link to a report: its address, and whether it can be opened (docs/numbers.md, Reports). */
import type { Db } from '../../../../store/connect.ts';
import { findMembership } from '../../../../store/keys.ts';
import type { ReportLinkRow } from '../../../../store/report-links.ts';
import { reaches } from '../../../api/held.ts';
import type { Membership } from '../../../api/principal.ts';
import { roleAllows } from '../../../api/roles.ts';
import { isOpen } from '../../../api/secret-links.ts';
import { SECRET_PREFIXES } from '../../../base/redact.ts';

/** What stands before the secret in the address. */
export const REPORT_PATH = '/report/';

export const REPORT_PREFIX = SECRET_PREFIXES.reportLink;

/** Whether a link can be opened, else why not. @param now epoch ms */
export function statusOf(
  link: Pick<ReportLinkRow, 'revokedAt' | 'expiresAt'>,
  now: number,
): 'open' | 'revoked' | 'expired' {
  if (link.revokedAt !== null) return 'revoked';
  return isOpen(link, now) ? 'open' : 'expired';
}

/**
 * The workspace as the person reaches it who made a link. A report shows what that person could show.
 * @returns undefined where the person may not make links there any more, or does not reach all accounts of this one
 */
export async function makerOf(directory: Db, link: ReportLinkRow): Promise<Membership | undefined> {
  const { workspaceId, madeBy: userId, accountIds } = link;
  const found = (await findMembership(directory, { workspaceId, userId })) as Membership | undefined;
  if (!found || !roleAllows(found.role, 'manage')) return undefined;
  return accountIds.every((id) => reaches(found.heldTo, id)) ? found : undefined;
}
