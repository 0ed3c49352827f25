/** The simulated X: the app's webhooks, its stream, and how a call is refused. */
import { createHmac } from 'node:crypto';
import { deepEqual, equal, match } from 'node:assert/strict';
import t from 'tap';
import { createSandbox } from '../../simulators/sandbox.ts';
import { x } from '../../simulators/x/index.ts';
import { APP } from '../../simulators/x/state.ts';

/** @param answers whether the app's address proves that it knows the secret */
function sceneOf(answers = () => true) {
  const sandbox = createSandbox({
    baseUrl: 'http://x.test',
    networks: [x],
    fetch: (input) => {
      const { href, searchParams } = new URL(new Request(input).url);
      match(href, /^https:\/\/troupe\.test\/in\?crc_token=/);
      const secret = answers() ? APP.consumer.secret : 'another';
      const token = searchParams.get('crc_token') ?? '';
      const signature = createHmac('sha256', secret).update(token).digest('base64');
      return Promise.resolve(Response.json({ response_token: `sha256=${signature}` }));
    },
  });
  const call = async (method: string, path: string, body?: object) => {
    const given = await sandbox.fetch('http://x.test/x/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${APP.consumer.key}:${APP.consumer.secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token } = (await given.json()) as { access_token: string };
    return sandbox.fetch(`http://x.test/x${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  };
  const listed = async () => {
    const { data } = (await (await call('GET', '/2/webhooks')).json()) as {
      data: { id: string; valid: boolean }[];
    };
    return data;
  };
  return { call, listed };
}

void t.test('a webhook is made, checked again and removed', async () => {
  let knows = true;
  const { call, listed } = sceneOf(() => knows);
  equal((await call('POST', '/2/webhooks', { url: 'https://troupe.test/in' })).status, 200);
  const [made] = await listed();
  const path = `/2/webhooks/${made?.id}`;
  knows = false;
  equal((await call('PUT', path)).status, 400);
  equal((await listed())[0]?.valid, false);
  knows = true;
  equal((await call('PUT', path)).status, 200);
  equal((await listed())[0]?.valid, true);
  equal((await call('DELETE', path)).status, 200);
  deepEqual(await listed(), []);
});

void t.test('the stream begins with an empty line and stays open', async () => {
  const { call } = sceneOf();
  const response = await call('GET', '/2/activity/stream?backfill_minutes=5');
  const reader = response.body!.getReader();
  equal(new TextDecoder().decode((await reader.read()).value), '\r\n');
  await reader.cancel();
});

void t.test('a refusal names what X takes, and where a body is wrong', async () => {
  const { call } = sceneOf();
  const words = async (method: string, path: string, body?: object) => {
    const response = await call(method, path, body);
    const { errors } = (await response.json()) as { errors?: { message: string }[] };
    return [response.status, errors?.[0]?.message];
  };
  deepEqual(await words('GET', '/2/users?usernames=a'), [
    400,
    'The query parameter [usernames] is not one of [ids,user.fields]',
  ]);
  deepEqual(await words('GET', '/2/media/upload?command=LOOK'), [
    400,
    'The `command` query parameter value [LOOK] is not one of [STATUS]',
  ]);
  const notDefined = 'is not defined in the schema and the schema does not allow additional properties';
  deepEqual(await words('POST', '/2/tweets', { text: 'Hi', media: { ids: ['1'] } }), [
    400,
    `$.media.ids: ${notDefined}`,
  ]);
  deepEqual(await words('POST', '/2/tweets', { text: 7 }), [400, '$.text: has another type than the schema']);
});
