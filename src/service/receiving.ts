/** Who takes what networks send. */
import { randomBytes } from 'node:crypto';
import type { Sql } from '../../store/connect.ts';
import { keepInstallationValue } from '../../store/installation.ts';
import { MESSAGE_KINDS, takeMessages } from '../inbox/index.ts';
import type { Receiver } from '../receiving/index.ts';

export const receivers: readonly Receiver[] = [{ kinds: MESSAGE_KINDS, take: takeMessages }];

/** The token by which networks recognise this installation's addresses: made once. */
export async function keepVerifyToken(directory: Sql): Promise<string> {
  const made = Buffer.from(randomBytes(24).toString('base64url'));
  return Buffer.from(await keepInstallationValue(directory, 'inbound_verify_token', made)).toString();
}
