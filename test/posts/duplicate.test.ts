/** `POST /v1/posts/{id}/duplicate` on the real server: what a copy takes over, and for which accounts. */
import t from 'tap';
import { startService } from '../support/service.ts';

const running = await startService(t, { platforms: ['bluesky', 'mastodon', 'instagram'] });
const { bluesky, mastodon, instagram } = running.accounts;
const at = new Date(Date.now() + 86_400_000).toISOString();

/** A scheduled post with something of everything that a copy takes over. */
async function make(): Promise<string> {
  const { status, body } = await running.call('POST', '/v1/posts', {
    content: 'Our rye is back',
    accountIds: [bluesky, mastodon],
    media: [`${running.sandbox.url}/samples/photo.jpg`],
    altText: { [`${running.sandbox.url}/samples/photo.jpg`]: 'A loaf' },
    overrides: [
      { accountIds: [mastodon], content: 'Rye is back, with #sourdough' },
      { platforms: ['bluesky'], content: 'Rye!' },
    ],
    mastodonSettings: { spoilerText: 'Bread' },
    firstComment: 'Baked at four in the morning',
    scheduledAt: at,
  });
  t.equal(status, 200, JSON.stringify(body));
  return body.post.id;
}

const duplicate = (id: string, key = running.key) =>
  running.call('POST', `/v1/posts/${id}/duplicate`, {}, { authorization: `Bearer ${key}` });

void t.test('a copy is a draft without a time that says the same', async (t) => {
  const id = await make();
  const { body: before } = await running.call('GET', `/v1/posts/${id}`);
  const { status, body } = await duplicate(id);
  t.equal(status, 200, JSON.stringify(body));
  t.match(body.post, { status: 'draft', scheduledAt: null, accountIds: [bluesky, mastodon] });
  t.not(body.post.id, id);
  for (const field of [
    'content',
    'media',
    'altText',
    'overrides',
    'mastodonSettings',
    'firstComment',
  ] as const)
    t.strictSame(body.post[field], before.post[field], field);
  const { body: after } = await running.call('GET', `/v1/posts/${id}`);
  t.strictSame(after.post, before.post, 'the original is as it was');
});

void t.test('a post that failed on a network is copied without its outcome', async (t) => {
  running.sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'bluesky', times: 1 });
  const fields = { content: 'Crumbs', accountIds: [bluesky], publishNow: true };
  const { body } = await running.call('POST', '/v1/posts', fields);
  await running.until(body.post.id, ({ status }) => status === 'failed');
  const { body: copy } = await duplicate(body.post.id);
  t.match(copy.post, { status: 'draft', error: null, publishedAt: null });
});

void t.test('a repeated request gets its copy again, also after the original was removed', async (t) => {
  const id = await make();
  const request = () =>
    running.call('POST', `/v1/posts/${id}/duplicate`, {}, { 'idempotency-key': 'copy-once' });
  const { body: first } = await request();
  t.equal((await running.call('DELETE', `/v1/posts/${id}`)).status, 200);
  t.equal((await request()).body.post?.id, first.post.id);
  t.equal((await duplicate(id)).status, 404);
});

void t.test('nobody copies a post of another workspace', async (t) => {
  const id = await make();
  const { key } = await running.neighbour();
  t.match(await duplicate(id, key), { status: 404, body: { code: 'not_found' } });
});

void t.test('accounts that were disconnected are left out, with what was written for them', async (t) => {
  const id = await make();
  const own = await running.call('POST', '/v1/posts', {
    content: 'Alone',
    accountIds: [mastodon],
    draft: true,
  });
  await running.call('DELETE', `/v1/accounts/${mastodon}`);
  const { body } = await duplicate(id);
  t.match(body.post, { accountIds: [bluesky], overrides: [{ platforms: ['bluesky'], content: 'Rye!' }] });
  t.equal(body.post.overrides.length, 1);
  t.match(await duplicate(own.body.post.id), { status: 400, body: { code: 'unknown_account' } });
  t.ok(instagram, 'an account that the post does not have stays out of it');
  t.notOk(body.post.accountIds.includes(instagram!));
});
