/** What exists on tools alone: stories of instagram, title and privacy of youtube. */
import t from 'tap';
import { startService } from '../support/service.ts';
import { connectClient } from './client.ts';

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
