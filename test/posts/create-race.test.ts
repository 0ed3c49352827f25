/** Two nodes get the same request at the same moment: one of them creates the post, and both respond with it. */
import t from 'tap';
import { type CreateRequest, postCreator } from '../../src/features/posts/create.ts';
import { newActorId } from '../../src/base/ids.ts';
import { post as postKind } from '../../src/kinds/post.ts';
import { stage } from '../support/stage.ts';

void t.test('one key makes one post, whichever node is faster', async (t) => {
  const { sql, clock, workspaceId, newNode } = await stage(t);
  const workspace = {
    id: workspaceId,
    slug: 'stage',
    name: 'Stage',
    timezone: 'UTC',
    plan: 'developer',
    trialEndsAt: null,
    role: 'owner' as const,
    heldTo: null,
  };
  const creators = [newNode(), newNode(), newNode()].map((node) => postCreator(sql, node));
  const asked = (key: string): CreateRequest => ({
    call: {
      idempotency: { key, requestHash: Buffer.from(key) },
      principal: { userId: 'usr_1', keyId: 'key_1', workspaces: [workspace] },
      now: clock(),
    },
    post: {
      id: newActorId(postKind, clock()),
      workspace,
      content: { content: key, accountIds: [], media: [], options: {}, extras: {}, labels: [] },
      targets: [],
      warnings: [],
      dueAt: null,
      draft: true,
    },
  });
  for (let round = 0; round < 10; round += 1) {
    const key = `key ${round}`;
    // beside a request of its own each, so that a batch holds more than the one that loses
    const replies = await Promise.allSettled(
      creators.flatMap((create, index) => [create(asked(key)), create(asked(`${key} of node ${index}`))]),
    );
    const ids = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value.body.post.id] : []));
    const refused = replies.flatMap((reply) =>
      reply.status === 'rejected' ? [String(reply.reason.code)] : [],
    );
    t.ok(
      refused.every((code) => code === 'idempotency_in_progress'),
      refused.join(),
    );
    const [made] = await sql<{ same: number; own: number }[]>`
      select count(*) filter (where content = ${key})::int as same,
             count(*) filter (where content like ${`${key} of node %`})::int as own
      from posts`;
    t.strictSame({ ...made }, { same: 1, own: 3 });
    t.equal(new Set(ids).size, 4, 'every response names a post that exists');
    t.equal((await sql`select from posts where id = any(${ids}::text[])`).length, 4);
  }
});
