import t from 'tap';
import { createRedactor } from '../../src/engine/redact-exchange.ts';

const PASSWORD = 'pa ss/word&+"ü';
const TOKEN = 'tok_0123456789abcdef';
const redactor = createRedactor([TOKEN, PASSWORD, 'rosa']);

void t.test('a redacted address keeps its meaning and loses its secrets', async (t) => {
  const cases: [from: string, to: string][] = [
    [
      'https://api.telegram.org/bot777000111:AAH-a_token_of_somebody_else_0001/sendMessage',
      'https://api.telegram.org/bot[redacted]/sendMessage',
    ],
    [
      'https://discord.com/api/v10/webhooks/1200000000000000001/Ab3-another?wait=true',
      'https://discord.com/api/v10/webhooks/1200000000000000001/[redacted]?wait=true',
    ],
    ['https://files.slack.com/upload/v1/CwABAAAAVwoA', 'https://files.slack.com/upload/v1/[redacted]'],
    [
      'https://graph.threads.net/refresh_access_token?grant_type=th_refresh_token&access_token=THAA12',
      'https://graph.threads.net/refresh_access_token?grant_type=th_refresh_token&access_token=[redacted]',
    ],
    [
      'https://www.googleapis.com/upload/youtube/v3/videos?uploadType=resumable&upload_id=AAANRzPq7x_Kd0aQ2Lm4',
      'https://www.googleapis.com/upload/youtube/v3/videos?uploadType=resumable&upload_id=[redacted]',
    ],
    [
      'https://open-upload.tiktokapis.com/video/?upload_id=67892&upload_token=e5',
      'https://open-upload.tiktokapis.com/video/?upload_id=67892&upload_token=[redacted]',
    ],
    [
      'https://bucket.s3.amazonaws.com/a.jpg?X-Amz-Credential=AKIA%2F1&X-Amz-Signature=ab12&X-Amz-Expires=60',
      'https://bucket.s3.amazonaws.com/a.jpg?X-Amz-Credential=[redacted]&X-Amz-Signature=[redacted]&X-Amz-Expires=60',
    ],
    [
      'https://www.linkedin.com/dms-uploads/D4E10AQFzPq7xKd0aQ2Lm4Zz/uploaded-image/0?ut=2wnLxLh7',
      'https://www.linkedin.com/dms-uploads/[redacted]/uploaded-image/0?ut=[redacted]',
    ],
    [
      'https://example.org/#access_token=abc&scope=all',
      'https://example.org/#access_token=[redacted]&scope=all',
    ],
    ['https://maps.example.org/?key=AIzaSyD-1&q=boats', 'https://maps.example.org/?key=[redacted]&q=boats'],
  ];
  for (const [from, to] of cases) t.equal(redactor.address(from), to);
  for (const harmless of [
    'https://graph.facebook.com/v26.0/102968794588136_70000000000000004?fields=id%2Cpermalink_url',
    'https://bsky.social/xrpc/com.atproto.repo.getRecord?repo=did%3Aplc%3Anjq6w44d5bupejwtbuy4su2i&rkey=3mkzfz7zm7dcn',
    'https://example.org/two-boats-came-in-today-and-one-more-of-2026/?source=html',
    'https://api.example.org/posts/81e705b8-ef3e-40cf-9f3b-54aefbfe6d9d/64f1c0a2b3d4e5f607182930',
  ])
    t.equal(redactor.address(harmless), harmless);
});

void t.test('a known secret is found in every encoding', async (t) => {
  const written = [
    PASSWORD,
    encodeURIComponent(PASSWORD),
    encodeURIComponent(PASSWORD).replaceAll(/%[\dA-F]{2}/g, (one) => one.toLowerCase()),
    new URLSearchParams({ p: PASSWORD }).toString().slice(2),
    encodeURIComponent(encodeURIComponent(PASSWORD)),
    JSON.stringify(PASSWORD).slice(1, -1),
    JSON.stringify(PASSWORD)
      .slice(1, -1)
      .replaceAll('/', String.raw`\/`),
    PASSWORD.replaceAll(' ', ''),
  ];
  for (const one of written) t.equal(redactor.text(`it was (${one}) that`), 'it was ([redacted]) that', one);
  for (const before of ['', 'r', 'ro', 'rosa:', 'x'.repeat(11)]) {
    const basic = Buffer.from(`${before}${TOKEN}:more`).toString('base64');
    const [, hidden] = /^(.*)\[redacted\]/.exec(redactor.text(basic)) ?? [];
    t.type(hidden, 'string', `base64 behind "${before}"`);
    t.notOk(Buffer.from(redactor.text(basic), 'base64').includes(TOKEN.slice(2, -2)));
  }
  t.equal(redactor.text('rosa was here'), 'rosa was here', 'what is shorter than eight characters is a name');
});

void t.test('a longer secret is removed before a shorter one that it contains', async (t) => {
  t.equal(createRedactor(['abcdefgh', 'abcdefgh-ijkl']).text('abcdefgh-ijkl'), '[redacted]');
});

void t.test('a new secret from a network is found by the name of its field', async (t) => {
  const cases: [from: string, to: string][] = [
    ['{"access_token":"n3w","expires_in":60}', '{"access_token":"[redacted]","expires_in":60}'],
    ['{"accessJwt" : "a.b.c", "did":"did:plc:1"}', '{"accessJwt" : "[redacted]", "did":"did:plc:1"}'],
    ['{"upload_url":"https:\\/\\/u.example\\/1"}', '{"upload_url":"[redacted]"}'],
    ['{"tokens":["a","b"],"ids":["c"]}', '{"tokens":["[redacted]"],"ids":["c"]}'],
    ['{"name":"x-amz-signature","value":"ab"}', '{"name":"x-amz-signature","value":"[redacted]"}'],
    ['{"told":"{\\"client_secret\\":\\"s3\\"}"}', '{"told":"{\\"client_secret\\":\\"[redacted]\\"}"}'],
    ['{"refresh_token":"cut off in the mid', '{"refresh_token":"[redacted]'],
    ['{"see":"https://u.example/x?sig=abc&n=1"}', '{"see":"https://u.example/x?sig=[redacted]&n=1"}'],
    [
      '<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>AKIA</AWSAccessKeyId></Error>',
      '<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>[redacted]</AWSAccessKeyId></Error>',
    ],
  ];
  for (const [from, to] of cases) t.equal(redactor.text(from), to);
  for (const told of [
    '{"code":"rest_forbidden","token_type":"Bearer","author":"Rosa","hashtags":["boats"]}',
    '{"id":12345678901234567890,"error":{"code":190,"error_subcode":463}}',
  ])
    t.equal(redactor.text(told), told, 'numbers and codes stay as they came');
});

void t.test('a form loses its secrets and keeps its other texts', async (t) => {
  t.equal(
    redactor.form('grant_type=refresh_token&refresh_token=abc&code=d&title=Two+boats+came+in+today+2026'),
    'grant_type=refresh_token&refresh_token=[redacted]&code=[redacted]&title=Two+boats+came+in+today+2026',
  );
});

void t.test('a hostile body does not slow redaction down', async (t) => {
  const begun = performance.now();
  for (const piece of ['\\', '"ab":"', '\\"ab\\":\\"', '<aa>', 'https://', 'a&', '"ab":[', '%', '[{"'])
    redactor.text(piece.repeat(16_384 / piece.length));
  t.ok(performance.now() - begun < 2_000, `${Math.round(performance.now() - begun)} ms`);
});
