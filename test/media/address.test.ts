/** Addresses of media as browsers take them, and those that expire before the post goes out. */
import t from 'tap';
import { mediaAddress } from '../../src/features/media/address.ts';
import { expiresAt } from '../../src/features/media/expiry.ts';
import { startService } from '../support/service.ts';

const ADDRESSES: [written: string, address: string | null][] = [
  ['https://example.com/a b.jpg', 'https://example.com/a%20b.jpg'],
  ['https://example.com/日本.jpg', 'https://example.com/%E6%97%A5%E6%9C%AC.jpg'],
  ['https://münchen.example/x.jpg', 'https://xn--mnchen-3ya.example/x.jpg'],
  [' https://example.com/a|b.jpg\n', 'https://example.com/a|b.jpg'],
  ['https://example.com/a.jpg?x="y"', 'https://example.com/a.jpg?x=%22y%22'],
  ['https://example.com/%20a.jpg', 'https://example.com/%20a.jpg'],
  ['HTTPS://Example.com', 'HTTPS://Example.com'],
  ['example.com/a b.jpg', null],
  ['C:\\photos\\a b.jpg', null],
  ['https://exa mple.com/a.jpg', null],
  ['', null],
];

void t.test('an address is taken as browsers take it, and a URI stays as it was given', async (t) => {
  for (const [written, address] of ADDRESSES) {
    t.equal(mediaAddress(written), address, written);
  }
});

const AT = Date.parse('2026-11-26T01:00:00Z');
const SECONDS = AT / 1000;
const POLICY = Buffer.from(
  `{"Statement":[{"Resource":"*","Condition":{"DateLessThan":{"AWS:EpochTime":${SECONDS}}}}]}`,
)
  .toString('base64')
  .replaceAll('+', '-')
  .replaceAll('=', '_')
  .replaceAll('/', '~');
const EXPIRING = [
  'X-Amz-Date=20261126T000000Z&X-Amz-Expires=3600&X-Amz-Signature=x',
  'x-amz-date=20261126T000000Z&x-amz-expires=3600',
  'X-Goog-Date=20261126T000000Z&X-Goog-Expires=3600&X-Goog-Signature=x',
  `Expires=${SECONDS}&Signature=x&Key-Pair-Id=K1`,
  `AWSAccessKeyId=K&Expires=${SECONDS}&Signature=x`,
  `Policy=${POLICY}&Signature=x&Key-Pair-Id=K1`,
  'sv=2024-11-04&se=2026-11-26T01%3A00%3A00Z&sr=b&sp=r&sig=x',
];

void t.test('a signed address says when it expires', async (t) => {
  for (const query of EXPIRING) t.equal(expiresAt(`https://bucket.example/a.jpg?${query}`), AT, query);
  for (const query of [
    '',
    '?Expires=soon&Signature=x',
    '?se=yes&sig=x',
    '?X-Amz-Date=20261399T000000Z&X-Amz-Expires=1',
    '?expires=1777881600',
  ])
    t.equal(expiresAt(`https://bucket.example/a.jpg${query}`), null, query);
});

void t.test('posts take such addresses, and warn of those that expire before their time', async (t) => {
  const running = await startService(t);
  const json = async <const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    sent: unknown,
  ) => (await running.call(method, path, sent)).body;
  const media =
    'https://bucket.example/日本 1.jpg?X-Amz-Date=20300101T000000Z&X-Amz-Expires=3600&X-Amz-Signature=secret';
  const body = { content: 'Boats', accountIds: [running.accounts['bluesky']], media: [media] };
  const href = new URL(media).href;
  const warning = /media\[0\]: the address expires at 2030-01-01T01:00:00.000Z.*POST \/v1\/media/;
  const expiring = (warnings: string[]) => warnings.filter((sentence) => sentence.includes('expires'));

  const late = { ...body, scheduledAt: '2030-01-02T00:00:00Z' };
  const validated = await json('POST', '/v1/posts/validate', late);
  t.match(expiring(validated.warnings)[0], warning);
  t.notMatch(JSON.stringify(validated.warnings), /secret/);
  const early = await json('POST', '/v1/posts/validate', { ...late, scheduledAt: '2030-01-01T00:30:00Z' });
  t.strictSame(expiring(early.warnings), []);

  const { post } = await json('POST', '/v1/posts', { ...late, scheduledAt: '2030-01-01T00:30:00Z' });
  t.strictSame(post.media, [href]);
  t.strictSame(expiring(post.warnings), []);
  const moved = await json('PATCH', `/v1/posts/${post.id}`, { scheduledAt: '2030-01-02T00:00:00Z' });
  t.match(expiring(moved.post.warnings)[0], warning, 'also after it was moved');
  const back = await json('PATCH', `/v1/posts/${post.id}`, { draft: true });
  t.equal(expiring(back.post.warnings).length, 1, 'a draft keeps its time');

  const refused = await running.call('POST', '/v1/posts/validate', { ...late, media: ['C:\\a.jpg'] });
  t.equal(refused.status, 400);
  t.match(refused.body, { param: '/media/0', error: /media\[0\] must be an absolute URL/ });
  const heic = await json('POST', '/v1/posts/validate', { ...late, media: ['https://example.com/a.HEIC'] });
  t.match(heic.warnings[0], /no network takes \.heic files: convert it to a JPEG/);
});
