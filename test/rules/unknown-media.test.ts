/** A rule that names a post which the account does not have, as far as its posts were read. */
import t from 'tap';
import { connectClient } from '../mcp/client.ts';
import { startService } from '../support/service.ts';

void t.test('a mediaId that is none of the posts that were read is taken with a warning', async (t) => {
  const running = await startService(t, { platforms: ['instagram'] });
  const { call, accounts, sandbox } = running;
  const accountId = accounts['instagram']!;
  const make = async (mediaId: string) =>
    (await call('POST', '/v1/comment-dm-rules', { accountId, dmText: 'Here', mediaId })).body;
  t.strictSame((await make('1799')).warnings, [], 'nothing is known of the posts yet');
  const { post } = (
    await call('POST', '/v1/posts', {
      content: 'Bread',
      accountIds: [accountId],
      media: [`${sandbox.url}/samples/photo.jpg`],
      publishNow: true,
    })
  ).body;
  const { deliveries } = await running.until(post.id, ({ status }) => status === 'published');
  const mediaId: string = deliveries[0].networkPostId;
  const listed = (await call('GET', `/v1/comment-dm-rules/media?accountId=${accountId}`)).body.media;
  t.ok(listed.some(({ id }: { id: string }) => id === mediaId));

  const unknown = [
    { code: 'unknown_media', path: '/mediaId', message: /^mediaId 1799 is none of the posts/ },
  ];
  const { rule, warnings } = await make('1799');
  t.match(warnings, unknown);
  t.equal(rule.mediaId, '1799', 'it is taken all the same');
  const patch = (body: object) => call('PATCH', `/v1/comment-dm-rules/${rule.id}`, body);
  t.match((await patch({ dmText: 'There' })).body.warnings, unknown);
  t.strictSame((await patch({ mediaId })).body.warnings, []);
  for (const { id } of listed) t.strictSame((await make(id)).warnings, [], id);

  const tools = await connectClient(t, { ...running, allTools: true });
  const made = await tools.call('create_comment_dm_rule', { accountId, dmText: 'Here', mediaId: '1799' });
  t.match(made.body.warnings, unknown);
});
