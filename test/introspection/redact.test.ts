import t from 'tap';
import { redactDeep } from '../../src/base/redact.ts';

void t.test('text that looks like a secret is removed, wherever a network put it', async (t) => {
  const secrets = [
    'Authorization: Bearer abcdef0123456789',
    'https://graph.example/me?access_token=EAAB1234567890abcdef&fields=id',
    'https://discord.com/api/webhooks/1234567890/AbCdEf_0123456789',
    'https://hooks.slack.com/services/T00/B00/XyZ0123456789',
    'https://api.telegram.org/bot123456789:AAabcdefghijklmnopqrstuvwxyz0123456789/sendMessage',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghijk',
    '{"error":"bad","refresh_token":"r-0123456789"}',
    'https://user:hunter2hunter2@example.org/',
    'https://bucket.example/x?X-Amz-Signature=abcdef0123456789',
  ];
  const parts =
    /abcdef0123456789|EAAB1234567890abcdef|AbCdEf_0123456789|XyZ0123456789|AAabcdef|eyJzdWIi|r-0123456789|hunter2hunter2/;
  for (const secret of secrets) {
    const clean = redactDeep({ error: secret }).error;
    t.match(clean, /\[redacted\]/, secret);
    t.notMatch(clean, parts);
  }
  t.strictSame(
    redactDeep({
      accessJwt: 'x',
      upload: { uploadToken: 'u', 'api-key': 'k', password: 'p', client_secret: 's', signature: 'g' },
    }),
    {
      accessJwt: '[redacted]',
      upload: {
        uploadToken: '[redacted]',
        'api-key': '[redacted]',
        password: '[redacted]',
        client_secret: '[redacted]',
        signature: '[redacted]',
      },
    },
  );
  t.strictSame(
    redactDeep({ tries: ['Bearer abcdef0123456789', { password: 'p' }, [7, 'EAAB1234567890abcdef']] }),
    { tries: ['Bearer [redacted]', { password: '[redacted]' }, [7, 'EAA[redacted]']] },
    'within lists too',
  );
});

void t.test('text that people need to read stays', async (t) => {
  const plain = {
    error: '429 Too Many Requests: try again in 30 seconds',
    credentialsVersion: 3,
    refusedCredentials: 2,
    ticket: 'account',
    url: 'https://bsky.app/profile/cafe-luna.example.social/post/3kabc?ref=feed',
    messages: [{ to: 'post_01JD', event: { type: 'delivery.ended', token: null } }],
    text: 'token of appreciation; the secret of good coffee = time',
  };
  t.strictSame(redactDeep(plain), plain);
});
