/** A workspace in which posts need an approval, with a person of each role and the accounts of the sandbox. */
import { createKey } from '../../src/features/auth/keys.ts';
import { type Role, ROLES } from '../../src/api/principal.ts';
import type { Answer, RunningService } from './service.ts';
import { join, type Mate, newMate } from './team.ts';
import type { BodyOf, Read } from './typed-calls.ts';

export interface Approving {
  slug: string;
  people: { [role in Role]: Mate };
  /** The id of the connected account of a network. */
  account: string;
  /** Turns approval on or off. */
  set(required: boolean): Promise<void>;
  /** Creates a post by a person's key. */
  write(by: Mate, more: object): Promise<Answer<BodyOf<'POST', '/v1/posts'>>>;
  change(by: Mate, id: string, more: object): Promise<Answer<BodyOf<'PATCH', `/v1/posts/${string}`>>>;
  decide(by: Mate, id: string, more: object): Promise<Answer<BodyOf<'POST', `/v1/posts/${string}/approval`>>>;
  read(id: string): Promise<Read<'getPost'>['post']>;
}

let teams = 0;

/** @param network of the account that posts go to */
export async function newApproving(running: RunningService, network = 'telegram'): Promise<Approving> {
  const people: { [role: string]: Mate } = {};
  const slug = 'home';
  teams += 1;
  for (const role of ROLES) {
    people[role] = await newMate(running, `approval-${teams}-${role}`);
    await join(running, running.workspaceId, { userId: people[role].userId, role });
  }
  const account = running.accounts[network]!;
  const set = async (required: boolean) => {
    const { status } = await people['owner']!.ask('PUT', '/v1/approval-settings', {
      required,
      workspace: slug,
    });
    if (status !== 200) throw new Error(`approval could not be set: ${status}`);
  };
  await set(true);
  return {
    slug,
    people: people as Approving['people'],
    account,
    set,
    write: (by, more) =>
      running.call(
        'POST',
        '/v1/posts',
        { content: 'Our rye is back', accountIds: [account], ...more },
        by.by.key,
      ),
    change: (by, id, more) => running.call('PATCH', `/v1/posts/${id}`, more, by.by.key),
    decide: (by, id, more) => running.call('POST', `/v1/posts/${id}/approval`, more, by.by.key),
    read: async (id) => (await running.call('GET', `/v1/posts/${id}`)).body.post,
  };
}

/**
 * A post that waits for an approval, in a workspace that does not want them any more afterwards.
 * @param running its key is that of an owner
 */
export async function requestedPost(
  running: Pick<RunningService, 'call' | 'service' | 'workspaceId' | 'accounts'>,
  fields: object = {},
): Promise<string> {
  const { call, service, workspaceId, accounts } = running;
  const [member] = await service.directory<{ userId: string }[]>`
    select user_id as "userId" from members where workspace_id = ${workspaceId} and role = 'owner' order by created_at limit 1`;
  const now = service.context.clock();
  // by a key that may not publish, since an owner is not asked
  const { key } = await createKey(service.directory, {
    userId: member!.userId,
    name: 'writes drafts',
    scopes: ['read', 'draft'],
    now,
  });
  const scheduledAt = new Date(now + 7 * 24 * 3_600_000).toISOString();
  const body = { content: 'To be approved', accountIds: [accounts['telegram']], scheduledAt, ...fields };
  await call('PUT', '/v1/approval-settings', { required: true });
  const made = await call('POST', '/v1/posts', body, { authorization: `Bearer ${key}` });
  await call('PUT', '/v1/approval-settings', { required: false });
  if (made.body.post?.approval !== 'requested')
    throw new Error(`not asked for: ${JSON.stringify(made.body)}`);
  return made.body.post.id;
}
