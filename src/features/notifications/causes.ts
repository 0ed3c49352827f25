/** Whom each cause of a notification concerns, and what is said of it. */
import type { NotificationCause } from '../../../machines/notification.ts';
import type { HeldTo, Role } from '../../api/principal.ts';
import { APPROVERS, roleAllows } from '../../api/roles.ts';
import { reaches } from '../../api/held.ts';

const MAY_ACT: { [cause in NotificationCause]: (role: Role) => boolean } = {
  account_needs_reconnect: (role) => roleAllows(role, 'manage'),
  post_failed: (role) => roleAllows(role, 'publish'),
  post_may_be_live: (role) => roleAllows(role, 'publish'),
  post_awaits_approval: (role) => APPROVERS.includes(role),
};

/** The causes that somebody with this role may act on. */
export const causesFor = (role: Role): NotificationCause[] =>
  (Object.keys(MAY_ACT) as NotificationCause[]).filter((cause) => MAY_ACT[cause](role));

/** Whether a notification concerns a member. One about no single account concerns those who reach all of them. */
export const concerns = (
  { cause, accountId }: { cause: NotificationCause; accountId: string | null },
  { role, heldTo }: { role: Role; heldTo: HeldTo },
): boolean => MAY_ACT[cause](role) && (accountId === null ? heldTo === null : reaches(heldTo, accountId));

/** @param about.account such as `Café Luna on Bluesky` @returns the subject of the mail, and a sentence about it */
export function wordsOf(
  cause: NotificationCause,
  { account, count }: { account: string; count: number },
): { subject: string; sentence: string } {
  const posts = count === 1 ? 'A post' : `${count} posts`;
  switch (cause) {
    case 'account_needs_reconnect':
      return {
        subject: `Connect ${account} again`,
        sentence: `The network refuses the access to ${account}. Posts for it wait until somebody connects it again.`,
      };
    case 'post_failed':
      return {
        subject: `${posts} failed on ${account}`,
        sentence: `${posts} failed on ${account}. Home shows why, and what is sent again.`,
      };
    case 'post_may_be_live':
      return {
        subject: `${posts} may be live on ${account}`,
        sentence: `A response of the network was lost, and nobody knows whether it has the post. Check ${account}: nothing is sent again until you say what is there.`,
      };
    case 'post_awaits_approval':
      return {
        subject: count === 1 ? 'A post waits for an approval' : `${count} posts wait for an approval`,
        sentence: 'It goes out after somebody approves it.',
      };
    default:
      return cause satisfies never;
  }
}
