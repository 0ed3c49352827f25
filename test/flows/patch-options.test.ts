import t from 'tap';
import { startService } from '../support/service.ts';

void t.test('PATCH with null removes an option, and keeps the others', async (t) => {
  const { call, accounts } = await startService(t);
  const { body } = await call('POST', '/v1/posts', {
    content: 'Hello',
    accountIds: [accounts['telegram']],
    draft: true,
    pinterestLink: 'https://example.org/',
    tiktokSettings: { disableDuet: true },
  });
  const path = `/v1/posts/${body.post.id}` as const;
  const cleared = await call('PATCH', path, { tiktokSettings: null });
  t.equal(cleared.status, 200);
  t.notOk('tiktokSettings' in cleared.body.post);
  t.equal(cleared.body.post.pinterestLink, 'https://example.org/');
  t.strictSame((await call('GET', path)).body, cleared.body);
  t.equal((await call('PATCH', path, { pinterestLink: 7 })).status, 400);
  t.equal(
    (await call('POST', '/v1/posts', { ...body.post, tiktokSettings: null })).status,
    400,
    'not in a create',
  );
});

void t.test('a media URL without a known extension is skipped, whatever its host', async (t) => {
  const { call, accounts } = await startService(t);
  const validate = (url: string) =>
    call('POST', '/v1/posts/validate', {
      content: 'Hello',
      accountIds: [accounts['telegram']],
      draft: true,
      media: [url],
    });
  const skipped = await validate('http://192.168.1.1/picture');
  t.match(skipped, { status: 200, body: { warnings: [/is skipped/] } });
  t.match(await validate('http://192.168.1.1/picture.jpg'), {
    status: 400,
    body: { code: 'media_url_refused' },
  });
});
