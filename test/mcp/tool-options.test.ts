/** What exists on tools alone: stories of instagram, title and privacy of youtube. */
import t from 'tap';
import { startService } from '../support/service.ts';
import { catalogueOf } from '../../src/faces/mcp/catalogue.ts';
import { operations } from '../../src/service/operations.ts';
import { connectClient } from './client.ts';
import { furnish } from './world.ts';

void t.test('a story goes out without its text, now or at its time', async (t) => {
  const running = await startService(t, { platforms: ['instagram', 'telegram'] });
  const { accounts, sandbox } = running;
  const { call } = await connectClient(t, running);
  const story = {
    content: 'Only the picture',
    accountIds: [accounts['instagram'], accounts['telegram']],
    media: [`${sandbox.url}/samples/photo.jpg`],
    instagramStory: true,
  };
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
  for (const timing of [{ publishNow: true }, { scheduledAt }]) {
    const { body, isError } = await call('create_post', { ...story, ...timing });
    t.notOk(isError, JSON.stringify(body));
    const { id, warnings, instagramStory } = body.post;
    t.equal(instagramStory, true);
    t.match(warnings.join('\n'), /content: an Instagram story shows no text, so the text is left out/);
    if ('scheduledAt' in timing) running.advance(3_601_000);
    const { deliveries } = await running.until(id, ({ status }) => status === 'published', {
      advancesMs: 1_000,
    });
    const [atInstagram, atTelegram] = deliveries.map(
      ({ networkPostId }: { networkPostId: string }) => networkPostId,
    );
    const ledger = sandbox.sandbox.ledger.entries({});
    t.match(
      ledger.find((entry) => entry.id === atInstagram),
      { text: '', details: { media_product_type: 'STORY' } },
    );
    t.match(
      ledger.find((entry) => entry.network === 'telegram' && entry.id === atTelegram),
      { text: 'Only the picture' },
    );
  }
});

void t.test('a draft becomes a story, and no story again', async (t) => {
  const running = await startService(t, { platforms: ['instagram'] });
  const { call } = await connectClient(t, running);
  const media = ['photo.jpg', 'clip.mp4'].map((name) => `${running.sandbox.url}/samples/${name}`);
  const draft = { content: '', accountIds: [running.accounts['instagram']], media, draft: true };
  const { id } = (await call('create_post', draft)).body.post;
  const story = await call('update_post', { id, instagramStory: true });
  t.match(
    story.body.post.warnings.join('\n'),
    /an Instagram story is one photo or video, and this post has 2/,
  );
  const refused = await call('update_post', { id, publishNow: true });
  t.match(refused, { isError: true, body: { code: 'too_many_media', param: '/media' } });
  const again = await call('update_post', { id, instagramStory: null });
  t.notOk('instagramStory' in again.body.post);
  t.notOk((await call('update_post', { id, publishNow: true })).isError);
});

void t.test('youtube takes a title and a privacy', async (t) => {
  const running = await startService(t, { platforms: ['youtube'] });
  const { call } = await connectClient(t, running);
  const { body } = await call('create_post', {
    content: 'How we bake',
    accountIds: [running.accounts['youtube']],
    media: [`${running.sandbox.url}/samples/clip.mp4`],
    youtubeSettings: { title: 'Bread at eight', privacy: 'unlisted' },
    publishNow: true,
  });
  const { deliveries } = await running.until(body.post.id, ({ status }) => status === 'published', {
    advancesMs: 1_000,
  });
  const video = running.sandbox.sandbox.ledger
    .entries({})
    .find(({ id }) => id === deliveries[0].networkPostId);
  t.match(JSON.stringify(video), /Bread at eight/);
  t.match(JSON.stringify(video), /unlisted/);
});

void t.test('REST refuses the options of tools by name', async (t) => {
  const running = await startService(t, { platforms: ['instagram'] });
  for (const option of [{ instagramStory: true }, { youtubeSettings: { title: 'x' } }]) {
    const body = { content: 'x', accountIds: [running.accounts['instagram']], draft: true, ...option };
    const answer = await running.call('POST', '/v1/posts', body);
    t.match(answer, { status: 400, body: { code: 'unknown_field', param: `/${Object.keys(option)[0]}` } });
  }
});

void t.test(
  'an argument is named as the contract names it in its paths, and the names of fields are taken too',
  async (t) => {
    const named = {
      update_post: 'id',
      delete_post: 'id',
      get_post_metrics: 'id',
      get_post_comments: 'id',
      delete_comment: 'commentId',
      hide_comment: 'commentId',
      get_conversation_messages: 'conversationId',
      send_message: 'conversationId',
      update_comment_dm_rule: 'id',
      delete_comment_dm_rule: 'id',
      update_dm_automation: 'id',
      delete_dm_automation: 'id',
    };
    const tools = [...catalogueOf(operations).values()].filter(({ onRequest }) => !onRequest);
    t.equal(tools.length, 33);
    for (const { name, operation, placeOf, listed } of tools) {
      const names = Object.keys(listed.inputSchema.properties!).filter(
        (one) => placeOf(one).place === 'params',
      );
      t.strictSame(
        names,
        name in named ? [named[name as keyof typeof named]] : [],
        `${name}: ${operation.id}`,
      );
    }
    const world = await furnish(t);
    const { call } = await connectClient(t, { baseUrl: world.baseUrl, key: world.key });
    const { conversation } = world.ids;
    const by = await call('get_conversation_messages', { conversationId: conversation });
    t.notOk(by.isError, JSON.stringify(by.body));
    const idsIn = ({ messages }: { messages: { id: string }[] }) => messages.map(({ id }) => id);
    const byField = await call('get_conversation_messages', { id: conversation });
    t.ok(idsIn(by.body).every((id) => idsIn(byField.body).includes(id)));
    const message = { message: 'Hello', idempotencyKey: 'hello' };
    const sent = await call('send_message', { conversationId: conversation, ...message });
    t.notOk(sent.isError, JSON.stringify(sent.body));
    const again = await call('send_message', { id: conversation, ...message });
    t.strictSame([again.replayed, again.body.message.id], [true, sent.body.message.id], 'the same call');
    t.match((await call('send_message', { message: 'Hello' })).body, {
      code: 'required',
      param: '/conversationId',
    });
    const both = { id: conversation, conversationId: conversation, message: 'Hello' };
    t.match((await call('send_message', both)).body, { code: 'unknown_field' });
  },
);
