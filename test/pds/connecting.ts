/** Accounts on the PDS, and how one of them is connected. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { type Check, count, LOGIN, PASSWORD, type Scene } from './scene.ts';

export function connecting(scene: Scene): Check[] {
  const { stage, rosa, ben } = scene;
  return [
    {
      title: 'accounts are created on the server, and their identities are signed into the directory',
      async check() {
        const client = stage.newClient();
        const made = await client.createAccount({
          handle: rosa.handle,
          email: 'rosa@example.org',
          password: PASSWORD,
        });
        rosa.did = made.data.did;
        const { data } = await client.com.atproto.server.createAppPassword({ name: 'troupe' });
        rosa.appPassword = data.password;
        const account = { handle: 'ben.test', email: 'ben@example.org', password: PASSWORD };
        ben.did = (await stage.newClient().createAccount(account)).data.did;
        scene.reader = stage.newClient();
        await scene.reader.login({ identifier: rosa.handle, password: PASSWORD });
        return `${rosa.handle} is ${rosa.did}`;
      },
    },
    {
      title:
        'a wrong app password, the account’s own password and a handle of nobody are refused by their field',
      async check() {
        const right = { handle: rosa.handle, appPassword: rosa.appPassword };
        const before = stage.front.calls.length;
        const wrong = await scene.connect({ ...right, appPassword: 'aaaa-bbbb-cccc-dddd' });
        equal(wrong.status, 422);
        match(wrong.text, /does not take this handle with this app password/);
        deepEqual(stage.front.calls.slice(before), ['com.atproto.identity.resolveHandle', LOGIN]);
        match((await scene.connect({ ...right, appPassword: PASSWORD })).text, /Type an app password/);
        match(
          (await scene.connect({ ...right, handle: 'nobody.test' })).text,
          /There is no Bluesky account with this handle/,
        );
        equal(count(stage.front.calls, LOGIN), 1, 'neither was sent a password for');
        return undefined;
      },
    },
    {
      title: 'the account is connected by handle and app password, at the server its DID document names',
      async check() {
        const answer = await fetch(`${stage.plcUrl}/${rosa.did}`);
        const document = (await answer.json()) as { service: { serviceEndpoint: string }[] };
        const sent = await scene.connect({ handle: rosa.handle, appPassword: rosa.appPassword });
        equal(sent.status, 303, sent.text);
        const { body } = await stage.call('GET', '/v1/accounts');
        const [account] = body.accounts;
        equal(account.username, rosa.handle);
        rosa.accountId = account.id;
        const access = await stage.access(account.id);
        equal(access.remoteId, rosa.did);
        equal(access.endpoints['pds'], document.service[0]?.serviceEndpoint);
        return `${access.endpoints['pds']} by ${stage.plcUrl}/${rosa.did}`;
      },
    },
  ];
}
