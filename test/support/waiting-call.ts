/** A call of a tool that waits for a person. */
import { createConfirmations } from '../../src/features/agents/index.ts';
import type { RunningService } from './service.ts';

/**
 * @param of the key that called, its first workspace is the call's; grantId: the grant of the app that called in its place; plan: what
 * would happen
 * @returns the id of the call
 */
export async function waitingCall(
  { service }: Pick<RunningService, 'service'>,
  { key, grantId, plan = {} }: { key: string; grantId?: string; plan?: object },
): Promise<string> {
  const person = (await service.authenticate(key))!;
  const principal = { ...person, keyId: grantId ?? person.keyId };
  const workspaceId = principal.workspaces[0]!.id;
  const asked = { principal, workspaceId, client: null, tool: 'send_message', confirm: 'person' as const };
  await createConfirmations(service.context).ask({ ...asked, bound: Buffer.alloc(32) }, plan, Date.now());
  const [row] = await service.sql<{ id: string }[]>`
    select id from confirmations where workspace_id = ${workspaceId} order by id desc limit 1`;
  return row!.id;
}
