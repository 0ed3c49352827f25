/** A workspace with accounts, as the product stores them. */
import type { Workspace } from '../../src/api/principal.ts';
import { newActorId, newId } from '../../src/base/ids.ts';
import { account as accountKind } from '../../src/kinds/account.ts';
import { createSealer } from '../../src/base/seal.ts';
import { DEFAULT_SLOTS } from '../../src/base/time.ts';
import { insertAccount } from '../../store/accounts.ts';
import type { Sql } from '../../store/connect.ts';
import { insertUser } from '../../store/directory.ts';
import { storeWorkspace } from '../../test/support/workspace.ts';
import { SECRET } from '../node.ts';

const sealer = createSealer([SECRET]);

export async function seedUser(sql: Sql): Promise<string> {
  const now = Date.now();
  const userId = newId('usr', now);
  await insertUser(sql, { id: userId, name: 'bench', email: null }, now);
  return userId;
}

/** A workspace without members. @param name part of its slug; different for each */
export async function seedWorkspace(sql: Sql, name: string): Promise<Workspace> {
  const now = Date.now();
  const workspace = {
    id: newId('ws', now),
    slug: `bench-${name}`,
    name: 'Bench',
    timezone: 'UTC',
    plan: 'developer',
    trialEndsAt: null,
    networks: 'both' as const,
  };
  await storeWorkspace(sql, { ...workspace, slots: DEFAULT_SLOTS }, now);
  return workspace;
}

/** @param platform default mastodon. @returns the id of an account of a workspace; the network knows it under the same */
export async function seedAccount(sql: Sql, workspaceId: string, platform = 'mastodon'): Promise<string> {
  const now = Date.now();
  const id = newActorId(accountKind, now);
  const made = {
    id,
    workspaceId,
    platform,
    remoteId: id,
    displayName: 'Bench',
    username: 'bench',
    avatarUrl: null,
    url: null,
    endpoints: {},
    limits: {},
    credentials: sealer.seal({ accessToken: 'x'.repeat(40) }, id),
    expiresAt: null,
  };
  await insertAccount(sql, made, now);
  return id;
}
