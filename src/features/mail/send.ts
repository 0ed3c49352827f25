/** The effect of the kind `mail`: one try to hand a mail over. */
import type { Sql } from '../../../store/connect.ts';
import { readMail, startMailTry } from '../../../store/mails.ts';
import type { Sealer } from '../../base/seal.ts';
import type { MailHandlers } from '../../kinds/mail.ts';
import { handOver, type MailAddressOf } from './hand-over.ts';
import type { MailText } from './queue.ts';
import type { FindMailServer } from './server.ts';

interface MailDeps {
  sql: Sql;
  sealer: Sealer;
  findMailServer: FindMailServer;
  addressOf: MailAddressOf;
}

/** The handlers of a mail (machines/mail.ts). */
export function mailHandlers(deps: MailDeps): MailHandlers {
  return { sendMail: (params) => sendMail(deps, params) };
}

async function sendMail(
  { sql, sealer, findMailServer, addressOf }: MailDeps,
  { mailId, attempt }: { mailId: string; attempt: number },
): ReturnType<MailHandlers['sendMail']> {
  const row = await readMail(sql, mailId);
  const text = row && (sealer.open(row.content, mailId) as MailText);
  if (!text || text.to === null) return { type: 'mail.none' };
  const server = await findMailServer();
  if (server === null)
    return {
      type: 'mail.later',
      reason: 'no mail server is set: set TROUPE_SMTP_URL, or run troupe mail set',
    };
  const mail = { ...text, to: text.to, messageId: row.messageId };
  const beforeData = () => startMailTry(sql, { id: mailId, attempt });
  const sent = await handOver(server, mail, { beforeData, addressOf });
  switch (sent.outcome) {
    case 'sent':
      return { type: 'mail.sent' };
    case 'refused':
      return { type: 'mail.refused', reason: sent.reason };
    case 'later':
      return { type: 'mail.later', reason: sent.reason };
    case 'unknown':
      return { type: 'mail.unknown', reason: sent.reason };
    default:
      return sent satisfies never;
  }
}
