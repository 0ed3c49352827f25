import t from 'tap';
import { codeOf } from '../../adapters/lib/network-code.ts';

const REFUSALS: [network: string, status: number, body: unknown, code: string | undefined][] = [
  ['Meta', 400, { error: { message: 'no', code: 10, error_subcode: 2_534_022 } }, '10/2534022'],
  ['Meta without a subcode', 400, { error: { message: 'no', code: 551 } }, '551'],
  ['X', 403, { title: 'Forbidden', type: 'https://api.x.com/2/problems/not-authorized' }, 'not-authorized'],
  ['Bluesky', 400, { error: 'InvalidRequest', message: 'too long' }, 'InvalidRequest'],
  ['Mastodon, which names none', 422, { error: 'Validation failed: too long' }, 'http_422'],
  ['Discord', 400, { code: 50_035, message: 'Invalid Form Body' }, '50035'],
  ['Telegram', 400, { ok: false, error_code: 400, description: 'Bad Request' }, '400'],
  ['Slack, with status 200', 200, { ok: false, error: 'msg_too_long' }, 'msg_too_long'],
  ['Reddit, with status 200', 200, { json: { errors: [['TOO_LONG', 'too long', 'title']] } }, 'TOO_LONG'],
  ['GraphQL', 200, { errors: [{ message: 'no', extensions: { code: 'BAD_USER_INPUT' } }] }, 'BAD_USER_INPUT'],
  ['Google', 403, { error: { code: 403, status: 'PERMISSION_DENIED' } }, 'PERMISSION_DENIED'],
  ['WordPress', 401, { code: 'rest_cannot_create', message: 'no' }, 'rest_cannot_create'],
  ['TikTok', 403, { error: { code: 'scope_not_authorized', message: 'no' } }, 'scope_not_authorized'],
  ['a success by TikTok', 200, { data: {}, error: { code: 'ok', message: '' } }, undefined],
  ['a success', 200, { id: '7', code: 'abc', type: 'a/b' }, undefined],
];

for (const [network, status, body, code] of REFUSALS)
  void t.test(`the code of a refusal by ${network}`, async (t) => {
    t.equal(codeOf(status, JSON.stringify(body)), code);
  });

void t.test('a page of a proxy, and a body that was not read, have the code of their status', async (t) => {
  t.equal(codeOf(502, '<html>Bad gateway</html>'), 'http_502');
  t.equal(codeOf(413, 12), 'http_413');
  t.equal(codeOf(200, 12), undefined);
});
