/** Settings of single networks reach them (docs/contract.md, Text and media for each network). */
import t from 'tap';
import { startService } from '../support/service.ts';

void t.test('content warning, language and audience reach mastodon, languages reach bluesky', async (t) => {
  const { call, until, accounts, sandbox } = await startService(t, { platforms: ['mastodon', 'bluesky'] });
  const settings = {
    mastodonSettings: { spoilerText: 'Weather', language: 'de', visibility: 'unlisted' },
    blueskySettings: { languages: ['de', 'en'] },
  };
  const created = await call('POST', '/v1/posts', {
    content: 'Sturm',
    accountIds: Object.values(accounts),
    ...settings,
    draft: true,
  });
  t.equal(created.status, 200, JSON.stringify(created.body));
  t.match(created.body.post, settings, 'the post shows them');
  const path = `/v1/posts/${created.body.post.id}` as const;
  const edited = await call('PATCH', path, {
    mastodonSettings: { ...settings.mastodonSettings, visibility: 'private' },
    publishNow: true,
  });
  t.equal(edited.status, 200, JSON.stringify(edited.body));
  const done = await until(created.body.post.id, ({ status }) => status === 'published');
  t.same(
    done.deliveries.flatMap(({ warnings }) => warnings),
    [],
    'an audience that was asked for is no difference',
  );
  const details = (network: string) => sandbox.sandbox.ledger.entries({ network })[0]?.details;
  t.match(details('mastodon'), { spoilerText: 'Weather', language: 'de', visibility: 'private' });
  t.match(details('bluesky'), { langs: ['de', 'en'] });
});

void t.test('validate counts the content warning, and names a setting that is wrong', async (t) => {
  const { call, accounts } = await startService(t, { platforms: ['mastodon', 'bluesky'] });
  const { body } = await call('POST', '/v1/posts/validate', {
    content: 'Sturm',
    accountIds: [accounts['mastodon'], accounts['bluesky']],
    mastodonSettings: { spoilerText: 'Weather', language: 'German' },
    blueskySettings: { languages: ['x y'] },
    publishNow: true,
  });
  t.match(body.accounts, [
    { length: { used: 12 }, refusals: [{ code: 'option_invalid', param: '/mastodonSettings/language' }] },
    { refusals: [{ code: 'option_invalid', param: '/blueskySettings/languages/0' }] },
  ]);
  for (const wrong of [
    { mastodonSettings: { visibility: 'direct' } },
    { mastodonSettings: { audience: 'public' } },
    { blueskySettings: { languages: ['a', 'b', 'c', 'd'] } },
  ]) {
    const one = { content: 'a', accountIds: [accounts['mastodon']], draft: true, ...wrong };
    t.equal((await call('POST', '/v1/posts', one)).status, 400, JSON.stringify(wrong));
  }
});
