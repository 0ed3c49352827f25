/** The account's owner removes the app, or wants their data deleted: the network calls the app's addresses. */
import { deepEqual, equal, match } from 'node:assert/strict';
import t from 'tap';
import { textAt } from '../../adapters/lib/http.ts';
import { signedRequest } from '../../adapters/meta/inbound/signature.ts';
import { control } from '../../simulators/control.ts';
import { networks } from '../../simulators/networks.ts';
import { createSandbox } from '../../simulators/sandbox.ts';
import type { Body } from './people-scene.ts';

const DELETION = 'https://app.test/deletion';

function scene(platform: string) {
  const forms: { [name: string]: string }[] = [];
  const sandbox = createSandbox({
    baseUrl: 'http://sandbox.test',
    networks,
    now: () => Date.UTC(2026, 10, 2, 9),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (request.url !== DELETION) throw new TypeError('fetch failed');
      forms.push(Object.fromEntries(new URLSearchParams(await request.text())));
      return Response.json({ url: 'https://app.test/status/1', confirmation_code: '1' });
    },
  });
  const account = sandbox.connect(platform, 'demo');
  const app = sandbox.networks().find((one) => one.platform === platform)?.app ?? {
    clientId: '',
    clientSecret: '',
  };
  const remove = async (more: Body = {}) => {
    const body = JSON.stringify({ network: platform, kind: 'deletion', url: DELETION, ...more });
    const headers = { 'content-type': 'application/json' };
    const asked = new Request('http://sandbox.test/control/removals', { method: 'POST', headers, body });
    const response = await control(sandbox, asked);
    return { status: response?.status, body: (await response?.json()) as Body };
  };
  const me = async () => {
    const token = account.credentials['userToken'] ?? account.credentials['accessToken'];
    const version = platform === 'threads' ? 'v1.0' : 'v26.0';
    const headers = { authorization: `Bearer ${token}` };
    return sandbox.fetch(`${account.endpoints['graph']}/${version}/me?fields=id`, { headers });
  };
  return { forms, secrets: { ...app, verifyToken: 'a' }, remove, me };
}

for (const platform of ['instagram', 'facebook', 'threads']) {
  await t.test(`${platform}: the app can read who wants their data deleted`, async () => {
    const { forms, secrets, remove, me } = scene(platform);
    const { id } = (await (await me()).json()) as { id: string };
    const { body } = await remove();
    deepEqual([body['loginId'], body['status']], [id, 200]);
    match(textAt(body, 'body') ?? '', /confirmation_code/);
    const read = signedRequest(forms[0] ?? {}, secrets);
    equal(read?.loginId, id);
    equal((await me()).status, 200, 'the app may still read');
    await remove({ wrongSecret: true });
    equal(signedRequest(forms[1] ?? {}, secrets), null);
  });

  await t.test(`${platform}: the tokens of an app that was removed end`, async () => {
    const { remove, me } = scene(platform);
    await remove({ kind: 'deauthorize' });
    equal((await me()).status, 401);
  });
}

await t.test('an address where nothing responds, and another kind, are refused', async () => {
  const { remove } = scene('instagram');
  const refused = async (more: Body) => textAt((await remove(more)).body, 'error') ?? '';
  match(await refused({ url: 'https://app.test/nothing' }), /^url: nothing responded there/);
  match(await refused({ kind: 'forget' }), /^kind must be one of deauthorize, deletion/);
  match(await refused({ url: 'here' }), /^url must be a web address/);
});
