/** A link by mail for a person who forgot their password: one hour, once. */
import type { Sql } from '../../../store/connect.ts';
import { insertPasswordReset, isValidReset, takePasswordReset } from '../../../store/password-resets.ts';
import { deleteSessions, savePassword } from '../../../store/sessions.ts';
import { invalid } from '../../api/problem.ts';
import { newActorId } from '../../base/ids.ts';
import { SECRET_PREFIXES } from '../../base/redact.ts';
import { hashOf, newSecret } from '../../base/secrets.ts';
import type { Node } from '../../engine/node.ts';
import { mail as mailKind } from '../../kinds/mail.ts';
import type { Mailer } from '../mail/index.ts';
import { hashPassword } from './passwords.ts';

/** How long a link is valid. */
export const RESET_MS = 3_600_000;
/** Links of one person that are valid at once: nobody fills the mailbox of another. */
const MAX_VALID = 5;

export interface ResetContext {
  directory: Sql;
  node: Pick<Node, 'command'>;
  mailer: Mailer;
  clock: () => number;
  /** Public address of this service, without a trailing slash. */
  baseUrl: string;
}

/**
 * Sends a link to the person with this address. An address that nobody has runs the same statements, and the mail goes to nobody, so that
 * a response and its time do not say which addresses are known.
 */
export async function sendPasswordReset(context: ResetContext, email: string): Promise<void> {
  const { directory, node, mailer, clock, baseUrl } = context;
  const secret = `${SECRET_PREFIXES.passwordReset}${newSecret()}`;
  const now = clock();
  const expiresAt = now + RESET_MS;
  const insert = { email, hash: hashOf(secret), expiresAt, now, most: MAX_VALID };
  // what was typed may be another address that Postgres takes for the same, such as one with a Kelvin sign for a k
  const stored = await directory.begin((tx) => insertPasswordReset(tx, insert));
  await node.command(async (tx, turn) => {
    await mailer.queue(tx, turn, {
      id: newActorId(mailKind, turn.now),
      to: stored ?? null,
      expiresAt,
      letter: {
        about: 'password_reset',
        subject: 'Choose a new password',
        paragraphs: [
          'Somebody, probably you, asked for a new password for Troupe.',
          'The link works once, within the next hour. Choosing a new password signs you out everywhere.',
        ],
        // in the fragment, which no server and no log sees
        link: { label: 'Choose a new password', url: `${baseUrl}/app/reset-password#${secret}` },
        footer: 'If it was not you, delete this mail: nothing has changed.',
      },
    });
    return { result: undefined };
  });
}

/**
 * Sets a new password, and ends all sessions of the person.
 * @throws Problem 400 for a link that is unknown, was used or has expired
 */
export async function usePasswordReset(
  { directory, clock }: Pick<ResetContext, 'directory' | 'clock'>,
  { secret, password }: { secret: string; password: string },
): Promise<void> {
  const link = { hash: hashOf(secret), now: clock() };
  // a hash of a password is work: nobody gets it done with a link that is not valid
  if (!(await isValidReset(directory, link))) throw linkEnded();
  const hashed = await hashPassword(password);
  await directory.begin(async (tx) => {
    const userId = await takePasswordReset(tx, link);
    if (userId === undefined) throw linkEnded();
    await savePassword(tx, { id: userId, password: hashed });
    await deleteSessions(tx, userId, null);
  });
}

const linkEnded = () =>
  invalid('/secret', 'this link was used or has expired: ask for another one', { code: 'link_ended' });
