/** Sessions that end, and accounts that are closed. */
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { manifest as bluesky } from '../../adapters/bluesky/manifest.ts';
import { refresh as refreshSession } from '../../adapters/bluesky/refresh.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { type Check, count, LOGIN, PUT, REFRESH, type Scene } from './scene.ts';
import { stepFor, untilRecord } from './steps.ts';

export function access(scene: Scene): Check[] {
  const { stage, rosa } = scene;
  return [
    {
      title: 'an expired access token is refreshed once, and the post is published',
      async check() {
        const before = await stage.access(rosa.accountId);
        await stage.expireAccess(rosa.accountId);
        const { calls } = await scene.publish('After two hours');
        deepEqual([count(calls, PUT), count(calls, REFRESH), count(calls, LOGIN)], [2, 1, 0]);
        const after = await stage.access(rosa.accountId);
        notEqual(after.credentials['refreshJwt'], before.credentials['refreshJwt']);
        return undefined;
      },
    },
    {
      title: 'a refresh whose response is lost is repeated, and costs no login',
      async check() {
        stage.front.lose(REFRESH, 'back');
        await stage.expireAccess(rosa.accountId);
        const { calls } = await scene.publish('Refreshed twice');
        deepEqual([count(calls, REFRESH), count(calls, LOGIN)], [2, 0]);
        return undefined;
      },
    },
    {
      title: 'a session that has ended is opened again with the app password',
      async check() {
        const { credentials, endpoints } = await stage.access(rosa.accountId);
        await fetch(`${endpoints['pds']}/xrpc/com.atproto.server.deleteSession`, {
          method: 'POST',
          headers: { authorization: `Bearer ${credentials['refreshJwt']}` },
        });
        await stage.expireAccess(rosa.accountId);
        const { calls } = await scene.publish('After ninety days');
        deepEqual([count(calls, REFRESH), count(calls, LOGIN)], [1, 1]);
        return undefined;
      },
    },
    {
      title:
        'with the app password withdrawn the post waits, and goes out by itself once the account is connected again',
      async check() {
        await scene.reader.com.atproto.server.revokeAppPassword({ name: 'troupe' });
        await stage.expireAccess(rosa.accountId);
        const body = { content: 'Back again', accountIds: [rosa.accountId], publishNow: true };
        const { body: created } = await stage.call('POST', '/v1/posts', body);
        const asks = /^connect the account again/;
        const waiting = await stage.until(created.post.id, ({ deliveries }) =>
          asks.test(deliveries[0].error),
        );
        const { body: listed } = await stage.call('GET', '/v1/accounts');
        equal(listed.accounts[0].status, 'needs_reconnect');
        const { data } = await scene.reader.com.atproto.server.createAppPassword({ name: 'troupe again' });
        rosa.appPassword = data.password;
        const sent = await scene.connect({ handle: rosa.handle, appPassword: data.password });
        equal(sent.status, 303, sent.text);
        const post = await stage.until(created.post.id, ({ status }) => status !== 'publishing');
        equal(post.status, 'published', JSON.stringify(post));
        equal((await scene.read(post.deliveries[0].networkPostId)).text, 'Back again');
        return waiting.deliveries[0].error;
      },
    },
    {
      title: 'a deactivated account asks for its owner',
      async check() {
        await scene.reader.com.atproto.server.deactivateAccount({});
        try {
          const account = await stage.access(rosa.accountId);
          const outcome = await bluesky.publish.publish(
            await untilRecord(stepFor(account, 'Asleep', 'delivery-asleep')),
          );
          equal(outcome.kind, 'reauthorize', JSON.stringify(outcome));
          // its handle leads nowhere meanwhile, but its identity does
          const sent = await scene.connect({ handle: rosa.did, appPassword: rosa.appPassword });
          equal(sent.status, 422);
          match(sent.text, /Bluesky says that the account is deactivated/);
          return reasonOf(outcome);
        } finally {
          await scene.reader.com.atproto.server.activateAccount();
        }
      },
    },
    {
      title: 'too many logins: the next try is at the time that the server names',
      async check() {
        const account = await stage.access(rosa.accountId);
        const credentials = { ...account.credentials, refreshJwt: 'refused' };
        for (let login = 0; login < 40; login += 1) {
          const now = Date.now();
          const step = {
            account: { ...account, credentials },
            fetch,
            now,
            signal: new AbortController().signal,
          };
          const answer = await refreshSession({ ...step, app: null });
          if (answer.kind === 'refreshed') continue;
          ok(answer.kind === 'retry', JSON.stringify(answer));
          const afterMs = answer.afterMs ?? 0;
          ok(afterMs > 0 && afterMs <= 300_000, `it says ${afterMs} ms`);
          return `after ${login} logins: again in ${Math.round(afterMs / 1000)} s (${answer.reason})`;
        }
        throw new Error('40 logins were not too many');
      },
    },
    {
      title: 'a deleted account asks for its owner, and no post fails permanently',
      async check() {
        const account = await stage.access(rosa.accountId);
        const ready = await untilRecord(stepFor(account, 'Too late', 'delivery-late'));
        const admin = Buffer.from(`admin:${stage.secrets.adminPassword}`).toString('base64');
        const headers = { authorization: `Basic ${admin}` };
        await scene.reader.com.atproto.admin.deleteAccount(
          { did: rosa.did },
          { headers, encoding: 'application/json' },
        );
        const outcome = await bluesky.publish.publish(ready);
        equal(outcome.kind, 'reauthorize', JSON.stringify(outcome));
        return reasonOf(outcome);
      },
    },
  ];
}

const reasonOf = (outcome: Outcome) => ('reason' in outcome ? outcome.reason : '');
