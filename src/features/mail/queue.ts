/** Sends mails: each is an actor, so it survives a stop of the service and is not sent twice where the server's response came. */
import type { Db } from '../../../store/connect.ts';
import { insertMail } from '../../../store/mails.ts';
import type { Sealer } from '../../base/seal.ts';
import { INSTALLATION } from '../../engine/installation.ts';
import type { Turn } from '../../engine/turn.ts';
import { mail as mailKind } from '../../kinds/mail.ts';
import { composeLetter, type Letter } from './letter.ts';

/** What is sealed of a mail. */
export interface MailText {
  /** null if there is nobody to send it to. */
  to: string | null;
  subject: string;
  text: string;
  html: string;
}

/**
 * Queues a mail. Part of the transaction that has the reason for it.
 * @param mail id: `mail_…`; nothing is done if there is such a mail already; to: null where nobody has the address, so that the same is done for an address that is unknown;
 *   expiresAt: it is not sent after that, epoch ms, null means never; sender: as the mail server has it (`MailServer.from`)
 */
export async function queueMail(
  tx: Db,
  turn: Turn,
  sealer: Sealer,
  mail: { id: string; to: string | null; letter: Letter; expiresAt: number | null; sender: string },
): Promise<void> {
  const { id, to, letter, expiresAt, sender } = mail;
  const content: MailText = { to, ...composeLetter(letter) };
  const host = /@([^\s<>@]+)>?$/.exec(sender)?.[1] ?? 'localhost';
  const isNew = await insertMail(
    tx,
    {
      id,
      workspaceId: INSTALLATION,
      about: letter.about,
      content: sealer.seal(content, id),
      messageId: `<${id}@${host}>`,
    },
    turn.now,
  );
  if (isNew)
    turn.start({ kind: mailKind.name, id, workspaceId: INSTALLATION, input: { mailId: id, expiresAt } });
}
