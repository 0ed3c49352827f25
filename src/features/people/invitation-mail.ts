/** The mail with the link of an invitation. */
import type { Node } from '../../engine/node.ts';
import type { Mailer } from '../mail/index.ts';

interface Invited {
  /** Of the invitation. */
  id: string;
  /** null if everybody who has the link may accept. */
  email: string | null;
  invitedBy: string;
  /** Name of the workspace. */
  workspace: string;
  url: string;
  /** Epoch ms. */
  expiresAt: number;
}

/**
 * Sends an invitation, once for each invitation.
 * @returns false if there is no address, or the installation has no mail server
 */
export async function mailInvitation(
  { node, mailer }: { node: Pick<Node, 'command'>; mailer: Mailer },
  { id, email, invitedBy, workspace, url, expiresAt }: Invited,
): Promise<boolean> {
  if (email === null || !(await mailer.canSend())) return false;
  const letter = {
    about: 'invitation',
    subject: `${invitedBy} invites you to ${workspace}`,
    paragraphs: [
      `${invitedBy} invites you to the workspace ${workspace} on Troupe, where posts are written, planned and answered together.`,
      'The link works once, within 7 days, and for this address alone.',
    ],
    link: { label: 'Accept the invitation', url },
    footer: `If you do not know ${invitedBy}, delete this mail.`,
  };
  await node.command(async (tx, turn) => {
    await mailer.queue(tx, turn, { id: id.replace(/^inv_/, 'mail_'), to: email, letter, expiresAt });
    return { result: undefined };
  });
  return true;
}
