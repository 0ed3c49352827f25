/** Accounts of Instagram that receive over webhooks alone, and a network that knows everybody. */
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { MessagesPort } from '../../adapters/port/messages.ts';
import type { Sql } from '../../store/connect.ts';
import { saveReceiving } from '../../store/receiving.ts';
import { seedAccount } from '../posts/workspace.ts';

/** So that an account is not checked and not polled while something is measured. */
const NEVER = Date.UTC(9999, 0);

/** Instagram that says at once who a person is. @param messages what else it answers at once */
export const knowingNetwork = (messages: Partial<MessagesPort> = {}): Manifest => ({
  ...instagram,
  messages: {
    ...instagram.messages!,
    profile: async ({ personId }) => ({
      kind: 'profile',
      id: personId,
      username: `person.${personId}`,
      name: 'A Person',
      avatarUrl: null,
      follows: null,
    }),
    ...messages,
  },
});

/** @returns the id of an account whose messages and comments arrive by webhook */
export async function seedReceiver(sql: Sql, workspaceId: string): Promise<string> {
  const id = await seedAccount(sql, workspaceId, 'instagram');
  const receiving = {
    since: 0,
    via: 'webhook',
    everySeconds: null,
    checkedAt: NEVER,
    polledAt: NEVER,
  } as const;
  await saveReceiving(sql, id, receiving);
  return id;
}
