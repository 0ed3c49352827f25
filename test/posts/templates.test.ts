/** Templates of posts on the real server: what they keep, for which accounts drafts are made from them, and their limits. */
import t from 'tap';
import { heldMate } from '../support/held-world.ts';
import { startService } from '../support/service.ts';

const running = await startService(t, { platforms: ['bluesky', 'mastodon', 'instagram'] });
const { call, sandbox } = running;
const { bluesky, mastodon, instagram } = running.accounts;
/** Fields of a post that a template keeps. */
const FIELDS = [
  'content',
  'accountIds',
  'media',
  'altText',
  'overrides',
  'mastodonSettings',
  'firstComment',
  'labels',
] as const;
const photo = `${sandbox.url}/samples/photo.jpg`;

/** A scheduled post with something of everything that a template keeps. */
async function newPost(more: object = {}): Promise<string> {
  const { status, body } = await call('POST', '/v1/posts', {
    content: 'This week: rye',
    accountIds: [bluesky, mastodon],
    media: [photo],
    altText: { [photo]: 'A loaf' },
    overrides: [{ accountIds: [mastodon], content: 'This week: #rye' }],
    mastodonSettings: { spoilerText: 'Bread' },
    firstComment: 'Baked at four',
    labels: ['offer'],
    scheduledAt: new Date(Date.now() + 86_400_000).toISOString(),
    ...more,
  });
  t.equal(status, 200, JSON.stringify(body));
  return body.post.id;
}

const keep = async (name: string, postId: string) => {
  const { status, body } = await call('POST', '/v1/post-templates', { name, postId });
  t.equal(status, 200, JSON.stringify(body));
  return body.postTemplate;
};
const use = (id: string, body: object = {}) => call('POST', `/v1/post-templates/${id}/posts`, body);

void t.test('a template keeps what a post says, and a draft from it says the same', async (t) => {
  const postId = await newPost();
  const { post } = (await call('GET', `/v1/posts/${postId}`)).body;
  const template = await keep('  Weekly offer ', postId);
  t.match(template, { name: 'Weekly offer', post: { content: 'This week: rye', labels: ['offer'] } });
  await call('PATCH', `/v1/posts/${postId}`, { content: 'Changed since' });
  await call('DELETE', `/v1/posts/${postId}`);

  const { status, body } = await use(template.id);
  t.equal(status, 200, JSON.stringify(body));
  t.match(body.post, { status: 'draft', scheduledAt: null, approval: post.approval });
  for (const field of FIELDS) t.strictSame(body.post[field], post[field], field);
  const { postTemplates } = (await call('GET', '/v1/post-templates')).body;
  t.match(postTemplates, [{ id: template.id, post: { content: 'This week: rye' } }]);
});

void t.test('a draft for other accounts has no overrides for those that are not chosen', async (t) => {
  const template = await keep('Elsewhere', await newPost());
  const { body } = await use(template.id, { accountIds: [bluesky] });
  t.match(body.post, { accountIds: [bluesky], content: 'This week: rye' });
  t.strictSame(body.post.overrides, []);
  const unknown = await use(template.id, { accountIds: ['acc_unknown'] });
  t.match(unknown, { status: 400, body: { code: 'unknown_account' } });
});

void t.test('an account that was disconnected is left out; without any, the draft is refused', async (t) => {
  const made = await startService(t, { platforms: ['telegram', 'discord'] });
  const { telegram, discord } = made.accounts;
  const fields = { content: 'Open on Sunday', accountIds: [telegram, discord], draft: true };
  const source = (await made.call('POST', '/v1/posts', fields)).body.post.id;
  const { postTemplate } = (await made.call('POST', '/v1/post-templates', { name: 'Sunday', postId: source }))
    .body;
  await made.call('DELETE', `/v1/accounts/${telegram}`);
  const path = `/v1/post-templates/${postTemplate.id}/posts` as const;
  t.match((await made.call('POST', path, {})).body.post, { accountIds: [discord] });
  await made.call('DELETE', `/v1/accounts/${discord}`);
  t.match(await made.call('POST', path, {}), { status: 400, body: { code: 'unknown_account' } });
});

void t.test('each name is there once; a template is renamed, filled again and deleted', async (t) => {
  const first = await keep('Monday', await newPost({ content: 'One' }));
  const second = await keep('Tuesday', await newPost({ content: 'Two' }));
  const taken = { status: 409, body: { code: 'name_taken', param: '/name' } };
  t.match(await call('POST', '/v1/post-templates', { name: 'MONDAY', postId: await newPost() }), taken);
  t.match(await call('PATCH', `/v1/post-templates/${second.id}`, { name: 'monday' }), taken);
  const path = `/v1/post-templates/${first.id}` as const;
  t.match((await call('PATCH', path, { name: 'MONDAY' })).body.postTemplate, {
    name: 'MONDAY',
    post: { content: 'One' },
  });
  const other = await newPost({ content: 'Three' });
  t.match((await call('PATCH', path, { postId: other })).body.postTemplate, {
    name: 'MONDAY',
    post: { content: 'Three' },
  });
  t.match(await call('DELETE', path), { status: 200, body: { deleted: true } });
  t.match(await use(first.id), { status: 404 });
});

void t.test('a person who is held to some accounts sees the templates of these alone', async (t) => {
  const shared = await keep('Of both', await newPost());
  const own = await keep('Of one', await newPost({ accountIds: [bluesky], overrides: [] }));
  const mate = await heldMate(running, 'Held', [bluesky!]);
  const listed = (await mate.ask('GET', '/v1/post-templates')).body.postTemplates;
  t.strictSame(
    listed.map(({ id }: { id: string }) => id),
    [own.id],
  );
  for (const [method, path] of [
    ['PATCH', `/v1/post-templates/${shared.id}`],
    ['DELETE', `/v1/post-templates/${shared.id}`],
    ['POST', `/v1/post-templates/${shared.id}/posts`],
  ] as const)
    t.match(await mate.ask(method, path, method === 'DELETE' ? undefined : {}), { status: 404 }, path);
  const beyond = { accountIds: [instagram] };
  t.equal((await mate.ask('POST', `/v1/post-templates/${own.id}/posts`, beyond)).status, 400);
  const kept = await mate.ask('POST', '/v1/post-templates', { name: 'Mine', postId: await newPost() });
  t.match(kept, { status: 403, body: { code: 'held_to_accounts' } });
});

void t.test('a workspace has up to 200', async (t) => {
  const postId = await newPost();
  await running.service.sql`
    insert into post_templates (id, workspace_id, name, account_ids, content, created_at, updated_at)
    select 'template_' || n, ${running.workspaceId}, 'Template ' || n, '{}', '{}', now(), now()
    from generate_series(1, 200 - (select count(*)::int from post_templates)) n`;
  const refused = await call('POST', '/v1/post-templates', { name: 'One more', postId });
  t.match(refused, { status: 403, body: { code: 'post_template_limit', values: { limit: 200 } } });
});
