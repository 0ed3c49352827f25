/** What the rows about people of a workspace have in common: one request, what follows from it, and what must hold after a kill. */
import { createKey } from '../../src/features/auth/keys.ts';
import { rowNamed } from './rows.ts';
import type { Answer, Stage } from './stage.ts';

/** What people do, one request short of done. */
export interface Scene {
  /** The request; null when no response came. The same again after a kill. */
  act: () => Promise<Answer | null>;
  /** Whether all that follows from it has happened. */
  isDone: () => Promise<boolean>;
  /** What there is twice, or is missing. @param again the response to the repeated request */
  check: (again: Answer | null) => Promise<string[]>;
  workspaceId: string;
  /** No time passes in it: what follows waits for no timer, and posts that are planned stay planned. */
  timeless?: true;
}

export const once = (what: string, count: number): string[] =>
  count === 1 ? [] : [`${count} ${what}, where one is`];

/** A workspace with an account on bluesky, in which posts are approved, and a key whose posts wait for that. */
export async function approving(stage: Stage) {
  const workspace = await stage.workspace();
  const account = await stage.connect(workspace, rowNamed('bluesky'));
  const set = await stage.call(workspace, 'PUT', '/v1/approval-settings', { required: true });
  if (set?.status !== 200) throw new Error(`approval cannot be set: ${JSON.stringify(set)}`);
  const [member] = await stage.sql<{ userId: string }[]>`
    select user_id as "userId" from members where workspace_id = ${workspace.id}`;
  const { userId } = member!;
  const scopes = ['read', 'draft'] as const;
  const { key } = await createKey(stage.sql, { userId, name: 'writer', scopes, now: stage.now() });
  return { workspace, account, userId, writer: { ...workspace, key } };
}
