/** Sends mails of the installation, if it has a mail server. */
import type { Tx } from '../../../store/connect.ts';
import type { Sealer } from '../../base/seal.ts';
import type { Turn } from '../../engine/turn.ts';
import type { Letter } from './letter.ts';
import { queueMail } from './queue.ts';
import type { FindMailServer } from './server.ts';

export interface Mailer {
  /** Whether a mail server is set. Without one, links are there to copy. */
  canSend(): Promise<boolean>;
  /**
   * Queues a mail as part of a transaction. Nothing is queued where no mail server is set.
   * @param mail id: `mail_…`; nothing is done if there is such a mail already; to: null where nobody has the address; expiresAt: epoch ms, null means never
   */
  queue(
    tx: Tx,
    turn: Turn,
    mail: { id: string; to: string | null; letter: Letter; expiresAt: number | null },
  ): Promise<void>;
}

export function createMailer({
  findMailServer,
  sealer,
}: {
  findMailServer: FindMailServer;
  sealer: Sealer;
}): Mailer {
  return {
    canSend: async () => (await findMailServer()) !== null,
    async queue(tx, turn, mail) {
      const server = await findMailServer();
      if (server !== null) await queueMail(tx, turn, sealer, { ...mail, sender: server.from });
    },
  };
}
