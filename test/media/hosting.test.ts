import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import t from 'tap';
import { reachFault } from '../../src/features/media/reach.ts';
import { type RunningService, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const sample = (name: string) =>
  Uint8Array.from(readFileSync(new URL(`../../simulators/samples/${name}`, import.meta.url)));
const photo = sample('photo.jpg');
const wide = sample('wide.png');
const clip = sample('clip.mp4');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Sends a form with one file, as clients do. */
async function upload(
  running: RunningService,
  bytes: Uint8Array<ArrayBuffer>,
  {
    name = 'photo.jpg',
    part = 'file',
    fields = {},
    headers = {},
  }: {
    name?: string;
    part?: string;
    fields?: { [name: string]: string };
    headers?: { [name: string]: string };
  } = {},
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set(part, new File([bytes], name, { type: 'application/x-whatever' }));
  const response = await fetch(`${running.baseUrl}/v1/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.key}`, ...headers },
    body: form,
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

const waiting = (folder: string) => readdirSync(join(folder, 'incoming'));

void t.test('an uploaded file is served at an address made of its bytes, for everybody', async (t) => {
  const folder = await temporaryFolder(t);
  const running = await startService(t, { mediaFolder: folder });
  const { status, body } = await upload(running, photo, { name: '../../etc/pass\\wd.html' });
  t.equal(status, 200);
  t.match(body, { id: /^med_/, url: `${running.baseUrl}/media/${sha256(photo)}.jpg`, altText: null });
  t.same(waiting(folder), [], 'nothing is left of the way in');

  const response = await fetch(body.url);
  t.equal(response.status, 200);
  t.same(new Uint8Array(await response.arrayBuffer()), photo);
  t.match(Object.fromEntries(response.headers), {
    'content-type': 'image/jpeg',
    'content-length': String(photo.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'content-security-policy': /sandbox/,
    etag: `"${sha256(photo)}.jpg"`,
  });

  const [row] = await running.service.sql`select * from media`;
  t.match(row, {
    workspace_id: running.workspaceId,
    name: `${sha256(photo)}.jpg`,
    content_type: 'image/jpeg',
    bytes: String(photo.length),
    width: 1200,
    height: 900,
  });
});

void t.test('hosted files are served in ranges and for HEAD, and may be cached by clients', async (t) => {
  const running = await startService(t);
  const { body } = await upload(running, clip, { name: 'clip.mp4' });
  t.match(body.url, /\.mp4$/);
  const ask = async (headers: { [name: string]: string }, method = 'GET') => {
    const response = await fetch(body.url, { method, headers });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, bytes, headers: response.headers };
  };
  const last = clip.length - 1;

  const some = await ask({ range: 'bytes=10-19' });
  t.equal(some.status, 206);
  t.equal(some.headers.get('content-range'), `bytes 10-19/${clip.length}`);
  t.same(some.bytes, clip.subarray(10, 20));
  t.same((await ask({ range: `bytes=${last}-` })).bytes, clip.subarray(last));
  t.same((await ask({ range: 'bytes=-5' })).bytes, clip.subarray(clip.length - 5));
  t.same((await ask({ range: `bytes=5-${clip.length * 2}` })).bytes, clip.subarray(5));

  for (const range of [`bytes=${clip.length}-`, 'bytes=-0']) {
    const outside = await ask({ range });
    t.equal(outside.status, 416, range);
    t.equal(outside.headers.get('content-range'), `bytes */${clip.length}`);
    t.equal(outside.headers.get('cache-control'), null);
  }
  for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-2', 'bytes=-', 'bytes=a-b'])
    t.equal((await ask({ range })).status, 200, `${range} is no range`);

  const head = await ask({}, 'HEAD');
  t.equal(head.status, 200);
  t.equal(head.headers.get('content-length'), String(clip.length));
  t.equal(head.bytes.length, 0);
  t.equal((await ask({ range: 'bytes=0-9' }, 'HEAD')).headers.get('content-length'), '10');

  const etag = head.headers.get('etag')!;
  t.equal((await ask({ 'if-none-match': etag })).status, 304);
  t.equal((await ask({ 'if-none-match': `"x", W/${etag}` })).status, 304);
  t.equal((await ask({ 'if-none-match': '"x"' })).status, 200);
  t.equal((await ask({ range: 'bytes=0-9', 'if-range': etag })).status, 206);
  t.equal((await ask({ range: 'bytes=0-9', 'if-range': '"old"' })).status, 200);
});

void t.test('a name that is not a hosted file is not found', async (t) => {
  const running = await startService(t);
  const { body } = await upload(running, photo);
  const name = new URL(body.url).pathname.split('/').at(-1)!;
  const names = [
    `${'0'.repeat(64)}.jpg`,
    name.replace('.jpg', '.png'),
    name.replace('.jpg', ''),
    name.replace('.jpg', '.jpeg'),
    name.toUpperCase(),
    `c-${name}`,
    '..%2f..%2fsecret.key',
    '%2e%2e%2fincoming',
    'incoming',
    `${name}%00`,
  ];
  for (const one of names) {
    const response = await fetch(`${running.baseUrl}/media/${one}`);
    t.ok([400, 404].includes(response.status), `${one}: ${response.status}`);
    t.match(await response.json(), { error: /./, code: /not_found|invalid/ });
  }
  t.equal((await fetch(body.url, { method: 'DELETE' })).status, 405);
});

void t.test('files that no post can carry are refused in a sentence that names the part', async (t) => {
  const folder = await temporaryFolder(t);
  const running = await startService(t, { mediaFolder: folder });
  const text = (content: string) => Uint8Array.from(Buffer.from(content));
  const bomb = await sharp({
    create: { width: 16_000, height: 16_000, channels: 3, background: '#fff' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const files: [string, Uint8Array<ArrayBuffer>, number, string][] = [
    [
      'svg',
      text('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      400,
      'media_type_unsupported',
    ],
    ['html', text('<!doctype html><script>alert(1)</script>'), 400, 'media_type_unsupported'],
    ['zip', text('PK\u0003\u0004 zip'), 400, 'media_type_unsupported'],
    ['empty', text(''), 400, 'media_empty'],
    ['cut', photo.slice(0, 100), 400, 'media_unreadable'],
    ['bomb', Uint8Array.from(bomb), 413, 'media_too_large'],
  ];
  for (const [what, bytes, status, code] of files) {
    const answer = await upload(running, bytes, { name: `${what}.jpg` });
    t.equal(answer.status, status, `${what}: ${JSON.stringify(answer.body)}`);
    t.match(answer.body, { code, param: '/file', error: /^file / }, what);
  }
  t.same(waiting(folder), []);
  t.same(readdirSync(folder), ['incoming'], 'nothing was kept');
  const [count] = await running.service.sql`select count(*)::int as n from media`;
  t.equal(count!['n'], 0);
});

void t.test('an operator is warned when networks cannot download from this address', async (t) => {
  for (const baseUrl of [
    'http://127.0.0.1:3000',
    'http://troupe.example.org',
    'https://localhost',
    'https://10.1.2.3',
  ])
    t.match(
      reachFault(baseUrl),
      /^Networks cannot reach BASE_URL\. .+set BASE_URL to a public https address\.$/,
      baseUrl,
    );
  t.equal(reachFault('https://troupe.example.org'), null);
});

void t.test('a polyglot file is served as the picture it starts as, and as nothing else', async (t) => {
  const running = await startService(t);
  const page = Buffer.from('<html><script>alert(1)</script></html>');
  const { body } = await upload(running, Uint8Array.from(Buffer.concat([photo, page])), { name: 'x.html' });
  const { headers } = await fetch(body.url);
  t.equal(headers.get('content-type'), 'image/jpeg');
  t.equal(headers.get('x-content-type-options'), 'nosniff');
});

void t.test('a malformed form is refused with what to do', async (t) => {
  const folder = await temporaryFolder(t);
  const running = await startService(t, { mediaFolder: folder });
  const send = (contentType: string, body: string) =>
    running.raw('POST', '/v1/media/upload', body, { 'content-type': contentType });
  const form = 'multipart/form-data; boundary=b';
  const part = (head: string, content: string) =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const file = (name = 'file') => part(`name="${name}"; filename="a.png"`, 'x');
  const end = '--b--\r\n';
  const answers: [string, { status: number; code: string; param?: string }][] = [
    ['json', { status: 415, code: 'unsupported_media_type' }],
    ['no boundary', { status: 400, code: 'invalid_form' }],
    ['cut', { status: 400, code: 'invalid_form' }],
    ['nothing', { status: 400, code: 'required', param: '/file' }],
    ['text', { status: 400, code: 'invalid', param: '/file' }],
    ['other', { status: 400, code: 'unknown_field', param: '/picture' }],
    ['twice', { status: 400, code: 'invalid', param: '/file' }],
    ['field', { status: 400, code: 'unknown_field', param: '/caption' }],
    ['workspace', { status: 403, code: 'not_a_member', param: '/workspace' }],
  ];
  const bodies: { [what: string]: [string, string] } = {
    json: ['application/json', '{}'],
    'no boundary': ['multipart/form-data', 'x'],
    cut: [form, part('name="file"; filename="a.png"', 'x')],
    nothing: [form, end],
    text: [form, part('name="file"', 'x') + end],
    other: [form, file('picture') + end],
    twice: [form, file() + file() + end],
    field: [form, part('name="caption"', 'x') + file() + end],
    workspace: [form, file() + part('name="workspace"', 'elsewhere') + end],
  };
  for (const [what, { status, ...rest }] of answers) {
    const answer = await send(...bodies[what]!);
    t.equal(answer.status, status, `${what}: ${JSON.stringify(answer.body)}`);
    t.match(answer.body, rest, what);
  }
  t.same(waiting(folder), []);
  t.equal((await fetch(`${running.baseUrl}/v1/media/upload`, { method: 'POST' })).status, 401);
});

void t.test(
  'two simultaneous uploads of the same bytes give one file, and one row in each workspace',
  async (t) => {
    const running = await startService(t);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => upload(running, wide, { name: 'w.png' })),
    );
    t.same(
      [...new Set(answers.map(({ body }) => body.url))],
      [`${running.baseUrl}/media/${sha256(wide)}.png`],
    );
    const next = await running.neighbour();
    const theirs = await upload(running, wide, { headers: { authorization: `Bearer ${next.key}` } });
    t.equal(theirs.body.url, answers[0]!.body.url);
    const rows = await running.service.sql`select workspace_id from media order by id`;
    t.same(
      rows.map((row) => row['workspace_id']),
      [running.workspaceId, next.workspaceId],
    );
  },
);

void t.test('an upload with an Idempotency-Key is identified by its file, not by boundaries', async (t) => {
  const running = await startService(t);
  const headers = { 'idempotency-key': 'k1' };
  const first = await upload(running, photo, { headers });
  const again = await upload(running, photo, { headers, name: 'other-name.jpg' });
  t.equal(again.status, 200);
  t.equal(again.headers.get('idempotent-replayed'), 'true');
  t.same(again.body, first.body);
  const other = await upload(running, wide, { headers });
  t.equal(other.status, 422);
  t.equal((await upload(running, photo, { headers, fields: { workspace: 'home' } })).status, 422);
});
